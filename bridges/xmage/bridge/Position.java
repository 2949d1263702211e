package bridge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import kit.Facts;
import mage.Mana;
import mage.abilities.Ability;
import mage.abilities.common.SimpleStaticAbility;
import mage.abilities.effects.ContinuousEffects;
import mage.abilities.effects.common.InfoEffect;
import mage.abilities.keyword.MorphAbility;
import mage.cards.Card;
import mage.cards.decks.Deck;
import mage.constants.PhaseStep;
import mage.constants.Zone;
import mage.counters.Counter;
import mage.counters.CounterType;
import mage.game.events.GameEvent;
import mage.game.permanent.Permanent;
import mage.game.permanent.PermanentCard;
import mage.game.permanent.PermanentImpl;
import mage.game.turn.TurnMod;
import mage.util.CardUtil;

/** Sets the game up as the position says. */
final class Position {
    /** What the engine cannot be given, or not by this bridge. */
    static final List<String> UNSET = List.of("attacking", "back", "blocking", "cast", "command", "copy_of", "effects", "extra_turns",
            "gained", "lands_played", "lost_life", "phased_out", "stack", "token");

    private final Run run;
    private final List<Placed> permanents = new ArrayList<>();
    /** What is being placed. */
    private Facts placing = Facts.NONE;
    /** Whether all objects are in their places. */
    private boolean stands;

    private record Placed(Facts facts, Seat controller, Card card, int timestamp) {
    }

    Position(Run run) {
        this.run = run;
    }

    private Facts told(String player) {
        return run.given.at(player);
    }

    /** Seats the players. */
    void seat() {
        for (String name : run.given.texts("players")) {
            Seat seat = new Seat(name, run, told(name).has("mana"));
            run.seats.put(name, seat);
        }
        List<Seat> order = new ArrayList<>(run.seats.values()); // the engine goes round the other way
        Collections.reverse(order.subList(1, order.size()));
        order.forEach(seat -> run.game.addPlayer(seat, new Deck()));
    }

    /** Puts every object in its zone, before the first turn begins. */
    void place() {
        for (Seat seat : run.seats.values()) {
            Facts told = told(seat.getName());
            seat.initLife(told.number("life", 20));
            cards(told, "library", seat, Zone.LIBRARY).forEach(card -> seat.getLibrary().putOnBottom(card, run.game));
            cards(told, "hand", seat, Zone.HAND).forEach(seat.getHand()::add);
            cards(told, "graveyard", seat, Zone.GRAVEYARD).forEach(seat.getGraveyard()::add);
            cards(told, "outside", seat, Zone.OUTSIDE).forEach(seat.getSideboard()::add);
            for (Facts facts : told.list("battlefield")) {
                Seat owner = facts.has("owner") ? run.seats.get(facts.text("owner")) : seat;
                permanents.add(new Placed(facts, seat, card(facts, owner), facts.number("timestamp", permanents.size())));
            }
        }
        permanents.sort(Comparator.comparingInt(Placed::timestamp));
        permanents.forEach(this::put);
        permanents.stream().filter(each -> each.facts.has("attached_to")).forEach(this::attach);
        for (Seat seat : run.seats.values()) {
            Facts told = told(seat.getName());
            told.list("exile").forEach(facts -> exile(facts, card(facts, seat)));
            told.numbers("counters").forEach((name, amount) -> seat.addCounters(counter(name, amount), seat.getId(), null, run.game));
        }
        if (run.given.has("monarch")) run.game.setMonarchId(null, run.seats.get(run.given.text("monarch")).getId());
        run.game.applyEffects();
        skip(run.given.text("step", "precombat main"));
        stands = true;
    }

    private List<Card> cards(Facts told, String name, Seat owner, Zone zone) {
        List<Facts> all = new ArrayList<>(told.list(name));
        if (zone == Zone.GRAVEYARD) Collections.reverse(all); // the engine has the newest last
        List<Card> cards = all.stream().map(facts -> card(facts, owner)).toList();
        if (zone != Zone.LIBRARY) cards.forEach(card -> card.setZone(zone, run.game));
        return cards;
    }

    private Card card(Facts facts, Seat owner) {
        Card card = Cards.make(facts.text("card", ""), owner.getId());
        if (card == null) throw run.answers.unsupported("card", facts.text("card", "none"));
        run.game.loadCards(Set.of(card), owner.getId());
        if (facts.has("id")) run.names.register(facts.text("id"), card.getId());
        return card;
    }

    private void put(Placed placed) {
        placing = placed.facts;
        UUID controller = placed.controller.getId();
        Card side = CardUtil.getDefaultCardSideForBattlefield(run.game, placed.card);
        Ability nobody = nobody(placed.controller, placed.card);
        side.setZone(Zone.BATTLEFIELD, run.game);
        Permanent permanent = new PermanentCard(side, controller, run.game);
        if (placing.is("face_down")) {
            if (side.getAbilities().stream().noneMatch(each -> each instanceof MorphAbility)) {
                throw run.answers.unsupported("state", "face_down without morph");
            }
            side.setFaceDown(true, run.game);
            permanent.setFaceDown(true, run.game);
        }
        run.game.getPermanentsEntering().put(permanent.getId(), permanent);
        permanent.entersBattlefield(nobody, run.game, Zone.OUTSIDE, false);
        run.game.addPermanent(permanent, run.game.getState().getNextPermanentOrderNumber());
        run.game.getPermanentsEntering().remove(permanent.getId());
        permanent.setTapped(placing.is("tapped"));
        if (!placing.is("summoning_sick")) {
            ((PermanentImpl) permanent).removeSummoningSickness();
            set(permanent, "turnsOnBattlefield", 1);
        }
        ContinuousEffects effects = run.game.getState().getContinuousEffects();
        effects.getLayeredEffects(run.game).forEach(effect -> effects.getLayeredEffectAbilities(effect).stream().findFirst()
                .filter(ability -> permanent.getId().equals(ability.getSourceId()))
                .ifPresent(ability -> effect.init(ability, run.game, controller)));
        counters(permanent);
        if (placing.has("damage")) set(permanent, "damage", placing.number("damage", 0));
        if (placing.has("protector")) permanent.setProtectorId(run.seats.get(placing.text("protector")).getId());
        run.game.applyEffects();
    }

