"""Engines that fail, or answer what the protocol does not allow: whatever they do is a verdict."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.engines import Description, EngineError
from checker.engines.in_process import InProcess
from checker.judging.judge import judge
from checker.judging.verdict import Status
from checker.model import Json
from checker.positions.vocabulary import Vocabulary
from tests.engines import toy
from tests.judge.cases import ASK, TAKE, Play, case


@pytest.mark.parametrize(
    ("engine", "status", "message"),
    [
        (toy.Fails, Status.ERROR, "KeyError: 'no such stone'"),
        (toy.Exits, Status.CRASHED, "the engine called exit(3)"),
        (toy.Lacks, Status.UNSUPPORTED, "the engine does not have the card Flint"),
        (
            toy.AsksForEver,
            Status.PROTOCOL,
            "asks the same question forever: word, to alice: [yes, no]; each time it was sent",
        ),
        (toy.ChangesItsMind, Status.PROTOCOL, "asks something else"),
    ],
)
def test_an_engine_that_misbehaves(play: Play, engine: Any, status: Status, message: str) -> None:
    verdict = play(case(ASK, ASK, expect={"table": 2}), engine)
    assert verdict.status is status
    assert verdict.message.startswith(message)


def test_where_an_exception_came_from_is_told_once() -> None:
    engine = InProcess(toy.Fails)
    with pytest.raises(EngineError, match="no such stone"):
        engine.run({"given": {}, "actions": [{"take": 1}], "answers": []})
    said = engine.stderr()
    assert said.startswith("Traceback")
    assert "toy.py" in said
    assert "in_process.py" not in said
    assert engine.stderr() == ""


class _SaysNothing(Exception):  # noqa: N818
    message = 5

    def __str__(self) -> str:
        raise RuntimeError


def test_an_exception_that_cannot_say_what_is_wrong() -> None:
    class Mute(toy.Fails):
        def run(self, _params: Json) -> Json:
            raise _SaysNothing

    with pytest.raises(EngineError, match=r"_SaysNothing: \(and does not say why\)"):
        InProcess(Mute).run({})


@pytest.mark.parametrize(
    ("outcome", "message"),
    [
        (None, "a result is an object; this is null"),
        ({}, "an outcome has one of state, choice, refused, unsupported; this one has nothing"),
        ({"states": {}}, "an outcome has one of state, choice, refused, unsupported; this one has states"),
        ({"state": {}, "choice": {}}, "an outcome is one thing; this one has state and choice"),
        ({"state": []}, 'the result of run is not as the protocol wants it: state: [] is not of type "object"'),
        (
            {"state": {}, "more": 1},
            "the result of run is not as the protocol wants it: unknown key ",
        ),
        ({"refused": {"reason": "no"}}, "the result of run is not as the protocol wants it: refused: "),
        ({"refused": {"action": 9, "reason": "no"}}, "refuses action 9, counted from 0, of 1"),
        ({"refused": {"action": 1, "reason": "no"}}, "refuses action 1, counted from 0, of 1"),
        ({"refused": {"answer": 2, "reason": "no"}}, "refuses answer 2, of 0"),
        ({"state": float("nan")}, "a result is JSON: Out of range float values are not JSON compliant"),
        ({"state": {"alice": object()}}, "a result is JSON: Object of type object is not JSON serializable"),
        ({"choice": {"player": "alice", "kind": "a", "options": []}}, "a question without options"),
        ({"unsupported": {"what": "\ud800"}}, "the result of run is not as the protocol wants it: 'utf-8' codec"),
    ],
)
def test_an_answer_that_the_protocol_does_not_allow(play: Play, outcome: Any, message: str) -> None:
    engine = toy.Says()
    engine.outcome = outcome
    verdict = play(case(TAKE, expect={"table": 1}), lambda: engine)
    assert verdict.status is Status.PROTOCOL
    assert verdict.message.startswith(message)


@pytest.mark.parametrize(
    "state", [{}, {"alice": 3}, {"alice": {"heap": {"a": None}}}, {"alice": {"heap": "x"}}, {"alice": {"heap": [[]]}}]
)
def test_a_state_of_any_shape_fails_and_nothing_breaks(play: Play, state: Any) -> None:
    engine = toy.Says()
    engine.outcome = {"state": state}
    assert play(case(TAKE, expect={"alice": {"heap": ["Flint"]}}), lambda: engine).status is Status.FAILED


WORDS = st.sampled_from(
    ["state", "choice", "refused", "unsupported", "asked", "alice", "heap", "id", "card", "options"]
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.just(10**400) | st.floats() | st.text(st.characters(), max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)
LIKELY = st.fixed_dictionaries(
    {"state": st.dictionaries(WORDS, ANYTHING)},
    optional={"asked": st.lists(ANYTHING, max_size=2), "moments": ANYTHING, "unused": ANYTHING},
)


@pytest.fixture(scope="module")
def one_heaps(tmp_path_factory: pytest.TempPathFactory) -> Vocabulary:
    return Vocabulary.of("heaps", toy.write_schema(tmp_path_factory.mktemp("schemas")))


@given(outcome=ANYTHING | LIKELY | st.fixed_dictionaries({"choice": ANYTHING}))
def test_whatever_an_engine_answers_is_a_verdict(one_heaps: Vocabulary, outcome: Any) -> None:
    engine = toy.Says()
    engine.outcome = outcome
    asked = InProcess(lambda: engine)
    there = case(
        TAKE, {"expect": {"table": 1}}, expect={"alice": {"heap": ["Flint"], "points": 3}}, not_offered=({"option": 1},)
    )
    verdict = judge(there, asked, one_heaps, Description.of(asked.describe()))
    assert isinstance(verdict.status, Status)
    assert isinstance(verdict.message, str)


@pytest.mark.parametrize("deep", [120, 500, 900, 5000])
@pytest.mark.parametrize("kind", [lambda inner: [inner], lambda inner: {"a": inner}])
def test_an_answer_that_nests_too_deeply(play: Play, deep: int, kind: Callable[[object], object]) -> None:
    engine = toy.Says()
    state: object = {}
    for _ in range(deep):
        state = kind(state)
    engine.outcome = {"state": {"alice": {"heap": state}}}
    verdict = play(case(TAKE, expect={"alice": {"heap": ["Flint"]}}), lambda: engine)
    assert (verdict.status, verdict.message) == (Status.PROTOCOL, "a message that nests too deeply")
