"""Cases that passed only because a failed request was made once more, of a fresh process or connection."""

from collections import Counter
from collections.abc import Iterator

from checker.judging.verdict import Status
from checker.prose import many
from checker.reports.text import clean, shortened, why_afresh
from checker.running.runner import Finished

MOST = 3
"""How many reasons are told."""


class Afresh:
    """Counts such cases, and why their requests had to be made again: nothing else shows what came of these well."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._cases = 0
        self._why: Counter[str] = Counter()

    def note(self, event: Finished) -> None:
        """Look at a case."""
        if not event.stderr or event.verdict.status is not Status.PASSED:
            return
        if why := why_afresh(event.stderr):
            self._cases += 1
            self._why.update(why)

    def told(self) -> Iterator[str]:
        """Yield a line, if there were any."""
        if not self._cases:
            return
        reasons = [f"{shortened(why)} ({many(times, 'time')})" for why, times in self._why.most_common(MOST)]
        more = f"; and {many(len(self._why) - MOST, 'reason')} more" if len(self._why) > MOST else ""
        yield clean(
            f"{many(self._cases, 'case')} passed only when asked again of a fresh process or connection; "
            f"before: {'; '.join(reasons)}{more}"
        )
