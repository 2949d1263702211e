package bridge;

import com.google.common.eventbus.Subscribe;
import forge.game.GameEntity;
import forge.game.card.Card;
import forge.game.card.CardZoneTable;
import forge.game.combat.Combat;
import forge.game.combat.CombatUtil;
import forge.game.event.GameEventTurnPhase;
import forge.game.phase.PhaseHandler;
import forge.game.phase.PhaseType;
import forge.game.player.Player;
import forge.game.spellability.SpellAbility;
import forge.game.zone.Zone;
import forge.game.zone.ZoneType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import kit.Answers;
import kit.Facts;
import kit.MagicScript;

/** The script, as the engine asks for it: a player who has priority, attacks or blocks. */
public final class Script extends MagicScript {
    static final Map<String, PhaseType> PHASES = Map.ofEntries(
            Map.entry("untap", PhaseType.UNTAP), Map.entry("upkeep", PhaseType.UPKEEP), Map.entry("draw", PhaseType.DRAW),
            Map.entry("precombat main", PhaseType.MAIN1), Map.entry("beginning of combat", PhaseType.COMBAT_BEGIN),
            Map.entry("declare attackers", PhaseType.COMBAT_DECLARE_ATTACKERS), Map.entry("declare blockers", PhaseType.COMBAT_DECLARE_BLOCKERS),
            Map.entry("first-strike damage", PhaseType.COMBAT_FIRST_STRIKE_DAMAGE), Map.entry("combat damage", PhaseType.COMBAT_DAMAGE),
            Map.entry("end of combat", PhaseType.COMBAT_END), Map.entry("postcombat main", PhaseType.MAIN2),
            Map.entry("end step", PhaseType.END_OF_TURN), Map.entry("cleanup", PhaseType.CLEANUP));
    /** How often players get priority before a run is taken for a loop. */
    private static final int MANY = 1200;

    private final Run run;
    private int steps;
    private int priorities;
    /** What has just been done with priority; null for nothing. */
    private SpellAbility chosen;
    /** The action that is being announced; null when none is. */
    Facts announcing;
    /** The step that is over, though the engine is in the next one already; null for none. */
    private PhaseType over;

    Script(Run run, List<Facts> actions) {
        super(run.answers, actions);
        this.run = run;
    }

    private PhaseHandler phases() {
        return run.game.getPhaseHandler();
    }

    @Override
    protected Map<String, Object> state() {
        return new Telling(run).state();
    }

    @Override
    protected int turn() {
        return phases().getTurn();
    }

    @Override
    protected int stepsSoFar() {
        return steps;
    }

    @Override
    protected boolean isIn(String step, String player) {
        return now().equals(PHASES.get(step)) && (player == null || phases().getPlayerTurn().getName().equals(player));
    }

    /** The step that the game is in, or the one that has passed without priority. */
    PhaseType now() {
        return over == null ? phases().getPhase() : over;
    }

    @Override
    protected List<?> stack() {
        return Run.list(run.game.getStack());
    }

    @Override
    protected String actor(Facts action) {
        Player actor = run.players.get(action.text("player", action.text("concede", "")));
        if (actor == null && object(action) != null && run.found(object(action)) instanceof Card card) {
            actor = card.isInZone(ZoneType.Battlefield) ? card.getController() : card.getOwner();
        }
        return actor == null || !run.game.getPlayers().contains(actor) ? null : actor.getName();
    }

    @Override
    protected void perform(Facts action) {
        Player actor = run.players.get(actor(action));
        if (action.has("concede")) {
            actor.concede();
            run.game.getAction().checkStateEffects(true);
            return;
        }
        if (!(run.found(object(action), actor) instanceof Card card)) throw refused("there is no such object", true);
        chosen = new Moves(run).ability(action, actor, card);
        Zone before = card.getZone();
        announcing = action;
        run.seat(actor).play(chosen);
        announcing = null;
        Card after = run.game.getCardState(card);
        if (after.getZone() != null && before != null && !after.getZone().equals(before)) {
            CardZoneTable moved = new CardZoneTable();
            moved.put(before.getZoneType(), after.getZone().getZoneType(), after);
            moved.triggerChangesZoneAll(run.game, null);
        }
    }

    /** Returns what a player has done who has priority; null to pass. */
    List<SpellAbility> priority(Player player) {
        run.answers.goOn();
        run.nameTokens();
        if (++priorities > MANY) throw run.answers.unsupported("action", "a loop that the engine does not notice");
        announcing = null;
        chosen = null;
        while (priority(player.getName())) {
            if (chosen != null) return List.of(chosen);
            if (!run.game.getPlayers().contains(player)) return null;
        }
        return null;
    }

    /** The card of what is being announced. */
    String object() {
        return run.found(object(announcing)) instanceof Card card ? Run.printed(card) : object(announcing);
    }

    /** Ends the run, since what was announced cannot be done. */
    Answers.Over refuse(String reason, boolean unharmed) {
        return refused(reason, unharmed);
    }

    /** A step begins; the untap step, in which nobody gets priority, is over then. */
    @Subscribe
    public void step(GameEventTurnPhase event) {
        if (!run.started) return;
        run.answers.goOn();
        if (event.phase == PhaseType.UPKEEP) pass(PhaseType.UNTAP);
        steps++;
    }

    /** Damage wears off and effects end in the cleanup step, in which nobody gets priority as a rule. */
    void cleanup() {
        if (phases().getPhase() != PhaseType.CLEANUP) return;
        run.game.getAction().checkStaticAbilities();
        pass(PhaseType.CLEANUP);
    }

    private void pass(PhaseType step) {
        over = step;
        run.nameTokens();
        passing();
        over = null;
    }

    /** The game is over. */
    void gameOver() {
        run.answers.goOn();
        throw finish();
    }

    // --- combat -------------------------------------------------------------------------------------------------------

    void attackers(Player player, Combat combat) {
        run.answers.goOn();
        Facts action = declared("attack");
        if (action == null) return;
        run.nameTokens();
        action.at("attack").map().forEach((attacker, defender) -> {
            GameEntity attacked = run.found(String.valueOf(defender));
            if (!(run.found(attacker, player) instanceof Card card) || card.getController() != player || attacked == null
                    || !CombatUtil.canAttack(card, attacked)) {
                throw refused(attacker + " cannot attack", false);
            }
            combat.addAttacker(card, attacked);
        });
        if (!CombatUtil.validateAttackers(combat)) throw refused("these may not attack together", false);
        done();
    }

    void blockers(Player player, Combat combat) {
        run.answers.goOn();
        Facts action = declared("block");
        if (action == null) return;
        List<String> names = new ArrayList<>(action.at("block").keys());
        if (names.stream().noneMatch(name -> run.found(name, player) instanceof Card card && card.getController() == player)) return;
        for (String name : names) {
            for (String attacker : action.at("block").texts(name)) {
                if (!(run.found(name, player) instanceof Card card) || !(run.found(attacker) instanceof Card against)
                        || !CombatUtil.canBlock(against, card, combat)) {
                    throw refused(name + " cannot block " + attacker, false);
                }
                combat.addBlocker(against, card);
            }
        }
        String wrong = CombatUtil.validateBlocks(combat, player);
        if (wrong != null) throw refused(wrong, false);
        done();
    }

    static String word(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
