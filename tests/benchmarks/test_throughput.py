"""
How close the checker drives an engine behind a pipe to what the pipe can carry, and how a long run behaves.

    RULINGS_SLOW=1 pytest tests/benchmarks/test_throughput.py --benchmark-only

The measure is a bare echo of the same messages: a program that parses each line and writes it back, asked by a loop
that does no more than that itself. Against it stands a whole run on the null engine, as `rulings check` makes it:
cases are prepared and put into requests, answers are read, validated and compared, and a report of JSON lines is
written. What it does before the first case and after the last - reading a corpus, starting processes and ending them -
is no part of the rate.

The echo's answers are as long as its requests, the null engine's are short, as the answers of engines are. So it is
also noted what part of the rate a run reaches at which the same bare loop drives the null engine itself; the rest is
what judging costs.

Echo and run take turns, some fifty milliseconds each, so that what else the machine does weighs on both, and what
counts is the middle one of the ratios.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import overload

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from checker.engines import Limits
from checker.engines.child import Child
from checker.engines.in_process import InProcess
from checker.model import Case, Cite, Corpus, Expectation, Json, Place, Ruling
from checker.reports.jsonl import JsonLines
from checker.running.parallel import Width, verdicts
from checker.running.runner import Event, Finished, Listener, Started, Summary, run

NULL = [sys.executable, str(Path(__file__).parent.parent / "engines" / "null.py")]
BLOCK, TURNS = 1_000, 9
"""Echo and run take turns, with so many cases at a time and so often."""
WANTED = 0.6
"""What part of the echo's rate is wanted of a run."""
SITTINGS = 3 if os.environ.get("RULINGS_SLOW") else 1
"""How often it is tried."""


