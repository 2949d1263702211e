"""Exploring every answer to every question."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engines import BrokenProtocol
from checker.judging.explore import Bounds, TooManyChoices, answers_to, leaves
from checker.model import Json


def question(*options: Any, **more: Any) -> Json:
    return {"player": "alice", "kind": "pick", "options": list(options), **more}


def asking(*questions: Json) -> Callable[[list[Json]], Json]:
    """Return an engine that asks these, in order, and gives what was answered as its state."""

    def ask(answers: list[Json]) -> Json:
        taken: list[int] = []
        for asked in questions:
            found = next(
                (
                    n
                    for n, a in enumerate(answers)
                    if n not in taken
                    and all(a.get(k, asked.get(k)) == asked.get(k) for k in ("player", "kind", "about"))
                ),
                None,
            )
            if found is None:
                return {"choice": asked}
            taken.append(found)
        return {"state": {"chosen": [answers[place]["choose"] for place in taken]}}

    return ask


def chosen(*questions: Json, **more: Any) -> list[Any]:
    return [leaf.outcome["state"]["chosen"] for leaf in leaves(asking(*questions), **more)]


def test_no_question_is_one_leaf() -> None:
    assert chosen() == [[]]


def test_every_answer_to_every_question() -> None:
    assert chosen(question("a", "b"), question(1, 2)) == [["a", 1], ["a", 2], ["b", 1], ["b", 2]]


def test_the_same_word_twice_is_one_answer() -> None:
    assert chosen(question("a", "a", "b")) == [["a"], ["b"]]


def test_some_of_the_options() -> None:
    assert chosen(question("a", "a", "b", min=0, max=2)) == [[[]], [["a"]], [["b"]], [["a", "a"]], [["a", "b"]]]
    assert chosen(question("a", "a", "b", min=2, max=2, ordered=True)) == [[["a", "a"]], [["a", "b"]], [["b", "a"]]]


@given(st.lists(st.sampled_from("abc"), max_size=5), st.integers(0, 3), st.integers(0, 3), st.booleans())
def test_every_answer_once(options: list[str], least: int, more: int, ordered: bool) -> None:
    asked = question(*options, min=min(least, len(options)), max=least + more, ordered=ordered)
    came = list(map(tuple, answers_to(asked)))
    numbers = range(min(least, len(options)), min(least + more, len(options)) + 1)
    if ordered:
        wanted = {way for number in numbers for way in permutations(options, number)}
        assert (len(came), set(came)) == (len(wanted), wanted)
    else:
        bags = {tuple(sorted(way)) for number in numbers for way in combinations(options, number)}
        assert (len(came), {tuple(sorted(way)) for way in came}) == (len(bags), bags)


def test_a_scripted_answer_is_not_explored() -> None:
    asked = [question("a", "b", about="x"), question("a", "b", about="y")]
    scripted = [{"about": "y", "choose": "b"}]
    found = list(leaves(asking(*asked), scripted))
    assert [leaf.outcome["state"]["chosen"] for leaf in found] == [["a", "b"], ["b", "b"]]
    assert found[1].choices == ({"player": "alice", "kind": "pick", "about": "x", "choose": "b"},)


def test_watching_sees_scripted_questions_too() -> None:
    asked = [question("a", "b", about="x"), question("a", "b", about="y")]
    found = list(leaves(asking(*asked), [{"about": "y", "choose": "b"}], watched=True))
    assert [leaf.outcome["state"]["chosen"] for leaf in found] == [["a", "b"], ["b", "b"]]
    assert [step["about"] for step in found[0].questions] == ["x", "y"]
    assert [len(leaf.choices) for leaf in found] == [1, 1]


def test_leaves_come_lazily() -> None:
    endless = leaves(asking(*[question(*range(1000)) for _ in range(30)]))
    assert next(endless).outcome["state"]["chosen"] == [0] * 30


def test_too_many_results() -> None:
    with pytest.raises(TooManyChoices, match="gave up after 10 results"):
        list(leaves(asking(question(*range(11))), bounds=Bounds(leaves=10)))


def test_too_many_questions() -> None:
    with pytest.raises(TooManyChoices, match="gave up after 5 questions in one run"):
        list(leaves(asking(*[question("a", about=str(n)) for n in range(6)]), bounds=Bounds(depth=5)))


def test_the_same_question_for_ever() -> None:
    with pytest.raises(BrokenProtocol, match="the same question forever: pick, to alice: \\[a, b\\]"):
        list(leaves(lambda _: {"choice": question("a", "b")}))


def test_an_answer_that_is_not_taken() -> None:
    with pytest.raises(BrokenProtocol, match="does not take an answer"):
        list(leaves(lambda answers: {"choice": question("a", "b"), "unused": list(range(len(answers)))}))


@pytest.mark.parametrize(
    "asked",
    [question(), question("a", min=2, max=2), question("a", min=1, max=0), question("a", chosen="a")],
)
def test_a_question_that_cannot_be_answered(asked: Json) -> None:
    with pytest.raises(BrokenProtocol):
        list(leaves(lambda _: {"choice": asked}))


def test_an_option_that_is_refused() -> None:
    def ask(answers: list[Json]) -> Json:
        return {"refused": {"answer": 0, "reason": "no"}} if answers else {"choice": question("a")}

    with pytest.raises(BrokenProtocol, match="refuses a, which it offered"):
        list(leaves(ask))


def test_another_question_on_the_same_answers() -> None:
    def ask(answers: list[Json]) -> Json:
        asked = [question(f"option {len(answers)}") for _ in answers]
        return {"choice": question("x"), "asked": asked} if len(answers) < 3 else {"state": {}, "asked": asked}

    with pytest.raises(BrokenProtocol, match="asks something else"):
        list(leaves(ask))


def test_options_may_come_in_another_order() -> None:
    def ask(answers: list[Json]) -> Json:
        options = ["a", "b"] if len(answers) % 2 else ["b", "a"]
        asked = [question(*options)] * len(answers)
        return {"state": {}, "asked": asked} if len(answers) == 2 else {"choice": question(*options), "asked": asked}

    assert Counter(leaf.answers[0]["choose"] for leaf in leaves(ask)) == {"a": 2, "b": 2}


def test_fewer_questions_on_the_same_answers() -> None:
    def ask(answers: list[Json]) -> Json:
        asked = [question("a", about="first")]
        if len(answers) < 2:
            return {"choice": question("a", about="second" if answers else "first"), "asked": asked[: len(answers)]}
        return {"state": {}, "asked": asked}

    with pytest.raises(BrokenProtocol, match="asks something else"):
        list(leaves(ask))


def test_as_many_results_as_are_allowed_are_not_too_many() -> None:
    assert len(list(leaves(asking(question(*range(10))), bounds=Bounds(leaves=10)))) == 10


def test_a_question_that_comes_again_after_another_is_not_asked_for_ever() -> None:
    asked = [question("a", about=about) for about in "xyxyxy"]
    assert len(list(leaves(asking(*asked), bounds=Bounds(repeats=2)))) == 1
