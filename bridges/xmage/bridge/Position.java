package bridge;

import java.text.Normalizer;
import java.util.*;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kit.*;
import mage.Mana;
import mage.abilities.Ability;
import mage.abilities.common.SimpleStaticAbility;
import mage.abilities.effects.ContinuousEffects;
import mage.abilities.effects.common.InfoEffect;
import mage.abilities.keyword.MorphAbility;
import mage.cards.*;
import mage.cards.decks.Deck;
import mage.constants.*;
import mage.counters.*;
import mage.game.ExileZone;
import mage.game.events.GameEvent;
import mage.game.permanent.*;
import mage.game.turn.TurnMod;
import mage.util.CardUtil;

/** Sets the game up as the position says. */
final class Position extends Placing<Run, Seat, Card> {
    /** What the engine cannot be given, or not by this bridge. */
    static final List<String> UNSET = List.of("attacking", "back", "blocking", "cast", "command", "commander", "copy_of", "effects",
            "extra_turns", "gained", "lands_played", "left", "lost", "lost_life", "phased_out", "stack", "token");

    private Facts placing = Facts.NONE;
    /** Whether the choice was made that the position tells for the permanent that is being placed. */
    private boolean asked;
    /** Whether all objects are in their places. */
    boolean stands;

    Position(Run run) { super(run); }

    void seat() {
        List<String> names = new ArrayList<>(run.given.texts("players")); // the engine goes round the other way
        Collections.reverse(names.subList(1, names.size()));
        for (String name : names) {
            Seat seat = new WholeSeat(name, run);
            run.seats.put(name, seat.getId());
            run.game.addPlayer(seat, new Deck());
        }
    }

    /** Puts every object in its zone, before the first turn begins, and leaves out the steps before that of the position. */
    void stand() {
        place();
        if (run.given.has("monarch")) run.game.setMonarchId(null, run.seats.get(run.given.text("monarch")));
        UUID active = run.seats.get(run.turn());
        Stream.of(PhaseStep.values()).limit(Script.STEPS.indexOf(step()))
                .forEach(step -> run.game.getState().getTurnMods().add(new TurnMod(active).withSkipStep(step)));
        stands = true;
    }

    /** A card from its class, for which no card database is needed; null if the engine has none of this name. */
    static Card make(String name) {
        CardSetInfo set = new CardSetInfo(name, "XXX", "1", Rarity.COMMON);
        String plain = Normalizer.normalize(name, Normalizer.Form.NFD).replaceAll("[^A-Za-z0-9 -]", "");
        // a word after a hyphen has a capital, or none
        return Stream.of(plain.replace("-", ""), plain)
                .map(each -> Pattern.compile("[ -]*\\b(.)").matcher(each).replaceAll(first -> first.group(1).toUpperCase(Locale.ROOT)))
                .flatMap(type -> Stream.of(type.substring(0, 1).toLowerCase(Locale.ROOT) + "." + type, "basiclands." + type))
                .map(type -> made("mage.cards." + type, set)).filter(Objects::nonNull).findFirst().orElse(null);
    }

    private static Card made(String type, CardSetInfo set) {
        try {
            return CardImpl.createCard(type, set);
        } catch (NoClassDefFoundError another) { // its file was found on a file system that ignores case
            return null;
        }
    }

    @Override
    protected Card card(String name, Facts facts, Seat owner) {
        Card card = make(name);
        if (card == null) return null;
        run.game.loadCards(Set.of(card), owner.getId());
        if (facts.has("id")) run.ids.register(facts.text("id"), card.getId());
        return card;
    }

    @Override
    protected void fill(Seat seat, String zone, List<Card> cards) {
        Consumer<Card> put = zone.equals("library") ? card -> seat.getLibrary().putOnBottom(card, run.game) : seat.cards(zone)::add;
        cards.forEach(card -> card.setZone(Zone.valueOf(zone.toUpperCase(Locale.ROOT)), run.game));
        cards.forEach(put);
    }

    @Override
    protected void tell(Seat seat, Facts told) {
        seat.initLife(told.number("life", 20));
        told.numbers("counters").forEach((name, amount) -> seat.addCounters(counter(name, amount), seat.getId(), null, run.game));
    }

