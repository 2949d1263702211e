"""Tells the trace what each effect makes of an object, layer by layer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.layers.effect import Effect

_RULES = {
    "2": "613.1b",
    "3": "613.1c",
    "4": "613.1d",
    "5": "613.1e",
    "6": "613.1f",
    "7a": "613.4a",
    "7b": "613.4b",
    "7c": "613.4c",
    "7d": "613.4d",
}
_TOLD = ("name", "colors", "supertypes", "types", "subtypes", "power", "toughness")


def explain(game: Game, effect: Effect, obj: GameObject, layer: str, before: tuple[Characteristics, Player]) -> None:
    """Tell what an effect has changed about an object in a layer, if it has changed anything."""
    was, controller = before
    now = obj.characteristics
    changes = [
        f"{name} {_shown(getattr(was, name))} becomes {_shown(getattr(now, name))}"
        for name in _TOLD
        if getattr(was, name) != getattr(now, name)
    ]
    if controller is not obj.controller:
        changes.append(f"controller {controller} becomes {obj.controller}")
    if was.abilities != now.abilities:
        labels = [[held.ability.label for held in each.abilities] for each in (was, now)]
        changes.append(f"abilities {_shown(labels[0])} become {_shown(labels[1])}")
    if changes:
        source = effect.source or effect.context.source or "an effect"
        game.run.tell(
            "Layer {layer}, {source}: {what}: {changes}",
            _RULES[layer],
            layer=layer,
            source=source,
            what=obj,
            changes="; ".join(changes),
        )


def _shown(value: Any) -> str:
    if isinstance(value, frozenset | list | tuple):
        return ", ".join(sorted(map(str, value))) or "none"
    return "none" if value is None else str(value)
