"""`rulings fuzz --cases`: what the cases do not look at in the positions that they reach."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.cli import main

WEARY = """
import reference_engine

class Weary(reference_engine.Engine):
    def run(self, params):
        outcome = super().run(params)
        for player in outcome.get("state", {}).get("players", ()):
            for thing in outcome["state"][player].get("battlefield", ()):
                if thing["card"] == "Palisade Giant":
                    thing["tapped"] = True
        return outcome
"""
GIANTS = "mtg/replacement/once-per-event#mutual-redirection"
Fuzz = Callable[..., int]


@pytest.fixture
def fuzz(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fuzz:
    (tmp_path / "weary.py").write_text(WEARY, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return lambda *words: main(["fuzz", "--cases", *words, "--engine", "python:weary:Weary"])


def test_a_case_that_passes_is_compared_whole(fuzz: Fuzz, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", GIANTS, "--engine", "python:weary:Weary"]) == 0
    capsys.readouterr()
    assert fuzz(GIANTS) == 1
    told = capsys.readouterr().out
    assert told.startswith(f"1. from {GIANTS}\n")
    assert "tapped\n     reference: false\n     python:weary:Weary: true\n" in told
    assert "2 positions: 2 played by all, 2 of them not alike; 1 difference told\n" in told


def test_every_way_of_every_case_is_played(fuzz: Fuzz, capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz("dominion/exchange/player-orders", "--json") == 0
    totals = json.loads(capsys.readouterr().out)
    assert totals["positions"] == totals["played"] > 30
    assert totals["apart"] == totals["found"] == 0


def test_cases_known_to_fail_are_left_out(fuzz: Fuzz, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    known.write_text(f'baseline: 1\ncases:\n- {{case: "{GIANTS}", status: failed}}\n', encoding="utf-8")
    assert fuzz(GIANTS, "mtg/replacement/once-per-event#two-doublers", "--baseline", str(known)) == 0
    assert "1 position: 1 played by all, all of them alike" in capsys.readouterr().out
    assert fuzz(GIANTS, "--baseline", str(known)) == 2
    assert "no case is selected" in capsys.readouterr().err


def test_cases_are_not_counted_out(fuzz: Fuzz, capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz(GIANTS, "-n", "5") == 2
    assert "not allowed with" in capsys.readouterr().err
