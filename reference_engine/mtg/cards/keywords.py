"""Keywords as data: what each stands for is in `keywords.yaml`, or it is a word that rules ask for."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final

from reference_engine.kernel.run import Unsupported
from reference_engine.mtg.cards.subtypes import BASIC_LAND_TYPES

LANDWALK: Mapping[str, str] = {f"{land.lower()}walk": land for land in BASIC_LAND_TYPES}
"""The keywords that are landwalk for one land type (702.14a), with that type."""


@functools.cache
def _defined() -> Mapping[str, Any]:
    from yaml12 import read_yaml

    found: Any = read_yaml(str(Path(__file__).parent / "keywords.yaml"))
    assert isinstance(found, dict)
    return found


TURNS_FACE_UP: Final = frozenset({"morph", "megamorph", "disguise"})
"""The keywords by which a card is cast face down, and turned face up for a cost."""
_VARIANTS: Mapping[str, frozenset[str]] = {
    "morph": frozenset({"megamorph"}),  # 702.37b
}
"""The keywords of which others are variants: whatever looks for one finds those as well."""
_NEEDS: Mapping[str, str] = {
    **dict.fromkeys(("enchant", "landwalk"), "quality"),
    **dict.fromkeys(TURNS_FACE_UP, "cost"),
}
"""What has to stand beside a keyword that rules ask for."""
_NUMBERED = frozenset({"chapter", "toxic"})
"""The keywords whose number has to be one that is printed."""


def with_variants(keywords: Collection[str]) -> frozenset[str]:
    """Return the keywords that are looked for where these are told."""
    return frozenset(keywords).union(*(_VARIANTS.get(word, ()) for word in keywords))


def written_out(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a keyword with what its word leaves unsaid: islandwalk is for Islands, equip for any creature."""
    land = LANDWALK.get(data["keyword"])
    if data["keyword"] == "equip":
        return {"quality": {"type": "Creature"}, **data}
    return data if land is None else {**data, "keyword": "landwalk", "quality": {"subtype": land}}


def called(data: Mapping[str, Any]) -> str:
    """Return the word that a keyword is called by: landwalk with one land type for its quality is called after that."""
    match data:
        case {"keyword": "landwalk", "quality": {"subtype": str(land), **rest}} if not rest:
            return name if (name := f"{land.lower()}walk") in LANDWALK else "landwalk"
    return str(data["keyword"])


def stands_for(data: Mapping[str, Any]) -> list[Any]:
    """
    Return the abilities that a keyword with its parameters stands for, called by its word.

    There are none for a word that rules ask for. Raises `Unsupported` for a word that is no keyword known here.
    """
    word = data["keyword"]
    if word in _NEEDS and _NEEDS[word] not in data:
        raise Unsupported("word", f"keyword {word!r} without {_NEEDS[word]!r}")
    if word in _NUMBERED and not isinstance(data.get("n"), int):
        raise Unsupported("word", f"keyword {word!r} with the number {data.get('n')!r}")
    if word in _defined()["words"]:
        return []
    template = _defined()["abilities"].get(word)
    if template is None:
        raise Unsupported("word", f"keyword {word!r}")
    beside = {name: data[name] for name in ("targets", "optional") if name in data}
    return [{"label": word, **_fill(each, data), **beside} for each in template]


def _fill(template: Any, data: Mapping[str, Any]) -> Any:
    """Put a keyword's parameters in where its definition says `<n>`, `<cost>` or `<quality>`."""
    if isinstance(template, str) and template.startswith("<") and template.endswith(">"):
        name = template[1:-1]
        if name not in data:
            raise Unsupported("word", f"keyword {data['keyword']!r} without {name!r}")
        return data[name]
    if isinstance(template, dict):
        return {key: _fill(value, data) for key, value in template.items()}
    if isinstance(template, list):
        return [_fill(each, data) for each in template]
    return template
