package bridge;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import kit.Announced;
import kit.Facts;
import kit.MagicScript;
import mage.abilities.ActivatedAbility;
import mage.cards.Card;
import mage.constants.PhaseStep;
import mage.game.combat.CombatGroup;
import mage.game.permanent.Permanent;
import mage.game.stack.StackObject;

/** The script: what a player does who gets priority, attacks or blocks. */
final class Script extends MagicScript {
    private final Run run;
    /** The spell or ability that is being announced, or null, and its source. */
    Announced announced;
    UUID source;
    /** The colour that a mana ability is activated for, where the action says so; used by the next question for one. */
    String manaColor;

    Script(Run run, List<Facts> actions) {
        super(run.answers, actions);
        this.run = run;
    }

    @Override
    protected Map<String, Object> state() {
        return run.telling.state();
    }

    @Override
    protected int turn() {
        return run.game.getTurnNum();
    }

    @Override
    protected int stepsSoFar() {
        return run.game.getState().getStepNum();
    }

    @Override
    protected boolean isIn(String step, String player) {
        return run.game.getTurnStepType() == step(step) && (player == null || player.equals(run.names.of(run.game.getActivePlayerId())));
    }

    static PhaseStep step(String word) {
        return PhaseStep.values()[STEPS.indexOf(word)]; // in the same order
    }

    @Override
    protected List<?> stack() {
        return run.game.getStack().stream().map(StackObject::getId).toList();
    }

    @Override
    protected String actor(Facts action) {
        UUID object = found(action);
        Permanent permanent = run.game.getPermanent(object);
        Card card = permanent == null ? run.game.getCard(object) : permanent;
        UUID holder = permanent != null ? permanent.getControllerId() : card == null ? null : card.getOwnerId();
        Seat actor = run.seats.get(action.text("player", action.text("concede", run.names.of(holder))));
        return actor != null && run.game.getPlayer(actor.getId()).isInGame() ? actor.getName() : null;
    }

    private UUID found(Facts action) {
        Seat player = run.seats.get(action.text("player"));
        UUID who = player == null ? run.game.getActivePlayerId() : player.getId();
        return run.names.find(object(action), who, action.has("cast") || action.has("play"));
    }

    @Override
    protected void perform(Facts action) {
        Seat seat = (Seat) run.game.getPlayer(run.seats.get(actor(action)).getId());
        if (action.has("concede")) {
            run.game.setConcedingPlayer(seat.getId());
            return;
        }
        source = found(action);
        ActivatedAbility ability = run.moves.meant(action, seat, source);
        if (ability == null) throw refused("the engine does not allow it now", true);
        Announced all = new Announced(action, run.names.printed(source), run.words.data());
        announced = action.has("cast") || action.has("activate") ? all : null; // what is asked otherwise is no part of paying
        seat.purse.open(seat.getManaPool(), action.numbers("pay"));
        boolean acted = seat.activateAbility(ability, run.game);
        announced = null;
        boolean spent = seat.purse.close(run.game.getPlayer(seat.getId()).getManaPool());
        if (acted && !spent) throw run.answers.unsupported("action", "paying with mana that the engine does not take");
        if (!acted) throw refused(all.why, true);
        if (!all.modes.isEmpty() && ability.getModes().size() > 1) throw refused("more modes than there can be", false);
        if (all.unused() != null && !action.has("play")) throw refused(all.unused(), false);
    }

    void attackers(Seat seat) {
        if (declared("attack") == null) return;
        Facts attacks = declared("attack").at("attack");
        for (String name : attacks.keys()) {
            UUID attacker = run.names.find(name);
            UUID defender = run.names.find(attacks.text(name));
            Permanent permanent = attacker == null ? null : run.game.getPermanent(attacker);
            boolean can = permanent != null && permanent.isControlledBy(seat.getId()) && defender != null
                    && seat.getAvailableAttackers(run.game).contains(permanent) && permanent.canAttack(defender, run.game);
            if (can) seat.declareAttacker(attacker, defender, run.game, false);
            if (!can || !run.game.getCombat().getAttackers().contains(attacker)) throw refused(name + " cannot attack", false);
        }
        done();
    }

    void blockers(Seat seat, UUID defender) {
        if (declared("block") == null) return;
        Facts blocks = declared("block").at("block");
        for (String name : blocks.keys()) {
            Permanent blocker = run.game.getPermanent(run.names.find(name, seat.getId(), false));
            if (blocker == null) throw refused(name + " cannot block", false);
            if (!blocker.isControlledBy(seat.getId())) return; // another player's
        }
        for (String name : blocks.keys()) {
            UUID blocker = run.names.find(name, seat.getId(), false);
            for (String whom : blocks.texts(name)) {
                UUID attacker = run.names.find(whom);
                seat.declareBlocker(defender, blocker, attacker, run.game);
                CombatGroup group = run.game.getCombat().findGroup(attacker);
                if (group == null || !group.getBlockers().contains(blocker)) throw refused(name + " cannot block " + whom, false);
            }
        }
        done();
    }
}
