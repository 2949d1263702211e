package bridge;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import kit.Facts;
import magic.model.DuelPlayerConfig;
import magic.model.MagicCard;
import magic.model.MagicCardDefinition;
import magic.model.MagicCounterType;
import magic.model.MagicDeckProfile;
import magic.model.MagicDuel;
import magic.model.MagicGame;
import magic.model.MagicPermanent;
import magic.model.MagicPermanentState;
import magic.model.MagicPlayer;
import magic.model.MagicPlayerState;
import magic.model.MagicRandom;
import magic.model.phase.MagicBeginOfCombatPhase;
import magic.model.phase.MagicDrawPhase;
import magic.model.phase.MagicEndOfTurnPhase;
import magic.model.phase.MagicMainPhase;
import magic.model.phase.MagicPhase;
import magic.model.phase.MagicStep;
import magic.model.phase.MagicUpkeepPhase;
import magic.model.player.HumanProfile;

/** Sets the game up as the position says. */
final class Position {
    /** What the engine cannot be given, or not by this bridge. */
    static final List<String> UNSET = List.of("attacking", "back", "blocking", "chosen", "command", "copy_of", "effects", "extra_turns",
            "mana", "outside", "phased_out", "protector", "stack", "token");
    /** The steps in which a position can begin. */
    private static final Map<String, MagicPhase> FIRST = Map.of("upkeep", MagicUpkeepPhase.getInstance(), "draw", MagicDrawPhase.getInstance(),
            "precombat main", MagicMainPhase.getFirstInstance(), "beginning of combat", MagicBeginOfCombatPhase.getInstance(),
            "postcombat main", MagicMainPhase.getSecondInstance(), "end step", MagicEndOfTurnPhase.getInstance());
    /** The engine has no draw in a first turn. */
    static final int FIRST_TURN = 2;

    private final Run run;
    private final List<Placed> permanents = new ArrayList<>();

    private record Placed(Facts facts, MagicPlayer controller, MagicCard card, int timestamp) {
    }

    Position(Run run) {
        this.run = run;
    }

    /** Returns a game with the position's players. */
    MagicGame game() {
        List<String> names = run.given.texts("players");
        if (names.size() != 2) throw run.answers.unsupported("state", "players");
        MagicRandom.setRNGState(1);
        MagicDuel duel = new MagicDuel();
        duel.setPlayers(names.stream().map(name -> new DuelPlayerConfig(HumanProfile.create(name), new MagicDeckProfile("bgruw")))
                .toArray(DuelPlayerConfig[]::new));
        duel.setStartPlayer(names.indexOf(run.given.text("turn", names.get(0))));
        return duel.nextGame(1, 1, false);
    }

    /** Puts every object in its zone. */
    void place() {
        String step = run.given.text("step", "precombat main");
        if (!FIRST.containsKey(step)) throw run.answers.unsupported("state", "step " + step);
        run.players.values().forEach(this::place);
        permanents.sort(Comparator.comparingInt(Placed::timestamp));
        permanents.forEach(this::put);
        permanents.stream().filter(each -> each.facts.has("attached_to")).forEach(this::attach);
        run.players.values().forEach(player -> told(player).list("exile").forEach(facts -> exile(facts, player)));
        if (run.given.has("monarch")) run.players.get(run.given.text("monarch")).setState(MagicPlayerState.Monarch);
        MagicGame game = run.game;
        game.setTurn(FIRST_TURN);
        game.setLandsPlayed(told(game.getTurnPlayer()).number("lands_played", 0));
        game.setPhase(FIRST.get(step));
        game.setStep(MagicStep.ActivePlayer);
        game.update();
        if (game.hasNextEvent()) throw run.answers.unsupported("state", "a position in which the engine has questions");
    }

    private Facts told(MagicPlayer player) {
        return run.given.at(player.getName());
    }

