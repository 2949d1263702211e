package bridge;

import forge.card.CardStateName;
import forge.card.MagicColor;
import forge.card.mana.ManaAtom;
import forge.game.GameEntity;
import forge.game.ability.AbilityUtils;
import forge.game.card.Card;
import forge.game.card.CardCollection;
import forge.game.card.CounterEnumType;
import forge.game.card.CounterType;
import forge.game.combat.Combat;
import forge.game.keyword.Keyword;
import forge.game.mana.Mana;
import forge.game.phase.PhaseType;
import forge.game.player.Player;
import forge.game.spellability.SpellAbility;
import forge.game.zone.ZoneType;
import forge.item.PaperCard;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import kit.Facts;

/** Sets the game up as the position says, out of the engine's own zones. */
final class Position {
    static final int TURN = 10;
    /** What the engine cannot be given here. */
    static final List<String> UNSET = List.of("effects", "extra_turns", "stack", "command", "copy_of", "token", "attacking", "blocking", "protector");

    private final Run run;
    private final List<Placed> permanents = new ArrayList<>();

    private record Placed(Facts facts, Player controller, Card card, int timestamp) {
    }

    Position(Run run) {
        this.run = run;
    }

    void place() {
        run.game.getStack().setResolving(true);
        run.game.getTriggerHandler().setSuppressAllTriggers(true);
        PhaseType phase = Script.PHASES.get(run.given.text("step", "precombat main"));
        if (phase == PhaseType.UNTAP || phase == PhaseType.CLEANUP || phase.isAfter(PhaseType.COMBAT_BEGIN) && phase.isBefore(PhaseType.COMBAT_END)) {
            throw run.answers.unsupported("state", "step " + run.given.text("step"));
        }
        run.game.getPhaseHandler().devModeSet(phase, run.players.get(run.turn()), TURN);
        if (phase == PhaseType.COMBAT_BEGIN || phase == PhaseType.COMBAT_END) {
            run.game.getPhaseHandler().setCombat(new Combat(run.players.get(run.turn())));
        }
        int order = 0;
        for (Player player : run.players.values()) {
            Facts told = run.told(player);
            player.setLife(told.number("life", 20), null);
            zone(player, ZoneType.Library, "library", false);
            zone(player, ZoneType.Hand, "hand", false);
            zone(player, ZoneType.Graveyard, "graveyard", true);
            zone(player, ZoneType.Sideboard, "outside", false);
            for (Facts facts : told.list("battlefield")) {
                Player owner = facts.has("owner") ? run.players.get(facts.text("owner")) : player;
                permanents.add(new Placed(facts, player, card(facts, owner), facts.number("timestamp", order++)));
            }
            facts(player, told);
        }
        permanents.sort(Comparator.comparingInt(Placed::timestamp));
        permanents.forEach(this::put);
        permanents.forEach(this::relate);
        run.players.values().forEach(player -> {
            zone(player, ZoneType.Exile, "exile", false);
            run.told(player).list("exile").stream().filter(each -> each.has("exiled_with")).forEach(this::exiled);
        });
        if (run.given.has("monarch")) run.game.getAction().becomeMonarch(run.players.get(run.given.text("monarch")), null);
        run.game.getAction().checkStaticAbilities();
        run.game.getTriggerHandler().setSuppressAllTriggers(false);
        run.game.getTriggerHandler().clearWaitingTriggers();
        run.game.getTriggerHandler().resetActiveTriggers();
        run.game.getStack().setResolving(false);
        run.game.copyLastState();
    }

    private void facts(Player player, Facts told) {
        told.numbers("counters").forEach((name, number) -> player.addCounterInternal(counter(name), number, null, false, null));
        told.numbers("mana").forEach((letter, number) -> {
            for (int one = 0; one < number; one++) player.getManaPool().addMana(mana(letter, player), false);
        });
        player.setLandsPlayedThisTurn(told.number("lands_played", 0));
        player.setLifeGainedThisTurn(told.number("gained", 0));
        player.setLifeLostThisTurn(told.number("lost_life", 0));
        set(player, "numDrawnThisTurn", told.number("drawn", 0));
        set(player, "spellsCastThisTurn", told.number("cast", 0));
    }

    /** One mana of a type, from no source of the game's. */
    static Mana mana(String letter, Player player) {
        Card nothing = new Card(-1, player.getGame());
        nothing.setOwner(player);
        return new Mana(letter.equals("C") ? (byte) ManaAtom.COLORLESS : MagicColor.fromName(letter.toLowerCase(Locale.ROOT)), nothing, null);
    }

    private static void set(Player player, String name, int value) {
        try {
            Field field = Player.class.getDeclaredField(name);
            field.setAccessible(true);
            field.setInt(player, value);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("a player of the engine has no " + name, failure);
        }
    }

    static CounterType counter(String name) {
        for (CounterEnumType type : CounterEnumType.values) {
            if (type.getName().equalsIgnoreCase(name) || type.name().equalsIgnoreCase(name)) return CounterType.get(type);
        }
        return CounterType.get(Character.toUpperCase(name.charAt(0)) + name.substring(1)); // of a keyword
    }

