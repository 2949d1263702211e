"""
How close the checker drives an engine behind a pipe to what the pipe can carry, and how a long run behaves.

    pytest tests/benchmarks/test_throughput.py --benchmark-only

The measure is a bare echo of the same messages: a program that parses each line and writes it back, asked by a loop
that does no more than that itself. Echo and engine take turns within one run, a few milliseconds each, so that what
else the machine does weighs on both. Nothing here is asserted; each benchmark notes its ratio in
`extra_info`.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import overload

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from checker.engines.child import Child
from checker.engines.hub import Hub
from checker.engines.lane import Lane
from checker.engines.spec import Limits
from checker.model import Case, Cite, Corpus, Expectation, Place, Ruling
from checker.parallel import Width, verdicts
from checker.reports.jsonl import JsonLines
from checker.runner import Summary, run

NULL = [sys.executable, str(Path(__file__).parent.parent / "engines" / "null.py")]
PARAMS = {
    "game": "dominion",
    "given": {"players": ["alice", "bob"], "alice": {}, "bob": {}, "piles": {"Page": 9}},
    "actions": [],
    "answers": [],
    "observe": [["alice", "coins"]],
}
BLOCK, BLOCKS = 250, 60
"""Echo and engine take turns, so many messages at a time and so often; what counts is the middle one of their rates."""
CASES = 4_000


class Echo:
    """A bare echo, and the loop that asks it."""

    def __init__(self, window: int) -> None:
        self.window = window
        self.process = subprocess.Popen([*NULL, "echo"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def _send(self, count: int) -> None:
        assert self.process.stdin
        for _ in range(count):
            self.number += 1
            message = {"jsonrpc": "2.0", "id": self.number, "method": "run", "params": PARAMS}
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def block(self) -> None:
        assert self.process.stdout
        sent = self.window
        self._send(sent)
        waiting = sent
        while waiting:
            for _ in range(waiting):
                json.loads(self.process.stdout.readline())
            waiting = min(self.window, BLOCK - sent)
            self._send(waiting)
            sent += waiting

    def close(self) -> None:
        self.process.communicate()


class OneAtATime:
    def __init__(self) -> None:
        self.engine = Child(NULL)

    def block(self) -> None:
        for _ in range(BLOCK):
            self.engine.run(PARAMS)

    def close(self) -> None:
        self.engine.close()


class Windowed:
    def __init__(self, window: int) -> None:
        self.window = window
        self.hub = Hub()
        self.lane = Lane(self.hub, NULL, Limits(), {})

    def block(self) -> None:
        left = iter(range(BLOCK))

        def work() -> None:
            for _ in left:
                self.lane.run(PARAMS)

        for _ in range(self.window):
            self.hub.spawn(work)
        while self.hub.turn():
            pass

    def close(self) -> None:
        self.lane.close()
        self.hub.close()


def rate(block: Callable[[], None], number: int = BLOCK) -> float:
    began = time.perf_counter()
    block()
    return number / (time.perf_counter() - began)


def in_turns(benchmark: BenchmarkFixture, window: int, engine: OneAtATime | Windowed) -> None:
    echo = Echo(window)
    try:
        for _ in range(3):
            echo.block()
            engine.block()
        pairs = [(rate(echo.block), rate(engine.block)) for _ in range(BLOCKS)]
        noted(benchmark, *(median(rates) for rates in zip(*pairs, strict=True)))
        benchmark.pedantic(engine.block, rounds=1)
    finally:
        echo.close()
        engine.close()


def noted(benchmark: BenchmarkFixture, echo: float, engine: float) -> None:
    benchmark.extra_info |= {
        "echo a second": round(echo),
        "engine a second": round(engine),
        "of the echo's rate": round(engine / echo, 2),
    }


def test_a_window_of_one(benchmark: BenchmarkFixture) -> None:
    in_turns(benchmark, 1, OneAtATime())


def test_a_window_of_sixteen(benchmark: BenchmarkFixture) -> None:
    in_turns(benchmark, 16, Windowed(16))


@pytest.mark.parametrize("window", [1, 16])
def test_judging_too(benchmark: BenchmarkFixture, window: int) -> None:
    """With preparing, exploring, comparing and telling: what `rulings check` does for a case."""
    echo = Echo(window)
    pairs = [(rate(echo.block), CASES / whole_run(CASES, Width(1, window)).seconds) for _ in range(5)]
    echo.close()
    noted(benchmark, *(median(rates) for rates in zip(*pairs, strict=True)))
    benchmark.pedantic(whole_run, args=(CASES, Width(1, window)), rounds=1)


# --- a long run ------------------------------------------------------------------------------------------------------

CITES = (Cite("dominion-exchange", "optional", "later"),)
PLACE = Place(Path("corpus/generated.yaml"), 1)
RULING = Ruling("dominion/generated/many", "Nothing happens.", "must", CITES, PLACE, ())


class Generated(Sequence[Case]):
    """Cases that are made when they are asked for, so that what grows is the run's own."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __len__(self) -> int:
        return self.number

    @overload
    def __getitem__(self, place: int) -> Case: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Case]: ...
    def __getitem__(self, place: int | slice) -> Case | Sequence[Case]:
        if isinstance(place, slice):
            return [self[index] for index in range(*place.indices(self.number))]
        return Case(
            id=f"{RULING.id}#case-{place}",
            game="dominion",
            title=f"Case {place}",
            place=PLACE,
            given={"alice": {"coins": place % 7}},
            steps=(),
            choices=(),
            expectation=Expectation(expect={"alice": {"coins": 0}}),
            cites=CITES,
        )

    def __iter__(self) -> Iterator[Case]:
        return (self[place] for place in range(self.number))


def whole_run(number: int, width: Width) -> Summary:
    """Run so many cases on the null engine, with a report in a file."""
    corpus = Corpus(Path("corpus"), {RULING.id: RULING}, {"sources": {}}, {}, "0123abcd")
    cases = Generated(number)
    engine = Child(NULL)
    with tempfile.TemporaryFile("w+", encoding="utf-8") as stream:
        summary = run(
            corpus,
            cases,
            engine,
            "cmd:null",
            [JsonLines(stream)],
            source=None if width == Width() else lambda dealt: verdicts(corpus, dealt, "x", engine, Limits(), width),
        )
    engine.close()
    return summary


MEASURE = """
import json, resource, sys, time
sys.path[:0] = {path!r}
from test_throughput import Width, whole_run
whole_run(200, Width({width}))
told = []
for number in {numbers}:
    began = time.process_time()
    whole_run(number, Width({width}))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    told.append((number, time.process_time() - began, peak))
print(json.dumps(told))
"""


@pytest.mark.parametrize("width", ["1, 1", "1, 16"])
def test_a_hundred_thousand_cases(benchmark: BenchmarkFixture, width: str) -> None:
    """A tenth of the cases first, then all: ten times the time, and the same memory."""
    code = MEASURE.format(path=sys.path, width=width, numbers=[10_000, 100_000])
    code = code.replace("sys.path[:0] = ", f"sys.path[:0] = [{str(Path(__file__).parent)!r}] + ")

    def measure() -> list[list[float]]:
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
        told: list[list[float]] = json.loads(done.stdout)
        return told

    few, many = benchmark.pedantic(measure, rounds=1)
    benchmark.extra_info |= {
        "seconds of CPU for 10,000 and 100,000": [round(few[1], 2), round(many[1], 2)],
        "time for ten times the cases": round(many[1] / few[1], 2),
        "megabytes at the peak": [round(few[2] / 1024), round(many[2] / 1024)],
    }
