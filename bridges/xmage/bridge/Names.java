package bridge;

import java.util.*;
import java.util.stream.Stream;
import kit.Ids;
import mage.MageObject;
import mage.cards.Card;
import mage.constants.Zone;
import mage.game.permanent.*;
import mage.game.stack.StackObject;
import mage.players.Player;

/** What the protocol calls the engine's objects. */
final class Names {
    private final Run run;
    final Ids<UUID> ids = new Ids<>();

    Names(Run run) {
        this.run = run;
    }

    /** The player or object that is called so, by its name if it has no id; null if there is none. */
    UUID find(String reference) {
        return find(reference, run.game.getActivePlayerId(), false);
    }

    /** The same; a player's comes first, and what lies elsewhere if that may be meant. Of two faces it is the one that is there. */
    UUID find(String reference, UUID player, boolean held) {
        UUID object = ids.key(reference);
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
                : Stream.of(Optional.ofNullable(run.game.getCard(each)), Optional.ofNullable(card(each)))
                .anyMatch(card -> card.isPresent() && card.get().getName().equals(reference))).findFirst().orElse(object);
    }

    /** The permanent that is called so, of some player's first; null if there is none. */
    Permanent permanent(String reference, UUID player) {
        UUID object = reference == null ? null : find(reference, player, false);
        return object == null ? null : run.game.getPermanent(object);
    }

    /** The whole card that an object is a part of, or the object itself. */
    UUID main(UUID object) {
        Card card = run.game.getCard(object);
        return card == null ? object : card.getMainCard().getId();
    }

    /** The id of an object, or null. */
    String id(UUID object) {
        return ids.id(main(object));
    }

    /** What the protocol calls an object or player: its id, or else its name. */
    String of(UUID object) {
        if (object == null) return null;
        Player player = run.game.getPlayer(object);
        if (player != null) return player.getName();
        tokens();
        if (id(object) != null) return id(object);
        StackObject onStack = run.game.getStack().getStackObject(object);
        if (onStack != null && !onStack.getSourceId().equals(object)) return of(onStack.getSourceId());
        MageObject found = run.game.getObject(object);
        MageObject last = found == null ? run.game.getLastKnownInformation(object, Zone.BATTLEFIELD) : found;
        return last == null ? null : last.getName();
    }

    /** A permanent, or else a card. */
    Card card(UUID object) {
        Permanent permanent = run.game.getPermanent(object);
        return permanent == null ? run.game.getCard(object) : permanent;
    }

    /** The name that an object has now, or that is printed on its card; an empty one if there is no such object. */
    String printed(UUID object) {
        return card(object) == null ? "" : card(object).getName();
    }

    /** Gives tokens that are new their ids, the oldest first. */
    void tokens() {
        run.game.getBattlefield().getAllPermanents().stream().filter(each -> each instanceof PermanentToken)
                .sorted(Comparator.comparingInt(Permanent::getCreateOrder)).forEach(each -> ids.token(each.getId(), each.getName()));
    }
}
