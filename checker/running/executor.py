"""
Runs cases on more than one machine, with dask.distributed.

A worker opens the engine once and keeps it for the cases that follow. What comes back is what a local run brings: only
where a case was judged differs.
"""

import atexit
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from checker.editions import Span, span
from checker.engines import Description, Engine, EngineFailure, Limits
from checker.judging.verdict import Status, Verdict
from checker.model import Case, Corpus, Json
from checker.problems import UsageError
from checker.running.runner import Finished

BATCH = 16
"""How many cases are sent to a worker at a time."""

_PATIENCE = 20
"""How many seconds to wait for a first worker."""

_AHEAD = 4
"""How many batches are under way for each of a worker's threads, so that none has to wait for the next."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The result of a case on a worker."""

    case: str
    verdict: Verdict
    seconds: float
    stderr: str


class Dask:
    """Workers that are reached through a scheduler."""

    def __init__(self, scheduler: str, spec: str, limits: Limits, *, messages: bool = False) -> None:
        """Keep how to reach it, the engine that each worker is to open, and whether to tell what went to and fro."""
        self._scheduler = scheduler
        self._spec = spec
        self._limits = limits
        self._messages = messages

    def verdicts(self, corpus: Corpus, cases: Iterable[Case], engine: Engine) -> Iterator[Finished]:
        """
        Yield what came of each case as soon as it is known; raises `UsageError` if there is nobody to run them.

        `engine` is opened here only to say what it is.
        """
        told = engine.describe()
        with _client(self._scheduler) as client:
            from distributed import as_completed

            try:
                client.wait_for_workers(1, timeout=_PATIENCE)
            except TimeoutError as error:
                message = f"the scheduler at {self._scheduler} has no workers"
                raise UsageError(message, "start one with `dask worker`") from error
            threads = sum(client.nthreads().values())
            cases = iter(cases)
            under_way: dict[Any, Sequence[Case]] = {}

            def send() -> Iterator[Any]:
                batch = [(case, span(corpus, case)) for case in islice(cases, BATCH)]
                if batch:
                    work = (judge_all, self._spec, self._limits, told, batch, self._messages)
                    future = client.submit(*work, pure=False, retries=2)
                    under_way[future] = [case for case, _ in batch]
                    yield future

            done = as_completed([future for _ in range(threads * _AHEAD) for future in send()], loop=client.loop)
            for future in done:
                known = under_way.pop(future)
                for next_ in send():
                    done.add(next_)
                yield from _finished(corpus, known, future)


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError("dask is not installed", "install it with: pip install 'rulings[dask]'") from error
    try:
        return Client(address, timeout=10, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise UsageError(f"no dask scheduler answers at {address}: {error}") from error


def _finished(corpus: Corpus, cases: Sequence[Case], future: Any) -> Iterator[Finished]:
    if future.status == "error":
        failure = future.exception()
        lost = Verdict(Status.CRASHED, f"the worker was lost: {type(failure).__name__}: {failure}")
        judged = [Judged(case.id, lost, 0.0, "") for case in cases]
    else:
        judged = future.result()
    for case, came in zip(cases, judged, strict=True):
        yield Finished(case, corpus.rulings[case.ruling], came.verdict, came.seconds, came.stderr)


# --- on a worker -----------------------------------------------------------------------------------------------------

_ENGINES: dict[tuple[str, Limits, int], Engine] = {}
"""The engines of this worker, one for each of its threads."""


def judge_all(
    spec: str, limits: Limits, told: Json, batch: Sequence[tuple[Case, Span]], messages: bool = False
) -> list[Judged]:
    """Judge some cases, each with the editions by which it may be played, on this worker's engine."""
    from threading import get_ident
    from time import perf_counter

    from checker.engines.spec import open_engine
    from checker.judging.judge import judge
    from checker.positions.vocabulary import Vocabulary

    key = (spec, limits, get_ident())
    if key not in _ENGINES:
        try:
            _ENGINES[key] = open_engine(spec, limits)
        except EngineFailure as failure:  # what is there where the run was begun need not be here
            return [Judged(case.id, Verdict(Status.CRASHED, failure.message), 0.0, "") for case, _ in batch]
        atexit.register(_ENGINES[key].close)
    engine, description = _ENGINES[key], Description.of(told)
    judged = []
    for case, known in batch:
        began = perf_counter()
        vocabulary = Vocabulary.of(case.game)
        verdict = judge(case, engine, vocabulary, description, span=known, messages=messages, closely=True)
        judged.append(Judged(case.id, verdict, perf_counter() - began, engine.stderr()))
    return judged
