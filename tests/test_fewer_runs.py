"""What an engine can do in one run is done in one; whatever comes of a case is the same."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from checker.editions import span
from checker.engines import BrokenProtocol, Description
from checker.engines.in_process import InProcess, Plays
from checker.engines.spec import open_engine
from checker.judging.claims import actions
from checker.judging.explore import Bounds, Leaf, TooManyChoices, leaves
from checker.judging.judge import judge
from checker.judging.verdict import Status, Verdict
from checker.model import Case, Expectation, Json, Place
from checker.positions.vocabulary import Vocabulary
from checker.reading.corpus import load
from reference_engine.kernel.observed import Observed
from reference_engine.kernel.run import AnswerRefused, Question, Run, Unanswered
from tests.engines import toy

FEWER = {"checkpoints", "first"}


@pytest.fixture(scope="module")
def heaps(tmp_path_factory: pytest.TempPathFactory) -> Vocabulary:
    return Vocabulary.of("heaps", toy.write_schema(tmp_path_factory.mktemp("schemas")))


def case(*steps: Json, choices: tuple[Json, ...] = (), **expected: Any) -> Case:
    return Case(
        id="heaps/taking/stones#case",
        game="heaps",
        title="A case",
        place=Place(Path("stones.yaml"), 3),
        given={"table": ["Flint", "Agate", "Agate"]},
        steps=steps,
        choices=choices,
        expectation=Expectation(**expected),
        cites=(),
        cards=(),
    )


def verdict(heaps: Vocabulary, asked: Case, engine: Callable[[], Plays]) -> Verdict:
    connected = InProcess(engine)
    return judge(asked, connected, heaps, Description.of(connected.describe()))


class WrongWord(toy.Swift):
    """Adds the word that was not taken."""

    def ask(self, player: str, kind: str, options: list[Any], **more: Any) -> Any:
        chosen = super().ask(player, kind, options, **more)
        return options[-1] if "max" not in more and chosen == options[0] else chosen


class WrongWordStepByStep(WrongWord):
    capabilities = toy.Toy.capabilities


STONES = st.sampled_from(["Flint", "Agate", "Opal"])
ACTIONS = st.one_of(
    st.builds(lambda stone: {"take": stone}, STONES),
    st.builds(lambda words: {"ask": words}, st.permutations(["yes", "no"])),
    st.builds(lambda number: {"pick": number}, st.integers(1, 2)),
    st.just({"score": 1}),
)
LOOKS = st.one_of(
    st.builds(lambda number: {"expect": {"table": number}}, st.integers(0, 3)),
    st.builds(lambda points: {"expect": {"alice": {"points": points}}}, st.integers(0, 2)),
    st.builds(lambda action: {"legal": [action]}, ACTIONS),
    st.builds(lambda action: {"illegal": [action]}, ACTIONS),
)
CASES = st.builds(
    lambda steps, choices, table: case(*steps, choices=tuple(choices), expect={"table": table}),
    st.lists(st.one_of(ACTIONS, ACTIONS, LOOKS), max_size=5),
    st.lists(st.builds(lambda word: {"kind": "word", "choose": word}, st.sampled_from(["yes", "no"])), max_size=1),
    st.integers(0, 3),
)


@pytest.mark.parametrize(
    ("at_once", "step_by_step"), [(toy.Swift, toy.Toy), (WrongWord, WrongWordStepByStep)], ids=["right", "wrong"]
)
@given(asked=CASES)
def test_whatever_comes_of_a_case_is_the_same(
    heaps: Vocabulary, at_once: type[toy.Toy], step_by_step: type[toy.Toy], asked: Case
) -> None:
    one, other = verdict(heaps, asked, at_once), verdict(heaps, asked, step_by_step)
    assert (one.status, one.message, one.differences) == (other.status, other.message, other.differences)
    if one.status is Status.PASSED:
        assert one.runs <= other.runs


def test_the_first_refusal_is_told_whichever_choice_leads_to_it(heaps: Vocabulary) -> None:
    take, look = {"take": "Agate"}, {"expect": {"alice": {"points": 0}}}
    asked = case({"pick": 2}, look, take, look, take, expect={"table": 0})
    swift, slow = verdict(heaps, asked, toy.Swift), verdict(heaps, asked, toy.Toy)
    assert swift.status is slow.status is Status.REFUSED
    assert swift.message == slow.message == "refused action 2, {take: Agate}: no Agate on the table"


def test_it_takes_a_run_for_each_result_and_none_for_a_checkpoint(heaps: Vocabulary) -> None:
    asked = case(
        {"ask": ["yes", "no"]},
        {"expect": {"table": 3}},
        {"ask": ["yes", "no"]},
        {"expect": {"alice": {"heap": 2}}},
        {"take": "Flint"},
        expect={"alice": {"heap": 3}},
    )
    assert verdict(heaps, asked, toy.Swift) == Verdict(Status.PASSED, runs=4)
    assert verdict(heaps, asked, toy.Toy) == Verdict(Status.PASSED, runs=7 + 3 + 7)


def test_a_checkpoint_is_looked_at_once_for_each_way_to_it(heaps: Vocabulary) -> None:
    ask, look = {"ask": ["yes", "no"]}, {"legal": [{"take": "Flint"}]}
    assert verdict(heaps, case(ask, look, ask, expect={"table": 3}), toy.Swift).runs == 4 + 2


def test_what_goes_wrong_at_a_checkpoint_is_told_with_its_own_run(heaps: Vocabulary) -> None:
    asked = case({"take": "Flint"}, {"expect": {"table": 1}}, {"take": "Agate"}, expect={"table": 1})
    told = verdict(heaps, asked, toy.Swift)
    assert told.message == "step 2: table: expected 1, came [Agate, Agate] (there are 2)"
    assert told.request is not None
    assert told.request["actions"] == [{"take": "Flint"}]


class ForgetsOne(toy.Swift):
    def run(self, params: Json) -> Json:
        outcome = super().run(params)
        return {**outcome, "checkpoints": outcome.get("checkpoints", [])[1:]}


def test_checkpoints_that_are_not_told(heaps: Vocabulary) -> None:
    told = verdict(heaps, case({"expect": {"table": 3}}, {"take": "Flint"}, expect={"table": 2}), ForgetsOne)
    assert told.status is Status.PROTOCOL
    assert told.message == "gives 0 checkpoints of the 1 that it passed"


class TellsOfMore(toy.Swift):
    def run(self, params: Json) -> Json:
        outcome = super().run(params)
        return {**outcome, "checkpoints": [{**at, "taken": [0]} for at in outcome.get("checkpoints", [])]}


def test_answers_at_a_checkpoint_that_were_never_given(heaps: Vocabulary) -> None:
    told = verdict(heaps, case({"expect": {"table": 3}}, {"take": "Flint"}, expect={"table": 2}), TellsOfMore)
    assert told.status is Status.PROTOCOL
    assert told.message == "reports answer 1 at a checkpoint, but was given 0"


class TellsOfNone(toy.Swift):
    """Says at each checkpoint that no answer was taken by then."""

    def run(self, params: Json) -> Json:
        outcome = super().run(params)
        return {**outcome, "checkpoints": [{**at, "taken": []} for at in outcome.get("checkpoints", [])]}


def test_what_differs_at_a_checkpoint_is_looked_at_whichever_answers_are_said_to_lead_there(heaps: Vocabulary) -> None:
    asked = case({"ask": ["yes", "no"]}, {"expect": {"alice": {"heap": ["yes"]}}}, expect={"table": 3})
    told = verdict(heaps, asked, TellsOfNone)
    assert told.message.startswith("step 2: alice.heap: expected [yes], came [no]")


# --- exploring -------------------------------------------------------------------------------------------------------


def ways(engine: toy.Toy, actions: list[Json], first: int, **more: Any) -> Iterator[Leaf]:
    params = {"given": {"players": ["alice"], "table": [{"card": "Flint"}] * 2, "alice": {}}, "actions": actions}
    return leaves(lambda answers: engine.run({**params, "answers": answers, "first": first}), **more)


@given(
    actions=st.lists(st.sampled_from([{"pick": 0}, {"pick": 1}, {"pick": 2}, {"ask": ["a", "b"]}]), max_size=4),
    first=st.integers(1, 4),
)
def test_an_engine_that_goes_on_by_itself_leaves_nothing_out(actions: list[Json], first: int) -> None:
    bounds = Bounds(leaves=50)
    try:
        alone = [(leaf.outcome["state"], leaf.choices) for leaf in ways(toy.Toy(), actions, 0, bounds=bounds)]
    except TooManyChoices:
        return
    by_itself = [(leaf.outcome["state"], leaf.choices) for leaf in ways(toy.Swift(), actions, first, bounds=bounds)]
    assert by_itself == alone


class OnAndOn(toy.Swift):
    def act(self, _state: Json, _action: Json) -> None:
        while self.ask("alice", "word", ["more", "enough"]) != "enough":
            pass


QUESTIONS = st.lists(st.sets(st.sampled_from("abc"), min_size=1).map(sorted), max_size=5)


@given(QUESTIONS, st.sampled_from([0, 2, 40]))
@example([["a"], ["a", "b"], ["a", "b"]], 40)
@example([["a"], ["a", "b"], ["b", "c"]], 40)
@example([["a"], ["a"], ["a", "b"], ["a", "b"]], 40)
@example([["a"], ["a", "b"], ["a", "b"], ["a", "b"]], 2)
def test_a_question_with_one_answer_leaves_the_answers_to_those_that_are_asked(
    offered: list[list[str]], first: int
) -> None:
    """What is not asked takes an answer as given; all that is asked is explored all the same."""

    def ask(answers: list[Json]) -> Json:
        run = Run(answers, first=first)
        try:
            chosen = [run.ask(Question("alice", "pick", tuple(options)))[0] for options in offered]
        except Unanswered as stop:
            outcome: Json = {"choice": stop.question.as_json()}
        except AnswerRefused as stop:
            outcome = {"refused": {"answer": stop.answer, "reason": stop.reason}}
        else:
            outcome = {"state": {"chosen": chosen}, "unused": run.unused()}
        return outcome | {"asked": run.asked, "first": run.by_itself}

    came = [tuple(leaf.outcome["state"]["chosen"]) for leaf in leaves(ask)]
    assert set(came) == set(product(*offered))
    assert len(came) == len(set(came))


def test_the_same_question_for_ever() -> None:
    with pytest.raises(BrokenProtocol, match="asks the same question forever"):
        list(ways(OnAndOn(), [{"ask": []}], 60))


class Chatters(toy.Swift):
    says: Json

    def run(self, params: Json) -> Json:
        return {"state": {}, **({} if params["answers"] else self.says)}


@pytest.mark.parametrize(
    ("says", "message"),
    [
        ({"first": [0]}, "took the first answer to question 0, which `asked` does not list"),
        (
            {"first": [0], "asked": [{"player": "alice", "kind": "word", "options": ["a"], "chosen": "b"}]},
            r"takes b, which it does not offer: word, to alice: \[a\]",
        ),
    ],
)
def test_what_it_took_has_to_be_told(says: Json, message: str) -> None:
    engine = Chatters()
    engine.says = says
    with pytest.raises(BrokenProtocol, match=message):
        list(ways(engine, [], 1))


class KeepsQuiet(toy.Swift):
    """Leaves out which answers it took by itself."""

    def run(self, params: Json) -> Json:
        return {key: value for key, value in super().run(params).items() if key != "first"}


def test_an_engine_that_chooses_and_does_not_say_so_leaves_results_out(heaps: Vocabulary) -> None:
    ask = {"ask": ["yes", "no"]}
    told = verdict(heaps, case(ask, expect={"alice": {"heap": ["yes"]}}), KeepsQuiet)
    assert told.status is Status.PROTOCOL
    assert told.message == "had 0 answers for 1 questions, and chose by itself: word, to alice: [yes, no]"
    scripted = case(ask, {"ask": ["one"]}, choices=({"choose": "yes"},), expect={"table": 3})
    assert verdict(heaps, scripted, KeepsQuiet).status is Status.PASSED  # of a single option there is no choice


# --- the reference engine --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_case_comes_out_the_same_step_by_step() -> None:
    """Of those that more than the end of one run is looked at: a quarter, or all."""
    corpus = load()
    engine = open_engine("reference")
    swift = Description.of(engine.describe())
    assert swift.capabilities >= FEWER
    plain = replace(swift, capabilities=swift.capabilities - FEWER)
    fewer = 0
    looked_at = [
        each
        for each in corpus.cases.values()
        if any("expect" in step or "legal" in step for step in each.steps) or each.expectation.possible
    ]
    for each in looked_at if os.environ.get("RULINGS_SLOW") else looked_at[::4]:
        vocabulary = Vocabulary.of(each.game)
        one, other = (judge(each, engine, vocabulary, claims, span=span(corpus, each)) for claims in (swift, plain))
        assert (each.id, one.status, one.message) == (each.id, other.status, other.message)
        fewer += other.runs - one.runs
    assert fewer > 0


# --- telling no more than is looked at -------------------------------------------------------------------------------


class Terse(toy.Toy):
    """Tells only the parts that are looked at."""

    def run(self, params: Json) -> Json:
        outcome = super().run(params)
        observed = Observed(params.get("observe"))
        if "state" in outcome:
            outcome["state"] = {
                key: {part: there[part] for part in observed.of(key, there)} if isinstance(there, dict) else there
                for key, there in outcome["state"].items()
                if observed.looks_at(key)
            }
        return outcome


def test_where_a_thing_is_instead_is_told_though_nobody_looked_there(heaps: Vocabulary) -> None:
    there = replace(
        case({"take": "stone"}, expect={"bob": {"heap": {"stone": {}}}}), given={"table": {"stone": "Flint"}}
    )
    told = verdict(heaps, there, Terse)
    assert told.message == "bob.heap.stone: expected {}, came nothing (stone is in alice.heap)"
    assert told.request is not None
    assert told.request["observe"] == [["bob", "heap"]]


@pytest.mark.parametrize(
    ("paths", "looked_at", "parts", "nothing"),
    [
        (None, True, ["hand", "deck"], False),
        ([], False, [], True),
        ([["alice"]], True, ["hand", "deck"], False),
        ([["alice", "deck"]], True, ["deck"], False),
        ([["alice", "deck"], ["alice"]], True, ["hand", "deck"], False),
        ([["alice"], ["alice", "deck"]], True, ["hand", "deck"], False),
        ([["alice", "counters", "poison"]], True, [], False),
        ([["bob", "hand"]], False, [], False),
    ],
)
def test_what_is_looked_at(paths: list[list[str]] | None, looked_at: bool, parts: list[str], nothing: bool) -> None:
    observed = Observed(paths)
    assert observed.looks_at("alice") is looked_at
    assert list(observed.of("alice", ["hand", "deck"])) == parts
    assert observed.nothing is nothing


def test_a_checkpoint_tells_what_a_run_to_there_tells() -> None:
    engine = open_engine("reference")
    looked = 0
    for each in load().cases.values():
        if not each.choices or not any("expect" in step for step in each.steps):
            continue
        done = actions(each)
        told: Json = {"game": each.game, "given": Vocabulary.of(each.game).given(each.given)}
        told |= {"answers": list(each.choices), "cards": list(each.cards)}
        numbers = list(range(len(done) + 1))
        whole = engine.run({**told, "actions": done, "checkpoints": numbers})
        for number, there in zip(numbers, whole["checkpoints"], strict=False):
            alone = engine.run({**told, "actions": done[:number]})
            unused = alone.get("unused", ())
            taken = [place for place in range(len(each.choices)) if place not in unused]
            assert (each.id, there) == (each.id, {"state": alone["state"], "taken": taken})
            looked += bool(taken)
    assert looked
