package bridge;

import java.util.*;
import mage.abilities.*;
import mage.abilities.mana.TriggeredManaAbility;
import mage.game.FakeGame;
import mage.game.events.GameEvent;
import mage.game.permanent.Permanent;
import mage.watchers.common.PlayerGainedLifeWatcher;

/** The game: the engine's own, with an eye on its events. */
final class Table extends FakeGame {
    private static final long serialVersionUID = 1L;
    /** What ends the steps in which nobody gets priority. */
    private static final Set<GameEvent.EventType> UNSEEN = Set.of(GameEvent.EventType.UNTAP_STEP_POST,
            GameEvent.EventType.CLEANUP_STEP_POST);
    /** What the first step does as it begins, which is over by then. */
    private static final Set<GameEvent.EventType> OVER = Set.of(GameEvent.EventType.DRAW_CARD, GameEvent.EventType.ADD_COUNTERS);

    private final transient Run run;
    private final transient Deque<GameEvent> replacing;

    Table(Run run) {
        this.run = run;
        replacing = new ArrayDeque<>();
    }

    private Table(Table other) {
        super(other);
        run = other.run;
        replacing = other.replacing;
    }

    @Override public Table copy() { return new Table(this); }

    @Override
    protected void init(UUID choosingPlayerId) {
        super.init(choosingPlayerId);
        getState().addWatcher(new PlayerGainedLifeWatcher());
        run.position.stand();
    }

    List<Permanent> permanents() {
        return getBattlefield().getAllActivePermanents();
    }

    /** What is being replaced or entered right now, or the source of what resolves: what a question is about. */
    UUID about() {
        return replacing.stream().map(GameEvent::getTargetId).filter(each -> run.name(each) != null).findFirst()
                .orElseGet(this::resolving);
    }

    /** The source of what resolves, or null. */
    UUID resolving() {
        return getStack().isEmpty() ? null : getStack().getFirst().getSourceId();
    }

    @Override public boolean replaceEvent(GameEvent event) { return replaceEvent(event, null); }

    @Override
    public boolean replaceEvent(GameEvent event, Ability targetAbility) {
        if (!run.started && run.position.stands && OVER.contains(event.getType())) return true;
        replacing.push(event);
        try {
            return super.replaceEvent(event, targetAbility);
        } finally {
            replacing.pop();
        }
    }

    @Override
    public void addTriggeredAbility(TriggeredAbility ability, GameEvent event) {
        if (!isSimulation() && !run.started) return; // what happens as the first step begins is over
        boolean counts = ability.isUsesStack() || ability instanceof TriggeredManaAbility;
        if (!isSimulation() && counts) run.triggered.merge(ability.getSourceId(), 1, Integer::sum);
        super.addTriggeredAbility(ability, event);
    }

    @Override
    public void fireEvent(GameEvent event) {
        super.fireEvent(event);
        if (!isSimulation() && run.started && UNSEEN.contains(event.getType())) run.script.passing();
    }
}
