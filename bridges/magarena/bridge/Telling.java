package bridge;

import static kit.Answers.map;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import magic.model.MagicCard;
import magic.model.MagicCardDefinition;
import magic.model.MagicColor;
import magic.model.MagicCounterType;
import magic.model.MagicManaType;
import magic.model.MagicObject;
import magic.model.MagicPermanent;
import magic.model.MagicPermanentState;
import magic.model.MagicPlayer;
import magic.model.MagicPlayerState;
import magic.model.MagicSubType;
import magic.model.MagicType;
import magic.model.event.MagicTapEvent;
import magic.model.stack.MagicCardOnStack;
import magic.model.stack.MagicItemOnStack;
import magic.model.stack.MagicTriggerOnStack;
import magic.model.stack.Origins;
import magic.model.target.MagicTarget;
import magic.model.target.MagicTargetNone;

/** The game's position in the vocabulary of positions. */
final class Telling {
    /** What the engine has no word for, or does not have at all. */
    static final List<String> UNSEEN = List.of("abilities", "chosen", "mana", "modes", "outside", "phased_out", "protector");
    private static final List<MagicType> SUPERTYPES = List.of(MagicType.Basic, MagicType.Legendary, MagicType.Snow, MagicType.World);

    private final Run run;

    Telling(Run run) {
        this.run = run;
    }

    static String letter(MagicColor color) {
        return String.valueOf(color.getSymbol()).toUpperCase(java.util.Locale.ROOT);
    }

    Map<String, Object> state() {
        run.names.nameTokens();
        List<String> extra = new ArrayList<>();
        run.players.values().forEach(each -> extra.addAll(Collections.nCopies(each.getExtraTurns(), each.getName())));
        Map<String, Integer> triggered = new LinkedHashMap<>();
        run.names.ids().forEach(id -> triggered.put(id, 0));
        triggered.putAll(run.triggered);
        Map<String, Object> state = map("players", List.copyOf(run.players.keySet()), "turn", run.game.getTurnPlayer().getName(),
                "turns", run.game.getTurn() - Position.FIRST_TURN + 1, "over", run.game.isFinished(), "extra_turns", extra,
                "stack", run.game.getStack().stream().map(this::onStack).toList(), "triggered", triggered, "step", run.script.word());
        run.players.values().stream().filter(each -> each.hasState(MagicPlayerState.Monarch)).forEach(each -> state.put("monarch", each.getName()));
        run.players.forEach((name, player) -> state.put(name, player(player)));
        return state;
    }

    private Map<String, Object> player(MagicPlayer player) {
        Map<String, Object> counters = new LinkedHashMap<>();
        Stream.of(MagicCounterType.Poison, MagicCounterType.Experience, MagicCounterType.Energy).filter(each -> player.getCounters(each) > 0)
                .forEach(each -> counters.put(each.getName(), player.getCounters(each)));
        boolean lost = run.game.isFinished() && run.game.getLosingPlayer() == player;
        boolean active = run.game.getTurnPlayer() == player;
        return map("life", player.getLife(), "counters", counters, "lands_played", active ? run.game.getLandsPlayed() : 0,
                "won", run.game.isFinished() && !lost, "lost", lost, "left", lost, "drawn", player.getDrawnCards(),
                "gained", player.getLifeGainThisTurn(), "lost_life", player.getLifeLossThisTurn(), "cast", player.getSpellsCast(),
                "battlefield", player.getPermanents().stream().map(this::permanent).toList(), "hand", cards(player.getHand()),
                "library", reversed(player.getLibrary()), "graveyard", reversed(player.getGraveyard()), "exile", cards(player.getExile()));
    }

    private List<Map<String, Object>> reversed(Collection<MagicCard> zone) {
        List<MagicCard> cards = new ArrayList<>(zone);
        Collections.reverse(cards);
        return cards(cards);
    }

    private List<Map<String, Object>> cards(Collection<MagicCard> zone) {
        return zone.stream().map(this::card).toList();
    }

    private Map<String, Object> card(MagicCard card) {
        Map<String, Object> told = map("card", card.getCardDefinition().getName());
        String id = run.names.id(card);
        if (id == null) return told;
        told.put("id", id);
        boolean creature = card.hasType(MagicType.Creature) || card.hasSubType(MagicSubType.Vehicle);
        told.putAll(derived(card, card.getCardDefinition(), card.getName(), card.getSubTypes()));
        told.putAll(map("power", creature ? card.getPower() : null, "toughness", creature ? card.getToughness() : null,
                "counters", counters(card, card.getCounterTypes())));
        run.names.permanents().stream().filter(each -> each.getExiledCards().contains(card))
                .forEach(each -> told.put("exiled_with", run.names.of(each)));
        return told;
    }

    private static Map<String, Integer> counters(MagicObject object, Collection<MagicCounterType> types) {
        Map<String, Integer> told = new LinkedHashMap<>();
        types.forEach(each -> told.put(each.getName(), object.getCounters(each)));
        return told;
    }

