"""Layer 7: effects that change power and toughness (613.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.layers.layered_effect import Effect


@rule("613.4a")
def apply_define(game: Game, effect: Effect, obj: GameObject) -> None:
    """In layer 7a, characteristic-defining abilities say what power and toughness are."""
    _set(game, effect, obj)


@rule("613.4b")
def apply_set(game: Game, effect: Effect, obj: GameObject) -> None:
    """In layer 7b, power and toughness are set."""
    _set(game, effect, obj)


def _set(game: Game, effect: Effect, obj: GameObject) -> None:
    sets = effect.static.data["static"]["sets"]
    changes: dict[str, Any] = {}
    for name in ("power", "toughness"):
        if name in sets:
            changes[name] = effect.number(game, obj, ("sets", name), sets[name])
    obj.characteristics = obj.characteristics.but(**changes)


@rule("613.4c")
def apply_add(game: Game, effect: Effect, obj: GameObject) -> None:
    """In layer 7c, power and toughness are modified, by counters too."""
    adds = effect.static.data["static"]["adds"]
    _note_base(obj)
    now = obj.characteristics
    changes: dict[str, Any] = {}
    for name in ("power", "toughness"):
        if name in adds:
            changes[name] = (getattr(now, name) or 0) + effect.number(game, obj, ("adds", name), adds[name])
    obj.characteristics = now.but(**changes)


@rule("613.4d")
def apply_switch(_game: Game, _effect: Effect, obj: GameObject) -> None:
    """In layer 7d, power and toughness are switched."""
    _note_base(obj)
    now = obj.characteristics
    obj.characteristics = now.but(power=now.toughness, toughness=now.power)


def _note_base(obj: GameObject) -> None:
    """Keep what an object is before anything modifies or switches its power and toughness, for those who ask later."""
    if obj.base is None:
        obj.base = obj.characteristics
