"""
What the words of a game's positions mean to the checker.

The checker knows no game. What it has to know in order to write out a short form or to compare two positions - which
keys are players, where order means something, what an empty place holds - it reads from a game's state schema:
`x-player` and `x-default-players`, `x-order` (`bag` or `sequence`), `x-filler`, `default` and, of the whole position,
`x-default-player` (`first`), `x-default-by-players` (by the number of players) and `x-wordings`; `x-loose` of what
engines tell each in words of its own, `x-symbols` of rows of symbols in braces, in whatever order, and `x-ends` of what
says that nothing but so much of a position still counts.
Each schema node is turned once into one of three kinds of node, and everything else walks those.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from checker.model import Case, Json
from checker.positions.nodes import ANY, CARD, ID, Node, Record, Value, Zone, write
from checker.positions.schema_nodes import Reader
from checker.reading.locate import data


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The words of one game's positions."""

    game: str
    top: Record
    player: Record
    default_players: tuple[str, ...]
    first: tuple[str, ...] = ()
    """The keys of a position that hold its first player by default."""
    by_players: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    """What a key of a position holds beside what is given, by the number of players."""
    wordings: str | None = None
    """The key of a position that tells which wordings of cards are in use."""
    loose: frozenset[str] = frozenset()
    """The words for what engines report each in words of its own, or cannot know."""
    ends: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By the key of a position that, where it is true, says that the game has ended: the words that still count."""

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
        written = write(self.top, whole, filling=True)
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
        """Return these players and as many of the defaults as are missing."""
        lacking = len(self.default_players) - len(players)
        if lacking <= 0:
            return players
        spare = [name for name in self.default_players if name not in players]
        if players:  # beside a player who is named, the one added is the last of the defaults that is free
            spare.reverse()
        return players + spare[:lacking]

    def answered(self, state: Json) -> Json:
        """Write out a position that an engine answered with, which may use the short forms too; nothing is added."""
        written: Json = write(self.top, state, filling=False)
        return written

    def shaped(self, state: Json) -> bool:
        """Tell whether a written-out position has the right shape: parts and things in their places, words as names."""
        players = state.get("players", [])
        if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
            return False
        there = all(isinstance(state.get(name, {}), dict) for name in players)
        return there and _shaped(self.top, state)

    def ids(self, given: Json) -> dict[str, str]:
        """Return the card of each id of a written-out position."""
        return {item[ID]: item.get(CARD, "") for item in objects(given) if isinstance(item.get(ID), str)}

    def cards(self, given: Json) -> list[str]:
        """Return the names of the cards in a written-out position, each once."""
        found: dict[str, None] = {}
        _cards(self.top, given, found)
        return list(found)

    def observed(self, case: Case) -> list[list[str]]:
        """Return the paths of everything that a case's expectations look at."""
        paths: dict[tuple[str, ...], None] = {}
        for state in _wanted(case):
            paths.update(dict.fromkeys(_paths(self.top, state, ())))
        return [list(path) for path in paths]

    def facts(self, case: Case) -> set[str]:
        """Return the words for facts that a case's expectations name, of the game, its players and its objects."""
        return {word for state in _wanted(case) for word in _facts(self.top, state)}

    def all_facts(self) -> set[str]:
        """Return every word for a fact, of the game, its players and its objects, at any depth."""
        found: set[str] = set()
        _words(self.top, found, set())
        return found

    def unknown(self, state: Json, players: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
        """Yield the keys of a position for which there is no word, as paths, each with the words that there are."""
        known = {*self.top.fields, *players}
        yield from ((key, sorted(known)) for key in state if key not in known)
        yield from _unknown(self.top, {key: part for key, part in state.items() if key in known}, ())

    def told(self, state: Json) -> set[str]:
        """Return the words for facts that a position names, of the game, its players and its objects."""
        return set(_facts(self.top, state))


def _shaped(node: Node, value: Any) -> bool:
    if isinstance(node, Record):
        fields, rest, plain = node.fields, node.rest or ANY, node.plain
        return isinstance(value, dict) and all(
            part is None or _shaped(fields.get(key, rest), part) for key, part in value.items() if key not in plain
        )
    if isinstance(node, Zone):
        return isinstance(value, int) or (
            isinstance(value, list)
            and all(_shaped(node.item, item) and isinstance(_id(item), str | None) for item in value)
        )
    return True


def _id(item: Any) -> Any:
    return item.get(ID) if isinstance(item, dict) else None


def _mentioned(node: Node, value: Any) -> Iterator[str]:
    """Yield the players that are named as values, such as whose turn it is."""
    match node:
        case Value(player=True) if isinstance(value, str):
            yield value
        case Record() if isinstance(value, dict):
            for key, part in value.items():
                below = node.naming.get(key) if key in node.fields else node.rest
                if below is not None and part:
                    yield from _mentioned(below, part)
        case Zone() if isinstance(value, list | dict):
            for item in value.values() if isinstance(value, dict) else value:
                yield from _mentioned(node.item, item)
        case _:
            return


def _cards(node: Node, value: Any, found: dict[str, None]) -> None:
    """Note the cards that a written-out position names; names of piles are not among them."""
    if isinstance(node, Record):
        if isinstance(value, dict):
            for key, part in value.items():
                if not part:  # most of a position is empty
                    continue
                below = node.carrying.get(key) if key in node.fields else node.rest
                _cards(below or ANY, part, found)
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


def _words(node: Node | None, found: set[str], seen: set[int]) -> None:
    if node is None or id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, Record):
        found.update(node.fields)
        for below in (*node.fields.values(), node.rest):
            _words(below, found, seen)
    elif isinstance(node, Zone):
        _words(node.item, found, seen)


def _unknown(node: Node, value: Any, path: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    if isinstance(node, Record) and isinstance(value, dict):
        for key, part in value.items():
            below = node.fields.get(key, node.rest)
            if below is not None:
                yield from _unknown(below, part, (*path, key))
            elif node.fields:
                yield ".".join((*path, key)), sorted(node.fields)
    elif isinstance(node, Zone) and isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _unknown(node.item, item, path)


def _paths(node: Node, value: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(node, Record) and isinstance(value, dict) and value:
        for key, part in value.items():
            yield from _paths(node.fields.get(key, node.rest or ANY), part, (*path, key))
    else:
        yield path


@cache
def _read(game: str, schemas: Path) -> Vocabulary:
    if not (schemas / game / "state.schema.json").is_file():
        raise LookupError(f"no schema of positions for the game {game!r} in {schemas}")
    reader = Reader(schemas)
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
        frozenset(_loose(schema)),
        {key: frozenset(part["x-ends"]) for key, part in parts.items() if "x-ends" in part},
    )


def _loose(schema: Any) -> Iterator[str]:
    """Yield the properties that a schema calls loose, at any depth."""
    if isinstance(schema, dict):
        for key, part in schema.items():
            if isinstance(part, dict) and part.get("x-loose"):
                yield key
            yield from _loose(part)
