package bridge;

import java.util.*;
import kit.Facts;
import kit.MagicRun;
import kit.MagicScript;
import magic.model.*;
import magic.model.choice.MagicPlayChoiceResult;
import magic.model.event.*;
import magic.model.phase.MagicCombatDamagePhase;
import magic.model.phase.MagicPhaseType;

/** The script: what a player does who gets priority, attacks or blocks. */
final class Script extends MagicScript<Run, MagicPlayer, MagicObject, MagicSourceActivation<?>> {
    Script(Run run) { super(run); }

    @Override
    public String step() {
        MagicPhaseType type = run.game.getPhase().getType();
        int place = type.ordinal() - MagicPhaseType.Untap.ordinal(); // in the same order, but for the first of two for combat damage
        boolean later = type.ordinal() > MagicPhaseType.CombatDamage.ordinal() || run.game.getPhase() == MagicCombatDamagePhase.Second;
        return STEPS.get(Math.max(place, 0) + (later ? 1 : 0));
    }

    @Override protected int turn() { return run.game.getTurn() - Position.FIRST_TURN + 1; }
    @Override protected String active() { return run.game.getTurnPlayer().getName(); }
    @Override protected int stepsSoFar() { return run.steps; }
    @Override protected List<?> stack() { return List.copyOf(run.game.getStack()); }

    @Override protected MagicPlayer holder(MagicObject object) { return object.getController(); }
    @Override protected String printed(MagicObject object) { return Run.card(object).getName(); }
    @Override protected MagicObject find(String name, MagicPlayer player, boolean held) { return run.find(name, player); }
    @Override protected void concede(MagicPlayer player) { throw run.answers.unsupported("action", "concede"); }

    @Override
    protected boolean act(Facts action, MagicPlayer player, MagicSourceActivation<?> meant) {
        if (action.texts("with").contains(way(meant))) run.announced.with(way(meant));
        run.execute(MagicRun.make(MagicPlayChoiceResult.class, meant));
        while (run.game.hasNextEvent() && !run.game.isFinished()) run.step();
        if (!run.announced.modes.isEmpty()) throw refused("more modes than there can be", false);
        return true;
    }

    @Override
    protected MagicSourceActivation<?> meant(Facts action, MagicPlayer player, MagicObject object) {
        return all(action, object).stream().filter(each -> possible(each, player)).findFirst().orElse(null);
    }

    private boolean possible(MagicSourceActivation<?> each, MagicPlayer player) {
        boolean holds = player.getSourceActivations().stream().anyMatch(other -> other.source == each.source);
        return holds && Purse.rich(player, () -> each.canPlay(run.game, player, false));
    }

    /** What of an object an action may mean. */
    private List<MagicSourceActivation<?>> all(Facts action, MagicObject object) {
        List<MagicSourceActivation<?>> all = new ArrayList<>(((MagicSource) object).getSourceActivations());
        boolean turns = action.has("turn face up");
        all.removeIf(each -> each.activation instanceof MagicMorphActivation != turns);
        if (turns) return all;
        if (action.has("activate") && object instanceof MagicPermanent permanent) return activated(action, all, permanent);
        if (action.has("activate")) return all.stream().filter(each -> !way(each).equals("cast")).toList(); // of a card elsewhere
        boolean fits = object instanceof MagicCard card && card.getCardDefinition().isLand() == action.has("play");
        return fits ? spells(action, all) : List.of();
    }

    /** What casts a card: for its cost, or in the way that the action tells. */
    private static List<MagicSourceActivation<?>> spells(Facts action, List<MagicSourceActivation<?>> all) {
        all.removeIf(each -> each.activation instanceof MagicMorphCastActivation != action.is("face down"));
        List<MagicSourceActivation<?>> named = all.stream().filter(each -> action.texts("with").contains(way(each))).toList();
        List<MagicSourceActivation<?>> plain = all.stream().filter(each -> way(each).equals("cast")).toList();
        return !named.isEmpty() ? named : plain.isEmpty() ? all : plain;
    }

    /** How the engine calls a way to cast. */
    private static String way(MagicSourceActivation<?> each) {
        return each.activation.getText().toLowerCase(Locale.ROOT);
    }

    private List<MagicSourceActivation<?>> activated(Facts action, List<MagicSourceActivation<?>> all, MagicPermanent permanent) {
        List<Object> abilities = new ArrayList<>(all.stream().map(each -> each.activation).toList());
        String ability = action.text("ability", "");
        if (!ability.matches("\\d+")) {
            abilities.addAll(permanent.getManaActivations());
        } else if (!permanent.getManaActivations().isEmpty()) { // which count too, but the engine has them apart
            abilities = run.telling.printed(permanent.getCardDefinition().getName());
            if (abilities.isEmpty()) throw run.answers.unsupported("action", "an ability by its number");
        }
        List<Object> meant = ability.startsWith("tap for ") ? List.copyOf(permanent.getManaActivations())
                : run.telling.labels.meant(action, abilities, each -> run.telling.word(each, permanent));
        if (meant.stream().anyMatch(each -> each instanceof MagicManaActivation)) { // the engine has mana only as a cost is paid
            throw run.answers.unsupported("action", "a mana ability by itself");
        }
        return all.stream().filter(each -> meant.contains(each.activation)).toList();
    }

    /** Whom to declare as attackers, where each can attack; those that have to are declared by the engine. */
    Deque<String> attackers(MagicPlayer player) {
        Deque<String> names = new ArrayDeque<>();
        attack(player, (object, whom) -> {
            if (!run.players.containsKey(whom)) throw run.answers.unsupported("action", "attacking something else than a player");
            return object instanceof MagicPermanent attacker && attacker.getController() == player && attacker.canAttack()
                    && (attacker.hasAbility(MagicAbility.AttacksEachTurnIfAble) || names.add(run.name(attacker)));
        });
        return names;
    }

    @Override
    protected String together(String verb, MagicPlayer player) {
        if (verb.equals("block")) return null;
        boolean held = player.getPermanents().stream().anyMatch(each -> each.canAttack()
                && each.hasAbility(MagicAbility.AttacksEachTurnIfAble) && !declared(verb).at(verb).has(run.name(each)));
        return held ? "a creature that has to attack is held back" : null;
    }

    /** Whom to declare as blockers, each with the attacker that it blocks, where they can. */
    Deque<String> blockers(MagicPlayer player) {
        Deque<String> names = new ArrayDeque<>();
        block(player, (object, other) -> {
            if (names.contains(run.name(object))) throw run.answers.unsupported("action", "blocking several");
            return object instanceof MagicPermanent blocker && other instanceof MagicPermanent attacker && attacker.isAttacking()
                    && blocker.canBlock() && attacker.canBeBlocked(player) && blocker.canBlock(attacker)
                    && names.add(run.name(blocker)) && names.add(run.name(attacker));
        });
        return names;
    }
}
