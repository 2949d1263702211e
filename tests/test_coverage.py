"""What `rulings coverage` counts, and what it calls a gap."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from checker.cli import main
from checker.finding.coverage import Kind, by_rule, kind
from checker.model import Cite, Expectation, Json
from checker.reading.corpus import load


def covered(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[Json]:
    assert main(["coverage", *arguments, "--json"]) == 0
    lines: list[Json] = json.loads(capsys.readouterr().out)
    return lines


@pytest.mark.parametrize("by", ["rule", "ruling", "card", "engine"])
def test_nothing_of_dominion_is_left_out(capsys: pytest.CaptureFixture[str], by: str) -> None:
    assert covered(capsys, "dominion", "--by", by, "--gaps") == [] or by == "rule"
    assert covered(capsys, "dominion", "--by", by)


def test_counts_are_those_of_the_corpus(capsys: pytest.CaptureFixture[str]) -> None:
    ruling = load().rulings["dominion/exchange/optional"]
    (line,) = covered(capsys, ruling.id, "--by", "ruling")
    assert line["name"] == ruling.id
    assert sum(line["cases"].values()) == len(ruling.cases)


def test_kinds_of_cases() -> None:
    cases = load().cases
    assert kind(cases["dominion/exchange/optional#two-answers"]) is Kind.CHOICE
    assert kind(cases["dominion/exchange/needs-a-copy#empty-pile"]) is Kind.DOES_NOT
    happens = cases["dominion/exchange/needs-a-copy#last-copy"]
    assert kind(happens) is Kind.HAPPENS
    assert kind(replace(happens, expectation=Expectation(refused=0))) is Kind.DOES_NOT


def test_rules_stand_in_the_order_of_their_numbers_and_what_is_none_after_them() -> None:
    corpus = load()
    rules = ["614.10", "614.9a", "614.9", "6x", "614", "614.9.1", "614-9", "704.5aa", "704.5z"]
    ruling = replace(
        corpus.rulings["mtg/replacement/redirection"], cites=tuple(Cite("mtg-cr", rule, "") for rule in rules)
    )
    names = [line.name for line in by_rule(corpus, [replace(ruling, cases=())]) if line.rulings]
    assert names == ["614", "614.9", "614.9a", "614.10", "704.5z", "704.5aa", "614-9", "614.9.1", "6x"]


@pytest.mark.parametrize("words", [("coverage", "--by", "engine"), ("prove",)])
def test_an_engine_that_does_not_tell_its_rules_is_told_what_it_does_not_claim(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {"protocol": 1, "name": "x", "version": "1", "games": {"dominion": {}}, "capabilities": []}
    (tmp_path / "silent.py").write_text(
        f"class Engine:\n    def describe(self, params):\n        return {told}\n    run = describe\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    assert main([*words, "dominion/exchange/optional", "--engine", "python:silent:Engine"]) == 3
    said = capsys.readouterr()
    assert "the engine does not claim `broken`" in said.err
    assert not said.out
