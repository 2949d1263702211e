package bridge;

import java.util.*;
import java.util.stream.Stream;
import kit.Asking;
import kit.Ids;
import magic.model.MagicCard;
import magic.model.MagicPermanent;
import magic.model.MagicPlayer;
import magic.model.stack.MagicItemOnStack;

/** What the protocol calls the engine's objects; a card is the same in each zone. */
final class Names {
    private final Run run;
    final Ids<MagicCard> ids = new Ids<>();

    Names(Run run) {
        this.run = run;
    }

    Asking asking(MagicPlayer player) {
        return new Asking(run, player.getName());
    }

    /** What the protocol calls an object or player: its id, or else its name. */
    String of(Object object) {
        if (object instanceof MagicPlayer player) return player.getName();
        if (object instanceof MagicItemOnStack item) return of(item.getSource());
        MagicCard card = card(object);
        if (card == null) return null;
        if (card.isToken()) tokens();
        String id = ids.id(card);
        return id != null ? id : object instanceof MagicPermanent permanent ? permanent.getName() : card.getName();
    }

    /** The card that an object is, or null. */
    static MagicCard card(Object object) {
        return object instanceof MagicPermanent permanent ? permanent.getCard() : object instanceof MagicCard card ? card : null;
    }

    List<MagicPermanent> permanents() {
        return run.players.values().stream().flatMap(each -> each.getPermanents().stream())
                .sorted(Comparator.comparingLong(MagicPermanent::getId)).toList();
    }

    /** Gives tokens that are new their ids, the oldest first. */
    void tokens() {
        permanents().stream().filter(MagicPermanent::isToken).forEach(each -> ids.token(each.getCard(), each.getName()));
    }

    /** The permanent or the card of a name; of several of one name, one of this player's. Null if there is none. */
    Object find(String name, MagicPlayer player) {
        if (name == null) return null;
        MagicCard meant = ids.key(name);
        Stream<Object> held = Stream.of(player, player.getOpponent()).flatMap(each -> Stream.of(
                each.getPermanents().stream(), each.getHand().stream(), each.getGraveyard().stream(), each.getExile().stream(),
                each.getLibrary().stream())).flatMap(zone -> zone);
        return held.filter(each -> meant != null ? card(each) == meant
                : ids.id(card(each)) == null && (name.equals(of(each)) || name.equals(card(each).getName()))).findFirst().orElse(meant);
    }

    /** The permanent of a name, one of this player's if there are several; null if there is none. */
    MagicPermanent permanent(String name, MagicPlayer player) {
        return find(name, player) instanceof MagicPermanent permanent ? permanent : null;
    }
}
