"""Amounts and comparisons: the numbers that card data speaks of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import references
from reference_engine.mtg.characteristics import mana_value, symbols
from reference_engine.mtg.context import Context
from reference_engine.mtg.objects import NOT_CAST, GameObject, Player
from reference_engine.mtg.subtypes import BASIC_LAND_TYPES

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def amount(game: Game, spec: Any, ctx: Context) -> int:
    """Return the number that `spec` means. Raises `Unsupported` for words that mean none."""
    if isinstance(spec, int):
        return spec
    if isinstance(spec, str):
        return _word(spec, ctx)
    if isinstance(spec, Mapping):
        for word, value in spec.items():
            read = _READ.get(word)
            if read is not None:
                return read(game, value, ctx, spec)
    raise Unsupported("word", f"amount {spec!r}")


MANY = 10_000
"""So many things are played one after the other, and no more."""


def not_too_many(number: int) -> int:
    """Return a number of things to be done one after the other. Raises `Unsupported` for one beyond all patience."""
    if number > MANY:
        raise Unsupported("word", f"a number of {number}, where {MANY} is the most")
    return number


def _word(word: str, ctx: Context) -> int:
    if word in ctx.names:
        value = ctx.names[word]
        if isinstance(value, list):
            return len(value)
        if isinstance(value, int):
            return value
    if word == "X":
        if ctx.casting is NOT_CAST and ctx.source is not None:
            return ctx.source.casting.x
        return ctx.casting.x
    if word == "amount":
        return int(getattr(ctx.event, "amount", 0) or 0)
    if word == "chosen number" and ctx.source is not None:
        return int(ctx.source.chosen.get("number", 0))
    raise Unsupported("word", f"amount {word!r}")


def compare(game: Game, number: int, bound: Any, ctx: Context) -> bool:
    """Say whether a number is what a comparison asks for."""
    if isinstance(bound, str) and bound in ("odd", "even"):
        return (number % 2 == 1) is bool(bound == "odd")
    if isinstance(bound, Mapping) and not bound.keys().isdisjoint(_BOUNDS):
        return all(_BOUNDS[word](number, amount(game, value, ctx)) for word, value in bound.items())
    return bool(number == amount(game, bound, ctx))


_BOUNDS: Mapping[str, Callable[[int, int], bool]] = {
    "at least": lambda a, b: a >= b,
    "at most": lambda a, b: a <= b,
    "more than": lambda a, b: a > b,
    "less than": lambda a, b: a < b,
    "equal to": lambda a, b: a == b,
}
BOUNDS = _BOUNDS


def mana_value_of(game: Game, obj: GameObject) -> int:
    """Return an object's mana value; X counts as chosen while it is on the stack (202.3e)."""
    return mana_value(game.look(obj).cost, obj.casting.x if obj.zone == "stack" else 0)


def _of_object(read: Callable[[Game, GameObject], int | None]) -> Any:
    def number(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
        found = references.the_object(game, value, ctx)
        return (read(game, found) or 0) if found is not None else 0

    return number


def _of_player(read: Callable[[Player], int]) -> Any:
    def number(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
        return sum(read(player) for player in references.players(game, value, ctx))

    return number


def _count(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    return len(references.things(game, value, ctx))


def _number(_game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    done = ctx.names.get(value)
    if done is None and ctx.source is not None:
        done = ctx.source.moved.get(value, 0)
    return len(done) if isinstance(done, list) else int(done or 0)


def _total_power(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    return sum(game.look(obj).power or 0 for obj in references.objects(game, value, ctx))


def _total_toughness(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    return sum(game.look(obj).toughness or 0 for obj in references.objects(game, value, ctx))


def _total_mana_value(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    return sum(mana_value_of(game, obj) for obj in references.objects(game, value, ctx))


def _cards_in(game: Game, value: Any, ctx: Context, spec: Any) -> int:
    return sum(
        1
        for player in references.players(game, spec.get("of", "you"), ctx)
        for obj in game.zone(value)
        if obj.owner is player
    )


def _counters_on(game: Game, value: Any, ctx: Context, spec: Any) -> int:
    kind = spec.get("kind")
    return sum(
        sum(thing.counters.values()) if kind is None else thing.counters[kind]
        for thing in references.things(game, value, ctx)
    )


def _devotion(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    colors = {value} if isinstance(value, str) else set(value)
    return sum(
        1
        for obj in game.battlefield
        if obj.controller is ctx.controller
        for symbol in symbols(game.look(obj).cost)
        if colors.intersection(symbol.split("/"))
    )


def _domain(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    return len(
        {
            subtype
            for obj in references.objects(game, value, ctx)
            for subtype in game.look(obj).subtypes
            if subtype in BASIC_LAND_TYPES
        }
    )


def _times_paid(_game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    casting = ctx.casting if ctx.casting.paid or ctx.source is None else ctx.source.casting
    return casting.paid.count(value)


def _cast_before(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    found = references.the_object(game, value, ctx)
    return 0 if found is None else spells_before(game, found)


@rule("702.40a")
def spells_before(_game: Game, spell: GameObject) -> int:
    """Storm counts the spells that anybody cast this turn before this one; a copy is not cast."""
    return spell.casting.before


def _plus(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    if isinstance(value, list):
        return sum(amount(game, each, ctx) for each in value)
    return _word("amount", ctx) + amount(game, value, ctx)


def _minus(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    if isinstance(value, list):
        first, *rest = (amount(game, each, ctx) for each in value)
        return first - sum(rest)
    return max(0, _word("amount", ctx) - amount(game, value, ctx))


def _times(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    product = 1
    for each in value:
        product *= amount(game, each, ctx)
    return product


def _half(game: Game, value: Any, ctx: Context, spec: Any) -> int:
    whole = amount(game, value, ctx)
    return -(-whole // 2) if spec.get("round") == "up" else whole // 2


_READ: Mapping[str, Callable[[Any, Any, Context, Any], int]] = {
    "count": _count,
    "number": _number,
    "power of": _of_object(lambda g, o: g.look(o).power),
    "toughness of": _of_object(lambda g, o: g.look(o).toughness),
    "mana value of": _of_object(mana_value_of),
    "total power of": _total_power,
    "total toughness of": _total_toughness,
    "total mana value of": _total_mana_value,
    "life of": _of_player(lambda p: p.life),
    "cards in": _cards_in,
    "counters on": _counters_on,
    "drawn by": _of_player(lambda p: p.drawn),
    "gained by": _of_player(lambda p: p.gained),
    "lost by": _of_player(lambda p: p.lost_life),
    "cast by": _of_player(lambda p: p.cast),
    "cast before": _cast_before,
    "devotion to": _devotion,
    "types among": _domain,
    "times paid": _times_paid,
    "plus": _plus,
    "minus": _minus,
    "times": _times,
    "half": _half,
    "most": lambda g, v, c, _s: max(amount(g, each, c) for each in v),
    "least": lambda g, v, c, _s: min(amount(g, each, c) for each in v),
}
