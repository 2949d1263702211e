package bridge;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import mage.abilities.Ability;
import mage.abilities.common.SimpleStaticAbility;
import mage.abilities.effects.ContinuousEffect;
import mage.abilities.effects.common.InfoEffect;
import mage.abilities.keyword.MorphAbility;
import mage.cards.Card;
import mage.cards.decks.Deck;
import mage.constants.ManaType;
import mage.constants.PhaseStep;
import mage.constants.TurnPhase;
import mage.constants.Zone;
import mage.counters.Counter;
import mage.game.GameState;
import mage.game.events.GameEvent;
import mage.game.permanent.Permanent;
import mage.game.permanent.PermanentCard;
import mage.game.permanent.PermanentImpl;
import mage.game.turn.TurnMod;
import mage.util.CardUtil;
import mage.watchers.Watchers;

/** Sets the game up as the position says. */
final class Position {
    private static final List<String> LACKS = List.of("copy_of", "back", "phased_out", "token", "attacking", "blocking");
    private static final List<TurnPhase> PHASES = List.of(TurnPhase.BEGINNING, TurnPhase.PRECOMBAT_MAIN, TurnPhase.COMBAT,
            TurnPhase.POSTCOMBAT_MAIN, TurnPhase.END);

    static final Map<String, ManaType> MANA = Map.of("W", ManaType.WHITE, "U", ManaType.BLUE, "B", ManaType.BLACK,
            "R", ManaType.RED, "G", ManaType.GREEN, "C", ManaType.COLORLESS);

    private final Run run;
    private final List<Placed> permanents = new ArrayList<>();
    /** What was chosen for the permanent that is being placed. */
    private JsonObject chosen;
    private String placing;
    /** Whether all objects are in their places. */
    boolean stands;

    private record Placed(JsonObject facts, Seat controller, Card card, int timestamp) {
    }

    Position(Run run) {
        this.run = run;
    }

    /** Seats the players. */
    void seat() {
        for (JsonElement each : run.given.getAsJsonArray("players")) {
            String name = each.getAsString();
            JsonObject told = told(name);
            boolean poor = told.has("mana") && !told.get("mana").isJsonNull();
            Seat seat = new Seat(name, run, poor);
            run.seats.put(name, seat);
            if (told.has("life")) {
                seat.initLife(told.get("life").getAsInt());
            }
        }
        List<Seat> order = new ArrayList<>(run.seats.values()); // the engine goes round the other way
        Collections.reverse(order.subList(1, order.size()));
        order.forEach(seat -> run.game.addPlayer(seat, new Deck()));
    }

    private JsonObject told(String player) {
        return run.given.has(player) && run.given.get(player).isJsonObject() ? run.given.getAsJsonObject(player) : new JsonObject();
    }

    /** Puts every object in its zone, before the first turn begins. */
    void place() {
        int order = 0;
        for (Seat seat : run.seats.values()) {
            seat.updateRange(run.game);
            JsonObject told = told(seat.getName());
            if (!zone(told, "command").isEmpty()) {
                throw Over.unsupported("state", "objects in the command zone");
            }
            if (told.has("life")) {
                seat.initLife(told.get("life").getAsInt());
            }
            List<JsonObject> library = zone(told, "library");
            for (int place = library.size() - 1; place >= 0; place--) {
                Card card = card(library.get(place), seat);
                seat.getLibrary().putOnTop(card, run.game);
            }
            for (JsonObject facts : zone(told, "hand")) {
                Card card = card(facts, seat);
                card.setZone(Zone.HAND, run.game);
                seat.getHand().add(card);
            }
            List<JsonObject> graveyard = zone(told, "graveyard");
            for (int place = graveyard.size() - 1; place >= 0; place--) {
                Card card = card(graveyard.get(place), seat);
                card.setZone(Zone.GRAVEYARD, run.game);
                seat.getGraveyard().add(card);
            }
            for (JsonObject facts : zone(told, "outside")) {
                Card card = card(facts, seat);
                card.setZone(Zone.OUTSIDE, run.game);
                seat.getSideboard().add(card);
            }
            for (JsonObject facts : zone(told, "battlefield")) {
                Seat owner = facts.has("owner") ? run.seats.get(facts.get("owner").getAsString()) : seat;
                int timestamp = facts.has("timestamp") ? facts.get("timestamp").getAsInt() : order;
                order++;
                permanents.add(new Placed(facts, seat, card(facts, owner), timestamp));
            }
        }
        permanents.sort(Comparator.comparingInt(Placed::timestamp));
        permanents.forEach(this::put);
        for (Placed placed : permanents) {
            related(placed);
        }
        for (Seat seat : run.seats.values()) {
            for (JsonObject facts : zone(told(seat.getName()), "exile")) {
                exiled(facts, seat);
            }
            counters(seat);
        }
        if (run.given.has("monarch")) {
            run.game.setMonarchId(null, run.seats.get(run.given.get("monarch").getAsString()).getId());
        }
        run.game.applyEffects();
        skip();
        stands = true;
    }

