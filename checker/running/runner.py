"""
Runs cases on an engine and tells listeners each result as it comes.

Reports, the terminal's too, are listeners to one stream of events, so that nothing that is known waits for the end of
a run to be told.
"""

import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from threading import current_thread, main_thread
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from checker.editions import span
from checker.engines import Description, Engine
from checker.judging.claims import outside
from checker.judging.judge import judge
from checker.judging.verdict import HARMLESS, Standing, Status, Verdict
from checker.model import NEWEST, Case, Corpus, Ruling
from checker.positions.vocabulary import Vocabulary
from checker.running.ending import ENDS

if TYPE_CHECKING:
    from checker.running.baseline import Baseline, Outcome, Standings


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
    out_of_force: int = 0
    """How many cases were left out because they are not in force in the edition that the corpus is run as of."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The result of a case is known."""

    case: Case
    ruling: Ruling
    verdict: Verdict
    seconds: float = 0.0
    stderr: str = ""
    """What the engine wrote to its standard error meanwhile; never judged."""
    known: bool = False
    """Whether an earlier run brought this, which was cut off."""
    standing: Standing | None = None
    """How it compares with the baseline, if there is one."""

    @property
    def wrong(self) -> bool:
        """Whether something is wrong that is not known to be."""
        if self.standing is not None:
            return self.standing is not Standing.KNOWN
        return self.verdict.status not in HARMLESS


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a run, with its denominators."""

    counts: Counter[Status]
    cases: int
    """How many cases the corpus holds."""
    selected: int
    claimed: int
    """How many of the selected cases lie within the engine's claims."""
    run: int
    """How many of those were run, or are known from an earlier run."""
    asked: int
    """How many times the engine was asked."""
    seconds: float
    edition: str = NEWEST
    """As of which edition they were run: a name, `NEWEST` or `EACH`."""
    out_of_force: int = 0
    """How many cases were left out because they are not in force in that edition."""
    interrupted: bool = False
    played: int = 0
    """How many cases the engine does not call unsupported; those that a stopped run left may be among them."""
    against: "Standings | None" = None
    """What there is to say of it beside the baseline, if there is one."""

    @property
    def idle(self) -> bool:
        """Whether the engine calls every case unsupported, so that nothing was checked."""
        return 0 < self.selected <= self.counts[Status.UNSUPPORTED]

    @property
    def as_expected(self) -> bool:
        """Whether nothing is wrong with what was run, or nothing other than what the baseline says."""
        if self.against is not None:
            return self.against.as_expected
        return not set(+self.counts) - HARMLESS


@dataclass(frozen=True, slots=True)
class Ended:
    """A run ends: everything was run, or the first failure or a person stopped it."""

    summary: Summary


Event = Started | Finished | Ended


class Listener(Protocol):
    """Hears the events of a run, in order: `Started`, a `Finished` for each case, `Ended`."""

    def hear(self, event: Event) -> None:
        """Take note of an event."""
        ...


Source = Callable[[Iterable[Case]], Iterator[Finished]]
"""Yields the result of each of these cases, in any order, as soon as it is known."""


def run(
    corpus: Corpus,
    cases: Sequence[Case],
    engine: Engine,
    spec: str,
    listeners: Iterable[Listener],
    *,
    selection: Sequence[str] = (),
    out_of_force: int = 0,
    max_fail: int | None = None,
    source: Source | None = None,
    known: Iterable[Finished] = (),
    baseline: "Baseline | None" = None,
    messages: bool = False,
) -> Summary:
    """
    Run the cases and return a summary.

    `out_of_force` is how many were selected and left out because they do not stand in the corpus's edition.
    `source` runs them, one after the other if it is left out, and with `messages` each failure then comes with what
    went to and fro. `known` are results of `cases` that an earlier run that was cut off has brought; they are told
    first. `max_fail` is after how many cases that are not as expected the run stops; those that are known do not count,
    nor what the baseline tolerates. With a `baseline`, each result is told with how it stands to it.

    Raises `Unusable` if the engine does not say what it is. A keyboard interrupt ends the run, and all that was known
    by then has been told.
    """
    began = perf_counter()
    description = Description.of(engine.describe())
    course = _Course(corpus, cases, description, tuple(listeners), baseline)
    course.tell(Started(spec, description, corpus, len(cases), tuple(selection), out_of_force))
    events = (
        source(course.dealer) if source else verdicts(corpus, course.dealer, engine, description, messages=messages)
    )
    tolerated = baseline.tolerated if baseline is not None else ()
    failures = 0
    interrupted = False
    interrupt = _Interrupt()
    try:
        for came in chain(known, events):
            with interrupt:
                finished = course.take(came)
            failures += finished.wrong and not finished.known and str(finished.standing) not in tolerated
            if failures == max_fail:
                break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        interrupt.close()
        if isinstance(events, Generator):
            events.close()
    seconds = perf_counter() - began
    summary = course.summed(selection, out_of_force=out_of_force, seconds=seconds, interrupted=interrupted)
    course.tell(Ended(summary))
    return summary


