"""Scripted answers that no question took, of a case that fails."""

from collections.abc import Callable
from typing import Any

import pytest

from checker.engines import Description
from checker.engines.in_process import InProcess, Plays
from checker.judging.judge import judge
from checker.judging.verdict import Status, Verdict
from checker.model import Case, Json
from checker.positions.vocabulary import Vocabulary
from tests.engines import toy
from tests.judge.cases import ASK, case

Closely = Callable[..., Verdict]


@pytest.fixture
def closely(heaps: Vocabulary) -> Closely:
    def run(there: Case, engine: Callable[[], Plays], *, look: bool = True) -> Verdict:
        asked = InProcess(engine)
        return judge(there, asked, heaps, Description.of(asked.describe()), closely=look)

    return run


YES: Json = {"player": "alice", "kind": "word", "choose": "yes"}
TEA: Json = {"kind": "word", "about": "tea", "choose": "yes"}
NONE: dict[str, Any] = {"expect": {"alice": {"heap": []}}}


class Chooses(toy.Decides):
    """Chooses for itself, and says no more than what came."""

    tells_asked = False


@pytest.mark.parametrize("engine", [toy.Toy, toy.Quiet, toy.Swift, toy.Decides])
@pytest.mark.parametrize("choices", [(TEA,), (YES, TEA), (TEA, YES), (TEA, YES, YES)])
def test_what_no_question_took(closely: Closely, engine: Callable[[], Plays], choices: tuple[Json, ...]) -> None:
    verdict = closely(case(ASK, choices=choices, **NONE), engine)
    assert verdict.status is Status.FAILED
    left = list(choices)
    if YES in left:  # the question is about nothing, and takes the first that fits
        left.remove(YES)
    assert verdict.unasked == tuple(left)


class AsksAgain(toy.Quiet):
    """Asks about tea too, if the word is no."""

    def act(self, state: Json, action: Json) -> None:
        super().act(state, action)
        if "ask" in action and state["alice"]["heap"][-1]["card"] == "no":
            super().act(state, {"ask": ["yes", "no"], "about": "tea"})


class AsksAgainAndTells(AsksAgain):
    """Tells what it asked."""

    tells_asked = True


@pytest.mark.parametrize("engine", [AsksAgain, AsksAgainAndTells])
def test_what_is_taken_one_way_only_is_taken(closely: Closely, engine: Callable[[], Plays]) -> None:
    milk = {**ASK, "about": "milk"}
    assert closely(case(milk, choices=(TEA,), **NONE), engine).unasked == ()
    cake = {**TEA, "about": "cake"}
    assert closely(case(milk, choices=(TEA, cake), **NONE), engine).unasked == (cake,)


def test_nothing_is_said_where_nothing_is_known(closely: Closely) -> None:
    failing = case(ASK, choices=(TEA,), **NONE)
    assert closely(failing, Chooses).unasked == ()
    assert closely(failing, toy.Toy, look=False).unasked == ()
    assert closely(case(ASK, choices=(YES, TEA), expect={"alice": {"heap": ["yes"]}}), toy.Toy).unasked == ()
    assert closely(case(*[ASK] * 6, choices=(TEA,), **NONE), toy.Quiet).unasked == ()  # there are 64 ways
    refusing = case(ASK, {"take": "Opal"}, choices=(TEA,), refused=1, expect={"table": []})
    assert closely(refusing, toy.Toy).unasked == ()


def test_to_look_closely_changes_nothing_else(closely: Closely) -> None:
    failing = case(ASK, choices=(TEA,), **NONE)
    one, other = closely(failing, toy.Quiet), closely(failing, toy.Quiet, look=False)
    assert (one.runs, one.request, one.differences) == (other.runs, other.request, other.differences)
