package bridge;

import java.util.*;
import kit.Facts;
import kit.MagicScript;
import mage.abilities.*;
import mage.abilities.keyword.EscapeAbility;
import mage.abilities.mana.ActivatedManaAbilityImpl;
import mage.cards.*;
import mage.constants.*;
import mage.game.combat.*;
import mage.game.permanent.Permanent;
import mage.game.stack.StackObject;

/** The script: what a player does who gets priority, attacks or blocks. */
final class Script extends MagicScript<Run> {
    /** The ways to cast a card that the engine has spells of their own for. */
    private static final List<String> WAYS = List.of("bestow", "prototype");
    /** The ways to cast a card that go without saying where it lies. */
    private static final List<String> FROM_GRAVEYARD = List.of("flashback", "escape");
    /** The source of the spell or ability that is being announced. */
    UUID source;
    /** The player who declares blockers. */
    private Seat deciding;
    /** How many steps there had been as the engine last asked for attackers. */
    private int asked;

    Script(Run run) { super(run); }

    @Override protected Map<String, Object> state() { return run.telling.state(); }
    @Override protected int turn() { return run.game.getTurnNum(); }
    @Override protected String active() { return run.name(run.game.getActivePlayerId()); }
    @Override protected int stepsSoFar() { return run.game.getState().getStepNum(); }
    @Override protected boolean checksDamage() { return true; } // with the bounds that it asks with
    @Override protected List<?> stack() { return run.game.getStack().stream().map(StackObject::getId).toList(); }

    @Override
    public String step() {
        PhaseStep step = run.game.getTurnStepType();
        return step == null ? null : STEPS.get(step.ordinal()); // in the same order
    }

    @Override
    protected String actor(Facts action) {
        String holder = run.name(run.game.getControllerId(found(action)));
        Seat actor = run.seat(action.text("player", action.text("concede", holder)));
        return actor != null && actor.isInGame() ? actor.getName() : null;
    }

    private UUID found(Facts action) {
        UUID player = run.players.getOrDefault(action.text("player"), run.game.getActivePlayerId());
        return run.find(object(action), player, action.has("cast") || action.has("play"));
    }

    @Override
    protected void perform(Facts action) {
        Seat seat = run.seat(actor(action));
        if (action.has("concede")) {
            run.game.setConcedingPlayer(seat.getId());
            return;
        }
        source = found(action);
        ActivatedAbility ability = source == null ? null : meant(action, seat);
        if (ability == null) throw refused("the engine does not allow it now", true);
        announce(action, run.printed(source), true, () -> {
            if (ability instanceof SpellAbility spell && FROM_GRAVEYARD.contains(way(spell))) run.announced.with(way(spell));
            if (ability instanceof SpellAbility) WAYS.stream().filter(action.texts("with")::contains).forEach(run.announced::with);
            boolean acted = seat.pay(action.numbers("pay"), () -> seat.activateAbility(ability, run.game));
            boolean more = !run.announced.modes.isEmpty() && ability.getModes().size() > 1;
            if (acted && more) throw refused("more modes than there can be", false);
            return acted;
        });
    }

    /** What an action does with its object; null if the engine does not let the player do it. */
    private ActivatedAbility meant(Facts action, Seat seat) {
        List<ActivatedAbility> playable = seat.getPlayable(run.game, true, Zone.ALL, false).stream()
                .filter(each -> run.main(each.getSourceId()).equals(run.main(source))).toList();
        if (action.has("activate")) return activated(action, seat, playable);
        return playable.stream().filter(each -> action.has("cast") ? each instanceof SpellAbility spell && casts(action, spell)
                : action.has("play") ? each instanceof PlayLandAbility
                : each.getClass().getSimpleName().equals("TurnFaceUpAbility")).findFirst().orElse(null);
    }

    /** Whether an action means this way to cast a card, or this half of it. */
    private boolean casts(Facts action, SpellAbility spell) {
        boolean split = run.game.getCard(run.main(source)) instanceof SplitCard;
        List<String> modes = action.texts("modes");
        boolean fused = spell.getSpellAbilityType() == SpellAbilityType.SPLIT_FUSED;
        boolean meant = !split || (modes.size() > 1 ? fused : !fused && modes.contains(run.printed(spell.getSourceId())));
        String way = way(spell);
        return action.is("face down") == spell.getSpellAbilityCastMode().isFaceDown() && meant
                && WAYS.contains(way) == WAYS.stream().anyMatch(action.texts("with")::contains);
    }

