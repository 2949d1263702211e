package com.vdom.core;

import static kit.Answers.map;

import java.io.IOException;
import java.util.*;
import kit.Server;

/** Androminion behind the protocol. */
public final class Bridge {
    private static final String HOME = "https://github.com/mehtank/androminion";

    private Bridge() {
    }

    public static void main(String[] args) throws IOException {
        Server.serve(() -> describe(args.length > 0 ? args[0] : "unknown"), BridgeScript::run);
    }

    private static Map<String, Object> describe(String version) {
        Map<String, Object> claims = map("cards", new ArrayList<>(BridgeNames.CARDS.keySet()), "actions", BridgeScript.ACTIONS,
                "wordings", BridgePosition.WORDINGS, "unseen", List.of("gained_last_turn", "home"), "unset", BridgePosition.UNSET);
        return map("protocol", 1, "name", "Androminion", "version", version, "homepage", HOME, "issues", HOME + "/issues",
                "capabilities", List.of("choices", "moments", "instruct"), "games", map("dominion", claims));
    }
}
