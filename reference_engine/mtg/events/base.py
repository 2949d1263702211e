"""What all events have, and the event of carrying out instructions."""

from __future__ import annotations

from typing import Any, ClassVar, Self, TypeVar

from reference_engine.kernel.value import changed, value
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import GameObject, Player, Thing

NONE: frozenset[Any] = frozenset()
E = TypeVar("E", bound="Event")


@value
class Event:
    """What all events have."""

    NAMES: ClassVar[tuple[str, ...]] = ()
    cause: str = "rule"
    """
    What makes it happen: an `effect`, or a `cost` of a spell or ability.

    It is `tap` for an effect of a mana ability that taps, `special action` for what one costs, and `rule` for all else.
    """
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

    def part(self, made: type[E], /, **parts: Any) -> E:
        """
        Return an event that this one contains.

        What has had its chance at this one had it at that one (614.5), and what makes this one happen makes that one.
        """
        return made(**{"lineage": self.lineage, "cause": self.cause, "by": self.by, **parts})

    def but(self, **changes: Any) -> Self:
        """Return the same event with some changes."""
        return changed(self, changes)


@value
class Instructed(Event):
    """What a replacement effect does in place of an event: instructions to carry out (614.6)."""

    instructions: Any
    context: Context
    named: tuple[tuple[str, tuple[GameObject, ...]], ...] = ()
    """What is moved at the same time as all else, by the names that these instructions have for what it becomes."""
