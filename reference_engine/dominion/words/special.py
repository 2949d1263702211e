"""Playing further cards, Hexes, tokens on piles, the Black Market deck, the Estate token."""

from __future__ import annotations

from typing import Any

from reference_engine.dominion import buying, costs, gain_trash_discard, mistakes, moving, playing, standing
from reference_engine.dominion.context import Context
from reference_engine.dominion.objects import Card, Game, Pile, Player, Tracked
from reference_engine.dominion.questions import one_card, one_word
from reference_engine.dominion.words.cards import chosen, in_reach, meant, pile_of_choice
from reference_engine.dominion.words.handler import Handler, Instruction, within
from reference_engine.kernel.rules import rule


def _play(context: Context, value: Any, whole: Instruction) -> None:
    """Plays a card from hand, `times` over; who plays one several times stays in play with it."""
    times = whole.get("times", 1)
    cards = chosen(context, "play", value)
    in_play = [playing.play(context.game, context.you, card, times=times) for card in cards]
    played = [each for each in in_play if each is not None]  # as when the rule is broken on purpose
    context.results["played"] = played
    if times > 1:
        context.game.played_again.extend((context.this, each) for each in played)


def _replay(context: Context, value: Any, _whole: Instruction) -> None:
    """Plays a card in play again; what does so stays in play with it."""
    for card in meant(context, value):
        replayed = Tracked.here(card)
        playing.carry_out_play(context.game, context.you, replayed)
        context.game.played_again.append((Tracked.here(context.this.card), replayed))


def _play_where_it_is(context: Context, value: Any, whole: Instruction) -> None:
    """Plays a card, leaving it where it is, perhaps `turning face down`."""
    for card in chosen(context, "play", value):
        if "turning face down" in whole:
            context.game.face_down.append(Tracked.here(card))
        played = Tracked(card, object())  # never found, so that it is not moved
        by = context.it or context.this  # what a Way is used with, or else what says so
        context.game.left_in_place.append((by, played))
        playing.play_where_it_is(context.game, context.you, played)


def _play_from_supply(context: Context, value: Any, _whole: Instruction) -> None:
    """Plays a card of the Supply, leaving it there."""
    pile = pile_of_choice(context, "play", value)
    if pile is not None:
        _play_left_in_place(context, Card(context.game.definitions[pile.cards[0]], pile.name))


def _play_left_in_place(context: Context, card: Card) -> None:
    """Plays a card that never is in play."""
    played = Tracked.here(card)
    context.game.left_in_place.append((context.this, played))
    playing.carry_out_play(context.game, context.you, played)


def _follow_swapped(context: Context, value: Any, _whole: Instruction) -> None:
    """Follows what known cards say, with cards given for coins and coins for cards."""
    for each in context.refer(value):
        follow_all_the_same(context.game, Context(context.game, context.you, each, swaps=context.you), context.number)


@rule("dominion-rules:way-that-follows", mistakes={"as any other Way": mistakes.follow_once})
def follow_all_the_same(game: Game, followed: Context, number: int) -> None:
    """A Way that has a player follow what the card says leaves to others how often, and what is done instead."""
    playing.follow(followed, standing.instructions(game, followed.this.card), number)


def _play_as(context: Context, value: Any, _whole: Instruction) -> None:
    """Says what this card is played as; it is that card until it leaves play. See `playing.carry_out_play`."""
    pile = pile_of_choice(context, "play", value)
    context.this.card.played_as = None if pile is None else context.game.definitions[pile.cards[0]]


def _set_aside_from_supply(context: Context, value: Any, _whole: Instruction) -> None:
    """Sets a card of the Supply aside under the Estate token."""
    pile = pile_of_choice(context, "set-aside", value)
    if pile is not None:
        context.you.estate_token = moving.take_from(context.game, pile)


def _play_set_aside(context: Context, _value: Any, _whole: Instruction) -> None:
    """Plays the card set aside under the Estate token, leaving it there."""
    token = context.you.estate_token
    if token is not None:
        _play_left_in_place(context, Card(token.own, token.home))


