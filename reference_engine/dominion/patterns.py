"""The small language of card data: which cards, how many, and on what condition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import ge, le
from typing import Any

from reference_engine.dominion import costs, moving, standing
from reference_engine.dominion.context import Context, unknown_word
from reference_engine.dominion.definitions import Definition
from reference_engine.dominion.objects import Card, Game, Player, Seen
from reference_engine.kernel.cards import several

Pattern = Any
"""A card's name, or a mapping from properties to what they have to be."""


def card_fits(context: Context, pattern: Pattern, card: Card) -> bool:
    """Whether a card is of a kind."""
    definition, types = standing.definition(card), standing.types(context.game, card)
    return _Candidate(context, definition, card.home, types, card).fits(pattern)


def definition_fits(context: Context, pattern: Pattern, definition: Definition, pile: str) -> bool:
    """Whether a card in a pile is of a kind."""
    types = standing.types_in_pile(context.game, definition)
    return _Candidate(context, definition, pile, types, None).fits(pattern)


def seen(game: Game, card: Card, cost: int | None = None, *, exiled: bool = False) -> Seen:
    """Return what a card is and costs now, to be looked back at; or what it cost, if that is told."""
    then = costs.of(game, card) if cost is None else cost
    return Seen(standing.definition(card), card.home, standing.types(game, card), then, exiled)


def seen_fits(context: Context, pattern: Pattern, seen: Seen) -> bool:
    """Whether a card was of a kind when it was gained or played."""
    return _Candidate(context, seen.definition, seen.home, seen.types, None, seen.cost, seen.exiled).fits(pattern)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A card that may be of a kind, in a pile or elsewhere."""

    context: Context
    definition: Definition
    home: str
    types: tuple[str, ...]
    card: Card | None
    cost: int | None = None
    """What it cost, if it is looked back at."""
    exiled: bool = False
    """Whether its player had a copy of it in Exile, if it is looked back at."""

    def fits(self, pattern: Pattern) -> bool:
        """Whether it is of a kind."""
        if pattern is None:
            return True
        if isinstance(pattern, str):
            return self.definition.name == pattern
        return all(self._has(key, wanted) for key, wanted in pattern.items())

    def _has(self, key: str, wanted: Any) -> bool:
        """Whether it has one property."""
        match key:
            case "type":
                return any(each in self.types for each in several(wanted))
            case "cost":
                return self._costs(wanted)
            case "number of types":
                return number_fits(wanted, len(self.types))
            case "stays in play" | "copy in play" | "exiled copy" | "has this Trait" | "face down":
                return self._is(key) is wanted
            case "not":
                return not self.fits(wanted)
            case "other":
                known = (self.context.this,) if wanted is True else self.context.refer(wanted)
                return all(self.card is not each.card for each in known)
            case "same name as":
                return self.definition.name in {
                    standing.definition(each.card).name for each in self.context.refer(wanted)
                }
            case "shares a type with":
                theirs = (standing.types(self.context.game, each.card) for each in self.context.refer(wanted))
                return any({*self.types} & {*types} for types in theirs)
            case _:
                raise unknown_word(key, "card pattern")

    def _costs(self, wanted: Mapping[str, Any]) -> bool:
        """Whether it costs so much, in each part of its cost."""
        game, coins = self.context.game, self.cost
        if coins is None:
            coins = costs.cost(game, self.definition, self.home, self.types)
        cost = (coins, *costs.besides_coins(game, self.definition))
        return all(_cost_fits(key, cost, _bound(self.context, bound)) for key, bound in wanted.items())

    def _is(self, key: str) -> bool:
        """Whether something is so of it that a kind may ask for either way."""
        game = self.context.game
        if key == "stays in play":
            return self.card is not None and standing.stays(game, self.card)
        if key == "face down":
            return any(each.card is self.card and moving.still_there(game, each) for each in game.face_down)
        if key == "exiled copy":
            return self.exiled
        if key == "has this Trait":
            return game.traits.get(self.home) == self.context.this.card.own.name
        return self.definition.name in {standing.definition(each).name for each in self.context.you["in_play"]}


Cost = tuple[int, ...]
"""Coins, debt and Potions."""


def _bound(context: Context, wanted: Any) -> Cost:
    """What a cost is compared with: so many coins, and what a known card costs besides if it is that card's cost."""
    coins = amount(context, wanted)
    known_cards = context.refer(wanted["cost of"]) if isinstance(wanted, Mapping) and "cost of" in wanted else ()
    besides = [costs.besides_coins(context.game, standing.definition(each.card)) for each in known_cards]
    return coins, sum(debt for debt, _ in besides), sum(potions for _, potions in besides)


