"""Objects with which costs are paid (118.3): which a player takes, and that none of them pays for two parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


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


class Question(NamedTuple):
    """What a player is asked about a part of a cost that is paid with objects."""

    player: Player
    kind: str
    about: str
    how: str
    others: Sequence[Wanted]
    """What the other parts ask for."""


def called(among: Iterable[GameObject], names: Iterable[str]) -> list[GameObject]:
    """Return the objects that an action names, another one for each time that the same name is there."""
    left, found = list(among), []
    for name in names:
        place = next((place for place, obj in enumerate(left) if obj.word == name), None)
        if place is not None:
            found.append(left.pop(place))
    return found


def asked(
    game: Game, question: Question, part: Any, found: Sequence[GameObject], least: int, most: int
) -> list[GameObject]:
    """
    Ask what pays for a part of a cost.

    That is one after another where some of it together leaves too little for others, or has too little power while as
    much of other objects has enough.
    """
    player, kind, about, how, others = question
    few = _so_many(game, part, found)
    if few is not None and (most == 1 or enough_for_all(others, how, found)):
        return game.choose(player, kind, found, about, max(few, least), min(most, len(found)))
    chosen: list[GameObject] = []
    while len(chosen) < most:
        left = [obj for obj in found if obj not in chosen]
        able = [
            obj
            for obj in left
            if enough_for_all(others, how, [*chosen, obj])
            and enough_power(game, part, [*chosen, obj], [each for each in left if each is not obj])
        ]
        done = len(chosen) >= least and enough_power(game, part, chosen)
        taken = game.choose(player, kind, able, about, optional=done) if able else []
        if not taken:
            break
        chosen += taken
    return chosen


def _so_many(game: Game, part: Any, found: Sequence[GameObject]) -> int | None:
    """Return how many objects have enough power, whichever they are; None where that depends on which."""
    if "total power" not in part:
        return 0
    powers = sorted(_power(game, obj) for obj in found)
    weakest, strongest = (_first_with(each, part["total power"]) for each in (powers, powers[::-1]))
    return weakest if weakest == strongest and min(powers, default=0) >= 0 else None


def _first_with(powers: Iterable[int], wanted: int) -> int | None:
    """Return how many of some powers, from the first on, are together as much as is wanted; None if all are less."""
    return next((number for number, total in enumerate(accumulate(powers, initial=0)) if total >= wanted), None)


def enough_power(game: Game, part: Any, chosen: Iterable[GameObject], further: Iterable[GameObject] = ()) -> bool:
    """Say whether some objects, with those of others that add to it, have together the power that a cost asks for."""
    if "total power" not in part:
        return True
    together = sum(_power(game, obj) for obj in chosen) + sum(max(0, _power(game, obj)) for obj in further)
    return bool(together >= part["total power"])


def _power(game: Game, obj: GameObject) -> int:
    return game.look(obj).power or 0
