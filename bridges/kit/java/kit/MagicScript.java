package kit;

import static kit.Answers.map;

import java.util.*;
import java.util.function.*;

/** A script of Magic, followed as players get priority, attack and block; an engine's own parts are left to the bridge. */
public abstract class MagicScript<R extends MagicRun> {
    /** The steps of a turn. */
    public static final List<String> STEPS = List.of("untap", "upkeep", "draw", "precombat main", "beginning of combat",
            "declare attackers", "declare blockers", "first-strike damage", "combat damage", "end of combat",
            "postcombat main", "end step", "cleanup");
    public static final List<String> VERBS = List.of(
            "cast", "activate", "play", "turn face up", "attack", "block", "assign damage", "resolve", "pass to", "concede");
    private static final List<String> OBJECTS = List.of("cast", "activate", "play", "turn face up");
    /** How many turns a step is waited for. */
    private static final int LONG = 60;

    protected final R run;
    private final Answers answers;
    private final List<Facts> actions;
    private int index;
    /** Whether the action has begun, and what there was then. */
    private boolean begun;
    /** Whether the action takes priority and began in a step in which nobody may get it. */
    private boolean silent;
    private Object top;
    private int beganAtStep;
    private int beganInTurn;
    private final Set<String> passed = new HashSet<>();
    /** What has been declared of the blockers that the action names. */
    private final Set<String> blocking = new HashSet<>();
    private final Map<String, Map<String, Integer>> damage = new HashMap<>();

    protected MagicScript(R run) {
        this.run = run;
        answers = run.answers;
        actions = run.actions;
    }

    /** Returns the position as it is now. */
    protected abstract Map<String, Object> state();

    /** Returns the number of the turn. */
    protected abstract int turn();

    /** Returns a number that grows with each step. */
    protected abstract int stepsSoFar();

    /** Returns the step that the game is in, by its word; null before the first. */
    public abstract String step();

    /** Returns the player whose turn it is. */
    protected abstract String active();

    /** Returns what is on the stack, the top first. */
    protected abstract List<?> stack();

    /** Returns the player who is to do an action; null if there is none in the game. */
    protected abstract String actor(Facts action);

    /** Does what takes priority, as the player who has it. */
    protected abstract void perform(Facts action);

    /** Returns the action that is next; null at the end. */
    protected final Facts next() {
        return index < actions.size() ? actions.get(index) : null;
    }

    /** Returns the declaration that is waited for, by its verb; null if none is. */
    protected final Facts declared(String verb) {
        return begun && next() != null && next().has(verb) ? next() : null;
    }

    /** Goes on to the next action. */
    protected final void done() {
        index++;
        begun = false;
        silent = false;
        passed.clear();
        blocking.clear();
    }

    /** Ends the run with the position as it is now. */
    protected final Answers.Over end() {
        return answers.end(map("state", state()));
    }

    /** Ends the run, since an action is not possible; `unharmed` if the position is still that before it. */
    public final Answers.Over refused(String reason, boolean unharmed) {
        Map<String, Object> outcome = map("refused", map("action", index, "reason", reason));
        if (unharmed) outcome.put("state", state());
        return answers.end(outcome);
    }

    /** Tells whether the engine itself says which damage can be assigned. */
    protected boolean checksDamage() {
        return false;
    }

    /** Returns how the damage of creatures is to be assigned, as far as that was announced and is not yet asked for. */
    public final Map<String, Map<String, Integer>> damage() {
        return damage;
    }

    /** Ends the run, since the engine does not take the damage that was announced. */
    public final Answers.Over refusedDamage() {
        return refused("no such assignment of damage", false);
    }

