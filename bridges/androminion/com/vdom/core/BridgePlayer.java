package com.vdom.core;

import com.vdom.api.Card;
import com.vdom.comms.SelectCardOptions;
import com.vdom.comms.SelectCardOptions.ActionType;
import com.vdom.comms.SelectCardOptions.PickType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A player whose decisions are taken from a script: the engine's four ways to ask are put in the protocol's words. */
public class BridgePlayer extends IndirectPlayer {
    private static final Map<ActionType, String> BY_ACTION = new HashMap<>();
    private static final Map<PickType, String> BY_PICK = new HashMap<>();
    private static final Map<String, String> WORDS = new HashMap<>();

    static {
        BY_ACTION.put(ActionType.GAIN, "gain");
        BY_ACTION.put(ActionType.TRASH, "trash");
        BY_ACTION.put(ActionType.DISCARD, "discard");
        BY_ACTION.put(ActionType.SETASIDE, "set-aside");
        BY_ACTION.put(ActionType.PLAY, "play");
        BY_ACTION.put(ActionType.TOPDECK, "topdeck");
        BY_ACTION.put(ActionType.KEEP, "discard");
        BY_PICK.put(PickType.TRASH, "trash");
        BY_PICK.put(PickType.DISCARD, "discard");
        BY_PICK.put(PickType.PLAY, "play");
        BY_PICK.put(PickType.KEEP, "discard");
        for (String pair : Arrays.asList(
                "TrashActionFromSupply trash", "GainFromTrash gain", "TrashActionCard trash", "TrashTreasure trash",
                "GainTreasureFromTrash gain", "TakeKey key", "PlusOneCard +1_card", "PlusOneAction +1_action",
                "PlusOneBuy +1_buy", "PlusOneCoin +1_coin")) {
            String[] words = pair.split(" ");
            WORDS.put(words[0], words[1].replace('_', ' '));
        }
    }

    BridgeScript script;
    BridgeAnswers answers;
    String label = "";
    final List<String> gained = new ArrayList<>();
    final List<String> bought = new ArrayList<>();
    final List<String> trashed = new ArrayList<>();
    final List<String> exchanged = new ArrayList<>();
    private final List<Card> numbered = new ArrayList<>();
    private final Map<Card, Integer> numbers = new IdentityHashMap<>();
    private List<Card> shuffledIn;

    @Override
    public String getPlayerName() {
        return label;
    }

    @Override
    public String getPlayerName(boolean maskName) {
        return label;
    }

    @Override
    public int cardToInt(Card card) {
        return numbers.computeIfAbsent(card, unseen -> {
            numbered.add(unseen);
            return numbered.size() - 1;
        });
    }

    @Override
    public Card intToCard(int number) {
        return numbered.get(number);
    }

    @Override
    public int[] cardArrToIntArr(Card[] cards) {
        return Arrays.stream(cards).mapToInt(this::cardToInt).toArray();
    }

    // The menus of the phases

    @Override
    public Card doAction(MoveContext context) {
        return script.menu(MoveContext.TurnPhase.Action, context);
    }

    @Override
    public Card nightCardToPlay(MoveContext context) {
        return script.menu(MoveContext.TurnPhase.Night, context);
    }

    @Override
    public ArrayList<Card> treasureCardsToPlayInOrder(MoveContext context, int maxCards, Card responsible) {
        if (responsible != null) {
            return null; // a card such as Black Market lets Treasures be played; a script has no action for that
        }
        Card card = script.menu(MoveContext.TurnPhase.Buy, context);
        return card == null ? null : new ArrayList<>(Arrays.asList(card));
    }

    @Override
    public Card doBuy(MoveContext context) {
        return script.wantsToBuy(context) ? super.doBuy(context) : null;
    }

    // The engine's four ways to ask

