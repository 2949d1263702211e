package com.vdom.core;

import static kit.Answers.map;

import com.vdom.api.Card;
import com.vdom.core.MoveContext.TurnPhase;
import java.util.*;
import kit.*;

/** Plays a script: the engine takes its turns, and where it asks for a move, the script's next action is the answer. */
final class BridgeScript {
    static final List<String> ACTIONS = List.of("play", "buy", "pass to", "clean-up", "begin turn", "event");

    private final Answers answers;
    private final BridgePosition position;
    private final List<Facts> actions;
    private final List<Object> moments;
    /** What the engine tells of the turns that are played before the next player's. */
    private final Queue<Object> extraTurns = new ArrayDeque<>();
    private int at;
    private MoveContext context;
    private TurnPhase phase;
    private int considered = -1;
    private Map<String, Object> before;

    private BridgeScript(Map<String, Object> params, Answers answers) {
        this.answers = answers;
        actions = answers.actions(params, "dominion", ACTIONS);
        moments = Boolean.TRUE.equals(params.get("moments")) ? new ArrayList<>() : null;
        position = new BridgePosition(answers.given(params, BridgePosition.UNSET), answers, this);
    }

    /** Returns the outcome of a run; whatever the engine throws goes through. */
    static Map<String, Object> run(Map<String, Object> params) {
        Answers answers = new Answers(params);
        try {
            new BridgeScript(params, answers).play();
            throw new IllegalStateException("the script did not come to an end");
        } catch (Answers.Over over) {
            return answers.outcome();
        }
    }

    String called(Card card) {
        return position.called(card);
    }

    private void play() {
        Game game = position.game;
        context = position.context();
        phase = position.phase();
        while (true) {
            Player player = context.player;
            arrive();
            if (phase == TurnPhase.Action) {
                context.phase = phase;
                context.returnToActionPhase = false;
                game.playerAction(player, context);
                goOnTo(TurnPhase.Buy);
            }
            if (phase == TurnPhase.Buy) {
                context.phase = phase;
                context.totalCardsGainedInMostRecentBuyPhase = 0;
                game.playerBeginBuy(player, context);
                game.playTreasures(player, context, -1, null);
                game.playerBuy(player, context);
                if (context.returnToActionPhase) {
                    phase = TurnPhase.Action;
                    leave();
                    continue;
                }
                goOnTo(TurnPhase.Night);
            }
            if (phase == TurnPhase.Night) {
                context.phase = phase;
                game.playNight(player, context);
                goOnTo(TurnPhase.CleanUp);
            }
            if (phase == TurnPhase.CleanUp) cleanUp(game, player);
            beginTurn(game);
        }
    }

    private void goOnTo(TurnPhase next) {
        leave();
        phase = next;
        arrive();
    }

    private void cleanUp(Game game, Player player) {
        leave();
        if (!((BridgePlayer) player).label.equals(next("clean-up"))) throw refuse("no phase of this turn is left in which that could be done");
        at++;
        context.phase = phase;
        player.cleanup(context);
        for (Player other : game.getPlayersInTurnOrder()) {
            if (other != player) other.cleanupOutOfTurn(new MoveContext(game, other));
        }
        game.playerEndOfTurn(player, context);
        boolean possessed = player.isPossessed();
        extraTurns.addAll(game.playerEndTurn(player, context));
        context.phase = null;
        phase = null;
        leave();
        if (position.ends(possessed)) throw refuse("the game is over");
        game.setPlayersTurn(!extraTurns.isEmpty());
    }

    private void beginTurn(Game game) {
        leave();
        String name = (String) next("begin turn");
        if (name == null) throw refuse("the turn is over");
        BridgePlayer player = (BridgePlayer) Game.players[Game.playersTurn];
        if (!player.label.equals(name)) throw refuse("the next turn is that of " + player.label);
        at++;
        position.forgetTurn();
        Object extra = extraTurns.poll();
        context = new MoveContext(game, player, extra == null || MagicRun.<Boolean>get(extra.getClass(), "canBuyCards", extra));
        context.phase = TurnPhase.Action;
        phase = TurnPhase.Action;
        context.startOfTurn = true;
        game.playerBeginTurn(player, context);
        context.startOfTurn = false;
    }

    /** Takes what ends at the phase that has been reached. */
    private void arrive() {
        while (phase != null && Objects.equals(next("pass to"), word(phase))) at++;
    }

