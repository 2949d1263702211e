"""Roles (303.7): Auras of which a permanent has but one of each player's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def surplus(game: Game, there: Sequence[GameObject]) -> list[GameObject]:
    """Return the Roles that give way to a newer one of their controller's on the same permanent."""
    found: dict[tuple[GameObject, Player], list[GameObject]] = {}
    for obj in there:
        if "Role" in obj.characteristics.subtypes and isinstance(obj.attached_to, GameObject):
            found.setdefault((obj.attached_to, obj.controller), []).append(obj)
    return [each for same in found.values() if same[1:] for each in all_but_the_newest(game, same)]


@rule(
    "704.5z",
    usual=("nothing",),
    mistakes={
        "the oldest stays": lambda _rule, _game, same: sorted(same, key=lambda role: role.timestamp)[1:],
        "the last listed stays": lambda _rule, _game, same: same[:-1],
    },
)
def all_but_the_newest(_game: Game, same: list[GameObject]) -> list[GameObject]:
    """Of one player's Roles on one permanent, all but the one with the latest timestamp go to the graveyard."""
    newest = max(same, key=lambda role: role.timestamp)
    return [role for role in same if role is not newest]