class Bare:
    """A bare echo, or the null engine, and a loop that does nothing but ask it."""

    def __init__(self, window: int, params: Sequence[Json], *, echo: bool) -> None:
        self.window = window
        self.messages = [
            {"jsonrpc": "2.0", "id": number, "method": "run", "params": one} for number, one in enumerate(params)
        ]
        self.process = subprocess.Popen([*NULL, *["echo"] * echo], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def rate(self) -> float:
        """Return how many messages a second go there and back."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin
        assert stdout
        began = time.perf_counter()
        for start in range(0, len(self.messages), self.window):
            together = self.messages[start : start + self.window]
            for message in together:
                stdin.write(json.dumps(message).encode() + b"\n")
            stdin.flush()
            for _ in together:
                json.loads(stdout.readline())
        return len(self.messages) / (time.perf_counter() - began)

    def close(self) -> None:
        self.process.communicate()


class Null:
    """A null engine as a class."""

    def describe(self, _params: Json) -> Json:
        return {"protocol": 1, "name": "null", "version": "1", "games": {"dominion": {}}, "capabilities": []}

    def run(self, _params: Json) -> Json:
        return {"state": {"alice": {"coins": 0}}}


class Records(Null):
    """One that keeps what it is asked."""

    def __init__(self) -> None:
        self.params: list[Json] = []

    def run(self, params: Json) -> Json:
        self.params.append(params)
        return super().run(params)


class Clock:
    """Notes when the first case began and when the last was done."""

    def hear(self, event: Event) -> None:
        if isinstance(event, Started):
            self.began = time.perf_counter()
        elif isinstance(event, Finished):
            self.done = time.perf_counter()


def rate(width: Width, cases: Sequence[Case]) -> float:
    """Return how many cases a second are run on the null engine."""
    clock = Clock()
    summary = whole_run(cases, width, clock)
    assert summary.as_expected
    return len(cases) / (clock.done - clock.began)


@pytest.mark.parametrize("window", [1, 16])
def test_a_run_is_driven_at_more_than_half_of_the_echos_rate(benchmark: BenchmarkFixture, window: int) -> None:
    cases = list(Generated(BLOCK))
    recorder = Records()
    run(CORPUS, cases, InProcess(lambda: recorder), "null", [])
    ratios: list[float] = []
    for _ in range(SITTINGS):
        echo, null = (Bare(window, recorder.params, echo=each) for each in (True, False))
        echo.rate()
        turns = [(rate(Width(1, window), cases), echo.rate(), null.rate()) for _ in range(TURNS)]
        echo.close()
        null.close()
        ratios.append(median(run / echo for run, echo, _ in turns))
        if ratios[-1] >= WANTED:
            break
    benchmark.extra_info |= {
        "cases a second": round(median(run for run, _, _ in turns)),
        "of the echo's rate": round(ratios[-1], 2),
        "of the null engine's rate": round(median(run / null for run, _, null in turns), 2),
    }
    benchmark.pedantic(rate, args=(Width(1, window), cases), rounds=1)
    if os.environ.get("RULINGS_SLOW"):  # where nothing else runs beside it; elsewhere the rate is only noted
        assert ratios[-1] >= WANTED, ratios


# --- a long run ------------------------------------------------------------------------------------------------------

CITES = (Cite("dominion-exchange", "optional", "later"),)
PLACE = Place(Path("corpus/generated.yaml"), 1)
RULING = Ruling("dominion/generated/many", "Nothing happens.", "must", CITES, PLACE, ())
CORPUS = Corpus(Path("corpus"), {RULING.id: RULING}, {"sources": {}})


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


def whole_run(cases: Sequence[Case], width: Width, *listeners: Listener) -> Summary:
    """Run these cases on the null engine, with a report in a file."""
    engine = Child(NULL)
    with tempfile.TemporaryFile("w+", encoding="utf-8") as stream:
        summary = run(
            CORPUS,
            cases,
            engine,
            "cmd:null",
            [JsonLines(stream), *listeners],
            source=None if width == Width() else lambda dealt: verdicts(CORPUS, dealt, "x", engine, Limits(), width),
        )
    engine.close()
    return summary


MEASURE = """
import json, resource, sys, time
sys.path[:0] = {path!r}
from tests.benchmarks.test_throughput import Generated, Width, whole_run
whole_run(Generated(200), Width({width}))
told = []
for number in {numbers}:
    began = time.process_time()
    whole_run(Generated(number), Width({width}))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    told.append((number, time.process_time() - began, peak))
print(json.dumps(told))
"""


@pytest.mark.parametrize("width", ["1, 1", "1, 16"])
def test_a_hundred_thousand_cases(benchmark: BenchmarkFixture, width: str) -> None:
    """A tenth of the cases first, then all: ten times the time, and the same memory. A tenth of both unless slow."""
    numbers = [10_000, 100_000] if os.environ.get("RULINGS_SLOW") else [1_000, 10_000]
    code = MEASURE.format(path=sys.path, width=width, numbers=numbers)

    def measure() -> list[list[float]]:
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
        told: list[list[float]] = json.loads(done.stdout)
        return told

    few, many = benchmark.pedantic(measure, rounds=1)
    benchmark.extra_info |= {
        f"seconds of CPU for {numbers[0]:,} and {numbers[1]:,}": [round(few[1], 2), round(many[1], 2)],
        "megabytes at the peak": [round(few[2] / 1024, 1), round(many[2] / 1024, 1)],
    }
    if os.environ.get("RULINGS_SLOW"):  # where nothing else runs beside it; elsewhere the time is only noted
        assert many[1] < 15 * few[1]
    assert many[2] - few[2] < 4 * 1024


def test_a_result_stands_in_the_report_before_the_next_is_known(tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"
    seen: list[int] = []

    class Reads:
        def hear(self, event: Event) -> None:
            if isinstance(event, Finished):
                seen.append(len(report.read_bytes().splitlines()))

    with report.open("w", encoding="utf-8") as stream:
        run(CORPUS, Generated(50), InProcess(Null), "null", [JsonLines(stream), Reads()])
    assert seen == list(range(2, 52))
