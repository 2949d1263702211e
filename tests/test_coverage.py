"""What `rulings coverage` counts, and what it calls a gap."""

import json

import pytest

from checker.cli import main
from checker.corpus import load
from checker.coverage import Kind, kind
from checker.model import Json


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
    assert kind(cases["dominion/exchange/needs-a-copy#last-copy"]) is Kind.HAPPENS
