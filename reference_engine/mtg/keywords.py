"""Keywords as data: what each stands for is in `keywords.yaml`, or it is a word that rules ask for."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reference_engine.kernel.run import Unsupported


@functools.cache
def _defined() -> Mapping[str, Any]:
    from yaml12 import read_yaml

    found: Any = read_yaml(str(Path(__file__).parent / "keywords.yaml"))
    assert isinstance(found, Mapping)
    return found


def stands_for(data: Mapping[str, Any]) -> list[Any]:
    """
    Return the abilities that a keyword with its parameters stands for; none for a word that rules ask for.

    Raises `Unsupported` for a word that is no keyword known here.
    """
    word = data["keyword"]
    if word in _defined()["words"]:
        return []
    template = _defined()["abilities"].get(word)
    if template is None:
        raise Unsupported("word", f"keyword {word!r}")
    return [_fill(each, data) for each in template]


def _fill(template: Any, data: Mapping[str, Any]) -> Any:
    """Put a keyword's parameters in where its definition says `<n>`, `<cost>` or `<quality>`."""
    if isinstance(template, str) and template.startswith("<") and template.endswith(">"):
        name = template[1:-1]
        if name not in data and name == "do":
            return []
        if name not in data:
            raise Unsupported("word", f"keyword {data['keyword']!r} without {name!r}")
        return data[name]
    if isinstance(template, Mapping):
        return {key: _fill(value, data) for key, value in template.items()}
    if isinstance(template, list):
        return [_fill(each, data) for each in template]
    return template
