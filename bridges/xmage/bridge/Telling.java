package bridge;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import mage.MageObject;
import mage.MageObjectReference;
import mage.Mana;
import mage.ObjectColor;
import mage.abilities.Ability;
import mage.abilities.costs.common.TapSourceCost;
import mage.abilities.mana.ActivatedManaAbilityImpl;
import mage.cards.Card;
import mage.constants.SubType;
import mage.constants.Zone;
import mage.counters.Counter;
import mage.counters.Counters;
import mage.game.Game;
import mage.game.permanent.Permanent;
import mage.game.permanent.PermanentToken;
import mage.game.stack.Spell;
import mage.game.stack.StackObject;
import mage.target.Target;

/** The game's position in the vocabulary of positions. */
final class Telling {
    private final Run run;

    Telling(Run run) {
        this.run = run;
    }

    JsonObject state() {
        run.names.nameTokens();
        Table game = run.game;
        JsonObject state = new JsonObject();
        JsonArray players = new JsonArray();
        run.seats.keySet().forEach(players::add);
        state.add("players", players);
        state.addProperty("turn", run.names.of(game.getActivePlayerId()));
        Script.STEPS.forEach((word, step) -> {
            if (step == game.getTurnStepType()) {
                state.addProperty("step", word);
            }
        });
        state.addProperty("turns", game.getTurnNum());
        state.addProperty("over", game.checkIfGameIsOver());
        if (game.getMonarchId() != null) {
            state.addProperty("monarch", run.names.of(game.getMonarchId()));
        }
        JsonArray extra = new JsonArray();
        game.getState().getTurnMods().stream().filter(each -> each.isExtraTurn())
                .forEach(each -> extra.add(run.names.of(each.getPlayerId())));
        state.add("extra_turns", reversed(extra));
        JsonArray stack = new JsonArray();
        game.getStack().forEach(each -> stack.add(onStack(each)));
        state.add("stack", stack);
        JsonObject triggered = new JsonObject();
        for (String id : ids()) {
            triggered.addProperty(id, 0);
        }
        for (Map.Entry<UUID, Integer> each : game.triggered.entrySet()) {
            String name = String.valueOf(run.names.of(each.getKey()));
            int before = triggered.has(name) ? triggered.get(name).getAsInt() : 0;
            triggered.addProperty(name, before + each.getValue());
        }
        state.add("triggered", triggered);
        for (String name : run.seats.keySet()) {
            state.add(name, player(name));
        }
        return state;
    }

    private List<String> ids() {
        List<String> found = new ArrayList<>();
        for (String player : run.seats.keySet()) {
            for (Map.Entry<String, JsonElement> zone : run.given.getAsJsonObject(player).entrySet()) {
                if (zone.getValue().isJsonArray()) {
                    for (JsonElement each : zone.getValue().getAsJsonArray()) {
                        if (each.isJsonObject() && each.getAsJsonObject().has("id")) {
                            found.add(each.getAsJsonObject().get("id").getAsString());
                        }
                    }
                }
            }
        }
        return found;
    }

    private static JsonArray reversed(JsonArray array) {
        JsonArray made = new JsonArray();
        for (int place = array.size() - 1; place >= 0; place--) {
            made.add(array.get(place));
        }
        return made;
    }

    private JsonObject player(String name) {
        Table game = run.game;
        Seat seat = (Seat) game.getPlayer(run.seats.get(name).getId());
        JsonObject told = new JsonObject();
        told.addProperty("life", seat.getLife());
        told.add("counters", counters(seat.getCountersAsCopy()));
        JsonObject mana = new JsonObject();
        Mana pool = seat.getManaPool().getMana();
        seat.getManaPool().getConditionalMana().forEach(pool::add);
        mana.addProperty("W", pool.getWhite());
        mana.addProperty("U", pool.getBlue());
        mana.addProperty("B", pool.getBlack());
        mana.addProperty("R", pool.getRed());
        mana.addProperty("G", pool.getGreen());
        mana.addProperty("C", pool.getColorless());
        told.add("mana", mana);
        told.addProperty("lands_played", seat.getLandsPlayed());
        for (String what : List.of("drawn", "gained", "lost_life", "cast")) {
            told.addProperty(what, game.counted(name, what));
        }
        told.addProperty("lost", seat.hasLost() && !seat.hasDrew()); // who draws the game has lost it, to the engine
        told.addProperty("won", seat.hasWon());
        told.addProperty("left", seat.hasLeft());
        JsonArray battlefield = new JsonArray();
        game.getBattlefield().getAllPermanents().stream().filter(each -> each.isControlledBy(seat.getId()))
                .forEach(each -> battlefield.add(permanent(each)));
        told.add("battlefield", battlefield);
        told.add("hand", cards(seat.getHand()));
        told.add("library", cards(seat.getLibrary().getCardList()));
        List<UUID> graveyard = new ArrayList<>(seat.getGraveyard());
        Collections.reverse(graveyard);
        told.add("graveyard", cards(graveyard));
        JsonArray exile = new JsonArray();
        for (Card card : game.getExile().getAllCards(game)) {
            if (card.isOwnedBy(seat.getId())) {
                exile.add(card(card));
            }
        }
        told.add("exile", exile);
        told.add("outside", cards(seat.getSideboard()));
        return told;
    }

