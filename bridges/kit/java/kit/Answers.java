package kit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The answers that a request brings, what has been asked so far, and how the run ended if it has. */
public final class Answers {
    public static final String DECLINE = "decline";

    /** The run ends here; an Error, since an engine may catch every exception of a player. */
    public static final class Over extends Error {
        private static final long serialVersionUID = 1L;

        private Over() {
            super("the run is over", null, false, false);
        }
    }

    private final List<Map<String, Object>> given;
    private final boolean[] taken;
    private final List<Object> asked = new ArrayList<>();
    private Map<String, Object> outcome;

    @SuppressWarnings("unchecked")
    public Answers(Map<String, Object> params) {
        given = (List<Map<String, Object>>) params.getOrDefault("answers", List.of());
        taken = new boolean[given.size()];
    }

    /** Returns a map of the given keys and values. */
    public static Map<String, Object> map(Object... parts) {
        return Json.object(parts);
    }

    /** Ends the run; what ended it first counts, since the engine may go on for a while. */
    public Over end(Map<String, Object> how) {
        outcome = outcome == null ? how : outcome;
        return new Over();
    }

    public Over unsupported(String what, String name) {
        return end(map("unsupported", map("what", what, "name", name)));
    }

    /** Throws if the run has ended already. */
    public void goOn() {
        if (outcome != null) throw new Over();
    }

    /** Returns how the run ended. */
    public Map<String, Object> outcome() {
        Map<String, Object> told = new LinkedHashMap<>(outcome);
        if (!told.containsKey("unsupported")) {
            told.put("asked", asked);
            told.put("unused", IntStream.range(0, taken.length).filter(index -> !taken[index]).boxed().toList());
        }
        return told;
    }

    /** Asks whether something is done; the word for doing it is the option. */
    public boolean yes(String player, String kind, String about, String word) {
        return one(player, kind, about, List.of(word, DECLINE)).equals(word);
    }

    /** Asks for exactly one of some options. */
    public String one(String player, String kind, String about, List<String> options) {
        return ask(question(player, kind, about, options)).get(0);
    }

    /** Asks for several of some options. */
    public List<String> some(String player, String kind, String about, List<String> options, int least, int most, boolean ordered) {
        Map<String, Object> question = question(player, kind, about, options);
        question.putAll(map("min", least, "max", most));
        if (ordered) question.put("ordered", true);
        return ask(question);
    }

    private static Map<String, Object> question(String player, String kind, String about, List<String> options) {
        Map<String, Object> question = map("player", player, "kind", kind, "options", new ArrayList<>(options));
        if (about != null) question.put("about", about);
        return question;
    }

    private List<String> ask(Map<String, Object> question) {
        goOn();
        int index = 0;
        while (index < taken.length && (taken[index] || !fits(given.get(index), question))) index++;
        if (index == taken.length) throw end(map("choice", question));
        taken[index] = true;
        boolean single = !question.containsKey("max");
        List<String> chosen = chosen(given.get(index).get("choose"), single);
        List<Object> left = new ArrayList<>((List<?>) question.get("options"));
        int least = single ? 1 : (Integer) question.get("min");
        int most = single ? 1 : (Integer) question.get("max");
        if (!chosen.stream().allMatch(left::remove) || chosen.size() < least || chosen.size() > most) {
            String reason = "takes " + least + " to " + most + " of " + question.get("options") + ", not " + chosen;
            throw end(map("refused", map("answer", index, "reason", reason)));
        }
        Map<String, Object> told = new LinkedHashMap<>(question);
        told.put("chosen", single ? chosen.get(0) : chosen);
        asked.add(told);
        return chosen;
    }

    /** Reads `x` as `[x]`, and not doing what may be done as `decline` or as taking nothing, whichever is asked for. */
    private static List<String> chosen(Object told, boolean single) {
        List<String> chosen = told instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of(String.valueOf(told));
        if (single) return chosen.isEmpty() ? List.of(DECLINE) : chosen;
        return told.equals(DECLINE) ? List.of() : chosen;
    }

    private static boolean fits(Map<String, Object> answer, Map<String, Object> question) {
        return Stream.of("player", "kind", "about").allMatch(key -> !answer.containsKey(key) || answer.get(key).equals(question.get(key)));
    }
}
