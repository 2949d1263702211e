package kit;

import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.function.*;
import java.util.regex.PatternSyntaxException;

/** Requests on standard input, responses on standard output, a line each: what every bridge in Java does alike. */
public final class Server {
    private Server() {
    }

    /** Serves requests until `shutdown` or the end of the input; whatever else prints goes to standard error. */
    public static void serve(Supplier<Map<String, Object>> describe, UnaryOperator<Map<String, Object>> run) throws IOException {
        PrintStream responses = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        boolean last = false;
        for (String line = requests.readLine(); line != null && !last; line = last ? null : requests.readLine()) {
            Map<String, Object> response = Json.object("jsonrpc", "2.0", "id", null);
            try {
                Map<?, ?> request = (Map<?, ?>) Json.read(line);
                response.put("id", request.get("id"));
                last = "shutdown".equals(request.get("method"));
                answer(request, response, describe, run);
            } catch (RuntimeException wrong) { // of a request alone: what goes wrong in a run has been told
                response.put("error", Json.object("code", -32700, "message", "no request can be read in this line"));
            }
            responses.print(Json.write(response) + "\n");
            responses.flush();
        }
    }

    @SuppressWarnings("unchecked")
    private static void answer(
            Map<?, ?> request, Map<String, Object> response, Supplier<Map<String, Object>> describe,
            UnaryOperator<Map<String, Object>> run) {
        try {
            switch (String.valueOf(request.get("method"))) {
                case "describe" -> response.put("result", describe.get());
                case "run" -> response.put("result", run.apply((Map<String, Object>) request.get("params")));
                case "shutdown" -> response.put("result", Json.object());
                default -> response.put("error", Json.object("code", -32601, "message", "no such method"));
            }
        } catch (Exception | StackOverflowError wrong) {
            response.put("error", error(wrong));
        }
    }

    private static Map<String, Object> error(Throwable thrown) {
        Throwable wrong = thrown; // an engine may wrap what went wrong
        while (wrong.getCause() != null) wrong = wrong.getCause();
        if (wrong instanceof PatternSyntaxException) wrong = new StackOverflowError(); // which is where the stack happened to end
        StringWriter trace = new StringWriter();
        wrong.printStackTrace(new PrintWriter(trace));
        // Where a stack overflows is not the same each time.
        StackTraceElement[] places = wrong instanceof StackOverflowError ? new StackTraceElement[0] : wrong.getStackTrace();
        // A class has its name also where the engine was compiled without those of its files.
        String where = places.length == 0 ? "" : " in " + places[0].getMethodName() + " of " + outermost(places[0].getClassName());
        String told = wrong.getClass().getSimpleName() + where + (wrong.getMessage() == null ? "" : ": " + wrong.getMessage());
        return Json.object("code", -32603, "message", told.split("\n")[0], "data", trace.toString());
    }

    /** `Game` for `mage.game.Game$Round`. */
    private static String outermost(String name) {
        return name.substring(name.lastIndexOf('.') + 1).split("\\$")[0];
    }
}
