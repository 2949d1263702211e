"""What holds of the Dominion engine whatever is played on it."""

import copy
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from checker.model import Case
from checker.positions.vocabulary import Vocabulary
from checker.reading.corpus import load
from reference_engine import Engine
from reference_engine.kernel.service import respond

Json = dict[str, Any]

ENGINE = Engine()


@cache
def cases() -> tuple[Case, ...]:
    return tuple(case for case in load().cases.values() if case.game == "dominion")


def request(case: Case) -> Json:
    actions = [step for step in case.steps if not step.keys() & {"expect", "legal", "illegal"}]
    given_state = Vocabulary.of("dominion").given(case.given)
    return {"game": "dominion", "given": given_state, "actions": actions, "cards": list(case.cards), "answers": []}


def some_answer(data: st.DataObject, question: Json) -> Json:
    options = question["options"]
    if "max" not in question:
        chosen: Any = data.draw(st.sampled_from(options))
    else:
        order = data.draw(st.permutations(options))
        chosen = order[: data.draw(st.integers(question["min"], question["max"]))]
    return {"player": question["player"], "kind": question["kind"], "choose": chosen}


def play(data: st.DataObject, case: Case) -> tuple[Json, Json]:
    """Play a case's actions with arbitrary choices; return the request and its outcome."""
    asked = request(case)
    outcome = ENGINE.run(asked)
    while "choice" in outcome:
        asked["answers"].append(some_answer(data, outcome["choice"]))
        outcome = ENGINE.run(asked)
    assume("unsupported" not in outcome)  # see `test_what_plays_itself_for_ever_ends`
    return asked, outcome


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_same_request_has_the_same_answer_and_is_left_as_it_was(data: st.DataObject) -> None:
    asked, outcome = play(data, data.draw(st.sampled_from(cases())))
    before = copy.deepcopy(asked)
    assert ENGINE.run(asked) == outcome == Engine().run(asked)
    assert asked == before


