"""
Finds what a case names: cards, objects, players. What names what is read from the schemas, so it serves every game.

A value whose schema is reached by a `$ref` to `cardName` names a card, and so does the bare text of a `listed` object;
`objectId` is the name of an object, `object` and `reference` refer to one by its id or by its name, and `player` of the
ruling's schema names a player.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from checker.model import Json
from checker.reading.schema import SchemaNode, node
from checker.reading.yaml_strict import JsonPath

Kind = Literal["card", "id", "object", "player"]

_BY_DEFINITION: dict[str, Kind] = {
    "cardName": "card",
    "listed": "card",
    "objectId": "id",
    "object": "object",
    "reference": "object",
}
_PLAYER = "ruling.schema.json#/$defs/player"
_CARD_DATA = "/card.schema.json"
_ID = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Reference:
    """A mention of something, and where it is."""

    kind: Kind
    name: str
    path: JsonPath


def is_id(name: str) -> bool:
    """Tell whether a name has the form of an object's id rather than that of a card's name."""
    return _ID.fullmatch(name) is not None


def in_state(game: str, state: Json, path: JsonPath) -> Iterator[Reference]:
    """Yield what a position, or a part of one, names; `path` leads to it."""
    yield from _walk(node(f"{game}/state"), state, path)


def in_action(game: str, action: Json, path: JsonPath) -> Iterator[Reference]:
    """Yield what an action names; `path` leads to it."""
    yield from _walk(node(f"{game}/action"), action, path)


def players(game: str, *states: Any) -> set[str]:
    """Return the players that positions name, or those who are there if none is named."""
    schema = node(f"{game}/state").schema
    known = schema.get("properties", {})
    names = set(schema.get("x-default-players", ()))
    for state in states:
        names.update(state.get("players", ()))
        names.update(key for key in state if key not in known)
    return names


def texts(value: Any) -> Iterator[str]:
    """Yield every text in a value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)


def _walk(place: SchemaNode, value: Any, path: JsonPath) -> Iterator[Reference]:
    for branch in (*place.schema.get("anyOf", ()), *place.schema.get("oneOf", ())):
        if inner := place.child(branch):
            yield from _walk(inner, value, path)
    match value:
        case str() if kind := _kind(place):
            yield Reference(kind, value, path)
        case dict():
            for key, item in value.items():
                yield from _key(place, key, (*path, key))
                if inner := place.property(key):
                    yield from _walk(inner, item, (*path, key))
        case list() if inner := place.item():
            for index, item in enumerate(value):
                yield from _walk(inner, item, (*path, index))


def _key(place: SchemaNode, key: str, path: JsonPath) -> Iterator[Reference]:
    names = place.child(place.schema.get("propertyNames"))
    if names and (kind := _kind(names)) and key not in place.schema.get("properties", ()):
        yield Reference(kind, key, path)


def _kind(place: SchemaNode) -> Kind | None:
    if any(_CARD_DATA in ref for ref in place.refs):
        return None
    if any(ref.endswith(_PLAYER) for ref in place.refs):
        return "player"
    names = (ref.rpartition("/")[2] for ref in place.refs)
    return next((_BY_DEFINITION[name] for name in names if name in _BY_DEFINITION), None)
