"""Phasing (702.26): permanents phase out, with what is attached to them, and in again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.combat.removal import remove_from_combat
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def phase_out(game: Game, obj: GameObject, along_with: GameObject | None = None) -> None:
    """Let a permanent phase out, which removes it from combat (702.26b)."""
    remove_from_combat(game, obj)
    obj.phased_out = True
    obj.phased_with = along_with or obj.controller
    for each in attached_things(game, obj):
        phase_out(game, each, obj)
    game.renew()


@rule("702.26g", usual=("nothing",))
def attached_things(game: Game, obj: GameObject) -> list[GameObject]:
    """What is attached to a permanent phases out with it, and phases in with it and not by itself."""
    return [each for each in game.permanents if each.attached_to is obj]


def phase_in(game: Game, obj: GameObject) -> None:
    """Let a permanent phase in, with what phased out along with it."""
    obj.phased_out = False
    for each in game.battlefield:
        if each.phased_with is obj:
            phase_in(game, each)
    game.renew()
