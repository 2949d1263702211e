"""
How many cases the checker runs on a null engine beside Bowtie, the checker of JSON Schema, on a null engine of its own.

    pytest tests/benchmarks/test_beside_bowtie.py --benchmark-only

Bowtie's `direct:null` is a Python class in its own process, which finds every instance valid; ours is one too, and
beside it stands the null engine behind a pipe. Both write their report as JSON lines. What is compared is CPU, ours
and the engine's, without what a run of a single case takes. Bowtie is found on the path, in whatever environment it
has; without it there is nothing to measure.
"""

import json
import shutil
import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

CASES = 2_000
OURS = """
import sys
sys.path[:0] = {path!r}
from tests.benchmarks.test_throughput import *
if {window}:
    whole_run(Generated({number}), Width(1, {window}))
else:
    run(CORPUS, Generated({number}), InProcess(Null), "null", [JsonLines(sys.stdout)])
"""


def cpu(command: list[str], given: str = "") -> float:
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, input=given.encode(), check=True, capture_output=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rate(*runs: tuple[list[str], str]) -> int:
    """Return how many cases a second of CPU runs, given a run of one case and one of many."""
    one, many = (cpu(*run) for run in runs)
    return round(CASES / (many - one))


def bowtie(number: int) -> tuple[list[str], str]:
    cases = (
        {
            "description": f"Case {place}",
            "schema": {"type": "object"},
            "tests": [{"description": "coins", "instance": {"alice": {"coins": place % 7}}, "valid": True}],
        }
        for place in range(number)
    )
    return ["bowtie", "run", "-i", "direct:null", "-D", "2020-12"], "".join(json.dumps(case) + "\n" for case in cases)


def ours(number: int, window: int) -> tuple[list[str], str]:
    return [sys.executable, "-c", OURS.format(path=sys.path, number=number, window=window)], ""


def test_beside_bowtie(benchmark: BenchmarkFixture) -> None:
    if shutil.which("bowtie") is None:
        pytest.skip("bowtie is not installed: pip install bowtie-json-schema")
    rates = {"bowtie": rate(bowtie(1), bowtie(CASES))}
    rates |= {
        name: rate(ours(1, window), ours(CASES, window))
        for name, window in {"in process": 0, "a pipe": 1, "a pipe, sixteen at a time": 16}.items()
    }
    benchmark.extra_info |= {"cases a second of CPU": rates}
    benchmark.pedantic(cpu, args=ours(CASES, 0), rounds=1)
