"""Names of objects (201.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.language.context import Context

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def name_meant(game: Game, word: str, ctx: Context) -> str:
    """Return the name that is meant: the chosen one, that of the object with the ability, or the one told."""
    if word == "chosen":
        return str(ctx.chosen.get("name", ""))
    return game.look(ctx.this).name if word == "this" else word


@rule("709.4a", usual=(), mistakes={"as one": lambda _rule, _game, name: [name]})
def names_of(_game: Game, name: str) -> list[str]:
    """A split card has two names, and has a name if one of its names is that."""
    return name.split(" // ")
