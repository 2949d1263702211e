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
from reference_engine.mtg.layers.abilities import of_others
from reference_engine.mtg.layers.explain import explain_order
from reference_engine.mtg.layers.parts import EVERYTHING, amounts, writes
from reference_engine.mtg.layers.types import subtypes_given
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.layers.layered_effect import Effect


def next_effect(game: Game, waiting: list[Effect], layer: str) -> Effect:
    """Return the effect that is applied next among those that wait (613.8b, 613.8c)."""
    order = in_timestamp_order(game, waiting)
    if len(order) == 1:
        return order[0]
    oldest, *others = order
    if game.run.plain and not any(depends_on(game, oldest, other, layer) for other in others):
        return oldest  # it waits for nothing, so that it need not be known what waits for it
    depends = dependencies(game, order, layer)
    first = next(effect for effect in order if need_not_wait(game, depends, effect))
    explain_order(game, layer, first, [other for other in order if first in depends[other]], depends[first])
    return first


@rule("613.8c", usual=(), mistakes={"as at first": mistakes.as_at_first})
def dependencies(game: Game, order: list[Effect], layer: str) -> dict[Effect, list[Effect]]:
    """After each effect is applied, the order of the rest is determined again, since dependencies may change."""
    return {
        effect: [other for other in order if other is not effect and depends_on(game, effect, other, layer)]
        for effect in order
    }


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


@rule("613.7", usual=("reversed",))
def in_timestamp_order(game: Game, effects: list[Effect]) -> list[Effect]:
    """Within a layer, an effect with an earlier timestamp is applied before one with a later timestamp."""
    return sorted(effects, key=lambda effect: (effect.timestamp, order_among_its_own(game, effect)))


@rule("613.7a", usual=("none",))
def order_among_its_own(_game: Game, effect: Effect) -> int:
    """Effects of one object that gets a new timestamp, which is the same for all, stay in the order that they had."""
    return effect.created


@rule("613.8a")
def depends_on(game: Game, effect: Effect, other: Effect, layer: str) -> bool:
    """An effect depends on another that would change its existence, what it applies to, or what it does."""
    if reads(effect).isdisjoint(writes(other.static.data["static"], layer)):
        return False
    before = _signature(game, effect, layer)
    touched = other.applies_to(game)
    kept = [(obj, obj.characteristics, obj.controller) for obj in touched]
    other.apply_to(game, touched, layer)
    after = _signature(game, effect, layer)
    for obj, characteristics, controller in kept:
        obj.characteristics, obj.controller = characteristics, controller
    return bool(before != after)


def reads(effect: Effect) -> frozenset[str]:
    """Return what an effect looks at in order to exist, to find its objects and to know what it does."""
    if effect.static.settled_sight.zones:
        return EVERYTHING
    if effect.started:
        return _ONCE_STARTED
    if effect.static.compares:
        return EVERYTHING
    return _ITS_OWN | effect.static.affects.reads


_ITS_OWN = frozenset({"abilities-", "controller"})
"""Whether its ability is there, and whose it is: to its own controller it may give control."""
_ONCE_STARTED = frozenset({"types", "controller"})
"""On card types depends what subtypes it gives (205.3d), and on whose its ability is to whom it gives control."""


def _signature(game: Game, effect: Effect, layer: str) -> Any:
    """Return what is compared with what another effect would make of it: None if it does not exist."""
    if not effect.started and not effect.exists(game):
        return None
    text = effect.text if layer == "3" else None  # where alone it can change
    return text, {obj.key: _done(game, effect, obj) for obj in effect.applies_to(game)}


def _done(game: Game, effect: Effect, obj: GameObject) -> list[Any]:
    """Return what decides what an effect does to an object: whose it is, which subtypes fit (205.3d), what it adds."""
    effect.context.affected = obj
    numbers = [effect.number(game, obj, part, spec) for part, spec in amounts(effect.static.data).items()]
    fitting = subtypes_given(game, effect, obj.characteristics)
    return [effect.context.controller, fitting, of_others(game, effect), *numbers]
