package kit;

import static kit.Answers.map;

import java.util.*;
import java.util.function.*;

/**
 * A script of Magic, followed as players get priority, attack and block, for a run `R`; what an engine's players `P` do with its
 * objects `O`, such as a spell or an activation `A`, is left to the bridge.
 */
public abstract class MagicScript<R extends MagicRun<P>, P, O, A> {
    /** The steps of a turn. */
    public static final List<String> STEPS = List.of("untap", "upkeep", "draw", "precombat main", "beginning of combat",
            "declare attackers", "declare blockers", "first-strike damage", "combat damage", "end of combat",
            "postcombat main", "end step", "cleanup");
    public static final List<String> VERBS = List.of(
            "cast", "activate", "play", "turn face up", "attack", "block", "assign damage", "resolve", "pass to", "concede");
    private static final List<String> OBJECTS = List.of("cast", "activate", "play", "turn face up");
    /** How many turns a step is waited for. */
    private static final int LONG = 60;
    /** How often players get priority in one step before that is taken for a loop that the engine does not notice. */
    private static final int MANY = 1000;

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
    /** How often players have got priority in the step, and which step that is. */
    private int priorities;
    private int prioritiesAtStep;
    private final Set<String> passed = new HashSet<>();
    /** What has been declared of the blockers that the action names. */
    private final Set<String> blocking = new HashSet<>();
    private final Map<String, Map<String, Integer>> damage = new HashMap<>();

    protected MagicScript(R run) {
        this.run = run;
        answers = run.answers;
        actions = run.actions;
        run.following = this;
    }

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

    /**
     * Returns the object that is called so, of several of one name this player's; null if there is none. What is `held` may lie
     * elsewhere than on the battlefield.
     */
    protected abstract O find(String name, P player, boolean held);

    /** Tells whether a player is still in the game. */
    protected boolean plays(P player) {
        return true;
    }

    /** Returns who controls an object, or else owns it. */
    protected abstract P holder(O object);

    /** Returns the name that is printed on an object's card. */
    protected abstract String printed(O object);

    /** Returns what an action does with an object; null if the engine does not let the player do it now. */
    protected abstract A meant(Facts action, P player, O object);

    /** Has a player do what was meant; tells whether the engine carried it out. */
    protected abstract boolean act(Facts action, P player, A meant);

    /** Has a player concede. */
    protected abstract void concede(P player);

    /** Tells whether the position is still that before an action that the engine did not carry out. */
    protected boolean unharmed() {
        return true;
    }

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

    /** Returns the position as it is now. */
    protected Map<String, Object> state() {
        return run.telling.state();
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
        run.tokens();
        priorities = stepsSoFar() == prioritiesAtStep ? priorities + 1 : 1;
        prioritiesAtStep = stepsSoFar();
        if (priorities > MANY) throw answers.unsupported("action", "a loop that the engine does not notice");
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
                    P actor = actor(action);
                    if (actor == null) throw refused("nobody can do it", true);
                    if (run.name(actor).equals(player) || action.has("concede")) { // who concedes need not have priority
                        perform(action, actor);
                        done();
                        return true;
                    }
                    if (!passed.add(player)) throw refused(run.name(actor) + " does not get priority", true);
                    return pass();
                }
            }
            done();
        }
    }

    /** Returns the player who is to do an action; null if there is none in the game. */
    private P actor(Facts action) {
        String named = action.text("player", action.text("concede"));
        P actor = named != null ? run.player(named) : Optional.ofNullable(found(action)).map(this::holder).orElse(null);
        return actor != null && plays(actor) ? actor : null;
    }

    private O found(Facts action) {
        P player = run.player(action.text("player", active()));
        return find(object(action), player, action.has("cast") || action.has("play"));
    }

    private void perform(Facts action, P actor) {
        if (action.has("concede")) {
            concede(actor);
            return;
        }
        O object = found(action);
        A meant = object == null ? null : meant(action, actor, object);
        if (meant == null) throw refused("the engine does not allow it now", true);
        announce(action, printed(object), () -> act(action, actor, meant));
    }

    /** Has the engine do an action, and sees whether it used what the action names; nothing else is meant by those words. */
    private void announce(Facts action, String card, BooleanSupplier acts) {
        Announced all = new Announced(action, card, run.data);
        if (action.has("cast") || action.has("activate")) run.announced = all; // what is asked otherwise is no part of paying
        if (action.has("turn face up") && knowsWhichCost()) action.texts("with").forEach(all::with);
        boolean acted = acts.getAsBoolean();
        run.announced = Announced.NONE;
        answers.goOn();
        if (!acted) throw refused(all.why, unharmed());
        if (all.lacks() != null) throw answers.unsupported("action", "to pay " + all.lacks());
        if (all.unused() != null) throw refused(all.unused(), false);
    }

    /** Whether `meant` looks at the keyword that an action names, for whose cost a permanent is turned face up. */
    protected boolean knowsWhichCost() { return false; }

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

    /** Returns why a player's creatures that can attack or block one by one cannot do so together, by the verb; null if they can. */
    protected String together(String verb, P player) {
        return null;
    }

    /** Returns the object that is called so, of several of one name that of the player whose turn it is; null if there is none. */
    protected final O find(String name) {
        return find(name, run.player(active()), false);
    }

    /** Declares the attackers that the script has; `declares` takes an attacker and whom it attacks, and tells whether it can. */
    protected final void attack(P player, BiPredicate<O, String> declares) {
        answers.goOn();
        if (declared("attack") == null) return;
        Facts attacks = declared("attack").at("attack");
        for (String name : attacks.keys()) {
            O attacker = find(name, player, false);
            if (attacker == null || !declares.test(attacker, attacks.text(name))) throw refused(name + " cannot attack", false);
        }
        String wrong = together("attack", player);
        if (wrong != null) throw refused(wrong, false);
        done();
    }

    /**
     * Declares the blockers that the script has and that are this player's; `declares` takes a blocker and an attacker. Where
     * several players are attacked, an action names what all of them block with.
     */
    protected final void block(P player, BiPredicate<O, O> declares) {
        answers.goOn();
        if (declared("block") == null) return;
        Facts blocks = declared("block").at("block");
        List<String> owned = blocks.keys().stream().filter(name -> owns(player, find(name, player, false))).toList();
        if (owned.isEmpty()) return;
        for (String name : owned) {
            for (String whom : blocks.texts(name)) {
                O attacker = find(whom);
                boolean can = attacker != null && declares.test(find(name, player, false), attacker);
                if (!can) throw refused(name + " cannot block " + whom, false);
            }
        }
        String wrong = together("block", player);
        if (wrong != null) throw refused(wrong, false);
        blocking.addAll(owned);
        if (!blocking.containsAll(blocks.keys())) return;
        done();
        if (next() != null && next().has("block")) begin(next()); // what another player blocks with
    }

    private boolean owns(P player, O object) {
        return object != null && run.called(holder(object)).equals(run.name(player));
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
