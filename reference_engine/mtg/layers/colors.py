"""Layer 5: effects that change colour (613.1e)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.mtg.characteristics import WUBRG
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.layers.types import undefined
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.layers.layered_effect import Effect


@rule("613.1e")
def apply(game: Game, effect: Effect, obj: GameObject) -> None:
    """In layer 5, colour-changing effects are applied."""
    what = effect.static.data["static"]
    now = obj.characteristics.colors
    if "colors" in what.get("sets", ()):
        told = what["sets"]["colors"]
        if not (told == "chosen" and undefined(game, effect.context, "color")):
            now = become(game, now, letters(told, effect.context))
    if "colors" in what.get("adds", ()):
        now |= letters(what["adds"]["colors"], effect.context)
    obj.characteristics = obj.characteristics.but(colors=now)


@rule("105.3", usual=(), mistakes={"added": lambda _rule, _game, now, new: now | new})
def become(_game: Game, _now: frozenset[str], new: frozenset[str]) -> frozenset[str]:
    """New colours take the place of all that the object had."""
    return new


def letters(value: Any, ctx: Context) -> frozenset[str]:
    """Return colours by letter; `all` for all five, `chosen` for the chosen one."""
    if value == "all":
        return frozenset(WUBRG)
    if value == "chosen":
        return frozenset({str(ctx.chosen["color"])} if "color" in ctx.chosen else ())
    return frozenset(str(ctx.names.get(word, word)) for word in several(value))