    private static List<JsonObject> zone(JsonObject told, String name) {
        List<JsonObject> found = new ArrayList<>();
        if (told.has(name) && told.get(name).isJsonArray()) {
            told.getAsJsonArray(name).forEach(each -> found.add(each.getAsJsonObject()));
        }
        return found;
    }

    private Card card(JsonObject facts, Seat owner) {
        if (!facts.has("card")) {
            throw Over.unsupported("state", "an object without a card");
        }
        for (String lack : LACKS) {
            if (facts.has(lack) && !facts.get(lack).isJsonNull() && !facts.get(lack).toString().matches("false|0|\\[\\]|\\{\\}")) {
                throw Over.unsupported("state", lack);
            }
        }
        Card card = Cards.make(facts.get("card").getAsString(), owner.getId());
        run.game.loadCards(Set.of(card), owner.getId());
        if (facts.has("id")) {
            run.names.register(facts.get("id").getAsString(), card.getId());
        }
        return card;
    }

    private void put(Placed placed) {
        Ability nobody = new SimpleStaticAbility(Zone.OUTSIDE, new InfoEffect(""));
        nobody.setControllerId(placed.controller.getId());
        nobody.setSourceId(placed.card.getId());
        Card side = CardUtil.getDefaultCardSideForBattlefield(run.game, placed.card);
        chosen = placed.facts.has("chosen") ? placed.facts.getAsJsonObject("chosen") : new JsonObject();
        placing = placed.facts.get("card").getAsString();
        side.setZone(Zone.BATTLEFIELD, run.game);
        Permanent permanent = new PermanentCard(side, placed.controller.getId(), run.game);
        if (placed.facts.has("face_down") && placed.facts.get("face_down").getAsBoolean()) {
            if (side.getAbilities().stream().noneMatch(each -> each instanceof MorphAbility)) {
                throw Over.unsupported("state", "face_down without morph");
            }
            side.setFaceDown(true, run.game);
            permanent.setFaceDown(true, run.game);
        }
        run.game.getPermanentsEntering().put(permanent.getId(), permanent);
        side.applyEnterWithCounters(permanent, nobody, run.game);
        permanent.entersBattlefield(nobody, run.game, Zone.OUTSIDE, false);
        run.game.addPermanent(permanent, run.game.getState().getNextPermanentOrderNumber());
        run.game.getPermanentsEntering().remove(permanent.getId());
        permanent.setTapped(placed.facts.has("tapped") && placed.facts.get("tapped").getAsBoolean());
        if (!(placed.facts.has("summoning_sick") && placed.facts.get("summoning_sick").getAsBoolean())) {
            ((PermanentImpl) permanent).removeSummoningSickness();
        }
        for (ContinuousEffect effect : run.game.getState().getContinuousEffects().getLayeredEffects(run.game)) {
            run.game.getState().getContinuousEffects().getLayeredEffectAbilities(effect).stream().findFirst()
                    .filter(ability -> permanent.getId().equals(ability.getSourceId()))
                    .ifPresent(ability -> effect.init(ability, run.game, placed.controller.getId()));
        }
        boolean told = placed.facts.has("counters"); // none if it is empty; untold, those of a planeswalker or a battle
        for (Counter counter : new ArrayList<>(permanent.getCounters(run.game).values())) {
            if (told || !(counter.getName().equals("loyalty") || counter.getName().equals("defense"))) {
                permanent.getCounters(run.game).removeCounter(counter.getName(), counter.getCount());
            }
        }
        if (told) {
            for (Map.Entry<String, JsonElement> each : placed.facts.getAsJsonObject("counters").entrySet()) {
                permanent.getCounters(run.game).addCounter(counter(each.getKey(), each.getValue().getAsInt()));
            }
        }
        if (placed.facts.has("damage")) {
            set(permanent, "damage", placed.facts.get("damage").getAsInt());
        }
        if (placed.facts.has("protector")) {
            permanent.setProtectorId(run.seats.get(placed.facts.get("protector").getAsString()).getId());
        }
        run.game.applyEffects();
    }

