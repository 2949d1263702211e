"""Which layers a static effect has parts in (613.1), and what each part may change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from reference_engine.kernel.cards import several
from reference_engine.kernel.run import Unsupported

OUTER: Final = ("2", "3", "4", "5", "6")
SUBLAYERS: Final = ("7a", "7b", "7c", "7d")
LAYERS: Final = ("1", *OUTER, *SUBLAYERS)
"""All layers. The result of the first, which comes before the others are looked at, is the copiable values."""

TYPE_WORDS: Final = frozenset(
    {
        "types", "supertypes", "creature types", "land types", "artifact types", "enchantment types",
        "planeswalker types", "spell types", "battle types",
    }
)  # fmt: skip
_TEXT_WORDS: Final = frozenset({"name", "text", "full text"})
RULES: Final = frozenset(
    {
        "costs", "allows", "must", "maximum hand size", "assigns", "triggers", "spends", "may stay tapped",
        "legend rule", "is dealt damage as", "loses without life", "blockers",
    }
)  # fmt: skip
"""What changes rules of the game, in no layer (613.11)."""
_KNOWN: Final = RULES | {
    "affects", "control", "text", "sets", "adds", "loses", "switches", "defining", "if", "note", "cannot have",
    "copy of",
}  # fmt: skip


def layers_of(what: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the layers that a static effect has parts in, in order. Raises `Unsupported` for unknown words."""
    unknown = set(what) - _KNOWN
    if unknown:
        raise Unsupported("word", f"static {min(unknown)!r}")
    found = set()
    if "copy of" in what:
        found.add("1")
    if "control" in what:
        found.add("2")
    if "text" in what:
        found.add("3")
    for word in ("sets", "adds", "loses"):
        for key in what.get(word) or ():
            found.add(_layer(word, key, bool(what.get("defining"))))
    if "cannot have" in what:
        found.add("6")
    if "switches" in what:
        found.add("7d")
    return tuple(layer for layer in LAYERS if layer in found)


_FITTING: Final = {
    "sets": TYPE_WORDS - {"supertypes"} | _TEXT_WORDS | {"colors", "power", "toughness"},
    "adds": TYPE_WORDS | {"colors", "abilities", "activated abilities of", "text", "power", "toughness"},
    "loses": TYPE_WORDS | {"abilities"},
}
"""What can be set, added and taken away. A supertype that is gained or lost leaves the others (205.4b): none is set."""


def _layer(word: str, key: str, defining: bool) -> str:
    if key not in _FITTING[word]:
        raise Unsupported("word", f"{word} {key!r}")
    if key in _TEXT_WORDS:
        return "3"
    if key in TYPE_WORDS:
        return "4"
    if key == "colors":
        return "5"
    if key in ("abilities", "activated abilities of"):
        return "6"
    if word == "adds":
        return "7c"
    return "7a" if defining else "7b"


_WITHIN: Final = frozenset(
    {
        "type", "subtype", "supertype", "color", "name", "controller", "owner", "keyword", "is", "other", "kind",
        "token", "power", "toughness", "mana value", "face down", "counters", "without", "any of", "in", "attached to",
        "has attached", "object", "chosen", "not", "any", "all", "top",
        "count", "mana value of", "power of", "toughness of", "cards in", "of", "devotion to", "types among",
        "card types among", "plus", "minus", "times", "most", "least", "greatest", "among", "amount", "everything",
        "at least", "at most", "more than", "less than", "equal to",
    }
)  # fmt: skip
"""Words of patterns, amounts and conditions that ask what objects there are, what they are, and where."""
_PASSING: Final = frozenset({"active player", "defending player", "any"})
"""Words whose meaning changes although no object does, and those for any zone."""


def conditions(data: Mapping[str, Any]) -> list[Any]:
    """Return the conditions of a static effect."""
    return [told["if"] for told in (data, data["static"]) if "if" in told]


def amounts(data: Mapping[str, Any]) -> dict[tuple[str, str], Any]:
    """Return to what or by how much a static effect sets or raises power and toughness."""
    parts = [(word, data["static"].get(word, {})) for word in ("sets", "adds")]
    return {(word, name): part[name] for word, part in parts for name in ("power", "toughness") if name in part}


def others(data: Mapping[str, Any]) -> list[Any]:
    """Return whose activated abilities a static effect adds: one pattern or none."""
    adds = data["static"].get("adds") or {}
    return [adds["activated abilities of"]] if "activated abilities of" in adds else []


_NUMBERS: Final = frozenset({"power", "toughness", "mana value"})


def compares(told: Any) -> bool:
    """Say whether a pattern compares with an amount that has to be counted or looked up."""
    if isinstance(told, list):
        return any(map(compares, told))
    return isinstance(told, dict) and any(
        _has_amount(value) if word in _NUMBERS else compares(value) for word, value in told.items()
    )


def _has_amount(bounds: Any) -> bool:
    return isinstance(bounds, dict) and any(isinstance(value, dict) for value in bounds.values())


class Sight(NamedTuple):
    """What a static effect looks at: what may change what it makes of objects."""

    zones: frozenset[str]
    """The zones of the objects that it looks at."""
    beyond: bool
    """Whether it looks at more than objects: at life, turns, what is tapped, what has happened."""


def sight(data: Mapping[str, Any], *whom: Any) -> Sight:
    """Return what a static effect looks at: whether, how much, and for whom it is unless that is settled (611.2c)."""
    asked = [told for told in (*conditions(data), *amounts(data).values()) if isinstance(told, dict)]
    looking = [*whom, *asked, *others(data)]
    zones = frozenset({"battlefield"} if looking else ())
    return Sight(zones.union(*map(_zones, looking)), any(map(_beyond, looking)))


def _zones(told: Any) -> frozenset[str]:
    if isinstance(told, list):
        return frozenset[str]().union(*map(_zones, told))
    if not isinstance(told, dict):
        return frozenset()
    found = set[str]().union(*map(_zones, told.values()))
    for named in (told.get("in"), told.get("cards in")):
        if named is not None:
            found.update(several(named))
    return frozenset(found)


def _beyond(told: Any) -> bool:
    if isinstance(told, dict):
        return any(key not in _WITHIN or _beyond(value) for key, value in told.items())
    if isinstance(told, list):
        return any(map(_beyond, told))
    return told in _PASSING


def writes(what: Mapping[str, Any], layer: str) -> frozenset[str]:
    """Return what a static effect may change in a layer; `abilities-` where it may take abilities away."""
    return _ADDS if layer == "6" and "loses" not in what else _WRITES[layer]


_ADDS = frozenset({"abilities"})
_TEXT = frozenset(
    {"name", "types", "subtypes", "supertypes", "colors", "abilities", "abilities-", "power", "toughness"}
)
_WRITES: Mapping[str, frozenset[str]] = {
    "2": frozenset({"controller"}),
    "3": _TEXT,
    "4": frozenset({"types", "subtypes", "supertypes", "abilities", "abilities-"}),
    "5": frozenset({"colors"}),
    "6": frozenset({"abilities", "abilities-"}),
    "7a": frozenset({"power", "toughness"}),
    "7b": frozenset({"power", "toughness"}),
    "7c": frozenset({"power", "toughness"}),
    "7d": frozenset({"power", "toughness"}),
}
EVERYTHING: Final = frozenset().union(*_WRITES.values())
"""All that effects may change."""
