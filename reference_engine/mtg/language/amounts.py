"""Amounts and comparisons: the numbers in card data."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import prod
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg.cards.subtypes import BASIC_LAND_TYPES
from reference_engine.mtg.characteristics import Characteristics, mana_value, symbols
from reference_engine.mtg.language import references
from reference_engine.mtg.language.context import Context, named_on_entering
from reference_engine.mtg.objects import NOT_CAST, GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def amount(game: Game, spec: Any, ctx: Context) -> int:
    """Return the number that `spec` means. Raises `Unsupported` for words that mean none."""
    if isinstance(spec, int):
        return spec
    if isinstance(spec, str):
        return _word(game, spec, ctx)
    if isinstance(spec, dict):
        for word, value in spec.items():
            read = _READ.get(word)
            if read is not None:
                return read(game, value, ctx, spec)
    raise Unsupported("word", f"amount {spec!r}")


MANY = 10_000
"""The most things that are played one after the other."""


def not_too_many(number: int) -> int:
    """Return a number of things to be done one after the other. Raises `Unsupported` for more than that."""
    if number > MANY:
        raise Unsupported("word", f"a number of {number}, where {MANY} is the most")
    return number


def _word(game: Game, word: str, ctx: Context) -> int:
    value = ctx.names.get(word)
    if isinstance(value, int):
        return value
    if word == "X":
        return value_of_x(game, ctx)
    if word == "amount":
        return ctx.amount
    raise Unsupported("word", f"amount {word!r}")


def value_of_x(game: Game, ctx: Context) -> int:
    """Return X: that of the spell or ability, or that of the spell that its permanent was, if it is of its own text."""
    return 0 if ctx.casting is NOT_CAST and is_gained(game, ctx) else ctx.cast.x


@rule("107.3j", usual=("never",))
def is_gained(_game: Game, ctx: Context) -> bool:
    """In an ability that an object has gained, by a copy effect or another, X is 0 unless the ability defines it."""
    return ctx.own_text is not None or (ctx.entry is not None and ctx.entry.group is not None)


def compare(game: Game, number: int, bound: Any, ctx: Context) -> bool:
    """Say whether a number is what a comparison asks for."""
    if bound == "odd":
        return number % 2 == 1
    return all(BOUNDS[word](number, amount(game, value, ctx)) for word, value in bounds(bound).items())


def bounds(bound: Any) -> Mapping[str, Any]:
    """Return the bounds of a comparison by their words; a number alone has to be met exactly."""
    return bound if isinstance(bound, dict) else {"equal to": bound}


BOUNDS: Mapping[str, Callable[[int, int], bool]] = {
    "at least": lambda a, b: a >= b,
    "at most": lambda a, b: a <= b,
    "more than": lambda a, b: a > b,
    "less than": lambda a, b: a < b,
    "equal to": lambda a, b: a == b,
}


_FROM_TO = re.compile(r"(?:up|(\d+)) to (\d+)")


def span(game: Game, told: Any, ctx: Context, there: int) -> tuple[int, int]:
    """Return how few and how many may be chosen: `any` or `all`, `up to 2` or `up to X`, `1 to 3`, or a number."""
    if told == "any":
        return 0, there
    if told == "all":
        return there, there
    if isinstance(told, str) and (ends := _FROM_TO.fullmatch(told)):
        return int(ends[1] or 0), int(ends[2])
    if told == "up to X":
        return 0, amount(game, "X", ctx)
    exact = none_if_negative(game, amount(game, told, ctx))
    return exact, exact


@rule("107.1b", usual=(), mistakes={"fewer than none": lambda _rule, _game, number: number})
def none_if_negative(_game: Game, number: int) -> int:
    """Where it is worked out that fewer than none would be taken, made, added or prevented, none is."""
    return max(0, number)


def for_size(game: Game, word: str, spec: Any, ctx: Context) -> int:
    """
    Return to what an effect sets a power or toughness, or how much it adds to it.

    It can be set to a negative number. Added is a negative one only where that is what is told: -2, or -X, of an X that
    is itself no less than 0.
    """
    number = amount(game, spec, ctx)
    if word == "sets" or isinstance(spec, int):
        return number
    taken_away = isinstance(spec, dict) and "minus" in spec and spec["minus"][0] == 0
    return -none_if_negative(game, -number) if taken_away else none_if_negative(game, number)


def mana_value_of(game: Game, obj: GameObject) -> int:
    """Return an object's mana value; X counts as chosen while it is on the stack (202.3e)."""
    by_its_front = obj.back and not (obj.copying or obj.copied_by or has_its_own_cost(game, obj) or has_none(game))
    cost = front_cost(game, obj) if by_its_front else game.look(obj).cost
    return mana_value(cost, obj.casting.x if obj.zone == "stack" else 0)


