"""Runs cases on several processes of an engine, or with several requests under way; results come in any order."""

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from checker.engines import Description, Engine, Limits
from checker.engines.child import Child
from checker.engines.http import Http
from checker.engines.hub import Hub
from checker.engines.lane import Lane
from checker.engines.process import Process
from checker.model import Case, Corpus, Json
from checker.running.runner import Finished, one


@dataclass(frozen=True, slots=True)
class Width:
    """How much is under way at a time."""

    jobs: int = 1
    """How many processes of the engine, or connections to it."""
    window: int = 1
    """How many requests to each of them."""


def verdicts(
    corpus: Corpus,
    cases: Iterable[Case],
    spec: str,
    engine: Engine,
    limits: Limits,
    width: Width,
    *,
    messages: bool = False,
) -> Iterator[Finished]:
    """
    Yield each result as soon as it is known.

    `engine` is one that has said what it is; if it is a process of its own, that process is the first of the `jobs`.
    An engine in this process is run in processes of its own, so that it can have more than one.
    """
    told = engine.describe()
    description = Description.of(told)
    hub = Hub()
    engines: list[Engine] = []
    finished: deque[Finished] = deque()
    waiting = iter(cases)

    def work(engine: Engine) -> Callable[[], None]:
        def judge_all() -> None:
            for case in waiting:
                finished.append(one(corpus, case, engine, description, messages=messages))

        return judge_all

    try:
        for asked in _asked(hub, spec, engine, limits, width, told):
            if asked not in engines:
                engines.append(asked)
            hub.spawn(work(asked))
        while hub.turn():
            while finished:
                yield finished.popleft()
        yield from finished
    finally:
        hub.stop()
        for opened in engines:
            opened.close()
        hub.close()


def _asked(hub: Hub, spec: str, engine: Engine, limits: Limits, width: Width, told: Json) -> Iterator[Engine]:
    """Yield the engine that each greenlet is to ask."""
    if isinstance(engine, Http):
        for _ in range(width.jobs * width.window):
            yield Http(engine.address, limits, hub.ready)
        return
    command, process = _command(spec, engine)
    for _ in range(width.jobs):
        lane = Lane(hub, command, limits, told, process)
        process = None
        for _ in range(width.window):
            yield lane


def _command(spec: str, engine: Engine) -> tuple[tuple[str, ...], Process | None]:
    if isinstance(engine, Child):
        return engine.command, engine.release()
    if spec == "reference":
        return (sys.executable, "-m", "reference_engine"), None
    return (sys.executable, "-m", "checker", "serve", "--stdio", spec), None
