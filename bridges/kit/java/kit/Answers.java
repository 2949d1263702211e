package kit;

import java.util.*;
import java.util.stream.IntStream;

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

    private final List<Facts> given;
    private final Map<String, Set<String>> akin;
    private final boolean[] taken;
    /** What is left of an answer that names several, for questions that take one each. */
    private final Map<Integer, List<String>> rest = new HashMap<>();
    /** What was told of the question that an answer was first given to. */
    private final Map<Integer, Map<String, Object>> begun = new HashMap<>();
    private final List<Object> asked = new ArrayList<>();
    private Map<String, Object> outcome;

    public Answers(Map<String, Object> params) {
        this(params, Map.of());
    }

    /**
     * For an engine that does not tell all kinds of questions apart. An answer of a kind that is `akin` to a question's is taken
     * in its turn, if it names options of it.
     */
    public Answers(Map<String, Object> params, Map<String, Set<String>> akin) {
        given = Facts.of(params).list("answers");
        taken = new boolean[given.size()];
        this.akin = akin;
    }

    /** Returns a map of the given keys and values. */
    public static Map<String, Object> map(Object... parts) {
        return Json.object(parts);
    }

    /** Returns a request's actions; ends the run where it asks for what no bridge of this game, or not this one, does. */
    public List<Facts> actions(Map<String, Object> params, String game, Collection<String> verbs) {
        Facts request = Facts.of(params);
        if (!game.equals(request.text("game"))) throw unsupported("game", request.text("game", "none"));
        if (request.tells("cards")) throw unsupported("capability", "define-card");
        for (Facts action : request.list("actions")) {
            if (Collections.disjoint(action.keys(), verbs)) throw unsupported("action", String.join(" ", action.keys()));
        }
        return request.list("actions");
    }

    /** Returns a request's position; ends the run where it tells facts that the engine cannot be given. */
    public Facts given(Map<String, Object> params, Collection<String> unset) {
        lacking(params.get("given"), unset);
        return Facts.of(params.get("given"));
    }

    private void lacking(Object value, Collection<String> unset) {
        if (value instanceof Map<?, ?>) {
            Facts facts = Facts.of(value);
            facts.keys().stream().filter(key -> unset.contains(key) && facts.tells(key)).findFirst().ifPresent(key -> {
                throw unsupported("state", key);
            });
            facts.keys().forEach(key -> lacking(facts.get(key), unset));
        } else if (value instanceof List<?> list) {
            list.forEach(part -> lacking(part, unset));
        }
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
        return ask(new Question(player, kind, about, options, 1, 1, false, true)).get(0);
    }

    /** Asks for several of some options. */
    public List<String> some(String player, String kind, String about, List<String> options, int least, int most, boolean ordered) {
        return ask(new Question(player, kind, about, options, least, most, ordered, false));
    }

    /** Tells whether an answer waits that a question for one of some options would take. */
    public boolean waits(String player, String kind, String about, List<String> options) {
        Question question = new Question(player, kind, about, options, 1, 1, false, true);
        int index = find(question);
        return index >= 0 && question.takes(chosen(index, question));
    }

    /** Tells whether the answer that whether to do something would take waits, and comes before one that the other question would take. */
    public boolean whetherFirst(String player, String kind, String about, List<String> options, List<String> may) {
        int whether = find(new Question(player, "may", about, may, 1, 1, false, true));
        int what = find(new Question(player, kind, about, options, 1, 1, false, true));
        return waits(player, "may", about, may) && (what < 0 || whether < what || !waits(player, kind, about, options));
    }

    /** Returns what the first waiting answer of one of some kinds chooses, for a player and about an object; null if there is none. */
    public List<String> waiting(String player, Set<String> kinds, String about) {
        Question question = new Question(player, null, about, List.of(), 0, 0, false, false);
        return left().filter(index -> given.get(index).has("kind") && kinds.contains(given.get(index).text("kind"))
                && question.concerns(given.get(index)))
                .mapToObj(index -> Facts.texts(given.get(index).get("choose"))).findFirst().orElse(null);
    }

    /** Returns the list that the first waiting answer of no kind chooses, for a player and about an object; null if there is none. */
    public List<String> listed(String player, String about) {
        Question question = new Question(player, null, about, List.of(), 0, 0, false, false);
        return left().filter(index -> !given.get(index).has("kind") && given.get(index).get("choose") instanceof List
                && question.concerns(given.get(index)))
                .mapToObj(index -> Facts.texts(given.get(index).get("choose"))).findFirst().orElse(null);
    }

    private List<String> ask(Question question) {
        goOn();
        int index = find(question);
        boolean open = question.ordered() || question.options().size() != question.least();
        if (index < 0 && open) throw end(map("choice", question.told()));
        if (index < 0) return question.options(); // there is nothing to choose
        List<String> chosen = chosen(index, question);
        taken[index] = true;
        boolean further = rest.remove(index) != null;
        if (question.single() && chosen.size() > 1 && question.options().contains(chosen.get(0))) {
            rest.put(index, chosen.subList(1, chosen.size()));
            chosen = chosen.subList(0, 1);
        }
        if (!question.single() && chosen.size() < question.least() && question.options().containsAll(chosen)) {
            chosen = joined(question, chosen);
        }
        if (!question.takes(chosen)) {
            String reason = "takes " + question.least() + " to " + question.most() + " of " + question.options() + ", not " + chosen;
            throw end(map("refused", map("answer", index, "reason", reason)));
        }
        Map<String, Object> told = question.told();
        told.put("kind", given.get(index).text("kind", question.kind()));
        List<Object> words = chosen.stream().map(Answers::plain).toList();
        told.put("chosen", question.single() ? words.get(0) : words);
        if (further) {
            goesOn(begun.get(index), words);
        } else {
            begun.put(index, told);
            asked.add(told);
        }
        return chosen;
    }

    /** Tells of questions that one answer is given to, one after another, as of one question for any number of the options. */
    private static void goesOn(Map<String, Object> told, List<Object> words) {
        List<Object> all = new ArrayList<>();
        if (told.get("chosen") instanceof List<?> list) all.addAll(list); else all.add(told.get("chosen"));
        all.addAll(words);
        told.putAll(map("min", 0, "max", ((List<?>) told.get("options")).size(), "chosen", all));
    }

    /** Takes further answers, each with some of what is asked for at once; where one option is left, there is nothing to choose. */
    private List<String> joined(Question question, List<String> first) {
        List<String> chosen = new ArrayList<>(first);
        while (chosen.size() < question.least()) {
            List<String> rest = new ArrayList<>(question.options());
            chosen.forEach(rest::remove);
            int index = find(new Question(question.player(), question.kind(), question.about(), rest, 1, rest.size(), false, false));
            List<String> more = index < 0 ? List.of() : Facts.texts(given.get(index).get("choose"));
            boolean fits = !more.isEmpty() && rest.containsAll(more);
            if (!fits && rest.size() > 1) return first; // which is too little
            chosen.addAll(fits ? more : rest);
            if (fits) taken[index] = true;
        }
        return chosen;
    }

    private IntStream left() {
        return IntStream.range(0, taken.length).filter(index -> !taken[index] || rest.containsKey(index));
    }

    /** Returns the first answer that fits or is akin; -1 if there is none. */
    private int find(Question question) {
        List<Integer> fit = left().filter(index -> question.concerns(given.get(index)) && (!rest.containsKey(index)
                || question.options().contains(rest.get(index).get(0)))).boxed().toList();
        Set<String> kinds = akin.getOrDefault(question.kind(), Set.of());
        return fit.stream().filter(index -> given.get(index).text("kind", question.kind()).equals(question.kind())
                || kinds.contains(given.get(index).text("kind")) && question.takes(chosen(index, question))).findFirst().orElse(-1);
    }

    /** Reads `x` as `[x]`, and not doing what may be done as `decline` or as taking nothing, whichever is asked for. */
    private List<String> chosen(int index, Question question) {
        List<String> chosen = rest.getOrDefault(index, Facts.texts(given.get(index).get("choose")));
        if (question.single()) return chosen.isEmpty() ? List.of(DECLINE) : chosen;
        return chosen.equals(List.of(DECLINE)) ? List.of() : chosen;
    }

    /** Returns a number where a word is one. */
    private static Object plain(String word) {
        return word.matches("-?\\d{1,9}") ? (Object) Integer.valueOf(word) : word;
    }

    private record Question(String player, String kind, String about, List<String> options, int least, int most, boolean ordered,
            boolean single) {

        boolean concerns(Facts answer) {
            return answer.text("player", player).equals(player) && (!answer.has("about") || answer.text("about").equals(about));
        }

        boolean takes(List<String> chosen) {
            List<String> left = new ArrayList<>(options);
            return chosen.stream().allMatch(left::remove) && chosen.size() >= least && chosen.size() <= most;
        }

        Map<String, Object> told() {
            Map<String, Object> told = map("player", player, "kind", kind, "options", options.stream().map(Answers::plain).toList());
            if (about != null) told.put("about", about);
            if (!single) told.putAll(map("min", least, "max", most));
            if (ordered) told.put("ordered", true);
            return told;
        }
    }
}