def _others_receive_hex(context: Context, _value: Any, _whole: Instruction) -> None:
    """Turns the next Hex over, one for all: each other player, in turn order, carries it out."""
    game = context.game
    hexes, discarded = game.shared["hexes"], game.shared["hexes_discarded"]
    if not hexes.cards:
        for card in reversed(moving.in_any_order(game, context.you, discarded.cards)):
            moving.move(card, hexes)
    if not hexes.cards:
        return
    card = hexes.cards[0]
    moving.move(card, discarded)
    others = [player for player in game.from_turn() if player is not context.you]
    for player in one_hex_for_all(game, others):
        if not playing.unaffected(game, player, context.this):
            within(Context(game, player, Tracked.here(card)), card.own.play)


@rule("dominion-rules:hexes", usual=(), mistakes={"the next player alone": lambda _rule, _game, players: players[:1]})
def one_hex_for_all(game: Game, players: list[Player]) -> list[Player]:
    """The one Hex that is turned over is for all the other players."""
    return players


@rule(
    "dominion-rules:pile-tokens",
    usual=(),
    mistakes={"none once it is empty": lambda _rule, _game, pile: next(iter(pile.cards), None)},
)
def card_of(_game: Game, pile: Pile) -> str | None:
    """A token can be put on an empty pile too, which is of the type that the cards from it are of."""
    return next(iter(pile.cards), pile.known_by)


def _move_token(context: Context, value: Any, _whole: Instruction) -> None:
    """Moves one of the player's tokens to a pile of the Supply that has no token of theirs yet."""
    tokens = context.you.pile_tokens
    token = one_word(context, "choose", value["tokens"])
    piles = [
        pile.name
        for pile in context.game.piles.values()
        if in_reach(context.game, pile)
        and (card := card_of(context.game, pile)) is not None
        and value["of type"] in standing.types_of_pile(context.game, context.game.definitions[card])
    ]
    pile = one_word(context, "put-token", [name for name in piles if not tokens.get(name)])
    assert token is not None  # the card says which there are
    if pile is not None:
        for each in tokens.values():
            if token in each:
                each.remove(token)
        tokens.setdefault(pile, []).append(token)


def _call(context: Context, value: Any, _whole: Instruction) -> None:
    """Calls a Reserve card from the Tavern mat into play."""
    for card in meant(context, value):
        moving.move(card, context.you["in_play"])


def treasures_in_hand(context: Context) -> list[Card]:
    """The Treasures that the player has in hand."""
    return [card for card in context.you["hand"] if "Treasure" in standing.types(context.game, card)]


def _black_market(context: Context, value: int, _whole: Instruction) -> None:
    """
    Shows the top cards of the Black Market deck; the player may buy one, and the rest go to the bottom.

    Before that the player may play Treasures, one by one, each of which can change what cards cost, or show further
    cards of the deck: those that have been shown are out of it until then.
    """
    deck = context.game.shared["black_market"]
    shown = deck.cards[:value]
    del deck.cards[:value]
    game = context.game
    while treasure := one_card(context, "play", treasures_in_hand(context), optional=True):
        playing.play(game, context.you, treasure)
    prices = {card: costs.cost(game, card.own, card.home, standing.types(game, card)) for card in shown}
    may_buy = buying.may_buy_cards(game, context.you)
    affordable = [card for card in shown if may_buy and prices[card] <= context.you.coins and not card.own.potions]
    bought = one_card(context, "buy", affordable, optional=True)
    deck.cards.extend(shown)
    if bought is not None:
        context.you.coins -= prices[bought]
        buying.take_debt(game, context.you, bought.own)
        context.you.log("bought", bought)
        gain_trash_discard.gain(context.game, context.you, bought, "discard")


HANDLERS: dict[str, Handler] = {
    "play": _play,
    "replay": _replay,
    "play where it is": _play_where_it_is,
    "play from Supply": _play_from_supply,
    "follow with cards for coins": _follow_swapped,
    "play as": _play_as,
    "set aside under Estate token": _set_aside_from_supply,
    "play set-aside card": _play_set_aside,
    "others receive next Hex": _others_receive_hex,
    "move token": _move_token,
    "call": _call,
    "Black Market": _black_market,
}
