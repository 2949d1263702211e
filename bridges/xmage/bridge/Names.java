package bridge;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import mage.MageObject;
import mage.cards.Card;
import mage.game.permanent.Permanent;
import mage.game.permanent.PermanentToken;
import mage.game.stack.StackObject;
import mage.players.Player;

/** Which of the engine's objects bears which id of the position. */
final class Names {
    private final Run run;
    private final Map<UUID, String> ids = new LinkedHashMap<>();
    private final Map<String, UUID> objects = new HashMap<>();
    private final Map<UUID, String> tokens = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();

    Names(Run run) {
        this.run = run;
    }

    void register(String id, UUID object) {
        ids.put(object, id);
        objects.put(id, object);
    }

    /** The object with this id, or null. */
    UUID object(String id) {
        return objects.get(id);
    }

    /** The id of an object, or null. */
    String id(UUID object) {
        Card card = run.game.getCard(object);
        UUID main = card == null ? object : card.getMainCard().getId();
        return ids.get(main);
    }

    /** What the protocol calls an object or player: its id, or else its name. */
    String of(UUID object) {
        if (object == null) {
            return null;
        }
        Player player = run.game.getPlayer(object);
        if (player != null) {
            return player.getName();
        }
        if (!ids.containsKey(object) && run.game.getPermanent(object) instanceof PermanentToken) {
            nameTokens();
        }
        String id = id(object);
        if (id != null) {
            return id;
        }
        StackObject onStack = run.game.getStack().getStackObject(object);
        if (onStack != null && !onStack.getSourceId().equals(object)) {
            return of(onStack.getSourceId());
        }
        MageObject found = run.game.getObject(object);
        if (found == null) {
            found = run.game.getLastKnownInformation(object, mage.constants.Zone.BATTLEFIELD);
        }
        return found == null ? null : found.getName();
    }

    /** A player by name. */
    Seat seat(String name) {
        return run.seats.get(name);
    }

    /** Gives tokens that are new their ids, the oldest first. */
    void nameTokens() {
        run.game.getBattlefield().getAllPermanents().stream()
                .filter(each -> each instanceof PermanentToken && !ids.containsKey(each.getId()))
                .sorted(java.util.Comparator.comparingInt(Permanent::getCreateOrder))
                .forEach(this::nameToken);
    }

    private void nameToken(Permanent token) {
        String name = token.getName().replaceAll(" Token$", "");
        String word = name.toLowerCase(Locale.ROOT).replaceAll("['’]", "").replaceAll("[^a-z0-9]+", "_");
        register(word + "_" + counts.merge(word, 1, Integer::sum), token.getId());
        tokens.put(token.getId(), name);
    }

    /** A token's name as it was created. */
    String token(UUID object) {
        return tokens.get(object);
    }
}
