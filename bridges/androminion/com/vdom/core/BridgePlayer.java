package com.vdom.core;

import static com.vdom.core.BridgeNames.printed;

import com.vdom.api.Card;
import com.vdom.comms.SelectCardOptions;
import com.vdom.comms.SelectCardOptions.*;
import java.util.*;
import java.util.stream.*;
import kit.Answers;

/** A player whose decisions are taken from a script: the engine's four ways to ask are put in the protocol's words. */
public class BridgePlayer extends IndirectPlayer {
    /** The kind of a question about cards, by what the engine says is done with them, and by the card that asks. */
    private static final Map<ActionType, String> BY_ACTION = new EnumMap<>(Map.of(ActionType.GAIN, "gain", ActionType.TRASH, "trash", ActionType.DISCARD,
            "discard", ActionType.SETASIDE, "set-aside", ActionType.PLAY, "play", ActionType.TOPDECK, "topdeck", ActionType.KEEP, "discard"));
    private static final Map<PickType, String> BY_PICK = new EnumMap<>(Map.of(PickType.TRASH, "trash", PickType.DISCARD, "discard", PickType.PLAY, "play",
            PickType.KEEP, "discard"));
    private static final Map<String, String> BY_CARD = Map.of("Throne Room", "play", "Procession", "play", "Band of Misfits", "play",
            "Overlord", "play", "Captain", "play", "Teacher", "put-token", "Camel Train", "pick", "Masquerade", "pick", "Sanctuary", "pick", "Prince", "set-aside");
    private static final Map<String, String> BY_OPTION = Map.of("Hermit", "trash", "Black Market", "buy", "Scheme", "pick", "Lurker", "gain",
            "Graverobber", "gain", "Treasurer", "gain", "Changeling", "gain", "Improve", "trash", "Necromancer", "play");
    /** The kind of a question whose answers are yes and no, by the card that asks; it is also the word for yes. */
    private static final Map<String, String> BY_YES = Map.of("Tunnel", "reveal", "Market Square", "discard", "Urchin", "trash", "Royal Seal",
            "apply", "Travelling Fair", "topdeck", "Madman", "apply", "Cargo Ship", "set-aside");
    /** The cards that ask so whether a card is played. */
    private static final Set<String> PLAYS = Set.of("Sheepdog", "Innovation", "Falconer", "Vassal");
    /** The engine's words for what can be chosen. */
    private static final Map<String, String> WORDS = Map.of("TrashActionFromSupply", "trash", "GainFromTrash", "gain", "TrashActionCard",
            "trash", "TrashTreasure", "trash", "GainTreasureFromTrash", "gain", "TakeKey", "key", "PlusOneCard", "+1 card", "PlusOneAction",
            "+1 action", "PlusOneBuy", "+1 buy", "PlusOneCoin", "+1 coin");

    /** What the engine says first when it asks which card is called. */
    private static final Set<String> CALLS = Set.of(OPTION_START_TURN_EFFECT, OPTION_CALL_WHEN_GAIN, OPTION_CALL_RESOLVE_ACTION);

    BridgeScript script;
    Answers answers;
    String label = "";
    /** What the player did this turn, by the words of the protocol. */
    final Map<String, List<String>> did = Stream.of("gained", "bought", "trashed", "exchanged")
            .collect(Collectors.toMap(word -> word, word -> new ArrayList<>(), (one, other) -> one, TreeMap::new));
    private final List<Card> numbered = new ArrayList<>();
    private final Map<Card, Integer> numbers = new IdentityHashMap<>();
    private List<Card> shuffledIn;

    @Override public String getPlayerName() { return label; }
    @Override public String getPlayerName(boolean maskName) { return label; }
    @Override public Card intToCard(int number) { return numbered.get(number); }

    @Override
    public int cardToInt(Card card) {
        return numbers.computeIfAbsent(card, unseen -> {
            numbered.add(unseen);
            return numbered.size() - 1;
        });
    }

    @Override
    public int[] cardArrToIntArr(Card[] cards) {
        return Arrays.stream(cards).mapToInt(this::cardToInt).toArray();
    }

    // The menus of the phases

    @Override public Card doAction(MoveContext context) { return script.menu(MoveContext.TurnPhase.Action, context); }
    @Override public Card nightCardToPlay(MoveContext context) { return script.menu(MoveContext.TurnPhase.Night, context); }

    @Override
    public ArrayList<Card> treasureCardsToPlayInOrder(MoveContext context, int maxCards, Card responsible) {
        Card card = responsible == null ? script.menu(MoveContext.TurnPhase.Buy, context) : treasure(context, responsible);
        return card == null ? null : new ArrayList<>(List.of(card));
    }

    /** A Treasure that a card such as Black Market lets be played, or none. */
    private Card treasure(MoveContext context, Card responsible) {
        List<Card> treasures = getTreasuresInHand(context);
        if (treasures.isEmpty()) return null;
        List<String> options = new ArrayList<>(treasures.stream().map(script::called).toList());
        options.add(Answers.DECLINE);
        String chosen = answers.one(label, "play", about(responsible), options);
        return chosen.equals(Answers.DECLINE) ? null : treasures.get(options.indexOf(chosen));
    }

