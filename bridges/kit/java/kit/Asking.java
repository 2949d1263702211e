package kit;

import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** What one player of Magic is asked, about an engine's objects and in the words of the protocol. */
public final class Asking {
    /** How many numbers are offered where the rules set no limit, and how many words are offered whatever they are. */
    public static final int MOST = 20;
    /** The kinds of answers that pick an object, and so tell whether one is picked. */
    public static final Set<String> PICKS = Set.of("object", "sacrifice", "discard", "exile", "return", "attach", "search", "copy",
            "player", "legend", "protector", "target", "prevent");

    private static final List<String> MAY = List.of("accept", Answers.DECLINE);

    private final MagicRun<?> run;
    private final Answers answers;
    private final String player;
    /** What may become a copy, where that was accepted: it can be declined where it is asked what to copy. */
    private String copier;

    public Asking(MagicRun<?> run, String player) {
        this.run = run;
        answers = run.answers;
        this.player = player;
    }

    /** Ends the run, since the bridge has no way for a question. */
    public Answers.Over lacks(String question) {
        return answers.unsupported("choice", question);
    }

    private String name(Object object) {
        return object instanceof String word ? word : run.called(object);
    }

    private List<String> names(Iterable<?> objects) {
        return MagicRun.list(objects).stream().map(this::name).toList();
    }

    /** Returns the objects that are called so, each once. */
    public <T> List<T> named(Iterable<? extends T> objects, List<String> names) {
        List<T> left = MagicRun.list(objects);
        List<T> found = new ArrayList<>();
        for (String name : names) {
            T one = left.stream().filter(each -> name.equals(name(each))).findFirst().orElseThrow();
            left.remove(one);
            found.add(one);
        }
        return found;
    }

    /** Returns those of some objects that the action names as targets, or for its costs, and uses them; none if it does not. */
    public <T> List<T> told(boolean targets, Iterable<? extends T> from, int least, int most) {
        List<String> names = names(from);
        return named(from, targets ? run.announced.aimed(names, least, most) : run.announced.paid(names, least, most));
    }

    /** Returns those of some objects that the action names, or else those that are asked for. */
    public <T> List<T> chosen(boolean targets, String kind, String about, Iterable<? extends T> from, int least, int most) {
        List<T> told = told(targets, from, least, most);
        return told.isEmpty() ? pick(kind, about, from, least, most) : told;
    }

    /** Asks for exactly one object, or for some of several. */
    public <T> List<T> pick(String kind, String about, Iterable<? extends T> from, int least, int most) {
        if (least != 1 || most != 1) return some(kind, about, from, least, most);
        return this.<T>perhaps(kind, about, from, false);
    }

    /**
     * Returns those of some objects that the action names for its costs, or else those that are asked for, one after another, that
     * have enough together: any with which enough can still be had, and none where it is enough already.
     */
    public <T> List<T> enough(String about, Iterable<? extends T> from, ToIntFunction<? super T> has, int needed) {
        List<T> left = MagicRun.list(from);
        List<T> chosen = new ArrayList<>(this.<T>told(false, left, 0, left.size()));
        if (!chosen.isEmpty()) return chosen;
        for (int lacking = needed;;) {
            int lacks = lacking;
            int most = left.stream().mapToInt(has).filter(each -> each > 0).sum();
            List<T> fit = left.stream().filter(each -> most + Math.min(0, has.applyAsInt(each)) >= lacks).toList();
            T one = one("object", about, fit, lacks <= 0);
            if (one == null) return chosen;
            chosen.add(one);
            left.remove(one);
            lacking -= has.applyAsInt(one);
        }
    }

    /** Asks for one object, or perhaps for none. */
    public <T> List<T> perhaps(String kind, String about, Iterable<? extends T> from, boolean optional) {
        return Stream.ofNullable(this.<T>one(kind, about, from, optional)).toList();
    }

    /** Accepts that something becomes a copy, where an engine asks that before it asks what to copy: to the protocol both are one. */
    public boolean copies(String about) {
        copier = about;
        return true;
    }

    /** Tells whether it was accepted that this becomes a copy, which can still be declined. */
    private boolean copied(String about) {
        boolean copied = about != null && about.equals(copier);
        if (copied) copier = null;
        return copied;
    }

    /** Asks for some of several objects. */
    public <T> List<T> some(String kind, String about, Iterable<? extends T> from, int atLeast, int most) {
        answers.goOn();
        int least = copied(about) ? 0 : atLeast;
        List<String> names = names(from);
        int top = Math.min(most, names.size());
        if (top <= 0) return new ArrayList<>();
        if (least >= names.size() && !answers.waits(player, kind, about, names)) return MagicRun.list(from);
        return named(from, answers.some(player, kind, about, names, Math.min(least, top), top, false));
    }

