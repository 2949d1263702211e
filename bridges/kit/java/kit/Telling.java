package kit;

import static kit.Answers.map;

import java.util.*;
import java.util.function.*;

/** Tells a position of Magic in the vocabulary of positions, for a run `R`, out of an engine's players `P` and objects `O`. */
public abstract class Telling<R extends MagicRun<P>, P, O> {
    private static final List<String> ZONES = List.of("battlefield", "hand", "library", "graveyard", "exile", "outside");
    /** What is told of an object only where it is so. */
    private static final Set<String> SELDOM = Set.of("id", "exiled_with", "face_down", "protector");

    protected final R run;

    protected Telling(R run) {
        this.run = run;
        run.telling = this;
    }

    /** Returns what is so of no single player, but for whose turn and which step it is: the stack, and so on. */
    protected abstract Map<String, Object> game();

    /** Returns what is told of a player, but for zones. */
    protected abstract Map<String, Object> told(P player);

    /** Returns the objects in a player's zone: the top of the library first, and of the graveyard the oldest. */
    protected abstract List<? extends O> zone(P player, String zone);

    /** Returns the id of an object, or null. */
    protected abstract String id(O object);

    /** Returns the name that is printed on an object's card, or under which a token was created. */
    protected abstract String printed(O object);

    /** Returns the characteristics that an object has now. */
    protected abstract Map<String, Object> characteristics(O object);

    /** Returns what else is told of a permanent. */
    protected abstract Map<String, Object> permanent(O object);

    /** Returns what else is told of a card that has an id, in another zone. */
    protected abstract Map<String, Object> card(O object);

    /** Returns the whole position. */
    public final Map<String, Object> state() {
        MagicScript<?, P, ?, ?> script = run.following;
        run.tokens();
        List<String> players = run.given.texts("players");
        Map<String, Object> state = known("turn", script.active(), "turns", script.turn(), "step", script.step(), "players", players);
        state.putAll(game());
        for (String name : players) {
            P player = run.player(name);
            Map<String, Object> told = told(player);
            for (String zone : ZONES) {
                List<O> objects = new ArrayList<>(zone(player, zone));
                if (zone.equals("graveyard")) Collections.reverse(objects);
                told.put(zone, objects.stream().map(each -> object(each, zone.equals("battlefield"))).toList());
            }
            state.put(name, told);
        }
        return state;
    }

    private Map<String, Object> object(O object, boolean permanent) {
        Map<String, Object> told = map("card", printed(object));
        String id = id(object);
        if (permanent) told.putAll(permanent(object));
        if (id != null) told.put("id", id);
        if (permanent || id != null) told.putAll(characteristics(object));
        if (!permanent && id != null) told.putAll(card(object));
        told.entrySet().removeIf(each -> each.getValue() == null && SELDOM.contains(each.getKey()));
        return told;
    }

    /** Returns a map of the given keys and values, without those that are null. */
    protected static Map<String, Object> known(Object... parts) {
        Map<String, Object> told = map(parts);
        told.values().removeIf(Objects::isNull);
        return told;
    }

    /** Returns the words that an engine has for some things. */
    protected static List<String> words(Iterable<?> things) {
        return MagicRun.list(things).stream().map(String::valueOf).toList();
    }

    /** Returns the words of subtypes, those of creatures in one if it is `every` one of them. */
    protected static <T> List<String> subtypes(Collection<T> types, boolean every, Predicate<T> ofCreatures) {
        List<String> words = new ArrayList<>(words(types.stream().filter(each -> !every || !ofCreatures.test(each)).toList()));
        if (every) words.add("every creature type");
        return words;
    }

    /** Returns a mana cost with its generic mana added up, `{3}{U}{R}` for `{2}{U}{1}{R}`. */
    protected static String cost(String row) {
        List<String> symbols = List.of(row.split("(?<=})"));
        List<String> generic = symbols.stream().filter(each -> each.matches("\\{\\d+}")).toList();
        int sum = generic.stream().mapToInt(each -> Integer.parseInt(each.substring(1, each.length() - 1))).sum();
        String others = String.join("", symbols.stream().filter(each -> !generic.contains(each)).toList());
        return sum > 0 || others.isEmpty() && !generic.isEmpty() ? "{" + sum + "}" + others : others;
    }

    /** Returns the numbers of counters by what their kinds are called, without those of which there are none. */
    protected static <T> Map<String, Object> counters(
            Collection<T> kinds, Function<T, String> word, Function<T, Integer> number) {
        Map<String, Object> told = map();
        for (T kind : kinds) if (number.apply(kind) > 0) told.put(word.apply(kind), number.apply(kind));
        return told;
    }
}