    private void place(MagicPlayer player) {
        Facts told = told(player);
        player.setLife(told.number("life", 20));
        player.setDrawnCards(told.number("drawn", 0));
        player.setSpellsCast(told.number("cast", 0));
        player.setLifeGainThisTurn(told.number("gained", 0));
        player.setLifeLossThisTurn(told.number("lost_life", 0));
        cards(told, "library", player).forEach(player.getLibrary()::addToTop);
        cards(told, "hand", player).forEach(player::addCardToHand);
        cards(told, "graveyard", player).forEach(player.getGraveyard()::addToTop);
        told.numbers("counters").forEach((name, amount) -> player.changeCounters(counter(name), amount));
        for (Facts facts : told.list("battlefield")) {
            MagicPlayer owner = facts.has("owner") ? run.players.get(facts.text("owner")) : player;
            permanents.add(new Placed(facts, player, card(facts, owner), facts.number("timestamp", permanents.size())));
        }
    }

    /** The cards of a zone, the last first: that is how the engine has them. */
    private List<MagicCard> cards(Facts told, String zone, MagicPlayer owner) {
        List<Facts> all = new ArrayList<>(told.list(zone));
        if (!zone.equals("hand")) Collections.reverse(all);
        return all.stream().map(facts -> card(facts, owner)).toList();
    }

    private MagicCard card(Facts facts, MagicPlayer owner) {
        MagicCardDefinition definition = Bridge.card(facts.text("card", ""));
        if (definition == null) throw run.answers.unsupported("card", facts.text("card", "none"));
        MagicCard card = new MagicCard(definition, owner, run.game.getUniqueId());
        if (facts.has("id")) run.names.register(facts.text("id"), card);
        return card;
    }

    private MagicCounterType counter(String name) {
        return Stream.of(MagicCounterType.values()).filter(each -> each.getName().equals(name)).findFirst()
                .orElseThrow(() -> run.answers.unsupported("state", name + " counters"));
    }

    private void put(Placed placed) {
        Facts facts = placed.facts;
        MagicPermanent permanent = run.game.createPermanent(placed.card, placed.controller);
        if (facts.is("face_down")) {
            if (placed.card.getCardDefinition().getMorphActivations().isEmpty()) throw run.answers.unsupported("state", "face_down without morph");
            permanent.setState(MagicPermanentState.FaceDown);
        }
        placed.controller.addPermanent(permanent);
        if (facts.is("tapped")) permanent.setState(MagicPermanentState.Tapped);
        if (!facts.is("summoning_sick")) permanent.clearState(MagicPermanentState.Summoned);
        permanent.setDamage(facts.number("damage", 0));
        int loyalty = placed.card.getCardDefinition().getStartingLoyalty();
        if (!facts.has("counters") && loyalty > 0) permanent.changeCounters(MagicCounterType.Loyalty, loyalty);
        facts.numbers("counters").forEach((name, amount) -> permanent.changeCounters(counter(name), amount));
        run.game.addStatics(permanent);
        run.game.update();
    }

    private void attach(Placed placed) {
        String name = placed.facts.text("attached_to");
        Object host = run.names.find(name, placed.controller);
        if (!(host instanceof MagicPermanent permanent)) throw run.answers.unsupported("state", "attached to " + name);
        MagicPermanent attached = (MagicPermanent) run.names.find(placed.facts.text("id", placed.facts.text("card")), placed.controller);
        if (attached.isEquipment()) {
            permanent.addEquipment(attached);
            attached.setEquippedCreature(permanent);
        } else {
            permanent.addAura(attached);
            attached.setEnchantedPermanent(permanent);
        }
    }

    private void exile(Facts facts, MagicPlayer player) {
        MagicCard card = card(facts, player);
        player.getExile().addToTop(card);
        Object source = run.names.find(facts.text("exiled_with"), player);
        if (source instanceof MagicPermanent permanent) permanent.addExiledCard(card);
    }
}
