"""
What the words of a game's positions mean to the checker.

The checker knows no game. What it has to know in order to write out a short form or to compare two positions - which
keys are players, where order means something, what an empty place holds - it reads from a game's state schema:
`x-player` and `x-default-players`, `x-order` (`bag` or `sequence`), `x-filler`, `default` and, of the whole position,
`x-default-player` (`first`), `x-default-by-players` (by the number of players) and `x-wordings`. Each schema node is
turned once into one of three kinds of node, and everything else walks those.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from checker.locate import data
from checker.model import Case, Json

CARD = "card"
"""In the canonical form every listed object tells its name under this key; a short form is the name alone."""

ID = "id"
"""The key under which a listed object tells what the case calls it; in a short form it is a key of the zone."""


@dataclass(frozen=True, slots=True)
class Value:
    """A word or a number, or anything else that is compared as it stands."""

    player: bool = False
    """Whether it names a player."""
    card: bool = False
    """Whether it names a card."""


@dataclass(eq=False)
class Record:
    """An object with named parts. Filled in after it is made, since schemas may refer to themselves."""

    fields: dict[str, "Node"] = field(default_factory=dict)
    rest: "Node | None" = None
    """What the keys hold that the schema does not list."""
    defaults: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def written(self) -> dict[str, Any]:
        """The defaults, written out once for every position; nobody changes what a position is made of."""
        return {key: _write(self.fields[key], default, filling=True) for key, default in self.defaults.items()}

    @cached_property
    def empty(self) -> dict[str, Any]:
        """What is written out where nothing is told."""
        written: dict[str, Any] = _write(self, {}, filling=True)
        return written

    @cached_property
    def naming(self) -> dict[str, "Node"]:
        """Those of the fields in which a player may be named as a value."""
        return {key: node for key, node in self.fields.items() if _may_hold(node, _names_a_player, set())}

    @cached_property
    def carrying(self) -> dict[str, "Node"]:
        """Those of the fields in which a card may be named."""
        return {key: node for key, node in self.fields.items() if _may_hold(node, _names_a_card, set())}


@dataclass(slots=True, eq=False)
class Zone:
    """A collection: a list, or its short forms, a mapping by ids and a number."""

    item: "Node" = Value()
    ordered: bool = True
    filler: str | None = None
    """Which card stands for each when `given` tells only a number."""
    objects: bool = False
    """Whether its members are objects, for which a bare name is short."""


Node = Value | Record | Zone
ANY = Value()


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The words of one game's positions."""

    game: str
    top: Record
    player: Record
    default_players: tuple[str, ...]
    first: tuple[str, ...] = ()
    """The keys of a position that hold its first player unless told."""
    by_players: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    """What a key of a position holds beside what is told, by the number of players."""
    wordings: str | None = None
    """The key of a position that tells which wordings of cards are in use."""

    @staticmethod
    def of(game: str, schemas: Path | None = None) -> "Vocabulary":
        """
        Read the vocabulary from `schemas/<game>/state.schema.json`, once.

        Raises
        ------
        LookupError
            There is no such game among the schemas.

        """
        return _read(game, schemas or data("schemas"))

    @property
    def words(self) -> frozenset[str]:
        """The words for what a position holds: its zones and values, and those of its players."""
        return frozenset((*self.top.fields, *self.player.fields))

    def players(self, state: Mapping[str, Any]) -> list[str]:
        """Return the players that a position names, in turn order: as `players` says, else as first named."""
        listed = state.get("players")
        names = dict.fromkeys(name for name in listed if isinstance(name, str)) if isinstance(listed, list) else {}
        names.update(dict.fromkeys(key for key in state if key not in self.top.fields))
        names.update(dict.fromkeys(_mentioned(self.top, state)))
        return list(names)

    def given(self, state: Json) -> Json:
        """
        Write out a case's position: every player, every object of every zone, every default.

        A zone of which nothing is told is left out, and is empty.
        """
        players = self._seated(self.players(state))
        whole = {"players": players, **state}
        whole["players"] = players
        written = _write(self.top, whole, filling=True)
        for name in players:
            if not state.get(name):
                written[name] = self.player.empty
        if players:
            for key in self.first:
                written.setdefault(key, players[0])
        for key, ordinary in self.by_players.items():
            written[key] = {**ordinary.get(str(len(players)), {}), **written.get(key, {})}
        return {key: value for key, value in written.items() if value is not None}

    def _seated(self, players: list[str]) -> list[str]:
        """Return these players and as many of the defaults as are lacking."""
        lacking = len(self.default_players) - len(players)
        if lacking <= 0:
            return players
        spare = [name for name in self.default_players if name not in players]
        if players:  # beside a player who is named, the one added is the last of the defaults that is free
            spare.reverse()
        return players + spare[:lacking]

    def answered(self, state: Json) -> Json:
        """Write out a position that an engine answered with, which may use the short forms too; nothing is added."""
        written: Json = _write(self.top, state, filling=False)
        return written

    def ids(self, given: Json) -> dict[str, str]:
        """Return the card of each id of a written-out position."""
        return {item[ID]: item.get(CARD, "") for item in objects(given) if isinstance(item.get(ID), str)}

    def cards(self, given: Json) -> list[str]:
        """Return the names of the cards in a written-out position, each once."""
        found: dict[str, None] = {}
        _cards(self.top, given, found)
        return list(found)

    def observed(self, case: Case) -> list[list[str]]:
        """Return the paths of all that a case's expectations look at."""
        paths: dict[tuple[str, ...], None] = {}
        for state in _wanted(case):
            paths.update(dict.fromkeys(_paths(self.top, state, ())))
        return [list(path) for path in paths]

    def facts(self, case: Case) -> set[str]:
        """Return the words for facts that a case's expectations name, of the game, its players and its objects."""
        return {word for state in _wanted(case) for word in _facts(self.top, state)}


