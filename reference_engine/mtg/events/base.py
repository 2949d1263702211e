"""What all events have, and the event of carrying out instructions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from reference_engine.kernel.changed import changed
from reference_engine.mtg.context import Context
from reference_engine.mtg.objects import GameObject, Player

Thing = GameObject | Player
NONE: frozenset[Any] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What all events have."""

    NAMES: ClassVar[tuple[str, ...]] = ()
    cause: str = "effect"
    by: Player | None = None
    """Who controls the spell or ability that makes it happen."""
    lineage: frozenset[Any] = NONE

    @property
    def names(self) -> tuple[str, ...]:
        """The words of card data that mean this event."""
        return self.NAMES

    @property
    def subject(self) -> GameObject | None:
        """The object that patterns and instructions call the event's object, "it"."""
        return getattr(self, "object", None)

    @property
    def affected(self) -> Thing | None:
        """The object or player whose controller, or who, chooses among effects (616.1)."""
        return getattr(self, "player", None) or self.subject

    def but(self, **changes: Any) -> Self:
        """Return the same event with some changes."""
        return changed(self, changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Instructed(Event):
    """What a replacement effect does in place of an event: instructions to carry out (614.6)."""

    instructions: Any
    context: Context
