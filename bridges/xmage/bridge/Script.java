package bridge;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import mage.abilities.ActivatedAbility;
import mage.abilities.PlayLandAbility;
import mage.abilities.SpecialAction;
import mage.cards.Card;
import mage.constants.PhaseStep;
import mage.game.events.GameEvent;
import mage.game.permanent.Permanent;
import mage.game.stack.StackObject;

/** The script: what a player does who gets priority, attacks or blocks. */
final class Script {
    static final Map<String, PhaseStep> STEPS = Map.ofEntries(
            Map.entry("untap", PhaseStep.UNTAP), Map.entry("upkeep", PhaseStep.UPKEEP), Map.entry("draw", PhaseStep.DRAW),
            Map.entry("precombat main", PhaseStep.PRECOMBAT_MAIN), Map.entry("beginning of combat", PhaseStep.BEGIN_COMBAT),
            Map.entry("declare attackers", PhaseStep.DECLARE_ATTACKERS),
            Map.entry("declare blockers", PhaseStep.DECLARE_BLOCKERS),
            Map.entry("first-strike damage", PhaseStep.FIRST_COMBAT_DAMAGE),
            Map.entry("combat damage", PhaseStep.COMBAT_DAMAGE), Map.entry("end of combat", PhaseStep.END_COMBAT),
            Map.entry("postcombat main", PhaseStep.POSTCOMBAT_MAIN), Map.entry("end step", PhaseStep.END_TURN),
            Map.entry("cleanup", PhaseStep.CLEANUP));
    static final List<String> VERBS = List.of(
            "cast", "activate", "play", "turn face up", "attack", "block", "assign damage", "resolve", "pass to", "concede");
    private static final int LONG = 60;

    private final Run run;
    private int index;
    /** What the running action waits for; none before it has begun. */
    private boolean begun;
    private UUID top;
    private int beganAtStep;
    private int beganInTurn;
    private final Set<UUID> passed = new HashSet<>();
    /** The action being announced, and what of it is not yet used. */
    JsonObject announcing;
    UUID announcedSource;
    /** Whether the action names targets; what the engine asks for beyond them is a choice of another kind to the script. */
    boolean targeted;
    final Deque<List<String>> targets = new ArrayDeque<>();
    final List<String> costs = new ArrayList<>();
    final List<String> with = new ArrayList<>();
    final Deque<String> modes = new ArrayDeque<>();
    String why;
    /** The colour that a mana ability is activated for, where the action says so; used by the next question for one. */
    String manaColor;
    /** Damage announced for creatures in combat. */
    final Map<String, JsonObject> damage = new HashMap<>();
    private int damageAction;

    Script(Run run) {
        this.run = run;
    }

    /** The next action, or null at the end. */
    private JsonObject next() {
        return index < run.actions.size() ? run.actions.get(index) : null;
    }

    private void done() {
        index++;
        begun = false;
        passed.clear();
        if (next() == null) {
            announcing = null;
        }
    }

    /** What a player does who has priority; tells whether it was more than to pass. */
    boolean priority(Seat seat) {
        run.names.nameTokens();
        if (!run.started) {
            run.position.begin();
            run.started = true;
        }
        while (true) {
            JsonObject action = next();
            if (action == null) {
                throw Over.of(run.outcome());
            }
            if (!begun) {
                begin(action);
            }
            if (action.has("resolve")) {
                boolean waits = action.get("resolve").getAsString().equals("top")
                        ? run.game.getStack().stream().anyMatch(each -> each.getId().equals(top))
                        : !run.game.getStack().isEmpty();
                if (waits) {
                    return pass(seat);
                }
                done();
            } else if (action.has("pass to")) {
                if (!arrived(action)) {
                    return pass(seat);
                }
                done();
            } else if (action.has("attack") || action.has("block")) {
                if (run.game.getTurnNum() != beganInTurn) {
                    throw refused("there is no such step to come", false);
                }
                return pass(seat);
            } else if (action.has("assign damage")) {
                for (Map.Entry<String, JsonElement> each : action.getAsJsonObject("assign damage").entrySet()) {
                    damage.put(each.getKey(), each.getValue().getAsJsonObject());
                }
                damageAction = index;
                if (index == run.actions.size() - 1) {
                    throw Over.unsupported("action", "assigning damage that is not dealt");
                }
                done();
            } else {
                Seat actor = actor(action);
                if (actor == null || !actor.isInGame()) {
                    throw refused("nobody can do it", true);
                }
                if (!actor.getId().equals(seat.getId())) {
                    if (!passed.add(seat.getId())) {
                        throw refused(actor.getName() + " does not get priority", true);
                    }
                    return pass(seat);
                }
                perform(action, (Seat) run.game.getPlayer(actor.getId()));
                done();
                return true;
            }
        }
    }

