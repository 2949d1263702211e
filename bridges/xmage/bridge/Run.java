package bridge;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import mage.game.GameOptions;

/** One request: what its parts share. */
final class Run {
    final JsonObject given;
    final List<JsonObject> actions = new ArrayList<>();
    final Words words;
    final Names names = new Names(this);
    final Answers answers;
    final Script script;
    final Map<String, Seat> seats = new LinkedHashMap<>();
    final Position position;
    final Telling telling;
    final Labels labels = new Labels(this);
    final Dialogs dialogs = new Dialogs(this);
    final Moves moves = new Moves(this);
    /** The paths that will be looked at; null for all. */
    private final JsonArray observed;
    /** Whether the position stands and the first player has got priority. */
    boolean started;
    Table game;

    Run(JsonObject params, Words words) {
        this.words = words;
        given = params.getAsJsonObject("given");
        params.getAsJsonArray("actions").forEach(action -> actions.add(action.getAsJsonObject()));
        answers = new Answers(this, params.has("answers") ? params.getAsJsonArray("answers") : new JsonArray());
        observed = params.has("observe") ? params.getAsJsonArray("observe") : null;
        script = new Script(this);
        position = new Position(this);
        telling = new Telling(this);
    }

    JsonObject play() {
        for (String refused : List.of("effects", "extra_turns", "stack")) {
            if (given.has(refused) && !given.get(refused).isJsonNull()
                    && !(given.get(refused).isJsonArray() && given.getAsJsonArray(refused).isEmpty())) {
                throw Over.unsupported("state", refused);
            }
        }
        game = new Table(this);
        GameOptions options = new GameOptions();
        options.testMode = true;
        options.skipInitShuffling = true;
        options.rollbackTurnsAllowed = false;
        game.setGameOptions(options);
        position.seat();
        UUID active = seats.get(turn()).getId();
        game.setStartingPlayerId(active);
        game.start(active);
        script.finish();
        return outcome();
    }

    String turn() {
        return given.has("turn") ? given.get("turn").getAsString() : given.getAsJsonArray("players").get(0).getAsString();
    }

    /** The position as it is now, with what was asked on the way. */
    JsonObject outcome() {
        JsonObject outcome = new JsonObject();
        outcome.add("state", telling.state());
        return answers.told(outcome);
    }

    /** Whether a path is looked at that ends with this key. */
    boolean looksAt(String key) {
        if (observed == null) {
            return false;
        }
        for (JsonElement path : observed) {
            for (JsonElement part : path.getAsJsonArray()) {
                if (part.getAsString().equals(key)) {
                    return true;
                }
            }
        }
        return false;
    }
}
