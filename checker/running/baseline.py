"""
What is known to fail on an engine, and how the results of a run stand to it.

Everything that is not exactly as the baseline says shows: a failure that is new, one that is another than it was, a
case that passes by now, an entry for a case that there is no more, and a run of fewer cases than before.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from checker.judging.verdict import HARMLESS, Standing, Status
from checker.model import Corpus, Json, Place
from checker.problems import CorpusError, Problem, UsageError

_MOST = 32 << 20
"""The most bytes that a file may have: a few thousand for each case of the corpus."""
KINDS = ("new", "other", "fixed", "unknown", "fewer")
"""The ways in which results can deviate from a baseline."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a case, as far as a baseline records it."""

    status: Status
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A case that is known to fail."""

    case: str
    status: Status
    fingerprint: str | None = None
    message: str = ""
    reason: str | None = None
    issue: str | None = None
    flaky: bool = False

    def standing(self, came: Outcome) -> Standing:
        """Return how a result of the case stands to this entry."""
        if self.flaky:
            return Standing.KNOWN
        if came.status is Status.PASSED:
            return Standing.FIXED
        same = came.status is self.status and self.fingerprint in {None, came.fingerprint}
        return Standing.KNOWN if same else Standing.OTHER

    def json(self) -> Json:
        """Return it as the file holds it."""
        told: Json = {"case": self.case, "status": str(self.status)}
        for key in ("fingerprint", "message", "reason", "issue"):
            if value := getattr(self, key):
                told[key] = value
        if self.flaky:
            told["flaky"] = True
        return told


@dataclass(frozen=True, slots=True)
class Baseline:
    """The known failures, by case."""

    entries: Mapping[str, Entry] = field(default_factory=dict)
    engine: str = ""
    selection: tuple[str, ...] | None = None
    claimed: int | None = None
    played: int | None = None
    tolerated: frozenset[str] = frozenset()
    """Which of `KINDS` are reported and do no harm."""


@dataclass(slots=True)
class Standings:
    """How the results of a run stand to a baseline."""

    baseline: Baseline
    counts: Counter[Standing] = field(default_factory=Counter)
    unknown: tuple[str, ...] = ()
    """Entries for cases that the corpus does not have."""
    meant: Mapping[str, str] = field(default_factory=dict)
    """What such an entry may have meant, as a question."""
    fewer: tuple[int, int] | None = None
    """How many cases lie within the claims, and how many did, if they were more."""
    fewer_played: tuple[int, int] | None = None
    """How many cases the engine did not call unsupported, and how many it did not then, if they were more."""

    def add(self, case: str, came: Outcome) -> Standing | None:
        """Note a result; return how it stands, or None if the baseline has nothing to say of it."""
        entry = self.baseline.entries.get(case)
        if entry is not None:
            standing = entry.standing(came)
        elif came.status in HARMLESS:
            return None
        else:
            standing = Standing.NEW
        self.counts[standing] += 1
        return standing

    def end(self, corpus: Corpus, selection: Sequence[str], claimed: int, played: int) -> None:
        """Note what is known when the run ends."""
        self.unknown = tuple(case for case in self.baseline.entries if case not in corpus.cases)
        if self.unknown:
            from checker.hints import did_you_mean

            self.meant = {case: hint for case in self.unknown if (hint := did_you_mean(case, corpus.cases))}
        if self.baseline.selection != tuple(selection):
            return
        if claimed < (before := self.baseline.claimed or 0):
            self.fewer = (claimed, before)
        if played < (before := self.baseline.played or 0):
            self.fewer_played = (played, before)

    @property
    def found(self) -> Counter[str]:
        """How many deviations there are of each of `KINDS`."""
        return +Counter(
            {
                **{kind: self.counts[Standing(kind)] for kind in KINDS[:3]},
                "unknown": len(self.unknown),
                "fewer": int(self.fewer is not None or self.fewer_played is not None),
            }
        )

    @property
    def as_expected(self) -> bool:
        """Whether all is as the baseline says, or what is not, is tolerated."""
        return not set(self.found) - self.baseline.tolerated


def load(path: Path, tolerated: Iterable[str] = ()) -> Baseline:
    """Read a baseline; raises `UsageError`, or `CorpusError` with the lines, for a file that is not one."""
    from checker.reading.schema import fits
    from checker.reading.schema_errors import problems
    from checker.reading.yaml_subset import read_with_lines

    try:
        with path.open("rb") as stream:
            content = stream.read(_MOST + 1)  # a device has no end
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}", "`--write-baseline` writes one") from error
    if len(content) > _MOST:
        raise UsageError(f"{path} has more than {_MOST:,} bytes, and no baseline has so many")
    if content.startswith(b'{"line":'):
        hint = "`--write-baseline` writes one; `--failed` runs what failed in a report"
        raise UsageError(f"{path} is a report and not a baseline", hint)
    document = read_with_lines(content, path, most=_MOST)
    if not fits("baseline", document.value):
        raise CorpusError(problems("baseline", document))
    told = document.value
    entries: dict[str, Entry] = {}
    for index, line in enumerate(told["cases"]):
        if line["case"] in entries:
            place = document.place(("cases", index))
            raise CorpusError([Problem(Place(path, place.line), f"`{line['case']}` appears a second time")])
        entries[line["case"]] = Entry(**{**line, "status": Status(line["status"])})
    return Baseline(
        entries,
        engine=told.get("engine", ""),
        selection=tuple(told["selection"]) if "selection" in told else None,
        claimed=told.get("claimed"),
        played=told.get("played"),
        tolerated=frozenset(tolerated),
    )
