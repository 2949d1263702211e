"""The values that a copy has (707.2, 707.9), and what "enters as" makes of copiable values (613.2a)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg.cards.abilities import Static, given
from reference_engine.mtg.characteristics import Characteristics, Held, colors_of
from reference_engine.mtg.language.amounts import amount
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.layers.colors import letters
from reference_engine.mtg.layers.copiable_values import copiable_effects, copiable_values
from reference_engine.mtg.layers.parts import TYPE_WORDS
from reference_engine.mtg.layers.types import change_types
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.cards.definitions import Face
    from reference_engine.mtg.game import Game


@rule(
    "707.2",
    usual=(),
    mistakes={
        "as it is": lambda _rule, game, original: game.look(original),
        "as printed": lambda _rule, _game, original: original.printed,
    },
)
def values_of(game: Game, original: GameObject) -> Characteristics:
    """A copy acquires the copiable values of the original: no other effects, status or counters, no choices (707.6)."""
    return copiable_values(game, original)


def copied(
    game: Game, original: GameObject, exceptions: Mapping[str, Any] | None, ctx: Context, copy: GameObject | None = None
) -> Characteristics:
    """Return the values of a copy of an object, with the exceptions that the copy effect makes (707.9)."""
    values = values_of(game, original)
    if not exceptions:
        return values
    return with_exceptions(game, values, exceptions, ctx, copy)


def faces_of_a_copy(
    game: Game, original: GameObject, exceptions: Mapping[str, Any] | None, ctx: Context
) -> Face | None:
    """Return the faces of a token or spell that is made as a copy of an object (707.8a, 707.10g)."""
    face = original.face
    if face is None or face.back is None:
        return face
    front, back = (
        as_that_face(game, original, each.characteristics, exceptions or {}, ctx) for each in (face, face.back)
    )
    return replace(face, characteristics=front, back=replace(face.back, characteristics=back))


@rule("707.8a", usual=(), mistakes={"as printed": lambda _rule, _game, _original, printed, _exceptions, _ctx: printed})
def as_that_face(
    game: Game, original: GameObject, printed: Characteristics, exceptions: Mapping[str, Any], ctx: Context
) -> Characteristics:
    """Each face of such a copy has the values of that face of the original, as modified by the copy effects."""
    values = copiable_effects(game, replace(original, printed=printed))
    return with_exceptions(game, values, exceptions, ctx, None) if exceptions else values


@rule("707.9", usual=(), mistakes={"skipped": lambda _rule, _game, values, *_rest: values})
def with_exceptions(
    game: Game, values: Characteristics, exceptions: Mapping[str, Any], ctx: Context, copy: GameObject | None
) -> Characteristics:
    """Exceptions of a copy effect become part of the copiable values (707.9a, 707.9b)."""
    modified = exceptions["adds"] if "adds" in exceptions and told_in_addition(game) else ()
    return _modified(game, values, exceptions, ctx, copy, modified)


def _modified(
    game: Game,
    values: Characteristics,
    told: Mapping[str, Any],
    ctx: Context,
    copy: GameObject | None,
    besides: Collection[str],
) -> Characteristics:
    """Return values with what is told of them; what defines that, or is told besides, is not among their abilities."""
    _understood(told)
    changed = change_types(game, values, told, ctx)
    changes = _values(game, told.get("sets", {}), ctx)
    if "colors" in told.get("adds", {}):
        changes["colors"] = changed.colors | letters(told["adds"]["colors"], ctx)
    keeps = kept_by(told)
    for name in keeps:
        if copy is None:
            raise Unsupported("word", f"a copy that keeps its {name}, of what is made as one")
        changes[name] = getattr(copiable_effects(game, copy), name)
    kept = without_defining(game, changed.abilities, {*told.get("sets", ()), *keeps, *besides})
    added = told.get("adds", {}).get("abilities", ())
    number = _unused(kept)
    given_too = tuple(Held(given(each, ctx), "text", (number, place)) for place, each in enumerate(added))
    return changed.but(**changes, abilities=kept + given_too)


def _unused(kept: tuple[Held, ...]) -> int:
    """Return a number that is in the key of no ability that an earlier copy effect has added."""
    return 1 + max((held.key[0] for held in kept if isinstance(held.key[0], int)), default=0)


_EXCEPT: Final = {
    "sets": TYPE_WORDS - {"supertypes"} | {"power", "toughness", "loyalty", "name", "mana cost", "colors"},
    "adds": TYPE_WORDS | {"abilities", "colors"},
    "loses": TYPE_WORDS,
}
"""The exceptions that a copy effect can make."""
_OWN: Final = frozenset({"name", "colors", "power", "toughness"})
"""The characteristics that it can leave uncopied."""


def kept_by(exceptions: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the characteristics that a copy effect does not copy."""
    keeps = tuple(several(exceptions.get("keeps", [])))
    unknown = next((name for name in keeps if name not in _OWN), None)
    if unknown is not None:
        raise Unsupported("word", f"a copy that keeps its {unknown}")
    return keeps


def _understood(exceptions: Mapping[str, Any]) -> None:
    """Raise `Unsupported` for an unknown exception."""
    if "also" in exceptions:
        raise Unsupported("word", "an exception that depends on what the copy is, for what does not enter")
    if "counters" in exceptions:
        raise Unsupported("word", "an exception about counters, for what does not enter")
    for word, known in _EXCEPT.items():
        unknown = exceptions.get(word, {}).keys() - known
        if unknown:
            raise Unsupported("word", f"a copy that {word} {min(unknown)!r}")


@rule("707.9d", usual=(), mistakes={"all": lambda _rule, _game, held, _told: held})
def without_defining(_game: Game, held: tuple[Held, ...], told: set[str]) -> tuple[Held, ...]:
    """An ability that defines a characteristic for which the copy effect gives a value is not copied."""
    return tuple(each for each in held if not _defines(each, told))


@rule("707.9d")
def told_in_addition(game: Game) -> bool:
    """In the rules of 2013 such an ability was not copied either where the effect gave a type in addition to others."""
    return game.of_2013


def _defines(held: Held, told: set[str]) -> bool:
    return any(
        isinstance(part, Static) and part.defining and not told.isdisjoint(part.data["static"].get("sets") or ())
        for part in held.ability.parts
    )


def _values(game: Game, sets: Mapping[str, Any], ctx: Context) -> dict[str, Any]:
    numbers = "power", "toughness", "loyalty"
    changes: dict[str, Any] = {name: amount(game, sets[name], ctx) for name in numbers if name in sets}
    if "name" in sets:
        changes["name"] = sets["name"]
    if "mana cost" in sets:
        changes["cost"] = sets["mana cost"]
    if "colors" in sets:
        changes["colors"] = letters(sets["colors"], ctx)
    return changes


def prototype_values(values: Characteristics) -> Characteristics:
    """Return characteristics with the mana cost, the colours and the size that the prototype ability gives (718.2)."""
    told = next(held.ability.data for held in values.abilities if held.ability.keyword == "prototype")
    cost = str(told["cost"])
    return values.but(cost=cost, colors=colors_of(cost), power=told["power"], toughness=told["toughness"])


def enters_as(game: Game, change: Mapping[str, Any], ctx: Context) -> Callable[[Characteristics], Characteristics]:
    """Return what "as this enters, it becomes" does to copiable values (613.2a); numbers are counted now, and once."""
    sets = change.get("sets", {})
    counted = {name: amount(game, sets[name], ctx) for name in ("power", "toughness") if name in sets}
    told = {**change, "sets": {**sets, **counted}}
    return lambda values: _modified(game, values, told, ctx, None, ())
