"""The values that a copy has (707.2, 707.9), and what "enters as" makes of copiable values (613.2a)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.abilities import Static, given
from reference_engine.mtg.amounts import amount
from reference_engine.mtg.characteristics import Characteristics, Held, land_abilities
from reference_engine.mtg.context import Context
from reference_engine.mtg.layers.colors import letters
from reference_engine.mtg.layers.copying import copiable_values
from reference_engine.mtg.layers.types import change_types
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
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
    """A copy acquires the copiable values of the original: no other effects, status, counters or choices."""
    if original.gone:
        return original.printed if not original.copying else original.copying[-1].values
    return copiable_values(game, original)


def copied(
    game: Game, original: GameObject, exceptions: Mapping[str, Any], ctx: Context, copy: GameObject | None = None
) -> Characteristics:
    """Return the values of a copy of an object, with the exceptions that the copy effect makes (707.9)."""
    values = values_of(game, original)
    if not exceptions:
        return values
    return with_exceptions(game, values, exceptions, ctx, copy)


@rule("707.9", usual=(), mistakes={"skipped": lambda _rule, _game, values, *_rest: values})
def with_exceptions(
    game: Game, values: Characteristics, exceptions: Mapping[str, Any], ctx: Context, copy: GameObject | None
) -> Characteristics:
    """Exceptions of a copy effect become part of the copiable values."""
    changed = change_types(game, values, exceptions, ctx)
    changes = _values(game, values, exceptions, ctx)
    for name in _many(exceptions.get("keeps")):
        if copy is not None:
            changes[name] = getattr(copy.printed, name)
    kept = without_defining(
        game, changed.abilities, set(exceptions.get("sets") or ()) | set(_many(exceptions.get("keeps")))
    )
    held = _abilities(kept, exceptions, ctx)
    if held is not None or len(kept) < len(changed.abilities):
        changes["abilities"] = kept if held is None else held
    return changed.but(**changes)


@rule("707.9d", usual=(), mistakes={"all": lambda _rule, _game, held, _told: held})
def without_defining(_game: Game, held: tuple[Held, ...], told: set[str]) -> tuple[Held, ...]:
    """An ability that defines a characteristic for which the copy effect gives a value is not copied."""
    return tuple(each for each in held if not _defines(each, told))


def _defines(held: Held, told: set[str]) -> bool:
    return any(
        isinstance(part, Static) and part.defining and not told.isdisjoint(part.data["static"].get("sets") or ())
        for part in held.ability.parts
    )


def _values(game: Game, values: Characteristics, exceptions: Mapping[str, Any], ctx: Context) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    sets, adds = exceptions.get("sets") or {}, exceptions.get("adds") or {}
    for name in ("power", "toughness"):
        if name in sets:
            changes[name] = amount(game, sets[name], ctx)
    if "name" in sets:
        changes["name"] = sets["name"]
    if "mana cost" in sets:
        changes["cost"] = sets["mana cost"]
    if "colors" in sets:
        changes["colors"] = letters(sets["colors"], ctx)
    if "colors" in adds:
        changes["colors"] = values.colors | letters(adds["colors"], ctx)
    return changes


def _many(value: Any) -> list[str]:
    return [] if value is None else value if isinstance(value, list) else [value]


def _abilities(now: tuple[Held, ...], exceptions: Mapping[str, Any], ctx: Context) -> tuple[Held, ...] | None:
    lost = (exceptions.get("loses") or {}).get("abilities")
    added = (exceptions.get("adds") or {}).get("abilities")
    if lost is None and not added:
        return None
    if lost == "all":
        now = ()
    elif lost:
        now = tuple(held for held in now if held.ability.keyword not in lost and held.ability.label not in lost)
    return now + tuple(
        Held(given(each, ctx), "text", ("copy", id(exceptions), place)) for place, each in enumerate(added or ())
    )


def enters_as(game: Game, change: Mapping[str, Any], ctx: Context) -> Callable[[Characteristics], Characteristics]:
    """Return what "as this enters, it becomes" does to copiable values (613.2a)."""

    def becomes(values: Characteristics) -> Characteristics:
        made = with_exceptions(game, values, {key: change[key] for key in ("sets", "adds") if key in change}, ctx, None)
        kept = tuple(held for held in made.abilities if held.origin != "type")
        return made.but(abilities=kept + land_abilities(made.types, made.subtypes))

    return becomes