    /** Asks for one of several objects, or perhaps for none; null for none. */
    public <T> T one(String kind, String about, Iterable<? extends T> from, boolean possible) {
        answers.goOn();
        boolean optional = copied(about) || possible;
        List<String> names = new ArrayList<>(new LinkedHashSet<>(names(from)));
        if (names.isEmpty()) return null;
        if (!optional && names.size() == 1 && !answers.waits(player, kind, about, names)) return from.iterator().next();
        if (optional) {
            names.add(Answers.DECLINE);
            boolean whether = answers.whetherFirst(player, kind, about, names, MAY);
            if (whether) return answers.yes(player, "may", about, "accept") ? one(kind, about, from, false) : null;
        }
        String chosen = answers.one(player, kind, about, names);
        return chosen.equals(Answers.DECLINE) ? null : this.<T>named(from, List.of(chosen)).get(0);
    }

    /** Asks which of several comes first. */
    public <T> T first(List<? extends T> from) {
        boolean alike = from.stream().map(this::name).distinct().count() == 1;
        return alike ? from.get(0) : one("order", null, from, false);
    }

    /** Asks for an order of objects, the first on top. */
    public <T> List<T> order(String kind, String about, List<T> objects) {
        List<String> names = objects.stream().map(this::name).toList();
        if (names.stream().distinct().count() < 2) return objects;
        return named(objects, answers.some(player, kind, about, names, names.size(), names.size(), true));
    }

    /** Asks for an order of the cards of a library that was shuffled, if it is looked at and some card of it is `known`. */
    public <T> List<T> shuffled(List<T> library, Predicate<T> known) {
        boolean matters = run.started && run.looksAt("library", true) && library.stream().anyMatch(known);
        return matters ? order("shuffle", null, library) : library;
    }

    /** Asks for one of some words. */
    public String word(String kind, String about, Collection<String> words) {
        return answers.one(player, kind, about, List.copyOf(words));
    }

    /** Asks for one of many words, of which those are offered that are met here or answered, and two at least, to be a choice. */
    public String few(String kind, String about, Collection<String> words, Collection<String> met) {
        Set<String> few = new LinkedHashSet<>(words);
        if (few.size() > MOST) {
            few.retainAll(met);
            int more = Math.max(0, 2 - few.size());
            words.stream().sorted().filter(each -> !few.contains(each)).limit(more).toList().forEach(few::add);
            words.stream().filter(each -> answers.waits(player, kind, about, List.of(each))).forEach(few::add);
        }
        return word(kind, about, few);
    }

    /**
     * Asks for one of some words of an engine's for a choice that a card has: for the card data's if those are as many, in the same
     * order; of many, for one of those that are `met` here or answered.
     */
    public String few(String kind, String about, String card, List<String> offered, Collection<String> met) {
        boolean own = kind.equals("word");
        List<String> told = own ? run.data.choices(card) : List.of();
        List<String> words = told.size() == offered.size() && !offered.containsAll(told) ? told : offered;
        List<String> meant = own ? answers.waiting(player, Set.of(kind), about) : null;
        if (meant != null && !words.containsAll(meant)) throw lacks("words that the card data does not tell");
        return offered.get(words.indexOf(few(kind, about, words, met)));
    }

    /** Asks which of several effects changes an event: by its object, with a number where that has others that say something else. */
    public <T> T replacement(String about, List<T> effects, Function<T, String> says) {
        Map<String, List<String>> said = new HashMap<>();
        List<String> names = effects.stream().map(each -> {
            List<String> texts = said.computeIfAbsent(name(each), unused -> new ArrayList<>());
            if (!texts.contains(says.apply(each))) texts.add(says.apply(each));
            int place = texts.indexOf(says.apply(each)) + 1;
            return place == 1 ? name(each) : name(each) + " " + place;
        }).toList();
        Set<String> distinct = new TreeSet<>(names);
        return effects.get(distinct.size() == 1 ? 0 : names.indexOf(word("replacement", about, distinct)));
    }

    /** Returns the place of a mode among so many of a card: one that is possible, told by the action or asked for; -1 for none. */
    public int mode(String card, String about, int count, List<Integer> possible, boolean enough) {
        List<String> words = run.data.modes(card, count);
        if (words.isEmpty()) throw lacks("modes without words");
        List<String> options = new ArrayList<>(possible.stream().map(words::get).toList());
        if (enough) options.add(Answers.DECLINE);
        boolean told = run.announced.action.has("modes");
        String chosen = told ? run.announced.modes.poll() : word("mode", about, options);
        return options.contains(chosen) ? words.indexOf(chosen) : -1;
    }

    /** Returns the places of all modes that are chosen at once. */
    public List<Integer> modes(String card, String about, int count, List<Integer> possible, int least, int most) {
        List<String> words = run.data.modes(card, count);
        if (words.isEmpty()) throw lacks("modes without words");
        List<String> options = possible.stream().map(words::get).toList();
        List<String> told = run.announced.action.texts("modes");
        List<String> chosen = told.isEmpty() ? pick("mode", about, options, least, most) : told;
        boolean fits = options.containsAll(chosen) && chosen.size() >= least && chosen.size() <= most;
        if (!fits) throw run.following.refused("not these modes", false);
        return chosen.stream().map(words::indexOf).toList();
    }

