package bridge;

import static kit.Answers.map;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import kit.Answers;
import kit.Facts;
import mage.abilities.ActivatedAbility;
import mage.cards.Card;
import mage.constants.PhaseStep;
import mage.game.combat.CombatGroup;
import mage.game.events.GameEvent;
import mage.game.permanent.Permanent;
import mage.game.stack.StackObject;

/** The script: what a player does who gets priority, attacks or blocks. */
final class Script {
    /** The words for the engine's steps, in its order. */
    static final List<String> STEPS = List.of("untap", "upkeep", "draw", "precombat main", "beginning of combat", "declare attackers",
            "declare blockers", "first-strike damage", "combat damage", "end of combat", "postcombat main", "end step", "cleanup");
    static final List<String> VERBS = List.of(
            "cast", "activate", "play", "turn face up", "attack", "block", "assign damage", "resolve", "pass to", "concede");
    private static final int LONG = 60;

    private final Run run;
    private int index;
    /** Whether the action has begun, and what it waits for. */
    private boolean begun;
    private UUID top;
    private int beganAtStep;
    private int beganInTurn;
    private final Set<UUID> passed = new HashSet<>();
    /** The spell or ability that is being announced, or null. */
    Announced announced;
    /** The colour that a mana ability is activated for, where the action says so; used by the next question for one. */
    String manaColor;
    /** Damage announced for creatures in combat. */
    final Map<String, Map<String, Integer>> damage = new HashMap<>();
    private int damageAction;

    Script(Run run) {
        this.run = run;
    }

    /** Returns the next action, or null at the end. */
    private Facts next() {
        return index < run.actions.size() ? run.actions.get(index) : null;
    }

    /** Returns the next action, and ends the run where there is none. */
    private Facts due() {
        if (next() == null) throw run.end();
        return next();
    }

    private void done() {
        index++;
        begun = false;
        passed.clear();
    }

    /** What a player does who has priority; tells whether it was more than to pass. */
    boolean priority(Seat seat) {
        run.names.nameTokens();
        if (!run.started) {
            run.position.begin();
            run.started = true;
        }
        while (true) {
            Facts action = due();
            if (!begun) begin(action);
            switch (VERBS.stream().filter(action::has).findFirst().orElseThrow()) {
                case "resolve" -> {
                    boolean all = action.text("resolve").equals("all");
                    if (run.game.getStack().stream().anyMatch(each -> all || each.getId().equals(top))) return pass(seat);
                    done();
                }
                case "pass to" -> {
                    if (!arrived(action)) return pass(seat);
                    done();
                }
                case "attack", "block" -> {
                    if (run.game.getTurnNum() != beganInTurn) throw refused("there is no such step to come", false);
                    return pass(seat);
                }
                case "assign damage" -> {
                    action.at("assign damage").keys().forEach(each -> damage.put(each, action.at("assign damage").numbers(each)));
                    damageAction = index;
                    done();
                    if (next() == null) throw run.answers.unsupported("action", "assigning damage that is not dealt");
                }
                default -> {
                    UUID actor = actor(action);
                    if (actor == null || !run.game.getPlayer(actor).isInGame()) throw refused("nobody can do it", true);
                    if (actor.equals(seat.getId())) {
                        perform(action, seat);
                        done();
                        return true;
                    }
                    if (!passed.add(seat.getId())) throw refused(run.names.of(actor) + " does not get priority", true);
                    return pass(seat);
                }
            }
        }
    }

    private void begin(Facts action) {
        begun = true;
        beganAtStep = run.game.getState().getStepNum();
        beganInTurn = run.game.getTurnNum();
        StackObject first = run.game.getStack().peekFirst();
        top = first == null ? null : first.getId();
        if (first == null && action.text("resolve", "").equals("top")) throw refused("the stack is empty", true);
    }

    private boolean pass(Seat seat) {
        if (run.game.getTurnNum() > beganInTurn + LONG) throw run.answers.unsupported("action", "a step that does not come");
        seat.pass(run.game);
        return false;
    }

    private boolean arrived(Facts action) {
        String active = run.names.of(run.game.getActivePlayerId());
        return run.game.getTurnStepType() == step(action.text("pass to")) && run.game.getState().getStepNum() > beganAtStep
                && action.text("of", active).equals(active);
    }

    static PhaseStep step(String word) {
        return PhaseStep.values()[STEPS.indexOf(word)];
    }

