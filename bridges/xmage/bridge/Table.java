package bridge;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import mage.abilities.Ability;
import mage.abilities.TriggeredAbility;
import mage.constants.MultiplayerAttackOption;
import mage.constants.RangeOfInfluence;
import mage.game.GameImpl;
import mage.game.events.GameEvent;
import mage.game.match.MatchType;
import mage.game.mulligan.MulliganType;

/** The game: the engine's own, with an eye on its events. */
final class Table extends GameImpl {
    private static final long serialVersionUID = 1L;

    private static final MatchType KIND = new MatchType() {
        private static final long serialVersionUID = 1L;

        @Override
        public MatchType copy() {
            return this;
        }

        @Override
        public String toString() {
            return "rulings";
        }
    };

    private final transient Run run;
    /** How often each object's abilities have triggered. */
    final transient Map<UUID, Integer> triggered;
    /** What each player has drawn, gained, lost and cast this turn. */
    final transient Map<String, Integer> counts;
    private final transient Deque<GameEvent> replacing;
    /** How much mana has been paid in all. */
    transient int paid;

    Table(Run run) {
        super(MultiplayerAttackOption.MULTIPLE, RangeOfInfluence.ALL, MulliganType.GAME_DEFAULT.getMulligan(0), 0, 20, 0);
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

    @Override
    public Table copy() {
        return new Table(this);
    }

    @Override
    public MatchType getGameType() {
        return KIND;
    }

    @Override
    public int getNumPlayers() {
        return run.seats.size();
    }

    @Override
    protected void init(UUID choosingPlayerId) {
        super.init(choosingPlayerId);
        run.position.place();
    }

    /** What is being replaced or entered right now, or the source of what resolves: what a question is about. */
    String about() {
        for (GameEvent event : replacing) {
            String name = run.names.of(event.getTargetId());
            if (name != null) {
                return name;
            }
        }
        return resolving();
    }

    /** The source of what resolves. */
    String resolving() {
        return getStack().isEmpty() ? null : run.names.of(getStack().getFirst().getSourceId());
    }

    /** The name of the card that a question is about. */
    String aboutCard() {
        for (GameEvent event : replacing) {
            mage.game.permanent.Permanent entering = getPermanentEntering(event.getTargetId());
            if (entering != null) {
                return entering.getName();
            }
        }
        return getStack().isEmpty() ? "" : run.script.printed(getStack().getFirst().getSourceId());
    }

    @Override
    public boolean replaceEvent(GameEvent event) {
        return replaceEvent(event, null);
    }

    @Override
    public boolean replaceEvent(GameEvent event, Ability targetAbility) {
        if (isSimulation()) {
            return targetAbility == null ? super.replaceEvent(event) : super.replaceEvent(event, targetAbility);
        }
        if (!run.started && run.position.stands && run.position.hinders(event)) {
            return true;
        }
        replacing.push(event);
        try {
            return targetAbility == null ? super.replaceEvent(event) : super.replaceEvent(event, targetAbility);
        } finally {
            replacing.pop();
        }
    }

    @Override
    public void addTriggeredAbility(TriggeredAbility ability, GameEvent event) {
        if (!isSimulation()) {
            if (!run.started) {
                return; // what happens as the first step begins is over
            }
            if (ability.isUsesStack()) {
                triggered.merge(ability.getSourceId(), 1, Integer::sum);
            }
        }
        super.addTriggeredAbility(ability, event);
    }

    @Override
    public void fireEvent(GameEvent event) {
        if (!isSimulation() && run.started) {
            note(event);
        }
        super.fireEvent(event);
        if (!isSimulation() && run.started) {
            run.script.after(event);
        }
    }

    private void note(GameEvent event) {
        switch (event.getType()) {
            case BEGIN_TURN:
                counts.clear();
                break;
            case DREW_CARD:
                count(event.getPlayerId(), "drawn", 1);
                break;
            case GAINED_LIFE:
                count(event.getPlayerId(), "gained", event.getAmount());
                break;
            case LOST_LIFE:
                count(event.getPlayerId(), "lost_life", event.getAmount());
                break;
            case MANA_PAID:
                paid++;
                break;
            case SPELL_CAST:
                count(event.getPlayerId(), "cast", 1);
                break;
            default:
                break;
        }
    }

    void count(UUID player, String what, int amount) {
        counts.merge(getPlayer(player).getName() + " " + what, amount, Integer::sum);
    }

    int counted(String player, String what) {
        return counts.getOrDefault(player + " " + what, 0);
    }
}
