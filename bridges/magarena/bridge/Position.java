package bridge;

import java.util.*;
import java.util.stream.Stream;
import kit.Facts;
import kit.Placing;
import magic.model.*;
import magic.model.phase.*;
import magic.model.player.HumanProfile;

/** Sets the game up as the position says. */
final class Position extends Placing<Run, MagicPlayer, MagicCard> {
    /** What the engine cannot be given, or not by this bridge. */
    static final List<String> UNSET = List.of("attacking", "back", "blocking", "chosen", "command", "commander", "copy_of", "effects",
            "extra_turns", "mana", "outside", "phased_out", "protector", "stack", "token");
    private static final Map<String, MagicPhase> PHASES = Map.of("upkeep", MagicUpkeepPhase.getInstance(),
            "draw", MagicDrawPhase.getInstance(), "precombat main", MagicMainPhase.getFirstInstance(),
            "beginning of combat", MagicBeginOfCombatPhase.getInstance(), "end of combat", MagicEndOfCombatPhase.getInstance(),
            "postcombat main", MagicMainPhase.getSecondInstance(), "end step", MagicEndOfTurnPhase.getInstance());
    /** The engine has no draw in a first turn. */
    static final int FIRST_TURN = 2;

    Position(Run run) { super(run); }

    /** Returns a game with the position's players. */
    MagicGame game() {
        List<String> names = run.given.texts("players");
        if (names.size() != 2) throw run.answers.unsupported("state", "players");
        MagicRandom.setRNGState(1);
        MagicDuel duel = new MagicDuel();
        duel.setPlayers(names.stream().map(name -> new DuelPlayerConfig(HumanProfile.create(name), new MagicDeckProfile("bgruw")))
                .toArray(DuelPlayerConfig[]::new));
        duel.setStartPlayer(names.indexOf(run.turn()));
        return duel.nextGame(1, 1, false);
    }

    /** Places everything, and has the turn be in the position's step. */
    void begin() {
        place();
        MagicGame game = run.game;
        if (run.given.has("monarch")) run.player(run.given.text("monarch")).setState(MagicPlayerState.Monarch);
        game.setTurn(FIRST_TURN);
        game.setLandsPlayed(run.given.at(run.turn()).number("lands_played", 0));
        game.setPhase(PHASES.get(step()));
        game.setStep(MagicStep.ActivePlayer);
        game.update();
    }

    @Override
    protected MagicCard card(String name, Facts facts, MagicPlayer owner) {
        MagicCardDefinition definition = CardFinder.card(name);
        if (definition == null) return null;
        MagicCard card = new MagicCard(definition, owner, run.game.getUniqueId());
        if (facts.has("id")) run.ids.register(facts.text("id"), card);
        return card;
    }

    @Override
    protected void fill(MagicPlayer player, String zone, List<MagicCard> cards) {
        List<MagicCard> last = new ArrayList<>(cards);
        Collections.reverse(last);
        if (zone.equals("library")) last.forEach(player.getLibrary()::addToTop);
        if (zone.equals("hand")) cards.forEach(player::addCardToHand);
        if (zone.equals("graveyard")) cards.forEach(player.getGraveyard()::addToTop);
    }

    @Override
    protected void tell(MagicPlayer player, Facts told) {
        player.setLife(told.number("life", 20));
        player.setDrawnCards(told.number("drawn", 0));
        player.setSpellsCast(told.number("cast", 0));
        player.setLifeGainThisTurn(told.number("gained", 0));
        player.setLifeLossThisTurn(told.number("lost_life", 0));
        told.numbers("counters").forEach((name, amount) -> player.changeCounters(counter(name), amount));
    }

    private MagicCounterType counter(String name) {
        return Stream.of(MagicCounterType.values()).filter(each -> each.getName().equals(name)).findFirst()
                .orElseThrow(() -> run.answers.unsupported("state", name + " counters"));
    }

    @Override
    protected void put(Placed<MagicPlayer, MagicCard> placed) {
        Facts facts = placed.facts();
        MagicCardDefinition printed = placed.card().getCardDefinition();
        MagicPermanent permanent = run.game.createPermanent(placed.card(), placed.controller());
        if (faceDown(facts, !printed.getMorphActivations().isEmpty())) permanent.setState(MagicPermanentState.FaceDown);
        placed.controller().addPermanent(permanent);
        if (facts.is("tapped")) permanent.setState(MagicPermanentState.Tapped);
        if (!facts.is("summoning_sick")) permanent.clearState(MagicPermanentState.Summoned);
        permanent.setDamage(facts.number("damage", 0));
        counters(facts, printed.getStartingLoyalty())
                .forEach((name, amount) -> permanent.changeCounters(counter(name), amount));
        run.game.addStatics(permanent);
    }

    @Override
    protected boolean attach(Placed<MagicPlayer, MagicCard> placed, String to) {
        MagicPermanent host = run.permanent(to, placed.controller());
        if (host == null) return false;
        MagicPermanent attached = placed.controller().getPermanents().stream().filter(each -> each.getCard() == placed.card())
                .findFirst().orElseThrow();
        if (attached.isEquipment()) {
            host.addEquipment(attached);
            attached.setEquippedCreature(host);
        } else {
            host.addAura(attached);
            attached.setEnchantedPermanent(host);
        }
        return true;
    }

    @Override
    protected void exile(MagicPlayer owner, Facts facts, MagicCard card) {
        owner.getExile().addToTop(card);
        MagicPermanent source = run.permanent(facts.text("exiled_with"), owner);
        if (source != null) source.addExiledCard(card);
    }
}
