package bridge;

import java.util.*;
import kit.Facts;
import kit.MagicScript;
import mage.abilities.*;
import mage.abilities.keyword.MorphAbility;
import mage.abilities.mana.ActivatedManaAbilityImpl;
import mage.cards.*;
import mage.constants.*;
import mage.game.combat.CombatGroup;
import mage.game.permanent.Permanent;
import mage.game.stack.StackObject;

/** The script: what a player does who gets priority, attacks or blocks. */
final class Script extends MagicScript<Run> {
    private static final Set<SpellAbilityCastMode> FACE_DOWN = Set.of(SpellAbilityCastMode.MORPH, SpellAbilityCastMode.DISGUISE);

    /** The source of the spell or ability that is being announced. */
    UUID source;

    Script(Run run) {
        super(run);
    }

    @Override protected Map<String, Object> state() { return run.telling.state(); }
    @Override protected int turn() { return run.game.getTurnNum(); }
    @Override protected int stepsSoFar() { return run.game.getState().getStepNum(); }
    @Override protected boolean checksDamage() { return true; } // with the bounds that it asks with

    @Override
    protected boolean isIn(String step, String player) {
        String active = run.names.of(run.game.getActivePlayerId());
        return run.game.getTurnStepType() == step(step) && (player == null || player.equals(active));
    }

    static PhaseStep step(String word) {
        return PhaseStep.values()[STEPS.indexOf(word)]; // in the same order
    }

    @Override protected List<?> stack() { return run.game.getStack().stream().map(StackObject::getId).toList(); }

    @Override
    protected String actor(Facts action) {
        Card card = run.names.card(found(action));
        UUID holder = card == null ? null : card instanceof Permanent permanent ? permanent.getControllerId() : card.getOwnerId();
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
        ActivatedAbility ability = source == null ? null : meant(action, seat);
        if (ability == null) throw refused("the engine does not allow it now", true);
        seat.purse.open(seat.getManaPool(), action.numbers("pay"));
        announce(action, run.names.printed(source), true, () -> {
            boolean acted = seat.activateAbility(ability, run.game);
            boolean spent = seat.purse.close(run.game.getPlayer(seat.getId()).getManaPool());
            if (acted && !spent) throw run.answers.unsupported("action", "paying with mana that the engine does not take");
            if (acted && !run.announced.modes.isEmpty() && ability.getModes().size() > 1) throw refused("more modes than there can be", false);
            return acted;
        });
    }

    /** What an action does with its object; null if the engine does not let the player do it. */
    private ActivatedAbility meant(Facts action, Seat seat) {
        List<ActivatedAbility> playable = seat.getPlayable(run.game, true, Zone.ALL, false).stream()
                .filter(each -> run.names.main(each.getSourceId()).equals(run.names.main(source))).toList();
        if (action.has("activate")) return activated(action, seat, playable);
        if (action.has("cast")) return spell(action, playable);
        return playable.stream().filter(each -> action.has("play") ? each instanceof PlayLandAbility
                : each.getClass().getSimpleName().equals("TurnFaceUpAbility")).findFirst().orElse(null);
    }

    private ActivatedAbility spell(Facts action, List<ActivatedAbility> playable) {
        List<ActivatedAbility> spells = playable.stream().filter(each -> each instanceof SpellAbility spell && action.is("face down")
                == (spell instanceof MorphAbility || FACE_DOWN.contains(spell.getSpellAbilityCastMode()))).toList();
        if (!(run.game.getCard(run.names.main(source)) instanceof SplitCard)) return spells.isEmpty() ? null : spells.get(0);
        List<String> halves = action.texts("modes");
        return spells.stream().filter(each -> halves.contains(run.names.printed(each.getSourceId()))).findFirst().orElse(null);
    }

    private ActivatedAbility activated(Facts action, Seat seat, List<ActivatedAbility> playable) {
        List<Ability> all = run.names.card(source).getAbilities(run.game).stream().filter(each -> each instanceof ActivatedAbility
                && !(each instanceof SpellAbility || each instanceof PlayLandAbility || each instanceof SpecialAction)).toList();
        List<ActivatedAbility> possible = run.words.meant(action, all, each -> run.words.word(each, source)).stream()
                .map(ActivatedAbility.class::cast).filter(each -> each instanceof ActivatedManaAbilityImpl
                        ? each.canActivate(seat.getId(), run.game).canActivate()
                        : playable.stream().anyMatch(other -> other.getRule().equals(each.getRule()))).toList();
        if (possible.size() < 2) return possible.isEmpty() ? null : possible.get(0);
        List<String> colors = possible.stream()
                .map(each -> run.words.letters((ActivatedManaAbilityImpl) each).iterator().next()).toList();
        return possible.get(colors.indexOf(seat.asking.word("mana", run.names.of(source), colors)));
    }

    void attackers(Seat seat) {
        attack((name, whom) -> {
            Permanent attacker = run.names.permanent(name, seat.getId());
            UUID defender = run.names.find(whom);
            if (attacker == null || defender == null || !attacker.isControlledBy(seat.getId())
                    || !seat.getAvailableAttackers(run.game).contains(attacker)
                    || !attacker.canAttack(defender, run.game)) return false;
            seat.declareAttacker(attacker.getId(), defender, run.game, false);
            return run.game.getCombat().getAttackers().contains(attacker.getId());
        });
    }

    void blockers(Seat seat, UUID defender) {
        block(name -> {
            Permanent blocker = run.names.permanent(name, seat.getId());
            return blocker != null && blocker.isControlledBy(seat.getId());
        }, (name, whom) -> {
            Permanent one = run.names.permanent(name, seat.getId());
            UUID blocker = one.getId();
            UUID attacker = run.names.find(whom);
            // the engine leaves this to its window, in which a creature that blocks all it can cannot be chosen again
            if (one.getMaxBlocks() != 0 && one.getBlocking() >= one.getMaxBlocks()) return false;
            seat.declareBlocker(defender, blocker, attacker, run.game);
            CombatGroup group = run.game.getCombat().findGroup(attacker);
            return group != null && group.getBlockers().contains(blocker);
        });
    }
}
