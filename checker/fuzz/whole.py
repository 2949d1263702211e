"""
Compares two whole positions, each as an engine reports it.

A case says what to look at; here it is everything, as far as both tell it. Left out is what engines tell in words of
their own, which the game's vocabulary marks (`x-loose`).
"""

from collections.abc import Set as AbstractSet
from typing import Any

from checker.model import Json
from checker.positions.compare import Difference, differences
from checker.positions.nodes import ANY, CARD, ID, Node, Record, Zone
from checker.positions.vocabulary import Vocabulary


def apart(
    ours: Json, theirs: Json, vocabulary: Vocabulary, named: AbstractSet[str], left_out: AbstractSet[str]
) -> list[Difference]:
    """
    Return where the second position differs from the first.

    `named` are the objects that both know by the same ids; others are known by their cards. `left_out` are words for
    what is not compared.
    """
    one, other = vocabulary.answered(ours), vocabulary.answered(theirs)
    left_out = vocabulary.loose | left_out | _over(one, vocabulary)
    lying, lies = _both_lying(one, other, vocabulary, left_out, named)
    facts = _facts(vocabulary.top, one, other, left_out)
    found = [*differences(lying, lies, vocabulary), *differences(facts, other, vocabulary)]
    return list({difference.path: difference for difference in reversed(found)}.values())[::-1]


def lies_as_given(state: Json, given: Json, vocabulary: Vocabulary) -> bool:
    """Tell whether exactly those objects lie in each zone that a position had there, as far as the state tells."""
    now = vocabulary.answered(state)
    lay, lies = _both_lying(given, now, vocabulary, vocabulary.loose, vocabulary.ids(given).keys())
    return not any(differences({zone: part for zone, part in lay.items() if zone in lies}, lies, vocabulary))


def _over(state: Json, vocabulary: Vocabulary) -> AbstractSet[str]:
    """Return the words for what no longer counts, since the game has ended."""
    counts = [words for key, words in vocabulary.ends.items() if state.get(key) is True]
    return vocabulary.words - frozenset().union(*counts) if counts else frozenset()


def _both_lying(
    one: Json, other: Json, vocabulary: Vocabulary, left_out: AbstractSet[str], named: AbstractSet[str]
) -> tuple[Json, Json]:
    """Return of two positions which objects lie in each zone, each told as far as the other tells it."""
    lying, lies = (_lying(vocabulary.top, *pair, left_out, named) or {} for pair in ((one, other), (other, one)))
    return lying, lies


def _lying(node: Node, ours: Any, theirs: Any, left_out: AbstractSet[str], named: AbstractSet[str]) -> Any:
    """Return which objects lie in each zone, and nothing else."""
    if isinstance(node, Record) and isinstance(ours, dict):
        told = theirs if isinstance(theirs, dict) else {}
        below = {
            key: _lying(_below(node, key), part, told.get(key), left_out, named)
            for key, part in ours.items()
            if key not in left_out
        }
        return {key: part for key, part in below.items() if part is not None}
    if not isinstance(node, Zone) or not node.objects or not isinstance(ours, list | int):
        return None
    if isinstance(ours, list):
        if isinstance(theirs, int):
            return len(ours)
        return [
            {key: thing[key] for key in (ID, CARD) if thing.get(key) and (key != ID or thing[ID] in named)}
            for thing in ours
        ]
    return ours


def _facts(node: Node, ours: Any, theirs: Any, left_out: AbstractSet[str]) -> Any:
    """Return what is said about the players, and about the objects that both have in the same zone."""
    if isinstance(node, Record) and isinstance(ours, dict):
        told = theirs if isinstance(theirs, dict) else {}
        return {
            key: _facts(_below(node, key), part, told.get(key), left_out)
            for key, part in ours.items()
            if key not in left_out and (key in told or key in node.defaults)
        }
    if isinstance(node, Zone) and node.objects and isinstance(ours, list):
        beside = {thing[ID]: thing for thing in theirs if ID in thing} if isinstance(theirs, list) else {}
        return {
            thing[ID]: _facts(node.item, thing, beside[thing[ID]], left_out | {CARD})
            for thing in ours
            if thing.get(ID) in beside
        }
    return ours


def _below(record: Record, key: str) -> Node:
    return record.fields.get(key, record.rest or ANY)
