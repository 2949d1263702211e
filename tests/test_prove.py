"""Breaking rules one at a time: what is noticed, what survives, and how it is told."""

import json
import re
import shlex
import sys
import time
from pathlib import Path

import pytest

from checker.cli import main
from checker.engines import Crashed, Description, EngineError, EngineFailure, TimedOut
from checker.model import Json, same_rule
from checker.prove import Breakage, Proof, patience, prove, unneeded, unnoticed_rulings
from checker.reading.corpus import load
from tests.telling import case, corpus


def proved(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["prove", *arguments])
    return code, capsys.readouterr().out


def test_a_broken_rule_that_is_noticed_is_no_survivor(capsys: pytest.CaptureFixture[str]) -> None:
    """That no rule of Dominion is one, `test_docs` finds by the command of the README."""
    code, told = proved(capsys, "dominion/exchange/optional", "--rule", "dominion-exchange:optional", "--json")
    assert code == 0
    assert json.loads(told)["broken"]
    assert json.loads(told)["survivors"] == []


def test_rule_that_no_selected_case_notices_survives(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = proved(capsys, "dominion/exchange/optional#declined", "--rule", "dominion-rules:pile-tokens")
    assert code == 1
    assert "noticed by none" in told
    survive = r"(\d+) ways to break 1 rule: 0 noticed, 0 by cases that cite the rule; \1 survive"
    assert re.fullmatch(survive, told.splitlines()[-1])


def test_only_cases_that_the_rule_had_a_part_in_are_run(capsys: pytest.CaptureFixture[str]) -> None:
    _, told = proved(capsys, "dominion", "--rule", "dominion-rules:hexes", "--all", "--json")
    (broken,) = json.loads(told)["broken"]
    assert 0 < len(broken["fallen"]) <= broken["touched"] < 50
    assert set(broken["citing"]) <= set(broken["fallen"])


def test_processes_come_to_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    selection = ("dominion/exchange/optional", "--rule", "dominion-exchange:optional", "--all", "--json")
    assert proved(capsys, *selection, "-j", "2") == proved(capsys, *selection)


def test_a_process_that_is_no_fork_comes_to_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    selection = ("dominion/exchange/optional", "--rule", "dominion-exchange:optional", "--all", "--json")
    engine = ("--engine", shlex.join(["cmd:" + sys.executable, "-m", "reference_engine"]).replace("'", ""))
    assert proved(capsys, *selection, *engine, "-j", "2") == proved(capsys, *selection)


def test_the_first_to_notice_is_enough_and_cites_the_rule_if_any_does(capsys: pytest.CaptureFixture[str]) -> None:
    rules = ("--rule", "dominion-rules:phases", "--rule", "dominion-exchange:optional")
    selection = ("dominion/exchange/optional", "dominion/exchange/both-ways", *rules, "--json")
    first = json.loads(proved(capsys, *selection)[1])["broken"]
    whole = json.loads(proved(capsys, *selection, "--all")[1])["broken"]
    assert len(first) > 1
    assert any(len(full["fallen"]) > 1 for full in whole)
    for short, full in zip(first, whole, strict=True):
        assert short["touched"] == full["touched"]
        assert len(short["fallen"]) == min(1, len(full["fallen"]))
        assert set(short["fallen"]) <= set(full["fallen"])
        assert bool(short["citing"]) is bool(full["citing"])


def test_it_is_told_who_notices(capsys: pytest.CaptureFixture[str]) -> None:
    _, told = proved(capsys, "dominion/exchange/optional", "--rule", "dominion-exchange:optional")
    assert re.search(r"noticed by dominion/exchange/[a-z-]+#[a-z0-9-]+, which cites it", told)
    _, told = proved(capsys, "dominion/exchange/optional", "--rule", "dominion-exchange:optional", "--all")
    assert re.search(r"noticed by \d+ of \d+ cases, \d+ citing it", told)


def test_where_most_rules_have_no_part_in_the_cases_those_are_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["prove", "mtg/exchange/whole-zones"])
    told = capsys.readouterr().out
    assert "no case reaches it" not in told
    assert re.search(r"^\d+ ways to break a rule that no case here reaches; --json lists which\.$", told, re.MULTILINE)