    private static Counter counter(String name, int amount) {
        mage.counters.CounterType type = mage.counters.CounterType.findByName(name);
        return type == null ? new Counter(name, amount) : type.createInstance(amount);
    }

    private static void set(Permanent permanent, String name, int value) {
        try {
            Field field = PermanentImpl.class.getDeclaredField(name);
            field.setAccessible(true);
            field.setInt(permanent, value);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("a permanent of the engine has no " + name, failure);
        }
    }

    private void related(Placed placed) {
        if (!placed.facts.has("attached_to") || placed.facts.get("attached_to").isJsonNull()) {
            return;
        }
        String reference = placed.facts.get("attached_to").getAsString();
        Permanent permanent = permanent(placed.card);
        Seat player = run.seats.get(reference);
        if (player != null) {
            player.addAttachment(permanent.getId(), null, run.game);
            return;
        }
        Permanent to = run.names.object(reference) == null ? null : permanent(run.game.getCard(run.names.object(reference)));
        if (to == null) {
            throw Over.unsupported("state", "attached to " + reference);
        }
        to.addAttachment(permanent.getId(), null, run.game);
    }

    private Permanent permanent(Card card) {
        Card side = CardUtil.getDefaultCardSideForBattlefield(run.game, card);
        return run.game.getPermanent(side.getId());
    }

    private void exiled(JsonObject facts, Seat owner) {
        Card card = card(facts, owner);
        card.setZone(Zone.EXILED, run.game);
        if (facts.has("exiled_with") && !facts.get("exiled_with").isJsonNull()) {
            UUID source = run.names.object(facts.get("exiled_with").getAsString());
            int moves = run.game.getState().getZoneChangeCounter(source);
            UUID place = CardUtil.getExileZoneId(run.game, source, moves);
            run.game.getExile().createZone(place, "exiled").add(card);
            Permanent permanent = permanent(run.game.getCard(source));
            if (permanent != null) {
                permanent.imprint(card.getId(), run.game);
            }
        } else {
            run.game.getExile().getPermanentExile().add(card);
        }
    }

    private void counters(Seat seat) {
        JsonObject told = told(seat.getName());
        if (told.has("counters")) {
            for (Map.Entry<String, JsonElement> each : told.getAsJsonObject("counters").entrySet()) {
                seat.addCounters(counter(each.getKey(), each.getValue().getAsInt()), seat.getId(), null, run.game);
            }
        }
    }

    /** The phases and steps before the one that the position is in are not played. */
    private void skip() {
        PhaseStep first = Script.STEPS.get(step());
        UUID active = run.seats.get(run.turn()).getId();
        int phase = PHASES.indexOf(phase(first));
        for (int place = 0; place < phase; place++) {
            run.game.getState().getTurnMods().add(new TurnMod(active).withSkipPhase(PHASES.get(place)));
        }
        for (PhaseStep step : PhaseStep.values()) {
            if (step.isBefore(first) && phase(step) == phase(first)) {
                run.game.getState().getTurnMods().add(new TurnMod(active).withSkipStep(step));
            }
        }
        if (first.getIndex() > PhaseStep.BEGIN_COMBAT.getIndex() && phase(first) == TurnPhase.COMBAT
                || first == PhaseStep.UNTAP || first == PhaseStep.CLEANUP) {
            throw Over.unsupported("state", "step " + step());
        }
    }

