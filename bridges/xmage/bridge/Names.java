package bridge;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import mage.MageObject;
import mage.cards.Card;
import mage.constants.Zone;
import mage.game.permanent.Permanent;
import mage.game.permanent.PermanentToken;
import mage.game.stack.StackObject;
import mage.players.Player;

/** Which of the engine's objects bears which id of the position. */
final class Names {
    private final Run run;
    private final Map<UUID, String> ids = new LinkedHashMap<>();
    private final Map<String, UUID> objects = new LinkedHashMap<>();
    private final Map<UUID, String> tokens = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();

    Names(Run run) {
        this.run = run;
    }

    void register(String id, UUID object) {
        ids.put(object, id);
        objects.put(id, object);
    }

    /** All ids. */
    Set<String> ids() {
        return objects.keySet();
    }

    /** The object with this id, or null. */
    UUID object(String id) {
        return objects.get(id);
    }

    /** The player or object that is called so, by its name if it has no id; null if there is none. */
    UUID find(String reference) {
        return find(reference, run.game.getActivePlayerId(), false);
    }

    /**
     * The same; what is a player's comes first, and what lies elsewhere if that may be meant. Of two faces of a card it is the one
     * that is there.
     */
    UUID find(String reference, UUID player, boolean held) {
        UUID object = objects.get(reference);
        if (object == null && run.seats.containsKey(reference)) return run.seats.get(reference).getId();
        Stream<UUID> away = Stream.empty();
        if (held) {
            Player holder = run.game.getPlayer(player);
            Stream<UUID> exile = run.game.getExile().getAllCards(run.game).stream().map(Card::getId);
            away = Stream.of(holder.getHand().stream(), exile, holder.getGraveyard().stream()).flatMap(zone -> zone);
        }
        Comparator<Permanent> named = Comparator.comparing(each -> id(each.getId()) != null);
        Stream<UUID> there = run.game.permanents().stream()
                .sorted(named.thenComparing(each -> !each.isControlledBy(player))).map(Permanent::getId);
        return Stream.concat(away, there).filter(each -> object != null ? main(each).equals(object)
                : printed(each).equals(reference) || run.game.getCard(each) != null && run.game.getCard(each).getName().equals(reference))
                .findFirst().orElse(object);
    }

    /** The whole card that an object is a part of, or the object itself. */
    UUID main(UUID object) {
        Card card = run.game.getCard(object);
        return card == null ? object : card.getMainCard().getId();
    }

    /** The id of an object, or null. */
    String id(UUID object) {
        return ids.get(main(object));
    }

    /** What the protocol calls an object or player: its id, or else its name. */
    String of(UUID object) {
        if (object == null) return null;
        Player player = run.game.getPlayer(object);
        if (player != null) return player.getName();
        nameTokens();
        if (id(object) != null) return id(object);
        StackObject onStack = run.game.getStack().getStackObject(object);
        if (onStack != null && !onStack.getSourceId().equals(object)) return of(onStack.getSourceId());
        MageObject found = run.game.getObject(object);
        MageObject last = found == null ? run.game.getLastKnownInformation(object, Zone.BATTLEFIELD) : found;
        return last == null ? null : last.getName();
    }

    /** The name that an object has now, or that is printed on its card; an empty one if there is no such object. */
    String printed(UUID object) {
        Permanent permanent = run.game.getPermanent(object);
        Card card = permanent == null ? run.game.getCard(object) : permanent;
        return card == null ? "" : card.getName();
    }

    /** Gives tokens that are new their ids, the oldest first. */
    void nameTokens() {
        run.game.getBattlefield().getAllPermanents().stream()
                .filter(each -> each instanceof PermanentToken && !ids.containsKey(each.getId()))
                .sorted(Comparator.comparingInt(Permanent::getCreateOrder)).forEach(token -> {
                    String name = token.getName().replaceAll(" Token$", "");
                    String word = name.toLowerCase(Locale.ROOT).replaceAll("['’]", "").replaceAll("[^a-z0-9]+", "_");
                    register(word + "_" + counts.merge(word, 1, Integer::sum), token.getId());
                    tokens.put(token.getId(), name);
                });
    }

    /** A token's name as it was created. */
    String token(UUID object) {
        return tokens.get(object);
    }
}
