"""
Which effect comes next within a layer: timestamps (613.7), unless one effect depends on another (613.8).

Dependency is found by trial: an effect depends on another if applying the other would change whether it exists, what it
applies to, or what it does to what it applies to. What two effects can only look at and only change tells beforehand
for most pairs that there is nothing to try.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import mistakes
from reference_engine.mtg.layers.parts import writes

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.layers.effect import Effect

_STATIC_AMOUNTS = (int, str, list)


def next_effect(game: Game, waiting: list[Effect], layer: str) -> Effect:
    """Return the effect that is applied next among those that wait (613.8b, 613.8c)."""
    order = in_timestamp_order(game, waiting)
    if len(order) == 1:
        return order[0]
    oldest, *others = order
    if game.run.plain and not any(depends_on(game, oldest, other, layer) for other in others):
        return oldest  # it waits for nothing, so that it need not be known what waits for it
    depends = dependencies(game, order, layer)
    if not any(depends.values()):
        return order[0]
    for effect in order:
        if need_not_wait(game, depends, effect):
            if game.explaining and effect is not order[0]:
                _tell(game, layer, effect, [other for other in order if effect in depends[other]])
            return effect
    return order[0]


@rule("613.8c", usual=(), mistakes={"as at first": mistakes.as_at_first})
def dependencies(game: Game, order: list[Effect], layer: str) -> dict[Effect, list[Effect]]:
    """After each effect that is applied the order of the others is looked at anew: one may depend on others now."""
    return {
        effect: [other for other in order if other is not effect and depends_on(game, effect, other, layer)]
        for effect in order
    }


def _tell(game: Game, layer: str, first: Effect, waiting: list[Effect]) -> None:
    """Tell which effects wait for one that is applied before them, though they are older."""
    older = [str(other.source or "an effect") for other in waiting if other.timestamp < first.timestamp]
    if older:
        game.run.tell(
            "Layer {layer}: {first} is applied before {older}, although it is younger, for that depends on it",
            "613.8b",
            layer=layer,
            first=first.source or first.context.source or "an effect",
            older=" and ".join(dict.fromkeys(older)),
        )


@rule("613.8b", usual=("always",))
def need_not_wait(_game: Game, depends: dict[Effect, list[Effect]], effect: Effect) -> bool:
    """An effect waits for those that it depends on, unless they depend on it in turn: a loop."""
    return all(effect in _reached(depends, other) for other in depends[effect])


def _reached(depends: dict[Effect, list[Effect]], start: Effect) -> set[Effect]:
    """Return what an effect depends on, directly or by way of others."""
    found: set[Effect] = set()
    left = [start]
    while left:
        for other in depends[left.pop()]:
            if other not in found:
                found.add(other)
                left.append(other)
    return found


@rule("613.7")
def in_timestamp_order(_game: Game, effects: list[Effect]) -> list[Effect]:
    """Within a layer, an effect with an earlier timestamp is applied before one with a later timestamp."""
    return sorted(effects, key=lambda effect: effect.timestamp)


@rule("613.8a")
def depends_on(game: Game, effect: Effect, other: Effect, layer: str) -> bool:
    """An effect depends on another that would change its existence, what it applies to, or what it does."""
    if effect.defining != other.defining:
        return False
    if reads(effect).isdisjoint(writes(other.static.data["static"], layer)):
        return False
    before = _signature(game, effect, layer)
    touched = other.applies_to(game)
    kept = [(obj, obj.characteristics, obj.controller) for obj in touched]
    for obj in touched:
        other.apply(game, obj, layer)
    after = _signature(game, effect, layer)
    for obj, characteristics, controller in kept:
        obj.characteristics, obj.controller = characteristics, controller
    return _differ(before, after)


def reads(effect: Effect) -> frozenset[str]:
    """Return what an effect looks at in order to exist, to find its objects and to know what it does."""
    found: set[str] = set()
    if not effect.started:
        if effect.source is not None:
            found |= {"abilities-", "text"}
        found |= effect.static.affects.reads
    what = effect.static.data["static"]
    if "if" in what or "if" in effect.static.data or _counts(what.get("sets")) or _counts(what.get("adds")):
        found |= {"types", "subtypes", "supertypes", "colors", "name", "controller", "abilities", "power", "toughness"}
    return frozenset(found)


def _counts(values: Any) -> bool:
    """Say whether what is set or added is worked out from the state of the game."""
    return bool(values) and any(not isinstance(value, _STATIC_AMOUNTS) for value in values.values())


def _signature(game: Game, effect: Effect, layer: str) -> Any:
    if not effect.started and not effect.exists(game):
        return None
    affected = effect.applies_to(game)
    what = effect.static.data["static"]
    if not (_counts(what.get("sets")) or _counts(what.get("adds"))):
        return {obj.key: None for obj in affected}
    return {obj.key: _amounts(game, effect, obj, layer) for obj in affected}


def _amounts(game: Game, effect: Effect, obj: Any, layer: str) -> Any:
    made, now = effect.does(game, obj, layer), obj.characteristics
    if layer == "7c":
        return ((made.power or 0) - (now.power or 0), (made.toughness or 0) - (now.toughness or 0))
    return (made.power, made.toughness, made.colors, made.types) if layer.startswith("7") else made


def _differ(before: Any, after: Any) -> bool:
    if before is None or after is None or before.keys() != after.keys():
        return (before is None) != (after is None) or (before is not None and before.keys() != after.keys())
    return any(before[key] != after[key] for key in before)
