"""Layer 2: effects that change control (613.1b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg.language import references
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.layers.layered_effect import Effect


@rule("613.1b")
def apply(game: Game, effect: Effect, obj: GameObject) -> None:
    """In layer 2, control-changing effects are applied."""
    player = references.the_player(game, effect.static.data["static"]["control"], effect.context)
    if player is None:
        raise Unsupported("word", f"control by {effect.static.data['static']['control']!r}")
    if not player.left:  # what gives control to a player who has left is over (800.4a)
        obj.controller = player
