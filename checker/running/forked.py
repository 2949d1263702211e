"""Spreads work over processes forked from this one, so that each begins with everything that was read."""

import os
import pickle
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from threading import active_count
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, TypeVar

if TYPE_CHECKING:
    from checker.engines import Engine
    from checker.model import Case, Corpus
    from checker.running.runner import Finished

T = TypeVar("T")
R = TypeVar("R")

_WORTH = 100
"""How many cases are worth a process of their own."""


def possible() -> bool:
    """Whether this process can be forked: the system can, and there is no other thread, whose locks would stay held."""
    return hasattr(os, "fork") and active_count() == 1


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def worth(cases: int) -> int:
    """Return how many processes these cases are worth, one for each processor at most."""
    return max(1, min(processors(), cases // _WORTH)) if possible() else 1


def verdicts(
    corpus: "Corpus", cases: "Iterable[Case]", engine: "Engine", jobs: int, *, messages: bool = False
) -> "Iterator[Finished]":
    """Yield the result of each case, in order; `engine` is in this process, and each of the `jobs` has a copy."""
    from checker.engines import Description
    from checker.running.runner import Finished, one

    description = Description.of(engine.describe())

    def came(case: "Case") -> tuple[Any, ...]:
        finished = one(corpus, case, engine, description, messages=messages)
        return finished.verdict, finished.seconds, finished.stderr

    dealt = list(cases)
    with closing(spread(came, dealt, jobs)) as all_that_came:
        for case, (verdict, seconds, stderr) in zip(dealt, all_that_came, strict=True):
            yield Finished(case, corpus.rulings[case.ruling], verdict, seconds, stderr)


def spread(work: Callable[[T], R], things: Sequence[T], jobs: int) -> Generator[R, None, None]:
    """
    Yield what `work` makes of each of the things, in order, done in `jobs` processes that share them out evenly.

    What a process leaves undone, because it died or its work raised, is done here, where it raises as it would have.
    """
    if jobs == 1:
        yield from map(work, things)
        return
    workers: list[_Worker[T, R]] = []
    try:
        for number in range(min(jobs, len(things))):
            workers.append(_Worker(work, things[number::jobs], [worker.results for worker in workers]))
        for number, thing in enumerate(things):
            yield workers[number % jobs].next(thing)
    finally:
        for worker in workers:
            worker.close()


class _Worker(Generic[T, R]):
    """A forked process, and the pipe that its results come through."""

    def __init__(self, work: Callable[[T], R], share: Sequence[T], others: Sequence[BinaryIO]) -> None:
        """Fork the process; `others` are the pipes from those before it."""
        self._work = work
        self._alone = False
        read, write = os.pipe()
        self.results: BinaryIO = os.fdopen(read, "rb")
        self._number: int | None
        try:
            self._number = os.fork()
        except OSError:  # the system has no room for it: its share is done here
            self._number, self._alone = None, True
        if self._number == 0:
            _work_off(work, share, write, (*others, self.results))
        os.close(write)

    def next(self, thing: T) -> R:
        """Return what the process made of its next thing, which is this one."""
        if not self._alone:
            try:
                made: R = pickle.load(self.results)  # noqa: S301 - a copy of this process wrote it
            except (EOFError, pickle.UnpicklingError):
                self._alone = True
            else:
                return made
        return self._work(thing)

    def close(self) -> None:
        """End the process."""
        self.results.close()
        if self._number is not None:
            os.kill(self._number, signal.SIGKILL)
            os.waitpid(self._number, 0)


def _work_off(work: Callable[[T], R], share: Sequence[T], write: int, others: Sequence[BinaryIO]) -> None:
    """Do a forked process's share, and end it, interrupted or not, without the clean-up of its parent."""
    try:
        for results in others:  # or a process whose reader is gone would not be told so
            results.close()
        with os.fdopen(write, "wb") as results:
            for thing in share:
                pickle.dump(work(thing), results)
                results.flush()
    finally:
        os._exit(0)
