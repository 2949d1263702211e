"""Instructions that move cards: gain, trash, discard, exchange, return, reveal, put somewhere."""

from __future__ import annotations

from typing import Any

from reference_engine.dominion import exchange, gain_trash_discard, moving, patterns
from reference_engine.dominion.context import Context
from reference_engine.dominion.objects import Card, Game, Pile
from reference_engine.dominion.questions import one_card, one_word, some_cards
from reference_engine.dominion.words.handler import Handler, Instruction
from reference_engine.kernel.rules import rule


def meant(context: Context, value: Any) -> list[Card]:
    """The cards that an instruction means, all of them, but none that it has lost track of."""
    if isinstance(value, str):
        return [each.card for each in context.refer(value) if moving.still_there(context.game, each)]
    return patterns.select(context, value)


def chosen(context: Context, kind: str, value: Any) -> list[Card]:
    """
    The cards that an instruction is about.

    A word means cards that are known. A selection lets the player choose: one card, `count` of them, `up to` so many,
    or `down to` so many being left; with `may` the player can decline.
    """
    cards = meant(context, value)
    if isinstance(value, str):
        return cards
    if "up to" in value:
        return some_cards(context, kind, cards, 0, patterns.amount(context, value["up to"]))
    if "down to" in value or "count" in value:
        count = len(cards) - value["down to"] if "down to" in value else value["count"]
        return some_cards(context, kind, cards, count, count)
    card = one_card(context, kind, cards, optional="may" in value)
    return [] if card is None else [card]


def _trash(context: Context, value: Any, _whole: Instruction) -> None:
    cards = chosen(context, "trash", value)
    context.results["trashed"] = gain_trash_discard.trash(context.game, context.you, cards)


def _discard(context: Context, value: Any, _whole: Instruction) -> None:
    cards = chosen(context, "discard", value)
    context.results["discarded"] = gain_trash_discard.discard(context.game, context.you, cards)


def _gain(context: Context, value: Any, _whole: Instruction) -> None:
    source = _source(context, value)
    if source is None:
        return
    to = value.get("to", "discard") if isinstance(value, dict) else "discard"
    context.results["gained"] = gain_trash_discard.gain(context.game, context.you, source, to)


def _gain_top_of_pile(context: Context, value: str, _whole: Instruction) -> None:
    pile = context.game.piles.get(value)
    if pile is not None and pile.cards:
        gain_trash_discard.gain(context.game, context.you, pile, "discard")


def _source(context: Context, value: Any) -> Pile | Card | None:
    """Where the card to gain comes from: a pile by its name, the trash, or a pile of the player's choice."""
    if value == "it":
        return context.source
    if isinstance(value, str):
        return context.game.pile_of(value)
    if "from" in value:
        return one_card(context, "gain", patterns.select(context, {"in": value["from"], "card": value["card"]}))
    if isinstance(value["card"], str):
        return _source(context, value["card"])
    return pile_of_choice(context, "gain", value["card"])


def pile_of_choice(context: Context, kind: str, pattern: Any) -> Pile | None:
    """A pile of the Supply that the player chooses by its top card, which is of a kind; None if there is none."""
    piles = gainable(context, pattern)
    name = one_word(context, kind, list(piles))
    return None if name is None else piles[name]


def gainable(context: Context, pattern: Any) -> dict[str, Pile]:
    """The piles of the Supply whose top card is of a kind, by that card's name."""
    game = context.game
    return {
        pile.cards[0]: pile
        for pile in game.piles.values()
        if pile.cards
        and in_reach(game, pile)
        and patterns.definition_fits(context, pattern, game.definitions[pile.cards[0]], pile.name)
    }


@rule("dominion-rules:supply")
def in_reach(game: Game, pile: Pile) -> bool:
    """Cards are gained from the Supply, unless an instruction names a card of a pile outside it."""
    return pile.supply


def _exchange(context: Context, value: Any, _whole: Instruction) -> None:
    word, name = next(iter(value.items()))
    for tracked in context.refer(word):
        exchange.exchange(context.game, context.you, tracked, name)


def _return(context: Context, value: Any, _whole: Instruction) -> None:
    for card in meant(context, value):
        pile = exchange.pile_to_return_to(context.game, card)
        if pile is not None:
            moving.put_back(card, pile)
            context.note("returned", card)


def _pass_left(context: Context, _value: Any, _whole: Instruction) -> None:
    """Each player with a card in hand passes one to the next such player to the left, all at the same time."""
    players = [player for player in context.game.from_turn() if len(player["hand"])]
    passed = [one_card(context.for_player(player), "pick", list(player["hand"])) for player in players]
    for number, card in enumerate(passed):
        assert card is not None  # each of them has one
        moving.move(card, players[(number + 1) % len(players)]["hand"])


def _put(context: Context, value: Any, whole: Instruction) -> None:
    for card in meant(context, value):
        moving.move(card, (card.owner or context.you)[whole["to"]])


def _set_aside(context: Context, value: Any, _whole: Instruction) -> None:
    cards = chosen(context, "set-aside", value)
    for card in cards:
        moving.move(card, context.you["set_aside"])
    context.note("set aside", *cards)


def _reveal(context: Context, value: Any, _whole: Instruction) -> None:
    context.note("revealed", *moving.top_cards(context.game, context.you, value["from deck"]))


def _reveal_until(context: Context, value: Any, _whole: Instruction) -> None:
    """Reveals cards until one is of a kind; a shuffle in the middle leaves out those that have been revealed."""
    revealed: list[Card] = []
    while not (revealed and patterns.card_fits(context, value, revealed[-1])):
        cards = moving.top_cards(context.game, context.you, len(revealed) + 1)
        if len(cards) == len(revealed):
            break
        revealed = cards
    context.note("revealed", *revealed)


def _shuffle_into_deck(context: Context, value: Any, _whole: Instruction) -> None:
    deck = context.you["deck"]
    for card in chosen(context, "pick", value):
        moving.move(card, deck)
    deck.cards[:] = moving.in_any_order(context.game, context.you, list(deck))
    moving.lose_sight(deck.cards)


def _trash_from_supply(context: Context, value: Any, _whole: Instruction) -> None:
    pile = pile_of_choice(context, "trash", value)
    if pile is not None:
        gain_trash_discard.trash(context.game, context.you, [moving.take_from(context.game, pile)])


def _exile_from_supply(context: Context, value: Any, _whole: Instruction) -> None:
    pile = pile_of_choice(context, "pick", value)
    if pile is not None:
        moving.move(moving.take_from(context.game, pile), context.you["exile"])


def _rotate(context: Context, value: str, _whole: Instruction) -> None:
    pile = context.game.piles.get(value)
    if pile is not None:
        moving.rotate(context.game, pile)


HANDLERS: dict[str, Handler] = {
    "gain": _gain,
    "gain top of pile": _gain_top_of_pile,
    "trash": _trash,
    "discard": _discard,
    "exchange": _exchange,
    "return": _return,
    "pass left": _pass_left,
    "put": _put,
    "set aside": _set_aside,
    "reveal": _reveal,
    "reveal until": _reveal_until,
    "shuffle into deck": _shuffle_into_deck,
    "trash from Supply": _trash_from_supply,
    "exile from Supply": _exile_from_supply,
    "rotate": _rotate,
}