    /** Returns what an action is done with; null if that is nothing. */
    protected static String object(Facts action) {
        return OBJECTS.stream().map(action::text).filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** Does what the script has for a player with priority; false if it is no more than to pass. */
    public final boolean priority(String player) {
        while (true) {
            Facts action = next();
            if (action == null) throw end();
            if (!begun) begin(action);
            if (silent && stepsSoFar() > beganAtStep) throw refused("nobody gets priority in that step", false);
            switch (VERBS.stream().filter(action::has).findFirst().orElseThrow()) {
                case "resolve" -> {
                    if (top != null && (action.text("resolve").equals("top") ? stack().contains(top) : !stack().isEmpty())) return pass();
                }
                case "pass to" -> {
                    if (!arrived()) return pass();
                }
                case "attack", "block" -> {
                    if (turn() != beganInTurn) throw refused("there is no such step to come", false);
                    return pass();
                }
                case "assign damage" -> {
                    if (index == actions.size() - 1 && !dealt()) return pass();
                }
                default -> {
                    String actor = actor(action);
                    if (actor == null) throw refused("nobody can do it", true);
                    if (actor.equals(player) || action.has("concede")) { // who concedes need not have priority
                        perform(action);
                        done();
                        return true;
                    }
                    if (!passed.add(player)) throw refused(actor + " does not get priority", true);
                    return pass();
                }
            }
            done();
        }
    }

    /**
     * Has the engine do an action with an object of a name, and sees whether it used what the action names; nothing else is meant
     * by those words. `unharmed` says whether the position is still that before it, where the engine does not do it.
     */
    protected final void announce(Facts action, String name, boolean unharmed, BooleanSupplier acts) {
        Announced all = new Announced(action, name, run.data);
        if (action.has("cast") || action.has("activate")) run.announced = all; // what is asked otherwise is no part of paying
        boolean acted = acts.getAsBoolean();
        run.announced = Announced.NONE;
        answers.goOn();
        if (!acted) throw refused(all.why, unharmed);
        if (all.lacks() != null) throw answers.unsupported("action", "to pay " + all.lacks());
        if (all.unused() != null) throw refused(all.unused(), false);
    }

    /** Does something that the action does not name. */
    public final <T> T apart(Supplier<T> act) {
        Announced before = run.announced;
        run.announced = Announced.NONE;
        try {
            return act.get();
        } finally {
            run.announced = before;
        }
    }

    /** Returns why creatures that can attack or block one by one cannot do so together, by the action's verb; null if they can. */
    protected String together(String verb) {
        return null;
    }

    /** Declares the attackers that the script has; `declares` takes an attacker and whom it attacks, and tells whether it can. */
    protected final void attack(BiPredicate<String, String> declares) {
        answers.goOn();
        if (declared("attack") == null) return;
        Facts attacks = declared("attack").at("attack");
        for (String name : attacks.keys()) {
            if (!declares.test(name, attacks.text(name))) throw refused(name + " cannot attack", false);
        }
        String wrong = together("attack");
        if (wrong != null) throw refused(wrong, false);
        done();
    }

    /**
     * Declares the blockers that the script has and that are this player's; `declares` takes a blocker and an attacker. Where
     * several players are attacked, an action names what all of them block with.
     */
    protected final void block(Predicate<String> own, BiPredicate<String, String> declares) {
        answers.goOn();
        if (declared("block") == null) return;
        Facts blocks = declared("block").at("block");
        List<String> owned = blocks.keys().stream().filter(own).toList();
        if (owned.isEmpty()) return;
        for (String name : owned) {
            for (String whom : blocks.texts(name)) {
                if (!declares.test(name, whom)) throw refused(name + " cannot block " + whom, false);
            }
        }
        String wrong = together("block");
        if (wrong != null) throw refused(wrong, false);
        blocking.addAll(owned);
        if (!blocking.containsAll(blocks.keys())) return;
        done();
        if (next() != null && next().has("block")) begin(next()); // what another player blocks with
    }

    private void begin(Facts action) {
        begun = true;
        beganAtStep = stepsSoFar();
        beganInTurn = turn();
        top = stack().isEmpty() ? null : stack().get(0);
        action.at("assign damage").keys().forEach(each -> damage.put(each, action.at("assign damage").numbers(each)));
        if (top == null && action.text("resolve", "").equals("top")) throw refused("the stack is empty", true);
    }

    /** Tells whether damage has been dealt that is the last thing announced: only then does the engine look at it. */
    private boolean dealt() {
        if (!checksDamage()) throw answers.unsupported("action", "assigning damage that is not dealt");
        if (!List.of("combat damage", "end of combat").contains(step())) return false;
        if (!damage.isEmpty()) throw answers.unsupported("action", "assigning damage that the engine does not ask for");
        return true;
    }

    private boolean pass() {
        if (turn() > beganInTurn + LONG) throw answers.unsupported("action", "a step that does not come");
        return false;
    }

    private boolean arrived() {
        return stepsSoFar() > beganAtStep && next().text("pass to").equals(step()) && next().text("of", active()).equals(active());
    }

    /** Looks whether a step in which nobody gets priority, as a rule, was waited for. */
    public final void passing() {
        if (!begun || next() == null || !next().has("pass to") || !arrived()) return;
        done();
        if (next() == null) throw end();
        begin(next());
        silent = OBJECTS.stream().anyMatch(next()::has);
    }

    /** The game is over; only what waits can still follow. */
    public final Answers.Over finish() {
        for (; next() != null; done()) {
            if (!next().has("resolve") && !next().has("pass to")) throw refused("the game is over", true);
        }
        return end();
    }
}
