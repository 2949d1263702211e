"""The rulings that an engine breaks most, each with the shortest case that shows it: where to begin."""

from collections.abc import Sequence
from dataclasses import dataclass

from checker.judging.verdict import Status
from checker.model import Case
from checker.running.runner import Finished

FROM = 6
"""How many failures make this worth telling: fewer are seen at a glance."""


@dataclass(slots=True)
class Broken:
    """How an engine does by one ruling."""

    run: int = 0
    wrong: int = 0
    shortest: Case | None = None
    """The shortest of the cases that are not as expected."""


class ByRuling:
    """Counts, by ruling, the cases that are not as expected."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._rulings: dict[str, Broken] = {}

    def note(self, event: Finished) -> None:
        """Count a case."""
        if event.verdict.status is Status.UNSUPPORTED and not event.wrong:
            return
        ruling = self._rulings.setdefault(event.case.ruling, Broken())
        ruling.run += 1
        if event.wrong:
            ruling.wrong += 1
            if ruling.shortest is None or _length(event.case) < _length(ruling.shortest):
                ruling.shortest = event.case

    def told(self) -> Sequence[tuple[Case, int, int]]:
        """
        Return for each ruling the shortest case that went wrong, and how many did, of how many; the most first.

        There is nothing to tell of few failures, nor where all are of one ruling.
        """
        broken = [(one.shortest, one.wrong, one.run) for one in self._rulings.values() if one.shortest is not None]
        if len(broken) == 1 or sum(wrong for _, wrong, _ in broken) < FROM:
            return []
        return sorted(broken, key=lambda one: (-one[1], one[0].id))


def _length(case: Case) -> tuple[int, int]:
    """Return how much there is in a case to be read and played."""
    return len(case.steps) + len(case.choices), len(repr(case.given))