    @Override
    protected Card[] pickCards(MoveContext context, SelectCardOptions sco, int count, boolean exact) {
        List<Card> cards = new ArrayList<>();
        List<String> options = new ArrayList<>();
        for (int number : sco.allowedCards) {
            Card card = numbered.get(number);
            cards.add(card);
            options.add(card.isPlaceholderCard() && !sco.applyOptionsToPile ? BridgeNames.printed(game.getPile(card).topCard()) : script.called(card));
        }
        if (sco.isBuyPhase) {
            return script.buys(cards, options);
        }
        boolean keeps = sco.pickType == PickType.KEEP || sco.actionType == ActionType.KEEP;
        String kind = kindOf(sco);
        String about = about(sco.cardResponsible);
        if (keeps) {
            int most = cards.size() - count;
            List<String> gone = most == 1 ? Arrays.asList(answers.one(label, kind, about, options))
                    : answers.some(label, kind, about, options, most, most, false);
            taken(gone, cards, options).forEach(card -> cards.removeIf(other -> other == card));
            return cards.toArray(new Card[0]);
        }
        if (count == 1 && exact) {
            if (sco.passable) {
                options.add(BridgeAnswers.DECLINE);
            }
            String chosen = answers.one(label, kind, about, options);
            return chosen.equals(BridgeAnswers.DECLINE) ? null : new Card[] {cards.get(options.indexOf(chosen))};
        }
        if (exact && sco.passable && !yes(kind, about, kind)) {
            return null;
        }
        if (!exact && !sco.passable) {
            throw answers.unsupported("choice", "some cards for " + sco.cardResponsible);
        }
        int most = Math.min(count, cards.size());
        List<Card> taken = taken(answers.some(label, kind, about, options, exact ? most : 0, most, false), cards, options);
        return taken.isEmpty() ? null : taken.toArray(new Card[0]);
    }

    @Override
    protected boolean selectBoolean(MoveContext context, Card responsible, Object[] extras) {
        if (extras != null && Arrays.asList(extras).contains(BOOLEAN_USE_VILLAGER)) {
            return false; // a move, and the script has none such
        }
        if (responsible == null) {
            throw answers.unsupported("choice", Arrays.toString(extras));
        }
        if (responsible.is(Type.Traveller, null)) {
            return yes("exchange", script.called(responsible), "exchange");
        }
        switch (BridgeNames.printed(responsible)) {
            case "Changeling": return yes("exchange", script.called((Card) extras[0]), "exchange");
            case "Trader": return !yes("reveal", about(responsible), "reveal"); // the engine's question is whether to keep
            case "Tunnel": return yes("reveal", about(responsible), "reveal");
            case "Market Square": return yes("discard", about(responsible), "discard");
            case "Urchin": return yes("trash", script.called(responsible), "trash");
            case "Royal Seal": return yes("apply", about(responsible), "apply");
            case "Travelling Fair": return yes("topdeck", about(responsible), "topdeck");
            case "Madman": return yes("apply", about(responsible), "apply");
            default: throw answers.unsupported("choice", "yes or no for " + BridgeNames.printed(responsible));
        }
    }

    private boolean yes(String kind, String about, String word) {
        return answers.one(label, kind, about, Arrays.asList(word, BridgeAnswers.DECLINE)).equals(word);
    }

    @Override
    protected int selectOption(MoveContext context, Card responsible, Object[] options) {
        Object first = options[0];
        boolean headed = first instanceof String || first instanceof Integer || options.length > 1 && options[1] instanceof Enum && first instanceof Card;
        List<Object> choices = Arrays.asList(options).subList(headed ? 1 : 0, options.length);
        if (choices.size() == 1) {
            return 0;
        }
        if (choices.contains(WatchTowerOption.Normal)) {
            return choices.indexOf(watchTower());
        }
        if (OPTION_PUTBACK.equals(first) && choices.get(0) == PutBackOption.Action) {
            return 0; // whether, and then which card: the second question may be declined
        }
        List<String> words = new ArrayList<>();
        for (Object choice : choices) {
            String word = choice == null ? BridgeAnswers.DECLINE : choice instanceof Card ? script.called((Card) choice) : WORDS.get(choice.toString());
            if (word == null) {
                throw answers.unsupported("choice", choice + " for " + responsible);
            }
            words.add(word);
        }
        String asking = responsible == null ? "" : BridgeNames.printed(responsible);
        if (OPTION_REACTION.equals(first) || OPTION_START_TURN_EFFECT.equals(first)) {
            return oneByOne(OPTION_REACTION.equals(first) ? "reveal" : "call", choices, words);
        }
        String kind = choices.get(choices.size() - 1) instanceof Enum ? "choose"
                : asking.equals("Hermit") ? "trash" : asking.equals("Black Market") ? "buy" : asking.equals("Scheme") ? "pick"
                : Arrays.asList("Lurker", "Graverobber", "Treasurer", "Changeling").contains(asking) ? "gain" : null;
        if (kind == null) {
            throw answers.unsupported("choice", choices + " for " + asking);
        }
        return words.indexOf(answers.one(label, kind, about(responsible), words));
    }

