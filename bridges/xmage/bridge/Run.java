package bridge;

import java.io.IOException;
import java.util.*;
import java.util.stream.Stream;
import kit.*;
import mage.*;
import mage.abilities.*;
import mage.abilities.mana.TriggeredManaAbility;
import mage.cards.Card;
import mage.game.*;
import mage.game.events.*;
import mage.game.events.GameEvent.EventType;
import mage.game.permanent.*;
import mage.game.stack.StackObject;
import mage.util.RandomUtil;
import mage.watchers.common.PlayerGainedLifeWatcher;
import org.apache.log4j.*;

/** XMage behind the protocol: one request, what its parts share, and what the protocol calls the engine's objects. */
public final class Run extends MagicRun<Seat> {
    /** What ends the steps in which nobody gets priority. */
    private static final Set<EventType> UNSEEN = Set.of(EventType.UNTAP_STEP_POST, EventType.CLEANUP_STEP_POST);
    /** What the first step does as it begins, which is over by then. */
    private static final Set<EventType> OVER = Set.of(EventType.DRAW_CARD, EventType.ADD_COUNTERS);

    final Map<String, UUID> seats = new LinkedHashMap<>();
    final Ids<UUID> ids = new Ids<>();
    final Position position = new Position(this);
    final Telling telling = new Telling(this);
    final Script script = new Script(this);
    final Table game = new Table();
    /** The events that are being looked at for what replaces them, the newest first. */
    private final Deque<GameEvent> replacing = new ArrayDeque<>();

    private Run(Request request) { super(request); }

    /** Argument: the engine's version for reports; the words of the card data stand in the working directory. */
    public static void main(String[] arguments) throws IOException {
        Logger.getRootLogger().setLevel(Level.OFF);
        CountedIds.install();
        serve("XMage", arguments[0], "https://github.com/magefree/mage", Position.UNSET, request -> new Run(request).play());
    }

    private void play() {
        RandomUtil.setSeed(0);
        GameOptions options = new GameOptions();
        options.testMode = true;
        game.setGameOptions(options);
        position.seat();
        game.setStartingPlayerId(seats.get(turn()));
        try {
            game.start(seats.get(turn()));
        } catch (RuntimeException | LinkageError wrong) { // there is none, or another process has it
            boolean names = Stream.iterate((Throwable) wrong, Objects::nonNull, Throwable::getCause)
                    .anyMatch(each -> String.valueOf(each).matches(".*(can't find card names|CardRepository|cardsDao).*"));
            if (!names) throw wrong;
            throw answers.unsupported("choice", "a card name, for which the engine has no database here");
        }
        throw script.finish();
    }

    /** The engine's own game, with an eye on its events. */
    final class Table extends FakeGame {
        private Table() { }

        private Table(Table other) { super(other); }

        @Override public Table copy() { return new Table(this); }

        @Override
        protected void init(UUID choosingPlayerId) {
            super.init(choosingPlayerId);
            getState().addWatcher(new PlayerGainedLifeWatcher());
            position.stand();
        }

        List<Permanent> permanents() { return getBattlefield().getAllActivePermanents(); }

        /** What is being replaced or entered right now, or the source of what resolves: what a question is about. */
        UUID about() {
            return replacing.stream().map(GameEvent::getTargetId).filter(each -> name(each) != null).findFirst()
                    .orElseGet(this::resolving);
        }

        /** The object or the player that is affected by what is being replaced; mana is added to a player's. */
        UUID affected() {
            GameEvent event = replacing.peek();
            if (event == null) return about();
            return event instanceof ManaEvent || name(event.getTargetId()) == null ? event.getPlayerId() : event.getTargetId();
        }

        /** The source of what resolves, or null. */
        UUID resolving() { return getStack().isEmpty() ? null : getStack().getFirst().getSourceId(); }

        @Override public boolean replaceEvent(GameEvent event) { return replaceEvent(event, null); }

        @Override
        public boolean replaceEvent(GameEvent event, Ability targetAbility) {
            if (!started && position.stands && OVER.contains(event.getType())) return true;
            replacing.push(event);
            boolean replaced = super.replaceEvent(event, targetAbility);
            replacing.pop();
            return replaced;
        }

        @Override
        public void addTriggeredAbility(TriggeredAbility ability, GameEvent event) {
            if (!isSimulation() && !started) return; // what happens as the first step begins is over
            boolean counts = ability.isUsesStack() || ability instanceof TriggeredManaAbility;
            if (!isSimulation() && counts) ids.triggered(ability.getSourceId());
            super.addTriggeredAbility(ability, event);
        }

        @Override
        public void fireEvent(GameEvent event) {
            super.fireEvent(event);
            if (!isSimulation() && started && UNSEEN.contains(event.getType())) script.passing();
        }
    }

    // --- names -------------------------------------------------------------------------------------------------------

    /** The player of a name as the game has it now. */
    @Override public Seat player(String name) { return (Seat) game.getPlayer(seats.get(name)); }

    @Override
    public String name(Object object) {
        if (object instanceof Ability ability) return name(ability.getSourceId());
        UUID key = object instanceof MageItem item ? item.getId() : (UUID) object;
        if (key == null || game.getPlayer(key) != null) return key == null ? null : game.getPlayer(key).getName();
        tokens();
        created(game.getPermanentEntering(key));
        if (id(key) != null) return id(key);
        StackObject onStack = game.getStack().getStackObject(key);
        if (onStack != null && !onStack.getSourceId().equals(key)) return name(onStack.getSourceId());
        MageObject found = game.getObject(key);
        return found == null ? null : found.getName();
    }

    /** The whole card that an object is a part of, or the object itself. */
    UUID main(UUID object) {
        Card card = game.getCard(object);
        return card == null ? object : card.getMainCard().getId();
    }

    String id(UUID object) { return ids.id(main(object)); }

    /** A permanent, perhaps one that is entering, or else a card. */
    Card card(UUID object) {
        Permanent permanent = game.getPermanent(object);
        Card entering = permanent == null ? game.getPermanentEntering(object) : permanent;
        return entering == null ? game.getCard(object) : entering;
    }

    /** The name that an object has now, and the one that is printed on its card; none if there is no such object. */
    List<String> names(UUID object) {
        return Stream.of(card(object), game.getCard(object)).filter(Objects::nonNull).map(Card::getName).toList();
    }

    String printed(UUID object) { return names(object).stream().findFirst().orElse(""); }

    @Override
    protected void tokens() {
        game.getBattlefield().getAllPermanents().stream().sorted(Comparator.comparingInt(Permanent::getCreateOrder))
                .forEach(this::created);
    }

    /** Gives a token its id by the name that it was created with: one that entered as a copy has another now. */
    private void created(Permanent each) {
        if (!(each instanceof PermanentToken token)) return;
        ids.token(token.getId(), token.isTransformed() ? token.getName() : token.getToken().getName());
    }
}
