package kit;

import java.util.*;
import java.util.function.Function;
import java.util.stream.*;

/** What the card data calls an engine's abilities `A`, found from the printed order of those of one form. */
public final class Labels<A> {
    /** The forms of the card data that are matched together: all that neither trigger nor are activated, and what of them lasts. */
    private static final List<Set<String>> FORMS = List.of(Set.of("activated"), Set.of("triggered"),
            Set.of("static", "replace", "prevent", "cannot"), Set.of("static", "cannot"), Set.of("replace", "prevent"));
    private final MagicRun<?> run;
    private final Of<A> engine;
    /** By the names of cards. */
    private final Map<String, Map<String, String>> known = new HashMap<>();

    /** What an engine tells of its abilities. */
    public interface Of<A> {
        /** Returns the abilities that are printed on a card, in their order, without keywords; none if there is no such card. */
        List<A> printed(String card);

        /** Returns the form of an ability: a word of the card data, or `passive` for all that neither triggers nor is activated. */
        String form(A ability);

        /** Returns what an ability says, the same for each object that has it. */
        String sign(A ability);

        /** Tells whether it is a mana ability. */
        boolean mana(A ability);

        /** Returns where an ability stands in its card's text, if the engine's order is another; -1 where that is not found. */
        default int place(A ability) {
            return -1;
        }

        /** Returns the cost of a loyalty ability as `+1`, or null. */
        String loyalty(A ability);

        /** Returns the names of the cards and permanents that are in the game. */
        Collection<String> names();
    }

    public Labels(MagicRun<?> run, Of<A> engine) {
        this.run = run;
        this.engine = engine;
    }

    /** Returns the word of an ability of an object that has some names; null if the card data does not tell. */
    public String label(A ability, List<String> names) {
        String sign = engine.sign(ability);
        return names.stream().map(name -> known(name).get(sign)).filter(Objects::nonNull).findFirst()
                .or(() -> only(engine.names().stream().flatMap(name -> run.data.grants(name, engine.form(ability)).stream())))
                .or(() -> only(engine.names().stream().map(name -> known(name).get(sign)).filter(Objects::nonNull))) // once copied
                .orElse(null);
    }

    private static Optional<String> only(Stream<String> words) {
        Set<String> found = words.collect(Collectors.toSet());
        return found.size() == 1 ? found.stream().findFirst() : Optional.empty();
    }

    private Map<String, String> known(String card) {
        if (!known.containsKey(card)) known.put(card, matched(card));
        return known.get(card);
    }

    private Map<String, String> matched(String card) {
        Map<String, String> found = new HashMap<>();
        if (!run.data.table().has(card)) return found;
        List<Facts> entries = run.data.abilities(card);
        List<A> abilities = engine.printed(card);
        for (Set<String> forms : FORMS) {
            List<A> fit = abilities.stream().filter(each -> forms.contains(engine.form(each))
                    || engine.form(each).equals("passive") && forms.contains("replace") && forms.contains("static")).toList();
            if (fit.stream().allMatch(each -> engine.place(each) >= 0)) {
                fit = fit.stream().sorted(Comparator.comparing(engine::place)).toList();
            }
            if (fit.stream().map(engine::form).distinct().count() > 1) continue; // of two kinds, whose order the engine does not tell
            List<Facts> told = entries.stream().filter(each -> forms.contains(each.text("form"))).toList();
            List<List<A>> groups = groups(fit, told.size());
            for (int place = 0; groups.size() == told.size() && place < told.size(); place++) {
                Facts entry = told.get(place);
                groups.get(place).forEach(each -> found.put(engine.sign(each), entry.text("label", entry.text("form"))));
            }
        }
        entries.stream().filter(entry -> entry.has("loyalty")).forEach(entry -> abilities.stream()
                .filter(each -> entry.text("loyalty").equals(engine.loyalty(each)))
                .forEach(each -> found.put(engine.sign(each), entry.text("label"))));
        return found;
    }

    /** Mana abilities in a row are one, for a colour each, if there are too many otherwise. */
    private List<List<A>> groups(List<A> abilities, int wanted) {
        List<List<A>> groups = new ArrayList<>();
        A before = null;
        for (A ability : abilities) {
            boolean more = abilities.size() != wanted && before != null && engine.mana(before) && engine.mana(ability);
            if (!more) groups.add(new ArrayList<>());
            groups.get(groups.size() - 1).add(ability);
            before = ability;
        }
        return groups;
    }

    /** Returns which of an object's activated abilities an action means; several are one of the card's, for a colour each. */
    public List<A> meant(Facts action, List<A> all, Function<A, String> label) {
        String wanted = action.text("ability");
        if (wanted == null) return only(all);
        if (wanted.matches("\\d+")) return all.stream().skip(Integer.parseInt(wanted) - 1).limit(1).toList();
        List<A> found = all.stream().filter(each -> wanted.equals(label.apply(each))).toList();
        if (found.isEmpty() && all.stream().anyMatch(each -> label.apply(each) == null)) {
            throw run.answers.unsupported("action", "an ability whose label the engine's abilities do not tell");
        }
        return found;
    }

    private List<A> only(List<A> all) {
        List<A> others = all.stream().filter(each -> !engine.mana(each)).toList();
        if (others.size() > 1) throw run.answers.unsupported("action", "an ability that is not named");
        return others.isEmpty() ? all : others;
    }
}
