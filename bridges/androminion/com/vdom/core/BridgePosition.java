package com.vdom.core;

import static com.vdom.core.BridgeNames.printed;
import static kit.Answers.map;

import com.vdom.api.*;
import com.vdom.core.MoveContext.TurnPhase;
import java.util.*;
import java.util.stream.*;
import kit.*;

/** A position: set up by the engine's own means, and read from what the engine holds. */
final class BridgePosition {
    private static final List<String> ZONES = List.of("hand", "deck", "discard", "in_play", "exile", "tavern");
    /** Which wordings of a card the engine plays, where there are several. */
    static final Map<String, Object> WORDINGS = map("Band of Misfits", List.of("2019"), "Hermit", List.of("2012"),
            "Highway", List.of("2012"), "Inheritance", List.of("2019"), "Mission", List.of("2015"), "Overlord", List.of("2019"),
            "Possession", List.of("2022", "newest"), "Prince", List.of("2022", "newest"), "Quarry", List.of("2012"),
            "Scheme", List.of("2012"), "Trader", List.of("2022", "newest"), "Urchin", List.of("2012", "newest"));
    /** What the engine cannot be given. */
    static final List<String> UNSET = List.of("as", "set_aside", "gained_last_turn", "bought", "trashed", "traits", "exchanged", "gained",
            "way_card", "victory", "villagers", "coffers");
    private static final List<String> TOKENS = List.of("", "+1 card", "+1 action", "+1 buy", "+1 coin", "-2 cost", "trashing", "cube");

    final Game game = new Game();
    private final Facts given;
    private final Answers answers;
    private final Map<Card, String> ids = new IdentityHashMap<>();
    private final Map<String, CardPile> absent = new HashMap<>();
    private boolean ending;

    /** A pile that the engine sets up and that the position does not have: empty, and nothing returns to it. */
    private final class Absent extends CardPile {
        Absent(CardPile pile) {
            super(pile.placeholderCard().getTemplateCard(), new ArrayList<>(), true, true);
            templateCards.addAll(pile.getTemplateCards());
            isSupply = pile.isSupply();
        }

        @Override
        public int getCount() {
            return ending ? 1 : super.getCount(); // a game does not end for it
        }

        @Override
        public void addCard(Card card) {
            throw answers.unsupported("state", "a game without a pile of " + printed(card));
        }
    }

    /** The Hexes face down. Where they are shuffled, the order is a choice, and the engine's own shuffling changes nothing. */
    private final class Hexes extends ArrayList<Card> {
        private static final long serialVersionUID = 1L;

        Hexes(List<Card> cards) {
            super(cards);
        }

        @Override
        public boolean addAll(Collection<? extends Card> discarded) {
            if (discarded.isEmpty()) throw answers.unsupported("state", "a Hex when none is left");
            List<String> names = discarded.stream().map(BridgeNames::printed).toList();
            String player = ((BridgePlayer) Game.players[Game.playersTurn]).label;
            answers.some(player, "shuffle", null, names, names.size(), names.size(), true)
                    .forEach(name -> add(discarded.stream().filter(card -> printed(card).equals(name)).findFirst().orElseThrow()));
            return true;
        }

        @Override
        public Card set(int index, Card card) {
            return get(index);
        }
    }

    BridgePosition(Facts given, Answers answers, BridgeScript script) {
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
        List<String> players = given.texts("players");
        Game.numPlayers = players.size();
        Game.playerClassesAndJars.clear();
        players.forEach(name -> Game.playerClassesAndJars.add(new String[] {BridgePlayer.class.getName(), null, null, null}));
        game.initGameListener();
        game.initCards();
        game.bakerInPlay = false; // a Baker among the piles that the engine brings along gives nobody Coffers
        game.initPlayers(players.size(), false);
        game.initPlayerCards();
        setPiles();
        for (int i = 0; i < players.size(); i++) {
            BridgePlayer player = (BridgePlayer) Game.players[i];
            player.label = players.get(i);
            player.script = script;
            player.answers = answers;
            setPlayer(player, given.at(player.label));
        }
        Game.playersTurn = players.indexOf(given.text("turn"));
        game.consecutiveTurnCounter = 1;
        game.trashPile.clear();
        game.trashPile.addAll(made("trash"));
        game.hexDrawPile = new Hexes(made("hexes"));
        game.hexDiscardPile = new ArrayList<>(made("hexes_discarded"));
        game.listeners.add(0, BridgePosition::note);
    }

