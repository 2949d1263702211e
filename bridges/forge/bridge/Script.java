package bridge;

import com.google.common.eventbus.Subscribe;
import forge.game.*;
import forge.game.card.*;
import forge.game.combat.*;
import forge.game.event.GameEventTurnPhase;
import forge.game.phase.*;
import forge.game.player.Player;
import forge.game.spellability.*;
import forge.game.zone.*;
import java.util.*;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import kit.Facts;
import kit.MagicScript;

/** The script, as the engine asks for it: a player who has priority, attacks or blocks. */
public final class Script extends MagicScript<Run, Player, Card, SpellAbility> {
    private int steps;
    /** What has just been done with priority; null for nothing. */
    private SpellAbility chosen;
    /** The step that is over, though the engine is in the next one already; null for none. */
    private PhaseType over;

    Script(Run run) { super(run); }

    private PhaseHandler phases() { return run.game.getPhaseHandler(); }

    /** The step that the game is in, or the one that has passed without priority. */
    @Override public String step() { return STEPS.get((over == null ? phases().getPhase() : over).ordinal()); } // in the same order

    @Override protected int turn() { return phases().getTurn() - Position.TURN + 1; }
    @Override protected int stepsSoFar() { return steps; }
    @Override protected String active() { return phases().getPlayerTurn().getName(); }
    @Override protected List<?> stack() { return Run.list(run.game.getStack()); }
    @Override protected boolean plays(Player player) { return run.game.getPlayers().contains(player); }
    @Override protected boolean unharmed() { return false; }
    @Override protected Card find(String name, Player player, boolean held) { return (Card) run.found(name, player); }
    @Override protected String printed(Card card) { return Run.printed(card); }

    @Override
    protected Player holder(Card card) {
        return card.isInZone(ZoneType.Battlefield) ? card.getController() : card.getOwner();
    }

    @Override
    protected void concede(Player player) {
        player.concede();
        run.game.getAction().checkStateEffects(true);
    }

    @Override
    protected boolean act(Facts action, Player player, SpellAbility ability) {
        chosen = ability;
        Card card = ability.getHostCard();
        Zone before = card.getZone();
        boolean done = ((Seat) player.getController()).put(ability, false, true);
        Card after = run.game.getCardState(card);
        if (done && after.getZone() != null && before != null && !after.getZone().equals(before)) {
            CardZoneTable moved = new CardZoneTable();
            moved.put(before.getZoneType(), after.getZone().getZoneType(), after);
            moved.triggerChangesZoneAll(run.game, null);
        }
        return done;
    }

    @Override
    protected SpellAbility meant(Facts action, Player player, Card card) {
        List<SpellAbility> possible = card.getAllPossibleAbilities(player, true);
        if (action.has("activate")) return activated(action, (Seat) player.getController(), card, possible);
        Predicate<SpellAbility> fits = action.has("play") ? LandAbility.class::isInstance
                : action.has("turn face up") ? each -> turns(action, each, possible)
                : each -> each.isSpell() && !(each instanceof LandAbility) && each.isCastFaceDown() == action.has("face down");
        return possible.stream().filter(fits).min(Comparator.comparing(each -> rank(action, each))).orElse(null);
    }

    @Override protected boolean knowsWhichCost() { return true; }

    /** Whether this turns a permanent up for the cost that is meant: a keyword's, or that of mana where it could be that. */
    private static boolean turns(Facts action, SpellAbility ability, List<SpellAbility> possible) {
        String keyword = ability.hasParam("Mega") ? "megamorph" : "morph";
        if (action.has("with")) return ability.isMorphUp() && action.texts("with").equals(List.of(keyword));
        return ability.isManifestUp() || ability.isMorphUp() && possible.stream().noneMatch(SpellAbility::isManifestUp);
    }

    /** Spells as they are to be cast: at an alternative cost that is named, a half that is named, or else at no such cost. */
    private int rank(Facts action, SpellAbility spell) {
        List<String> with = action.texts("with");
        AlternativeCost way = spell.getAlternativeCost();
        if (way != null && with.contains(word(way.name()))) return 0;
        Set<String> halves = Seat.parts(spell).map(SpellAbility::getCardState).filter(Objects::nonNull).map(CardState::getName)
                .collect(Collectors.toSet());
        if (!halves.isEmpty() && halves.equals(Set.copyOf(action.texts("modes")))) return 1;
        if (spell.isBasicSpell()) return 3;
        return way == null && with.size() == 1 && run.data.costs(Run.printed(spell.getHostCard())).equals(with) ? 2 : 4;
    }

    private SpellAbility activated(Facts action, Seat seat, Card card, List<SpellAbility> possible) {
        List<SpellAbility> able = run.telling.labels.meant(action, Telling.activated(card), each -> run.telling.word(card, each)).stream()
                .map(SpellAbility.class::cast).filter(possible::contains).toList();
        return seat.asking.byMana(run.name(card), able, each -> Telling.produced(each).stream().findFirst().orElse("C"));
    }

    /** Returns what a player has done who has priority; null to pass. */
    List<SpellAbility> priority(Player player) {
        run.answers.goOn();
        chosen = null;
        while (chosen == null && run.game.getPlayers().contains(player) && priority(player.getName())) {
            continue;
        }
        return chosen == null ? null : List.of(chosen);
    }

    /** A step begins; the untap step, in which nobody gets priority, is over then. */
    @Subscribe
    public void step(GameEventTurnPhase event) {
        if (event.phase == PhaseType.UPKEEP) pass(PhaseType.UNTAP);
        steps++;
    }

    /** Damage wears off and effects end in the cleanup step, in which nobody gets priority unless something has triggered. */
    void cleanup() {
        if (phases().getPhase() != PhaseType.CLEANUP) return;
        run.game.getAction().checkStaticAbilities();
        run.game.getTriggerHandler().runWaitingTriggers();
        if (!run.game.getStack().hasSimultaneousStackEntries()) pass(PhaseType.CLEANUP);
    }

    private void pass(PhaseType step) {
        over = step;
        passing();
        over = null;
    }

    @Override
    protected String together(String verb, Player player) {
        Combat combat = run.game.getCombat();
        if (verb.equals("block")) return CombatUtil.validateBlocks(combat, player);
        return CombatUtil.validateAttackers(combat) ? null : "these may not attack together";
    }

    void attackers(Player player, Combat combat) {
        attack(player, (card, whom) -> {
            GameEntity attacked = run.found(whom, player);
            boolean can = player.getCreaturesInPlay().contains(card) && combat.getDefenders().contains(attacked)
                    && CombatUtil.canAttack(card, attacked);
            if (can) combat.addAttacker(card, attacked);
            return can;
        });
    }

    void blockers(Player player, Combat combat) {
        block(player, (blocker, attacker) -> {
            boolean can = player.getCreaturesInPlay().contains(blocker) && CombatUtil.canBlock(attacker, blocker, combat);
            if (can) combat.addBlocker(attacker, blocker);
            return can;
        });
    }

    static String word(String text) { return text.toLowerCase(Locale.ROOT); }
}
