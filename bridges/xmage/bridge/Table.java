package bridge;

import java.util.*;
import mage.MageObject;
import mage.abilities.*;
import mage.abilities.mana.TriggeredManaAbility;
import mage.game.FakeGame;
import mage.game.events.GameEvent;
import mage.game.permanent.Permanent;

/** The game: the engine's own, with an eye on its events. */
final class Table extends FakeGame {
    private static final long serialVersionUID = 1L;

    /** What ends the steps in which nobody gets priority. */
    private static final Set<GameEvent.EventType> UNSEEN = Set.of(GameEvent.EventType.UNTAP_STEP_POST,
            GameEvent.EventType.CLEANUP_STEP_POST);

    private final transient Run run;
    /** How often each object's abilities have triggered. */
    final transient Map<UUID, Integer> triggered;
    /** What players have drawn, gained, lost and cast this turn. */
    final transient Map<String, Integer> counts;
    private final transient Deque<GameEvent> replacing;

    Table(Run run) {
        this.run = run;
        triggered = new HashMap<>();
        counts = new HashMap<>();
        replacing = new ArrayDeque<>();
    }

    private Table(Table other) {
        super(other);
        run = other.run;
        triggered = other.triggered;
        counts = other.counts;
        replacing = other.replacing;
    }

    @Override public Table copy() { return new Table(this); }

    @Override
    protected void init(UUID choosingPlayerId) {
        super.init(choosingPlayerId);
        run.position.stand();
    }

    List<Permanent> permanents() {
        return getBattlefield().getAllActivePermanents();
    }

    /** What is being replaced or entered right now, or the source of what resolves: what a question is about. */
    String about() {
        return replacing.stream().map(event -> run.names.of(event.getTargetId())).filter(Objects::nonNull).findFirst()
                .orElseGet(this::resolving);
    }

    /** The source of what resolves, or null. */
    String resolving() {
        return getStack().isEmpty() ? null : run.names.of(getStack().getFirst().getSourceId());
    }

    /** The name of the card that a question is about. */
    String aboutCard() {
        return replacing.stream().map(event -> getPermanentEntering(event.getTargetId())).filter(Objects::nonNull).findFirst()
                .map(MageObject::getName)
                .orElseGet(() -> getStack().isEmpty() ? "" : run.names.printed(getStack().getFirst().getSourceId()));
    }

    @Override public boolean replaceEvent(GameEvent event) { return replaceEvent(event, null); }

    @Override
    public boolean replaceEvent(GameEvent event, Ability targetAbility) {
        if (!run.started && run.position.hinders(event)) return true;
        replacing.push(event);
        try {
            return targetAbility == null ? super.replaceEvent(event) : super.replaceEvent(event, targetAbility);
        } finally {
            replacing.pop();
        }
    }

    @Override
    public void addTriggeredAbility(TriggeredAbility ability, GameEvent event) {
        if (!isSimulation() && !run.started) return; // what happens as the first step begins is over
        boolean counts = ability.isUsesStack() || ability instanceof TriggeredManaAbility;
        if (!isSimulation() && counts) triggered.merge(ability.getSourceId(), 1, Integer::sum);
        super.addTriggeredAbility(ability, event);
    }

    @Override
    public void fireEvent(GameEvent event) {
        boolean real = !isSimulation() && run.started;
        if (real) note(event);
        super.fireEvent(event);
        if (real && UNSEEN.contains(event.getType())) run.script.passing();
    }

    private void note(GameEvent event) {
        switch (event.getType()) {
            case BEGIN_TURN -> counts.clear();
            case DREW_CARD -> count(event.getPlayerId(), "drawn", 1);
            case GAINED_LIFE -> count(event.getPlayerId(), "gained", event.getAmount());
            case LOST_LIFE -> count(event.getPlayerId(), "lost_life", event.getAmount());
            case SPELL_CAST -> count(event.getPlayerId(), "cast", 1);
            default -> { }
        }
    }

    void count(UUID player, String what, int amount) {
        counts.merge(getPlayer(player).getName() + " " + what, amount, Integer::sum);
    }
}
