"""Trample (702.19): what may be assigned beyond the creatures that block, by all attackers taken together (510.1e)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, compress, product
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Assigned = Mapping[GameObject, Mapping[Any, int]]
"""The combat damage that creatures assign, by what it is assigned to."""


@dataclass(frozen=True, slots=True, eq=False)
class Reserve:
    """Damage that a creature has still to assign, and among what."""

    source: GameObject
    amount: int
    among: Sequence[Any]


@rule("702.19b")
def keeps_to_trample(game: Game, assigned: Assigned, reserves: Sequence[Reserve]) -> bool:
    """What tramples assigns nothing beyond its blockers unless all of these are or can be assigned lethal damage."""
    blockers = dict.fromkeys(
        thing
        for obj, shares in assigned.items()
        if any(number and thing is obj.attacking for thing, number in shares.items())
        for thing in shares
        if thing is not obj.attacking
    )
    lacking = {blocker: lacks(game, blocker, shares_of(game, assigned, blocker)) for blocker in blockers}
    return _enough(game, {blocker: number for blocker, number in lacking.items() if number}, reserves)


@rule("702.19b", usual=(), mistakes={"one attacker alone": lambda function, *a: function(*a)[-1:]})
def shares_of(_game: Game, assigned: Assigned, blocker: GameObject) -> list[tuple[GameObject, int]]:
    """What other attackers assign to a blocker at the same time counts too."""
    return [(obj, shares[blocker]) for obj, shares in assigned.items() if shares.get(blocker)]


@rule("702.19b")
def lacks(game: Game, blocker: GameObject, shares: Sequence[tuple[GameObject, int]]) -> int:
    """Return how much a creature lacks of lethal damage (120.6): with deathtouch any is enough (702.2c)."""
    toughness = game.look(blocker).toughness
    assert toughness is not None
    if any(_deadly(game, source) for source, _ in shares):
        return 0
    return max(0, toughness - blocker.damage - sum(number for _, number in shares))


def _deadly(game: Game, obj: GameObject) -> bool:
    return "deathtouch" in game.look(obj).keywords


def _enough(game: Game, lacking: Mapping[Any, int], reserves: Sequence[Reserve]) -> bool:
    """Say whether what is still to be assigned can make up for what creatures lack."""
    deadly = next((each for each in reserves if _deadly(game, each.source)), None)
    if deadly is not None:
        rest = [each for each in reserves if each is not deadly]
        within = [blocker for blocker in lacking if blocker in deadly.among]
        return any(
            _enough(game, {blocker: number for blocker, number in lacking.items() if blocker not in those}, rest)
            for those in combinations(within, min(deadly.amount, len(within)))
        )
    # There is enough for each of them just if there is for any of them together.
    return all(
        sum(lacking[blocker] for blocker in some)
        <= sum(each.amount for each in reserves if any(blocker in each.among for blocker in some))
        for picked in product((True, False), repeat=len(lacking))
        for some in [list(compress(lacking, picked))]
    )
