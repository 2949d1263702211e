package bridge;

import java.io.IOException;
import java.util.*;
import java.util.stream.Stream;
import kit.CountedIds;
import kit.Ids;
import kit.MagicRun;
import mage.*;
import mage.abilities.Ability;
import mage.cards.Card;
import mage.constants.Zone;
import mage.game.GameOptions;
import mage.game.permanent.*;
import mage.game.stack.StackObject;
import mage.util.RandomUtil;
import org.apache.log4j.Logger;
import org.apache.log4j.varia.NullAppender;

/** XMage behind the protocol: one request, what its parts share, and what the protocol calls the engine's objects. */
public final class Run extends MagicRun {
    final Map<String, UUID> players = new LinkedHashMap<>();
    final Ids<UUID> ids = new Ids<>();
    /** How often each object's abilities have triggered. */
    final Map<UUID, Integer> triggered = new HashMap<>();
    final Position position = new Position(this);
    final Telling telling = new Telling(this);
    final Words words = new Words(this);
    final Script script = new Script(this);
    final Table game = new Table(this);

    private Run(Request request) { super(request); }

    /** Argument: the engine's version for reports; the words of the card data stand in the working directory. */
    public static void main(String[] arguments) throws IOException {
        Logger.getRootLogger().removeAllAppenders();
        Logger.getRootLogger().addAppender(new NullAppender());
        CountedIds.install();
        serve("XMage", arguments[0], "https://github.com/magefree/mage", Position.UNSET, request -> new Run(request).play());
    }

    private void play() {
        RandomUtil.setSeed(0);
        GameOptions options = new GameOptions();
        options.testMode = true;
        game.setGameOptions(options);
        position.seat();
        game.setStartingPlayerId(players.get(turn()));
        try {
            game.start(players.get(turn()));
        } catch (RuntimeException | LinkageError wrong) { // there is none, or another process has it
            boolean names = Stream.iterate((Throwable) wrong, Objects::nonNull, Throwable::getCause)
                    .anyMatch(each -> String.valueOf(each).matches(".*(can't find card names|CardRepository|cardsDao).*"));
            if (!names) throw wrong;
            throw answers.unsupported("choice", "a card name, for which the engine has no database here");
        }
        throw script.finish();
    }

    /** The player of a name as the game has it now; null if there is none. */
    Seat seat(String name) {
        return players.containsKey(name) ? (Seat) game.getPlayer(players.get(name)) : null;
    }

    @Override
    public String name(Object object) {
        if (object instanceof Ability ability) return name(ability.getSourceId());
        UUID key = object instanceof MageItem item ? item.getId() : (UUID) object;
        if (key == null || game.getPlayer(key) != null) return key == null ? null : game.getPlayer(key).getName();
        tokens();
        if (game.getPermanentEntering(key) instanceof PermanentToken token) ids.token(key, created(token));
        if (id(key) != null) return id(key);
        StackObject onStack = game.getStack().getStackObject(key);
        if (onStack != null && !onStack.getSourceId().equals(key)) return name(onStack.getSourceId());
        MageObject found = game.getObject(key);
        MageObject last = found == null ? game.getLastKnownInformation(key, Zone.BATTLEFIELD) : found;
        return last == null ? null : last.getName();
    }

    /** The player or object that is called so, by its name if it has no id; null if there is none. */
    UUID find(String reference) {
        return find(reference, game.getActivePlayerId(), false);
    }

    /** The same; a player's comes first, and what lies elsewhere if that may be meant. Of two faces it is the one that is there. */
    UUID find(String reference, UUID player, boolean held) {
        if (players.containsKey(reference)) return players.get(reference);
        UUID known = ids.key(reference);
        Comparator<Permanent> named = Comparator.comparing(each -> id(each.getId()) != null);
        Stream<UUID> objects = game.permanents().stream().sorted(named.thenComparing(each -> !each.isControlledBy(player)))
                .map(Permanent::getId);
        if (held) {
            Stream<UUID> exile = game.getExile().getAllCards(game).stream().map(Card::getId);
            objects = Stream.of(game.getPlayer(player).getHand().stream(), exile, game.getPlayer(player).getGraveyard().stream(), objects)
                    .flatMap(zone -> zone);
        }
        return objects.filter(each -> known != null ? main(each).equals(known) : Stream.of(game.getCard(each), card(each))
                .anyMatch(card -> card != null && card.getName().equals(reference))).findFirst().orElse(known);
    }

    /** The permanent that is called so, of some player's first; null if there is none. */
    Permanent permanent(String reference, UUID player) {
        return game.getPermanent(find(reference, player, false));
    }

    /** The whole card that an object is a part of, or the object itself. */
    UUID main(UUID object) {
        Card card = game.getCard(object);
        return card == null ? object : card.getMainCard().getId();
    }

    /** The id of an object, or null. */
    String id(UUID object) {
        return ids.id(main(object));
    }

    /** A permanent, perhaps one that is entering, or else a card. */
    Card card(UUID object) {
        return Stream.of(game.getPermanent(object), game.getPermanentEntering(object)).filter(Objects::nonNull)
                .map(Card.class::cast).findFirst().orElseGet(() -> game.getCard(object));
    }

    /** The name that an object has now, or that is printed on its card; an empty one if there is no such object. */
    String printed(UUID object) {
        return card(object) == null ? "" : card(object).getName();
    }

    /** Gives tokens that are new their ids, the oldest first. */
    void tokens() {
        game.getBattlefield().getAllPermanents().stream().filter(each -> each instanceof PermanentToken)
                .sorted(Comparator.comparingInt(Permanent::getCreateOrder))
                .forEach(each -> ids.token(each.getId(), created((PermanentToken) each)));
    }

    /** The name that a token was created with: one that entered as a copy has another, and one with its back face up has that one's. */
    private static String created(PermanentToken token) {
        return token.isTransformed() ? token.getName() : token.getToken().getName();
    }
}
