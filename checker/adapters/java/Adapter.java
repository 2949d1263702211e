import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * An adapter between rulings and an engine: requests on standard input, responses on standard output, one a line.
 *
 * <p>Go on at the three places marked HERE. Nothing but responses may be written to standard output: whatever else
 * prints there, such as an engine's log, is led to standard error below.
 */
public final class Adapter {
  static final String NAME = "@NAME@";
  static final String VERSION = "0.1";
  static final String GAME = "@GAME@";

  // HERE (1): the cards that your engine knows, by their English names.
  static final Set<String> CARDS = Set.of();

  // HERE (2): what does each action; `docs/formats.md` of rulings lists them for each game.
  static final Map<String, BiConsumer<Map<String, Object>, Map<String, Object>>> ACTIONS =
      Map.of("example", (position, action) -> { // such as {"example": "alice"}
        throw new Unsupported("action", action.keySet().iterator().next());
      });

  /** The engine lacks something: a game, a card, an action, a capability. */
  static final class Unsupported extends RuntimeException {
    final Map<String, Object> lack;

    Unsupported(String what, String name) {
      super(what + " " + name);
      lack = Map.of("what", what, "name", name);
    }
  }

  /**
   * What the engine is and claims. With "cards" in the game's claims, cases with other cards are not even sent. Add the
   * capability "choices" when `run` can answer with a question and all its options.
   */
  static Map<String, Object> describe() {
    return Map.of(
        "protocol", 1, "name", NAME, "version", VERSION, "games", Map.of(GAME, Map.of()), "capabilities", List.of());
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> run(Map<String, Object> params) {
    String game = String.valueOf(params.get("game"));
    if (!game.equals(GAME)) throw new Unsupported("game", game);
    Map<String, Object> position = (Map<String, Object>) params.get("given");
    requireCards(position);
    // HERE (3): set your engine up from `position`, let the actions happen in it, and read the position back.
    // What of it your engine cannot be given is unsupported, {"what": "state", "name": "counters"}: passed over,
    // it would make cases fail for what the engine never knew.
    // For a question that `answers` does not answer, return {"choice": {"player", "kind", "options"}}; for an action
    // that the rules forbid, {"refused": {"action": index, "reason": "..."}}.
    for (Map<String, Object> action : (List<Map<String, Object>>) params.get("actions")) {
      String verb = action.keySet().stream().filter(ACTIONS::containsKey).findFirst().orElse(null);
      if (verb == null) throw new Unsupported("action", action.keySet().stream().findFirst().orElse(""));
      ACTIONS.get(verb).accept(position, action);
    }
    return Map.of("state", position);
  }

  static void requireCards(Object part) {
    if (part instanceof Map<?, ?> object) {
      if (object.get("card") instanceof String card && !CARDS.contains(card)) throw new Unsupported("card", card);
      object.values().forEach(Adapter::requireCards);
    } else if (part instanceof List<?> list) {
      list.forEach(Adapter::requireCards);
    }
  }

  @SuppressWarnings("unchecked")
  static Object respond(Map<String, Object> request) {
    Object id = request.get("id");
    try {
      return switch (String.valueOf(request.get("method"))) {
        case "describe" -> result(id, describe());
        case "run" -> result(id, run((Map<String, Object>) request.get("params")));
        case "shutdown" -> result(id, Map.of());
        default -> error(id, -32601, "no method " + request.get("method"));
      };
    } catch (Unsupported wrong) {
      return result(id, Map.of("unsupported", wrong.lack));
    } catch (RuntimeException | StackOverflowError wrong) { // what goes wrong in one run must not end the others
      wrong.printStackTrace(); // to standard error, which is shown with the case
      return error(id, -32603, wrong.toString());
    }
  }

  static Object result(Object id, Object value) {
    return Json.object("jsonrpc", "2.0", "id", id, "result", value);
  }

  static Object error(Object id, int code, String message) {
    return Json.object("jsonrpc", "2.0", "id", id, "error", Map.of("code", code, "message", message));
  }

  public static void main(String[] arguments) throws IOException {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    System.setOut(System.err);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    boolean last = false;
    for (String line = in.readLine(); line != null && !last; line = last ? null : in.readLine()) {
      Object response;
      try {
        @SuppressWarnings("unchecked")
        Map<String, Object> request = (Map<String, Object>) Json.read(line);
        if (!request.containsKey("id")) throw new IllegalArgumentException("no request");
        response = respond(request);
        last = "shutdown".equals(request.get("method"));
      } catch (IllegalArgumentException | ClassCastException | StackOverflowError wrong) {
        response = error(null, -32700, "no request can be read in this line");
      }
      out.print(Json.write(response) + "\n");
      out.flush();
    }
    System.exit(0); // also where an engine has left threads
  }
}
