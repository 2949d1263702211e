"""When something may be done (117.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.objects import Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@rule("307.1")
def sorcery_speed(game: Game, player: Player) -> bool:
    """A sorcery is cast in a main phase of its player's own turn while the stack is empty."""
    return game.active is player and game.step.endswith("main") and not game.stack


@rule("117.3a")
def priority(game: Game) -> bool:
    """Players get priority in every step but the untap step, and in a cleanup step only if another follows (514.3)."""
    return game.step != "untap" and (game.step != "cleanup" or game.plan[:1] == ["cleanup"])
