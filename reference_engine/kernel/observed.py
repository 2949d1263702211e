"""Which parts of a position somebody looks at, so that the others need not be told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence


class Observed:
    """The parts that `observe` names, as far as a position and its players have parts."""

    def __init__(self, paths: Iterable[Sequence[str]] | None = None) -> None:
        """Take paths of keys; without them all is looked at."""
        self._everything = paths is None
        self._parts: dict[str, set[str] | None] = {}
        """By key, what is looked at there; None for all of it."""
        for key, *below in paths or ():
            there = self._parts.setdefault(key, set())
            if not below:
                self._parts[key] = None
            elif there is not None:
                there.add(below[0])

    def looks_at(self, key: str) -> bool:
        """Whether somebody looks at a part of the position or at something in it."""
        return self._everything or key in self._parts

    def of(self, player: str, parts: Collection[str]) -> Collection[str]:
        """Which parts of a player are looked at."""
        if self._everything or (looked_at := self._parts.get(player, ())) is None:
            return parts
        return [part for part in parts if part in looked_at] if looked_at else ()

    @property
    def nothing(self) -> bool:
        """Whether nothing at all is looked at."""
        return not (self._everything or self._parts)
