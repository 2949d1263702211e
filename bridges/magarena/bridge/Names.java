package bridge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import magic.model.MagicCard;
import magic.model.MagicPermanent;
import magic.model.MagicPlayer;
import magic.model.stack.MagicItemOnStack;

/** Which of the engine's objects bears which id of the position. */
final class Names {
    private final Run run;
    private final Map<MagicCard, String> ids = new IdentityHashMap<>();
    private final Map<String, MagicCard> cards = new LinkedHashMap<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();

    Names(Run run) {
        this.run = run;
    }

    void register(String id, MagicCard card) {
        ids.put(card, id);
        cards.put(id, card);
    }

    /** All ids. */
    Set<String> ids() {
        return cards.keySet();
    }

    /** The id of a card, or null. */
    String id(MagicCard card) {
        return ids.get(card);
    }

    /** What the protocol calls an object or player: its id, or else its name. */
    String of(Object object) {
        if (object instanceof MagicPlayer player) return player.getName();
        if (object instanceof MagicItemOnStack item) return of(item.getSource());
        MagicCard card = card(object);
        if (card == null) return null;
        if (card.isToken() && id(card) == null) nameTokens();
        if (id(card) != null) return id(card);
        return object instanceof MagicPermanent permanent ? permanent.getName() : card.getName();
    }

    /** The card that an object is, or null. */
    static MagicCard card(Object object) {
        return object instanceof MagicPermanent permanent ? permanent.getCard() : object instanceof MagicCard card ? card : null;
    }

    List<MagicPermanent> permanents() {
        List<MagicPermanent> all = new ArrayList<>();
        run.players.values().forEach(each -> all.addAll(each.getPermanents()));
        all.sort(Comparator.comparingLong(MagicPermanent::getId));
        return all;
    }

    /** Gives tokens that are new their ids, the oldest first. */
    void nameTokens() {
        permanents().stream().filter(each -> each.isToken() && id(each.getCard()) == null).forEach(each -> {
            String word = each.getName().toLowerCase(Locale.ROOT).replaceAll("['’]", "").replaceAll("[^a-z0-9]+", "_");
            register(word + "_" + counts.merge(word, 1, Integer::sum), each.getCard());
        });
    }

    /** The permanent or the card of a name; of several of one name, one of this player's. Null if there is none. */
    Object find(String name, MagicPlayer player) {
        if (name == null) return null;
        MagicCard meant = cards.get(name);
        for (MagicPermanent each : permanents()) {
            if (each.getCard() == meant) return each;
        }
        if (meant != null) return meant;
        Stream<Object> held = Stream.of(player, player.getOpponent()).flatMap(each -> Stream.of(
                each.getPermanents().stream(), each.getHand().stream(), each.getGraveyard().stream(), each.getExile().stream(),
                each.getLibrary().stream())).flatMap(zone -> zone);
        return held.filter(each -> id(card(each)) == null && (name.equals(of(each)) || name.equals(card(each).getName()))).findFirst().orElse(null);
    }
}
