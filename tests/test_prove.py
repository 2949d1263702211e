"""Breaking rules one at a time: what is noticed, what survives, and how it is told."""

import json

import pytest

from checker.cli import main
from checker.model import same_rule


def proved(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["prove", *arguments])
    return code, capsys.readouterr().out


def test_every_broken_rule_of_dominion_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = proved(capsys, "dominion", "--json")
    assert code == 0
    assert json.loads(told)["survivors"] == []


def test_rule_that_no_selected_case_notices_survives(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = proved(capsys, "dominion/exchange/optional#declined", "--rule", "dominion-rules:pile-tokens")
    assert code == 1
    assert "noticed by none" in told
    assert "1 survive" in told


def test_only_cases_that_the_rule_had_a_part_in_are_run(capsys: pytest.CaptureFixture[str]) -> None:
    _, told = proved(capsys, "dominion", "--rule", "dominion-exchange:black-market-deck", "--all", "--json")
    (broken,) = json.loads(told)["broken"]
    assert 0 < len(broken["fallen"]) <= broken["touched"] < 50
    assert set(broken["citing"]) <= set(broken["fallen"])


def test_processes_come_to_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    selection = ("dominion/exchange/optional", "--rule", "dominion-exchange:optional", "--all", "--json")
    assert proved(capsys, *selection, "-j", "2") == proved(capsys, *selection)


def test_engine_that_cannot_be_broken_is_unusable(capsys: pytest.CaptureFixture[str]) -> None:
    code, _ = proved(capsys, "dominion", "--rule", "999.9")
    assert code == 3


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("701.12", "701.12b", True),
        ("701.12b", "701.12b", True),
        ("614.1", "614.12", False),
        ("614.1", "614.1a", True),
        ("dominion-exchange", "dominion-exchange:optional", False),
        ("dominion-exchange:optional", "dominion-exchange:optional", True),
    ],
)
def test_rules_that_are_one(one: str, other: str, same: bool) -> None:
    assert same_rule(one, other) is same
    assert same_rule(other, one) is same