def power_of(game: Game, obj: GameObject) -> int | None:
    """Return an object's power, None if it has none."""
    return None if has_no_size(game, obj) else size(game, game.look(obj), "power")


def toughness_of(game: Game, obj: GameObject) -> int | None:
    """Return an object's toughness, None if it has none."""
    return None if has_no_size(game, obj) else size(game, game.look(obj), "toughness")


@rule("208.5", usual=(), mistakes={"none": lambda _rule, _game, what, name: getattr(what, name)})
def size(_game: Game, what: Characteristics, name: str) -> int | None:
    """A creature that has no value for its power or toughness has 0; what is no creature may have none."""
    value: int | None = getattr(what, name)
    return 0 if value is None and "Creature" in what.types else value


def base_of(name: str) -> Callable[[Game, GameObject], int | None]:
    """Return what reads an object's base power or toughness, None if it has none."""
    return lambda game, obj: None if has_no_size(game, obj) else base(game, obj, name)


@rule(
    "208.4b",
    usual=(),
    mistakes={"with what modifies it": lambda _rule, game, obj, name: getattr(game.look(obj), name) or 0},
)
def base(game: Game, obj: GameObject, name: str) -> int:
    """A base power or toughness is what it is after what defines and sets it, without what modifies or switches it."""
    if game.layered.refreshing:
        raise Unsupported("word", f"base {name}, in an effect that applies in the layers")
    now = game.look(obj)
    value: int | None = getattr(now if obj.base is None else obj.base, name)
    return value or 0


@rule("208.3", usual=("never",))
def has_no_size(game: Game, obj: GameObject) -> bool:
    """A permanent that isn't a creature has no power or toughness, whatever is printed on it."""
    return obj.zone == "battlefield" and "Creature" not in game.look(obj).types


@rule("202.3b")
def front_cost(_game: Game, obj: GameObject) -> str:
    """The mana value of a back face is that of the front's mana cost; what copies a back face has no such front."""
    assert obj.face is not None
    return obj.face.characteristics.cost


@rule("202.3b")
def has_none(game: Game) -> bool:
    """In the rules of 2013 a back face, which has no mana cost, had a mana value of 0."""
    return game.of_2013


@rule("712.8f", usual=("never",))
def has_its_own_cost(_game: Game, obj: GameObject) -> bool:
    """A modal double-faced permanent has only the characteristics of the face that is up, its mana cost included."""
    return obj.face is not None and obj.face.modal


