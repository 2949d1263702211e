"""Judging one case on one engine, in a game that nobody else knows."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.claims import outside
from checker.editions import Span
from checker.engines import Description, EngineError, GameClaims
from checker.engines.in_process import InProcess, Plays
from checker.judge import judge
from checker.model import Case, Expectation, Json, Place
from checker.verdict import Status, Verdict
from checker.vocabulary import Vocabulary
from tests.engines import toy


class Play(Protocol):
    """Judges a case on an engine, by the claims that it makes or by these."""

    def __call__(self, case: Case, engine: Callable[[], Plays] = toy.Toy, **claims: Any) -> Verdict: ...


@pytest.fixture
def heaps(tmp_path: Path) -> Vocabulary:
    return Vocabulary.of("heaps", toy.write_schema(tmp_path))


@pytest.fixture
def play(heaps: Vocabulary) -> Play:
    def run(case: Case, engine: Callable[[], Plays] = toy.Toy, **claims: Any) -> Verdict:
        asked = InProcess(engine)
        description = Description.of(asked.describe())
        if claims:
            games = {"heaps": GameClaims(**claims)}
            description = Description(description.name, "1", games, description.capabilities)
        return judge(case, asked, heaps, description)

    return run


def request(verdict: Verdict) -> Json:
    """The request that shows what is wrong."""
    assert verdict.request is not None
    return verdict.request


def case(
    *steps: Json,
    given: Json | None = None,
    choices: tuple[Json, ...] = (),
    cards: tuple[Json, ...] = (),
    **expected: Any,
) -> Case:
    return Case(
        id="heaps/taking/stones#case",
        game="heaps",
        title="A case",
        place=Place(Path("stones.yaml"), 3),
        given={"table": ["Flint", "Agate"]} if given is None else given,
        steps=steps,
        choices=choices,
        expectation=Expectation(**expected),
        cites=(),
        cards=cards,
    )


TAKE = {"take": "Flint"}
ASK = {"ask": ["yes", "no"]}


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


def test_an_engine_that_decides_for_itself(play: Play) -> None:
    assert play(case(ASK, expect={"alice": {"heap": ["yes"]}}), toy.Decides) == Verdict(Status.PASSED, runs=1)
    wanted: tuple[Json, ...] = (
        {"possible": ({}, {})},
        {"offered": ({"options": ["a"]},)},
        {"not_offered": ({"kind": "a"},)},
    )
    for expected in wanted:
        verdict = play(case(ASK, **expected), toy.Decides)
        assert (verdict.status, verdict.runs, verdict.claimed) == (Status.UNSUPPORTED, 0, False)
        assert verdict.message == "outside the engine's claims: the capability choices"


def test_capabilities_that_a_case_needs(play: Play) -> None:
    assert "moments" in play(case(throughout={"table": 2}), toy.Decides).message
    assert "define-card" in play(case(cards=({"card": "Opal"},), expect={"table": 2})).message
    assert "instruct" in play(case({"event": {}}, expect={"table": 2})).message
    assert "instruct" in play(case({"legal": [{"event": {}}]})).message


def test_claims(play: Play) -> None:
    there = case(TAKE, expect={"table": 1})
    assert play(there, actions=frozenset({"take"})).status is Status.PASSED
    assert play(there, actions=frozenset({"play"})).message == "outside the engine's claims: the action take"


def test_a_fact_that_an_engine_cannot_tell_is_not_asked_of_it(play: Play) -> None:
    for expected in (
        {"expect": {"table": 1}},
        {"expect": {"alice": {"heap": ["Opal"]}, "table": 1}},
        {"possible": ({"table": 1}, {"table": 2})},
        {"throughout": {"table": 2}},
    ):
        verdict = play(case(TAKE, **expected), unseen=frozenset({"table"}))
        assert (verdict.message, verdict.runs) == (
            "outside the engine's claims: the fact table, which it cannot tell",
            0,
        )
    assert "the fact" in play(case({"expect": {"table": 2}}, TAKE), unseen=frozenset({"table"})).message
    assert play(case(TAKE, expect={"table": 1}), unseen=frozenset({"points", "alice"})).status is Status.PASSED


def test_a_fact_that_an_engine_cannot_be_given_is_not_given_to_it(play: Play) -> None:
    there = case(TAKE, given={"table": ["Flint"], "alice": {"heap": ["Opal"]}}, expect={"table": 1})
    verdict = play(there, unset=frozenset({"heap", "points"}))
    assert (verdict.message, verdict.runs) == (
        "outside the engine's claims: the fact heap, which it cannot be given",
        0,
    )
    assert "the fact" not in play(there, unset=frozenset({"points", "alice"})).message


def test_a_wording_that_an_engine_does_not_play_is_not_asked_of_it() -> None:
    dominion = Vocabulary.of("dominion")
    piles = {"piles": {"Hermit": 9}, "alice": {"hand": ["Trader"]}}

    def lacking(given: Json, **wordings: set[str]) -> str:
        claims = GameClaims(wordings={card: frozenset(names) for card, names in wordings.items()})
        told = replace(case(expect={"trash": []}), game="dominion", given=given)
        return outside(told, Description("x", "1", {"dominion": claims}), (), Span(), dominion)

    old = piles | {"wordings": {"Hermit": "2012"}}
    assert lacking(old, Hermit={"2022", "newest"}) == "the wording Hermit 2012"
    assert lacking(piles, Hermit={"2012"}, Trader={"newest"}) == "the wording Hermit newest"
    assert lacking(old, Hermit={"2012"}, Page={"2020"}) == ""
    assert lacking(piles, Hermit={"2022", "newest"}, Trader={"2011"}) == "the wording Trader newest"


def test_another_game(heaps: Vocabulary) -> None:
    verdict = judge(case(TAKE, expect={"table": 1}), InProcess(toy.Toy), heaps, Description("x", "1", {}))
    assert (verdict.status, verdict.message) == (Status.UNSUPPORTED, "outside the engine's claims: the game heaps")


@pytest.mark.parametrize(
    ("engine", "status", "message"),
    [
        (toy.Fails, Status.ERROR, "KeyError: 'no such stone'"),
        (toy.Exits, Status.CRASHED, "the engine called exit(3)"),
        (toy.Lacks, Status.UNSUPPORTED, "the engine does not have the card Flint"),
        (toy.AsksForEver, Status.PROTOCOL, "asks the same question forever: word, to alice: [yes, no]"),
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
            "the result of run is not as the protocol wants it: Additional properties are not allowed",
        ),
        ({"refused": {"reason": "no"}}, "the result of run is not as the protocol wants it: refused: "),
        ({"refused": {"action": 9, "reason": "no"}}, "refuses action 9, counted from 0, of 1"),
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