    private void begin(JsonObject action) {
        if (VERBS.stream().noneMatch(action::has)) {
            throw Over.unsupported("action", String.join(" ", action.keySet()));
        }
        begun = true;
        beganAtStep = run.game.getState().getStepNum();
        beganInTurn = run.game.getTurnNum();
        if (action.has("resolve")) {
            StackObject first = run.game.getStack().peekFirst();
            top = first == null ? null : first.getId();
            if (first == null && action.get("resolve").getAsString().equals("top")) {
                throw refused("the stack is empty", true);
            }
        }
    }

    private boolean pass(Seat seat) {
        if (run.game.getTurnNum() > beganInTurn + LONG) {
            throw Over.unsupported("action", "a step that does not come");
        }
        seat.pass(run.game);
        return false;
    }

    private boolean arrived(JsonObject action) {
        PhaseStep wanted = STEPS.get(action.get("pass to").getAsString());
        return run.game.getTurnStepType() == wanted && run.game.getState().getStepNum() > beganAtStep
                && (!action.has("of") || names(run.game.getActivePlayerId()).equals(action.get("of").getAsString()));
    }

    private String names(UUID object) {
        return String.valueOf(run.names.of(object));
    }

    /** Looks whether a step without priority was waited for. */
    void after(GameEvent event) {
        if (event.getType() != GameEvent.EventType.UNTAP_STEP_POST && event.getType() != GameEvent.EventType.CLEANUP_STEP_POST) {
            return;
        }
        JsonObject action = next();
        if (action != null && action.has("pass to") && begun && arrived(action)) {
            run.names.nameTokens();
            done();
            if (next() == null) {
                throw Over.of(run.outcome());
            }
        }
    }

    /** The game has ended; only what waits can still follow. */
    void finish() {
        for (JsonObject action = next(); action != null; action = next()) {
            if (!action.has("resolve") && !action.has("pass to")) {
                throw refused("the game is over", true);
            }
            done();
        }
    }

    private Seat actor(JsonObject action) {
        if (action.has("player")) {
            return run.seats.get(action.get("player").getAsString());
        }
        if (action.has("concede")) {
            return run.seats.get(action.get("concede").getAsString());
        }
        UUID object = object(action);
        if (object == null) {
            return null;
        }
        Permanent permanent = run.game.getPermanent(object);
        if (permanent != null) {
            return run.seats.get(names(permanent.getControllerId()));
        }
        Card card = run.game.getCard(object);
        return card == null ? null : run.seats.get(names(card.getOwnerId()));
    }

    private UUID object(JsonObject action) {
        for (String verb : List.of("cast", "activate", "play", "turn face up")) {
            if (action.has(verb)) {
                return found(action.get(verb).getAsString());
            }
        }
        return null;
    }

    private UUID found(String reference) {
        UUID object = run.names.object(reference);
        if (object == null) {
            Seat seat = run.seats.get(reference);
            if (seat != null) {
                return seat.getId();
            }
            for (Permanent each : run.game.getBattlefield().getAllActivePermanents()) {
                if (each.getName().equals(reference)) {
                    return each.getId();
                }
            }
            return null;
        }
        Card card = run.game.getCard(object); // one face of a card with two may lie on the battlefield
        if (card != null && run.game.getPermanent(object) == null) {
            for (Permanent each : run.game.getBattlefield().getAllActivePermanents()) {
                Card of = run.game.getCard(each.getId());
                if (of != null && of.getMainCard().getId().equals(object)) {
                    return each.getId();
                }
            }
        }
        return object;
    }

    /** The engine does not take the damage that was announced. */
    Over refusedDamage() {
        index = damageAction;
        return refused("no such assignment of damage", false);
    }

    Over refused(String reason, boolean unharmed) {
        JsonObject refusal = new JsonObject();
        refusal.addProperty("action", index);
        refusal.addProperty("reason", reason);
        JsonObject outcome = new JsonObject();
        if (unharmed) {
            outcome.add("state", run.telling.state());
        }
        outcome.add("refused", refusal);
        return Over.of(run.answers.told(outcome));
    }

    // --- what is done with priority -----------------------------------------------------------------------------------

