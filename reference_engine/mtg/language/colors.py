"""The colours of objects (105), as patterns ask for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import several
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.language.context import Context

Test = Callable[["Game", GameObject, "Context"], bool]

_COLOR_COUNTS: Mapping[str, Callable[[int], bool]] = {
    "colorless": lambda number: number == 0,
    "monocolored": lambda number: number == 1,
    "multicolored": lambda number: number > 1,
}


def has_color(value: Any) -> Test:
    """Return a test of whether an object has one of some colours, or that many."""

    def test(game: Game, obj: GameObject, ctx: Context) -> bool:
        colors = game.look(obj).colors
        return any(_is_color(word, colors, ctx) for word in words)

    words = several(value)
    return test


def _is_color(word: str, colors: frozenset[str], ctx: Context) -> bool:
    count = _COLOR_COUNTS.get(word)
    if count is not None:
        return count(len(colors))
    if word == "chosen":
        return ctx.chosen.get("color") in colors
    return word in colors
