package com.vdom.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The answers that a request brings, what has been asked so far, and how the run ended if it has. */
final class BridgeAnswers {
    static final String DECLINE = "decline";

    /** The run ends here; an Error, since the engine catches every exception of a player. */
    static final class Over extends Error {
        private static final long serialVersionUID = 1L;

        Over() {
            super("the run is over", null, false, false);
        }
    }

    private final List<Map<String, Object>> given = new ArrayList<>();
    private final boolean[] taken;
    private final List<Object> asked = new ArrayList<>();
    private Map<String, Object> outcome;

    @SuppressWarnings("unchecked")
    BridgeAnswers(List<Object> answers) {
        answers.forEach(answer -> given.add((Map<String, Object>) answer));
        taken = new boolean[given.size()];
    }

    /** Ends the run; what ended it first counts, since the engine may go on for a while. */
    Over end(Map<String, Object> how) {
        if (outcome == null) {
            outcome = how;
        }
        return new Over();
    }

    Over unsupported(String what, String name) {
        return end(BridgeJson.map("unsupported", BridgeJson.map("what", what, "name", name)));
    }

    /** Throws if the run has ended already. */
    void goOn() {
        if (outcome != null) {
            throw new Over();
        }
    }

    Map<String, Object> outcome() {
        Map<String, Object> told = new LinkedHashMap<>(outcome);
        if (!told.containsKey("unsupported")) {
            List<Object> unused = new ArrayList<>();
            for (int i = 0; i < taken.length; i++) {
                if (!taken[i]) {
                    unused.add(i);
                }
            }
            told.put("asked", new ArrayList<>(asked));
            told.put("unused", unused);
        }
        return told;
    }

    /** Asks for exactly one of some options. */
    String one(String player, String kind, String about, List<String> options) {
        return ask(question(player, kind, about, options)).get(0);
    }

    /** Asks for several of some options. */
    List<String> some(String player, String kind, String about, List<String> options, int least, int most, boolean ordered) {
        Map<String, Object> question = question(player, kind, about, options);
        question.put("min", least);
        question.put("max", most);
        if (ordered) {
            question.put("ordered", true);
        }
        return ask(question);
    }

    private static Map<String, Object> question(String player, String kind, String about, List<String> options) {
        Map<String, Object> question = BridgeJson.map("player", player, "kind", kind, "options", new ArrayList<>(options));
        if (about != null) {
            question.put("about", about);
        }
        return question;
    }

    private List<String> ask(Map<String, Object> question) {
        goOn();
        int index = 0;
        while (index < taken.length && (taken[index] || !fits(given.get(index), question))) {
            index++;
        }
        if (index == taken.length) {
            throw end(BridgeJson.map("choice", question));
        }
        taken[index] = true;
        boolean single = !question.containsKey("max");
        List<String> chosen = chosen(given.get(index).get("choose"), single);
        List<Object> left = new ArrayList<>((List<?>) question.get("options"));
        int least = single ? 1 : (Integer) question.get("min");
        int most = single ? 1 : (Integer) question.get("max");
        boolean allThere = chosen.stream().allMatch(left::remove);
        if (!allThere || chosen.size() < least || chosen.size() > most) {
            String reason = "takes " + least + " to " + most + " of " + question.get("options") + ", not " + chosen;
            throw end(BridgeJson.map("refused", BridgeJson.map("answer", index, "reason", reason)));
        }
        Map<String, Object> told = new LinkedHashMap<>(question);
        told.put("chosen", single ? chosen.get(0) : chosen);
        asked.add(told);
        return chosen;
    }

    private static List<String> chosen(Object told, boolean single) {
        List<String> chosen = new ArrayList<>();
        for (Object option : told instanceof List ? (List<?>) told : Arrays.asList(told)) {
            chosen.add(String.valueOf(option));
        }
        if (single && chosen.isEmpty()) {
            chosen.add(DECLINE);
        } else if (!single && DECLINE.equals(told)) {
            chosen.clear();
        }
        return chosen;
    }

    private static boolean fits(Map<String, Object> answer, Map<String, Object> question) {
        for (String key : Arrays.asList("player", "kind", "about")) {
            if (answer.containsKey(key) && !answer.get(key).equals(question.get(key))) {
                return false;
            }
        }
        return true;
    }
}
