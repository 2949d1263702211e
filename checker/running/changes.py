"""What changed between two results of the same cases: of two engines, two versions of one, two states of the corpus."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from checker.judging.verdict import Status
from checker.running.baseline import Outcome


class Change(StrEnum):
    """How the second result of a case stands to the first."""

    SAME = "same"
    FIXED = "fixed"
    BROKEN = "broken"
    OTHERWISE = "otherwise"
    GAINED = "gained"
    LOST = "lost"
    ONLY_FIRST = "only-first"
    ONLY_SECOND = "only-second"


MEANING: Mapping[Change, str] = {
    Change.SAME: "has the same result",
    Change.FIXED: "was wrong and passes",
    Change.BROKEN: "passed and is wrong",
    Change.OTHERWISE: "is wrong in another way than before",
    Change.GAINED: "was unsupported and no longer is",
    Change.LOST: "is unsupported and was not before",
    Change.ONLY_FIRST: "only the first has it",
    Change.ONLY_SECOND: "only the second has it",
}

WORSE = (Change.BROKEN, Change.LOST, Change.ONLY_FIRST)
"""What a gate stops by default."""


@dataclass(frozen=True, slots=True)
class Known:
    """One result of a case."""

    outcome: Outcome
    message: str = ""
    differences: tuple[str, ...] = ()
    """Where what came was not what was expected."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A case and its two results."""

    case: str
    change: Change
    first: Known | None
    second: Known | None


def compare(first: Mapping[str, Known], second: Mapping[str, Known]) -> Iterator[Compared]:
    """Yield every case that either has, in the order of ids."""
    for case in sorted({**first, **second}):
        one, other = first.get(case), second.get(case)
        yield Compared(case, change(one, other), one, other)


def change(one: Known | None, other: Known | None) -> Change:
    """Return how the second result stands to the first; at least one of them is there."""
    if one is None or other is None:
        return Change.ONLY_SECOND if one is None else Change.ONLY_FIRST
    before, now = one.outcome, other.outcome
    if Status.UNSUPPORTED in {before.status, now.status}:
        if before.status is now.status:
            return Change.SAME
        return Change.LOST if now.status is Status.UNSUPPORTED else Change.GAINED
    if before == now:
        return Change.SAME
    if now.status is Status.PASSED:
        return Change.FIXED
    return Change.BROKEN if before.status is Status.PASSED else Change.OTHERWISE