    private void zone(Player player, ZoneType zone, String name, boolean reversed) {
        List<Card> cards = new ArrayList<>();
        for (Facts facts : run.told(player).list(name)) cards.add(reversed ? 0 : cards.size(), card(facts, player));
        player.getZone(zone).setCards(cards);
        cards.forEach(each -> each.setTimestamp(run.game.getNextTimestamp()));
    }

    private Card card(Facts facts, Player owner) {
        if (!facts.has("card")) throw run.answers.unsupported("state", "an object without a card");
        PaperCard paper = Words.paper(facts.text("card"));
        if (paper == null) throw run.answers.unsupported("card", facts.text("card"));
        Card card = Card.fromPaperCard(paper, owner);
        if (facts.has("id")) run.register(facts.text("id"), card);
        if (facts.is("back")) {
            card.setState(card.hasState(CardStateName.Modal) ? CardStateName.Modal : CardStateName.Transformed, true);
            card.setBackSide(true);
        }
        return card;
    }

    private void put(Placed placed) {
        Card card = placed.card;
        Facts facts = placed.facts;
        if (facts.is("face_down")) {
            if (card.getKeywords(Keyword.MORPH).isEmpty() && card.getKeywords(Keyword.MEGAMORPH).isEmpty()) {
                throw run.answers.unsupported("state", "face_down without morph");
            }
            card.turnFaceDown(true);
        }
        card.setController(placed.controller, run.game.getNextTimestamp());
        placed.controller.getZone(ZoneType.Battlefield).add(card);
        card.setTimestamp(run.game.getNextTimestamp());
        card.setTurnInZone(TURN - 2);
        card.setTapped(facts.is("tapped"));
        card.setSickness(facts.is("summoning_sick"));
        card.setCameUnderControlSinceLastUpkeep(facts.is("summoning_sick"));
        card.setDamage(facts.number("damage", 0));
        if (facts.has("counters")) {
            facts.numbers("counters").forEach((name, number) -> card.addCounterInternal(counter(name), number, null, false, null));
        } else if (card.isPlaneswalker()) {
            card.addCounterInternal(CounterType.get(CounterEnumType.LOYALTY), Integer.parseInt(card.getCurrentState().getBaseLoyalty()), null, false, null);
        }
        choose(card, facts.at("chosen"));
        if (facts.is("phased_out")) card.setPhasedOut(true);
    }

    private void choose(Card card, Facts chosen) {
        if (chosen.has("color")) card.setChosenColors(List.of(MagicColor.toLongString(MagicColor.fromName(chosen.text("color").toLowerCase(Locale.ROOT)))));
        if (chosen.has("type")) card.setChosenType(chosen.text("type"));
        if (chosen.has("card type")) card.setChosenType(chosen.text("card type"));
        if (chosen.has("name")) card.setNamedCard(chosen.text("name"));
        if (chosen.has("number")) card.setChosenNumber(chosen.number("number", 0));
        if (chosen.has("player")) card.setChosenPlayer(run.players.get(chosen.text("player")));
        if (chosen.has("word")) word(card, chosen.text("word"));
    }

    /** Carries out what was chosen as a card entered, which the engine does at that time. */
    private void word(Card card, String word) {
        List<SpellAbility> asking = new ArrayList<>();
        Run.list(card.getTriggers()).forEach(each -> asking.add(each.ensureAbility()));
        Run.list(card.getReplacementEffects()).forEach(each -> asking.add(each.getOverridingAbility()));
        for (SpellAbility each : asking) {
            if (each == null || !each.hasParam("SetChosenMode")) continue;
            for (SpellAbility choice : each.getAdditionalAbilityList("Choices")) {
                if (!choice.getDescription().equalsIgnoreCase(word)) continue;
                choice.setActivatingPlayer(card.getController());
                AbilityUtils.resolve(choice);
                card.setChosenMode(choice.getDescription());
                return;
            }
        }
        throw run.answers.unsupported("state", card.getName() + " with its choice");
    }

    private void relate(Placed placed) {
        Object chosen = placed.facts.at("chosen").get("object");
        if (chosen != null && run.found(String.valueOf(chosen)) instanceof Card card) placed.card.setChosenCards(new CardCollection(card));
        if (!placed.facts.has("attached_to")) return;
        GameEntity to = run.found(placed.facts.text("attached_to"));
        if (to == null) throw run.answers.unsupported("state", "attached to " + placed.facts.text("attached_to"));
        placed.card.attachToEntity(to, true);
    }

    private void exiled(Facts facts) {
        if (!(run.found(facts.text("exiled_with")) instanceof Card source) || !(run.found(facts.text("id", facts.text("card"))) instanceof Card card)) return;
        source.addExiledCard(card);
        card.setExiledWith(source);
        card.setExiledBy(source.getController());
        String script = source.getRules().getMainPart().toString() + source.getSVars();
        if (script.contains("Imprint")) source.addImprintedCard(card);
        if (script.contains("Remember")) source.addRemembered(card);
    }
}