    private static JsonObject counters(Counters counters) {
        JsonObject told = new JsonObject();
        for (Counter each : counters.values()) {
            if (each.getCount() > 0) {
                told.addProperty(each.getName(), each.getCount());
            }
        }
        return told;
    }

    private JsonArray cards(Iterable<UUID> ids) {
        JsonArray told = new JsonArray();
        for (UUID id : ids) {
            Card card = run.game.getCard(id);
            if (card != null) {
                told.add(card(card));
            }
        }
        return told;
    }

    private JsonObject card(Card card) {
        JsonObject told = new JsonObject();
        String id = run.names.id(card.getId());
        told.addProperty("card", card.getMainCard().getName());
        if (id != null) {
            told.addProperty("id", id);
            derived(told, card);
            Counters counters = card.getCounters(run.game);
            if (!counters.isEmpty()) {
                told.add("counters", counters(counters));
            }
            for (Permanent each : run.game.getBattlefield().getAllActivePermanents()) {
                if (each.getImprinted() != null && each.getImprinted().contains(card.getId())
                        && run.game.getState().getZone(card.getId()) == Zone.EXILED) {
                    told.addProperty("exiled_with", run.names.of(each.getId()));
                }
            }
            for (UUID zone : run.game.getExile().getExileZones().stream().filter(each -> each.contains(card.getId()))
                    .map(each -> each.getId()).toList()) {
                for (Permanent each : run.game.getBattlefield().getAllActivePermanents()) {
                    if (zone.equals(mage.util.CardUtil.getExileZoneId(run.game, each.getId(), each.getZoneChangeCounter(run.game)))) {
                        told.addProperty("exiled_with", run.names.of(each.getId()));
                    }
                }
            }
        }
        return told;
    }

    private void derived(JsonObject told, MageObject object) {
        Game game = run.game;
        told.addProperty("name", object.getName());
        JsonArray supertypes = new JsonArray();
        object.getSuperType(game).forEach(each -> supertypes.add(each.toString()));
        told.add("supertypes", supertypes);
        JsonArray types = new JsonArray();
        object.getCardType(game).forEach(each -> types.add(each.toString()));
        told.add("types", types);
        JsonArray subtypes = new JsonArray();
        Set<String> words = new LinkedHashSet<>();
        object.getSubtype(game).forEach(each -> words.add(each.getDescription()));
        if (object.isAllCreatureTypes(game)) {
            words.removeIf(each -> SubType.getCreatureTypes().stream().anyMatch(type -> type.getDescription().equals(each)));
            words.add("every creature type");
        }
        if (object.isAllNonbasicLandTypes(game)) {
            SubType.getNonbasicLandTypes().forEach(each -> words.add(each.getDescription()));
        }
        words.forEach(subtypes::add);
        told.add("subtypes", subtypes);
        told.add("colors", colors(object.getColor(game)));
        told.addProperty("mana_cost", String.join("", object.getManaCost().getText()));
        told.addProperty("mana_value", object.getManaValue());
        boolean creature = object.isCreature(game) || !(object instanceof Permanent) && object.hasSubtype(SubType.VEHICLE, game);
        if (creature) {
            told.addProperty("power", object.getPower().getValue());
            told.addProperty("toughness", object.getToughness().getValue());
        } else {
            told.add("power", JsonNull.INSTANCE);
            told.add("toughness", JsonNull.INSTANCE);
        }
    }

    private static JsonArray colors(ObjectColor color) {
        JsonArray told = new JsonArray();
        if (color.isWhite()) {
            told.add("W");
        }
        if (color.isBlue()) {
            told.add("U");
        }
        if (color.isBlack()) {
            told.add("B");
        }
        if (color.isRed()) {
            told.add("R");
        }
        if (color.isGreen()) {
            told.add("G");
        }
        return told;
    }