def _write(node: Node, value: Any, *, filling: bool) -> Any:
    """Write out one value in canonical form; what does not fit the schema stays as it is."""
    if isinstance(node, Value):
        return value
    match node:
        case Record() if isinstance(value, dict):
            fields, rest = node.fields, node.rest or ANY
            written = {  # most zones of a position are empty lists, which stay what they are
                key: part if part == [] else _write(fields.get(key, rest), part, filling=filling)
                for key, part in value.items()
            }
            # What is told stands first, in its own order, and is what counts.
            return {**written, **node.written, **written} if filling else written
        case Zone():
            return _write_zone(node, value, filling=filling)
        case _:
            return value


def _write_zone(zone: Zone, value: Any, *, filling: bool) -> Any:
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return [_write_item(zone, zone.filler)] * value if filling and zone.filler else value
    if isinstance(value, dict) and zone.objects:
        return [
            {ID: name, **item} if isinstance(item := _write_item(zone, facts), dict) else item
            for name, facts in value.items()
            if facts is not None
        ]
    if isinstance(value, list):
        return [_write_item(zone, item) for item in value]
    return value


def listed(zone: Zone, value: Any) -> Any:
    """Return a zone's members as a list, each an object with its facts; what is no zone stays as it is."""
    if isinstance(value, dict) or (zone.objects and isinstance(value, list) and any(isinstance(i, str) for i in value)):
        return _write_zone(zone, value, filling=False)
    return value


def _write_item(zone: Zone, item: Any) -> Any:
    if zone.objects and isinstance(item, str):
        return {CARD: item}
    # Facts of an object that nobody tells are left untold: they would drown those that matter.
    return _write(zone.item, item, filling=False)


def _mentioned(node: Node, value: Any) -> Iterator[str]:
    """Yield the players that are named as values, such as whose turn it is."""
    match node:
        case Value(player=True) if isinstance(value, str):
            yield value
        case Record() if isinstance(value, dict):
            for key, part in value.items():
                below = node.naming.get(key) if key in node.fields else node.rest
                if below is not None:
                    yield from _mentioned(below, part)
        case Zone() if isinstance(value, list | dict):
            for item in value.values() if isinstance(value, dict) else value:
                yield from _mentioned(node.item, item)
        case _:
            return


def _names_a_player(value: Value) -> bool:
    return value.player


def _names_a_card(value: Value) -> bool:
    return value.card


