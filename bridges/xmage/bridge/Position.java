package bridge;

import java.util.*;
import java.util.stream.Stream;
import kit.Facts;
import kit.MagicRun;
import kit.Placing;
import mage.Mana;
import mage.abilities.Ability;
import mage.abilities.common.SimpleStaticAbility;
import mage.abilities.effects.ContinuousEffects;
import mage.abilities.effects.common.InfoEffect;
import mage.abilities.keyword.MorphAbility;
import mage.cards.Card;
import mage.cards.decks.Deck;
import mage.constants.*;
import mage.counters.*;
import mage.game.events.GameEvent;
import mage.game.permanent.*;
import mage.game.turn.TurnMod;
import mage.util.CardUtil;

/** Sets the game up as the position says. */
final class Position extends Placing<Run, Seat, Card> {
    /** What the engine cannot be given, or not by this bridge. */
    static final List<String> UNSET = List.of("attacking", "back", "blocking", "cast", "command", "copy_of", "effects",
            "extra_turns", "gained", "lands_played", "lost_life", "phased_out", "stack", "token");

    /** What is being placed. */
    private Facts placing = Facts.NONE;
    /** Whether all objects are in their places. */
    private boolean stands;

    Position(Run run) {
        super(run);
    }

    /** Seats the players. */
    void seat() {
        run.given.texts("players").forEach(name -> run.seats.put(name, new Seat(name, run, run.given.at(name).has("mana"))));
        List<Seat> order = new ArrayList<>(run.seats.values()); // the engine goes round the other way
        Collections.reverse(order.subList(1, order.size()));
        order.forEach(seat -> run.game.addPlayer(seat, new Deck()));
    }

    /** Puts every object in its zone, before the first turn begins, and leaves out the steps before that of the position. */
    void stand() {
        place();
        if (run.given.has("monarch")) run.game.setMonarchId(null, player(run.given.text("monarch")).getId());
        run.game.applyEffects();
        PhaseStep first = Script.step(step());
        Stream.of(PhaseStep.values()).filter(step -> step.isBefore(first)).forEach(step ->
                run.game.getState().getTurnMods().add(new TurnMod(player(run.turn()).getId()).withSkipStep(step)));
        stands = true;
    }

    @Override protected Seat player(String name) { return run.seats.get(name); }

    @Override
    protected Card card(String name, Facts facts, Seat owner) {
        Card card = CardMaker.make(name, owner.getId());
        if (card == null) return null;
        run.game.loadCards(Set.of(card), owner.getId());
        if (facts.has("id")) run.names.ids.register(facts.text("id"), card.getId());
        return card;
    }

    @Override
    protected void fill(Seat seat, String zone, List<Card> cards) {
        switch (zone) {
            case "library" -> cards.forEach(card -> seat.getLibrary().putOnBottom(card, run.game));
            case "hand" -> cards.forEach(seat.getHand()::add);
            case "graveyard" -> cards.forEach(seat.getGraveyard()::add);
            default -> cards.forEach(seat.getSideboard()::add);
        }
        if (!zone.equals("library")) cards.forEach(card -> card.setZone(Zone.valueOf(zone.toUpperCase(Locale.ROOT)), run.game));
    }

    @Override
    protected void tell(Seat seat, Facts told) {
        seat.initLife(told.number("life", 20));
        told.numbers("counters").forEach((name, amount) -> seat.addCounters(counter(name, amount), seat.getId(), null, run.game));
    }

    @Override
    protected void put(Placed placed) {
        placing = placed.facts;
        UUID controller = placed.controller.getId();
        Card side = CardUtil.getDefaultCardSideForBattlefield(run.game, placed.card);
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
        permanent.entersBattlefield(nobody(placed.controller, placed.card), run.game, Zone.OUTSIDE, false);
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
        set(permanent, "damage", placing.number("damage", 0));
        if (placing.has("protector")) permanent.setProtectorId(player(placing.text("protector")).getId());
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

    private static void set(Permanent permanent, String field, Object value) {
        MagicRun.set(PermanentImpl.class, field, permanent, value);
    }

    @Override
    protected void relate(Placed placed) {
        String host = placed.facts.text("attached_to");
        if (host == null) return;
        UUID permanent = permanent(placed.card).getId();
        if (run.seats.containsKey(host)) {
            player(host).addAttachment(permanent, null, run.game);
        } else if (run.names.permanent(host, null) != null) {
            run.names.permanent(host, null).addAttachment(permanent, null, run.game);
        } else {
            throw run.answers.unsupported("state", "attached to " + host);
        }
    }

    private Permanent permanent(Card card) {
        return run.game.getPermanent(CardUtil.getDefaultCardSideForBattlefield(run.game, card).getId());
    }

    @Override
    protected void exile(Seat owner, Facts facts, Card card) {
        card.setZone(Zone.EXILED, run.game);
        UUID source = run.names.ids.key(facts.text("exiled_with"));
        if (source == null) {
            run.game.getExile().getPermanentExile().add(card);
            return;
        }
        UUID place = CardUtil.getExileZoneId(run.game, source, run.game.getState().getZoneChangeCounter(source));
        run.game.getExile().createZone(place, "exiled").add(card);
    }

    /** Whether what the first step does as it begins is over, and not done again. */
    boolean hinders(GameEvent event) {
        return stands && (event.getType() == GameEvent.EventType.DRAW_CARD || event.getType() == GameEvent.EventType.ADD_COUNTERS);
    }

    /** The first player has got priority: what the turn's beginning has set back is told again. */
    void begin() {
        for (Seat each : run.seats.values()) {
            Seat seat = (Seat) run.game.getPlayer(each.getId());
            Facts told = run.given.at(seat.getName());
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

    /** The choice that the position tells for the permanent that is being placed. */
    String chosen(List<String> options) {
        Facts told = placing.at("chosen");
        List<String> fit = told.keys().stream().map(told::text).filter(options::contains).distinct().toList();
        if (fit.size() != 1) throw run.answers.unsupported("state", placing.text("card") + " without its choice");
        return fit.get(0);
    }
}
