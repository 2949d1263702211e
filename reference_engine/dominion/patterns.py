"""The small language of card data: which cards, how many, and on what condition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from reference_engine.dominion import costs, standing
from reference_engine.dominion.context import Context, known
from reference_engine.dominion.definitions import Definition
from reference_engine.dominion.objects import Card, Game, Player

Pattern = Any
"""A card's name, or a mapping from properties to what they have to be."""


def card_fits(game: Game, pattern: Pattern, card: Card, context: Context) -> bool:
    """Whether a card is of a kind."""
    owner = card.zone.owner if card.zone is not None else None
    return _fits(game, pattern, card.own, standing.types(game, card, owner), context, card)


def definition_fits(game: Game, pattern: Pattern, definition: Definition, context: Context) -> bool:
    """Whether a card in a pile is of a kind."""
    return _fits(game, pattern, definition, definition.types, context, None)


def _fits(
    game: Game, pattern: Pattern, definition: Definition, types: tuple[str, ...], context: Context, card: Card | None
) -> bool:
    if pattern is None:
        return True
    if isinstance(pattern, str):
        return definition.name == pattern
    return all(_has(game, key, wanted, definition, types, context, card) for key, wanted in pattern.items())


def _has(
    game: Game,
    key: str,
    wanted: Any,
    definition: Definition,
    types: tuple[str, ...],
    context: Context,
    card: Card | None,
) -> bool:
    """Whether a card has one property."""
    match key:
        case "name":
            return definition.name == str(wanted)
        case "type":
            return any(each in types for each in ([wanted] if isinstance(wanted, str) else wanted))
        case "cost":
            return number_fits(game, wanted, costs.cost(game, definition), context)
        case "not":
            return not _fits(game, wanted, definition, types, context, card)
        case "other":
            return context.this is None or card is not context.this.card
        case "same name as":
            tracked = context.refer(wanted)
            return tracked is not None and tracked.card.own.name == definition.name
        case "shares a type with":
            tracked = context.refer(wanted)
            return tracked is not None and bool(set(tracked.card.own.types) & set(types))
        case "copy in play":
            return any(each.own.name == definition.name for each in context.you["in_play"]) is bool(wanted)
        case _:
            raise known(key, "card pattern")


def number_fits(game: Game, wanted: Any, number: int, context: Context) -> bool:
    """Whether a number is as wanted: exactly so, `at most`, `at least` or `less than`."""
    if not isinstance(wanted, dict):
        return number == amount(game, wanted, context)
    for key, bound in wanted.items():
        value = amount(game, bound, context)
        match key:
            case "at most":
                fits = number <= value
            case "at least":
                fits = number >= value
            case "less than":
                fits = number < value
            case "exactly":
                fits = number == value
            case _:
                raise known(key, "comparison")
        if not fits:
            return False
    return True


def amount(game: Game, wanted: Any, context: Context) -> int:
    """How many: a number, or a mapping that says what to count."""
    if isinstance(wanted, int):
        return wanted
    if isinstance(wanted, str):
        raise known(wanted, "amount")
    each = wanted.get("each", 1)
    plus = wanted.get("plus", 0)
    match next(iter(key for key in wanted if key not in {"each", "plus"}), None):
        case "number of":
            counted = len(select(game, wanted["number of"], context))
        case "cost of":
            tracked = context.refer(wanted["cost of"])
            counted = 0 if tracked is None else costs.cost(game, tracked.card.own)
        case "gained last turn by":
            counted = len(player(game, wanted["gained last turn by"], context).gained_last_turn)
        case word:
            raise known(word, "amount")
    return int(each) * counted + int(plus)


def player(game: Game, word: str, context: Context) -> Player:
    """One player by a word."""
    match word:
        case "you":
            return context.you
        case "left neighbour":
            return game.neighbour(context.you, "left")
        case "right neighbour":
            return game.neighbour(context.you, "right")
        case _:
            raise known(word, "player")


_ZONES = {"in play": "in_play"} | {zone: zone for zone in ("hand", "discard", "deck", "set_aside", "tavern", "exile")}


def select(game: Game, selection: Any, context: Context) -> list[Card]:
    """
    Return the cards that a selection means.

    A word means what instructions so far have dealt with, or one card; a mapping says `in` which zone, `of` whom,
    and of which kind the `card` is.
    """
    if isinstance(selection, str):
        if selection in {"this", "it"}:
            tracked = context.refer(selection)
            return [] if tracked is None else [tracked.card]
        return context.cards(selection)
    return [card for card in _places(game, selection, context) if card_fits(game, selection.get("card"), card, context)]


def _places(game: Game, selection: Mapping[str, Any], context: Context) -> Iterable[Card]:
    where = selection["in"]
    for place in [where] if isinstance(where, str) else where:
        if place == "trash":
            yield from game.shared["trash"]
        elif place in _ZONES:
            yield from player(game, selection.get("of", "you"), context)[_ZONES[place]]
        elif place in context.results:
            yield from context.cards(place)
        else:
            raise known(place, "zone")


def condition(game: Game, wanted: Mapping[str, Any] | None, context: Context) -> bool:
    """Whether a condition is met; with several parts, whether all of them are."""
    return all(_condition(game, key, value, context) for key, value in (wanted or {}).items())


_LOG_OF = {"gained in the Buy phase": "gained in buy phase", "gained this turn": "gained", "bought this turn": "bought"}


def _condition(game: Game, key: str, value: Any, context: Context) -> bool:
    match key:
        case "did":  # the instruction of this name dealt with at least one card
            return bool(context.results.get(value))
        case "count":
            return number_fits(game, value["is"], len(select(game, value["of"], context)), context)
        case "fits":
            tracked = context.refer(value["card"])
            return tracked is not None and card_fits(game, value["is"], tracked.card, context)
        case "gained in the Buy phase" | "gained this turn" | "bought this turn":
            return number_fits(game, value, len(context.you.logs.get(_LOG_OF[key], ())), context)
        case "your turn":
            return (game.turn is context.you) is bool(value)
        case _:
            raise known(key, "condition")
