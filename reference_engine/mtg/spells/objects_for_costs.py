"""Objects with which several parts of a cost are paid (118.3): none of them pays for two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reference_engine.mtg.objects import GameObject


class Wanted(NamedTuple):
    """What a part of a cost asks for."""

    how: str
    """`tap`, or `move` for all that takes an object away: what is tapped can be sacrificed as well."""
    among: Sequence[GameObject]
    number: int

    def but_for(self, used: Sequence[GameObject]) -> Wanted:
        """Return the same without objects that are used otherwise."""
        return self._replace(among=[obj for obj in self.among if obj not in used])


def enough_for_all(wanted: Sequence[Wanted], how: str | None = None, used: Sequence[GameObject] = ()) -> bool:
    """Say whether each part of a cost can be paid with objects of its own, if some have been used in some way."""
    left = [each.but_for(used) if each.how == how else each for each in wanted]
    return all(_enough([each for each in left if each.how == way]) for way in {each.how for each in left})


def _enough(wanted: Sequence[Wanted]) -> bool:
    taken: dict[GameObject, int] = {}
    return all(_finds(wanted, place, taken, set()) for place, each in enumerate(wanted) for _ in range(each.number))


def _finds(wanted: Sequence[Wanted], place: int, taken: dict[GameObject, int], tried: set[GameObject]) -> bool:
    """Find one more object for a part, if need be one that another part can do without."""
    for obj in wanted[place].among:
        if obj not in tried:
            tried.add(obj)
            if obj not in taken or _finds(wanted, taken[obj], taken, tried):
                taken[obj] = place
                return True
    return False
