"""
Damage assignment orders (509.2, 509.3), which there were until November 2024.

A player announced for each creature in which order those that it fights would be assigned lethal damage. Nobody is
asked for it here: what is assigned tells which of them come before which, and is legal if there is an order in which
they do. What a creature assigns in a first combat damage step counts in the second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.combat.trample import Assigned, Reserve, keeps_to_trample, lacks, shares_of
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Pair = tuple[GameObject, GameObject]
"""Two creatures, of which the first comes before the second in an order."""


def keeps_to_the_rules(game: Game, assigned: Assigned, reserves: Sequence[Reserve]) -> bool:
    """Say whether what creatures assign, together with what is still to be assigned, can be legal."""
    if not in_an_order(game):
        return keeps_to_trample(game, assigned, reserves)
    return any(
        keeps_to_trample(game, each, []) and all(has_an_order(game, obj, each) for obj in each)
        for each in _completed(assigned, _not_free(assigned, reserves))
    )


@rule("509.2")
def in_an_order(game: Game) -> bool:
    """Until November 2024 creatures assigned damage in an order; since then it is divided as their player likes."""
    return game.edition < "2024-11"


def settle_orders(game: Game, assigned: Assigned) -> None:
    """Note what is known of the orders by how creatures assign their damage, for another combat damage step."""
    if in_an_order(game):
        for obj in assigned:
            game.combat.orders.setdefault(obj.key, set()).update(follows(game, obj, assigned))


def has_an_order(game: Game, obj: GameObject, assigned: Assigned) -> bool:
    """Say whether there is an order by which a creature may assign its damage so."""
    later = TopologicalSorter[GameObject]()
    for first, second in [*follows(game, obj, assigned), *game.combat.orders.get(obj.key, ())]:
        later.add(second, first)
    try:
        later.prepare()
    except CycleError:
        return False
    return True


@rule("510.1c", usual=("nothing",))
def follows(game: Game, obj: GameObject, assigned: Assigned) -> list[Pair]:
    """A creature assigns damage to another only if each one before it in the order is assigned lethal damage."""
    fought = [each for each in assigned[obj] if isinstance(each, GameObject) and each is not obj.attacking]
    short = [each for each in fought if lacks(game, each, shares_of(game, assigned, each))]
    return [(each, other) for each in fought if assigned[obj][each] for other in short if other is not each]


def _not_free(assigned: Assigned, reserves: Sequence[Reserve]) -> list[Reserve]:
    """Return the reserves without those of creatures that alone fight what they do: any order is open to these."""
    fought = Counter(thing for things in _all_fought(assigned, reserves) for thing in things)
    return [
        each
        for each in reserves
        if each.source in assigned or any(fought[thing] > 1 for thing in each.among if isinstance(thing, GameObject))
    ]


def _all_fought(assigned: Assigned, reserves: Sequence[Reserve]) -> Iterable[Iterable[Any]]:
    new = [each.among for each in reserves if each.source not in assigned]
    return [*assigned.values(), *new]


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