    /** Gives a permanent the counters that are told; if none are, a planeswalker or a battle keeps those that it enters with. */
    private void counters(Permanent permanent) {
        for (Counter counter : new ArrayList<>(permanent.getCounters(run.game).values())) {
            if (placing.has("counters") || !List.of("loyalty", "defense").contains(counter.getName())) {
                permanent.getCounters(run.game).removeCounter(counter.getName(), counter.getCount());
            }
        }
        placing.numbers("counters").forEach((name, amount) -> permanent.getCounters(run.game).addCounter(counter(name, amount)));
    }

    private static Counter counter(String name, int amount) {
        CounterType type = CounterType.findByName(name);
        return type == null ? new Counter(name, amount) : type.createInstance(amount);
    }

    /** A source of what comes of no object. */
    private static Ability nobody(Seat controller, Card card) {
        Ability nobody = new SimpleStaticAbility(Zone.OUTSIDE, new InfoEffect(""));
        nobody.setControllerId(controller.getId());
        if (card != null) nobody.setSourceId(card.getId());
        return nobody;
    }

    private void attach(Placed placed) {
        String host = placed.facts.text("attached_to");
        UUID permanent = permanent(placed.card).getId();
        UUID object = run.names.find(host);
        if (run.seats.containsKey(host)) {
            run.seats.get(host).addAttachment(permanent, null, run.game);
        } else if (run.game.getPermanent(object) != null) {
            run.game.getPermanent(object).addAttachment(permanent, null, run.game);
        } else {
            throw run.answers.unsupported("state", "attached to " + host);
        }
    }

    private Permanent permanent(Card card) {
        return run.game.getPermanent(CardUtil.getDefaultCardSideForBattlefield(run.game, card).getId());
    }

    private void exile(Facts facts, Card card) {
        card.setZone(Zone.EXILED, run.game);
        UUID source = facts.has("exiled_with") ? run.names.object(facts.text("exiled_with")) : null;
        if (source == null) {
            run.game.getExile().getPermanentExile().add(card);
            return;
        }
        UUID place = CardUtil.getExileZoneId(run.game, source, run.game.getState().getZoneChangeCounter(source));
        run.game.getExile().createZone(place, "exiled").add(card);
    }

    /** The steps before the one that the position is in are not played. */
    private void skip(String word) {
        PhaseStep first = Script.step(word);
        boolean fighting = first.isAfter(PhaseStep.BEGIN_COMBAT) && first.isBefore(PhaseStep.POSTCOMBAT_MAIN);
        if (fighting || first == PhaseStep.UNTAP || first == PhaseStep.CLEANUP) throw run.answers.unsupported("state", "step " + word);
        Arrays.stream(PhaseStep.values()).filter(step -> step.isBefore(first)).forEach(step ->
                run.game.getState().getTurnMods().add(new TurnMod(run.seats.get(run.turn()).getId()).withSkipStep(step)));
    }

    /** Whether what the first step does as it begins is over, and not done again. */
    boolean hinders(GameEvent event) {
        return stands && (event.getType() == GameEvent.EventType.DRAW_CARD || event.getType() == GameEvent.EventType.ADD_COUNTERS);
    }

    /** The first player has got priority: what the turn's beginning has set back is told again. */
    void begin() {
        for (Seat each : run.seats.values()) {
            Seat seat = (Seat) run.game.getPlayer(each.getId());
            Facts told = told(seat.getName());
            run.game.count(seat.getId(), "drawn", told.number("drawn", 0));
            for (int card = told.number("drawn", 0); card > 0; card--) {
                run.game.fireEvent(GameEvent.getEvent(GameEvent.EventType.DREW_CARD, seat.getId(), null, seat.getId()));
            }
            told.numbers("mana").forEach((letter, amount) -> Stream.generate(() -> new Mana(Purse.MANA.get(letter))).limit(amount)
                    .forEach(mana -> seat.getManaPool().addMana(mana, run.game, nobody(seat, null))));
        }
        permanents.stream().filter(each -> each.facts.is("summoning_sick"))
                .forEach(each -> set(permanent(each.card), "controlledFromStartOfControllerTurn", false));
    }

    private static void set(Permanent permanent, String name, Object value) {
        try {
            var field = PermanentImpl.class.getDeclaredField(name);
            field.setAccessible(true);
            field.set(permanent, value);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("a permanent of the engine has no " + name, failure);
        }
    }

    /** The choice that the position tells for the permanent that is being placed. */
    String chosen(Set<String> options) {
        Facts told = placing.at("chosen");
        List<String> fit = told.keys().stream().map(told::text).filter(options::contains).distinct().toList();
        if (fit.size() != 1) throw run.answers.unsupported("state", placing.text("card") + " without its choice");
        return fit.get(0);
    }
}