def _may_hold(node: Node, wanted: Callable[[Value], bool], seen: set[int]) -> bool:
    """Tell whether some value may stand somewhere below a node; `seen` are the nodes on the way there."""
    if isinstance(node, Value):
        return wanted(node)
    if id(node) in seen:
        return False
    seen.add(id(node))
    if isinstance(node, Zone):
        return _may_hold(node.item, wanted, seen)
    return any(_may_hold(below, wanted, seen) for below in (*node.fields.values(), node.rest or ANY))


def _cards(node: Node, value: Any, found: dict[str, None]) -> None:
    """Note the cards that a written-out position names; names of piles are not among them."""
    if isinstance(node, Record):
        if isinstance(value, dict):
            for key, part in value.items():
                below = node.carrying.get(key) if key in node.fields else node.rest
                if part and below is not None:  # most of a position is empty
                    _cards(below, part, found)
    elif isinstance(node, Zone):
        if isinstance(value, list):
            before: Any = None
            for item in value:
                if item is not before:  # most of a library is the same card
                    _cards(node.item, item, found)
                before = item
    elif node.card and isinstance(value, str):
        found[value] = None


def objects(value: Any) -> Iterator[Json]:
    """Yield every object of a written-out position that has an id."""
    if isinstance(value, dict):
        if ID in value:
            yield value
        for part in value.values():
            yield from objects(part)
    elif isinstance(value, list):
        for part in value:
            yield from objects(part)


def _wanted(case: Case) -> Iterator[Json]:
    """Yield the parts of positions that a case expects, checkpoints included."""
    yield from filter(None, (case.expectation.expect, *case.expectation.possible, case.expectation.throughout))
    yield from filter(None, (step.get("expect") for step in case.steps))


def _facts(node: Node, value: Any) -> Iterator[str]:
    if isinstance(node, Record) and isinstance(value, dict):
        for key, part in value.items():
            if key in node.fields:
                yield key
            yield from _facts(node.fields.get(key, node.rest or ANY), part)
    elif isinstance(node, Zone) and isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _facts(node.item, item)


