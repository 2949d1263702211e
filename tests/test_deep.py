"""Finding cases that could not fail."""

from pathlib import Path
from typing import Any

import pytest

from checker.judging.deep import problems
from checker.model import Case, Cite, Corpus, Expectation, Place, Ruling

CITE = Cite("dominion-rules", "clean-up", "2022")
CLEAN_UP = {"clean-up": "alice"}


def case(slug: str, *steps: dict[str, Any], **told: Any) -> Case:
    names = ("expect", "possible", "refused", "offered", "not_offered", "throughout")
    expected = {name: told.pop(name) for name in names if name in told}
    return Case(
        id=f"dominion/a/b#{slug}",
        game="dominion",
        title="t",
        place=Place(Path("b.yaml"), 3),
        given=told.pop("given", {"piles": {"Page": 10, "Treasure Hunter": 5}, "alice": {"in_play": {"page": "Page"}}}),
        steps=steps,
        choices=told.pop("choices", ()),
        expectation=Expectation(**expected),
        cites=told.pop("cites", (CITE,)),
        **told,
    )


def found(*cases: Case) -> list[str]:
    ruling = Ruling("dominion/a/b", "s", "must", (CITE,), Place(Path("b.yaml")), cases)
    return [problem.message for problem in problems(Corpus(Path(), {ruling.id: ruling}, {}))]


WRONG = {"piles": {"Page": 3}}
DECLINE = ({"kind": "exchange", "choose": "decline"},)
GOOD = case("good", CLEAN_UP, choices=DECLINE, expect={"alice": {"in_play": []}})


def test_a_case_that_can_fail() -> None:
    assert found(GOOD) == []


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            case("x", CLEAN_UP, expect={"trash": []}),
            "could not fail: what it expects holds before the actions too ({trash: []})",
        ),
        (case("x", {"expect": {"hexes": []}}, CLEAN_UP, expect={"trash": []}), "could not fail"),
        (case("x", CLEAN_UP, possible=({"trash": []}, {"hexes": []})), "could not fail"),
        (case("x", expect={"alice": {"in_play": 1}}, cites=()), "could not fail"),
        (case("x", CLEAN_UP, expect={"alice": {"in_play": []}}, unchanged=True), "says `unchanged`, but"),
        (
            case(
                "x",
                CLEAN_UP,
                choices=(*DECLINE, {"kind": "trash", "choose": "page"}),
                expect={"alice": {"in_play": []}},
            ),
            "choice 2, {kind: trash, choose: page}, answers no question",
        ),
        (
            case("x", CLEAN_UP, expect={"alice": {"in_play": []}}, cites=(Cite("dominion-rules", "trash", "2022"),)),
            "none of the rules that it cites had a part in it: dominion-rules:trash",
        ),
        (
            case("x", CLEAN_UP, given={"alice": {"in_play": ["No Such Card"]}}, expect={"alice": {"in_play": []}}),
            "cannot be played to see whether it can fail: outside the engine's claims: the card No Such Card",
        ),
        (
            case("x", CLEAN_UP, choices=({"kind": "exchange", "choose": "declin"},), expect={"alice": {"in_play": []}}),
            "does not pass: refused answer 1: 'declin' is not offered",
        ),
        (
            case("x", CLEAN_UP, choices=DECLINE, expect={"alice": {"in_play": ["Peasant"]}}),
            "does not pass: alice.in_play: expected [Peasant], came []",
        ),
    ],
)
def test_what_is_wrong_with_a_case(wrong: Case, message: str) -> None:
    told = found(GOOD, wrong)
    assert len(told) == 1
    assert told[0].startswith(f"dominion/a/b#x: {message}")


def test_what_was_so_in_between_is_shown_though_it_ends_as_it_began() -> None:
    there: dict[str, Any] = {"expect": {"alice": {"in_play": []}}}
    assert found(case("x", CLEAN_UP, there, choices=DECLINE, expect={"trash": []})) == []


def test_what_does_not_pass_is_played_again_from_the_same_corpus() -> None:
    ruling = Ruling("dominion/a/b", "s", "must", (CITE,), Place(Path("b.yaml")), (case("x", CLEAN_UP, expect=WRONG),))
    hints = [problem.hint or "" for problem in problems(Corpus(Path("mine"), {ruling.id: ruling}, {}))]
    assert any("`rulings check 'dominion/a/b#x' --corpus mine`" in hint for hint in hints)


def test_a_case_in_which_no_rule_has_a_part_is_asked_what_is_done() -> None:
    ruling = Ruling("dominion/a/b", "s", "must", (CITE,), Place(Path("b.yaml")), (GOOD, case("x", expect={"trash": 1})))
    hints = [problem.hint for problem in problems(Corpus(Path(), {ruling.id: ruling}, {}))]
    assert hints == ["no rule had a part; does the case do anything?"]


def test_a_rule_that_says_that_an_action_is_illegal_has_a_part() -> None:
    look, buy = {"illegal": [{"buy": "Page"}]}, (Cite("dominion-rules", "buy", "2022"),)
    assert found(case("x", look, CLEAN_UP, expect={"alice": {"in_play": []}}, cites=buy)) == []


def test_nothing_happening_needs_a_sibling_where_something_does() -> None:
    nothing = case("x", CLEAN_UP, expect={"trash": []}, unchanged=True)
    assert found(GOOD, nothing) == []
    assert found(nothing) == [
        "dominion/a/b#x: says that nothing happens, but no case of the ruling shows anything happening"
    ]


def test_a_refusal_may_leave_everything_as_it_was() -> None:
    refused = case("x", {"play": "Page"}, refused=0, expect={"trash": []}, cites=())
    assert found(GOOD, refused) == []
