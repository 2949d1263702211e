"""
How close the checker drives an engine behind a pipe to what the pipe can carry, and how a long run behaves.

    pytest tests/benchmarks/test_throughput.py --benchmark-only

The measure is a bare echo of the same messages: a program that parses each line and writes it back, asked by a loop
that does no more than that itself. Echo and engine are measured in turns in one run, and the best of each is taken, so
that what else the machine does weighs on both. Nothing here is asserted; each benchmark notes its ratio in
`extra_info`.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
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
REQUESTS = 4_000
ROUNDS = 5


def echo(window: int) -> float:
    """Return how many messages a second a bare echo carries with so many under way."""
    with subprocess.Popen([*NULL, "echo"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        numbers = iter(range(REQUESTS + 1))

        def send(count: int) -> int:
            assert process.stdin
            sent = 0
            for number, _ in zip(numbers, range(count), strict=False):
                message = {"jsonrpc": "2.0", "id": number, "method": "run", "params": PARAMS}
                process.stdin.write(json.dumps(message).encode() + b"\n")
                sent += 1
            process.stdin.flush()
            return sent

        send(1)
        process.stdout.readline()
        began = time.perf_counter()
        waiting = send(window)
        while waiting:
            for _ in range(waiting):
                json.loads(process.stdout.readline())
            waiting = send(window)
        return REQUESTS / (time.perf_counter() - began)


def one_at_a_time() -> float:
    engine = Child(NULL)
    engine.run(PARAMS)
    began = time.perf_counter()
    for _ in range(REQUESTS):
        engine.run(PARAMS)
    seconds = time.perf_counter() - began
    engine.close()
    return REQUESTS / seconds


def windowed(window: int) -> float:
    hub = Hub()
    lane = Lane(hub, NULL, Limits(), {})
    left = iter(range(REQUESTS))

    def work() -> None:
        for _ in left:
            lane.run(PARAMS)

    for _ in range(window):
        hub.spawn(work)
    hub.turn()
    began = time.perf_counter()
    while hub.turn():
        pass
    seconds = time.perf_counter() - began
    lane.close()
    hub.close()
    return REQUESTS / seconds


def judged(width: Width) -> float:
    summary = whole_run(REQUESTS, width)
    return REQUESTS / summary.seconds


def compared(benchmark: BenchmarkFixture, window: int, engine: Callable[[], float]) -> None:
    pairs = [(echo(window), engine()) for _ in range(ROUNDS)]
    best = [max(rates) for rates in zip(*pairs, strict=True)]
    benchmark.extra_info |= {
        "echo a second": round(best[0]),
        "engine a second": round(best[1]),
        "of the echo's rate": round(best[1] / best[0], 2),
    }
    benchmark.pedantic(engine, rounds=1)


def test_a_window_of_one(benchmark: BenchmarkFixture) -> None:
    compared(benchmark, 1, one_at_a_time)


def test_a_window_of_sixteen(benchmark: BenchmarkFixture) -> None:
    compared(benchmark, 16, lambda: windowed(16))


def test_judging_too_one_at_a_time(benchmark: BenchmarkFixture) -> None:
    """With preparing, exploring, comparing and telling: what `rulings check` does for a case."""
    compared(benchmark, 1, lambda: judged(Width()))


def test_judging_too_with_a_window_of_sixteen(benchmark: BenchmarkFixture) -> None:
    compared(benchmark, 16, lambda: judged(Width(1, 16)))


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
