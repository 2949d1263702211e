package bridge;

import forge.CardStorageReader;
import forge.StaticData;
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
import forge.item.PaperCard;
import forge.util.*;
import java.io.IOException;
import java.nio.file.*;
import java.util.*;
import kit.*;

/** Sets the game up as the position says, out of the engine's own zones. */
final class Position extends Placing<Run, Player, Card> {
    static final int TURN = 10;
    /** What the engine cannot be given here. */
    static final List<String> UNSET = List.of("effects", "extra_turns", "stack", "command", "commander", "copy_of", "token", "attacking",
            "blocking", "left", "lost", "protector");

    /** The engine's cards, read as they come up. */
    private static final Map<String, CardRules> RULES = new HashMap<>();
    private static CardStorageReader cards;

    Position(Run run) { super(run); }

    /** Begins the turn in the step that the position names, and puts every object in its place, with nothing triggering. */
    void stand() {
        TriggerHandler triggers = run.game.getTriggerHandler();
        run.game.getStack().setResolving(true);
        triggers.setSuppressAllTriggers(true);
        PhaseType phase = PhaseType.values()[Script.STEPS.indexOf(step())]; // in the same order
        Player active = run.player(run.turn());
        run.game.getPhaseHandler().devModeSet(phase, active, TURN);
        if (phase.name().startsWith("COMBAT")) run.game.getPhaseHandler().setCombat(new Combat(active));
        place();
        if (run.given.has("monarch")) run.game.getAction().becomeMonarch(run.player(run.given.text("monarch")), null);
        run.game.getAction().checkStaticAbilities();
        triggers.setSuppressAllTriggers(false);
        triggers.resetActiveTriggers();
        run.game.getStack().setResolving(false);
        run.game.copyLastState();
    }

    @Override
    protected Card card(String name, Facts facts, Player owner) {
        Card card = make(name, owner);
        if (card == null) return null;
        if (facts.has("id")) run.ids.register(facts.text("id"), card.getId());
        if (facts.is("back")) {
            card.setState(card.hasState(CardStateName.Modal) ? CardStateName.Modal : CardStateName.Transformed, true);
            card.setBackSide(true);
        }
        return card;
    }

    @Override protected void fill(Player player, String zone, List<Card> cards) { Telling.zoneOf(player, zone).setCards(cards); }

    @Override
    protected void tell(Player player, Facts told) {
        player.setLife(told.number("life", 20), null);
        player.setCounters(counters(told.numbers("counters")));
        told.numbers("mana").forEach((letter, number) ->
                Collections.nCopies(number, letter).forEach(each -> player.getManaPool().addMana(Casting.mana(each, player), false)));
        player.setLandsPlayedThisTurn(told.number("lands_played", 0));
        player.setLifeGainedThisTurn(told.number("gained", 0));
        player.setLifeLostThisTurn(told.number("lost_life", 0));
        MagicRun.set(Player.class, "numDrawnThisTurn", player, told.number("drawn", 0));
        MagicRun.set(Player.class, "spellsCastThisTurn", player, told.number("cast", 0));
    }

    /** Counters that are there already, whatever keeps others from being put on. */
    private static Map<CounterType, Integer> counters(Map<String, Integer> told) {
        Map<CounterType, Integer> counters = new HashMap<>();
        told.forEach((name, number) -> counters.put(counter(name), number));
        return counters;
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
        card.setPhasedOut(facts.is("phased_out"));
        int loyalty = card.isPlaneswalker() ? Integer.parseInt(card.getCurrentState().getBaseLoyalty()) : 0;
        card.setCounters(counters(counters(facts, loyalty)));
        Facts chosen = facts.at("chosen");
        chosen.keys().forEach(each -> choose(card, each, chosen.text(each)));
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
        GameEntity host = run.found(to, placed.controller());
        if (host != null) placed.card().attachToEntity(host, true);
        return host != null;
    }

    @Override
    protected void exile(Player owner, Facts facts, Card card) {
        owner.getZone(ZoneType.Exile).add(card);
        if (!facts.has("exiled_with") || !(run.found(facts.text("exiled_with"), owner) instanceof Card source)) return;
        source.addExiledCard(card);
        card.setExiledWith(source);
        card.setExiledBy(source.getController());
        source.addImprintedCard(card);
        source.addRemembered(card);
    }

    // --- the engine's cards, out of its own folder -------------------------------------------------------------------

    /** Reads the scripts of tokens; those of cards are read as they come up. */
    static void load(Path res) throws IOException {
        System.setOut(System.err); // the engine says what it has loaded
        Localizer.getInstance().initialize("en-US", res.resolve("languages").toString());
        Lang.createInstance("en-US");
        cards = new CardStorageReader(res.resolve("cardsfolder").toString(), null, true);
        CardStorageReader tokens = new CardStorageReader(res.resolve("tokenscripts").toString(), null, false);
        String none = "bridge"; // has no editions
        new StaticData(cards, tokens, null, null, none, none, res.resolve("blockdata").toString(), "", "", true, true, false);
        FileSection.parseSections(Files.readAllLines(res.resolve("lists/TypeLists.txt"))).forEach(Position::types);
        CardType.Constant.LOADED.set();
        Files.readAllLines(res.resolve("lists/NonStackingKWList.txt")).stream().filter(each -> each.length() > 1)
                .forEach(CardUtil.NON_STACKING_LIST::add);
    }

    /** Takes the subtypes of one heading, such as `LandTypes`: each perhaps with its plural. */
    private static void types(String heading, List<String> lines) {
        Set<String> known = MagicRun.get(CardType.Constant.class, heading.replace("Types", "_TYPES").toUpperCase(Locale.ROOT), null);
        for (String[] forms : lines.stream().map(line -> line.split(":")).toList()) {
            known.add(forms[0]);
            if (forms.length > 1) CardType.Constant.pluralTypes.put(forms[0], forms[1]);
        }
    }

    /** A card's rules by its name, or by that of its first face; null if the engine has no such card. */
    static CardRules rules(String name) {
        return RULES.computeIfAbsent(name, wanted -> {
            CardRules found = cards.attemptToLoadCard(wanted); // which may be of another name
            return found != null && List.of(found.getName(), found.getMainPart().getName()).contains(wanted) ? found : null;
        });
    }

    /** A new card of a name, or null. */
    static Card make(String name, Player owner) {
        return rules(name) == null ? null : Card.fromPaperCard(new PaperCard(rules(name), "???", CardRarity.Special), owner);
    }
}
