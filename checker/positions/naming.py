"""What the ids of a case stand for, and where an engine's words refer to them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from checker.model import Json
from checker.positions.nodes import CARD, ID
from checker.positions.vocabulary import objects
from checker.prose import capital

_WORDS = """
to of by for with and but before from under source that
casts plays keeps sacrifices discards creates controls draws attacks blocks
copies cast play sacrifice discard attack block copy
"""
_BEFORE = (", ", ": ", *(f" {word} " for word in _WORDS.split()))
"""The words before an object in an engine's steps, where it is not the first word."""

_NO_ZONE = (", ", ": ", " casts ", " plays ", " attacks ", " blocks ", " cast ", " play ", " attack ", " block ")
"""The words before an object where no zone can stand."""

_WORD = re.compile(r"[a-z][a-z0-9_]*\b")


def names(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """
    Return the name of every object that has an id, given what objects are called in two positions.

    Where the case calls two of the same name by ids, the ids tell them apart; what came to be on the way has an id of
    the engine's, which tells a reader nothing.
    """
    often = Counter(before.values())
    told = {name: title if often[title] == 1 else f"{title} ({name})" for name, title in before.items()}
    return {**after, **told}


def of_positions(before: Json, after: Json, fact: str) -> dict[str, str]:
    """
    Return the names of a case's players and objects by the positions, both written out, in which it begins and ends.

    `fact` is the word for an object's name, where it may differ from its card's.
    """
    of_objects = names(*({item[ID]: title(item, fact) for item in objects(position)} for position in (before, after)))
    return of_players(before["players"]) | of_objects


def of_players(players: Iterable[str]) -> dict[str, str]:
    """Return what players are called in a sentence."""
    return {player: capital(player) for player in players}


def title(item: Json, fact: str) -> str:
    """Return what an object is called: the name that it has now, or its card's."""
    return str(item.get(fact) or item.get(CARD) or "a card")


def mentions(text: str, known: Mapping[str, str], zones: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield where a step names a player or an object by id: at its beginning and after some words; not zones."""
    for found in _WORD.finditer(text):
        start = found.start()
        before = _NO_ZONE if found[0] in zones else _BEFORE
        if found[0] in known and (not start or text.endswith(before, 0, start)):
            yield start, found.end()


def named(text: str, known: Mapping[str, str], zones: frozenset[str]) -> str:
    """Return a step with names for ids, and with a capital letter at its beginning."""
    told, end = "", 0
    for start, stop in mentions(text, known, zones):
        told += text[end:start] + known[text[start:stop]]
        end = stop
    return capital(told + text[end:])
