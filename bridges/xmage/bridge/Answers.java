package bridge;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The script's answers: each question takes the first one that fits and is not yet taken. */
final class Answers {
    static final String DECLINE = "decline";

    private final Run run;
    private final List<JsonObject> scripted = new ArrayList<>();
    private final List<Boolean> taken = new ArrayList<>();
    private final JsonArray asked = new JsonArray();

    Answers(Run run, JsonArray answers) {
        this.run = run;
        for (JsonElement answer : answers) {
            scripted.add(answer.getAsJsonObject());
            taken.add(false);
        }
    }

    /** A question that takes one of its options. */
    String one(String player, String kind, Set<String> kin, String about, List<String> options) {
        return ask(new Question(player, kind, kin, about, options, 1, 1, false, true)).get(0);
    }

    /** A question that takes some of its options. */
    List<String> some(String player, String kind, Set<String> kin, String about, List<String> options, int min, int max,
            boolean ordered) {
        return ask(new Question(player, kind, kin, about, options, min, max, ordered, false));
    }

    /** Whether an answer waits that would fit this question and names one of the options. */
    boolean waits(String player, String kind, Set<String> kin, String about, List<String> options) {
        Question question = new Question(player, kind, kin, about, options, 1, 1, false, true);
        int index = find(question);
        return index >= 0 && question.allows(words(scripted.get(index).get("choose")));
    }

    /** What the first answer of one of these kinds picks that waits for a player and an object; null if there is none. */
    List<String> waiting(String player, Set<String> kinds, String about) {
        for (int index = 0; index < scripted.size(); index++) {
            JsonObject answer = scripted.get(index);
            if (!taken.get(index) && fits(answer, "player", player) && answer.has("kind")
                    && kinds.contains(answer.get("kind").getAsString()) && (about == null || fits(answer, "about", about))) {
                return words(answer.get("choose"));
            }
        }
        return null;
    }

    private List<String> ask(Question question) {
        int index = find(question);
        if (index < 0) {
            if (question.options.size() == question.min && !question.ordered) {
                return question.options; // nothing to choose
            }
            if (!run.started) {
                throw Over.unsupported("state", "a choice that the position does not tell: " + question.kind);
            }
            throw Over.of(told(wrap("choice", question.json(question.kind))));
        }
        JsonObject answer = scripted.get(index);
        List<String> chosen = words(answer.get("choose"));
        if (!question.single && chosen.size() < question.min && question.options.containsAll(chosen)) {
            chosen = more(question, index, chosen); // several answers, each with one of what is asked for at once
        }
        if (!question.single && chosen.size() == 1 && chosen.get(0).equals(DECLINE) && !question.options.contains(DECLINE)) {
            chosen = List.of();
        }
        if (question.single && chosen.isEmpty() && question.options.contains(DECLINE)) {
            chosen = List.of(DECLINE);
        }
        if (!question.allows(chosen)) {
            JsonObject refusal = new JsonObject();
            refusal.addProperty("answer", index);
            refusal.addProperty("reason", "not among the options of " + question.kind + ": " + question.options);
            throw Over.of(told(wrap("refused", refusal)));
        }
        taken.set(index, true);
        JsonObject record = question.json(answer.has("kind") ? answer.get("kind").getAsString() : question.kind);
        if (question.single) {
            record.add("chosen", word(chosen.get(0)));
        } else {
            JsonArray list = new JsonArray();
            chosen.forEach(each -> list.add(word(each)));
            record.add("chosen", list);
        }
        asked.add(record);
        return chosen;
    }

    private List<String> more(Question question, int index, List<String> first) {
        List<String> chosen = new ArrayList<>(first);
        List<Integer> used = new ArrayList<>(List.of(index));
        while (chosen.size() < question.min) {
            taken.set(used.get(used.size() - 1), true);
            List<String> left = new ArrayList<>(question.options);
            chosen.forEach(left::remove);
            Question rest = new Question(question.player, question.kind, question.kin, question.about, left, 1, 1, false, true);
            int next = find(rest);
            if (next < 0 || !rest.allows(words(scripted.get(next).get("choose")))) {
                used.forEach(each -> taken.set(each, false));
                return first;
            }
            used.add(next);
            chosen.addAll(words(scripted.get(next).get("choose")));
        }
        used.forEach(each -> taken.set(each, true));
        return chosen;
    }

    private int find(Question question) {
        int loose = -1;
        for (int index = 0; index < scripted.size(); index++) {
            JsonObject answer = scripted.get(index);
            if (taken.get(index) || !fits(answer, "player", question.player)
                    || question.about != null && !fits(answer, "about", question.about)) {
                continue;
            }
            if (fits(answer, "kind", question.kind)) {
                if (answer.has("kind") || question.allows(words(answer.get("choose")))) {
                    return index;
                }
            } else if (loose < 0 && question.kin.contains(answer.get("kind").getAsString())
                    && question.allows(words(answer.get("choose")))) {
                loose = index;
            }
        }
        return loose;
    }

    private static boolean fits(JsonObject answer, String key, String value) {
        return !answer.has(key) || answer.get(key).getAsString().equals(value);
    }

    static List<String> words(JsonElement value) {
        List<String> found = new ArrayList<>();
        if (value.isJsonArray()) {
            value.getAsJsonArray().forEach(each -> found.add(each.getAsString()));
        } else {
            found.add(value.getAsString());
        }
        return found;
    }

    /** Adds what was asked and which answers were not taken. */
    JsonObject told(JsonObject outcome) {
        outcome.add("asked", asked);
        JsonArray unused = new JsonArray();
        for (int index = 0; index < taken.size(); index++) {
            if (!taken.get(index)) {
                unused.add(index);
            }
        }
        if (!unused.isEmpty()) {
            outcome.add("unused", unused);
        }
        return outcome;
    }

    private static JsonObject wrap(String name, JsonObject part) {
        JsonObject outcome = new JsonObject();
        outcome.add(name, part);
        return outcome;
    }

    private static JsonPrimitive word(String word) {
        return word.matches("-?\\d{1,9}") ? new JsonPrimitive(Integer.valueOf(word)) : new JsonPrimitive(word);
    }

    private record Question(String player, String kind, Set<String> kin, String about, List<String> options, int min, int max,
            boolean ordered, boolean single) {

        boolean allows(List<String> chosen) {
            List<String> left = new ArrayList<>(options);
            for (String each : chosen) {
                if (!left.remove(each)) {
                    return single ? false : chosen.equals(List.of(DECLINE)) && min == 0;
                }
            }
            return chosen.size() >= min && chosen.size() <= max
                    || single && chosen.isEmpty() && options.contains(DECLINE);
        }

        JsonObject json(String kind) {
            JsonObject made = new JsonObject();
            made.addProperty("player", player);
            made.addProperty("kind", kind);
            if (about != null) {
                made.addProperty("about", about);
            }
            JsonArray list = new JsonArray();
            options.forEach(option -> list.add(word(option)));
            made.add("options", list);
            if (!single) {
                made.addProperty("min", min);
                made.addProperty("max", max);
                if (ordered) {
                    made.addProperty("ordered", true);
                }
            }
            return made;
        }
    }
}