    private static Map<String, Object> derived(MagicObject object, MagicCardDefinition card, String name, Collection<MagicSubType> subtypes) {
        List<MagicType> types = Stream.of(MagicType.values()).filter(object::hasType).toList();
        boolean every = !MagicSubType.ALL_CREATURES.isEmpty() && subtypes.containsAll(MagicSubType.ALL_CREATURES);
        List<String> words = new ArrayList<>(subtypes.stream().filter(each -> !every || !MagicSubType.ALL_CREATURES.contains(each))
                .map(MagicSubType::toString).toList());
        if (every) words.add("every creature type");
        return map("name", name, "supertypes", types.stream().filter(SUPERTYPES::contains).map(MagicType::toString).toList(),
                "types", types.stream().filter(each -> !SUPERTYPES.contains(each)).map(MagicType::toString).toList(), "subtypes", words,
                "colors", Stream.of(MagicColor.values()).filter(object::hasColor).map(Telling::letter).toList(),
                "mana_cost", card.hasCost() ? card.getCost().getText() : "", "mana_value", card.getConvertedCost());
    }

    private Map<String, Object> permanent(MagicPermanent permanent) {
        boolean creature = permanent.isCreature();
        MagicPermanent host = permanent.isEquipment() ? permanent.getEquippedCreature() : permanent.getEnchantedPermanent();
        boolean attacks = permanent.isAttacking();
        Map<String, Object> told = map("card", permanent.getCard().getCardDefinition().getName(), "owner", permanent.getOwner().getName(),
                "token", permanent.isToken(), "tapped", permanent.isTapped(), "damage", permanent.getDamage(),
                "counters", counters(permanent, permanent.getCounterTypes()), "face_down", permanent.isFaceDown(),
                "back", permanent.isTransformed(), "summoning_sick", permanent.hasState(MagicPermanentState.Summoned),
                "attached_to", host.isValid() ? run.names.of(host) : null,
                "attacking", attacks ? permanent.getOpponent().getName() : null,
                "blocking", permanent.isBlocking() && permanent.getBlockedCreature().isValid()
                        ? List.of(run.names.of(permanent.getBlockedCreature())) : List.of(),
                "power", creature ? permanent.getPowerValue() : null, "toughness", creature ? permanent.getToughnessValue() : null,
                "taps_for", taps(permanent));
        String id = run.names.id(permanent.getCard());
        if (id != null) told.put("id", id);
        told.putAll(derived(permanent, permanent.getCardDefinition(), permanent.getName(), permanent.getSubTypes()));
        if (permanent.isFaceDown()) told.put("name", "");
        return told;
    }

    /** The types of mana that a permanent's abilities give for no more than to tap it. */
    private static List<String> taps(MagicPermanent permanent) {
        return permanent.getManaActivations().stream()
                .filter(each -> StreamSupport.stream(each.getCostEvent(permanent).spliterator(), false).allMatch(cost -> cost instanceof MagicTapEvent))
                .flatMap(each -> each.getManaTypes().stream()).filter(each -> each.isValid() && each != MagicManaType.Snow)
                .map(each -> each.getText().substring(1, 2)).distinct().toList();
    }

    private Map<String, Object> onStack(MagicItemOnStack item) {
        List<String> targets = item.getEvent().getChoice().getTargetChoice().isTargeted() || targeted(item)
                ? Stream.of(item.getChoiceResults()).filter(each -> each instanceof MagicTarget && each != MagicTargetNone.getInstance())
                        .map(run.names::of).toList() : List.of();
        Map<String, Object> told = map("controller", item.getController().getName(), "targets", targets);
        if (item instanceof MagicCardOnStack spell) {
            MagicCard card = spell.getCard();
            boolean creature = spell.hasType(MagicType.Creature);
            told.putAll(map("card", card.getCardDefinition().getName(), "copy", !spell.isRepresentedByACard(), "face_down", spell.isFaceDown(),
                    "x", spell.getX(), "kicked", spell.getKicker()));
            if (run.names.id(card) != null) told.put("id", run.names.id(card));
            told.putAll(derived(spell, spell.getCardDefinition(), spell.isFaceDown() ? "" : spell.getName(), spell.getCardDefinition().getSubTypes()));
            told.putAll(map("mana_value", spell.getConvertedCost(), "power", creature ? spell.getCardDefinition().getCardPower() : null,
                    "toughness", creature ? spell.getCardDefinition().getCardToughness() : null));
            return told;
        }
        String name = Names.card(item.getSource()) == null ? item.getName() : Names.card(item.getSource()).getName();
        String label = item instanceof MagicTriggerOnStack || !(item.getSource() instanceof MagicPermanent permanent)
                ? run.words.trigger(name) : run.words.label(Origins.activation(item), permanent);
        told.putAll(map("ability_of", run.names.of(item.getSource()), "ability", label == null ? "activated" : label));
        return told;
    }

    private static boolean targeted(MagicItemOnStack item) {
        Object[] results = item.getChoiceResults();
        return results.length > 1 && results[0] instanceof Integer && IntStream.range(1, results.length).anyMatch(at -> results[at] instanceof MagicTarget);
    }
}
