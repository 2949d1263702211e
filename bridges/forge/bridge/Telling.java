package bridge;

import forge.card.CardTypeView;
import forge.card.MagicColor;
import forge.card.mana.ManaAtom;
import forge.game.GameEntity;
import forge.game.card.Card;
import forge.game.card.CounterType;
import forge.game.combat.Combat;
import forge.game.cost.CostTap;
import forge.game.phase.ExtraTurn;
import forge.game.phase.PhaseHandler;
import forge.game.phase.PhaseType;
import forge.game.player.Player;
import forge.game.spellability.AbilityManaPart;
import forge.game.spellability.OptionalCost;
import forge.game.spellability.SpellAbility;
import forge.game.spellability.SpellAbilityStackInstance;
import forge.game.spellability.TargetChoices;
import forge.game.zone.ZoneType;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.Stack;
import java.util.stream.StreamSupport;
import kit.Answers;

/** The game's position in the vocabulary of positions. */
final class Telling {
    static final List<String> TYPES = List.of("W", "U", "B", "R", "G", "C");
    private final Run run;

    Telling(Run run) {
        this.run = run;
    }

    Map<String, Object> state() {
        run.nameTokens();
        Map<String, Object> state = Answers.map("players", List.copyOf(run.players.keySet()), "turn", run.game.getPhaseHandler().getPlayerTurn().getName());
        PhaseType phase = run.script.now();
        String step = Script.PHASES.entrySet().stream().filter(each -> each.getValue() == phase).findFirst().orElseThrow().getKey();
        state.put("step", step);
        state.put("turns", run.game.getPhaseHandler().getTurn() - Position.TURN + 1);
        state.put("over", run.game.isGameOver());
        if (run.game.getMonarch() != null) state.put("monarch", run.game.getMonarch().getName());
        state.put("extra_turns", extraTurns());
        List<Object> stack = new ArrayList<>();
        for (SpellAbilityStackInstance each : run.game.getStack()) stack.add(onStack(each));
        state.put("stack", stack);
        Map<String, Object> triggered = new LinkedHashMap<>();
        run.named().forEach(each -> triggered.put(each.getValue(), run.triggered.getOrDefault(each.getKey(), 0)));
        state.put("triggered", triggered);
        run.players.values().forEach(player -> state.put(player.getName(), player(player)));
        return state;
    }

    /** The players who take extra turns, the next one first; below them the engine keeps who is next otherwise. */
    private List<String> extraTurns() {
        try {
            Field field = PhaseHandler.class.getDeclaredField("extraTurns");
            field.setAccessible(true);
            List<String> turns = new ArrayList<>(((Stack<?>) field.get(run.game.getPhaseHandler())).stream()
                    .map(each -> ((ExtraTurn) each).getPlayer().getName()).toList());
            Collections.reverse(turns);
            return turns.isEmpty() ? turns : turns.subList(0, turns.size() - 1);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("the engine keeps extra turns elsewhere", failure);
        }
    }

    private Map<String, Object> player(Player player) {
        Map<String, Object> mana = new LinkedHashMap<>();
        for (String letter : TYPES) mana.put(letter, player.getManaPool().getAmountOfColor(color(letter)));
        boolean over = run.game.isGameOver();
        boolean lost = player.getOutcome() != null && !player.getOutcome().hasWon() && player.getOutcome().lossState != null;
        Map<String, Object> told = Answers.map("life", player.getLife(), "counters", counters(player.getCounters()), "mana", mana,
                "lands_played", player.getLandsPlayedThisTurn(), "drawn", player.getNumDrawnThisTurn(), "gained", player.getLifeGainedThisTurn(),
                "lost_life", player.getLifeLostThisTurn(), "cast", player.getSpellsCastThisTurn(), "lost", lost,
                "won", over && player.getOutcome() != null && player.getOutcome().hasWon(), "left", lost);
        List<Object> battlefield = new ArrayList<>();
        if (run.game.getPlayers().contains(player)) player.getZone(ZoneType.Battlefield).getCards(false).forEach(each -> battlefield.add(permanent(each)));
        told.put("battlefield", battlefield);
        told.put("hand", cards(player, ZoneType.Hand));
        told.put("library", cards(player, ZoneType.Library));
        List<Object> graveyard = cards(player, ZoneType.Graveyard);
        Collections.reverse(graveyard);
        told.put("graveyard", graveyard);
        told.put("exile", cards(player, ZoneType.Exile));
        told.put("outside", cards(player, ZoneType.Sideboard));
        return told;
    }

    static byte color(String letter) {
        return letter.equals("C") ? (byte) ManaAtom.COLORLESS : MagicColor.fromName(letter.toLowerCase(java.util.Locale.ROOT));
    }

    private static Map<String, Object> counters(Map<CounterType, Integer> counters) {
        Map<String, Object> told = new LinkedHashMap<>();
        counters.forEach((type, number) -> {
            if (number > 0) told.put(Script.word(type.getName()), number);
        });
        return told;
    }

    private List<Object> cards(Player player, ZoneType zone) {
        List<Object> told = new ArrayList<>();
        if (!run.game.getPlayers().contains(player)) return told;
        for (Card each : player.getZone(zone).getCards(false)) {
            Map<String, Object> one = Answers.map("card", Run.printed(each));
            if (run.id(each) != null) {
                one.put("id", run.id(each));
                derived(one, each);
                one.put("counters", counters(each.getCounters()));
            }
            if (zone == ZoneType.Exile && each.getExiledWith() != null) one.put("exiled_with", run.name(each.getExiledWith()));
            told.add(one);
        }
        return told;
    }

