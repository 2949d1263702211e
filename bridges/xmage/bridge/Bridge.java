package bridge;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.varia.NullAppender;

/** XMage behind the protocol: reads a request a line, plays it from nothing, and answers with a line. */
public final class Bridge {
    private static final String EDITION = "2026-08-07";

    private final String version;
    private final Words words;

    private Bridge(String version, Words words) {
        this.version = version;
        this.words = words;
    }

    /** Argument: the engine's version for reports; the words of the card data stand in the working directory. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(System.err); // whatever the engine prints is no response
        Logger.getRootLogger().removeAllAppenders();
        Logger.getRootLogger().addAppender(new NullAppender());
        Logger.getRootLogger().setLevel(Level.OFF);
        Chance.install();
        Words words = new Words(JsonParser.parseString(Files.readString(Path.of("words.json"))).getAsJsonObject());
        Bridge bridge = new Bridge(arguments[0], words);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isBlank()) {
                continue;
            }
            JsonObject response = bridge.respond(line);
            out.println(response);
            out.flush();
            if (response.has("result") && response.getAsJsonObject("result").isEmpty()) {
                break; // shut down
            }
        }
        out.flush();
        Runtime.getRuntime().halt(0); // the engine may have threads of its own
    }

    private JsonObject respond(String line) {
        JsonElement id = JsonNull.INSTANCE;
        JsonObject response = new JsonObject();
        response.addProperty("jsonrpc", "2.0");
        try {
            JsonElement read;
            try {
                read = JsonParser.parseString(line);
            } catch (RuntimeException unreadable) {
                return failed(response, id, -32700, "not JSON");
            }
            if (!read.isJsonObject()) {
                return failed(response, id, -32600, "not a request");
            }
            JsonObject request = read.getAsJsonObject();
            JsonElement told = request.get("id");
            if (told != null && told.isJsonPrimitive() && !told.getAsJsonPrimitive().isBoolean()) {
                id = told;
            }
            JsonElement method = request.get("method");
            if (method == null || !method.isJsonPrimitive() || !method.getAsJsonPrimitive().isString()) {
                return failed(response, id, -32600, "a request needs a method");
            }
            JsonElement params = request.get("params");
            JsonObject result;
            switch (method.getAsString()) {
                case "describe":
                    result = describe();
                    break;
                case "run":
                    if (params == null || !params.isJsonObject() || !params.getAsJsonObject().has("given")
                            || !params.getAsJsonObject().has("actions")) {
                        return failed(response, id, -32602, "run needs a position and actions");
                    }
                    result = run(params.getAsJsonObject());
                    break;
                case "shutdown":
                    result = new JsonObject();
                    break;
                default:
                    return failed(response, id, -32601, "no method " + method.getAsString());
            }
            response.add("id", id);
            response.add("result", result);
            return response;
        } catch (RuntimeException | StackOverflowError failure) {
            failure.printStackTrace();
            Throwable cause = failure;
            while (cause.getCause() != null && cause.getCause() != cause) {
                cause = cause.getCause();
            }
            if (String.valueOf(cause.getMessage()).contains("can't find card names")) {
                response.add("id", id);
                response.add("result", Over.unsupported("choice", "a card name, for which the engine has no database here").outcome);
                return response;
            }
            StackTraceElement[] trace = cause instanceof StackOverflowError ? new StackTraceElement[0] : cause.getStackTrace();
            String where = trace.length == 0 ? "" : " at " + trace[0];
            return failed(response, id, -32603, String.valueOf(cause).replace('\n', ' ') + where);
        }
    }

    private JsonObject run(JsonObject params) {
        try {
            if (!"mtg".equals(params.get("game").getAsString())) {
                throw Over.unsupported("game", params.get("game").getAsString());
            }
            if (params.has("cards") && !params.getAsJsonArray("cards").isEmpty()) {
                throw Over.unsupported("capability", "define-card");
            }
            Chance.reset();
            return new Run(params, words).play();
        } catch (Over over) {
            return over.outcome;
        }
    }

    private JsonObject describe() {
        JsonObject game = new JsonObject();
        JsonArray verbs = new JsonArray();
        Script.VERBS.forEach(verbs::add);
        game.add("actions", verbs);
        JsonArray editions = new JsonArray();
        editions.add(EDITION);
        game.add("editions", editions);
        JsonObject games = new JsonObject();
        games.add("mtg", game);
        JsonArray capabilities = new JsonArray();
        capabilities.add("choices");
        JsonObject said = new JsonObject();
        said.addProperty("protocol", 1);
        said.addProperty("name", "XMage");
        said.addProperty("version", version);
        said.add("games", games);
        said.add("capabilities", capabilities);
        said.addProperty("homepage", "https://github.com/magefree/mage");
        said.addProperty("issues", "https://github.com/magefree/mage/issues");
        return said;
    }

    private static JsonObject failed(JsonObject response, JsonElement id, int code, String message) {
        JsonObject error = new JsonObject();
        error.addProperty("code", code);
        error.add("message", new JsonPrimitive(message));
        response.add("id", id);
        response.add("error", error);
        return response;
    }
}
