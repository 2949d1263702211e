package bridge;

import static kit.Answers.map;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import mage.MageObject;
import mage.Mana;
import mage.ObjectColor;
import mage.abilities.Ability;
import mage.abilities.ActivatedAbility;
import mage.abilities.StaticAbility;
import mage.abilities.TriggeredAbility;
import mage.abilities.costs.common.TapSourceCost;
import mage.abilities.keyword.KickerAbility;
import mage.abilities.mana.ActivatedManaAbilityImpl;
import mage.cards.Card;
import mage.constants.SubType;
import mage.constants.Zone;
import mage.counters.Counters;
import mage.game.Game;
import mage.game.permanent.Permanent;
import mage.game.permanent.PermanentToken;
import mage.game.stack.Spell;
import mage.game.stack.StackObject;
import mage.util.CardUtil;

/** The game's position in the vocabulary of positions. */
final class Telling {
    /** What of a player's turn is counted. */
    static final List<String> COUNTED = List.of("drawn", "gained", "lost_life", "cast");
    /** The names under which the engine keeps what was chosen for a permanent, and the words for them. */
    private static final Map<String, String> CHOSEN = Map.of("_color", "color", "_type", "type", "_modeChoice", "word",
            "_player", "player", "BasicLandType", "type", "_opponent", "player", "NAMED_CARD", "name");

    private final Run run;

    Telling(Run run) {
        this.run = run;
    }

    Map<String, Object> state() {
        Table game = run.game;
        run.names.nameTokens();
        List<String> extra = new ArrayList<>();
        game.getState().getTurnMods().stream().filter(each -> each.isExtraTurn())
                .forEach(each -> extra.add(run.names.of(each.getPlayerId())));
        Collections.reverse(extra);
        Map<String, Object> state = map("players", List.copyOf(run.seats.keySet()), "turn", run.names.of(game.getActivePlayerId()),
                "turns", game.getTurnNum(), "over", game.checkIfGameIsOver(), "extra_turns", extra,
                "stack", game.getStack().stream().map(this::onStack).toList(), "triggered", triggered());
        if (game.getTurnStepType() != null) state.put("step", Script.STEPS.get(game.getTurnStepType().ordinal()));
        if (game.getMonarchId() != null) state.put("monarch", run.names.of(game.getMonarchId()));
        run.seats.forEach((name, seat) -> state.put(name, player((Seat) game.getPlayer(seat.getId()))));
        return state;
    }

    private Map<String, Integer> triggered() {
        Map<String, Integer> triggered = new LinkedHashMap<>();
        run.names.ids().forEach(id -> triggered.put(id, 0));
        run.game.triggered.forEach((object, times) -> triggered.merge(String.valueOf(run.names.of(object)), times, Integer::sum));
        return triggered;
    }

    private Map<String, Object> player(Seat seat) {
        Table game = run.game;
        Mana pool = seat.getManaPool().getMana();
        seat.getManaPool().getConditionalMana().forEach(pool::add);
        Map<String, Object> mana = new LinkedHashMap<>();
        Purse.MANA.forEach((letter, type) -> mana.put(letter, pool.get(type)));
        List<UUID> graveyard = new ArrayList<>(seat.getGraveyard());
        Collections.reverse(graveyard);
        List<UUID> exile = game.getExile().getAllCards(game).stream().filter(each -> each.isOwnedBy(seat.getId()))
                .map(Card::getId).toList();
        List<Object> battlefield = game.getBattlefield().getAllPermanents().stream().filter(each -> each.isControlledBy(seat.getId()))
                .<Object>map(this::permanent).toList();
        Map<String, Object> told = map("life", seat.getLife(), "counters", counters(seat.getCountersAsCopy()), "mana", mana,
                "lands_played", seat.getLandsPlayed(), "won", seat.hasWon(), "left", seat.hasLeft(),
                "lost", seat.hasLost() && !seat.hasDrew(), // who draws the game has lost it, to the engine
                "battlefield", battlefield, "hand", cards(seat.getHand()), "library", cards(seat.getLibrary().getCardList()),
                "graveyard", cards(graveyard), "exile", cards(exile), "outside", cards(seat.getSideboard()));
        COUNTED.forEach(what -> told.put(what, game.counted(seat.getName(), what)));
        return told;
    }

