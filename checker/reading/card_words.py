"""
Finds words in a card's data that mean nothing.

A schema says of a text that it is a word for something by `x-words`, the words that every card has. A card gives names
of its own where the schema says `x-names`: of a text, or of the keys of a mapping (`propertyNames`). So it serves every
game whose cards are written in this way; where nothing is marked, nothing is found.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from checker.reading import schema
from checker.reading.schema import SchemaNode
from checker.reading.yaml_strict import JsonPath


@dataclass(frozen=True, slots=True)
class Undefined:
    """A word that means nothing, where it is, and what may have been meant."""

    word: str
    path: JsonPath
    known: frozenset[str]


def undefined(game: str, card: Any) -> Iterator[Undefined]:
    """Yield the words in a card's data that neither every card has nor this one gives."""
    if not _marked(game):
        return
    top = schema.node(f"{game}/card")
    names = frozenset(_names(top, card))
    for word, path, known in _words(top, card, ()):
        if word not in known | names:
            yield Undefined(word, path, known | names)


@cache
def _marked(game: str) -> bool:
    return "'x-words'" in str(schema.schemas().get(f"{game}/card"))


def _names(place: SchemaNode, value: Any) -> Iterator[str]:
    """Yield the names that a value gives."""
    if isinstance(value, str) and place.schema.get("x-names"):
        yield value
    if isinstance(value, dict) and place.schema.get("propertyNames", {}).get("x-names"):
        yield from value
    for inner, item, _ in _within(place, value):
        yield from _names(inner, item)


def _words(place: SchemaNode, value: Any, path: JsonPath) -> Iterator[tuple[str, JsonPath, frozenset[str]]]:
    """Yield the texts that can only be words, with the words that are known there."""
    if isinstance(value, str):
        known = _known(place, value)
        if known is not None:
            yield value, path, known
        return
    for inner, item, step in _within(place, value):
        if not isinstance(item, str) or step:
            yield from _words(inner, item, (*path, *step))


def _known(place: SchemaNode, text: str) -> frozenset[str] | None:
    """Return the words that a text may be, or None if it may be something other than a word."""
    branches = [inner for branch in _branches(place) if (inner := place.child(branch)) is not None]
    if not branches:
        here = place.schema
        kinds = here.get("type", "string")
        if "string" not in kinds or text not in here.get("enum", [here.get("const", text)]):
            return frozenset()
        return frozenset(here["x-words"]) if "x-words" in here else None
    found = [_known(inner, text) for inner in branches]
    known = [each for each in found if each is not None]
    return frozenset().union(*known) if len(known) == len(found) else None


def _within(place: SchemaNode, value: Any) -> Iterator[tuple[SchemaNode, Any, JsonPath]]:
    """Yield the parts of a value, each with its place in the schema; every branch of the schema on its own."""
    for branch in _branches(place):
        inner = place.child(branch)
        if inner is not None:
            yield inner, value, ()
    if isinstance(value, dict):
        for key, item in value.items():
            if inner := place.property(key):
                yield inner, item, (key,)
    elif isinstance(value, list) and (inner := place.item()):
        for index, item in enumerate(value):
            yield inner, item, (index,)


def _branches(place: SchemaNode) -> tuple[Any, ...]:
    return (*place.schema.get("anyOf", ()), *place.schema.get("oneOf", ()))
