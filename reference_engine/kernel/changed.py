"""A frozen dataclass with some of its fields changed, without the cost of making it anew through its constructor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

T = TypeVar("T")

Slot = tuple[Callable[[Any], Any], Callable[[Any, Any], None]]
_SLOTS: dict[type, dict[str, Slot]] = {}


def changed(original: T, changes: Mapping[str, Any]) -> T:
    """
    Return the same object with some fields changed, as `dataclasses.replace` does, but several times as fast.

    For dataclasses with `slots=True` and without `__post_init__`. Raises `KeyError` for a field that there is not.
    """
    made_of = type(original)
    slots = _SLOTS.get(made_of) or _slots_of(made_of)
    new = object.__new__(made_of)
    for get, put in slots.values():
        put(new, get(original))
    for name, value in changes.items():
        slots[name][1](new, value)
    return new


def _slots_of(made_of: type) -> dict[str, Slot]:
    found = _SLOTS[made_of] = {}
    for field in fields(made_of):
        member = getattr(made_of, field.name)
        found[field.name] = (member.__get__, member.__set__)
    return found