def _of_objects(read: Callable[[Game, GameObject], int | None]) -> Any:
    def number(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
        return sum(read(game, obj) or 0 for obj in references.known(game, value, ctx))

    return number


def _of_player(read: Callable[[Player, Any], int]) -> Any:
    def number(game: Game, value: Any, ctx: Context, spec: Any) -> int:
        return sum(read(player, spec) for player in references.players(game, value, ctx))

    return number


def _count(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    return len(references.things(game, value, ctx))


def _number(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    known = ctx.names[value] if value in ctx.names else named_on_entering(game, value, ctx) or 0
    return known if isinstance(known, int) else len(known)


def _cards_in(game: Game, value: Any, ctx: Context, spec: Any) -> int:
    return sum(
        player.left_with.get(value, 0) if player.left else sum(1 for obj in game.zone(value) if obj.owner is player)
        for player in references.players(game, spec["of"], ctx)
    )


def _counters_on(game: Game, value: Any, ctx: Context, spec: Any) -> int:
    kind = spec.get("kind")
    return sum(
        sum(thing.counters.values()) if kind is None else thing.counters[kind]
        for thing in references.things(game, value, ctx) or references.known(game, value, ctx)
    )


def _devotion(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    colors = set(value)
    return sum(
        1
        for obj in game.permanents
        if obj.controller is ctx.controller
        for symbol in symbols(game.look(obj).cost)
        if not colors.isdisjoint(symbol)
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


def _card_types(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    return len({card_type for obj in references.objects(game, value, ctx) for card_type in game.look(obj).types})


@rule("702.40a")
def spells_before(_game: Game, spell: GameObject) -> int:
    """Storm counts the spells that anybody cast this turn before this one; a copy is not cast."""
    return spell.casting.before


@rule("702.44b", usual=("none",))
def colors_spent(_game: Game, obj: GameObject) -> int:
    """Return of how many colours the mana was that was spent to cast an object; none for a copy, which was not cast."""
    return len(obj.casting.colors)


def _plus(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    return sum(amount(game, each, ctx) for each in value)


def _minus(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    first, *rest = (amount(game, each, ctx) for each in value)
    return first - sum(rest)


def _times(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    return prod(amount(game, each, ctx) for each in value)


def _if(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    from reference_engine.mtg.language.conditions import holds  # which compares amounts

    return int(holds(game, value, ctx))


def _times_paid(game: Game, value: Any, ctx: Context, _spec: Any) -> int:
    from reference_engine.mtg.language.conditions import times_paid  # which compares amounts

    return times_paid(game, value, ctx)


_VALUES: Mapping[str, Callable[[Game, GameObject], int | None]] = {
    "power": power_of,
    "toughness": toughness_of,
    "mana value": mana_value_of,
}


def _greatest(game: Game, value: Any, ctx: Context, spec: Any) -> int:
    read = _VALUES[value]
    return max((read(game, obj) or 0 for obj in references.objects(game, spec["among"], ctx)), default=0)


_READ: Mapping[str, Callable[[Any, Any, Context, Any], int]] = {
    "count": _count,
    "number": _number,
    **{f"{word} of": _of_objects(read) for word, read in _VALUES.items()},
    "greatest": _greatest,
    "life of": _of_player(lambda p, _s: p.life),
    "starting life of": _of_player(lambda p, _s: p.starting_life),
    "unspent mana of": _of_player(lambda p, s: sum(each.kind == s["kind"] for each in p.pool)),
    "cards in": _cards_in,
    "counters on": _counters_on,
    "gained by": _of_player(lambda p, _s: p.gained),
    "lost by": _of_player(lambda p, _s: p.lost_life),
    "cast before": _of_objects(spells_before),
    "colors spent on": _of_objects(colors_spent),
    "cast by": _of_player(lambda p, _s: p.cast),
    "times paid": _times_paid,
    "targets of": _of_objects(lambda _g, o: sum(map(len, o.casting.targets.values()))),
    "if": _if,
    "devotion to": _devotion,
    "types among": _domain,
    "card types among": _card_types,
    "plus": _plus,
    "minus": _minus,
    "times": _times,
    "half": lambda g, v, c, _s: amount(g, v, c) // 2,
    "most": lambda g, v, c, _s: max(amount(g, each, c) for each in v),
    "least": lambda g, v, c, _s: min(amount(g, each, c) for each in v),
}
"""How each word is read: by the game (g), what stands under the word (v), the context (c) and the whole amount (s)."""
