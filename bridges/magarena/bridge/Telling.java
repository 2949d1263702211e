package bridge;

import static kit.Answers.map;

import java.util.*;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import kit.*;
import magic.model.*;
import magic.model.choice.MagicOrChoice;
import magic.model.event.*;
import magic.model.stack.*;
import magic.model.target.MagicTarget;
import magic.model.target.MagicTargetNone;

/** The game's position in the vocabulary of positions, with what the card data calls the engine's abilities. */
final class Telling extends kit.Telling<Run, MagicPlayer, MagicObject> implements Labels.Of<Object> {
    private static final List<MagicType> SUPERTYPES = List.of(MagicType.Basic, MagicType.Legendary, MagicType.Snow, MagicType.World);
    private static final List<MagicCounterType> OF_PLAYERS =
            List.of(MagicCounterType.Poison, MagicCounterType.Experience, MagicCounterType.Energy);

    final Labels<Object> labels = new Labels<>(run, this);

    Telling(Run run) { super(run); }

    static String letter(MagicColor color) {
        return String.valueOf(color.getSymbol()).toUpperCase(Locale.ROOT);
    }

    @Override
    protected Map<String, Object> game() {
        MagicGame game = run.game;
        List<String> extra = new ArrayList<>();
        run.players.values().forEach(each -> extra.addAll(Collections.nCopies(each.getExtraTurns(), each.getName())));
        String monarch = run.players.values().stream().filter(each -> each.hasState(MagicPlayerState.Monarch))
                .map(MagicPlayer::getName).findFirst().orElse(null);
        return known("over", game.isFinished(), "extra_turns", extra, "monarch", monarch,
                "stack", game.getStack().stream().map(this::onStack).toList(), "triggered", run.ids.triggered(run::name));
    }

    @Override
    protected Map<String, Object> told(MagicPlayer player) {
        boolean lost = run.game.isFinished() && run.game.getLosingPlayer() == player;
        return map("life", player.getLife(), "counters", counters(player, OF_PLAYERS),
                "lands_played", run.game.getTurnPlayer() == player ? run.game.getLandsPlayed() : 0,
                "won", run.game.isFinished() && !lost, "lost", lost, "left", lost, "drawn", player.getDrawnCards(),
                "gained", player.getLifeGainThisTurn(), "lost_life", player.getLifeLossThisTurn(), "cast", player.getSpellsCast());
    }

    private static Map<String, Object> counters(MagicObject object, Collection<MagicCounterType> types) {
        return counters(types, MagicCounterType::getName, object::getCounters);
    }

    @Override
    protected List<? extends MagicObject> zone(MagicPlayer player, String zone) {
        return switch (zone) {
            case "battlefield" -> List.copyOf(player.getPermanents());
            case "hand" -> player.getHand();
            case "library" -> top(player.getLibrary());
            case "graveyard" -> player.getGraveyard();
            case "exile" -> player.getExile();
            default -> List.of();
        };
    }

    private static List<MagicCard> top(List<MagicCard> zone) {
        List<MagicCard> cards = new ArrayList<>(zone);
        Collections.reverse(cards);
        return cards;
    }

    @Override protected String id(MagicObject object) { return run.ids.id(Run.card(object)); }
    @Override protected String printed(MagicObject object) { return Ids.plain(Run.card(object).getCardDefinition().getName()); }

    @Override
    protected Map<String, Object> characteristics(MagicObject object) {
        MagicCardDefinition card = object.getCardDefinition();
        boolean creature = object.hasType(MagicType.Creature) || object instanceof MagicCard && object.hasSubType(MagicSubType.Vehicle);
        List<MagicType> types = Stream.of(MagicType.values()).filter(object::hasType).toList();
        List<MagicSubType> subtypes = Stream.of(MagicSubType.values()).filter(object::hasSubType).toList();
        Map<String, Object> told = map("name", object.getName(), "supertypes", words(types.stream().filter(SUPERTYPES::contains).toList()),
                "types", words(types.stream().filter(each -> !SUPERTYPES.contains(each)).toList()), "subtypes",
                subtypes(subtypes, subtypes.containsAll(MagicSubType.ALL_CREATURES), MagicSubType.ALL_CREATURES::contains),
                "colors", Stream.of(MagicColor.values()).filter(object::hasColor).map(Telling::letter).toList(),
                "mana_cost", card.hasCost() ? card.getCost().getText() : "", "mana_value", card.getConvertedCost(),
                "power", card.getCardPower(), "toughness", card.getCardToughness());
        if (object instanceof MagicPermanent permanent) {
            told.putAll(map("name", permanent.isFaceDown() ? "" : permanent.getCardDefinition().getName(), // the engine has one for each
                    "mana_value", permanent.getConvertedCost(), "power", permanent.getPowerValue(), "toughness", permanent.getToughnessValue()));
        }
        if (object instanceof MagicCard own) told.putAll(map("power", own.getPower(), "toughness", own.getToughness()));
        if (!creature) told.putAll(map("power", null, "toughness", null));
        return told;
    }

