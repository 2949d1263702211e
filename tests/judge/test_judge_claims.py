"""What an engine claims decides which cases are played on it, and how."""

from dataclasses import replace

import pytest

from checker.editions import Span
from checker.engines import Description, GameClaims
from checker.engines.in_process import InProcess
from checker.judging.claims import needs, outside
from checker.judging.judge import judge
from checker.judging.verdict import Status, Verdict
from checker.model import Json
from checker.positions.vocabulary import Vocabulary
from tests.engines import toy
from tests.judge.cases import ASK, TAKE, Play, case


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


def test_what_an_engine_claims_it_does_not_lack(play: Play) -> None:
    verdict = play(case(TAKE, expect={"table": 1}), toy.Lacks)
    assert (verdict.status, verdict.claimed) == (Status.UNSUPPORTED, True)
    verdict = play(case(TAKE, expect={"table": 1}), toy.Lacks, cards=frozenset({"Flint", "Agate"}))
    assert verdict.status is Status.PROTOCOL
    assert verdict.message == "says that it does not have the card Flint, which it claims"


class AsksUnclaimed(toy.Toy):
    """Asks, and does not claim that it can."""

    capabilities = ()


def test_who_does_not_claim_choices_asks_nothing(play: Play) -> None:
    verdict = play(case(ASK, expect={"table": 2}), AsksUnclaimed)
    assert verdict.status is Status.PROTOCOL
    assert verdict.message == "asks a question, though it does not claim the capability choices"


def test_a_card_of_the_cases_own_need_not_be_claimed(heaps: Vocabulary) -> None:
    claims = {"heaps": GameClaims(cards=frozenset({"Flint"}))}
    description = Description("x", "1", claims, frozenset({"define-card"}))
    own = case({"take": "Opal"}, cards=({"card": "Opal"},), expect={"table": 0})
    assert outside(own, description, ["Flint", "Opal"], Span(), heaps) == ""
    assert outside(replace(own, cards=()), description, ["Flint", "Opal"], Span(), heaps) == "the card Opal"


@pytest.mark.parametrize("step", [{"event": "x"}, {"legal": [{"event": "x"}]}, {"illegal": [{"event": "x"}]}])
def test_an_instruction_outright_needs_its_capability_though_it_is_only_looked_at(step: Json) -> None:
    assert needs(case(step, expect={"table": 2})) == ["instruct"]
