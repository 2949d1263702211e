"""Instructions that move cards: gain, trash, discard, exchange, return, reveal, put somewhere."""

from __future__ import annotations

from typing import Any

from reference_engine.dominion import changing_hands, exchange, moving, patterns
from reference_engine.dominion.context import Context, known
from reference_engine.dominion.objects import Card, Game, Pile
from reference_engine.dominion.questions import one_card, one_word, some_cards
from reference_engine.dominion.words.handler import Handler, Instruction
from reference_engine.kernel.rules import rule


def chosen(game: Game, context: Context, kind: str, value: Any) -> list[Card]:
    """
    The cards that an instruction is about.

    A word means a card that is known; an effect that lost track of it gets nothing. A selection lets the player
    choose: one card, `count` of them, `up to` so many, `down to` so many being left, or `all`; with `may` the player
    can decline.
    """
    if isinstance(value, str):
        tracked = context.refer(value)
        if value in {"this", "it"}:
            return [tracked.card] if tracked is not None and moving.still_there(game, tracked) else []
        return [each.card for each in context.results.get(value, ()) if moving.still_there(game, each)]
    cards = patterns.select(game, value, context)
    if value.get("all"):
        return cards
    if "up to" in value:
        return some_cards(
            game, context.you, kind, cards, context.about, 0, patterns.amount(game, value["up to"], context)
        )
    if "down to" in value:
        count = max(0, len(cards) - patterns.amount(game, value["down to"], context))
    else:
        count = patterns.amount(game, value.get("count", 1), context)
    if count == 1 and "down to" not in value:
        card = one_card(game, context.you, kind, cards, context.about, optional=value.get("may", False))
        return [] if card is None else [card]
    return some_cards(game, context.you, kind, cards, context.about, count, count)


def _trash(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    for card in chosen(game, context, "trash", value):
        owner = card.zone.owner if card.zone is not None else None
        trashed = changing_hands.trash(game, owner or context.you, card)
        if trashed is not None:  # as when trashing is broken on purpose
            context.results.setdefault("trashed", []).append(trashed)


def _discard(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    cards = chosen(game, context, "discard", value)
    changing_hands.discard(game, context.you, cards)
    context.note("discarded", *cards)


def _gain(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    pattern = value if isinstance(value, dict) else {"card": value}
    to, top = changing_hands.destination(context.you, pattern.get("to", "discard"))
    source = _source(game, context, value)
    if source is None:
        return
    card = changing_hands.gain(game, context.you, source, to.name, top=top)
    if card is not None:
        context.note("gained", card)


def _source(game: Game, context: Context, value: Any) -> Pile | Card | None:
    """Where the card to gain comes from: a pile by its name, the trash, or a pile of the player's choice."""
    if value == "it":
        return context.source
    if isinstance(value, str):
        pile = game.pile_of(value)
        return pile if pile is not None and pile.cards else None
    optional = value.get("may", False)
    if value.get("from") == "trash":
        cards = [card for card in game.shared["trash"] if patterns.card_fits(game, value.get("card"), card, context)]
        return one_card(game, context.you, "gain", cards, context.about, optional=optional)
    if isinstance(value.get("card"), str):
        return _source(game, context, value["card"])
    piles = gainable(game, context, value.get("card"))
    name = one_word(game, context.you, "gain", list(piles), context.about, optional=optional)
    return None if name is None else piles[name]


def gainable(game: Game, context: Context, pattern: Any) -> dict[str, Pile]:
    """The piles of the Supply whose top card is of a kind, by that card's name."""
    return {
        pile.cards[0]: pile
        for pile in game.piles.values()
        if pile.cards
        and in_reach(game, pile)
        and patterns.definition_fits(game, pattern, game.definitions[pile.cards[0]], context)
    }


@rule("dominion-rules:supply")
def in_reach(game: Game, pile: Pile) -> bool:
    """Cards are gained from the Supply, unless an instruction names a card of a pile outside it."""
    return pile.supply


def _exchange(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    word, name = next(iter(value.items()))
    tracked = context.refer(word)
    if tracked is not None and exchange.exchange(game, context.you, tracked, name):
        context.note("exchanged", tracked.card)


def _return(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    for card in chosen(game, context, "return", value):
        pile = exchange.pile_to_return_to(game, card)
        if pile is not None:
            moving.put_back(game, card, pile)
            context.note("returned", card)


def _put(game: Game, context: Context, value: Any, whole: Instruction) -> None:
    kind = "topdeck" if whole["to"] == "deck" else "set-aside"
    cards = chosen(game, context, kind, value)
    for card in cards:
        owner = card.zone.owner if card.zone is not None else None
        if owner is None and context.it is not None and card is context.it.card:
            owner = context.by  # a card in the trash belongs to nobody; it goes back to whom it was trashed from
        zone, top = changing_hands.destination(owner or context.you, whole["to"])
        moving.move(card, zone, top=top)
    context.note("put", *cards)


def _reveal(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    if value == "hand":
        context.note("revealed", *context.you["hand"])
    elif isinstance(value, dict) and "from deck" in value:
        count = patterns.amount(game, value["from deck"], context)
        context.note("revealed", *moving.top_cards(game, context.you, count))
    else:
        raise known(value, "reveal")


def _shuffle_into_deck(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    deck = context.you["deck"]
    for card in chosen(game, context, "pick", value):
        moving.move(card, deck)
    deck.cards[:] = moving.in_any_order(game, context.you, list(deck))


def _trash_from_supply(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    piles = gainable(game, context, value)
    name = one_word(game, context.you, "trash", list(piles), context.about, optional=False)
    if name is not None:
        context.note("trashed", changing_hands.trash_from_supply(game, context.you, piles[name]))


HANDLERS: dict[str, Handler] = {
    "gain": _gain,
    "trash": _trash,
    "discard": _discard,
    "exchange": _exchange,
    "return": _return,
    "put": _put,
    "reveal": _reveal,
    "shuffle into deck": _shuffle_into_deck,
    "trash from Supply": _trash_from_supply,
}
