package com.vdom.core;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Map;

/** Androminion behind the protocol: requests on standard input, responses on standard output, a line each. */
public final class Bridge {
    private static final String HOME = "https://github.com/mehtank/androminion";

    private Bridge() {
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Exception {
        PrintStream responses = new PrintStream(System.out, false, "UTF-8");
        System.setOut(System.err); // the engine prints
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String version = args.length > 0 ? args[0] : "unknown";
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            Map<String, Object> request;
            try {
                request = (Map<String, Object>) BridgeJson.read(line);
            } catch (IllegalArgumentException | IndexOutOfBoundsException | ClassCastException wrong) {
                responses.print("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"not JSON\"}}\n");
                responses.flush();
                continue;
            }
            Map<String, Object> response = BridgeJson.map("jsonrpc", "2.0", "id", request.get("id"));
            Map<String, Object> params = (Map<String, Object>) request.getOrDefault("params", BridgeJson.map());
            try {
                switch (String.valueOf(request.get("method"))) {
                    case "describe": response.put("result", describe(version)); break;
                    case "run": response.put("result", BridgeScript.run(params)); break;
                    case "shutdown": response.put("result", BridgeJson.map()); break;
                    default: response.put("error", BridgeJson.map("code", -32601, "message", "no such method"));
                }
            } catch (Exception | StackOverflowError wrong) {
                response.put("error", error(wrong));
            }
            responses.print(BridgeJson.write(response) + "\n");
            responses.flush();
            if ("shutdown".equals(request.get("method"))) {
                return;
            }
        }
    }

    private static Map<String, Object> describe(String version) {
        Map<String, Object> claims = BridgeJson.map(
                "cards", new ArrayList<Object>(BridgeNames.cards().keySet()),
                "actions", BridgeScript.ACTIONS);
        return BridgeJson.map("protocol", 1, "name", "Androminion", "version", version, "homepage", HOME, "issues", HOME + "/issues",
                "games", BridgeJson.map("dominion", claims), "capabilities", Arrays.asList("choices", "moments", "instruct"));
    }

    private static Map<String, Object> error(Throwable wrong) {
        StringWriter trace = new StringWriter();
        wrong.printStackTrace(new PrintWriter(trace));
        StackTraceElement place = wrong.getStackTrace().length > 0 ? wrong.getStackTrace()[0] : null;
        String told = (wrong.getClass().getSimpleName() + (place == null ? "" : " in " + place.getMethodName() + " of " + place.getFileName())
                + (wrong.getMessage() == null ? "" : ": " + wrong.getMessage())).split("\n")[0];
        return BridgeJson.map("code", -32603, "message", told, "data", trace.toString());
    }
}
