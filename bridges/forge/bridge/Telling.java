package bridge;

import static kit.Answers.map;

import com.google.common.collect.Lists;
import forge.card.*;
import forge.card.mana.*;
import forge.game.GameEntity;
import forge.game.card.*;
import forge.game.combat.Combat;
import forge.game.cost.*;
import forge.game.phase.*;
import forge.game.player.*;
import forge.game.spellability.*;
import forge.game.zone.ZoneType;
import java.util.*;
import java.util.stream.Stream;
import kit.MagicRun;

/** The game's position in the vocabulary of positions. */
final class Telling extends kit.Telling<Run, Player, Card> {
    static final Map<String, ZoneType> ZONES = Map.of("battlefield", ZoneType.Battlefield, "hand", ZoneType.Hand,
            "library", ZoneType.Library, "graveyard", ZoneType.Graveyard, "exile", ZoneType.Exile, "outside", ZoneType.Sideboard);

    Telling(Run run) {
        super(run);
    }

    @Override
    protected Map<String, Object> game() {
        run.tokens();
        PhaseHandler phases = run.game.getPhaseHandler();
        Collection<?> extra = (Collection<?>) MagicRun.get(PhaseHandler.class, "extraTurns", phases); // above who is next otherwise
        return known("turn", run.script.active(), "turns", phases.getTurn() - Position.TURN + 1,
                "step", run.script.step(), "over", run.game.isGameOver(), "monarch", run.name(run.game.getMonarch()),
                "extra_turns", Lists.reverse(extra.stream().skip(1).map(each -> ((ExtraTurn) each).getPlayer().getName()).toList()),
                "stack", Run.list(run.game.getStack()).stream().map(this::onStack).toList(),
                "triggered", run.ids.counted(run.triggered, run.ids::id));
    }

    @Override protected Player player(String name) { return run.players.get(name); }

    @Override
    protected Map<String, Object> told(Player player) {
        Map<String, Object> mana = map();
        for (String letter : MagicRun.MANA) mana.put(letter, player.getManaPool().getAmountOfColor(color(letter)));
        PlayerOutcome outcome = player.getOutcome();
        boolean lost = outcome != null && !outcome.hasWon() && outcome.lossState != null;
        return map("life", player.getLife(), "counters", counters(player.getCounters()), "mana", mana,
                "lands_played", player.getLandsPlayedThisTurn(), "drawn", player.getNumDrawnThisTurn(),
                "gained", player.getLifeGainedThisTurn(), "lost_life", player.getLifeLostThisTurn(),
                "cast", player.getSpellsCastThisTurn(), "lost", lost, "left", lost,
                "won", run.game.isGameOver() && outcome != null && outcome.hasWon());
    }

    @Override
    protected List<Card> zone(Player player, String zone) {
        if (!run.game.getPlayers().contains(player)) return List.of();
        return Run.list(player.getZone(ZONES.get(zone)).getCards(false));
    }

    /** The engine's number of a type of mana. */
    static byte color(String letter) {
        return letter.equals("C") ? (byte) ManaAtom.COLORLESS : MagicColor.fromName(Script.word(letter));
    }

