"""Judging one case on one engine: what is expected, and what comes."""

from typing import Any

import pytest

from checker.judging.verdict import Status, Verdict
from checker.model import Json
from tests.engines import toy
from tests.judge.cases import ASK, TAKE, Play, case, request


def test_what_is_expected_comes(play: Play) -> None:
    verdict = play(case(TAKE, expect={"alice": {"heap": ["Flint"]}, "table": ["Agate"]}))
    assert verdict == Verdict(Status.PASSED, runs=1)


def test_something_else_comes(play: Play) -> None:
    verdict = play(case(TAKE, expect={"alice": {"heap": ["Agate"]}, "table": 1}))
    assert verdict.status is Status.FAILED
    assert verdict.message == "alice.heap: expected [Agate], came [Flint] (missing: Agate; too many: Flint)"
    assert request(verdict)["actions"] == [TAKE]
    assert request(verdict)["observe"] == [["alice", "heap"], ["table"]]
    assert "expect" not in request(verdict)


def test_an_open_choice_has_to_hold_either_way(play: Play) -> None:
    assert play(case(ASK, expect={"alice": {"heap": 1}})) == Verdict(Status.PASSED, runs=3)
    verdict = play(case(ASK, expect={"alice": {"heap": ["yes"]}}))
    assert verdict.status is Status.FAILED
    assert [choice["choose"] for choice in verdict.differences[0].choices] == ["no"]
    assert request(verdict)["answers"] == list(verdict.differences[0].choices)


def test_a_scripted_choice_is_not_open(play: Play) -> None:
    assert play(case(ASK, choices=({"choose": "yes"},), expect={"alice": {"heap": ["yes"]}})).status is Status.PASSED


def test_possible_is_all_and_nothing_else(play: Play) -> None:
    yes, no, other = ({"alice": {"heap": [word]}} for word in ("yes", "no", "other"))
    assert play(case(ASK, possible=(no, yes))) == Verdict(Status.PASSED, runs=3)
    unreached = play(case(ASK, possible=(yes, no, other)))
    assert [(found.path, found.note) for found in unreached.differences] == [("possible 3", "no choices lead to it")]
    unlisted = play(case(ASK, possible=(yes, other)))
    assert [found.path for found in unlisted.differences] == ["possible", "possible 2"]
    assert unlisted.differences[0].actual == {"alice": {"heap": ["no"]}}
    assert unlisted.differences[0].choices[0]["choose"] == "no"


def test_two_ways_to_one_result(play: Play) -> None:
    pick = {"pick": 2}
    table = {"table": ["Flint", "Flint", "Agate"]}
    results = ({"alice": {"heap": ["Flint", "Flint"]}}, {"alice": {"heap": ["Agate", "Flint"]}})
    assert play(case(pick, given=table, possible=results)).status is Status.PASSED


def test_refused(play: Play) -> None:
    steps = (TAKE, TAKE)
    assert play(case(*steps, refused=1, expect={"alice": {"heap": 1}})).status is Status.PASSED
    lets = play(case(*steps, refused=1), toy.NeverRefuses)
    assert (lets.status, lets.differences[0].actual) == (Status.FAILED, "carried out")
    harms = play(case(*steps, refused=1), toy.Harms)
    assert harms.status is Status.FAILED
    assert harms.differences[0].path == "after the refusal: table"
    assert "observe" not in request(harms)
    early = play(case({"take": "Opal"}, TAKE, refused=1))
    assert (early.status, early.message) == (Status.REFUSED, "refused action 1, {take: Opal}: no Opal on the table")


def test_what_a_refusal_added_can_be_reported(play: Play) -> None:
    class Adds(toy.Toy):
        def refuse(self, _params: Json, state: Json, index: int, reason: str) -> Json:
            harmed = {**state, "alice": {**state["alice"], "marks": 7}}
            return {"refused": {"action": index, "reason": reason}, "state": harmed}

    found = play(case(TAKE, TAKE, refused=1), Adds).differences
    assert [one.json() for one in found] == [{"path": "after the refusal: alice.marks", "expected": None, "actual": 7}]


class InFloats(toy.Toy):
    """Writes whole numbers with a point, as libraries for JSON in some languages do."""

    def run(self, params: Json) -> Json:
        told: Json = _floats(super().run(params))
        return told