    private static Map<String, Object> counters(Counters counters) {
        Map<String, Object> told = new LinkedHashMap<>();
        counters.values().stream().filter(each -> each.getCount() > 0).forEach(each -> told.put(each.getName(), each.getCount()));
        return told;
    }

    private List<Map<String, Object>> cards(Collection<UUID> ids) {
        return ids.stream().map(run.game::getCard).filter(Objects::nonNull).map(this::card).toList();
    }

    private Map<String, Object> card(Card card) {
        Map<String, Object> told = map("card", card.getMainCard().getName());
        String id = run.names.id(card.getId());
        if (id == null) return told;
        told.put("id", id);
        told.putAll(derived(card));
        if (!card.getCounters(run.game).isEmpty()) told.put("counters", counters(card.getCounters(run.game)));
        for (Permanent each : run.game.permanents()) {
            UUID zone = CardUtil.getExileZoneId(run.game, each.getId(), each.getZoneChangeCounter(run.game));
            boolean beside = run.game.getExile().getExileZone(zone) != null
                    && run.game.getExile().getExileZone(zone).contains(card.getId());
            boolean imprinted = each.getImprinted() != null && each.getImprinted().contains(card.getId())
                    && run.game.getState().getZone(card.getId()) == Zone.EXILED;
            if (beside || imprinted) told.put("exiled_with", run.names.of(each.getId()));
        }
        return told;
    }

    private Map<String, Object> derived(MageObject object) {
        Game game = run.game;
        boolean creature = object.isCreature(game) || !(object instanceof Permanent) && object.hasSubtype(SubType.VEHICLE, game);
        return map("name", object.getName(), "supertypes", words(object.getSuperType(game)), "types", words(object.getCardType(game)),
                "subtypes", subtypes(object), "colors", colors(object.getColor(game)),
                "mana_cost", String.join("", object.getManaCost().getText()), "mana_value", object.getManaValue(),
                "power", creature ? object.getPower().getValue() : null, "toughness", creature ? object.getToughness().getValue() : null);
    }

    private static List<String> words(Collection<?> types) {
        return types.stream().map(String::valueOf).toList();
    }

    private List<String> subtypes(MageObject object) {
        Set<String> words = new LinkedHashSet<>();
        object.getSubtype(run.game).forEach(each -> words.add(each.getDescription()));
        if (object.isAllCreatureTypes(run.game)) {
            SubType.getCreatureTypes().forEach(each -> words.remove(each.getDescription()));
            words.add("every creature type");
        }
        if (object.isAllNonbasicLandTypes(run.game)) SubType.getNonbasicLandTypes().forEach(each -> words.add(each.getDescription()));
        return List.copyOf(words);
    }

    private static List<String> colors(ObjectColor color) {
        return Purse.MANA.keySet().stream().filter(color.toString()::contains).toList();
    }

    private Map<String, Object> permanent(Permanent permanent) {
        Game game = run.game;
        boolean token = permanent instanceof PermanentToken;
        Card card = game.getCard(permanent.getId());
        Map<String, Object> told = map(
                "card", token || card == null ? run.names.token(permanent.getId()) : card.getMainCard().getName(),
                "owner", run.names.of(permanent.getOwnerId()), "token", token, "tapped", permanent.isTapped(),
                "damage", permanent.getDamage(), "counters", counters(permanent.getCounters(game)),
                "face_down", permanent.isFaceDown(game), "back", permanent.isTransformed(), "phased_out", !permanent.isPhasedIn(),
                "summoning_sick", permanent.hasSummoningSickness(), "attached_to", run.names.of(permanent.getAttachedTo()),
                "attacking", attacked(permanent), "blocking", permanent.getBlockingRefs().stream().map(each -> each.getPermanent(game))
                        .filter(each -> each != null && each.isAttacking()) // the engine keeps those that are gone, too
                        .map(each -> run.names.of(each.getId())).toList(),
                "chosen", chosen(permanent), "abilities", run.labels.abilities(permanent), "taps_for", taps(permanent));
        String id = run.names.id(permanent.getId());
        if (id != null) told.put("id", id);
        if (permanent.getProtectorId() != null) told.put("protector", run.names.of(permanent.getProtectorId()));
        told.putAll(derived(permanent));
        if (permanent.isFaceDown(game)) told.put("name", "");
        if (token) told.put("name", permanent.getName().replaceAll(" Token$", ""));
        return told;
    }

