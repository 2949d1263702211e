"""
How fast the tool is, as ratios within one run: `pytest tests/benchmarks --benchmark-only`.

Where the engine's part of that time goes tells `python tests/benchmarks/where_time_goes.py mtg`.

Nothing here is asserted: a slow machine is no fault. Each benchmark notes in `extra_info` what it is to be compared
with, measured in the same run.
"""

import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from checker.engines import Description
from checker.engines.spec import open_engine
from checker.judging.judge import judge
from checker.positions.vocabulary import Vocabulary
from checker.reading.corpus import load
from tests.rules_text.harbour_books import NEW_TEXT

pytestmark = pytest.mark.filterwarnings("ignore::pytest_benchmark.logger.PytestBenchmarkWarning")

RULINGS = "import sys; from checker.cli import main; sys.exit(main(sys.argv[1:]))"


def cpu(*command: str) -> float:
    """Run a program and return the seconds of CPU that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


def whole_process(benchmark: BenchmarkFixture, *arguments: str) -> None:
    """Measure a command from cold start to end, beside an interpreter that does nothing."""
    command = (sys.executable, "-c", RULINGS, *arguments)
    if benchmark.disabled:  # the command is known to run, which is all that a test wants
        benchmark(cpu, *command)
        return
    nothing = min(cpu(sys.executable, "-c", "pass") for _ in range(5))
    least = min(cpu(*command) for _ in range(3))
    benchmark.extra_info |= {"cpu seconds": round(least, 3), "times a bare interpreter": round(least / nothing, 1)}
    benchmark.pedantic(cpu, args=command, rounds=3)


def test_help(benchmark: BenchmarkFixture) -> None:
    whole_process(benchmark, "--help")


def test_show(benchmark: BenchmarkFixture) -> None:
    whole_process(benchmark, "show", "dominion/exchange/optional")


def test_check_dominion_cold(benchmark: BenchmarkFixture) -> None:
    whole_process(benchmark, "check", "dominion")


def test_check_dominion_through_a_pipe(benchmark: BenchmarkFixture) -> None:
    whole_process(benchmark, "check", "dominion", "--engine", f"cmd:{sys.executable} -m reference_engine")


def test_load_the_corpus(benchmark: BenchmarkFixture) -> None:
    corpus = benchmark(load)
    benchmark.extra_info["cases"] = len(corpus.cases)


@pytest.mark.parametrize("game", ["dominion", "mtg"])
def test_judge_every_case_in_process(benchmark: BenchmarkFixture, game: str) -> None:
    engine = open_engine("reference")
    description = Description.of(engine.describe())
    vocabulary = Vocabulary.of(game)
    cases = [case for case in load().cases.values() if case.game == game]
    if benchmark.disabled:
        del cases[20:]

    def every() -> int:
        return sum(judge(case, engine, vocabulary, description).runs for case in cases)

    runs = benchmark(every)
    benchmark.extra_info |= {"cases": len(cases), "runs": runs, **_rate(benchmark, len(cases))}


def test_cite_check_of_a_large_tree(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    line = "    let total = self.cargo[17].weight * 301.25 + offset; // CR 301.2a, and more words to fill it\n"
    for number in range(50):
        (tmp_path / f"{number}.rs").write_text("    fn nothing() { return 12345.678; }\n" * 1900 + line * 100)
    rules = tmp_path / "rules.txt"
    rules.write_text(NEW_TEXT, "utf-8")
    whole_process(benchmark, "cite-check", str(tmp_path), "--rules", str(rules))
    benchmark.extra_info["lines"] = 100_000


def _rate(benchmark: BenchmarkFixture, cases: int) -> dict[str, Any]:
    stats: Any = benchmark.stats
    return {"cases a second": round(cases / stats.stats.min)} if stats else {}