    private String step() {
        return run.given.has("step") ? run.given.get("step").getAsString() : "precombat main";
    }

    private static TurnPhase phase(PhaseStep step) {
        if (step.getIndex() <= PhaseStep.DRAW.getIndex()) {
            return TurnPhase.BEGINNING;
        }
        if (step == PhaseStep.PRECOMBAT_MAIN) {
            return TurnPhase.PRECOMBAT_MAIN;
        }
        if (step.getIndex() <= PhaseStep.END_COMBAT.getIndex()) {
            return TurnPhase.COMBAT;
        }
        return step == PhaseStep.POSTCOMBAT_MAIN ? TurnPhase.POSTCOMBAT_MAIN : TurnPhase.END;
    }

    /** What the first step does as it begins is over, and not done again. */
    boolean hinders(GameEvent event) {
        return event.getType() == GameEvent.EventType.DRAW_CARD || event.getType() == GameEvent.EventType.ADD_COUNTERS;
    }

    /** The first player has got priority: what the turn's beginning has set back is told again. */
    void begin() {
        for (Seat each : run.seats.values()) {
            Seat seat = (Seat) run.game.getPlayer(each.getId());
            JsonObject told = told(seat.getName());
            for (int lands = told.has("lands_played") ? told.get("lands_played").getAsInt() : 0; lands > 0; lands--) {
                seat.incrementLandsPlayed();
            }
            for (String what : List.of("drawn", "gained", "lost_life", "cast")) {
                if (told.has(what) && told.get(what).getAsInt() > 0) {
                    if (!what.equals("drawn")) {
                        throw Over.unsupported("state", what);
                    }
                    run.game.count(seat.getId(), what, told.get(what).getAsInt());
                    for (int card = told.get(what).getAsInt(); card > 0; card--) {
                        watch(GameEvent.getEvent(GameEvent.EventType.DREW_CARD, seat.getId(), null, seat.getId()));
                    }
                }
            }
            if (told.has("mana") && !told.get("mana").isJsonNull()) {
                mana(seat, told.getAsJsonObject("mana"));
            }
        }
        for (Placed placed : permanents) {
            if (placed.facts.has("summoning_sick") && placed.facts.get("summoning_sick").getAsBoolean()) {
                try {
                    Field field = PermanentImpl.class.getDeclaredField("controlledFromStartOfControllerTurn");
                    field.setAccessible(true);
                    field.setBoolean(permanent(placed.card), false);
                } catch (ReflectiveOperationException failure) {
                    throw new IllegalStateException("the engine keeps no summoning sickness", failure);
                }
            }
        }
    }

    /** Lets everything that keeps count of what happens see an event that is told to have happened. */
    private void watch(GameEvent event) {
        try {
            Field field = GameState.class.getDeclaredField("watchers");
            field.setAccessible(true);
            ((Watchers) field.get(run.game.getState())).watch(event, run.game);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("the engine keeps no watchers", failure);
        }
    }

    private void mana(Seat seat, JsonObject told) {
        Ability nobody = new SimpleStaticAbility(Zone.OUTSIDE, new InfoEffect(""));
        nobody.setControllerId(seat.getId());
        for (Map.Entry<String, JsonElement> each : told.entrySet()) {
            mage.Mana mana = new mage.Mana();
            mana.increase(manaType(each.getKey()));
            for (int one = each.getValue().getAsInt(); one > 0; one--) {
                seat.getManaPool().addMana(mana, run.game, nobody);
            }
        }
    }

    static ManaType manaType(String letter) {
        return MANA.getOrDefault(letter, ManaType.COLORLESS);
    }

    /** The choice that the position tells for the permanent that is being placed. */
    String chosen(String kind, Set<String> options) {
        Set<String> fit = new LinkedHashSet<>();
        for (Map.Entry<String, JsonElement> each : chosen.entrySet()) {
            if (!each.getValue().isJsonNull() && options.contains(each.getValue().getAsString())) {
                fit.add(each.getValue().getAsString());
            }
        }
        if (fit.size() != 1) {
            throw Over.unsupported("state", placing + " without its choice");
        }
        return fit.iterator().next();
    }
}