    private String attacked(Permanent permanent) {
        if (!permanent.isAttacking()) return null;
        UUID defender = run.game.getCombat().getDefenderId(permanent.getId());
        boolean player = run.game.getPlayer(defender) != null || permanent.getAttacking() == null;
        return run.names.of(player ? defender : permanent.getAttacking().getSourceId());
    }

    /** The types of mana that a permanent's abilities give for no more than to tap it. */
    private List<String> taps(Permanent permanent) {
        return permanent.getAbilities(run.game).stream()
                .filter(each -> each instanceof ActivatedManaAbilityImpl && each.getManaCosts().isEmpty()
                        && each.getCosts().size() == 1 && each.getCosts().get(0) instanceof TapSourceCost)
                .flatMap(each -> run.labels.letters((ActivatedManaAbilityImpl) each).stream()).distinct().toList();
    }

    private Map<String, Object> chosen(Permanent permanent) {
        Map<String, Object> told = new LinkedHashMap<>();
        CHOSEN.forEach((suffix, word) -> {
            Object value = run.game.getState().getValue(permanent.getId() + suffix);
            if (value instanceof ObjectColor color) {
                if (colors(color).size() == 1) told.put(word, colors(color).get(0));
            } else if (value != null) {
                told.put(word, value instanceof SubType type ? type.getDescription()
                        : value instanceof UUID object ? run.names.of(object) : value.toString());
            }
        });
        return told;
    }

    private Map<String, Object> onStack(StackObject object) {
        List<String> targets = object.getStackAbility().getTargets().stream().flatMap(each -> each.getTargets().stream())
                .map(run.names::of).toList();
        Map<String, Object> told = map("controller", run.names.of(object.getControllerId()), "targets", targets);
        if (object instanceof Spell spell) {
            told.putAll(map("card", spell.getCard().getMainCard().getName(), "copy", spell.isCopy(),
                    "face_down", spell.isFaceDown(run.game), "x", CardUtil.getSourceCostsTagX(run.game, spell.getSpellAbility(), 0),
                    "modes", modes(spell), "kicked", KickerAbility.getKickedCounter(run.game, spell.getSpellAbility())));
            String id = spell.isCopy() ? null : run.names.id(spell.getSourceId());
            if (id != null) told.put("id", id);
            told.putAll(derived(spell));
        } else {
            String label = run.labels.label(object.getStackAbility(), object.getSourceId());
            told.putAll(map("ability_of", run.names.of(object.getSourceId()),
                    "ability", label == null ? form(object.getStackAbility()) : label));
        }
        return told;
    }

    private List<String> modes(Spell spell) {
        List<UUID> all = List.copyOf(spell.getSpellAbility().getModes().keySet());
        List<String> words = run.words.data().modes(spell.getCard().getName(), all.size());
        if (words.isEmpty()) return words;
        return spell.getSpellAbility().getModes().getSelectedModes().stream().map(each -> words.get(all.indexOf(each))).toList();
    }

    private static String form(Ability ability) {
        if (ability instanceof TriggeredAbility) return "triggered";
        return ability instanceof ActivatedAbility ? "activated" : ability instanceof StaticAbility ? "static" : "spell";
    }
}