    /** Asks which of some mana abilities is meant, by the mana that they give; null if there is none. */
    public <T> T byMana(String about, List<T> abilities, Function<T, String> letter) {
        return abilities.isEmpty() ? null : abilities.size() == 1 ? abilities.get(0) : byWord("mana", about, abilities, letter);
    }

    /** Asks for one of some things by its word. */
    public <T> T byWord(String kind, String about, List<T> things, Function<T, String> word) {
        List<String> words = things.stream().map(word).toList();
        return things.get(words.indexOf(word(kind, about, words)));
    }

    /** Asks for a number of a range, of which the beginning is offered if it is long. */
    public int number(String kind, String about, int least, int most) {
        if (least >= most) return least;
        IntStream numbers = IntStream.rangeClosed(least, Math.min(most, least + MOST));
        return Integer.parseInt(word(kind, about, numbers.mapToObj(String::valueOf).toList()));
    }

    /**
     * Returns how much of some damage each is dealt: as is told, or else asked for one after another; each, and all together, take
     * so much at least and at most.
     */
    public List<Integer> divide(Map<String, Integer> told, List<String> names, List<Integer> least, List<Integer> most,
            int allLeast, int allMost) {
        if (told != null) return names.stream().map(each -> told.getOrDefault(each, 0)).toList();
        List<Integer> shares = new ArrayList<>();
        int dealt = 0;
        for (int place = 0; place < names.size(); place++) {
            int others = most.stream().skip(place + 1L).mapToInt(each -> each).sum();
            int from = Math.max(least.get(place), allLeast - dealt - others);
            shares.add(number("damage", names.get(place), from, Math.min(most.get(place), allMost - dealt)));
            dealt += shares.get(place);
        }
        return shares;
    }

    /**
     * Returns how much combat damage a creature deals to each: as was announced, where it has to be all of it, or as is asked for. What
     * is announced for whom it attacks may be left out of the names.
     */
    public List<Integer> damage(String dealer, List<String> names, List<Integer> least, List<Integer> most, int allLeast, int allMost,
            String attacked) {
        Map<String, Integer> told = run.following.damage().remove(dealer);
        boolean all = told == null || told.keySet().stream().allMatch(each -> names.contains(each) || each.equals(attacked))
                && told.values().stream().mapToInt(each -> each).sum() == allMost;
        if (!all) throw run.following.refusedDamage();
        return divide(told, names, least, most, allLeast, allMost);
    }

    /** Gives each of some targets its share, at least one, as is told or asked for; false if what is told does not. */
    public <T> boolean shared(List<T> targets, int amount, BiConsumer<T, Integer> gives) {
        Facts action = run.announced.action;
        int most = amount - targets.size() + 1;
        List<Integer> shares = divide(action.has("divide") ? action.numbers("divide") : null, names(targets),
                Collections.nCopies(targets.size(), 1), Collections.nCopies(targets.size(), most), amount, amount);
        boolean all = !shares.contains(0) && shares.stream().mapToInt(each -> each).sum() == amount;
        for (int place = 0; all && place < shares.size(); place++) gives.accept(targets.get(place), shares.get(place));
        return all;
    }

    /** Adds what was chosen, one after another; false if one `can` not be chosen beside those before it. */
    public <T> boolean added(List<T> chosen, Predicate<T> can, Consumer<T> adds) {
        for (T one : chosen) {
            if (!can.test(one)) {
                if (!run.announced.action.has("targets")) throw lacks("targets that depend on each other");
                run.announced.why = name(one) + " cannot be a target with the others";
                return false;
            }
            adds.accept(one);
        }
        return true;
    }

    /** Asks how a coin falls. */
    public boolean heads(String about) {
        return word("roll", about, List.of("heads", "tails")).equals("heads");
    }

    /** Asks whether to do what may be done, or to pay; where an answer waits that says what it is done to, that says so. */
    public boolean decide(String about, boolean pays) {
        answers.goOn();
        boolean may = answers.waits(player, "may", about, MAY);
        boolean pay = answers.waits(player, "pay", about, List.of("pay", Answers.DECLINE));
        List<String> meant = may || pay ? null : answers.waiting(player, PICKS, about);
        if (meant == null && !may && !pay) meant = answers.listed(player, about);
        if (meant != null) return !meant.isEmpty() && !meant.equals(List.of(Answers.DECLINE));
        boolean asksToPay = may == pay ? pays : pay;
        return answers.yes(player, asksToPay ? "pay" : "may", about, asksToPay ? "pay" : "accept");
    }
}