    private static Map<String, Object> counters(Map<CounterType, Integer> counters) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        counters.forEach((type, number) -> numbers.put(Script.word(type.getName()), number));
        return positive(numbers);
    }

    @Override protected String id(Card card) { return run.id(card); }
    @Override
    protected String printed(Card card) {
        return card.isToken() ? run.ids.token(card.getId()) : Run.printed(card);
    }

    @Override
    protected Map<String, Object> card(Card card) {
        return map("counters", counters(card.getCounters()), "face_down", card.isFaceDown() ? true : null,
                "exiled_with", card.isInZone(ZoneType.Exile) ? run.name(card.getExiledWith()) : null);
    }

    @Override
    protected Map<String, Object> characteristics(Card card) {
        CardTypeView type = card.getType();
        boolean creature = card.isCreature() || !card.isInPlay() && type.hasSubtype("Vehicle");
        return map("name", card.isFaceDown() ? "" : kit.Ids.plain(card.getName()), "supertypes", words(type.getSupertypes()),
                "types", words(type.getCoreTypes()), "subtypes",
                subtypes(words(type.getSubtypes()), type.hasAllCreatureTypes(), CardType::isACreatureType),
                "colors", MagicRun.COLORS.stream().filter(letter -> (card.getColor().getColor() & color(letter)) != 0).toList(),
                "mana_cost", cost(card), "mana_value", card.getCMC(),
                "power", creature ? card.getNetPower() : null, "toughness", creature ? card.getNetToughness() : null);
    }

    /** A mana cost; of a split card those of both halves, which the engine adds up. */
    private static String cost(Card card) {
        boolean both = card.isSplitCard() && card.getCurrentStateName() == CardStateName.Original;
        Stream<ManaCost> costs = !both ? Stream.of(card.getManaCost())
                : Stream.of(CardStateName.LeftSplit, CardStateName.RightSplit).map(each -> card.getState(each).getManaCost());
        return costs.map(each -> each.isNoCost() ? "" : each.toString()).reduce("", String::concat);
    }

    @Override
    protected Map<String, Object> permanent(Card card) {
        Combat combat = run.game.getCombat();
        GameEntity attacked = combat != null && combat.isAttacking(card) ? combat.getDefenderByAttacker(card) : null;
        boolean gone = attacked instanceof Card other && !other.isInPlay(); // has no name, once removed from combat
        List<Card> blocked = combat == null ? List.of() : Run.list(combat.getAttackersBlockedBy(card));
        Stream<SpellAbility> taps = Run.list(card.getManaAbilities()).stream()
                .filter(each -> each.getPayCosts().hasTapCost() && each.getPayCosts().hasOnlySpecificCostType(CostTap.class));
        return map("owner", card.getOwner().getName(), "token", card.isToken(), "tapped", card.isTapped(),
                "damage", card.getDamage(), "counters", counters(card.getCounters()), "face_down", card.isFaceDown(),
                "back", card.isBackSide(), "phased_out", card.isPhasedOut(), "summoning_sick", card.hasSickness(),
                "attached_to", run.name(card.getEntityAttachedTo()), "attacking", gone ? null : run.name(attacked),
                "blocking", blocked.stream().map(run::name).toList(), "chosen", chosen(card),
                "abilities", run.words.abilities(card),
                "taps_for", taps.flatMap(each -> produced(each).stream()).distinct().toList());
    }

    /** The types of mana that an ability can produce. */
    static List<String> produced(SpellAbility ability) {
        return MagicRun.MANA.stream().filter(letter -> Run.list(ability.getAllManaParts()).stream()
                .anyMatch(part -> part.canProduce(letter, ability))).toList();
    }

    private Map<String, Object> chosen(Card card) {
        List<String> colors = words(card.getChosenColors());
        String type = card.hasChosenType() ? card.getChosenType() : null;
        String mode = Objects.requireNonNullElse(card.getChosenMode(), "");
        String word = run.data.choices(card.getName()).stream().filter(mode::equalsIgnoreCase).findFirst().orElse(mode);
        Map<String, Object> told = known("color", colors.size() == 1 ? MagicColor.toShortString(colors.get(0)) : null,
                "name", card.getNamedCard().isEmpty() ? null : card.getNamedCard(), "number", card.getChosenNumber(),
                "player", run.name(card.getChosenPlayer()), "object", card.hasChosenCard() ? run.name(card.getChosenCard()) : null,
                "word", word.isEmpty() ? null : word);
        if (type != null) told.put(CardType.CoreType.isValidEnum(type) ? "card type" : "type", type);
        return told;
    }

    private Map<String, Object> onStack(SpellAbilityStackInstance item) {
        SpellAbility ability = item.getSpellAbility(true);
        Card card = ability.getHostCard();
        List<String> targets = ability.getAllTargetChoices().stream().flatMap(List::stream).map(run::name)
                .filter(Objects::nonNull).toList();
        Map<String, Object> told = known("controller", ability.getActivatingPlayer().getName(), "targets", targets,
                "modes", run.modes.getOrDefault(ability.getId(), List.of()), "x", ability.getXManaCostPaid());
        if (ability.isSpell()) {
            long kicked = Stream.of(OptionalCost.Kicker1, OptionalCost.Kicker2).filter(ability::isOptionalCostPaid).count();
            told.putAll(known("card", Run.printed(card), "copy", ability.isCopied(), "face_down", card.isFaceDown() ? true : null,
                    "kicked", (int) kicked, "id", ability.isCopied() ? null : run.id(card)));
            told.putAll(characteristics(card));
        } else {
            String label = run.words.word(card, ability.isTrigger() ? ability.getTrigger() : ability);
            String form = ability.isTrigger() ? "triggered" : "activated";
            told.putAll(map("ability_of", run.name(card), "ability", label == null ? form : label));
        }
        return told;
    }
}
