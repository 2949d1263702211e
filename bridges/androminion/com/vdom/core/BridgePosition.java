package com.vdom.core;

import static com.vdom.core.BridgeNames.printed;
import static kit.Answers.map;

import com.vdom.api.Card;
import com.vdom.api.GameEvent;
import com.vdom.core.MoveContext.TurnPhase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import kit.Answers;

/** A position: set up by the engine's own means, and read from what the engine holds. */
final class BridgePosition {
    private static final List<String> ZONES = List.of("hand", "deck", "discard", "in_play", "exile", "tavern");
    /** Which wordings of a card the engine plays, where there are several. */
    static final Map<String, Object> WORDINGS = map("Band of Misfits", List.of("2019"), "Hermit", List.of("2012"),
            "Inheritance", List.of("2019", "newest"), "Scheme", List.of("2012"), "Trader", List.of("2022", "newest"),
            "Urchin", List.of("2012", "newest"));
    /** What the engine cannot be given. */
    private static final List<String> NOT_SET = List.of("set_aside", "gained_last_turn", "bought", "trashed", "exchanged", "gained",
            "victory", "villagers", "coffers");
    private static final List<String> TOKENS = List.of("", "+1 card", "+1 action", "+1 buy", "+1 coin", "-2 cost", "trashing", "cube");

    final Game game = new Game();
    private final Map<String, Object> given;
    private final Answers answers;
    private final Map<Card, String> ids = new IdentityHashMap<>();
    private final Map<String, CardPile> absent = new HashMap<>();

    /** A pile that the engine sets up and that the position does not have: empty, and nothing returns to it. */
    private final class Absent extends CardPile {
        Absent(CardPile pile) {
            super(pile.placeholderCard().getTemplateCard(), new ArrayList<>(), true, true);
            templateCards.addAll(pile.getTemplateCards());
            isSupply = pile.isSupply();
        }

        @Override
        public void addCard(Card card) {
            throw answers.unsupported("state", "a game without a pile of " + printed(card));
        }
    }

