"""Frozen dataclasses that cost little to make and to change: games make events and characteristics by the thousand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")

_put = object.__setattr__
_new = object.__new__


@dataclass_transform(frozen_default=True, kw_only_default=True)
def value(made_of: type[T]) -> type[T]:
    """
    Make a class a frozen dataclass whose fields are given by keyword.

    It behaves as with `@dataclass(frozen=True, kw_only=True)`, but its constructor fills all fields at once, which
    takes a fifth of the time, and no code is generated for each class, so that modules of many are imported sooner.
    For classes without `__post_init__`.
    """
    made = dataclass(init=False, repr=False, eq=False)(made_of)
    every = fields(made)  # type: ignore[arg-type]  # a dataclass by now
    usual = {each.name: each.default for each in every if each.default is not MISSING}
    makers = {each.name: each.default_factory for each in every if each.default_factory is not MISSING}
    compared = tuple(each.name for each in every if each.compare)
    number = len(every)

    def __init__(self: Any, **given: Any) -> None:  # noqa: N807 - it becomes the class's own
        parts = {**usual, **given}
        for name, make in makers.items():
            if name not in parts:
                parts[name] = make()
        if len(parts) != number:
            raise TypeError(f"{made.__name__} has the fields {', '.join(each.name for each in every)}")
        _put(self, "__dict__", parts)

    def __eq__(self: Any, other: Any) -> Any:  # noqa: N807
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in compared)

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(tuple(getattr(self, name) for name in compared))

    own = {"__init__": __init__, "__eq__": __eq__, "__hash__": __hash__}
    for name, method in {**own, "__repr__": _show, "__setattr__": _refuse, "__delattr__": _keep}.items():
        setattr(made, name, method)
    return made


def _show(self: Any) -> str:
    told = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({told})"


def _refuse(self: Any, name: str, _value: Any) -> None:
    raise FrozenInstanceError(f"cannot change {name} of {type(self).__name__}")


def _keep(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot take {name} from {type(self).__name__}")


def changed(original: T, changes: Mapping[str, Any]) -> T:
    """
    Return the same object with some fields changed, as `dataclasses.replace` does, but several times as fast.

    For dataclasses without slots and without `__post_init__`. Raises `KeyError` for a field that there is not.
    """
    parts = original.__dict__
    other = {**parts, **changes}
    if len(other) != len(parts):
        raise KeyError(min(changes.keys() - parts.keys()))
    new = _new(type(original))
    _put(new, "__dict__", other)
    return new
