"""What is easily overlooked: results that differ by the choices that led there, and what engines do not tell."""

from typing import Any

import pytest

from checker.judging.verdict import Status
from checker.model import Json
from tests.engines import toy
from tests.judge.cases import ASK, TAKE, Play, case


@pytest.mark.parametrize("engine", [toy.Toy, toy.Swift])
def test_a_checkpoint_after_a_refusal_sees_what_was_there_before_it(play: Play, engine: Any) -> None:
    look = {"expect": {"table": ["Agate"]}}
    assert play(case(TAKE, TAKE, look, refused=1), engine).status is Status.PASSED
    assert play(case(TAKE, TAKE, {"expect": {"table": []}}, refused=1), engine).status is Status.FAILED
    goes_on = case(TAKE, TAKE, {"take": "Agate"}, {"expect": {"table": []}}, refused=1)
    assert play(goes_on, engine).status is Status.PASSED


@pytest.mark.parametrize("engine", [toy.Toy, toy.Swift])
@pytest.mark.parametrize("word", ["yes", "no"])
def test_a_checkpoint_is_looked_at_after_each_choice(play: Play, engine: Any, word: str) -> None:
    look = {"expect": {"alice": {"heap": [word]}}}
    assert play(case(ASK, look, TAKE, expect={"alice": {"heap": 2}}), engine).status is Status.FAILED


class Dares(toy.Toy):
    """Refuses what a player who was asked does not dare."""

    def act(self, state: Json, action: Json) -> None:
        if "dare" in action and self.ask("alice", "word", action["dare"]) == "no":
            raise toy.RefusedError("not dared")
        super().act(state, action)


@pytest.mark.parametrize("options", [["yes", "no"], ["no", "yes"]])
def test_an_action_is_legal_if_some_choice_lets_it_be_done(play: Play, options: list[str]) -> None:
    dare = {"dare": options}
    assert play(case({"legal": [dare]}, expect={"table": 2}), Dares).status is Status.PASSED
    verdict = play(case({"illegal": [dare]}, expect={"table": 2}), Dares)
    assert [found.path for found in verdict.differences] == ["step 1: illegal"]
    assert play(case({"illegal": [{"dare": ["no"]}]}, expect={"table": 2}), Dares).status is Status.PASSED


class LooksAhead(toy.Toy):
    """Refuses the first action where another one follows."""

    def run(self, params: Json) -> Json:
        if len(params["actions"]) > 1:
            return {"refused": {"action": 0, "reason": "not before that"}}
        return super().run(params)


def test_an_action_is_illegal_only_if_it_is_refused_itself(play: Play) -> None:
    verdict = play(case(TAKE, {"illegal": [{"take": "Opal"}]}, expect={"table": 1}), LooksAhead)
    assert [(found.path, found.actual) for found in verdict.differences] == [("step 2: illegal", "not refused")]


class Miscounts(toy.Toy):
    """Says that the action before was refused."""

    def refuse(self, params: Json, state: Json, index: int, reason: str) -> Json:
        return super().refuse(params, state, index - 1, reason)


class LooksBack(toy.Toy):
    """Refuses the last action, whichever that is, and says how things stand."""

    def run(self, params: Json) -> Json:
        return self.refuse(params, params["given"], len(params["actions"]) - 1, "not the last")


def test_what_goes_before_a_refused_action_is_not_refused_itself(play: Play) -> None:
    verdict = play(case(TAKE, {"take": "Opal"}, refused=1), LooksBack)
    assert verdict.status is Status.PROTOCOL
    assert verdict.message == "goes differently before action 2 when that action is left out"


class BlamesTheAnswer(toy.Toy):
    """Says that an answer was refused."""

    def refuse(self, _params: Json, _state: Json, _index: int, reason: str) -> Json:
        return {"refused": {"answer": 0, "reason": reason}}


@pytest.mark.parametrize("engine", [Miscounts, BlamesTheAnswer])
def test_an_action_is_not_legal_because_something_else_is_said_to_be_refused(play: Play, engine: Any) -> None:
    choices = ({"choose": "yes"},)
    verdict = play(case(ASK, {"legal": [{"take": "Opal"}]}, choices=choices, expect={"table": 2}), engine)
    assert [(found.path, found.actual) for found in verdict.differences] == [("step 2: legal", "refused")]


def test_what_is_tried_does_not_take_an_answer_to_a_later_question(play: Play) -> None:
    look, choices = {"legal": [{"ask": ["one", "two"]}]}, ({"choose": "yes"},)
    assert play(case(look, ASK, choices=choices, expect={"alice": {"heap": ["yes"]}})).status is Status.PASSED


MANY = {"ask": ["one", "two", "three", "four", "five"]}