    @Override
    protected Map<String, Object> permanent(MagicObject object) {
        MagicPermanent permanent = (MagicPermanent) object;
        MagicPermanent host = permanent.isEquipment() ? permanent.getEquippedCreature() : permanent.getEnchantedPermanent();
        MagicPermanent blocked = permanent.isBlocking() ? permanent.getBlockedCreature() : MagicPermanent.NONE;
        return map("owner", permanent.getOwner().getName(), "token", permanent.isToken(), "tapped", permanent.isTapped(),
                "damage", permanent.getDamage(), "counters", counters(permanent, permanent.getCounterTypes()),
                "face_down", permanent.isFaceDown(), "back", permanent.isTransformed(),
                "summoning_sick", permanent.hasState(MagicPermanentState.Summoned), "attached_to", host.isValid() ? run.name(host) : null,
                "attacking", permanent.isAttacking() ? permanent.getOpponent().getName() : null,
                "blocking", blocked.isValid() ? List.of(run.name(blocked)) : List.of(), "taps_for", taps(permanent));
    }

    /** The types of mana that a permanent's abilities give for no more than to tap it. */
    private static List<String> taps(MagicPermanent permanent) {
        return permanent.getManaActivations().stream()
                .filter(each -> StreamSupport.stream(each.getCostEvent(permanent).spliterator(), false)
                        .allMatch(cost -> cost instanceof MagicTapEvent))
                .flatMap(each -> each.getManaTypes().stream()).filter(each -> each.isValid() && each != MagicManaType.Snow)
                .map(each -> each.getText().substring(1, 2)).distinct().toList();
    }

    @Override
    protected Map<String, Object> card(MagicObject object) {
        MagicCard card = (MagicCard) object;
        return map("counters", counters(card, card.getCounterTypes()), "exiled_with",
                run.permanents().stream().filter(each -> each.getExiledCards().contains(card)).map(run::name).findFirst().orElse(null));
    }

    private Map<String, Object> onStack(MagicItemOnStack item) {
        boolean targeted = item.getEvent().getChoice() instanceof MagicOrChoice || item.getEvent().getChoice().getTargetChoice().isTargeted();
        List<String> targets = Stream.of(item.getChoiceResults()).filter(each -> targeted && each instanceof MagicTarget
                && each != MagicTargetNone.getInstance()).map(run::name).toList();
        Map<String, Object> told = map("controller", item.getController().getName(), "targets", targets);
        MagicCard card = Run.card(item.getSource());
        if (item instanceof MagicCardOnStack spell) {
            told.putAll(characteristics(spell));
            told.putAll(map("card", printed(card), "copy", !spell.isRepresentedByACard(), "face_down", spell.isFaceDown(), "x", spell.getX(),
                    "kicked", spell.getKicker(), "mana_value", spell.getConvertedCost(), "name", spell.isFaceDown() ? "" : spell.getName()));
            told.putAll(known("id", id(card)));
            return told;
        }
        boolean triggers = item instanceof MagicTriggerOnStack || !(item.getSource() instanceof MagicPermanent);
        String word = triggers ? trigger(card == null ? item.getName() : card.getName())
                : word(MagicRun.get(MagicItemOnStack.class, "activation", item), (MagicPermanent) item.getSource());
        told.putAll(map("ability_of", run.name(item.getSource()), "ability", word == null ? "activated" : word));
        return told;
    }

    // --- abilities ---------------------------------------------------------------------------------------------------

    @Override
    public List<Object> printed(String name) {
        MagicCardDefinition card = CardFinder.card(name);
        if (card == null) return List.of();
        List<Object> all = List.copyOf(card.getActivations());
        // What a script writes out stands before what is read from the card's text, and not in printed order.
        if (all.stream().anyMatch(each -> loyalty(each) != null)) return all; // these are known by their costs
        boolean mixed = all.stream().map(each -> each.getClass().getName().startsWith("magic.")).distinct().count() > 1;
        Deque<Object> left = new ArrayDeque<>(all);
        Deque<Object> mana = new ArrayDeque<>(card.getManaActivations());
        List<Object> printed = new ArrayList<>();
        run.data.abilities(name).stream().filter(each -> each.text("form").equals("activated"))
                .forEach(each -> printed.add(each.is("mana") ? mana.poll() : left.poll()));
        return mixed || !left.isEmpty() || printed.contains(null) ? List.of() : printed;
    }

    @Override public String form(Object ability) { return "activated"; }
    @Override public String sign(Object ability) { return String.valueOf(System.identityHashCode(ability)); }
    @Override public boolean mana(Object ability) { return ability instanceof MagicManaActivation; }

    @Override
    public String loyalty(Object ability) {
        return ability instanceof MagicPlaneswalkerActivation each ? each.getText().replace('−', '-') : null;
    }

    @Override
    public Collection<String> names() {
        Stream<MagicCard> cards = run.players.values().stream()
                .flatMap(each -> Stream.of(each.getHand(), each.getGraveyard(), each.getExile())).flatMap(List::stream);
        return Stream.concat(cards, run.permanents().stream().map(MagicPermanent::getCard)).map(MagicCard::getName).toList();
    }

    /** The word of an activated ability of a permanent, or null. */
    String word(Object ability, MagicPermanent permanent) {
        MagicCardDefinition card = permanent.getCardDefinition();
        boolean own = card.getActivations().contains(ability); // and then no other card gave it
        return own && !printed(card.getName()).contains(ability) ? null : labels.label(ability, List.of(card.getName()));
    }

    /** The word of the only triggered ability of a card. */
    String trigger(String card) {
        List<Facts> told = run.data.abilities(card).stream().filter(each -> each.text("form").equals("triggered")).toList();
        return told.size() == 1 ? told.get(0).text("label", "triggered") : "triggered";
    }
}