    /** Does what the script has between two moves, and ends the run at the script's end. */
    private void leave() {
        answers.goOn();
        for (; next("event") != null; at++) {
            Facts.of(next("event")).map().forEach(this::instruct);
        }
        if (at >= actions.size()) throw answers.end(withMoments(map("state", read())));
        consider();
    }

    private Map<String, Object> withMoments(Map<String, Object> outcome) {
        if (moments != null) {
            moments.add(outcome.get("state"));
            outcome.put("moments", moments);
        }
        return outcome;
    }

    private void ask(MoveContext asking) {
        leave();
        if (moments != null) moments.add(read());
        if (asking != context) throw answers.unsupported("action", "a move outside a player's own turn");
    }

    /** Returns the card that the script plays next in a phase, or nothing if it goes on to the next phase. */
    Card menu(TurnPhase asked, MoveContext asking) {
        ask(asking);
        Player player = asking.player; // who may be possessed, so that another player is asked
        if (next("begin turn") != null) throw refuse("the turn is not over");
        for (TurnPhase passed : TurnPhase.values()) {
            if (passed.ordinal() <= asked.ordinal() && word(passed).equals(next("pass to"))) throw refuse("that phase has passed");
        }
        String wanted = (String) next("play");
        if (wanted == null) {
            if (next("buy") != null && asked == TurnPhase.Night) throw refuse("nothing can be bought in this phase");
            return null;
        }
        Card card = position.find(player.hand, wanted);
        if (card == null) throw refuse("there is no " + wanted + " in hand");
        boolean now = switch (asked) {
            case Action -> context.game.isValidAction(context, card) && context.getActions() > 0;
            case Buy -> card.is(Type.Treasure, player, context);
            default -> context.game.isValidNightCard(context, card);
        };
        boolean later = asked == TurnPhase.Action && card.is(Type.Treasure, player, context)
                || asked != TurnPhase.Night && card.is(Type.Night, player);
        if (!now && !later) throw refuse(wanted + " cannot be played now");
        at += now ? 1 : 0;
        return now ? card : null;
    }

    /** Tells whether the script buys something now. */
    boolean wantsToBuy(MoveContext asking) {
        ask(asking);
        if (next("buy") != null) return true;
        Card card = next("play") == null ? null : position.find(asking.player.hand, (String) next("play"));
        if (next("play") != null && (card == null || !card.is(Type.Night, asking.player))) throw refuse(next("play") + " cannot be played now");
        return false;
    }

    /** Chooses from what the engine offers to be bought. */
    Card[] buys(List<Card> cards, List<String> names) {
        int index = names.indexOf(next("buy"));
        if (index < 0) throw refuse(next("buy") + " is not offered to be bought");
        at++;
        return new Card[] {cards.get(index)};
    }

    private void instruct(String word, Object what) {
        BridgePlayer player = (BridgePlayer) context.player;
        switch (word) {
            case "gain" -> player.gainNewCard(position.template((String) what), null, context);
            case "draw" -> {
                PlayContext drawing = new PlayContext();
                for (int left = ((Number) what).intValue(); left > 0; left--) context.game.drawToHand(context, null, left, drawing);
            }
            case "trash", "discard" -> {
                Card held = position.find(player.hand, (String) what);
                Card card = held == null ? position.find(player.playedCards, (String) what) : held;
                if (card == null) throw refuse("there is no " + what + " in hand or in play");
                CardList zone = held == null ? player.playedCards : player.hand;
                zone.remove(zone.indexOf(card.getId()));
                if (word.equals("trash")) {
                    player.trash(card, null, context);
                } else {
                    player.discard(card, null, context, held != null, held == null); // from play as in Clean-up
                }
            }
            default -> throw answers.unsupported("action", "event: " + word);
        }
    }

    private Object next(String verb) {
        return at < actions.size() ? actions.get(at).get(verb) : null;
    }

    /** Keeps the position in which an action is first looked for, since the engine goes through phases to find it. */
    private void consider() {
        Object player = next("player");
        if (player != null && !player.equals(((BridgePlayer) context.player).label)) throw answers.unsupported("action", "an action of another player");
        if (considered != at) {
            considered = at;
            before = read();
        }
    }

    private Answers.Over refuse(String reason) {
        Map<String, Object> state = considered == at ? before : read();
        return answers.end(withMoments(map("refused", map("action", at, "reason", reason), "state", state)));
    }

    private Map<String, Object> read() {
        return position.read(context, phase == null ? "over" : word(phase));
    }

    static String word(TurnPhase phase) {
        return phase == TurnPhase.CleanUp ? "clean-up" : phase.name().toLowerCase();
    }
}