    BridgePosition(Map<String, Object> given, Answers answers, BridgeScript script) {
        this.given = given;
        this.answers = answers;
        check();
        game.piles = new HashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            public CardPile get(Object name) {
                return containsKey(name) ? super.get(name) : absent.get(name);
            }
        };
        Game.rand = new Random(0);
        Game.processUserPrefArgs(new String[0]);
        Game.quickPlay = false;
        Game.cardsSpecifiedAtLaunch = named().stream().map(name -> template(name).getSafeName()).toArray(String[]::new);
        List<Object> players = list(given.get("players"));
        Game.numPlayers = players.size();
        Game.playerClassesAndJars.clear();
        players.forEach(name -> Game.playerClassesAndJars.add(new String[] {BridgePlayer.class.getName(), null, null, null}));
        game.initGameListener();
        game.initCards();
        game.initPlayers(players.size(), false);
        game.initPlayerCards();
        setPiles();
        for (int i = 0; i < players.size(); i++) {
            BridgePlayer player = (BridgePlayer) Game.players[i];
            player.label = (String) players.get(i);
            player.script = script;
            player.answers = answers;
            setPlayer(player, object(given.get(player.label)));
        }
        Game.playersTurn = players.indexOf(given.get("turn"));
        game.consecutiveTurnCounter = 1;
        game.trashPile.clear();
        game.trashPile.addAll(made("trash"));
        game.hexDrawPile = new ArrayList<>(made("hexes")) {
            private static final long serialVersionUID = 1L;

            @Override
            public Card remove(int index) {
                if (isEmpty()) throw answers.unsupported("state", "a Hex when none is left");
                return super.remove(index);
            }
        };
        game.hexDiscardPile = new ArrayList<>(made("hexes_discarded"));
        game.listeners.add(0, BridgePosition::note);
    }

    /** Notes what players did this turn; the engine keeps no list of some of it. */
    private static void note(GameEvent event) {
        if (event.getPlayer() instanceof BridgePlayer player && event.card != null) {
            switch (event.getType()) {
                case CardObtained -> player.did.get("gained").add(printed(event.card));
                case BuyingCard -> player.did.get("bought").add(printed(event.card));
                case CardTrashed -> player.did.get("trashed").add(printed(event.card));
                case TravellerExchanged -> player.did.get("exchanged").add(printed(event.responsible));
                default -> { }
            }
        }
    }

    /** Returns the engine's own idea of the turn that is being played. */
    MoveContext context() {
        BridgePlayer player = (BridgePlayer) Game.players[Game.playersTurn];
        Map<String, Object> facts = object(given.get(player.label));
        MoveContext context = new MoveContext(game, player);
        context.addActions((Integer) facts.getOrDefault("actions", 1) - 1);
        context.buys = (Integer) facts.getOrDefault("buys", 1);
        context.addCoins((Integer) facts.getOrDefault("coins", 0));
        return context;
    }

    TurnPhase phase() {
        return Arrays.stream(TurnPhase.values()).filter(phase -> BridgeScript.word(phase).equals(given.get("phase"))).findFirst()
                .orElseThrow(() -> answers.unsupported("state", "phase: over"));
    }

    void forgetTurn() {
        Arrays.stream(Game.players).forEach(player -> ((BridgePlayer) player).did.values().forEach(List::clear));
    }

    /** Returns what a script calls a card: its id, or else its name. */
    String called(Card card) {
        return ids.getOrDefault(card, printed(card));
    }

    Card find(CardList zone, String wanted) {
        List<Card> cards = StreamSupport.stream(zone.spliterator(), false).toList();
        return cards.stream().filter(card -> wanted.equals(ids.get(card))).findFirst()
                .orElseGet(() -> cards.stream().filter(card -> wanted.equals(printed(card))).findFirst().orElse(null));
    }

    Card template(String name) {
        if (!BridgeNames.CARDS.containsKey(name)) throw answers.unsupported("card", name);
        return BridgeNames.CARDS.get(name);
    }

    Map<String, Object> read(MoveContext context, String phase) {
        Map<String, Object> piles = new LinkedHashMap<>();
        for (CardPile pile : game.placeholderPiles.values()) {
            Card sign = pile.placeholderCard();
            if (pile.isRealPile() && !pile.isBlackMarket() && !sideways(sign)) {
                boolean mixed = pile.getTemplateCards().size() > 1;
                piles.put(printed(sign), mixed ? pile.cards.stream().map(BridgeNames::printed).toList() : (Object) pile.getCount());
            }
        }
        Map<String, Object> state = map("turn", ((BridgePlayer) context.player).label, "phase", phase, "piles", piles,
                "trash", cards(game.trashPile), "black_market", cards(game.blackMarketPileShuffled),
                "hexes", cards(game.hexDrawPile), "hexes_discarded", cards(game.hexDiscardPile));
        for (Player player : Game.players) {
            state.put(((BridgePlayer) player).label, read((BridgePlayer) player, context));
        }
        return state;
    }

    private Map<String, Object> read(BridgePlayer player, MoveContext context) {
        Map<String, Object> tokens = new LinkedHashMap<>();
        for (CardPile pile : game.placeholderPiles.values()) {
            List<Object> words = new ArrayList<>();
            game.getPlayerSupplyTokens(pile.placeholderCard(), player).forEach(token -> words.add(TOKENS.get(token.getId())));
            if (!words.isEmpty()) tokens.put(printed(pile.placeholderCard()), words);
        }
        Map<String, Object> told = map("pile_tokens", tokens, "villagers", player.getVillagers(), "coffers", player.getGuildsCoinTokenCount(),
                "debt", player.getDebtTokenCount(), "victory", player.getVictoryTokens());
        ZONES.forEach(zone -> told.put(zone, cards(zone(player, zone).toArrayList())));
        player.did.forEach((word, names) -> told.put(word, new ArrayList<>(names)));
        if (player == context.player) {
            told.putAll(map("actions", context.getActions(), "buys", context.buys, "coins", context.getCoins()));
        }
        // What a possessed player trashes lies aside until the turn ends.
        boolean possessed = player == context.player && player != player.controlPlayer;
        told.put("set_aside", possessed ? cards(game.possessedTrashPile) : List.of());
        if (player.inheritance != null) told.put("estate_token", printed(player.inheritance));
        return told;
    }

    private List<Object> cards(List<Card> cards) {
        return cards.stream().<Object>map(card -> ids.containsKey(card) ? map("card", printed(card), "id", ids.get(card))
                : map("card", printed(card))).toList();
    }

    private void check() {
        Map<String, Object> wordings = object(given.get("wordings"));
        list(given.get("hexes")).forEach(hex -> template((String) object(hex).get("card")));
        for (String name : named()) {
            template(name);
            Object wanted = wordings.getOrDefault(name, "newest");
            if (!list(WORDINGS.getOrDefault(name, List.of(wanted))).contains(wanted)) throw answers.unsupported("wording", name + " " + wanted);
        }
        for (Object name : list(given.get("players"))) {
            for (String word : NOT_SET) {
                Object fact = object(given.get(name)).get(word);
                if (fact != null && !List.of(0, List.of(), Map.of()).contains(fact)) throw answers.unsupported("state", word);
            }
        }
        for (Map<String, Object> card : given()) {
            Object home = card.get("home");
            boolean nowhere = "none".equals(home) && !object(given.get("piles")).containsKey(card.get("card"));
            if (card.containsKey("as") || home != null && !nowhere && !home.equals("Knights")) {
                throw answers.unsupported("state", card.containsKey("as") ? "as" : "home: " + home);
            }
            if (Boolean.TRUE.equals(card.get("in_effect")) && !"Champion".equals(card.get("card"))) {
                throw answers.unsupported("state", "in_effect: " + card.get("card"));
            }
        }
    }

    private Set<String> named() {
        Stream<Object> told = Stream.of(object(given.get("piles")).keySet().stream(), list(given.get("events")).stream(),
                given().stream().map(card -> card.get("card"))).flatMap(names -> names);
        return told.map(String.class::cast).collect(Collectors.toCollection(TreeSet::new));
    }

    private List<Map<String, Object>> given() {
        Stream<Object> zones = list(given.get("players")).stream().flatMap(name -> ZONES.stream().map(object(given.get(name))::get));
        return Stream.concat(Stream.of(given.get("trash"), given.get("black_market")), zones)
                .flatMap(zone -> list(zone).stream()).map(BridgePosition::object).toList();
    }

    private void setPiles() {
        Map<String, Object> wanted = object(given.get("piles"));
        for (CardPile pile : new LinkedHashSet<>(game.piles.values())) {
            Card sign = pile.placeholderCard();
            if (!wanted.containsKey(printed(sign)) && pile.isRealPile() && !sideways(sign)) {
                CardPile none = new Absent(pile);
                game.piles.forEach((key, value) -> absent.computeIfAbsent(key, unseen -> value == pile ? none : null));
                game.piles.values().removeIf(value -> value == pile);
                game.placeholderPiles.remove(sign.getName());
            }
        }
        for (String name : named()) {
            Card card = template(name);
            if (game.piles.get(card.getName()) == null && Stream.of(Type.Heirloom, Type.Shelter, Type.Zombie).anyMatch(type -> card.is(type, null))) {
                game.addPile(card, 1, false, false, false).cards.clear(); // as the engine does with the cards that bring them
            }
        }
        wanted.forEach(this::setPile);
        game.blackMarketPile.clear();
        game.blackMarketPileShuffled.clear();
        Cards.blackMarketCards.clear();
        List<Object> stalls = list(given.get("black_market"));
        for (Map<String, Object> card : given()) {
            if ("none".equals(card.get("home")) || stalls.contains(card)) {
                CardPile pile = game.addPile(template((String) card.get("card")), 1, false, true);
                pile.cards.clear();
                if (stalls.contains(card)) pile.cards.add(made(card)); // the engine keeps a pile of one for each card of that deck
                Cards.blackMarketCards.add(template((String) card.get("card")));
            }
        }
        game.blackMarketPile.addAll(made("black_market"));
        game.blackMarketPileShuffled.addAll(game.blackMarketPile);
    }

    private void setPile(String name, Object content) {
        Card template = template(name);
        CardPile pile = game.piles.get(template.getName());
        if (pile == null) pile = game.addPile(template, 1, !Cards.nonSupplyCards.contains(template));
        boolean mixed = pile.getTemplateCards().size() > 1;
        if (content instanceof List || !mixed) pile.cards.clear();
        if (content instanceof List<?> names) {
            for (Object card : names) pile.cards.add(template((String) card).instantiate());
            return;
        }
        if (mixed && pile.getCount() != (Integer) content) throw answers.unsupported("state", "a pile of " + content + " " + name);
        while (pile.getCount() < (Integer) content) pile.cards.add(template.instantiate());
    }

    private void setPlayer(BridgePlayer player, Map<String, Object> facts) {
        player.did.values().forEach(List::clear);
        for (String zone : ZONES) {
            zone(player, zone).clear();
            for (Object told : list(facts.get(zone))) {
                Card card = made(object(told));
                zone(player, zone).add(card);
                if (Boolean.TRUE.equals(object(told).get("in_effect"))) {
                    player.championEffects++;
                    player.addStartTurnDurationEffect(card, -1, false);
                }
            }
        }
        player.gainDebtTokens((Integer) facts.getOrDefault("debt", 0));
        object(facts.get("pile_tokens")).forEach((pile, words) -> list(words).forEach(word -> game.movePlayerSupplyToken(
                template(pile), player, PlayerSupplyToken.values()[TOKENS.indexOf(word) - 1])));
        if (facts.get("estate_token") != null) player.inheritance = template((String) facts.get("estate_token")).instantiate();
    }

    private List<Card> made(String key) {
        return list(given.get(key)).stream().map(told -> made(object(told))).toList();
    }

    private Card made(Map<String, Object> told) {
        Card card = template((String) told.get("card")).instantiate();
        if (told.get("id") != null) ids.put(card, (String) told.get("id"));
        return card;
    }

    private static CardList zone(Player player, String name) {
        return switch (name) {
            case "hand" -> player.hand;
            case "deck" -> player.deck;
            case "discard" -> player.discard;
            case "in_play" -> player.playedCards;
            case "exile" -> player.exile;
            default -> player.tavern;
        };
    }

    private static boolean sideways(Card card) {
        return Stream.of(Type.Event, Type.Landmark, Type.Project, Type.Way).anyMatch(type -> card.is(type, null));
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object value) {
        return (List<Object>) Objects.requireNonNullElse(value, List.of());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) Objects.requireNonNullElse(value, Map.of());
    }
}
