package bridge;

import java.util.*;
import java.util.stream.Stream;
import kit.Facts;
import kit.MagicScript;
import mage.abilities.*;
import mage.abilities.common.TurnFaceUpAbility;
import mage.abilities.keyword.*;
import mage.abilities.mana.ActivatedManaAbilityImpl;
import mage.cards.*;
import mage.constants.*;
import mage.game.combat.*;
import mage.game.permanent.Permanent;
import mage.game.stack.StackObject;

/** The script: what a player does who gets priority, attacks or blocks. */
final class Script extends MagicScript<Run, Seat, UUID, ActivatedAbility> {
    /** The ways to cast a card that an action has to name, and that the engine has spells of their own for. */
    private static final List<String> NAMED = List.of("bestow", "prototype", "escape");
    /** The source of the spell or ability that is being announced. */
    UUID source;

    Script(Run run) { super(run); }

    @Override protected int turn() { return run.game.getTurnNum(); }
    @Override protected String active() { return run.name(run.game.getActivePlayerId()); }
    @Override protected int stepsSoFar() { return run.game.getState().getStepNum(); }
    @Override protected boolean checksDamage() { return true; } // with the bounds that it asks with
    @Override protected List<?> stack() { return run.game.getStack().stream().map(StackObject::getId).toList(); }
    @Override protected boolean plays(Seat player) { return player.isInGame(); }
    @Override protected Seat holder(UUID object) { return (Seat) run.game.getPlayer(run.game.getControllerId(object)); }
    @Override protected String printed(UUID object) { return run.printed(object); }
    @Override protected void concede(Seat player) { run.game.setConcedingPlayer(player.getId()); }

    /** A player, or an object by its id or name; what is held comes first if it may be meant. Of two faces, that which is there. */
    @Override
    protected UUID find(String name, Seat player, boolean held) {
        if (run.seats.containsKey(name)) return run.seats.get(name);
        UUID known = run.ids.key(name);
        Stream<UUID> exile = run.game.getExile().getAllCards(run.game).stream().map(Card::getId);
        Stream<UUID> elsewhere = Stream.of(player.getHand().stream(), exile, player.getGraveyard().stream()).flatMap(zone -> zone);
        Comparator<Permanent> named = Comparator.comparing(each -> run.id(each.getId()) != null);
        Stream<UUID> there = run.game.permanents().stream()
                .sorted(named.thenComparing(each -> !each.isControlledBy(player.getId()))).map(Permanent::getId);
        return Stream.concat(elsewhere.filter(each -> held), there)
                .filter(each -> known == null ? run.names(each).contains(name) : run.main(each).equals(known)).findFirst().orElse(known);
    }

    @Override
    public String step() {
        PhaseStep step = run.game.getTurnStepType();
        return step == null ? null : STEPS.get(step.ordinal()); // in the same order
    }

    @Override
    protected boolean act(Facts action, Seat seat, ActivatedAbility ability) {
        if (ability instanceof SpellAbility spell && action.texts("with").contains(way(spell))) run.announced.with(way(spell));
        boolean acted = seat.pay(action.numbers("pay"), () -> seat.activateAbility(ability, run.game));
        boolean more = !run.announced.modes.isEmpty() && ability.getModes().size() > 1;
        if (acted && more) throw refused("more modes than there can be", false);
        return acted;
    }

    @Override
    protected ActivatedAbility meant(Facts action, Seat seat, UUID object) {
        source = object;
        List<ActivatedAbility> playable = seat.getPlayable(run.game, true, Zone.ALL, false).stream()
                .filter(each -> run.main(each.getSourceId()).equals(run.main(source))).toList();
        if (action.has("activate")) return activated(action, seat, playable);
        return playable.stream().filter(each -> action.has("cast") ? each instanceof SpellAbility spell && casts(action, spell)
                : action.has("play") ? each instanceof PlayLandAbility
                : each instanceof TurnFaceUpAbility && turns(action, each)).findFirst().orElse(null);
    }

    @Override protected boolean knowsWhichCost() { return true; }