    private void perform(JsonObject action, Seat seat) {
        if (action.has("concede")) {
            run.game.setConcedingPlayer(seat.getId());
            return;
        }
        UUID object = object(action);
        seat.purse.settle(seat.getManaPool());
        ActivatedAbility ability;
        if (action.has("cast")) {
            ability = run.moves.spell(action, seat, object);
        } else if (action.has("play")) {
            ability = run.moves.playable(seat, object, PlayLandAbility.class).stream().findFirst().orElse(null);
        } else if (action.has("turn face up")) {
            ability = run.moves.playable(seat, object, SpecialAction.class).stream()
                    .filter(each -> each.getClass().getSimpleName().equals("TurnFaceUpAbility")).findFirst().orElse(null);
        } else {
            ability = run.moves.activated(action, seat, object);
        }
        if (ability == null) {
            throw refused("the engine does not allow it now", true);
        }
        announce(action, object);
        if (action.has("play") || action.has("turn face up")) {
            announcing = null; // what is asked then is no part of paying
        }
        if (action.has("pay")) {
            seat.purse.spendNamed(seat.getManaPool(), action.getAsJsonObject("pay"));
        }
        boolean acted = seat.activateAbility(ability, run.game);
        Seat after = (Seat) run.game.getPlayer(seat.getId());
        boolean spent = !action.has("pay") || after.purse.spentNamed();
        after.purse.settle(after.getManaPool());
        after.purse.spendPool(after.getManaPool());
        if (acted && !spent) {
            throw Over.unsupported("action", "paying with mana that the engine does not take");
        }
        boolean rest = !targets.isEmpty();
        announcing = null;
        if (!acted) {
            throw refused(why == null ? "the engine does not carry it out" : why, true);
        }
        if (rest && !action.has("play")) {
            throw refused("more targets than there can be", false);
        }
        if (!costs.isEmpty()) {
            throw refused("the costs do not take " + String.join(" and ", costs), false);
        }
    }

    private void announce(JsonObject action, UUID object) {
        announcing = action;
        targeted = action.has("targets");
        announcedSource = object;
        why = null;
        targets.clear();
        costs.clear();
        with.clear();
        modes.clear();
        if (action.has("targets")) {
            JsonElement told = action.get("targets");
            if (told.isJsonArray()) {
                told.getAsJsonArray().forEach(each -> targets.add(List.of(each.getAsString())));
            } else {
                JsonObject named = told.getAsJsonObject();
                order(object, named.keySet()).forEach(name -> targets.add(Answers.words(named.get(name))));
            }
        }
        if (action.has("costs")) {
            action.getAsJsonObject("costs").entrySet().forEach(each -> costs.addAll(Answers.words(each.getValue())));
        }
        if (action.has("with")) {
            with.addAll(Answers.words(action.get("with")));
        }
        if (action.has("modes")) {
            modes.addAll(Answers.words(action.get("modes")));
        }
    }

    /** The names of targets in the order of the card's data. */
    private List<String> order(UUID object, Set<String> wanted) {
        for (Words.Entry entry : run.words.entries(printed(object))) {
            if (entry.targets().containsAll(wanted)) {
                return entry.targets().stream().filter(wanted::contains).toList();
            }
        }
        return new ArrayList<>(wanted);
    }

    String printed(UUID object) {
        Permanent permanent = run.game.getPermanent(object);
        if (permanent != null) {
            return permanent.getName();
        }
        Card card = run.game.getCard(object);
        return card == null ? "" : card.getName();
    }

    // --- combat -------------------------------------------------------------------------------------------------------

    void attackers(Seat seat) {
        JsonObject action = next();
        if (action == null || !action.has("attack") || !begun && !run.started) {
            return;
        }
        if (!begun) {
            return; // no player has had priority since the action before
        }
        run.names.nameTokens();
        for (Map.Entry<String, JsonElement> each : action.getAsJsonObject("attack").entrySet()) {
            UUID attacker = found(each.getKey());
            UUID defender = found(each.getValue().getAsString());
            Permanent permanent = attacker == null ? null : run.game.getPermanent(attacker);
            if (permanent == null || !permanent.isControlledBy(seat.getId()) || defender == null
                    || !seat.getAvailableAttackers(run.game).contains(permanent) || !permanent.canAttack(defender, run.game)) {
                throw refused(each.getKey() + " cannot attack", false);
            }
            seat.declareAttacker(attacker, defender, run.game, false);
            if (!run.game.getCombat().getAttackers().contains(attacker)) {
                throw refused(each.getKey() + " cannot attack", false);
            }
        }
        done();
    }

    void blockers(Seat seat, UUID defender) {
        JsonObject action = next();
        if (action == null || !action.has("block") || !begun) {
            return;
        }
        JsonObject blocks = action.getAsJsonObject("block");
        for (String name : blocks.keySet()) {
            Permanent blocker = run.game.getPermanent(found(name));
            if (blocker == null) {
                throw refused(name + " cannot block", false);
            }
            if (!blocker.isControlledBy(seat.getId())) {
                return; // another player's
            }
        }
        for (Map.Entry<String, JsonElement> each : blocks.entrySet()) {
            UUID blocker = found(each.getKey());
            for (String name : Answers.words(each.getValue())) {
                UUID attacker = found(name);
                seat.declareBlocker(defender, blocker, attacker, run.game);
                if (run.game.getCombat().findGroup(attacker) == null
                        || !run.game.getCombat().findGroup(attacker).getBlockers().contains(blocker)) {
                    throw refused(each.getKey() + " cannot block " + name, false);
                }
            }
        }
        done();
    }
}
