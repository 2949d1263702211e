package bridge;

import forge.card.*;
import forge.game.GameEntity;
import forge.game.ability.AbilityUtils;
import forge.game.card.*;
import forge.game.combat.Combat;
import forge.game.keyword.Keyword;
import forge.game.phase.PhaseType;
import forge.game.player.Player;
import forge.game.spellability.SpellAbility;
import forge.game.trigger.TriggerHandler;
import forge.game.zone.ZoneType;
import java.util.*;
import kit.Facts;
import kit.MagicRun;
import kit.Placing;

/** Sets the game up as the position says, out of the engine's own zones. */
final class Position extends Placing<Run, Player, Card> {
    static final int TURN = 10;
    /** What the engine cannot be given here. */
    static final List<String> UNSET = List.of("effects", "extra_turns", "stack", "command", "commander", "copy_of", "token", "attacking",
            "blocking", "left", "lost", "protector");

    Position(Run run) {
        super(run);
    }

    /** Begins the turn in the step that the position names, and puts every object in its place, with nothing triggering. */
    void stand() {
        TriggerHandler triggers = run.game.getTriggerHandler();
        run.game.getStack().setResolving(true);
        triggers.setSuppressAllTriggers(true);
        PhaseType phase = Script.phase(step());
        Player active = player(run.turn());
        run.game.getPhaseHandler().devModeSet(phase, active, TURN);
        if (phase.name().startsWith("COMBAT")) run.game.getPhaseHandler().setCombat(new Combat(active));
        place();
        if (run.given.has("monarch")) run.game.getAction().becomeMonarch(player(run.given.text("monarch")), null);
        run.game.getAction().checkStaticAbilities();
        triggers.setSuppressAllTriggers(false);
        triggers.resetActiveTriggers();
        run.game.getStack().setResolving(false);
        run.game.copyLastState();
    }

    @Override protected Player player(String name) { return run.players.get(name); }

    @Override
    protected Card card(String name, Facts facts, Player owner) {
        if (Library.paper(name) == null) return null;
        Card card = Card.fromPaperCard(Library.paper(name), owner);
        if (facts.has("id")) run.ids.register(facts.text("id"), card.getId());
        if (facts.is("back")) {
            card.setState(card.hasState(CardStateName.Modal) ? CardStateName.Modal : CardStateName.Transformed, true);
            card.setBackSide(true);
        }
        return card;
    }

    @Override
    protected void fill(Player player, String zone, List<Card> cards) {
        player.getZone(Telling.ZONES.get(zone)).setCards(cards);
    }

    @Override
    protected void tell(Player player, Facts told) {
        player.setLife(told.number("life", 20), null);
        told.numbers("counters").forEach((name, number) -> player.addCounterInternal(counter(name), number, null, false, null));
        told.numbers("mana").forEach((letter, number) ->
                Collections.nCopies(number, letter).forEach(each -> player.getManaPool().addMana(Paying.mana(each, player), false)));
        player.setLandsPlayedThisTurn(told.number("lands_played", 0));
        player.setLifeGainedThisTurn(told.number("gained", 0));
        player.setLifeLostThisTurn(told.number("lost_life", 0));
        MagicRun.set(Player.class, "numDrawnThisTurn", player, told.number("drawn", 0));
        MagicRun.set(Player.class, "spellsCastThisTurn", player, told.number("cast", 0));
    }

    private static CounterType counter(String name) {
        return CounterType.getType(Character.toUpperCase(name.charAt(0)) + name.substring(1)); // as a keyword is written, if it is one
    }

    @Override
    protected void put(Placed<Player, Card> placed) {
        Card card = placed.card();
        Facts facts = placed.facts();
        boolean morph = !card.getKeywords(Keyword.MORPH).isEmpty() || !card.getKeywords(Keyword.MEGAMORPH).isEmpty();
        if (faceDown(facts, morph)) card.turnFaceDown(true);
        card.setController(placed.controller(), run.game.getNextTimestamp());
        placed.controller().getZone(ZoneType.Battlefield).add(card);
        card.setTimestamp(run.game.getNextTimestamp());
        card.setTurnInZone(TURN - 2);
        card.setTapped(facts.is("tapped"));
        card.setSickness(facts.is("summoning_sick"));
        card.setCameUnderControlSinceLastUpkeep(facts.is("summoning_sick"));
        card.setDamage(facts.number("damage", 0));
        int loyalty = card.isPlaneswalker() ? Integer.parseInt(card.getCurrentState().getBaseLoyalty()) : 0;
        counters(facts, loyalty).forEach((name, number) -> card.addCounterInternal(counter(name), number, null, false, null));
        Facts chosen = facts.at("chosen");
        chosen.keys().forEach(each -> choose(card, each, chosen.text(each)));
        if (facts.is("phased_out")) card.setPhasedOut(true);
    }

    private void choose(Card card, String what, String told) {
        switch (what) {
            case "color" -> card.setChosenColors(List.of(MagicColor.toLongString(MagicColor.fromName(Script.word(told)))));
            case "type" -> card.setChosenType(told);
            case "name" -> card.setNamedCard(told);
            case "word" -> word(card, told);
            default -> throw run.answers.unsupported("state", "a chosen " + what);
        }
    }

    /** Carries out what was chosen as a card entered, which the engine does at that time. */
    private void word(Card card, String word) {
        SpellAbility choice = Run.list(card.getTriggers()).stream().map(each -> each.ensureAbility())
                .filter(each -> each != null && each.hasParam("SetChosenMode"))
                .flatMap(each -> each.getAdditionalAbilityList("Choices").stream())
                .filter(each -> each.getDescription().equalsIgnoreCase(word)).findFirst()
                .orElseThrow(() -> run.answers.unsupported("state", card.getName() + " with its choice"));
        choice.setActivatingPlayer(card.getController());
        AbilityUtils.resolve(choice);
        card.setChosenMode(choice.getDescription());
    }

    @Override
    protected boolean attach(Placed<Player, Card> placed, String to) {
        GameEntity host = run.found(to);
        if (host != null) placed.card().attachToEntity(host, true);
        return host != null;
    }

    @Override
    protected void exile(Player owner, Facts facts, Card card) {
        owner.getZone(ZoneType.Exile).add(card);
        if (!facts.has("exiled_with") || !(run.found(facts.text("exiled_with")) instanceof Card source)) return;
        source.addExiledCard(card);
        card.setExiledWith(source);
        card.setExiledBy(source.getController());
        source.addImprintedCard(card);
        source.addRemembered(card);
    }
}
