"""A replacement or prevention effect as it stands before an event: with whose it is, and what tells it from others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reference_engine.mtg.language.context import Context

if TYPE_CHECKING:
    from reference_engine.mtg.floating_effects import Floating


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A replacement or prevention effect that applies to an event."""

    effect: Any
    """A `Replacement` or a `Prevention`."""
    context: Context
    key: Any
    """Known to the lineage of every event that it has had its chance at."""
    floating: Floating | None = None
    own: bool = False
    """Whether it is a self-replacement effect."""

    @property
    def word(self) -> str:
        """The word for it in a question: the object that it comes from."""
        if self.context.source is not None:
            return self.context.source.word
        return str(self.effect.label)
