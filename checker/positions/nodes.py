"""
What the words of a position stand for: values, records and zones, each of which can be written out.

A node is what a schema's node means to the checker; `schema_nodes` makes them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

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
    symbols: bool = False
    """Whether it is a row of symbols in braces, whose order says nothing."""


@dataclass(eq=False)
class Record:
    """An object with named parts. Filled in after it is made, since schemas may refer to themselves."""

    fields: dict[str, "Node"] = field(default_factory=dict)
    rest: "Node | None" = None
    """What is under the keys that the schema does not list."""
    defaults: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def written(self) -> dict[str, Any]:
        """The defaults, written out once for every position; nobody changes what a position is made of."""
        return {key: write(self.fields[key], default, filling=True) for key, default in self.defaults.items()}

    @cached_property
    def empty(self) -> dict[str, Any]:
        """What is written out where nothing is given."""
        written: dict[str, Any] = write(self, {}, filling=True)
        return written

    @cached_property
    def plain(self) -> frozenset[str]:
        """Those of the fields that hold no records and no zones: most of them, and kept as they are."""
        return frozenset(key for key, node in self.fields.items() if isinstance(node, Value))

    @cached_property
    def zones(self) -> "dict[str, Zone]":
        """Those of the fields that list objects."""
        return {key: node for key, node in self.fields.items() if isinstance(node, Zone) and node.objects}

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


def write(node: Node, value: Any, *, filling: bool) -> Any:
    """Write out one value in canonical form; what does not fit the schema stays as it is."""
    if isinstance(node, Value):
        return value
    match node:
        case Record() if isinstance(value, dict):
            fields, rest, plain = node.fields, node.rest or ANY, node.plain
            written = {  # most zones of a position are empty lists, which stay what they are
                key: part if key in plain or part == [] else write(fields.get(key, rest), part, filling=filling)
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
    if isinstance(value, list) and (zone.objects or not isinstance(zone.item, Value)):  # or they are words
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
    return write(zone.item, item, filling=False)


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
