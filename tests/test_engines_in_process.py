"""Engines that are a class of Python: whatever one raises, prints or answers is told as its own."""

import json
from pathlib import Path

import pytest

from checker.cli import main

SOME = "dominion/exchange/optional"

NOISY = """
class Noisy:
    def describe(self, params):
        print("hello")
        claims = {"dominion": {}}
        return {"protocol": 1, "name": "noisy", "version": "1", "games": claims, "capabilities": []}

    def run(self, params):
        print("no JSON")
        return {"state": {"alice": {"hand": ["Copper"] * 3_000}}}


class Flies(Noisy):
    def describe(self, params):
        return {**super().describe(params), "capabilities": ["flying"]}


class Unruly(Noisy):
    def __init__(self):
        self.runs = 0

    def run(self, params):
        self.runs += 1
        if self.runs == 2:
            raise self.error
        return {"unsupported": {"what": "game"}}


class OfItsOwn(BaseException):
    pass


class Speechless(Exception):
    def __str__(self):
        raise SystemExit


class EndsGenerators(Unruly):
    error = GeneratorExit()


class RaisesOfItsOwn(Unruly):
    error = OfItsOwn("of my own")


class RaisesMany(Unruly):
    error = BaseExceptionGroup("many", [GeneratorExit()])


class EndsWhenAskedWhy(Unruly):
    error = Speechless()


class DoesNotBegin(Noisy):
    def __init__(self):
        raise GeneratorExit
"""


@pytest.fixture
def noisy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "noisy_engines.py").write_text(NOISY)
    monkeypatch.syspath_prepend(tmp_path)
    return "python:noisy_engines"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("EndsGenerators", "GeneratorExit"),
        ("RaisesOfItsOwn", "OfItsOwn: of my own"),
        ("RaisesMany", "BaseExceptionGroup: many"),
        ("EndsWhenAskedWhy", "Speechless: (and does not say why)"),
    ],
)
def test_whatever_a_class_raises_is_the_result_of_one_case(
    name: str, message: str, noisy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", SOME, "--engine", f"{noisy}:{name}", "--json"]) == 1
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    results = [line for line in told if line["line"] == "result"]
    assert [line["message"] for line in results if line["status"] == "error"] == [f"{message} (-32603)"]
    assert len(results) > 10


def test_a_class_that_cannot_be_made_is_told_in_a_line(noisy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", SOME, "--engine", f"{noisy}:DoesNotBegin"]) == 3
    told, hint = capsys.readouterr().err.splitlines()
    assert told.endswith("does not say what it is: GeneratorExit (-32603)")
    assert "rulings doctor" in hint


def test_what_a_class_prints_is_no_part_of_the_report(noisy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", f"{SOME}#declined", "--engine", f"{noisy}:Noisy", "--json"]) == 1
    told = capsys.readouterr()
    assert [json.loads(line)["line"] for line in told.out.splitlines()] == ["header", "result", "footer"]
    assert "no JSON" in told.err


def test_what_a_module_greets_with_is_no_part_of_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "greets.py").write_text("print('Hello from the greeter')\nfrom reference_engine import Engine\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["check", f"{SOME}#declined", "--engine", "python:greets:Engine", "--json"]) == 0
    told = capsys.readouterr()
    assert [json.loads(line)["line"] for line in told.out.splitlines()] == ["header", "result", "footer"]
    assert "Hello from the greeter" in told.err


def test_a_position_without_end_is_cut_short(noisy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", f"{SOME}#declined", "--engine", f"{noisy}:Noisy", "--report", "github"]) == 1
    out = capsys.readouterr().out
    assert "characters more" in " ".join(out.split())
    assert len(out) < 20_000


def test_what_is_none_of_several_things_is_told_with_them(noisy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", f"{SOME}#declined", "--engine", f"{noisy}:Flies"]) == 3
    assert 'capabilities.0: "flying" is none of choices, ' in capsys.readouterr().err