    /** Whether this turns a permanent up for the cost that is meant: a keyword's, or that of mana where it could be that. */
    private boolean turns(Facts action, ActivatedAbility ability) {
        Permanent permanent = run.game.getPermanent(source);
        String cost = ability.getManaCosts().getText();
        List<String> keywords = run.game.getCard(run.main(source)).getAbilities().stream()
                .filter(each -> each instanceof MorphAbility || each instanceof DisguiseAbility).map(Ability::getRule)
                .filter(each -> each.contains(" " + cost + " ")).map(each -> each.split(" ")[0].toLowerCase(Locale.ROOT)).toList();
        if (action.has("with")) return keywords.containsAll(action.texts("with"));
        return keywords.isEmpty() || !permanent.isManifested() && !permanent.isCloaked();
    }

    /** Whether an action means this way to cast a card, or this half of it. */
    private boolean casts(Facts action, SpellAbility spell) {
        boolean split = run.game.getCard(run.main(source)) instanceof SplitCard;
        List<String> modes = action.texts("modes");
        boolean fused = spell.getSpellAbilityType() == SpellAbilityType.SPLIT_FUSED;
        boolean meant = !split || (modes.size() > 1 ? fused : !fused && modes.contains(run.printed(spell.getSourceId())));
        return action.is("face down") == spell.getSpellAbilityCastMode().isFaceDown() && meant
                && NAMED.stream().allMatch(each -> each.equals(way(spell)) == action.texts("with").contains(each));
    }

    private static String way(SpellAbility spell) {
        return spell instanceof EscapeAbility ? "escape" : spell.getSpellAbilityCastMode().toString().toLowerCase(Locale.ROOT);
    }

    private ActivatedAbility activated(Facts action, Seat seat, List<ActivatedAbility> playable) {
        List<Ability> all = run.card(source).getAbilities(run.game).stream().filter(each -> each instanceof ActivatedAbility
                && !(each instanceof SpellAbility || each instanceof PlayLandAbility || each instanceof SpecialAction)).toList();
        Permanent permanent = run.game.getPermanent(source);
        List<ActivatedAbility> possible = run.telling.labels.meant(action, all, each -> run.telling.word(each, source)).stream()
                .map(ActivatedAbility.class::cast).filter(each -> each instanceof ActivatedManaAbilityImpl
                        ? each.canActivate(seat.getId(), run.game).canActivate()
                        && (permanent == null || permanent.canUseActivatedAbilities(run.game))
                        : playable.stream().anyMatch(other -> other.getRule().equals(each.getRule()))).toList();
        return seat.asking.byMana(run.name(source), possible, each -> run.telling.letters(each).iterator().next());
    }

    /** Declares attackers where the engine does not ask, since all that can attack have to. */
    void forced(Seat seat) {
        boolean waits = run.game.getTurnStepType() == PhaseStep.DECLARE_ATTACKERS && declared("attack") != null;
        if (waits && !run.game.getCombat().getAttackers().isEmpty()) attackers(seat);
    }

    void attackers(Seat seat) {
        attack(seat, (object, whom) -> {
            Permanent attacker = run.game.getPermanent(object);
            UUID defender = find(whom);
            if (attacker == null) return false;
            if (attacker.isAttacking()) return run.game.getCombat().getDefenderId(object).equals(defender); // it has to
            boolean can = defender != null && seat.getAvailableAttackers(run.game).contains(attacker)
                    && attacker.canAttack(defender, run.game);
            if (can) seat.declareAttacker(object, defender, run.game, false);
            return run.game.getCombat().getAttackers().contains(object);
        });
    }

    void blockers(Seat seat, UUID defender) {
        block(seat, (object, attacker) -> {
            Permanent blocker = run.game.getPermanent(object);
            // the engine leaves this to its window, in which a creature that blocks all it can cannot be chosen again
            if (blocker == null || blocker.getMaxBlocks() != 0 && blocker.getBlocking() >= blocker.getMaxBlocks()) return false;
            seat.declareBlocker(defender, object, attacker, run.game);
            CombatGroup group = run.game.getCombat().findGroup(attacker);
            return group != null && group.getBlockers().contains(object);
        });
    }

    /** The engine takes back what too few block, and asks again only if there are enough that could. */
    @Override
    protected String together(String verb, Seat seat) {
        Combat combat = run.game.getCombat();
        if (verb.equals("attack")) {
            Facts attacks = declared(verb).at(verb);
            return combat.getAttackers().stream().map(run::name).allMatch(attacks::has) ? null : "a creature has to attack";
        }
        int declared = combat.getBlockers().size();
        combat.checkBlockRestrictions(seat, run.game);
        return combat.getBlockers().size() == declared ? null : "too few or too many block one attacker";
    }
}
