package kit;

import static kit.Answers.map;

import java.io.IOException;
import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;
import java.util.stream.Stream;

/** One request of Magic: what is given, and what all parts of a bridge share; `P` are an engine's players. */
public abstract class MagicRun<P> {
    /** The types of mana, the colours first. */
    public static final List<String> MANA = List.of("W", "U", "B", "R", "G", "C");
    public static final List<String> COLORS = MANA.subList(0, 5);
    private static final String EDITION = "2026-08-07";
    private static final String OBJECTS = "object sacrifice discard exile return attach search copy player legend protector prevent";
    /** The kinds of questions that engines do not tell apart, and the kinds that their answers may have. */
    private static final Map<String, Set<String>> AKIN = akin(Map.of(
            OBJECTS, OBJECTS + " target may order library replacement", "may pay", "may pay",
            "type word name color mana", "type word name color mode mana", "mode", "word",
            "number damage roll", "number damage", "shuffle", "library"));

    /** What the parts of a run are made of: the request, the answers that it brings, and the words of the card data. */
    public record Request(Map<String, Object> params, Answers answers, CardData data, Collection<String> unset) {
    }

    public final Answers answers;
    public final CardData data;
    public final List<Facts> actions;
    public final Facts given;
    /** The players by their names, for an engine that has the same objects for them all the time. */
    public final Map<String, P> players = new LinkedHashMap<>();
    private final Object observed;
    /** Whether the position stands and the first player has got priority. */
    public boolean started;
    /** What is being announced with the action's words. */
    public Announced announced = Announced.NONE;
    /** The other parts, which tell of each other as they are made. */
    MagicScript<?, P, ?, ?> following;
    Telling<?, P, ?> telling;

    protected MagicRun(Request request) {
        answers = request.answers;
        data = request.data;
        actions = answers.actions(request.params, "mtg", MagicScript.VERBS);
        given = answers.given(request.params, request.unset);
        observed = request.params.get("observe");
    }

    private static Map<String, Set<String>> akin(Map<String, String> told) {
        Map<String, Set<String>> kinds = new HashMap<>();
        told.forEach((some, others) -> List.of(some.split(" ")).forEach(kind -> kinds.put(kind, Set.of(others.split(" ")))));
        return kinds;
    }

    /** Serves requests for an engine, whose home is its page of issues too; `unset` are the facts that it cannot be given. */
    public static void serve(String name, String version, String home, Collection<String> unset, Consumer<Request> play)
            throws IOException {
        serve(name, version, home, unset, unused -> Map.of(), play);
    }

    /** The same, with further claims for the cards of the corpus. */
    public static void serve(String name, String version, String home, Collection<String> unset,
            Function<CardData, Map<String, Object>> further, Consumer<Request> play) throws IOException {
        CardData data = CardData.read();
        Map<String, Object> claims = map("actions", MagicScript.VERBS, "editions", List.of(EDITION), "unset", unset);
        claims.putAll(further.apply(data));
        Map<String, Object> told = map("protocol", 1, "name", name, "version", version, "homepage", home,
                "issues", home + "/issues", "capabilities", List.of("choices"), "games", map("mtg", claims));
        Server.serve(() -> told, params -> {
            Answers answers = new Answers(params, AKIN);
            try {
                play.accept(new Request(params, answers, data, unset));
                answers.goOn();
                throw new IllegalStateException("the script did not come to an end");
            } catch (Answers.Over over) {
                return answers.outcome();
            }
        });
        Runtime.getRuntime().halt(0); // the engine may have threads of its own
    }

    /** Returns the player of a name; null if there is none in the game. */
    public P player(String name) {
        return players.get(name);
    }

    /** Gives tokens that are new their ids, the oldest first. */
    protected void tokens() {
    }

    /** Returns what the protocol calls an object or player of the engine's: its id, or else its name; null for none. */
    public abstract String name(Object object);

    /** The same in a text, also for none. */
    public final String called(Object object) {
        return String.valueOf(name(object));
    }

    /** Returns objects in the order of what they are called, for an engine that keeps them in an order of chance. */
    public final <T> List<T> byName(Collection<T> objects) {
        return objects.stream().sorted(Comparator.comparing(this::called)).toList();
    }

    /** Returns a list of what an engine has in a collection of its own. */
    public static <T> List<T> list(Iterable<? extends T> things) {
        List<T> list = new ArrayList<>();
        things.forEach(list::add);
        return list;
    }

    /** Returns amounts of mana by its types. */
    public static Map<String, Integer> mana(Function<String, Integer> amount) {
        Map<String, Integer> told = new LinkedHashMap<>();
        MANA.forEach(letter -> told.put(letter, amount.apply(letter)));
        return told;
    }

    /** Returns the player whose turn it is at first. */
    public final String turn() {
        return given.text("turn", given.texts("players").get(0));
    }

    /** Tells whether something is looked at whose path has this key; `otherwise` counts where the request does not say. */
    public final boolean looksAt(String key, boolean otherwise) {
        return observed instanceof List<?> paths ? paths.stream().anyMatch(path -> ((List<?>) path).contains(key)) : otherwise;
    }

    /** Does something with what an engine's class keeps to itself, and gives no other way to. */
    @SuppressWarnings("unchecked")
    private static <T> T reach(Class<?> type, Callable<?> act) {
        try {
            return (T) act.call();
        } catch (Exception failure) {
            throw new IllegalStateException("the engine keeps it elsewhere than in " + type.getSimpleName(), failure);
        }
    }

    private static Field field(Class<?> type, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    /** Sets a field. */
    public static void set(Class<?> type, String name, Object object, Object value) {
        reach(type, () -> {
            field(type, name).set(object, value);
            return null;
        });
    }

    /** Reads a field. */
    public static <T> T get(Class<?> type, String name, Object object) {
        return reach(type, () -> field(type, name).get(object));
    }

    /** Calls a class's only method of a name. */
    public static <T> T call(Class<?> type, String name, Object object, Object... with) {
        Method only = Stream.of(type.getDeclaredMethods()).filter(method -> method.getName().equals(name)).findFirst().orElseThrow();
        only.setAccessible(true);
        return reach(type, () -> only.invoke(object, with));
    }

    /** Makes an object by a class's only constructor. */
    public static <T> T make(Class<T> type, Object... with) {
        Constructor<?> only = type.getDeclaredConstructors()[0];
        only.setAccessible(true);
        return reach(type, () -> only.newInstance(with));
    }
}
