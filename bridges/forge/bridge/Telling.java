package bridge;

import static kit.Answers.map;

import forge.card.*;
import forge.card.mana.ManaAtom;
import forge.game.GameEntity;
import forge.game.card.*;
import forge.game.combat.Combat;
import forge.game.cost.*;
import forge.game.phase.*;
import forge.game.player.*;
import forge.game.spellability.*;
import forge.game.zone.ZoneType;
import java.util.*;
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
        Map<String, Object> told = map("turn", run.game.getPhaseHandler().getPlayerTurn().getName(), "step", run.script.step(),
                "turns", run.game.getPhaseHandler().getTurn() - Position.TURN + 1, "over", run.game.isGameOver(),
                "extra_turns", extraTurns(), "stack", Run.list(run.game.getStack()).stream().map(this::onStack).toList(),
                "triggered", run.ids.counted(run.triggered, run.ids::id));
        if (run.game.getMonarch() != null) told.put("monarch", run.game.getMonarch().getName());
        return told;
    }

    /** The players who take extra turns, the next one first; below them the engine keeps who is next otherwise. */
    private List<String> extraTurns() {
        Collection<?> kept = (Collection<?>) MagicRun.get(PhaseHandler.class, "extraTurns", run.game.getPhaseHandler());
        List<String> turns = new ArrayList<>(kept.stream().skip(1).map(each -> ((ExtraTurn) each).getPlayer().getName()).toList());
        Collections.reverse(turns);
        return turns;
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
    @Override protected String printed(Card card) { return Run.printed(card); }

    @Override
    protected Map<String, Object> card(Card card) {
        return map("counters", counters(card.getCounters()), "face_down", card.isFaceDown() ? true : null,
                "exiled_with", card.isInZone(ZoneType.Exile) ? run.name(card.getExiledWith()) : null);
    }

    private static List<String> words(Iterable<?> things) {
        return Run.list(things).stream().map(String::valueOf).toList();
    }

    @Override
    protected Map<String, Object> characteristics(Card card) {
        CardTypeView type = card.getType();
        Set<String> subtypes = new LinkedHashSet<>(words(type.getSubtypes()));
        if (type.hasAllCreatureTypes()) {
            subtypes.removeIf(CardType::isACreatureType);
            subtypes.add("every creature type");
        }
        boolean creature = card.isCreature() || !card.isInPlay() && type.hasSubtype("Vehicle");
        return map("name", card.isFaceDown() ? "" : kit.Ids.plain(card.getName()), "supertypes", words(type.getSupertypes()),
                "types", words(type.getCoreTypes()), "subtypes", List.copyOf(subtypes),
                "colors", Seat.COLORS.stream().filter(letter -> (card.getColor().getColor() & color(letter)) != 0).toList(),
                "mana_cost", card.getManaCost().isNoCost() ? "" : card.getManaCost().toString(), "mana_value", card.getCMC(),
                "power", creature ? card.getNetPower() : null, "toughness", creature ? card.getNetToughness() : null);
    }

    @Override
    protected Map<String, Object> permanent(Card card) {
        Combat combat = run.game.getCombat();
        boolean attacks = combat != null && combat.isAttacking(card);
        Set<String> taps = new LinkedHashSet<>();
        for (SpellAbility each : card.getManaAbilities()) {
            List<CostPart> cost = each.getPayCosts().getCostParts();
            if (cost.size() == 1 && cost.get(0) instanceof CostTap) taps.addAll(produced(each));
        }
        List<Card> blocked = combat == null ? List.of() : Run.list(combat.getAttackersBlockedBy(card));
        return map("owner", card.getOwner().getName(), "token", card.isToken(), "tapped", card.isTapped(), "damage", card.getDamage(),
                "counters", counters(card.getCounters()), "face_down", card.isFaceDown(), "back", card.isBackSide(),
                "phased_out", card.isPhasedOut(), "summoning_sick", card.hasSickness(),
                "attached_to", run.name(card.getEntityAttachedTo()),
                "attacking", attacks ? attacked(combat.getDefenderByAttacker(card)) : null,
                "blocking", blocked.stream().map(run::name).toList(),
                "chosen", chosen(card), "abilities", run.words.abilities(card), "taps_for", List.copyOf(taps));
    }

    /** Who or what is attacked; the engine has a card of no name where it was removed from combat. */
    private String attacked(GameEntity defender) {
        return defender instanceof Card card && !card.isInPlay() ? null : run.name(defender);
    }

    /** The types of mana that an ability can produce. */
    static List<String> produced(SpellAbility ability) {
        return MagicRun.MANA.stream().filter(letter -> Run.list(ability.getAllManaParts()).stream()
                .anyMatch(part -> part.canProduce(letter, ability))).toList();
    }

    private Map<String, Object> chosen(Card card) {
        Map<String, Object> told = map();
        List<String> colors = card.hasChosenColor() ? words(card.getChosenColors()) : List.of();
        if (colors.size() == 1) told.put("color", MagicColor.toShortString(colors.get(0)));
        boolean type = card.hasChosenType() && !CardType.CoreType.isValidEnum(card.getChosenType());
        if (card.hasChosenType()) told.put(type ? "type" : "card type", card.getChosenType());
        if (!card.getNamedCard().isEmpty()) told.put("name", card.getNamedCard());
        if (card.getChosenNumber() != null) told.put("number", card.getChosenNumber());
        if (card.getChosenPlayer() != null) told.put("player", card.getChosenPlayer().getName());
        String mode = Objects.requireNonNullElse(card.getChosenMode(), "");
        List<String> words = run.data.choices(card.getName());
        if (!mode.isEmpty()) told.put("word", words.stream().filter(mode::equalsIgnoreCase).findFirst().orElse(mode));
        if (card.hasChosenCard()) told.put("object", run.name(card.getChosenCard()));
        return told;
    }

    private Map<String, Object> onStack(SpellAbilityStackInstance item) {
        SpellAbility ability = item.getSpellAbility(true);
        Card card = ability.getHostCard();
        List<String> targets = new ArrayList<>();
        ability.getAllTargetChoices().forEach(each -> each.forEach(target -> targets.add(run.name(target))));
        targets.removeIf(Objects::isNull);
        Map<String, Object> told = map("controller", ability.getActivatingPlayer().getName(), "targets", targets,
                "modes", run.modes.getOrDefault(ability.getId(), List.of()));
        if (ability.getXManaCostPaid() != null) told.put("x", ability.getXManaCostPaid());
        if (ability.isSpell()) {
            long kicked = List.of(OptionalCost.Kicker1, OptionalCost.Kicker2).stream().filter(ability::isOptionalCostPaid).count();
            told.putAll(map("card", Run.printed(card), "copy", ability.isCopied(), "face_down", card.isFaceDown() ? true : null,
                    "kicked", Math.max((int) kicked, card.getKickerMagnitude())));
            if (run.id(card) != null && !ability.isCopied()) told.put("id", run.id(card));
            told.putAll(characteristics(card));
        } else {
            String label = run.words.word(card, ability.isTrigger() ? ability.getTrigger() : ability);
            String form = ability.isTrigger() ? "triggered" : "activated";
            told.putAll(map("ability_of", run.name(card), "ability", label == null ? form : label));
        }
        return told;
    }
}
