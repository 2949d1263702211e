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
public final class Script extends MagicScript<Run> {
    /** How often players get priority in one step before that is taken for a loop. */
    private static final int MANY = 200;

    private int steps;
    private int priorities;
    /** What has just been done with priority; null for nothing. */
    private SpellAbility chosen;
    /** Who declares blockers. */
    private Player blocking;
    /** The step that is over, though the engine is in the next one already; null for none. */
    private PhaseType over;

    Script(Run run) {
        super(run);
    }

    private PhaseHandler phases() {
        return run.game.getPhaseHandler();
    }

    static PhaseType phase(String step) {
        return PhaseType.values()[STEPS.indexOf(step)]; // in the same order
    }

    /** The step that the game is in, or the one that has passed without priority. */
    @Override
    public String step() {
        return STEPS.get((over == null ? phases().getPhase() : over).ordinal());
    }

    @Override protected Map<String, Object> state() { return new Telling(run).state(); }
    @Override protected int turn() { return phases().getTurn(); }
    @Override protected int stepsSoFar() { return steps; }

    @Override protected String active() { return phases().getPlayerTurn().getName(); }
    @Override protected List<?> stack() { return Run.list(run.game.getStack()); }

    @Override
    protected String actor(Facts action) {
        Player actor = run.players.get(action.text("player", action.text("concede", "")));
        if (actor == null && object(action) != null && run.found(object(action)) instanceof Card card) {
            actor = card.isInZone(ZoneType.Battlefield) ? card.getController() : card.getOwner();
        }
        return actor == null || !run.game.getPlayers().contains(actor) ? null : actor.getName();
    }

    @Override
    protected void perform(Facts action) {
        Player actor = run.players.get(actor(action));
        if (action.has("concede")) {
            actor.concede();
            run.game.getAction().checkStateEffects(true);
            return;
        }
        Seat seat = (Seat) actor.getController();
        Card card = (Card) run.found(object(action), actor);
        chosen = card == null ? null : meant(action, seat, card);
        if (chosen == null) throw refused("the engine does not allow it now", true);
        Zone before = card.getZone();
        announce(action, Run.printed(card), false, () -> seat.put(chosen, false, true));
        Card after = run.game.getCardState(card);
        if (after.getZone() != null && before != null && !after.getZone().equals(before)) {
            CardZoneTable moved = new CardZoneTable();
            moved.put(before.getZoneType(), after.getZone().getZoneType(), after);
            moved.triggerChangesZoneAll(run.game, null);
        }
    }

    /** The spell or ability that an action asks for; null if the engine does not let the player have it. */
    private SpellAbility meant(Facts action, Seat seat, Card card) {
        List<SpellAbility> possible = card.getAllPossibleAbilities(seat.getPlayer(), true);
        if (action.has("activate")) return activated(action, seat, card, possible);
        Predicate<SpellAbility> fits = action.has("play") ? LandAbility.class::isInstance
                : action.has("turn face up") ? each -> each.isMorphUp() || each.isManifestUp()
                : each -> each.isSpell() && !(each instanceof LandAbility) && each.isCastFaceDown() == action.has("face down");
        return possible.stream().filter(fits).min(Comparator.comparing(each -> rank(action, each))).orElse(null);
    }

    /** Spells as they are to be cast: at an alternative cost that is named, a half that is named, or else at no such cost. */
    private int rank(Facts action, SpellAbility spell) {
        List<String> with = action.texts("with");
        AlternativeCost way = spell.getAlternativeCost();
        if (way != null && with.contains(word(way.name()))) return 0;
        Set<String> halves = Table.parts(spell).map(SpellAbility::getCardState).filter(Objects::nonNull).map(CardState::getName)
                .collect(Collectors.toSet());
        if (!halves.isEmpty() && halves.equals(Set.copyOf(action.texts("modes")))) return 1;
        if (spell.isBasicSpell()) return 3;
        return way == null && with.size() == 1 && run.data.costs(Run.printed(spell.getHostCard())).equals(with) ? 2 : 4;
    }

    private SpellAbility activated(Facts action, Seat seat, Card card, List<SpellAbility> possible) {
        List<SpellAbility> able = run.words.meant(action, Words.activated(card), each -> run.words.word(card, each)).stream()
                .map(SpellAbility.class::cast).filter(possible::contains).toList();
        return seat.asking.byMana(run.name(card), able, each -> Telling.produced(each).stream().findFirst().orElse("C"));
    }

    /** Returns what a player has done who has priority; null to pass. */
    List<SpellAbility> priority(Player player) {
        run.answers.goOn();
        run.tokens();
        if (++priorities > MANY) throw run.answers.unsupported("action", "a loop that the engine does not notice");
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
        priorities = 0;
    }

    /** Damage wears off and effects end in the cleanup step, in which nobody gets priority unless something has triggered. */
    void cleanup() {
        if (phases().getPhase() != PhaseType.CLEANUP) return;
        run.game.getAction().checkStaticAbilities();
        run.game.getTriggerHandler().runWaitingTriggers();
        if (run.game.getStack().hasSimultaneousStackEntries()) return;
        pass(PhaseType.CLEANUP);
    }

    private void pass(PhaseType step) {
        over = step;
        passing();
        over = null;
    }

    @Override
    protected String together(String verb) {
        Combat combat = run.game.getCombat();
        if (verb.equals("block")) return CombatUtil.validateBlocks(combat, blocking);
        return CombatUtil.validateAttackers(combat) ? null : "these may not attack together";
    }

    void attackers(Player player, Combat combat) {
        attack((name, whom) -> {
            GameEntity attacked = run.found(whom);
            if (!(run.found(name, player) instanceof Card card) || !player.getCreaturesInPlay().contains(card)
                    || !combat.getDefenders().contains(attacked) || !CombatUtil.canAttack(card, attacked)) return false;
            combat.addAttacker(card, attacked);
            return true;
        });
    }

    void blockers(Player player, Combat combat) {
        blocking = player;
        block(name -> run.found(name, player) instanceof Card card && card.getController() == player, (name, whom) -> {
            Card blocker = (Card) run.found(name, player);
            if (!(run.found(whom) instanceof Card attacker) || !player.getCreaturesInPlay().contains(blocker)
                    || !CombatUtil.canBlock(attacker, blocker, combat)) return false;
            combat.addBlocker(attacker, blocker);
            return true;
        });
    }

    static String word(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
