"""What an object would be, were the game as it is supposed to be: nothing of it stays so."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.layers import apply_layers
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Before: TypeAlias = list[tuple[GameObject, Characteristics, Player, Characteristics | None]]


def as_things_are(game: Game) -> Before:
    """Return what is to be restored once something has been supposed."""
    every = (*game.battlefield, *game.stack, *game.layered.touched)
    return [(obj, obj.characteristics, obj.controller, obj.base) for obj in every]


def supposed(game: Game, what: GameObject, before: Before) -> Characteristics:
    """Return what an object would be, with the game as it is supposed to be; all objects are as they were then."""
    sight, touched = game.layered.sight, list(game.layered.touched)
    apply_layers(game)
    found = what.characteristics
    for obj in game.layered.touched:
        obj.characteristics, obj.base = obj.printed, None
    for obj, characteristics, controller, base in before:
        obj.characteristics, obj.controller, obj.base = characteristics, controller, base
    game.layered.sight, game.layered.touched = sight, touched
    return found