    /** Notes what players did this turn; the engine keeps no list of some of it. */
    private static void note(GameEvent event) {
        if (event.getPlayer() instanceof BridgePlayer player && event.card != null) {
            switch (event.getType()) {
                case CardObtained -> {
                    if (!player.isPossessed()) player.did.get("gained").add(printed(event.card)); // told though another player gains it
                }
                case BuyingCard -> { if (!sideways(event.card)) player.did.get("bought").add(printed(event.card)); }
                case CardTrashed -> player.did.get("trashed").add(printed(event.card));
                case TravellerExchanged -> player.did.get("exchanged").add(printed(event.responsible));
                default -> { }
            }
        }
    }

    /** Returns the engine's own idea of the turn that is being played. */
    MoveContext context() {
        BridgePlayer player = (BridgePlayer) Game.players[Game.playersTurn];
        Facts facts = given.at(player.label);
        MoveContext context = new MoveContext(game, player);
        context.addActions(facts.number("actions", 1) - 1);
        context.buys = facts.number("buys", 1);
        context.addCoins(facts.number("coins", 0));
        return context;
    }

    TurnPhase phase() {
        return Arrays.stream(TurnPhase.values()).filter(phase -> BridgeScript.word(phase).equals(given.get("phase"))).findFirst()
                .orElseThrow(() -> answers.unsupported("state", "phase: over"));
    }

    /** Tells whether the engine ends the game with the turn that is over. */
    boolean ends(boolean possessed) {
        ending = true;
        boolean ends = MagicRun.<Boolean>call(Game.class, "checkGameOver", game, possessed);
        ending = false;
        return ends;
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
        told.put("in_play", player.playedCards.toArrayList().stream().map(card -> {
            Map<String, Object> facts = card(card);
            if (player.startTurnDurationEffects.stream().anyMatch(effect -> effect.sourceCard == card)) facts.put("in_effect", true);
            return facts;
        }).toList());
        player.did.forEach((word, names) -> told.put(word, new ArrayList<>(names)));
        if (player == context.player) {
            told.putAll(map("actions", context.getActions(), "buys", context.buys, "coins", context.getCoins()));
        }
        // What a possessed player trashes lies aside until the turn ends.
        boolean possessed = player == context.player && player != player.controlPlayer;
        List<Object> aside = new ArrayList<>(possessed ? cards(game.possessedTrashPile) : List.of());
        for (CardList zone : List.of(player.wayOfTheTurtle, player.cargoShip, player.ghost, player.prince, player.summon, player.delay)) zone.forEach(card -> aside.add(card(card)));
        told.put("set_aside", aside);
        if (player.inheritance != null) told.put("estate_token", printed(player.inheritance));
        return told;
    }

    private List<Object> cards(List<Card> cards) {
        return cards.stream().<Object>map(this::card).toList();
    }

    private Map<String, Object> card(Card card) {
        return ids.containsKey(card) ? map("card", printed(card), "id", ids.get(card)) : map("card", printed(card));
    }

    private void check() {
        given.list("hexes").forEach(hex -> template(hex.text("card")));
        for (String name : named()) {
            template(name);
            String wanted = given.at("wordings").text(name, "newest");
            if (!Facts.texts(WORDINGS.getOrDefault(name, wanted)).contains(wanted)) throw answers.unsupported("wording", name + " " + wanted);
        }
        for (Facts card : cards()) {
            boolean nowhere = card.text("home", "").equals("none") && !given.at("piles").has(card.text("card"));
            if (!nowhere && !card.text("home", "Knights").equals("Knights")) throw answers.unsupported("state", "home: " + card.text("home"));
        }
    }

