package bridge;

import static kit.Answers.map;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import kit.Answers;
import kit.Facts;
import mage.game.GameOptions;

/** One request: what its parts share. */
final class Run {
    /** The kinds of questions that the engine does not tell from others, and the kinds that their answers may have. */
    private static final Map<String, Set<String>> AKIN = akin(Map.of(
            "object sacrifice discard exile return search copy player legend protector", "object sacrifice discard exile return attach "
                    + "search copy player legend protector target may order library prevent replacement",
            "may pay", "may pay", "type word name color mana", "type word name color mode mana", "mode", "word",
            "number damage roll", "number damage", "shuffle", "library"));

    final Facts given;
    final Words words;
    final Answers answers;
    final Names names = new Names(this);
    final Script script;
    final Map<String, Seat> seats = new LinkedHashMap<>();
    final Position position = new Position(this);
    final Telling telling = new Telling(this);
    final Labels labels = new Labels(this);
    final Dialogs dialogs = new Dialogs(this);
    final Moves moves = new Moves(this);
    final Table game = new Table(this);
    private final Object observed;
    /** Whether the position stands and the first player has got priority. */
    boolean started;

    private Run(Map<String, Object> params, Words words, Answers answers) {
        this.words = words;
        this.answers = answers;
        script = new Script(this, answers.actions(params, "mtg", Script.VERBS));
        given = answers.given(params, Position.UNSET);
        observed = params.get("observe");
    }

    private static Map<String, Set<String>> akin(Map<String, String> told) {
        Map<String, Set<String>> kinds = new HashMap<>();
        told.forEach((some, others) -> List.of(some.split(" ")).forEach(kind -> kinds.put(kind, Set.of(others.split(" ")))));
        return kinds;
    }

    static Map<String, Object> play(Map<String, Object> params, Words words) {
        Answers answers = new Answers(params, AKIN);
        try {
            new Run(params, words, answers).play();
            throw new IllegalStateException("the script did not come to an end");
        } catch (Answers.Over over) {
            return answers.outcome();
        } catch (IllegalStateException wrong) {
            if (!String.valueOf(wrong.getMessage()).contains("can't find card names")) throw wrong;
            return map("unsupported", map("what", "choice", "name", "a card name, for which the engine has no database here"));
        }
    }

    private void play() {
        Chance.reset();
        GameOptions options = new GameOptions();
        options.testMode = true;
        options.skipInitShuffling = true;
        options.rollbackTurnsAllowed = false;
        game.setGameOptions(options);
        position.seat();
        UUID active = seats.get(turn()).getId();
        game.setStartingPlayerId(active);
        game.start(active);
        throw script.finish();
    }

    String turn() {
        return given.text("turn", given.texts("players").get(0));
    }

    /** Whether something is looked at whose path has this key. */
    boolean looksAt(String key) {
        return !(observed instanceof List<?> paths) || paths.stream().anyMatch(path -> ((List<?>) path).contains(key));
    }
}