    private JsonObject permanent(Permanent permanent) {
        Game game = run.game;
        JsonObject told = new JsonObject();
        String id = run.names.id(permanent.getId());
        if (id != null) {
            told.addProperty("id", id);
        }
        boolean token = permanent instanceof PermanentToken;
        Card card = game.getCard(permanent.getId());
        told.addProperty("card", token || card == null ? run.names.token(permanent.getId()) : card.getMainCard().getName());
        told.addProperty("owner", run.names.of(permanent.getOwnerId()));
        told.addProperty("token", token);
        told.addProperty("tapped", permanent.isTapped());
        told.addProperty("damage", permanent.getDamage());
        told.add("counters", counters(permanent.getCounters(game)));
        told.addProperty("face_down", permanent.isFaceDown(game));
        told.addProperty("back", permanent.isTransformed());
        told.addProperty("phased_out", !permanent.isPhasedIn());
        told.addProperty("summoning_sick", permanent.hasSummoningSickness());
        add(told, "attached_to", permanent.getAttachedTo());
        MageObjectReference attacked = permanent.getAttacking();
        UUID defender = game.getCombat() == null ? null : game.getCombat().getDefenderId(permanent.getId());
        add(told, "attacking", permanent.isAttacking() ? attacked != null && game.getPlayer(defender) == null
                ? attacked.getSourceId() : defender : null);
        JsonArray blocking = new JsonArray();
        permanent.getBlockingRefs().stream().map(each -> each.getPermanent(game)).filter(each -> each != null && each.isAttacking())
                .forEach(each -> blocking.add(run.names.of(each.getId()))); // the engine keeps those that are gone, too
        told.add("blocking", blocking);
        if (permanent.getProtectorId() != null) {
            told.addProperty("protector", run.names.of(permanent.getProtectorId()));
        }
        derived(told, permanent);
        if (permanent.isFaceDown(game)) {
            told.addProperty("name", "");
        } else if (token && permanent.getName().endsWith(" Token")) {
            told.addProperty("name", permanent.getName().replaceAll(" Token$", ""));
        }
        told.add("chosen", chosen(permanent));
        told.add("abilities", run.labels.abilities(permanent));
        Set<String> taps = new LinkedHashSet<>();
        for (Ability each : permanent.getAbilities(game)) {
            if (each instanceof ActivatedManaAbilityImpl && each.getManaCosts().isEmpty() && each.getCosts().size() == 1
                    && each.getCosts().get(0) instanceof TapSourceCost) {
                taps.addAll(mana((ActivatedManaAbilityImpl) each, game));
            }
        }
        JsonArray taking = new JsonArray();
        taps.forEach(taking::add);
        told.add("taps_for", taking);
        return told;
    }

    private void add(JsonObject told, String key, UUID object) {
        String name = object == null ? null : run.names.of(object);
        if (name == null) {
            told.add(key, JsonNull.INSTANCE);
        } else {
            told.addProperty(key, name);
        }
    }

    /** What a permanent's mana ability can produce. */
    static Set<String> mana(ActivatedManaAbilityImpl ability, Game game) {
        Set<String> found = new LinkedHashSet<>();
        for (Mana mana : ability.getNetMana(game)) {
            if (mana.getAny() > 0) {
                found.addAll(List.of("W", "U", "B", "R", "G"));
            }
            Map<String, Integer> parts = Map.of("W", mana.getWhite(), "U", mana.getBlue(), "B", mana.getBlack(), "R", mana.getRed(),
                    "G", mana.getGreen(), "C", mana.getColorless());
            parts.forEach((letter, amount) -> {
                if (amount > 0) {
                    found.add(letter);
                }
            });
        }
        return found;
    }

    private JsonObject chosen(Permanent permanent) {
        JsonObject told = new JsonObject();
        String id = permanent.getId().toString();
        Map<String, String> keys = Map.of("_color", "color", "_type", "type", "_modeChoice", "word", "_player", "player",
                "BasicLandType", "type", "_opponent", "player", "NAMED_CARD", "name");
        keys.forEach((suffix, word) -> {
            Object value = run.game.getState().getValue(id + suffix);
            if (value instanceof ObjectColor) {
                JsonArray letters = colors((ObjectColor) value);
                if (letters.size() == 1) {
                    told.add(word, letters.get(0));
                }
            } else if (value instanceof SubType) {
                told.addProperty(word, ((SubType) value).getDescription());
            } else if (value instanceof UUID) {
                told.addProperty(word, run.names.of((UUID) value));
            } else if (value != null) {
                told.addProperty(word, value.toString());
            }
        });
        return told;
    }

    // --- the stack ----------------------------------------------------------------------------------------------------

    private JsonObject onStack(StackObject object) {
        JsonObject told = new JsonObject();
        told.addProperty("controller", run.names.of(object.getControllerId()));
        if (object instanceof Spell) {
            Spell spell = (Spell) object;
            String id = spell.isCopy() ? null : run.names.id(spell.getSourceId());
            if (id != null) {
                told.addProperty("id", id);
            }
            told.addProperty("card", spell.getCard().getMainCard().getName());
            told.addProperty("copy", spell.isCopy());
            told.addProperty("face_down", spell.isFaceDown(run.game));
            derived(told, spell);
        } else {
            told.addProperty("ability_of", run.names.of(object.getSourceId()));
            String label = run.labels.label(object.getStackAbility(), object.getSourceId());
            told.addProperty("ability", label == null ? Words.form(object.getStackAbility()) : label);
        }
        JsonArray targets = new JsonArray();
        for (Target target : object.getStackAbility().getTargets()) {
            target.getTargets().forEach(each -> targets.add(run.names.of(each)));
        }
        told.add("targets", targets);
        return told;
    }
}