def test_of_a_checkpoint_that_many_choices_lead_to_a_few_failures_are_told(play: Play) -> None:
    verdict = play(case(MANY, {"expect": {"table": 1}}, expect={"table": 2}))
    assert [found.path for found in verdict.differences] == ["step 2: table"] * 3


def test_a_possible_result_is_looked_for_after_many_that_are_not(play: Play) -> None:
    verdict = play(case(MANY, possible=({"alice": {"heap": ["five"]}},)))
    assert {found.path for found in verdict.differences} == {"possible"}


def test_one_result_can_be_several_of_the_possible_ones(play: Play) -> None:
    possible = ({"table": 2}, {"alice": {"heap": ["yes"]}})
    assert play(case(ASK, possible=possible)).status is Status.PASSED


class AsksMore(toy.Toy):
    """Asks once more after the last of many words."""

    def act(self, state: Json, action: Json) -> None:
        super().act(state, action)
        if state["alice"].get("heap", [])[-1:] == [{"card": "five"}]:
            self.ask("alice", "more", ["one"])


def test_an_offer_is_looked_for_after_many_wrong_results(play: Play) -> None:
    offered = ({"kind": "more", "options": ["one"]},)
    verdict = play(case(MANY, offered=offered, expect={"alice": {"heap": ["five"]}}), AsksMore)
    assert {found.path for found in verdict.differences} == {"alice.heap"}


def test_of_what_several_are_taken_the_offer_says_how_many_there_are(play: Play) -> None:
    table = {"table": ["Flint", "Agate", "Agate"]}
    for options, status in (["Flint", "Agate", "Agate"], Status.PASSED), (["Flint", "Agate"], Status.FAILED):
        offered = ({"kind": "pick", "options": options},)
        assert play(case({"pick": 1}, given=table, offered=offered)).status is status


class RefusesAnswers(toy.Toy):
    """Takes no answer."""

    def run(self, params: Json) -> Json:
        return {"refused": {"answer": 0, "reason": "not now"}} if params["answers"] else super().run(params)


def test_of_what_one_is_taken_it_does_not_matter_how_many_there_are(play: Play) -> None:
    offer = {"kind": "word", "options": ["yes", "no"]}
    assert play(case({"ask": ["yes", "no", "yes"]}, offered=(offer,))).status is Status.PASSED


def test_an_answer_that_is_refused_is_no_result(play: Play) -> None:
    verdict = play(case(ASK, choices=({"choose": "yes"},), not_offered=({"kind": "milk"},)), RefusesAnswers)
    assert (verdict.status, verdict.message) == (Status.REFUSED, "refused answer 1: not now")


class HasNoMoments(toy.Toy):
    """Claims moments, and tells of none."""

    def run(self, params: Json) -> Json:
        return super().run(params) | {"moments": []}


def test_an_engine_that_tells_of_no_moment_has_not_shown_that_all_are_right(play: Play) -> None:
    assert play(case(TAKE, throughout={"table": 2}), HasNoMoments).status is Status.PROTOCOL


@pytest.mark.parametrize("engine", [toy.Toy, toy.Quiet])
def test_each_scripted_answer_is_taken_once(play: Play, engine: Any) -> None:
    choices, offered = ({"choose": "yes"}, {"choose": "no"}), ({"kind": "word", "options": ["yes", "no"]},)
    expect = {"alice": {"heap": ["yes", "no"]}}
    assert play(case(ASK, ASK, choices=choices, offered=offered, expect=expect), engine).status is Status.PASSED


class ChangesForTheWhole(toy.Toy):
    """Has another result where all of the position is asked for."""

    def run(self, params: Json) -> Json:
        outcome = super().run(params)
        if "observe" not in params:
            outcome["state"]["alice"]["points"] = 9
        return outcome


def test_a_case_that_fails_fails_in_the_same_way_again(play: Play) -> None:
    verdict = play(case(TAKE, expect={"alice": {"points": 1}}), ChangesForTheWhole)
    assert verdict.status is Status.PROTOCOL
    assert verdict.message.startswith("another result when played again: at first alice.points: expected 1, came 0")


class Spoils(toy.Toy):
    """Leaves nothing of what it was asked."""

    def run(self, params: Json) -> Json:
        outcome = super().run(params)
        params.clear()
        return outcome


def test_an_engine_may_do_as_it_likes_with_what_it_is_asked(play: Play) -> None:
    assert play(case(ASK, expect={"alice": {"heap": 1}}), Spoils).status is Status.PASSED


class Reuses(toy.Harms):
    """Answers with the same object each time."""

    told: Json

    def run(self, params: Json) -> Json:
        self.told = getattr(self, "told", {})
        outcome = super().run(params)
        self.told.clear()
        self.told.update(outcome)
        return self.told


def test_an_answer_stays_what_it_was_whatever_the_engine_does_with_it(play: Play) -> None:
    assert play(case(TAKE, TAKE, refused=1), Reuses).status is Status.FAILED
