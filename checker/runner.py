"""
Runs cases on an engine and tells listeners what comes, as it comes.

Reports, the terminal's too, are listeners of one stream of events, so that nothing that is known waits for the end of
a run to be told.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Protocol

from checker.claims import outside
from checker.engines import Description, Engine
from checker.judge import judge
from checker.model import Case, Corpus, Ruling
from checker.verdict import Status, Verdict
from checker.vocabulary import Vocabulary

HARMLESS = frozenset({Status.PASSED, Status.UNSUPPORTED})
"""What may come of a case without anything being wrong."""


@dataclass(frozen=True, slots=True)
class Started:
    """A run begins."""

    spec: str
    """How the engine was named on the command line."""
    engine: Description
    corpus: Corpus
    selected: int
    """How many cases are to be run."""
    selection: tuple[str, ...] = ()
    """What selected them, as on the command line."""


@dataclass(frozen=True, slots=True)
class Finished:
    """What came of a case is known."""

    case: Case
    ruling: Ruling
    verdict: Verdict
    seconds: float = 0.0
    stderr: str = ""
    """What the engine wrote to its standard error meanwhile; never judged."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What came of a run, with what it is out of."""

    counts: Counter[Status]
    cases: int
    """How many cases the corpus holds."""
    selected: int
    claimed: int
    """How many of the selected cases lie within the engine's claims."""
    run: int
    asked: int
    """How many times the engine was asked."""
    seconds: float
    interrupted: bool = False

    @property
    def as_expected(self) -> bool:
        """Whether nothing is wrong with what was run."""
        return not set(+self.counts) - HARMLESS


@dataclass(frozen=True, slots=True)
class Ended:
    """A run ends: all was run, or the first failure or a person stopped it."""

    summary: Summary


Event = Started | Finished | Ended


class Listener(Protocol):
    """Hears the events of a run, in order: `Started`, `Finished` for each case, `Ended`."""

    def hear(self, event: Event) -> None:
        """Take note of an event."""
        ...


@dataclass(slots=True)
class _Tally:
    """Counts what is known so far."""

    counts: Counter[Status] = field(default_factory=Counter)
    claimed: int = 0
    asked: int = 0

    def add(self, verdict: Verdict) -> None:
        self.counts[verdict.status] += 1
        self.claimed += verdict.claimed
        self.asked += verdict.runs


def run(
    corpus: Corpus,
    cases: Sequence[Case],
    engine: Engine,
    spec: str,
    listeners: Iterable[Listener],
    *,
    selection: Sequence[str] = (),
    fail_fast: bool = False,
) -> Summary:
    """
    Run the cases in order and return what came of them.

    Raises `Unusable` if the engine does not say what it is. A keyboard interrupt ends the run, and all that was known
    by then has been told.
    """
    began = perf_counter()
    listeners = tuple(listeners)
    description = Description.of(engine.describe())
    _tell(listeners, Started(spec, description, corpus, len(cases), tuple(selection)))
    tally = _Tally()
    done = 0
    interrupted = False
    try:
        for finished in verdicts(corpus, cases, engine, description):
            tally.add(finished.verdict)
            done += 1
            _tell(listeners, finished)
            if fail_fast and finished.verdict.status not in HARMLESS:
                break
    except KeyboardInterrupt:
        interrupted = True
    run_, left = tally.claimed, cases[done:]
    claimed = tally.claimed + sum(1 for case in left if not _outside(corpus, case, description))
    summary = Summary(
        counts=tally.counts,
        cases=len(corpus.cases),
        selected=len(cases),
        claimed=claimed,
        run=run_,
        asked=tally.asked,
        seconds=perf_counter() - began,
        interrupted=interrupted,
    )
    _tell(listeners, Ended(summary))
    return summary


def verdicts(corpus: Corpus, cases: Iterable[Case], engine: Engine, description: Description) -> Iterator[Finished]:
    """Yield what came of each case, in any order; here, one after the other."""
    for case in cases:
        began = perf_counter()
        verdict = judge(case, engine, Vocabulary.of(case.game), description, editions=editions(corpus, case))
        yield Finished(case, corpus.rulings[case.ruling], verdict, perf_counter() - began, engine.stderr())


def editions(corpus: Corpus, case: Case) -> list[str]:
    """Return the editions of a case's chief source, the oldest first."""
    if not case.cites:
        return []
    source = corpus.sources.get("sources", {}).get(case.cites[0].source, {})
    return [edition["edition"] for edition in source.get("editions", ())]


def _outside(corpus: Corpus, case: Case, description: Description) -> str:
    vocabulary = Vocabulary.of(case.game)
    cards = vocabulary.cards(vocabulary.given(case.given))
    return outside(case, description, cards, editions(corpus, case))


def _tell(listeners: Iterable[Listener], event: Event) -> None:
    for listener in listeners:
        listener.hear(event)
