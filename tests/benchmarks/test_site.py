"""How long pages take to be built, and the search in the browser to answer; see `test_speed` for how to run it."""

from __future__ import annotations

from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING

from pytest_benchmark.fixture import BenchmarkFixture

from checker.engines import Description
from checker.engines.spec import open_engine
from checker.reading.corpus import load
from checker.running.runner import verdicts
from checker.site.pages import build
from tests.site.fixtures import LAST

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_build_all_pages(benchmark: BenchmarkFixture, part: Path, tmp_path: Path) -> None:
    """Where nothing is measured, of a small corpus."""
    engine, all_cases = open_engine("reference"), load(part if benchmark.disabled else None)
    began = process_time()
    list(verdicts(all_cases, all_cases.cases.values(), engine, Description.of(engine.describe())))
    judged = process_time() - began
    built = benchmark.pedantic(build, args=(all_cases, tmp_path, engine), rounds=1)
    taken = process_time() - began - judged
    benchmark.extra_info |= {"pages": built.pages, "times judging the same cases": round(taken / judged, 1)}


def test_search(benchmark: BenchmarkFixture, browser: Browser, whole: Path, large: Path) -> None:
    """The milliseconds of a search among the cases that are shipped, and among those of a large corpus."""
    page = browser.new_page()

    def milliseconds(site: Path, words: str) -> float:
        page.goto((site / "index.html").as_uri())
        page.locator("#q").fill(words)
        page.wait_for_function("window.RULINGS_SEARCH_MS !== undefined")
        return float(page.evaluate("RULINGS_SEARCH_MS"))

    asked = ((whole, "who chooses which replacement effect applies first"), (large, f"alert {LAST} onerror 49"))
    shipped, among_many = (min(milliseconds(*each) for _ in range(3)) for each in asked)
    benchmark.extra_info |= {"ms": round(shipped, 1), f"ms among {50 * (LAST + 1):,} cases": round(among_many, 1)}
    benchmark.pedantic(milliseconds, args=asked[0], rounds=3)
    page.close()
