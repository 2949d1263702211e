"""Takes out of a position what a difference does not need, piece by piece, until nothing more can go."""

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from typing import Any

from checker.fuzz.positions import Position
from checker.positions.nodes import CARD, ID, Zone
from checker.positions.vocabulary import Vocabulary

_TRIES = 400
"""How many smaller positions are tried in all."""

Smaller = Callable[[Position], Position | None]
"""Takes one thing out of a position; None if it is not there any more."""

Path = tuple[str | int, ...]


def shrunk(position: Position, stays: Callable[[Position], bool], tries: int = _TRIES) -> Position:
    """
    Return a smaller position for which `stays` holds, as it does for the one given.

    Tried are fewer actions, fewer objects, and the usual in the place of every other fact, over and over until nothing
    more can go.
    """
    found = True
    while found:
        found = False
        for smaller in [*_smaller(position)]:
            less = smaller(position)
            if less is None:
                continue
            if not tries:
                return position
            tries -= 1
            if stays(less):
                position, found = less, True
    return position


def _smaller(position: Position) -> Iterator[Smaller]:
    """Yield the ways to make a position smaller, those that take out the most, and the last things, first."""
    for number in reversed(range(len(position.actions))):
        yield partial(_without_action, number=number)
    vocabulary = Vocabulary.of(position.game)
    zones = [*_zones(position, vocabulary)]
    yield from _fewer_objects(zones)
    yield from _fewer_facts(zones)
    yield from _usual_facts(position, vocabulary)


def _fewer_objects(zones: Sequence[tuple[Path, list[Any]]]) -> Iterator[Smaller]:
    for path, zone in zones:
        yield partial(_without, path=path, places=slice(None))
        for place in reversed(range(len(zone))):
            yield partial(_without, path=path, places=slice(place, place + 1))


def _fewer_facts(zones: Sequence[tuple[Path, list[Any]]]) -> Iterator[Smaller]:
    for path, zone in zones:
        for place in reversed(range(len(zone))):
            for fact in zone[place]:
                if fact not in {ID, CARD}:
                    yield partial(_without_fact, path=(*path, place), fact=fact)


def _usual_facts(position: Position, vocabulary: Vocabulary) -> Iterator[Smaller]:
    players = vocabulary.players(position.given)
    for name in players:
        for fact, usual in vocabulary.player.written.items():
            if position.given.get(name, {}).get(fact, usual) != usual:
                yield partial(_as_usual, path=(name,), fact=fact, usual=usual)
    for fact, usual in vocabulary.given({"players": players}).items():
        if fact not in players and position.given.get(fact) != usual:
            yield partial(_as_usual, path=(), fact=fact, usual=usual)


def _zones(position: Position, vocabulary: Vocabulary) -> Iterator[tuple[Path, list[Any]]]:
    """Yield where objects are, and which, except where they are there by default."""
    for key, node in vocabulary.top.fields.items():
        if isinstance(node, Zone) and node.objects and position.given.get(key):
            yield (key,), position.given[key]
    for name in vocabulary.players(position.given):
        for key, part in position.given.get(name, {}).items():
            node = vocabulary.player.fields.get(key, vocabulary.top)
            if isinstance(node, Zone) and node.objects and part and part != vocabulary.player.written.get(key):
                yield (name, key), part


def _without_action(position: Position, number: int) -> Position | None:
    if number >= len(position.actions):
        return None
    return replace(position, actions=(*position.actions[:number], *position.actions[number + 1 :]))


def _without(position: Position, path: Path, places: slice) -> Position | None:
    given = deepcopy(position.given)
    zone = _at(given, path)
    if not zone[places]:
        return None
    del zone[places]
    return replace(position, given=given)


def _without_fact(position: Position, path: Path, fact: str) -> Position | None:
    given = deepcopy(position.given)
    *zone, place = path
    there = _at(given, tuple(zone))
    if not isinstance(place, int) or place >= len(there) or there[place].pop(fact, None) is None:
        return None
    return replace(position, given=given)


def _as_usual(position: Position, path: Path, fact: str, usual: Any) -> Position | None:
    given = deepcopy(position.given)
    part = _at(given, path)
    if part.get(fact) == usual:
        return None
    part[fact] = deepcopy(usual)
    return replace(position, given=given)


def _at(given: Any, path: Path) -> Any:
    for key in path:
        given = given[key]
    return given