    private static List<String> words(Iterable<?> things) {
        return StreamSupport.stream(things.spliterator(), false).map(String::valueOf).toList();
    }

    private static List<String> colors(byte mask) {
        return TYPES.stream().filter(letter -> !letter.equals("C") && (mask & color(letter)) != 0).toList();
    }

    private void derived(Map<String, Object> told, Card card) {
        CardTypeView type = card.getType();
        told.put("name", card.isFaceDown() ? "" : Run.plain(card.getName()));
        told.put("supertypes", words(type.getSupertypes()));
        told.put("types", words(type.getCoreTypes()));
        Set<String> subtypes = new LinkedHashSet<>(words(type.getSubtypes()));
        if (type.hasAllCreatureTypes()) {
            subtypes.removeIf(forge.card.CardType::isACreatureType);
            subtypes.add("every creature type");
        }
        told.put("subtypes", List.copyOf(subtypes));
        told.put("colors", colors(card.getColor().getColor()));
        told.put("mana_cost", card.getManaCost().isNoCost() ? "" : card.getManaCost().toString());
        told.put("mana_value", card.getCMC());
        boolean creature = card.isCreature() || !card.isInPlay() && type.hasSubtype("Vehicle");
        told.put("power", creature ? card.getNetPower() : null);
        told.put("toughness", creature ? card.getNetToughness() : null);
    }

    private Map<String, Object> permanent(Card card) {
        Map<String, Object> told = Answers.map("card", Run.printed(card), "owner", card.getOwner().getName(), "token", card.isToken(),
                "tapped", card.isTapped(), "damage", card.getDamage(), "counters", counters(card.getCounters()), "face_down", card.isFaceDown(),
                "back", card.isBackSide(), "phased_out", card.isPhasedOut(), "summoning_sick", card.hasSickness(),
                "attached_to", run.name(card.getEntityAttachedTo()));
        if (run.id(card) != null) told.put("id", run.id(card));
        Combat combat = run.game.getCombat();
        GameEntity defender = combat == null || !combat.isAttacking(card) ? null : combat.getDefenderByAttacker(card);
        told.put("attacking", run.name(defender));
        told.put("blocking", combat == null ? List.of() : run.names(combat.getAttackersBlockedBy(card)));
        derived(told, card);
        told.put("chosen", chosen(card));
        told.put("abilities", run.words.abilities(card));
        Set<String> taps = new LinkedHashSet<>();
        for (SpellAbility each : card.getManaAbilities()) {
            if (each.getPayCosts().getCostParts().size() == 1 && each.getPayCosts().getCostParts().get(0) instanceof CostTap) taps.addAll(produced(each));
        }
        told.put("taps_for", List.copyOf(taps));
        return told;
    }

    /** The types of mana that an ability can produce. */
    static List<String> produced(SpellAbility ability) {
        Set<String> found = new LinkedHashSet<>();
        for (AbilityManaPart part : ability.getAllManaParts()) {
            for (String letter : TYPES) {
                if (part.canProduce(letter, ability)) found.add(letter);
            }
        }
        return List.copyOf(found);
    }

    private Map<String, Object> chosen(Card card) {
        Map<String, Object> told = new LinkedHashMap<>();
        if (card.hasChosenColor()) {
            List<String> colors = words(card.getChosenColors());
            if (colors.size() == 1) told.put("color", MagicColor.toShortString(colors.get(0)));
        }
        if (card.hasChosenType()) told.put(forge.card.CardType.CoreType.isValidEnum(card.getChosenType()) ? "card type" : "type", card.getChosenType());
        if (!card.getNamedCard().isEmpty()) told.put("name", card.getNamedCard());
        if (card.getChosenNumber() != null) told.put("number", card.getChosenNumber());
        if (card.getChosenPlayer() != null) told.put("player", card.getChosenPlayer().getName());
        if (card.getChosenMode() != null && !card.getChosenMode().isEmpty()) {
            String mode = card.getChosenMode();
            told.put("word", run.words.data.choices(card.getName()).stream().filter(mode::equalsIgnoreCase).findFirst().orElse(mode));
        }
        if (card.hasChosenCard()) told.put("object", run.name(card.getChosenCard()));
        return told;
    }

    private Map<String, Object> onStack(SpellAbilityStackInstance item) {
        SpellAbility ability = item.getSpellAbility(true);
        Card card = ability.getHostCard();
        Map<String, Object> told = Answers.map("controller", ability.getActivatingPlayer().getName());
        if (ability.isSpell()) {
            if (run.id(card) != null && !ability.isCopied()) told.put("id", run.id(card));
            told.put("card", Run.printed(card));
            told.put("copy", ability.isCopied());
            told.put("face_down", card.isFaceDown());
            int kicked = (ability.isOptionalCostPaid(OptionalCost.Kicker1) ? 1 : 0) + (ability.isOptionalCostPaid(OptionalCost.Kicker2) ? 1 : 0);
            told.put("kicked", Math.max(kicked, card.getKickerMagnitude()));
            derived(told, card);
        } else {
            told.put("ability_of", run.name(card));
            String label = run.words.label(card, ability.isTrigger() ? ability.getTrigger() : ability);
            told.put("ability", label == null ? ability.isTrigger() ? "triggered" : "activated" : label);
        }
        if (ability.getXManaCostPaid() != null) told.put("x", ability.getXManaCostPaid());
        told.put("modes", run.modes.getOrDefault(ability.getId(), List.of()));
        List<String> targets = new ArrayList<>();
        for (TargetChoices each : ability.getAllTargetChoices()) each.forEach(target -> targets.add(run.name(target)));
        targets.removeIf(Objects::isNull);
        told.put("targets", targets);
        return told;
    }
}
