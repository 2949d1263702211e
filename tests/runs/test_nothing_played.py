"""An engine that calls every case unsupported: nothing was checked, which is not to be taken for success."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.cli import main
from checker.reports.reading import read

LACKS = """
import os
from reference_engine import Engine as Right


class Engine(Right):
    def run(self, params):
        if (plays := os.environ.get("PLAYS")) and plays in str(params):
            return super().run(params)
        return {"unsupported": {"what": "choice", "name": "x"}}
"""
WHY = "rulings: the engine calls every case unsupported: nothing was checked\n"


@pytest.fixture
def lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return an engine that plays what has the word in the variable PLAYS in it."""
    (tmp_path / "lacking.py").write_text(LACKS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.delenv("PLAYS", raising=False)
    return "python:lacking:Engine"


@pytest.mark.parametrize("words", [(), ("-j", "2"), ("--json",), ("-x",), ("--write-baseline", "known.yaml")])
def test_a_run_that_checked_nothing_is_no_success(
    check: Callable[..., int], lacks: str, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert check("--engine", lacks, *words, "--report", "markdown=r.md", "--report", "badge=r.json") == 3
    told = capsys.readouterr()
    assert told.err.endswith(WHY)
    assert "--json" in words or " unsupported, so that nothing was checked (" in told.out
    assert Path("r.md").read_text().startswith("## rulings: rulings reference engine 0.1.0 played nothing\n")
    assert json.loads(Path("r.json").read_text())["color"] == "lightgrey"


def test_a_run_that_checked_something_is_judged_by_that(
    check: Callable[..., int], lacks: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLAYS", "Changeling")
    assert check("--engine", lacks, "--report", "markdown=r.md") == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert " passed, " in told.out
    assert "nothing was checked" not in told.out
    assert "engine 0.1.0 is as expected\n" in Path("r.md").read_text()


def test_a_shard_may_hold_nothing_that_is_played_and_the_whole_may_not(
    check: Callable[..., int], lacks: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for part in (1, 2):
        assert check("--engine", lacks, "--shard", f"{part}/2", "--report", f"jsonl={part}.jsonl") == 0
    assert main(["merge", "1.jsonl", "2.jsonl", "-o", "whole.jsonl"]) == 0
    capsys.readouterr()
    assert check("--resume", "whole.jsonl") == 3
    assert capsys.readouterr().err == WHY
    assert read(Path("whole.jsonl")).complete


def test_what_is_not_as_the_baseline_says_is_told_first(
    check: Callable[..., int], lacks: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check("--write-baseline", "known.yaml") == 0
    capsys.readouterr()
    assert check("--engine", lacks, "--baseline", "known.yaml") == 1
    assert capsys.readouterr().err == ""
    assert check("--engine", lacks, "--baseline", "known.yaml", "--tolerate", "fewer") == 3
    assert capsys.readouterr().err == WHY
