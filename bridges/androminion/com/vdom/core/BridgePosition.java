package com.vdom.core;

import com.vdom.api.Card;
import com.vdom.api.GameEvent;
import com.vdom.api.GameEventListener;
import com.vdom.core.MoveContext.TurnPhase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** A position: set up by the engine's own means, and read from what the engine holds. */
final class BridgePosition {
    private static final List<String> ZONES = Arrays.asList("hand", "deck", "discard", "in_play", "exile", "tavern");
    private static final Map<String, Object> SUPPLY = BridgeJson.map("Copper", 60, "Silver", 40, "Gold", 30, "Estate", 8, "Duchy", 8, "Province", 8, "Curse", 10);
    /** Which wording of a card the engine plays, where there are several. */
    private static final Map<String, Object> PLAYS = BridgeJson.map("Band of Misfits", "2019", "Hermit", "2012",
            "Inheritance", "2019", "Scheme", "2012", "Trader", "2022", "Urchin", "2012");
    private static final List<String> NOT_THE_NEWEST = Arrays.asList("Hermit", "Scheme");

    final Game game = new Game();
    private final Map<String, Object> given;
    private final BridgeAnswers answers;
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
            throw answers.unsupported("state", "a game without a pile of " + BridgeNames.printed(card));
        }
    }

    BridgePosition(Map<String, Object> given, BridgeAnswers answers, BridgeScript script) {
        this.given = given;
        this.answers = answers;
        check();
        Set<String> names = named();
        game.piles = new HashMap<String, CardPile>() {
            private static final long serialVersionUID = 1L;

            @Override
            public CardPile get(Object name) {
                return containsKey(name) ? super.get(name) : absent.get(name);
            }
        };
        Game.rand = new Random(0);
        Game.processUserPrefArgs(new String[0]);
        Game.quickPlay = false;
        Game.cardsSpecifiedAtLaunch = names.stream().map(name -> template(name).getSafeName()).toArray(String[]::new);
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
        Game.playersTurn = players.indexOf(given.getOrDefault("turn", players.get(0)));
        game.consecutiveTurnCounter = 1;
        game.trashPile.clear();
        list(given.get("trash")).forEach(told -> game.trashPile.add(made(object(told))));
        game.hexDrawPile = new ArrayList<Card>(hexes("hexes")) {
            private static final long serialVersionUID = 1L;

            @Override
            public Card remove(int index) {
                if (isEmpty()) {
                    throw answers.unsupported("state", "a Hex when none is left");
                }
                return super.remove(index);
            }
        };
        game.hexDiscardPile = new ArrayList<>(hexes("hexes_discarded"));
        game.listeners.add(0, new Records());
    }

    /** Notes what players did this turn; the engine keeps no list of some of it. */
    private static final class Records implements GameEventListener {
        @Override
        public void gameEvent(GameEvent event) {
            if (!(event.getPlayer() instanceof BridgePlayer) || event.card == null) {
                return;
            }
            BridgePlayer player = (BridgePlayer) event.getPlayer();
            switch (event.getType()) {
                case CardObtained: player.gained.add(BridgeNames.printed(event.card)); break;
                case BuyingCard: player.bought.add(BridgeNames.printed(event.card)); break;
                case CardTrashed: player.trashed.add(BridgeNames.printed(event.card)); break;
                case TravellerExchanged: player.exchanged.add(BridgeNames.printed(event.responsible)); break;
                default: break;
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
        switch ((String) given.getOrDefault("phase", "action")) {
            case "action": return TurnPhase.Action;
            case "buy": return TurnPhase.Buy;
            case "night": return TurnPhase.Night;
            case "clean-up": return TurnPhase.CleanUp;
            default: throw answers.unsupported("state", "phase: over");
        }
    }

    void forgetTurn() {
        for (Player player : Game.players) {
            BridgePlayer told = (BridgePlayer) player;
            Arrays.asList(told.gained, told.bought, told.trashed, told.exchanged).forEach(List::clear);
        }
    }

    /** Returns what a script calls a card: its id, or else its name. */
    String called(Card card) {
        return ids.getOrDefault(card, BridgeNames.printed(card));
    }

    Card find(CardList zone, String wanted) {
        for (Card card : zone) {
            if (wanted.equals(ids.get(card))) {
                return card;
            }
        }
        for (Card card : zone) {
            if (wanted.equals(BridgeNames.printed(card))) {
                return card;
            }
        }
        return null;
    }

    Card template(String name) {
        Card found = BridgeNames.cards().get(name);
        if (found == null) {
            throw answers.unsupported("card", name);
        }
        return found;
    }

    Map<String, Object> read(MoveContext context, String phase) {
        Map<String, Object> piles = new LinkedHashMap<>();
        for (CardPile pile : game.placeholderPiles.values()) {
            Card sign = pile.placeholderCard();
            if (pile.isRealPile() && !pile.isBlackMarket() && !sideways(sign)) {
                boolean mixed = pile.getTemplateCards().size() > 1;
                List<Object> names = new ArrayList<>();
                pile.cards.forEach(card -> names.add(BridgeNames.printed(card)));
                piles.put(BridgeNames.printed(sign), mixed ? names : (Object) pile.getCount());
            }
        }
        Map<String, Object> state = BridgeJson.map("turn", ((BridgePlayer) context.player).label, "phase", phase, "piles", piles,
                "trash", cards(game.trashPile), "black_market", cards(game.blackMarketPileShuffled),
                "hexes", cards(game.hexDrawPile), "hexes_discarded", cards(game.hexDiscardPile));
        for (Player player : Game.players) {
            state.put(((BridgePlayer) player).label, read((BridgePlayer) player, context));
        }
        return state;
    }

    private Map<String, Object> read(BridgePlayer player, MoveContext context) {
        Map<String, Object> told = new LinkedHashMap<>();
        for (String zone : ZONES) {
            told.put(zone, cards(zone(player, zone).toArrayList()));
        }
        if (player == context.player) {
            told.putAll(BridgeJson.map("actions", context.getActions(), "buys", context.buys, "coins", context.getCoins()));
        }
        Map<String, Object> tokens = new LinkedHashMap<>();
        for (CardPile pile : game.placeholderPiles.values()) {
            List<Object> words = new ArrayList<>();
            for (PlayerSupplyToken token : game.getPlayerSupplyTokens(pile.placeholderCard(), player)) {
                words.add(Arrays.asList("", "+1 card", "+1 action", "+1 buy", "+1 coin", "-2 cost", "trashing", "cube").get(token.getId()));
            }
            if (!words.isEmpty()) {
                tokens.put(BridgeNames.printed(pile.placeholderCard()), words);
            }
        }
        told.putAll(BridgeJson.map("pile_tokens", tokens, "villagers", player.getVillagers(), "coffers", player.getGuildsCoinTokenCount(),
                "debt", player.getDebtTokenCount(), "victory", player.getVictoryTokens(),
                "gained", new ArrayList<Object>(player.gained), "bought", new ArrayList<Object>(player.bought),
                "trashed", new ArrayList<Object>(player.trashed), "exchanged", new ArrayList<Object>(player.exchanged)));
        if (player.inheritance != null) {
            told.put("estate_token", BridgeNames.printed(player.inheritance));
        }
        return told;
    }

    private List<Object> cards(List<Card> cards) {
        List<Object> told = new ArrayList<>();
        for (Card card : cards) {
            told.add(ids.containsKey(card) ? BridgeJson.map("card", BridgeNames.printed(card), "id", ids.get(card)) : BridgeJson.map("card", BridgeNames.printed(card)));
        }
        return told;
    }

    private void check() {
        Map<String, Object> wordings = object(given.get("wordings"));
        Set<String> names = named();
        list(given.get("hexes")).forEach(hex -> template((String) object(hex).get("card")));
        for (String name : names) {
            template(name);
            Object played = PLAYS.get(name);
            Object wanted = wordings.getOrDefault(name, NOT_THE_NEWEST.contains(name) ? "(the newest)" : played);
            if (played != null && !played.equals(wanted)) {
                throw answers.unsupported("wording", name + " " + wanted);
            }
        }
        for (Object name : list(given.get("players"))) {
            Map<String, Object> facts = object(given.get(name));
            for (String word : Arrays.asList("set_aside", "gained_last_turn", "pile_tokens", "bought", "trashed", "exchanged", "gained", "victory", "villagers", "coffers", "debt")) {
                Object fact = facts.get(word);
                if (fact != null && !fact.equals(0) && !fact.equals(new ArrayList<>()) && !fact.equals(new LinkedHashMap<>())) {
                    throw answers.unsupported("state", word);
                }
            }
        }
        for (Map<String, Object> card : given()) {
            Object home = card.get("home");
            Object name = card.get("card");
            boolean nowhere = "none".equals(home) && !object(given.get("piles")).containsKey(name) && !SUPPLY.containsKey(name);
            if (card.containsKey("as") || home != null && !nowhere && !home.equals("Knights")) {
                throw answers.unsupported("state", card.containsKey("as") ? "as" : "home: " + home);
            }
            if (Boolean.TRUE.equals(card.get("in_effect")) && !"Champion".equals(name)) {
                throw answers.unsupported("state", "in_effect: " + name);
            }
        }
    }

    private Set<String> named() {
        Set<String> names = new TreeSet<>(object(given.get("piles")).keySet());
        list(given.get("events")).forEach(name -> names.add((String) name));
        given().forEach(card -> names.add((String) card.get("card")));
        return names;
    }

    private List<Map<String, Object>> given() {
        List<Map<String, Object>> found = new ArrayList<>();
        list(given.get("trash")).forEach(card -> found.add(object(card)));
        list(given.get("black_market")).forEach(card -> found.add(object(card)));
        for (Object name : list(given.get("players"))) {
            for (String zone : ZONES) {
                list(object(given.get(name)).get(zone)).forEach(card -> found.add(object(card)));
            }
        }
        return found;
    }

    private void setPiles() {
        Map<String, Object> wanted = new LinkedHashMap<>(SUPPLY);
        wanted.putAll(object(given.get("piles")));
        for (CardPile pile : new LinkedHashSet<>(game.piles.values())) {
            String name = pile.placeholderCard().getName();
            if (!wanted.containsKey(BridgeNames.printed(pile.placeholderCard())) && pile.isRealPile() && !sideways(pile.placeholderCard())) {
                CardPile none = new Absent(pile);
                game.piles.forEach((key, value) -> absent.computeIfAbsent(key, unseen -> value == pile ? none : null));
                game.piles.values().removeIf(value -> value == pile);
                game.placeholderPiles.remove(name);
            }
        }
        for (String name : named()) {
            Card card = template(name);
            if (game.piles.get(card.getName()) == null && (card.is(Type.Heirloom, null) || card.is(Type.Shelter, null) || card.is(Type.Zombie, null))) {
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
                if (stalls.contains(card)) {
                    pile.cards.add(made(card)); // the engine keeps a pile of one for each card of that deck
                }
                Cards.blackMarketCards.add(template((String) card.get("card")));
            }
        }
        for (Object told : stalls) {
            Card card = made(object(told));
            game.blackMarketPile.add(card);
            game.blackMarketPileShuffled.add(card);
        }
    }

    private void setPile(String name, Object content) {
        Card template = template(name);
        CardPile pile = game.piles.get(template.getName());
        if (pile == null) {
            pile = game.addPile(template, 1, !Cards.nonSupplyCards.contains(template));
        }
        if (content instanceof List || pile.getTemplateCards().size() < 2) {
            pile.cards.clear();
        }
        if (content instanceof List) {
            for (Object card : list(content)) {
                pile.cards.add(template((String) card).instantiate());
            }
            return;
        }
        if (pile.getTemplateCards().size() > 1 && pile.getCount() != (Integer) content) {
            throw answers.unsupported("state", "a pile of " + content + " " + name);
        }
        while (pile.getCount() < (Integer) content) {
            pile.cards.add(template.instantiate());
        }
    }

    private void setPlayer(BridgePlayer player, Map<String, Object> facts) {
        Arrays.asList(player.gained, player.bought, player.trashed, player.exchanged).forEach(List::clear);
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
        if (facts.get("estate_token") != null) {
            player.inheritance = template((String) facts.get("estate_token")).instantiate();
        }
    }

    private Card made(Map<String, Object> told) {
        Card card = template((String) told.get("card")).instantiate();
        if (told.get("id") != null) {
            ids.put(card, (String) told.get("id"));
        }
        return card;
    }

    private List<Card> hexes(String key) {
        List<Card> cards = new ArrayList<>();
        list(given.get(key)).forEach(hex -> cards.add(made(object(hex))));
        return cards;
    }

    private static CardList zone(Player player, String name) {
        switch (name) {
            case "hand": return player.hand;
            case "deck": return player.deck;
            case "discard": return player.discard;
            case "in_play": return player.playedCards;
            case "exile": return player.exile;
            default: return player.tavern;
        }
    }

    private static boolean sideways(Card card) {
        return card.is(Type.Event, null) || card.is(Type.Landmark, null) || card.is(Type.Project, null) || card.is(Type.Way, null);
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object value) {
        return value == null ? new ArrayList<>() : (List<Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return value == null ? new LinkedHashMap<>() : (Map<String, Object>) value;
    }
}