def _paths(node: Node, value: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(node, Record) and isinstance(value, dict) and value:
        for key, part in value.items():
            yield from _paths(node.fields.get(key, node.rest or ANY), part, (*path, key))
    else:
        yield path


# --- from schemas to nodes -------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Reader:
    """Turns the nodes of schema files into ours; each node that has an address is turned once."""

    folder: Path
    files: dict[str, Json] = field(default_factory=dict)
    nodes: dict[tuple[str, str], Node] = field(default_factory=dict)

    def resolve(self, file: str, reference: str) -> tuple[str, str, Any]:
        """Return the file, the pointer and the schema that a `$ref` in a file leads to."""
        name, _, pointer = reference.partition("#")
        target = str(_plain(PurePosixPath(file).parent / name)) if name else file
        if target not in self.files:
            self.files[target] = json.loads((self.folder / target).read_text(encoding="utf-8"))
        schema: Any = self.files[target]
        for part in pointer.strip("/").split("/") if pointer.strip("/") else ():
            schema = schema[part.replace("~1", "/").replace("~0", "~")]
        return target, pointer, schema

    def at(self, file: str, reference: str) -> Node:
        """Return the node that a `$ref` in a file leads to."""
        target, pointer, schema = self.resolve(file, reference)
        known = self.nodes.get((target, pointer))
        if known is not None:
            return known
        return self.node(target, schema, pointer)

    def node(self, file: str, schema: Any, pointer: str | None = None) -> Node:
        """Return the node of a schema."""
        if not isinstance(schema, dict):
            return ANY
        if set(schema) <= {"$ref", "description", "title", "default", "minProperties"} and "$ref" in schema:
            return self.at(file, schema["$ref"])
        whole = dict(self.parts(file, schema))
        names = {reference.rpartition("/")[2] for reference in self.references(file, schema)}
        if pointer:
            names.add(pointer.rpartition("/")[2])
        node = self.kind(whole, names)
        if pointer is not None:
            self.nodes[file, pointer] = node
        self.fill(node, whole)
        return node

    def kind(self, whole: Mapping[str, Any], names: Iterable[str]) -> Node:
        """Return the empty node of the right kind; it is filled once it can be referred to."""
        types = whole["type"][1] if "type" in whole else ()
        if "x-order" in whole or "array" in ([types] if isinstance(types, str) else types):
            return Zone()
        if "properties" in whole or isinstance(whole.get("additionalProperties", (None, None))[1], dict):
            return Record()
        return Value(player="player" in names, card="cardName" in names)

    def fill(self, node: Node, whole: Mapping[str, Any]) -> None:
        """Fill in what lies below a node."""
        if isinstance(node, Zone):
            file, items = whole.get("items", ("", None))
            node.item = self.node(file, items)
            node.ordered = whole.get("x-order", ("", "sequence"))[1] != "bag"
            node.filler = whole.get("x-filler", ("", None))[1]
            node.objects = isinstance(node.item, Record)
        elif isinstance(node, Record):
            for key, (file, part) in whole.get("properties", ("", {}))[1].items():
                node.fields[key] = self.node(file, part)
                if (default := self.default(file, part)) is not None:
                    node.defaults[key] = default
            file, rest = whole.get("additionalProperties", ("", None))
            node.rest = self.node(file, rest) if isinstance(rest, dict) else None

    def default(self, file: str, schema: Json) -> Any:
        """Return the default that a property tells, itself or by reference."""
        found = dict(self.parts(file, schema)).get("default")
        return None if found is None else found[1]

    def references(self, file: str, schema: Json) -> Iterator[str]:
        """Yield every `$ref` on the way to a schema's parts."""
        if "$ref" in schema:
            yield schema["$ref"]
            target, _, found = self.resolve(file, schema["$ref"])
            yield from self.references(target, found)

    def parts(self, file: str, schema: Json) -> dict[str, tuple[str, Any]]:
        """
        Return a schema's keywords, each with the file that it stands in, its own before those it refers to.

        What `allOf`, `anyOf`, `oneOf`, `then` and `else` hold is taken together: only the shape matters here, and
        whether a position may have it is for the schema to say.
        """
        found: dict[str, tuple[str, Any]] = {}
        properties: dict[str, tuple[str, Any]] = {}
        below: list[tuple[str, Json]] = []
        for key, value in schema.items():
            if key == "$ref":
                target, _, referred = self.resolve(file, value)
                below.append((target, referred))
            elif key in {"allOf", "anyOf", "oneOf"}:
                below += [(file, part) for part in value]
            elif key in {"then", "else"}:
                below.append((file, value))
            elif key == "properties":
                properties.update({name: (file, part) for name, part in value.items()})
            else:
                found[key] = (file, value)
        for target, part in below:
            for key, value in self.parts(target, part).items() if isinstance(part, dict) else ():
                if key == "properties":
                    properties = {**value[1], **properties}
                else:
                    found.setdefault(key, value)
        if properties:
            found["properties"] = (file, properties)
        return found


def _plain(path: PurePosixPath) -> PurePosixPath:
    """Return a relative path without its `..`."""
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        elif part not in {"..", "."}:
            parts.append(part)
    return PurePosixPath(*parts)


@cache
def _read(game: str, schemas: Path) -> Vocabulary:
    if not (schemas / game / "state.schema.json").is_file():
        raise LookupError(f"no schema of positions for the game {game!r} in {schemas}")
    reader = _Reader(schemas)
    file = f"{game}/state.schema.json"
    _, _, schema = reader.resolve(file, "")
    top = reader.at(file, "#")
    player = reader.node(file, schema.get("x-player"))
    top = top if isinstance(top, Record) else Record()
    player = player if isinstance(player, Record) else Record()
    top.rest = player  # every key that the schema does not list is a player
    parts = schema.get("properties", {})
    return Vocabulary(
        game,
        top,
        player,
        tuple(schema.get("x-default-players", ())),
        tuple(key for key, part in parts.items() if part.get("x-default-player") == "first"),
        {key: part["x-default-by-players"] for key, part in parts.items() if "x-default-by-players" in part},
        next((key for key, part in parts.items() if part.get("x-wordings")), None),
    )
