"""Claims that nothing corresponds to are told."""

from typing import Any

import pytest

from checker.doctor import unknown
from checker.doctor.examination import Examination
from checker.doctor.words import in_claims
from checker.engines import EngineError, Limits
from checker.model import Corpus, Json
from checker.reading import schema
from tests.doctor.conftest import Tried

PLAYS = "plays a case"


@pytest.mark.parametrize(
    ("claims", "said"),
    [
        ({"cards": ["Treasure Huntre"]}, ["claims the card 'Treasure Huntre', which no case has; did you mean `T"]),
        ({"cards": ["Pprocession", "Processon"]}, ["claims the card 'Pprocession'", "claims the card 'Processon'"]),
        ({"cards": ["Treasure Huntre", "Treasure Hunter"]}, []),
        ({"cards": ["Treasury", "Sage", "A Card of Another Set"]}, []),
        ({"editions": ["2018"]}, ["claims no edition that the corpus has, only '2018': it is asked by the newest"]),
        ({"editions": ["2018", "2019-10-01"]}, []),
        ({"editions": ["much later"]}, []),
    ],
)  # fmt: skip
def test_a_claim_that_misses_by_a_slip_is_told(claims: Json, said: list[str], little: Corpus) -> None:
    came = [*in_claims("dominion", claims, little)]
    assert len(came) == len(said)
    assert all(one.startswith(start) for one, start in zip(came, said, strict=True)), came


def claiming(claims: Json) -> Any:
    def fault(told: Json, _: Json) -> None:
        told["games"] = {"dominion": claims}

    return fault


def test_who_claims_nothing_that_a_case_has_is_asked_as_the_protocol_promises(tried: Tried) -> None:
    asked: list[Json] = []
    step = tried(claims=claiming({"cards": []}), run=lambda _, params: asked.append(params))[PLAYS]
    assert (step.finding, step.says) == ("advice", "no case of the corpus lies within its claims")
    assert schema.fits("protocol", {"jsonrpc": "2.0", "id": 1, "method": "run", "params": asked[0]})
    assert asked[0]["given"]["players"] == ["alice", "bob"]
    assert not asked[0]["given"]["alice"].keys() & {"deck", "hand"}


def test_that_no_case_lies_within_the_claims_is_said_even_if_the_engine_fails(tried: Tried) -> None:
    def fails(*_: Any) -> None:
        raise EngineError("this.players is not iterable")

    step = tried(claims=claiming({"cards": []}), run=fails)[PLAYS]
    assert step.finding == "wrong"
    assert step.says.startswith("no case of the corpus lies within its claims; sent a position without cards: this.p")


def test_a_key_that_no_claim_has_is_named_with_what_is_meant(tried: Tried) -> None:
    step = tried(claims=claiming({"card": ["Page"]}))["says what it is and claims"]
    assert step.says.endswith('games.dominion: unknown key "card"; did you mean `cards`?')


def test_a_value_of_another_kind_is_not_called_a_name(tried: Tried) -> None:
    name = "the words of its answers"
    step = tried(name, run=lambda *_: {"state": {"piles": {"Page": "9"}}})[name]
    assert (step.finding, 'is "9"' in step.says) == ("advice", True)
    assert step.mend == "docs/formats.md says what each fact holds, such as a number or a word"


def test_a_case_without_names_of_cards_is_told_in_words(little: Corpus) -> None:
    patient: Any = None
    request = {"game": "dominion", "given": {"players": ["alice", "bob"]}, "actions": []}
    examination = Examination(patient, little, Limits(), request=request)
    assert unknown.name(examination) == "nothing of the case lists cards by name alone, such as piles do"