def names(state: Json) -> Iterator[str]:
    """Every card of a position by its name."""
    for name, pile in state["piles"].items():
        yield from [name] * pile if isinstance(pile, int) else pile
    for zone in ("trash", "black_market", "hexes", "hexes_discarded", "way_card"):
        yield from (card["card"] for card in state[zone])
    for player in state["players"]:
        for zone in ("hand", "deck", "discard", "in_play", "set_aside", "exile", "tavern"):
            yield from (card["card"] for card in state[player][zone])
        if "estate_token" in state[player]:
            yield state[player]["estate_token"]


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_cards_are_conserved(data: st.DataObject) -> None:
    asked, outcome = play(data, data.draw(st.sampled_from(cases())))
    start = ENGINE.run(asked | {"actions": [], "answers": []})
    assert Counter(names(outcome["state"])) == Counter(names(start["state"]))


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_refused_action_leaves_the_position_as_it_was(data: st.DataObject) -> None:
    asked, outcome = play(data, data.draw(st.sampled_from(cases())))
    after = outcome["refused"]["action"] if "refused" in outcome else len(asked["actions"])
    done = asked["actions"][:after]
    impossible = data.draw(
        st.sampled_from(
            [
                {"play": "No Such Card"},
                {"buy": "Champion"},
                {"begin turn": "nobody"},
                {"play": "Copper", "player": "zoe"},
            ]
        )
    )
    refused = ENGINE.run(asked | {"actions": [*done, impossible]})
    assert refused["refused"]["action"] == len(done)
    assert refused["refused"]["reason"]
    assert refused["state"] == ENGINE.run(asked | {"actions": done})["state"]


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_order_of_objects_in_a_hand_changes_nothing(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(cases()))
    asked, outcome = play(data, case)
    player = data.draw(st.sampled_from(asked["given"]["players"]))
    hand = asked["given"][player].get("hand", [])
    shuffled = copy.deepcopy(asked)
    shuffled["given"][player]["hand"] = data.draw(st.permutations(hand))
    again = ENGINE.run(shuffled)
    assert again.keys() == outcome.keys()
    assert Counter(names(again["state"])) == Counter(names(outcome["state"]))
    assert again["state"]["piles"] == outcome["state"]["piles"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
WORDS = st.sampled_from(
    ["game", "given", "actions", "answers", "players", "alice", "hand", "play", "card", "piles", "choose"]
)


@given(JSON | st.dictionaries(WORDS, JSON | st.sampled_from(["dominion", "Page"]), max_size=6))
@settings(max_examples=100, deadline=None)
def test_no_request_is_too_wrong_for_an_answer_by_the_protocol(params: Any) -> None:
    for method in ("describe", "run", "nonsense"):
        line = json.dumps({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
        response, last = respond(ENGINE, line)
        assert not last
        assert response["id"] == 7
        assert ("result" in response) != ("error" in response)
        json.dumps(response)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_spoilt_request_is_answered_by_the_protocol(data: st.DataObject) -> None:
    asked = request(data.draw(st.sampled_from(cases())))
    spoilt = data.draw(st.sampled_from(["given", "actions", "cards", "answers", "game", "broken", "edition"]))
    asked[spoilt] = data.draw(JSON)
    response, _ = respond(ENGINE, json.dumps({"jsonrpc": "2.0", "id": 1, "method": "run", "params": asked}))
    assert ("result" in response) != ("error" in response)


@given(st.text() | st.binary().map(lambda raw: raw.decode("utf-8", "surrogateescape")))
def test_no_line_is_too_wrong_for_an_answer(line: str) -> None:
    response, _ = respond(ENGINE, line)
    assert response["jsonrpc"] == "2.0"


def test_an_edition_that_it_does_not_know_is_not_played() -> None:
    asked = request(cases()[0])
    assert "unsupported" not in ENGINE.run({**asked, "edition": "2019-10-01"})
    assert ENGINE.run({**asked, "edition": "1999"}) == {"unsupported": {"what": "edition", "name": "1999"}}


def test_a_token_that_it_does_not_know_is_not_passed_over() -> None:
    asked = copy.deepcopy(request(next(case for case in cases() if case.id.endswith("#tokens-add"))))
    asked["given"]["alice"]["pile_tokens"]["Page"].append("trashing")
    assert ENGINE.run(asked) == {"unsupported": {"what": "state", "name": "a trashing token on a pile"}}


@pytest.mark.parametrize("beside", [[], [{"card": "Caravan", "in_effect": True}]])
@pytest.mark.parametrize("card", ["Page", "Cargo Ship", "Throne Room"])
def test_a_card_of_which_a_position_cannot_say_what_it_has_to_do_is_not_passed_over(
    card: str, beside: list[Json]
) -> None:
    """Cargo Ship waits with a card that it set aside; Throne Room beside a Duration that it played twice."""
    in_play = [{"card": card, "in_effect": True}, *beside]
    asked = {"game": "dominion", "given": Vocabulary.of("dominion").given({"alice": {"in_play": in_play}})}
    outcome = ENGINE.run({**asked, "actions": [], "cards": [], "answers": []})
    if card == "Throne Room" and beside:
        assert all(each["in_effect"] for each in outcome["state"]["alice"]["in_play"])
    else:
        assert outcome == {"unsupported": {"what": "state", "name": f"{card} in effect"}}


def test_what_plays_itself_for_ever_ends() -> None:
    """A card that a script defines can say that it is played again where it lies, and so on."""
    asked = request(next(case for case in cases() if case.id.endswith("#peasant-for-soldier")))
    again = {"card": "Peasant", "types": ["Action"], "cost": 2, "play": [{"play from Supply": "Peasant"}]}
    assert ENGINE.run({**asked, "cards": [again]})["unsupported"]["what"] == "state"


def test_what_is_wrong_in_a_position_has_a_clear_answer() -> None:
    for given_state in (
        {},
        {"players": ["alice"], "turn": "bob"},
        {"players": ["alice"], "alice": {"hand": [{"id": "x"}]}},
        {"players": ["alice"], "alice": {"hand": 3}},
    ):
        outcome = ENGINE.run({"game": "dominion", "given": given_state, "actions": [{"clean-up": "alice"}]})
        assert outcome.keys() & {"unsupported", "refused"}, given_state


def test_nobody_has_actions_buys_and_coins_but_in_their_own_turn() -> None:
    given = Vocabulary.of("dominion").given({"alice": {"coins": 3}})
    asked = {"game": "dominion", "given": given, "cards": [], "answers": []}
    told = {"actions", "buys", "coins"}
    state = ENGINE.run(asked | {"actions": []})["state"]
    assert told & state["alice"].keys() == told
    assert not told & state["bob"].keys()
    over = ENGINE.run(asked | {"actions": [{"clean-up": "alice"}]})["state"]
    assert over["phase"] == "over"
    assert not told & (over["alice"].keys() | over["bob"].keys())


def test_a_phase_that_has_begun_is_not_passed_to() -> None:
    given = Vocabulary.of("dominion").given({})
    asked = {"game": "dominion", "given": given, "cards": [], "answers": []}
    for actions in ([{"pass to": "buy"}] * 2, [{"pass to": "night"}, {"pass to": "buy"}]):
        refused = ENGINE.run(asked | {"actions": actions})["refused"]
        assert refused["action"] == 1
        assert "phase has begun" in refused["reason"]