class _Course:
    """What is known of a run so far, and its listeners."""

    def __init__(
        self,
        corpus: Corpus,
        cases: Sequence[Case],
        description: Description,
        listeners: Sequence[Listener],
        baseline: "Baseline | None",
    ) -> None:
        self.dealer = _Dealer(cases)
        self._corpus = corpus
        self._selected = len(cases)
        self._description = description
        self._listeners = listeners
        self._standings = _standings(baseline) if baseline is not None else None
        self._counts: Counter[Status] = Counter()
        self._run = 0
        self._asked = 0

    def tell(self, event: Event) -> None:
        for listener in self._listeners:
            listener.hear(event)

    def take(self, came: Finished) -> Finished:
        """Count a result and tell listeners of it; return it with how it stands to the baseline."""
        self.dealer.take_back(came.case)
        verdict = came.verdict
        self._counts[verdict.status] += 1
        self._run += verdict.claimed
        self._asked += verdict.runs
        standing = self._standings.add(came.case.id, _outcome(came)) if self._standings is not None else None
        finished = replace(came, standing=standing) if standing is not None else came
        self.tell(finished)
        return finished

    def summed(self, selection: Sequence[str], *, out_of_force: int, seconds: float, interrupted: bool) -> Summary:
        """Return the summary of the run, which has ended."""
        left = sum(1 for case in self.dealer.left() if not _outside(self._corpus, case, self._description))
        claimed = self._run + left
        played = self._counts.total() - self._counts[Status.UNSUPPORTED] + left
        if self._standings is not None:
            self._standings.end(self._corpus, selection, claimed, played)
        return Summary(
            counts=self._counts,
            cases=len(self._corpus.cases),
            selected=self._selected,
            claimed=claimed,
            run=self._run,
            asked=self._asked,
            seconds=seconds,
            edition=self._corpus.edition,
            out_of_force=out_of_force,
            interrupted=interrupted,
            played=played,
            against=self._standings,
        )


def _standings(baseline: "Baseline") -> "Standings":
    from checker.running.baseline import Standings

    return Standings(baseline)


def _outcome(finished: Finished) -> "Outcome":
    """Return what a baseline records of a result."""
    from checker.running.baseline import Outcome
    from checker.running.fingerprint import fingerprint

    verdict = finished.verdict
    return Outcome(verdict.status, fingerprint(verdict) if verdict.status not in HARMLESS else "")


class _Dealer:
    """Deals cases out, and remembers no more of them than are under way."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self._cases = iter(cases)
        self._out: dict[str, Case] = {}
        self._known: set[str] = set()

    def __iter__(self) -> Iterator[Case]:
        return self

    def __next__(self) -> Case:
        while True:
            case = next(self._cases)
            if case.id in self._known:
                self._known.discard(case.id)
                continue
            self._out[case.id] = case
            return case

    def take_back(self, case: Case) -> None:
        """Note that a case is done, perhaps by an earlier run."""
        if self._out.pop(case.id, None) is None:
            self._known.add(case.id)

    def left(self) -> Iterator[Case]:
        """Yield the cases that are not done."""
        yield from self._out.values()
        yield from (case for case in self._cases if case.id not in self._known)


class _Interrupt:
    """
    Holds an interrupt back while a result is told, so that every listener hears of it or none does.

    What stands under `with` is not interrupted; an interrupt that came meanwhile is raised at its end. A person's
    interrupt and whatever else asks us to end are one.
    """

    def __init__(self) -> None:
        self._telling = False
        self._waiting = False
        raises = signal.default_int_handler
        usual = {signal.SIGINT: (raises,), **dict.fromkeys(ENDS, (raises, signal.SIG_DFL))}
        # Whoever handles one in another way, or on another thread, is left to.
        ours = current_thread() is main_thread()
        self._before = {
            number: handler
            for number, handlers in usual.items()
            if ours and (handler := signal.getsignal(number)) in handlers
        }
        for number in self._before:
            signal.signal(number, self._handle)

    def _handle(self, _number: int, _frame: object) -> None:
        if not self._telling:
            raise KeyboardInterrupt
        self._waiting = True

    def __enter__(self) -> None:
        self._telling = True

    def __exit__(self, *_raised: object) -> None:
        self._telling = False
        if self._waiting:
            raise KeyboardInterrupt

    def close(self) -> None:
        """Handle it as before."""
        for number, handler in self._before.items():
            signal.signal(number, handler)


def verdicts(
    corpus: Corpus, cases: Iterable[Case], engine: Engine, description: Description, *, messages: bool = False
) -> Iterator[Finished]:
    """Yield the result of each case, one after the other."""
    for case in cases:
        yield one(corpus, case, engine, description, messages=messages)


def one(corpus: Corpus, case: Case, engine: Engine, description: Description, *, messages: bool = False) -> Finished:
    """Return the result of a case; with `messages`, if it fails, with all that went to and fro."""
    began = perf_counter()
    vocabulary = Vocabulary.of(case.game)
    known = span(corpus, case)
    verdict = judge(case, engine, vocabulary, description, span=known, messages=messages, closely=True)
    return Finished(case, corpus.rulings[case.ruling], verdict, perf_counter() - began, engine.stderr())


def _outside(corpus: Corpus, case: Case, description: Description) -> str:
    vocabulary = Vocabulary.of(case.game)
    cards = vocabulary.cards(vocabulary.given(case.given))
    return outside(case, description, cards, span(corpus, case), vocabulary)