    /** Looks whether a step without priority was waited for. */
    void after(GameEvent event) {
        boolean ends = event.getType() == GameEvent.EventType.UNTAP_STEP_POST || event.getType() == GameEvent.EventType.CLEANUP_STEP_POST;
        if (ends && begun && next() != null && next().has("pass to") && arrived(next())) {
            done();
            due();
        }
    }

    /** The game has ended; only what waits can still follow. */
    void finish() {
        for (; next() != null; done()) {
            if (!next().has("resolve") && !next().has("pass to")) throw refused("the game is over", true);
        }
    }

    private UUID actor(Facts action) {
        if (action.has("player") || action.has("concede")) return run.seats.get(action.text("player", action.text("concede"))).getId();
        UUID object = object(action);
        Permanent permanent = run.game.getPermanent(object);
        Card card = run.game.getCard(object);
        return permanent != null ? permanent.getControllerId() : card == null ? null : card.getOwnerId();
    }

    private UUID object(Facts action) {
        return Stream.of("cast", "activate", "play", "turn face up").map(action::text).filter(Objects::nonNull).findFirst()
                .map(run.names::find).orElse(null);
    }

    /** The engine does not take the damage that was announced. */
    Answers.Over refusedDamage() {
        index = damageAction;
        return refused("no such assignment of damage", false);
    }

    private Answers.Over refused(String reason, boolean unharmed) {
        Map<String, Object> outcome = map("refused", map("action", index, "reason", reason));
        if (unharmed) outcome.put("state", run.telling.state());
        return run.answers.end(outcome);
    }

    private void perform(Facts action, Seat seat) {
        if (action.has("concede")) {
            run.game.setConcedingPlayer(seat.getId());
            return;
        }
        UUID object = object(action);
        ActivatedAbility ability = run.moves.meant(action, seat, object);
        if (ability == null) throw refused("the engine does not allow it now", true);
        Announced all = new Announced(run, action, object);
        announced = action.has("cast") || action.has("activate") ? all : null; // what is asked otherwise is no part of paying
        seat.purse.open(seat.getManaPool(), action.numbers("pay"));
        boolean acted = seat.activateAbility(ability, run.game);
        announced = null;
        boolean spent = seat.purse.close(run.game.getPlayer(seat.getId()).getManaPool());
        if (acted && !spent) throw run.answers.unsupported("action", "paying with mana that the engine does not take");
        if (!acted) throw refused(all.why, true);
        if (!all.targets.isEmpty() && !action.has("play")) throw refused("more targets than there can be", false);
        if (!all.costs.isEmpty()) throw refused("the costs do not take " + String.join(" and ", all.costs), false);
    }

    void attackers(Seat seat) {
        Facts action = next();
        if (action == null || !action.has("attack") || !begun) return;
        for (String name : action.at("attack").keys()) {
            UUID attacker = run.names.find(name);
            UUID defender = run.names.find(action.at("attack").text(name));
            Permanent permanent = attacker == null ? null : run.game.getPermanent(attacker);
            boolean can = permanent != null && permanent.isControlledBy(seat.getId()) && defender != null
                    && seat.getAvailableAttackers(run.game).contains(permanent) && permanent.canAttack(defender, run.game);
            if (can) seat.declareAttacker(attacker, defender, run.game, false);
            if (!can || !run.game.getCombat().getAttackers().contains(attacker)) throw refused(name + " cannot attack", false);
        }
        done();
    }

    void blockers(Seat seat, UUID defender) {
        Facts action = next();
        if (action == null || !action.has("block") || !begun) return;
        for (String name : action.at("block").keys()) {
            Permanent blocker = run.game.getPermanent(run.names.find(name));
            if (blocker == null) throw refused(name + " cannot block", false);
            if (!blocker.isControlledBy(seat.getId())) return; // another player's
        }
        for (String name : action.at("block").keys()) {
            UUID blocker = run.names.find(name);
            for (String whom : action.at("block").texts(name)) {
                UUID attacker = run.names.find(whom);
                seat.declareBlocker(defender, blocker, attacker, run.game);
                CombatGroup group = run.game.getCombat().findGroup(attacker);
                if (group == null || !group.getBlockers().contains(blocker)) throw refused(name + " cannot block " + whom, false);
            }
        }
        done();
    }
}
