"""Playing further cards, Hexes, tokens on piles, the Black Market deck, the Estate token."""

from __future__ import annotations

from typing import Any

from reference_engine.dominion import changing_hands, costs, moving, patterns, playing
from reference_engine.dominion.context import Context
from reference_engine.dominion.objects import Card, Game, Player, Tracked
from reference_engine.dominion.questions import one_card, one_word
from reference_engine.dominion.words.cards import chosen, gainable
from reference_engine.dominion.words.handler import Handler, Instruction, within
from reference_engine.kernel.rules import rule


def _play(game: Game, context: Context, value: Any, whole: Instruction) -> None:
    """Plays a card from hand, `times` over."""
    for card in chosen(game, context, "play", value):
        this = context.this.card if context.this is not None else None
        playing.play(game, context.you, card, times=whole.get("times", 1), because_of=this)
        context.results.setdefault("played", []).append(Tracked.here(card))


def _play_from_supply(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    """Plays a card of the Supply, leaving it there."""
    piles = gainable(game, context, value)
    name = one_word(game, context.you, "play", list(piles), context.about, optional=False)
    if name is not None and context.this is not None:
        left = Card(game.definitions[name], name)
        playing.carry_out_play(game, context.you, Tracked(left, -1))


def _play_as(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    """Says what this card is played as; it is that card until it leaves play. See `playing.carry_out_play`."""
    piles = gainable(game, context, value)
    name = one_word(game, context.you, "play", list(piles), context.about, optional=False)
    if name is not None and context.this is not None:
        context.this.card.played_as = game.definitions[name]


def _set_aside_from_supply(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    """Sets a card of the Supply aside under the Estate token."""
    piles = gainable(game, context, value)
    name = one_word(game, context.you, "set-aside", list(piles), context.about, optional=False)
    if name is not None:
        piles[name].cards.pop(0)
        context.you.estate_token = name


def _play_set_aside(game: Game, context: Context, _value: Any, _whole: Instruction) -> None:
    """Plays the card set aside under the Estate token, leaving it there."""
    if context.you.estate_token is not None:
        left = Card(game.definitions[context.you.estate_token], None)
        playing.carry_out_play(game, context.you, Tracked(left, -1))


def _others_receive_hex(game: Game, context: Context, _value: Any, _whole: Instruction) -> None:
    """Turns the next Hex over, one for all: each other player, in turn order, carries it out."""
    hexes = game.shared["hexes"]
    if not hexes.cards:
        for card in list(game.shared["hexes_discarded"]):
            moving.move(card, hexes)
    if not hexes.cards:
        return
    card = hexes.cards[0]
    moving.move(card, game.shared["hexes_discarded"])
    attack = context.this.card if context.this is not None else None
    for player in one_hex_for_all(game, game.from_turn(context.you)[1:]):
        if not playing.unaffected(game, player, attack):
            within(game, Context(player, None, about=card.ref), card.own.play)


@rule("dominion-rules:hexes", usual=(), mistakes={"the next player alone": lambda _rule, _game, players: players[:1]})
def one_hex_for_all(game: Game, players: list[Player]) -> list[Player]:
    """The one Hex that is turned over is for all the other players."""
    return players


def _move_token(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    """Moves one of the player's tokens to a pile of the Supply that has no token of theirs yet."""
    tokens = context.you.pile_tokens
    piles = [name for name in gainable(game, context, value.get("card")) if not tokens.get(name)]
    token = one_word(game, context.you, "choose", value["tokens"], context.about, optional=False)
    pile = one_word(game, context.you, "put-token", piles, context.about, optional=False)
    if token is not None and pile is not None:
        for each in tokens.values():
            if token in each:
                each.remove(token)
        tokens.setdefault(pile, []).append(token)


def _call(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    """Calls a Reserve card from the Tavern mat into play."""
    for card in chosen(game, context, "call", value):
        moving.move(card, context.you["in_play"])
        context.this = Tracked.here(card)


def _black_market(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    """Shows the top cards of the Black Market deck; the player may buy one, and the rest go to the bottom."""
    deck = game.shared["black_market"]
    shown = deck.cards[: patterns.amount(game, value, context)]
    affordable = [card for card in shown if costs.cost(game, card.own) <= context.you.coins]
    bought = one_card(game, context.you, "buy", affordable, context.about, optional=True)
    for card in shown:
        if card is not bought:
            moving.move(card, deck)
    if bought is not None:
        context.you.coins -= costs.cost(game, bought.own)
        context.you.logs.setdefault("bought", []).append(bought.own.name)
        changing_hands.gain(game, context.you, bought, "discard")


HANDLERS: dict[str, Handler] = {
    "play": _play,
    "play from Supply": _play_from_supply,
    "play as": _play_as,
    "set aside under Estate token": _set_aside_from_supply,
    "play set-aside card": _play_set_aside,
    "others receive next Hex": _others_receive_hex,
    "move token": _move_token,
    "call": _call,
    "Black Market": _black_market,
}