    @Override
    public Card doBuy(MoveContext context) {
        return script.wantsToBuy(context) ? super.doBuy(context) : null;
    }

    // The engine's four ways to ask

    @Override
    protected Card[] pickCards(MoveContext context, SelectCardOptions sco, int count, boolean exact) {
        List<Card> cards = new ArrayList<>(sco.allowedCards.stream().map(numbered::get).toList());
        List<String> options = new ArrayList<>(cards.stream().map(card -> card.isPlaceholderCard() && !sco.applyOptionsToPile
                ? printed(game.getPile(card).topCard()) : script.called(card)).toList());
        if (sco.isBuyPhase) return script.buys(cards, options);
        String kind = BY_ACTION.getOrDefault(sco.actionType, BY_PICK.getOrDefault(sco.pickType, BY_CARD.get(name(sco.cardResponsible))));
        if (kind == null) throw answers.unsupported("choice", "cards for " + name(sco.cardResponsible));
        String about = about(sco.cardResponsible);
        if (sco.pickType == PickType.KEEP || sco.actionType == ActionType.KEEP) {
            int most = cards.size() - count;
            List<String> gone = most == 1 ? List.of(answers.one(label, kind, about, options)) : answers.some(label, kind, about, options, most, most, false);
            taken(gone, cards, options).forEach(card -> cards.removeIf(other -> other == card));
            return cards.toArray(new Card[0]);
        }
        if (count == 1 && exact && !name(sco.cardResponsible).equals("Mercenary")) {
            if (sco.passable) options.add(Answers.DECLINE);
            String chosen = answers.one(label, kind, about, options);
            return chosen.equals(Answers.DECLINE) ? null : new Card[] {cards.get(options.indexOf(chosen))};
        }
        if (exact && sco.passable && !answers.yes(label, kind, about, kind)) return null;
        if (!exact && !sco.passable) throw answers.unsupported("choice", "some cards for " + sco.cardResponsible);
        int most = Math.min(count, cards.size());
        List<Card> taken = taken(answers.some(label, kind, about, options, exact ? most : 0, most, false), cards, options);
        return taken.isEmpty() ? null : taken.toArray(new Card[0]);
    }

    @Override
    protected boolean selectBoolean(MoveContext context, Card asking, Object[] extras) {
        if (extras != null && Arrays.asList(extras).contains(BOOLEAN_USE_VILLAGER)) return false; // a move, and the script has none such
        if (asking == null && BOOLEAN_DISCARD_FROM_EXILE.equals(extras[0])) {
            return answers.yes(label, "discard", name((Card) extras[1]), "discard");
        }
        if (asking == null) throw answers.unsupported("choice", Arrays.toString(extras));
        String name = printed(asking);
        if (asking.is(Type.Traveller, null)) return answers.yes(label, "exchange", script.called(asking), "exchange");
        if (name.equals("Changeling")) return answers.yes(label, "exchange", script.called((Card) extras[0]), "exchange");
        if (name.equals("Trader")) return !answers.yes(label, "reveal", about(asking), "reveal"); // the engine asks whether to keep
        String kind = PLAYS.contains(name) ? "play" : BY_YES.get(name);
        if (kind == null) throw answers.unsupported("choice", "yes or no for " + name);
        return answers.yes(label, kind, name.equals("Urchin") ? script.called(asking) : about(asking), kind);
    }

    @Override
    protected int selectOption(MoveContext context, Card asking, Object[] options) {
        Object first = options[0];
        if (OPTION_WAY.equals(first)) return way(Arrays.asList(options).subList(3, options.length));
        boolean headed = first instanceof String || first instanceof Integer || options.length > 1 && options[1] instanceof Enum && first instanceof Card;
        List<Object> choices = Arrays.asList(options).subList(headed ? 1 : 0, options.length);
        // Moves, and the script has none such.
        if (choices.size() == 1 || OPTION_PAY_DEBT.equals(first) || OPTION_SPEND_GUILD_COINS.equals(first)) return 0;
        if (choices.contains(WatchTowerOption.Normal)) return choices.indexOf(watchTower());
        // Whether, and then which card: the second question may be declined.
        if (OPTION_PUTBACK.equals(first) && choices.get(0) == PutBackOption.Action) return 0;
        List<String> words = new ArrayList<>();
        for (Object choice : choices) {
            String word = choice == null ? Answers.DECLINE : choice instanceof Card card ? script.called(card) : WORDS.get(choice.toString());
            if (word == null) throw answers.unsupported("choice", choice + " for " + asking);
            words.add(word);
        }
        if (OPTION_REACTION.equals(first)) return oneByOne("reveal", choices, words);
        if (first instanceof String && CALLS.contains(first)) return oneByOne("call", choices, words);
        String kind = choices.get(choices.size() - 1) instanceof Enum ? "choose" : BY_OPTION.get(name(asking));
        if (kind == null) throw answers.unsupported("choice", choices + " for " + name(asking));
        return words.indexOf(answers.one(label, kind, about(asking), words));
    }