    /** Asks about each card by itself where the engine asks which of them, if any. */
    private int oneByOne(String kind, List<Object> choices, List<String> words) {
        for (int i = 0; i < choices.size(); i++) {
            if (choices.get(i) != null && yes(kind, words.get(i), kind)) {
                return i;
            }
        }
        return choices.indexOf(null);
    }

    /** Asks in two steps what the engine asks in one: may it be revealed, and what then. */
    private WatchTowerOption watchTower() {
        String about = about(Cards.watchTower);
        if (!yes("reveal", about, "reveal")) {
            return WatchTowerOption.Normal;
        }
        String chosen = answers.one(label, "choose", about, Arrays.asList("trash", "topdeck"));
        return chosen.equals("trash") ? WatchTowerOption.Trash : WatchTowerOption.TopOfDeck;
    }

    @Override
    protected int[] orderCards(MoveContext context, int[] cards) {
        if (cards.length < 2) {
            return new int[cards.length];
        }
        List<String> options = new ArrayList<>();
        Arrays.stream(cards).forEach(number -> options.add(script.called(numbered.get(number))));
        List<String> left = new ArrayList<>(options);
        int[] order = new int[cards.length];
        int next = 0;
        for (String chosen : answers.some(label, "pick", null, options, cards.length, cards.length, true)) {
            order[next++] = left.indexOf(chosen);
            left.set(left.indexOf(chosen), null);
        }
        return order;
    }

    // What the engine asks card by card, and a script all at once

    @Override
    public boolean inn_shuffleCardBackIntoDeck(MoveContext context, Card card) {
        if (shuffledIn == null) {
            List<Card> cards = new ArrayList<>();
            List<String> options = new ArrayList<>();
            for (int i = discard.size() - 1; i >= 0; i--) {
                if (discard.get(i).is(Type.Action, this)) {
                    cards.add(discard.get(i));
                    options.add(script.called(discard.get(i)));
                }
            }
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
        if (script == null || Arrays.stream(cards.toArray()).map(Card::getName).distinct().count() < 2) {
            return;
        }
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

    private String kindOf(SelectCardOptions sco) {
        String kind = BY_ACTION.getOrDefault(sco.actionType, BY_PICK.get(sco.pickType));
        String asking = sco.cardResponsible == null ? "" : BridgeNames.printed(sco.cardResponsible);
        if (kind == null && Arrays.asList("Throne Room", "Procession", "Band of Misfits").contains(asking)) {
            kind = "play";
        } else if (kind == null && asking.equals("Teacher")) {
            kind = "put-token";
        }
        if (kind == null) {
            throw answers.unsupported("choice", "cards for " + asking);
        }
        return kind;
    }

    /** Returns what a script calls the card that asks, of which the engine often tells only the name. */
    private String about(Card responsible) {
        if (responsible == null) {
            return null;
        }
        for (CardList zone : Arrays.asList(playedCards, hand, tavern, discard)) {
            for (int i = zone.size() - 1; i >= 0; i--) {
                if (zone.get(i).equals(responsible)) {
                    return script.called(zone.get(i));
                }
            }
        }
        return BridgeNames.printed(responsible);
    }

    private static List<Card> taken(List<String> chosen, List<Card> cards, List<String> options) {
        List<String> left = new ArrayList<>(chosen);
        List<Card> taken = new ArrayList<>();
        for (int i = 0; i < cards.size(); i++) {
            if (left.remove(options.get(i))) {
                taken.add(cards.get(i));
            }
        }
        return taken;
    }
}