    private Set<String> named() {
        return Stream.of(given.at("piles").keys().stream(), given.texts("events").stream(), cards().stream().map(card -> card.text("card")))
                .flatMap(names -> names).collect(Collectors.toCollection(TreeSet::new));
    }

    private List<Facts> cards() {
        Stream<Facts> zones = given.texts("players").stream().map(given::at).flatMap(player -> ZONES.stream().flatMap(zone -> player.list(zone).stream()));
        return Stream.of(given.list("trash").stream(), given.list("black_market").stream(), zones).flatMap(zone -> zone).toList();
    }

    private void setPiles() {
        Facts wanted = given.at("piles");
        for (CardPile pile : new LinkedHashSet<>(game.piles.values())) {
            Card sign = pile.placeholderCard();
            if (!wanted.has(printed(sign)) && pile.isRealPile() && !sideways(sign)) {
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
        wanted.map().forEach(this::setPile);
        game.blackMarketPile.clear();
        game.blackMarketPileShuffled.clear();
        Cards.blackMarketCards.clear();
        List<Facts> stalls = given.list("black_market");
        for (Facts card : cards()) {
            if (card.text("home", "").equals("none") || stalls.contains(card)) {
                CardPile pile = game.addPile(template(card.text("card")), 1, false, true);
                pile.cards.clear();
                if (stalls.contains(card)) pile.cards.add(made(card)); // the engine keeps a pile of one for each card of that deck
                Cards.blackMarketCards.add(template(card.text("card")));
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
        int count = ((Number) content).intValue();
        if (mixed && pile.getCount() != count) throw answers.unsupported("state", "a pile of " + content + " " + name);
        while (pile.getCount() < count) pile.cards.add(template.instantiate());
    }

    private void setPlayer(BridgePlayer player, Facts facts) {
        player.did.values().forEach(List::clear);
        List<Card> inEffect = new ArrayList<>();
        for (String zone : ZONES) {
            zone(player, zone).clear();
            for (Facts told : facts.list(zone)) {
                Card card = made(told);
                zone(player, zone).add(card);
                if (told.is("in_effect")) inEffect.add(card);
            }
        }
        inEffect.forEach(card -> goOn(player, card, inEffect));
        player.gainDebtTokens(facts.number("debt", 0));
        Facts tokens = facts.at("pile_tokens");
        tokens.keys().forEach(pile -> tokens.texts(pile).forEach(word -> game.movePlayerSupplyToken(
                template(pile), player, PlayerSupplyToken.values()[TOKENS.indexOf(word) - 1])));
        if (facts.has("estate_token")) player.inheritance = template(facts.text("estate_token")).instantiate();
    }

    /** Has an effect of a card go on; what is no Duration, such as Disciple, has played once more those that are. */
    private void goOn(BridgePlayer player, Card card, List<Card> inEffect) {
        boolean nextTurn = card.getAddCardsNextTurn() + card.getAddActionsNextTurn() + card.getAddGoldNextTurn() + card.getAddBuysNextTurn() > 0;
        if (forTheGame(card) || nextTurn && !card.is(Type.Attack, null)) { // what an Attack does until then is not set up
            done(player, card, false);
        } else if (!card.is(Type.Duration, null)) {
            inEffect.stream().filter(other -> other.is(Type.Duration, null)).forEach(other -> {
                ((CardImpl) card).multiplyCard(other);
                done(player, other, true);
            });
        } else {
            throw answers.unsupported("state", "in_effect: " + printed(card));
        }
    }

    /** Does what a Duration does when it is played, as far as that lasts; once more if another card plays it again. */
    private static void done(BridgePlayer player, Card card, boolean again) {
        if (forTheGame(card)) player.championEffects++;
        player.addStartTurnDurationEffect(card, forTheGame(card) ? -1 : 1, again);
    }

    private static boolean forTheGame(Card card) {
        return printed(card).equals("Champion");
    }

    private List<Card> made(String key) {
        return given.list(key).stream().map(this::made).toList();
    }

    private Card made(Facts told) {
        Card card = template(told.text("card")).instantiate();
        if (told.has("id")) ids.put(card, told.text("id"));
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
}
