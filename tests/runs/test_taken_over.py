"""What a run takes over from the report of an earlier one: which cases, which engine, which edition, and results."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from checker.cli import main
from checker.reports import open_report, reading
from checker.running import resume
from checker.running.runner import Finished, Started
from checker.running.shard import Shard
from tests.reports.heard import events, told
from tests.runs.reported import lines, results

CHANGELING = "dominion/exchange/changeling"
BREAKS = """
from reference_engine import Engine as Right


class Engine(Right):
    def run(self, params):
        raise KeyError("all of it")
"""


@pytest.fixture
def breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return an engine that fails every case."""
    (tmp_path / "breaking.py").write_text(BREAKS)
    monkeypatch.syspath_prepend(str(tmp_path))
    return "python:breaking:Engine"


def header(path: str) -> tuple[str, str]:
    """The engine and the edition of a report."""
    (line, *_) = lines(Path(path))
    return line["engine"]["spec"], line["edition"]


def test_what_failed_is_run_again_as_of_its_edition_on_its_engine_unless_told(
    check: Callable[..., int], breaks: str
) -> None:
    check(CHANGELING, "-k", "taken", "--engine", breaks, "--edition", "2019-10-01", "--report", "jsonl=first.jsonl")
    assert check("--failed", "first.jsonl", "--report", "jsonl=again.jsonl") == 1
    assert header("again.jsonl") == header("first.jsonl") == (breaks, "2019-10-01")
    assert results(Path("again.jsonl")).keys() == results(Path("first.jsonl")).keys()
    assert check("--failed", "first.jsonl", "--engine", "reference", "--report", "jsonl=again.jsonl") == 0
    assert header("again.jsonl") == ("reference", "2019-10-01")
    assert check("--failed", "first.jsonl", "--edition", "each", "--report", "jsonl=again.jsonl") == 1
    assert header("again.jsonl") == (breaks, "each")


def test_what_passes_in_spite_of_the_baseline_is_not_as_expected_and_run_again(
    check: Callable[..., int], breaks: str
) -> None:
    few = f"{CHANGELING}#taken"
    assert check(few, "--engine", breaks, "--write-baseline", "known.yaml") == 0
    assert check(CHANGELING, "--baseline", "known.yaml", "--report", "jsonl=first.jsonl") == 1
    assert check("--failed", "first.jsonl", "--report", "jsonl=again.jsonl") == 0
    assert results(Path("again.jsonl")).keys() == {few}


def test_a_shard_is_gone_on_with_as_that_shard(check: Callable[..., int]) -> None:
    assert check(CHANGELING, "--shard", "1/2", "--report", "jsonl=whole.jsonl") == 0
    wanted = results(Path("whole.jsonl"))
    assert len(wanted) > 3
    Path("cut.jsonl").write_text("".join(Path("whole.jsonl").read_text().splitlines(keepends=True)[:3]))
    assert check("--resume", "cut.jsonl") == 0
    assert results(Path("cut.jsonl")) == wanted
    assert all(Shard(1, 2).holds(case) for case in wanted)


def test_results_are_taken_over_as_they_were(tmp_path: Path) -> None:
    with ExitStack() as files:
        told(open_report(f"jsonl={tmp_path / 'r.jsonl'}", files), *events())
    (corpus,) = (event.corpus for event in events() if isinstance(event, Started))
    before = [event for event in events() if isinstance(event, Finished)]
    after = [*resume.results(reading.read(tmp_path / "r.jsonl"), corpus)]
    assert [event.known for event in after] == [True] * len(before)
    assert [replace(event, known=False) for event in after] == [
        replace(
            event,
            verdict=replace(
                event.verdict, differences=tuple(replace(one, note="") for one in event.verdict.differences)
            ),
        )
        for event in before
    ]


def test_the_whole_began_with_the_first_of_its_parts(check: Callable[..., int]) -> None:
    for part in (1, 2):
        check(CHANGELING, "--shard", f"{part}/2", "--report", f"jsonl={part}.jsonl")
        text = Path(f"{part}.jsonl").read_text()
        began = lines(Path(f"{part}.jsonl"))[0]["started"]
        Path(f"{part}.jsonl").write_text(text.replace(began, f"2026-01-0{3 - part}T00:00:00+00:00", 1))
    assert main(["merge", "1.jsonl", "2.jsonl", "-o", "whole.jsonl"]) == 0
    assert lines(Path("whole.jsonl"))[0]["started"] == "2026-01-01T00:00:00+00:00"