def _cost_fits(key: str, cost: Cost, bound: Cost) -> bool:
    """Whether a cost is as wanted: it is more or less than another only if no part says the opposite."""
    match key:
        case "at most":
            return all(map(le, cost, bound))
        case "at least":
            return all(map(ge, cost, bound))
        case "less than":
            return cost != bound and _cost_fits("at most", cost, bound)
        case "exactly":
            return cost == bound
        case _:
            raise unknown_word(key, "comparison")


def number_fits(wanted: int | Mapping[str, int], number: int) -> bool:
    """Whether a number is as wanted: exactly so, or `at least` so much."""
    match wanted:
        case int():
            return number == wanted
        case {"at least": bound}:
            return number >= bound
        case _:
            raise unknown_word(wanted, "number")


def amount(context: Context, wanted: Any) -> int:
    """How many: a number, or a mapping that says what to count."""
    match wanted:
        case int():
            return wanted
        case {"number of": selection}:
            counted = len(select(context, selection))
        case {"cost of": word}:
            cards = (each.card for each in context.refer(word))
            counted = sum(costs.of(context.game, card) for card in cards)
        case {"gained this turn by": word}:
            counted = len(player(context, word).gains)
        case {"gained in the Buy phase by": word}:
            counted = len(player(context, word).logs.get("gained in the Buy phase", ()))
        case {"gained last turn by": word}:
            counted = len(player(context, word).gained_last_turn)
        case _:
            raise unknown_word(wanted, "amount")
    return int(wanted.get("each", 1) * counted + wanted.get("plus", 0))


def player(context: Context, word: str) -> Player:
    """One player by a word."""
    match word:
        case "you":
            return context.you
        case "left neighbour":
            return context.game.neighbour(context.you, 1)
        case "right neighbour":
            return context.game.neighbour(context.you, -1)
        case "that player" if context.by is not None:
            return context.by
        case _:
            raise unknown_word(word, "player")


_ZONES = {"in play": "in_play"} | {zone: zone for zone in ("hand", "discard", "deck", "set_aside", "tavern", "exile")}


def select(context: Context, selection: Any) -> list[Card]:
    """
    Return the cards that a selection means.

    A word means what instructions so far have dealt with, or one card; a mapping says `in` which zone, and of which
    kind the `card` is.
    """
    if isinstance(selection, str):
        return [each.card for each in context.refer(selection)]
    return [card for card in _places(context, selection) if card_fits(context, selection.get("card"), card)]


def _places(context: Context, selection: Mapping[str, Any]) -> Iterable[Card]:
    where = selection["in"]
    for place in several(where):
        if place in {"trash", "way_card"}:
            yield from context.game.shared[place]
        elif place == "revealed":
            yield from (each.card for each in context.refer(place) if moving.still_there(context.game, each))
        elif place in _ZONES:
            yield from context.you[_ZONES[place]]
        else:
            raise unknown_word(place, "zone")


def condition(context: Context, wanted: Mapping[str, Any]) -> bool:
    """Whether a condition is met; with several parts, whether all of them are."""
    return all(_condition(context, key, value) for key, value in wanted.items())


_LOG_OF = {
    "gained in the Buy phase": "gained in the Buy phase",
    "gained this turn": "gained",
    "bought this turn": "bought",
}


_PHASE = {"in Clean-up": "clean-up", "in Buy phase": "buy"}


def _condition(context: Context, key: str, value: Any) -> bool:
    match key:
        case "did":  # the instruction of this name dealt with at least one card
            return bool(context.refer(value))
        case "still there":
            return any(moving.still_there(context.game, each) for each in context.refer(value))
        case "count":
            return number_fits(value["is"], len(select(context, value["of"])))
        case "fits":
            return any(card_fits(context, value["is"], each.card) for each in context.refer(value["card"]))
        case "gained in the Buy phase" | "gained this turn" | "bought this turn":
            return number_fits(value, _so_many(context, key))
        case "in Clean-up" | "in Buy phase":
            return (context.game.phase == _PHASE[key]) is value
        case "previous turn yours":
            return (context.game.previous is context.you) is value
        case "your turn":
            return (context.game.turn is context.you) is value
        case _:
            raise unknown_word(key, "condition")


def _so_many(context: Context, key: str) -> int:
    """How many cards the player has gained or bought; at a gain, how many they had gained by then."""
    if key == "gained this turn" and context.gains is not None:
        return context.gains
    return len(context.you.logs.get(_LOG_OF[key], ()))
