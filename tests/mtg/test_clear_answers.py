"""What cannot be done as it is told is refused or unsupported in so many words, and what is long is answered soon."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mtg.conftest import Play

Json = dict[str, Any]

MONGREL: Json = {"battlefield": {"mongrel": "Wild Mongrel"}, "hand": {"shock": "Shock", "murder": "Murder"}}


@pytest.mark.parametrize(
    "named",
    [
        {"discard": ["shock", "murder"]},
        {"discard": ["shock", "shock"]},
        {"discard": ["shock"], "sacrifice": ["mongrel"]},
        {"discard": ["shock"], "convoke": ["mongrel"]},
    ],
)
def test_what_is_named_for_a_cost_and_not_needed_is_refused(play: Play, named: Json) -> None:
    outcome = play({"alice": MONGREL}, {"activate": "mongrel", "costs": named})
    assert "nothing of the cost is paid with this" in outcome["refused"]["reason"]


def test_two_parts_of_a_cost_are_paid_with_what_is_named_for_both(play: Play) -> None:
    sacrifices = [{"sacrifice": {"type": "Creature"}}, {"sacrifice": {"type": "Land"}}]
    altar = {"card": "Altar", "types": ["Artifact"], "abilities": [{"activated": sacrifices, "do": {"gain life": 1}}]}
    given = {"alice": {"life": 20, "battlefield": {"altar": "Altar", "bear": "Runeclaw Bear", "plains": "Plains"}}}
    action = {"activate": "altar", "costs": {"sacrifice": ["plains", "bear"]}}
    state = play(given, action, {"resolve": "all"}, cards=[altar])["state"]
    assert state["alice"]["life"] == 21
    assert {each["card"] for each in state["alice"]["graveyard"]} == {"Plains", "Runeclaw Bear"}


def test_a_creature_does_not_block_one_attacker_twice(play: Play) -> None:
    given = {
        "alice": {"battlefield": {"giant": "Hill Giant", "other": "Hill Giant"}},
        "bob": {"battlefield": {"bear": "Runeclaw Bear", "sands": "Brave the Sands"}},
    }
    attack = {"attack": {"giant": "bob", "other": "bob"}}
    assert "state" in play(given, attack, {"block": {"bear": ["giant", "other"]}})
    outcome = play(given, attack, {"block": {"bear": ["giant", "giant"]}})
    assert outcome["refused"]["reason"] == "bear cannot block the same attacker twice"


@pytest.mark.parametrize("verb", ["destroy", "tap", "untap", "gain control"])
def test_a_number_that_a_verb_does_not_heed_is_unsupported(play: Play, verb: str) -> None:
    given = {"alice": {"battlefield": {"giant": "Hill Giant", "bear": "Runeclaw Bear"}}}
    outcome = play(given, {"event": {verb: {"type": "Creature"}, "number": 1}, "player": "alice"})
    assert outcome["unsupported"] == {"what": "word", "name": f"{verb} a number of what is meant, and not all of it"}


def test_a_player_may_do_nothing(play: Play) -> None:
    told = {"may": [], "then": {"gain life": 1}}
    answers = ({"player": "alice", "kind": "may", "choose": "accept"},)
    state = play({"alice": {"life": 20}}, {"event": told, "player": "alice"}, answers=answers)["state"]
    assert state["alice"]["life"] == 21


def test_ten_blockers_of_one_attacker_can_be_damaged_in_some_order_of_all(play: Play) -> None:
    given = {
        "alice": {"battlefield": {"golem": "Platinum Emperion"}},
        "bob": {"battlefield": {f"bear{number}": "Runeclaw Bear" for number in range(10)}},
    }
    block = {"block": {f"bear{number}": "golem" for number in range(10)}}
    asked = play(given, {"attack": {"golem": "bob"}}, block, {"pass to": "end of combat"}, edition="2024-09-20")
    assert asked["choice"]["options"] == list(range(9))  # 1 is what the last of them gets


def test_nothing_is_paid_to_turn_face_up_what_cannot_be(play: Play) -> None:
    forbidden = {"event": "turn face up", "object": {"controller": "opponent"}}
    watchdog = {"card": "Watchdog", "types": ["Artifact"], "abilities": [{"cannot": forbidden}]}
    given = {
        "alice": {"mana": {"R": 3}, "battlefield": {"hidden": {"card": "Battering Craghorn", "face_down": True}}},
        "bob": {"battlefield": ["Watchdog"]},
    }
    outcome = play(given, {"turn face up": "hidden"}, cards=[watchdog])
    assert outcome["refused"]["reason"] == "hidden cannot be turned face up"
    assert outcome["state"]["alice"]["mana"]["R"] == 3
