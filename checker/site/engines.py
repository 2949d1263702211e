"""Reports of engines, as `rulings check --report jsonl=FILE` writes them: read, compared, followed over time."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from checker.judging.verdict import HARMLESS, Status
from checker.model import Corpus, Json
from checker.reports import reading


@dataclass(frozen=True, slots=True)
class Run:
    """The results of one run of an engine."""

    engine: str
    version: str
    started: str
    corpus: str
    """The digest of the corpus that was run."""
    results: Mapping[str, Json]
    """By case."""
    complete: bool

    @property
    def counts(self) -> Counter[str]:
        """How many cases came to each status."""
        return Counter(result["status"] for result in self.results.values())


@dataclass(frozen=True, slots=True)
class Change:
    """A case whose result is not what it was before."""

    case: str
    before: str
    after: str


@dataclass(slots=True)
class History:
    """The reports of one engine, the oldest first."""

    engine: str
    reports: list[Run] = field(default_factory=list)

    @property
    def last(self) -> Run:
        """The newest report."""
        return self.reports[-1]

    @property
    def changes(self) -> list[Change]:
        """What has changed since the report before the last, the worse first; nothing if there is only one report."""
        if len(self.reports) == 1:
            return []
        old, new = self.reports[-2].results, self.last.results
        changes = [
            Change(case, before, after)
            for case in dict.fromkeys((*old, *new))
            if (before := _status(old, case)) != (after := _status(new, case))
        ]
        return sorted(changes, key=lambda change: (change.before != Status.PASSED, change.after == Status.PASSED))

    def ruling(self, cases: Sequence[str]) -> tuple[int, int, int]:
        """Return how many of these cases passed, did not, and are outside what the engine claims or were not run."""
        told = [_status(self.last.results, case) for case in cases]
        passed = told.count(Status.PASSED)
        failed = sum(status not in {*HARMLESS, "not run"} for status in told)
        return passed, failed, len(told) - passed - failed


def _status(results: Mapping[str, Json], case: str) -> str:
    return str(results[case]["status"]) if case in results else "not run"


def read(path: Path) -> Run:
    """Read a report, as far as it goes if it was cut off; raises `UsageError` if it is not one."""
    told = reading.read(path)
    engine, version = told.engine
    results = {line["case"]: line for line in told}
    return Run(engine, version, str(told.header.get("started", "")), told.corpus, results, told.complete)


def histories(reports: Iterable[Run]) -> list[History]:
    """Return the reports by engine, in the order in which engines are first named."""
    found: dict[str, History] = {}
    for report in reports:
        found.setdefault(report.engine, History(report.engine)).reports.append(report)
    for history in found.values():
        history.reports.sort(key=lambda report: report.started)
    return list(found.values())


def failing(history: History, corpus: Corpus) -> dict[str, list[Json]]:
    """Return what an engine gets wrong, by ruling, in the order of the corpus; then what the corpus no longer has."""
    wrong = {name: result for name, result in history.last.results.items() if result["status"] not in HARMLESS}
    found: dict[str, list[Json]] = {}
    for case in (*corpus.cases, *(name for name in wrong if name not in corpus.cases)):
        if case in wrong:
            found.setdefault(case.partition("#")[0], []).append(wrong[case])
    return found