def _floats(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _floats(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_floats(part) for part in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


@pytest.mark.parametrize(
    "capabilities", [("choices",), ("choices", "checkpoints"), ("choices", "first", "checkpoints")]
)
def test_whole_numbers_with_a_point_are_whole_numbers(play: Play, capabilities: tuple[str, ...]) -> None:
    class Engine(InFloats):
        pass

    Engine.capabilities = capabilities
    picks = case({"pick": 1}, {"expect": {"table": 1}}, ASK, possible=({"table": ["Agate"]}, {"table": ["Flint"]}))
    assert play(picks, Engine).status is Status.PASSED
    assert play(case(ASK, TAKE, TAKE, refused=2), Engine).status is Status.PASSED
    assert play(case(TAKE, TAKE, expect={}), Engine).message == "refused action 2, {take: Flint}: no Flint on the table"


def test_a_refusal_that_no_case_expects(play: Play) -> None:
    assert play(case(TAKE, TAKE, expect={"table": 1})).status is Status.REFUSED


def test_checkpoints(play: Play) -> None:
    look = {"expect": {"table": ["Agate"]}, "legal": [{"take": "Agate"}], "illegal": [TAKE]}
    assert play(case(TAKE, look, {"take": "Agate"}, expect={"table": []})).status is Status.PASSED
    wrong = {"expect": {"table": []}, "legal": [TAKE], "illegal": [{"take": "Agate"}]}
    verdict = play(case(TAKE, wrong))
    assert [(found.path, found.actual) for found in verdict.differences] == [
        ("step 2: table", ["Agate"]),
        ("step 2: legal", "refused"),
        ("step 2: illegal", "not refused"),
    ]


def test_a_checkpoint_holds_over_all_choices_before_it(play: Play) -> None:
    look = {"expect": {"alice": {"heap": ["yes"]}}}
    verdict = play(case(ASK, look, TAKE, expect={"alice": {"heap": 2}}))
    assert [(found.path, found.choices[0]["choose"]) for found in verdict.differences] == [("step 2: alice.heap", "no")]


def test_a_legal_action_may_ask(play: Play) -> None:
    assert play(case({"legal": [ASK], "illegal": [{"take": "Opal"}]}, expect={"table": 2})).status is Status.PASSED


@pytest.mark.parametrize("engine", [toy.Toy, toy.Quiet])
def test_offered(play: Play, engine: Any) -> None:
    steps = ({"ask": ["yes", "no"], "about": "tea"}, {"ask": ["one", "two"], "about": "sugar"})
    choices = ({"about": "tea", "choose": "yes"},)
    good = (
        {"about": "tea", "options": ["no", "yes"]},
        {"player": "alice", "about": "sugar", "options": ["one", "two"]},
    )
    assert play(case(*steps, choices=choices, offered=good), engine).status is Status.PASSED
    assert play(case(*steps, choices=choices, offered=good), toy.FirstWordOnly).status is Status.FAILED
    verdict = play(
        case(
            *steps, choices=choices, offered=({"about": "tea", "options": ["yes"]}, {"about": "milk", "options": ["a"]})
        ),
        engine,
    )
    assert [(found.path, found.note) for found in verdict.differences] == [
        ("offered 1", ""),
        ("offered 2", "no such question was asked"),
    ]
    assert verdict.differences[0].actual == ["yes", "no"]


@pytest.mark.parametrize("engine", [toy.Toy, toy.Quiet])
def test_not_offered(play: Play, engine: Any) -> None:
    choices = ({"choose": "yes"},)
    good = ({"about": "milk"}, {"kind": "word", "option": "perhaps"}, {"player": "bob"})
    assert play(case(ASK, choices=choices, not_offered=good), engine).status is Status.PASSED
    for bad in ({"kind": "word"}, {"option": "no"}, {"player": "alice"}):
        verdict = play(case(ASK, choices=choices, not_offered=(bad,)), engine)
        assert [found.path for found in verdict.differences] == ["not_offered 1"]


def test_throughout(play: Play) -> None:
    steps = ({"score": 1}, {"score": -1})
    assert play(case(*steps, throughout={"table": 2})).status is Status.PASSED
    verdict = play(case(*steps, throughout={"alice": {"points": 0}}))
    assert [(found.path, found.actual) for found in verdict.differences] == [("moment 1 of 3: alice.points", 1)]
    assert request(verdict)["moments"] is True