    /** Asks about each Way that an Action card can be played by. */
    private int way(List<Object> ways) {
        if (ways.contains(Cards.wayOfTheMouse)) throw answers.unsupported("state", "the card set aside for Way of the Mouse");
        return 1 + IntStream.range(0, ways.size()).filter(i -> answers.yes(label, "apply", printed((Card) ways.get(i)), "apply")).findFirst().orElse(-1);
    }

    /** Asks about each card by itself where the engine asks which of them, if any. */
    private int oneByOne(String kind, List<Object> choices, List<String> words) {
        return IntStream.range(0, choices.size()).filter(i -> choices.get(i) != null && answers.yes(label, kind, words.get(i), kind))
                .findFirst().orElseGet(() -> choices.indexOf(null));
    }

    /** Asks in two steps what the engine asks in one: may it be revealed, and what then. */
    private WatchTowerOption watchTower() {
        String about = about(Cards.watchTower);
        if (!answers.yes(label, "reveal", about, "reveal")) return WatchTowerOption.Normal;
        return answers.one(label, "choose", about, List.of("trash", "topdeck")).equals("trash") ? WatchTowerOption.Trash : WatchTowerOption.TopOfDeck;
    }

    @Override
    protected int[] orderCards(MoveContext context, int[] cards) {
        if (cards.length < 2) return new int[cards.length];
        List<String> left = new ArrayList<>(Arrays.stream(cards).mapToObj(number -> script.called(numbered.get(number))).toList());
        return answers.some(label, "pick", null, left, cards.length, cards.length, true).stream().mapToInt(chosen -> {
            int index = left.indexOf(chosen);
            left.set(index, null);
            return index;
        }).toArray();
    }

    /** Asks which of the cards that one Event has set aside is played next; the engine gives each of them after its Event. */
    @Override
    public int duration_cardToPlay(MoveContext context, Object[] events) {
        Card first = (Card) events[0];
        boolean same = first.is(Type.Event, null) && IntStream.range(0, events.length / 2).allMatch(i -> first.equals(events[2 * i]));
        if (!same || events.length < 4) return super.duration_cardToPlay(context, events);
        List<String> options = IntStream.range(0, events.length / 2).mapToObj(i -> script.called((Card) events[2 * i + 1])).toList();
        return options.indexOf(answers.one(label, "order", printed(first), options));
    }

    // What the engine asks card by card, and a script all at once

    @Override
    public boolean inn_shuffleCardBackIntoDeck(MoveContext context, Card card) {
        if (shuffledIn == null) {
            List<Card> cards = IntStream.iterate(discard.size() - 1, i -> i >= 0, i -> i - 1).mapToObj(discard::get)
                    .filter(other -> other.is(Type.Action, this)).toList();
            List<String> options = cards.stream().map(script::called).toList();
            shuffledIn = taken(answers.some(label, "pick", "Inn", options, 0, options.size(), false), cards, options);
        }
        return shuffledIn.stream().anyMatch(other -> other == card);
    }

    @Override
    public void shuffleDeck(MoveContext context, Card responsible) {
        shuffledIn = null;
        askForOrder(deck);
        super.shuffleDeck(context, responsible);
    }

    @Override
    public void replenishDeck(MoveContext context, Card responsible, int cardsLeftToDraw) {
        askForOrder(discard);
        super.replenishDeck(context, responsible, cardsLeftToDraw);
    }

    /** Asks in which order cards come to lie, where that can matter, and has the engine's dice fall that way. */
    private void askForOrder(CardList cards) {
        if (script == null || Arrays.stream(cards.toArray()).map(Card::getName).distinct().count() < 2) return;
        List<String> left = new ArrayList<>();
        cards.forEach(card -> left.add(script.called(card)));
        Deque<Integer> falls = new ArrayDeque<>();
        for (String next : answers.some(label, "shuffle", null, left, left.size(), left.size(), true)) {
            falls.add(left.indexOf(next));
            left.remove(next);
        }
        Game.rand = new Random(0) {
            private static final long serialVersionUID = 1L;

            @Override
            public int nextInt(int bound) {
                return falls.isEmpty() ? super.nextInt(bound) : falls.remove();
            }
        };
    }

    private static String name(Card card) {
        return card == null ? "" : printed(card);
    }

    /** Returns what a script calls the card that asks, of which the engine often tells only the name. */
    private String about(Card asking) {
        if (asking == null) return null;
        return Stream.of(playedCards, hand, tavern, discard, game.getCurrentPlayer().playedCards)
                .flatMap(zone -> IntStream.iterate(zone.size() - 1, i -> i >= 0, i -> i - 1).mapToObj(zone::get))
                .filter(card -> card.equals(asking)).findFirst().map(script::called).orElseGet(() -> printed(asking));
    }

    private static List<Card> taken(List<String> chosen, List<Card> cards, List<String> options) {
        List<String> left = new ArrayList<>(chosen);
        return IntStream.range(0, cards.size()).filter(i -> left.remove(options.get(i))).mapToObj(cards::get).toList();
    }
}