    private static String way(SpellAbility spell) {
        return spell instanceof EscapeAbility ? "escape" : spell.getSpellAbilityCastMode().toString().toLowerCase(Locale.ROOT);
    }

    private ActivatedAbility activated(Facts action, Seat seat, List<ActivatedAbility> playable) {
        List<Ability> all = run.card(source).getAbilities(run.game).stream().filter(each -> each instanceof ActivatedAbility
                && !(each instanceof SpellAbility || each instanceof PlayLandAbility || each instanceof SpecialAction)).toList();
        List<ActivatedAbility> possible = run.words.meant(action, all, each -> run.words.word(each, source)).stream()
                .map(ActivatedAbility.class::cast).filter(each -> each instanceof ActivatedManaAbilityImpl
                        ? each.canActivate(seat.getId(), run.game).canActivate() && (run.game.getPermanent(source) == null
                        || run.game.getPermanent(source).canUseActivatedAbilities(run.game))
                        : playable.stream().anyMatch(other -> other.getRule().equals(each.getRule()))).toList();
        return seat.asking.byMana(run.name(source), possible, each -> run.words.letters(each).iterator().next());
    }

    /** Declares attackers where the engine does not ask, since all that can attack have to. */
    void forced(Seat seat) {
        if (unasked() && run.game.isActivePlayer(seat.getId()) && !run.game.getCombat().getAttackers().isEmpty()) attackers(seat);
    }

    /** Whether the engine has not asked for attackers in a step in which they are declared. */
    private boolean unasked() {
        return run.game.getTurnStepType() == PhaseStep.DECLARE_ATTACKERS && asked != stepsSoFar();
    }

    /** Whom the script has a creature attack, of which the engine asks that before it asks for attackers; null for none. */
    UUID attackedBy(String attacker) {
        Facts action = attacker == null || !unasked() ? null : declared("attack");
        return action == null || !action.at("attack").has(attacker) ? null : run.find(action.at("attack").text(attacker));
    }

    void attackers(Seat seat) {
        asked = stepsSoFar();
        attack((name, whom) -> {
            Permanent attacker = run.permanent(name, seat.getId());
            UUID defender = run.find(whom);
            if (attacker == null) return false;
            if (attacker.isAttacking()) return run.game.getCombat().getDefenderId(attacker.getId()).equals(defender); // it has to
            if (defender == null || !seat.getAvailableAttackers(run.game).contains(attacker)
                    || !attacker.canAttack(defender, run.game)) return false;
            seat.declareAttacker(attacker.getId(), defender, run.game, false);
            return run.game.getCombat().getAttackers().contains(attacker.getId());
        });
    }

    void blockers(Seat seat, UUID defender) {
        deciding = seat;
        block(name -> seat.getId().equals(run.game.getControllerId(run.find(name, seat.getId(), false))), (name, whom) -> {
            Permanent blocker = run.permanent(name, seat.getId());
            UUID attacker = run.find(whom);
            // the engine leaves this to its window, in which a creature that blocks all it can cannot be chosen again
            if (blocker == null || blocker.getMaxBlocks() != 0 && blocker.getBlocking() >= blocker.getMaxBlocks()) return false;
            seat.declareBlocker(defender, blocker.getId(), attacker, run.game);
            CombatGroup group = run.game.getCombat().findGroup(attacker);
            return group != null && group.getBlockers().contains(blocker.getId());
        });
    }

    /** The engine takes back what too few block, and asks again only if there are enough that could. */
    @Override
    protected String together(String verb) {
        Combat combat = run.game.getCombat();
        if (verb.equals("attack")) {
            Facts attacks = declared(verb).at(verb);
            return combat.getAttackers().stream().map(run::name).allMatch(attacks::has) ? null : "a creature has to attack";
        }
        int declared = combat.getBlockers().size();
        combat.checkBlockRestrictions(deciding, run.game);
        return combat.getBlockers().size() == declared ? null : "too few or too many block one attacker";
    }
}