def test_cases_that_notice_nothing_that_others_do_not(capsys: pytest.CaptureFixture[str]) -> None:
    def proof(*fallen: str) -> Proof:
        return Proof(Breakage("1", "so"), 3, fallen, ())

    cases = [case for case in load().cases.values() if case.ruling == "dominion/exchange/both-ways"][:3]
    one, two, three = (case.id for case in cases)
    assert unneeded(cases, [proof(one), proof(one, two), proof(two, three), proof()]) == [two, three]
    _, told = proved(capsys, "dominion/exchange/both-ways", "--all", "--json")
    matrix = json.loads(told)
    alone = {broken["fallen"][0] for broken in matrix["broken"] if len(broken["fallen"]) == 1}
    every = {case.id for case in load().cases.values() if case.ruling == "dominion/exchange/both-ways"}
    assert set(matrix["spare"]) == every - alone


@pytest.mark.parametrize(
    ("came", "notices"),
    [
        ({"refused": {"action": 0, "reason": "no such card"}}, True),
        ({"unsupported": {"what": "card", "name": "Soldier"}}, False),
        (EngineError("KeyError: 'soldier'"), False),
        (Crashed("ended by signal 11"), False),
        (TimedOut("no answer within 5 s"), True),
    ],
)
def test_a_broken_engine_that_breaks_down_shows_nothing(came: Json | EngineFailure, notices: bool) -> None:
    class Broken:
        def describe(self, *, rules: bool = False) -> Json:
            raise NotImplementedError

        def run(self, _params: Json) -> Json:
            if isinstance(came, EngineFailure):
                raise came
            return came

        def stderr(self) -> str:
            return ""

        def close(self) -> None:
            raise NotImplementedError

    shipped = load()
    declined = shipped.cases["dominion/exchange/optional#declined"]
    description = Description.of({"name": "toy", "version": "1", "games": {"dominion": {}}, "capabilities": []})
    proof = prove(shipped, [declined], Broken(), description, Breakage("dominion-rules:phases", "skipped"))
    assert bool(proof.fallen) is notices


def test_an_engine_that_runs_wild_is_given_up_after_so_much_work() -> None:
    def run_wild() -> None:
        while True:
            pass

    with pytest.raises(TimedOut), patience(0.05):
        run_wild()
    with patience(0.05):
        time.sleep(0.1)  # waiting is no work


STEERING = """\
class Engine:
    def describe(self, params):
        rules = [{"rule": "\\x1b[31mred", "how": ["\\x1b[32mgreen", "no"], "harmless": {"no": "\\x1b[33m"}}]
        return {"protocol": 1, "name": "steering", "version": "1", "games": {"dominion": {}}, "capabilities": ["trace"],
                "rules": rules}

    def run(self, params):
        return {"state": params["given"], "trace": [], "reached": []}
"""


def test_no_word_of_an_engine_steers_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "steering.py").write_text(STEERING)
    monkeypatch.syspath_prepend(tmp_path)
    code, out = proved(capsys, "dominion/exchange/optional", "--engine", "python:steering:Engine")
    assert code == 1
    assert out.startswith("\\x1b[31mred\n  \\x1b[32mgreen  noticed by none")
    assert "no  noticed by none, rightly: \\x1b[33m\n" in out


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


def test_a_ruling_whose_cases_notice_only_other_rules_is_a_hole() -> None:
    cases = [case("dominion/exchange/a#one"), case("dominion/exchange/b#one")]
    own, other = Breakage("dominion-exchange:optional", "never"), Breakage("614.6", "never")
    proofs = [
        Proof(own, 2, ("dominion/exchange/a#one",), ("dominion/exchange/a#one",)),
        Proof(other, 2, ("dominion/exchange/b#one",), ()),
    ]
    assert unnoticed_rulings(corpus(*cases), cases, proofs) == ["dominion/exchange/b"]
