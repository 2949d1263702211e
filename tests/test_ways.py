"""What `explain` and `explore` tell of a case that can go several ways, and of one that is refused."""

import json

import pytest

from checker.cli import main
from checker.cli.explore import changes

OPEN = "dominion/exchange/player-orders#all-outcomes"
"""A case that leaves choices open."""


def test_it_is_told_how_to_see_the_next_way_as_long_as_there_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", OPEN, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    ways = len(told["results"])
    assert told["complete"] is True
    assert ways > 1
    for way in range(1, ways + 1):
        assert main(["explain", OPEN, "--way", str(way)]) == 0
        shown = capsys.readouterr().out
        assert (f"Choices are left open: see --way {way + 1}, or rulings explore" in shown) is (way < ways)
    assert main(["explain", OPEN, "--way", str(ways + 1)]) == 2
    message = f"there are {ways} ways to make the choices, so there is no --way {ways + 1}"
    assert capsys.readouterr() == ("", f"rulings: {message}\n")


def test_of_more_results_than_are_shown_it_is_told_that_there_are_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", OPEN, "--limit", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (len(told["results"]), told["complete"]) == (1, False)
    assert main(["explore", OPEN, "--limit", "1"]) == 0
    assert capsys.readouterr().out.endswith("1 way to choose, one result; there are more, see --limit\n")


def test_what_a_case_scripts_can_be_left_open(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for words in ([], ["--free"]):
        assert main(["explore", "dominion/exchange/optional#declined", "--json", *words]) == 0
        found.append([result["choices"] for result in json.loads(capsys.readouterr().out)["results"]])
    assert main(["explore", "dominion/exchange/optional#declined"]) == 0
    assert "--free leaves them open too" in capsys.readouterr().out
    assert main(["explore", "dominion/exchange/optional#declined", "--free"]) == 0
    assert "--free" not in capsys.readouterr().out
    scripted, free = found
    assert scripted == [[]]
    assert sorted(choice["choose"] for (choice,) in free) == ["decline", "exchange"]


def test_results_that_are_the_same_have_one_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", "dominion/exchange/optional#each-by-itself", "--free"]) == 0
    shown = capsys.readouterr().out
    first = [int(line.split("result ")[1]) for line in shown.splitlines() if line.strip("│├└─ ").startswith("result ")
             and not line.endswith(", as above")]  # fmt: skip
    assert first == list(range(1, len(first) + 1))
    assert f"{len(first)} different results\n" in shown


def test_a_refusal_is_the_last_step(capsys: pytest.CaptureFixture[str]) -> None:
    case = "dominion/exchange/borrowed-abilities#estate-of-another-player"
    assert main(["explain", case, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["refused"]["reason"] == "Estate cannot be played in this phase"
    assert main(["explain", case]) == 0
    happens = capsys.readouterr().out.partition("What happens\n")[2].partition("\nThe ruling\n")[0]
    assert happens == "  Refused: Estate cannot be played in this phase  dominion-rules:phases\n"


def test_what_is_gone_has_changed_too() -> None:
    before = {"alice": {"coins": 1, "hand": [], "actions": 0}, "round": 1}
    after = {"alice": {"hand": ["Page"]}, "bob": {"coins": 2}, "round": 1}
    assert changes(before, after) == {"alice.coins": None, "alice.hand": ["Page"], "bob": {"coins": 2}}
