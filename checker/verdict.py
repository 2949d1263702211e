"""The result of a case."""

from dataclasses import dataclass
from enum import StrEnum

from checker.compare import Difference
from checker.model import Json


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
