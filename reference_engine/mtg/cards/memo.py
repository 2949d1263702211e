"""Remembers what was read from card data, which never changes: reading it once is enough."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")
_MOST = 20_000


class Memo(Generic[T]):
    """A cache of a pure function of card data, by the identity of the data, which it keeps alive."""

    def __init__(self) -> None:
        self._known: dict[Any, tuple[Any, T]] = {}

    def get(self, data: Any, read: Callable[[Any], T]) -> T:
        """Return what `read` makes of the data."""
        key = data if isinstance(data, str) else id(data)
        known = self._known.get(key)
        if known is not None:
            return known[1]
        if len(self._known) >= _MOST:
            self._known.clear()
        made = read(data)
        self._known[key] = (data, made)
        return made
