"""
Damage assignment orders (509.2, 509.3), which there were until November 2024.

A player announced for each creature in which order those that it fights would be assigned lethal damage. Nobody is
asked for it here: an order is one of all those by which what is assigned is legal. What a creature assigns in a first
combat damage step leaves fewer for the second.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.combat.trample import Assigned, Reserve, keeps_to_trample, lacks, shares_of
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Order = tuple[GameObject, ...]


def keeps_to_the_rules(game: Game, assigned: Assigned, reserves: Sequence[Reserve]) -> bool:
    """Say whether what creatures assign, together with what is still to be assigned, can be legal."""
    if not in_an_order(game):
        return keeps_to_trample(game, assigned, reserves)
    return any(
        keeps_to_trample(game, each, []) and all(orders(game, obj, each) for obj in each)
        for each in _completed(assigned, reserves)
    )


@rule("509.2")
def in_an_order(game: Game) -> bool:
    """Until November 2024 creatures assigned damage in an order; since then it is divided as their player likes."""
    return game.edition < "2024-11"


def settle_orders(game: Game, assigned: Assigned) -> None:
    """Note by which orders creatures have assigned their damage, for another combat damage step."""
    if in_an_order(game):
        game.combat.orders.update({obj.key: orders(game, obj, assigned) for obj in assigned})


def orders(game: Game, obj: GameObject, assigned: Assigned) -> list[Order]:
    """Return the orders by which a creature may assign its damage so."""
    fought = [each for each in assigned[obj] if isinstance(each, GameObject) and each is not obj.attacking]
    there = game.combat.orders.get(obj.key) or permutations(fought)
    return [order for order in there if follows(game, [each for each in order if each in fought], obj, assigned)]


@rule("510.1c", usual=("always",))
def follows(game: Game, order: Sequence[GameObject], obj: GameObject, assigned: Assigned) -> bool:
    """A creature assigns damage to another only if each one before it in the order is assigned lethal damage."""
    last = max((place for place, each in enumerate(order) if assigned[obj][each]), default=0)
    return not any(lacks(game, each, shares_of(game, assigned, each)) for each in order[:last])


def _completed(assigned: Assigned, reserves: Sequence[Reserve]) -> Iterator[Assigned]:
    """Yield all ways in which creatures can assign what is still to be assigned."""
    if not reserves:
        yield assigned
        return
    first, *rest = reserves
    for shares in _divided(first.amount, first.among):
        yield from _completed({**assigned, first.source: {**assigned.get(first.source, {}), **shares}}, rest)


def _divided(number: int, among: Sequence[Any]) -> Iterator[Mapping[Any, int]]:
    if not among:
        yield {}
        return
    first, *rest = among
    for share in range(number, -1, -1) if rest else (number,):
        for shares in _divided(number - share, rest):
            yield {first: share, **shares}
