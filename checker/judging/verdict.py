"""The result of a case."""

from dataclasses import dataclass
from enum import StrEnum

from checker.model import Json
from checker.positions.compare import Difference


class Status(StrEnum):
    """The kinds of result; `schemas/report.schema.json` says what each means."""

    PASSED = "passed"
    FAILED = "failed"
    REFUSED = "refused"
    UNSUPPORTED = "unsupported"
    ERROR = "error"
    TIMED_OUT = "timed-out"
    CRASHED = "crashed"
    PROTOCOL = "protocol"


HARMLESS = frozenset({Status.PASSED, Status.UNSUPPORTED})
"""Results that are not wrong."""


class Standing(StrEnum):
    """How a result stands to a baseline; `schemas/report.schema.json` says what each means."""

    NEW = "new"
    OTHER = "other"
    FIXED = "fixed"
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Message:
    """A run that the engine was asked for, and what came of it."""

    request: Json
    """The parameters of the run."""
    answer: Json | None = None
    """The outcome; None if no answer came, or none that the protocol allows."""
    failure: str = ""
    """What happened, in a line, where there is no answer."""
    came: str = ""
    """What came in place of an answer, where anything did; of what is very long, the beginning."""

    def json(self) -> Json:
        """Return it as a report tells it."""
        if self.answer is not None:
            return {"request": self.request, "answer": self.answer}
        told: Json = {"request": self.request, "failure": self.failure}
        return {**told, "came": self.came} if self.came else told


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a case, and what shows it."""

    status: Status
    message: str = ""
    """What happened, in a line, where it was not `passed`."""
    differences: tuple[Difference, ...] = ()
    runs: int = 0
    """How many times the engine was asked."""
    request: Json | None = None
    """The parameters of the run that showed it."""
    claimed: bool = True
    """Whether the case lies within the engine's claims; if it does not, nothing was run."""
    messages: tuple[Message, ...] = ()
    """All that went to and fro where something is wrong, if that was asked for."""
    unasked: tuple[Json, ...] = ()
    """Of a case that failed, the scripted answers that no question took, as far as that is known."""