    @Override
    protected void put(Placed<Seat, Card> placed) {
        placing = placed.facts();
        asked = false;
        UUID controller = placed.controller().getId();
        Card side = CardUtil.getDefaultCardSideForBattlefield(run.game, placed.card());
        boolean down = faceDown(placing, side.getAbilities().stream().anyMatch(each -> each instanceof MorphAbility));
        side.setZone(Zone.BATTLEFIELD, run.game);
        PermanentCard permanent = new PermanentCard(side, controller, run.game);
        side.setFaceDown(down, run.game);
        permanent.setFaceDown(down, run.game);
        run.game.getPermanentsEntering().put(permanent.getId(), permanent);
        permanent.entersBattlefield(nobody(placed.controller(), placed.card().getId()), run.game, Zone.OUTSIDE, false);
        run.game.addPermanent(permanent, run.game.getState().getNextPermanentOrderNumber());
        run.game.getPermanentsEntering().remove(permanent.getId());
        Cards buried = run.game.getPlayer(side.getOwnerId()).getGraveyard();
        if (buried.remove(side.getId())) side.setZone(Zone.BATTLEFIELD, run.game); // it goes there unless something is paid
        if (placing.has("chosen") && !asked) throw unchosen(); // such as where another permanent has it enter as a copy
        permanent.removeSummoningSickness();
        ContinuousEffects effects = run.game.getState().getContinuousEffects();
        effects.getLayeredEffects(run.game).forEach(effect -> effects.getLayeredEffectAbilities(effect).stream().findFirst()
                .filter(ability -> permanent.getId().equals(ability.getSourceId()))
                .ifPresent(ability -> effect.init(ability, run.game, controller)));
        permanent.setTapped(placing.is("tapped"));
        if (!placing.is("summoning_sick")) MagicRun.set(PermanentImpl.class, "turnsOnBattlefield", permanent, 1);
        Counters counters = permanent.getCounters(run.game); // a planeswalker or a battle keeps what it enters with if none are told
        counters.keySet().removeIf(each -> placing.has("counters") || !List.of("loyalty", "defense").contains(each));
        placing.numbers("counters").forEach((name, amount) -> counters.addCounter(counter(name, amount)));
        MagicRun.set(PermanentImpl.class, "damage", permanent, placing.number("damage", 0));
        if (placing.has("protector")) permanent.setProtectorId(run.seats.get(placing.text("protector")));
        run.game.applyEffects();
        if (!permanent.isControlledBy(controller)) throw run.answers.unsupported("state", side.getName() + " under this player");
    }

    private static Counter counter(String name, int amount) {
        CounterType type = CounterType.findByName(name);
        return type == null ? new Counter(name, amount) : type.createInstance(amount);
    }

    /** A source of what comes of no object. */
    private static Ability nobody(Seat controller, UUID source) {
        Ability nobody = new SimpleStaticAbility(Zone.OUTSIDE, new InfoEffect(""));
        nobody.setControllerId(controller.getId());
        nobody.setSourceId(source);
        return nobody;
    }

    @Override
    protected boolean attach(Placed<Seat, Card> placed, String to) {
        UUID attached = permanent(placed.card()).getId();
        Permanent host = run.game.getPermanent(run.script.find(to, placed.controller(), false));
        if (host != null) return host.addAttachment(attached, null, run.game);
        return run.player(to) != null && run.player(to).addAttachment(attached, null, run.game);
    }

    private Permanent permanent(Card card) {
        return run.game.getPermanent(CardUtil.getDefaultCardSideForBattlefield(run.game, card).getId());
    }

    @Override
    protected void exile(Seat owner, Facts facts, Card card) {
        card.setZone(Zone.EXILED, run.game);
        UUID source = run.ids.key(facts.text("exiled_with"));
        ExileZone zone = source == null ? run.game.getExile().getPermanentExile() : run.game.getExile().createZone(
                CardUtil.getExileZoneId(run.game, source, run.game.getState().getZoneChangeCounter(source)), "exiled");
        zone.add(card);
    }

    /** The first player has got priority: what the turn's beginning has set back is told again. */
    void begin() {
        for (String name : run.seats.keySet()) {
            Seat seat = run.player(name);
            Facts told = run.given.at(name);
            GameEvent drawn = GameEvent.getEvent(GameEvent.EventType.DREW_CARD, seat.getId(), null, seat.getId());
            Stream.generate(() -> drawn).limit(told.number("drawn", 0)).forEach(run.game::fireEvent);
            told.numbers("mana").forEach((letter, amount) ->
                    seat.getManaPool().addMana(new Mana(Seat.MANA.get(letter), amount), run.game, nobody(seat, null)));
        }
        permanents.stream().filter(each -> each.facts().is("summoning_sick")).map(each -> permanent(each.card()))
                .forEach(each -> MagicRun.set(PermanentImpl.class, "controlledFromStartOfControllerTurn", each, false));
        run.game.applyEffects(); // some look at mana
    }

    /** The choice that the position tells for the permanent that is being placed. */
    String chosen(List<String> options) {
        Facts told = placing.at("chosen");
        List<String> fit = told.keys().stream().map(told::text).filter(options::contains).distinct().toList();
        if (fit.size() != 1) throw unchosen();
        asked = true;
        return fit.get(0);
    }

    /** The player who protects the permanent that is being placed; null if none does. */
    UUID protector() { return run.seats.get(placing.text("protector")); }

    private Answers.Over unchosen() { return run.answers.unsupported("state", placing.text("card") + " without its choice"); }
}
