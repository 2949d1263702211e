"""Damage that is divided among targets as these are chosen (601.2d)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mtg.conftest import Play

SPARKS = {
    "card": "Sparks",
    "cost": "{R}",
    "types": ["Instant"],
    "abilities": [
        {
            "spell": {"damage": 2, "to": "them", "divided": True},
            "targets": {"them": {"target": "any", "number": "any"}},
        }
    ],
}
EITHER = {
    "card": "Either Way",
    "cost": "{R}",
    "types": ["Instant"],
    "abilities": [
        {
            "spell": [],
            "modes": {
                "sparks": {
                    "targets": {"them": {"target": "any", "number": "1 to 3"}},
                    "do": {"damage": 3, "to": "them", "divided": True},
                }
            },
        }
    ],
}
GIVEN: dict[str, dict[str, Any]] = {
    "alice": {"life": 20, "hand": {"sparks": "Sparks", "either": "Either Way"}},
    "bob": {"life": 20, "battlefield": {"bear": "Runeclaw Bear", "giant": "Hill Giant"}},
}
CARDS = [SPARKS, EITHER]
ALL = {"resolve": "all"}


def test_nothing_is_divided_among_no_targets(play: Play) -> None:
    outcome = play(GIVEN, {"cast": "sparks", "targets": []}, ALL, cards=CARDS)
    assert [each["card"] for each in outcome["state"]["alice"]["graveyard"]] == ["Sparks"]
    assert outcome["state"]["bob"]["life"] == 20


def test_there_are_no_more_targets_than_damage_to_divide(play: Play) -> None:
    offered = play(GIVEN, {"cast": "sparks"}, cards=CARDS)["choice"]
    assert offered["max"] == 2
    refused = play(GIVEN, {"cast": "sparks", "targets": ["bob", "bear", "giant"]}, cards=CARDS)
    assert refused["refused"]["rule"] == "601.2c"


@pytest.mark.parametrize(("share", "left"), [(1, 18), (2, 19)])
def test_what_a_mode_divides_is_divided_as_targets_are_chosen(play: Play, share: int, left: int) -> None:
    shares = {"bear": share, "bob": 3 - share}
    cast = {"cast": "either", "modes": ["sparks"], "targets": ["bob", "bear"], "divide": shares}
    state = play(GIVEN, cast, ALL, cards=CARDS)["state"]
    assert state["bob"]["life"] == left


def test_each_target_gets_some_of_what_is_divided(play: Play) -> None:
    cast = {"cast": "either", "modes": ["sparks"], "targets": ["bob", "bear"], "divide": {"bear": 0, "bob": 3}}
    assert play(GIVEN, cast, cards=CARDS)["refused"]["rule"] == "601.2d"


def test_targets_that_are_called_alike_get_shares_of_their_own(play: Play) -> None:
    given = {**GIVEN, "bob": {"battlefield": [{"card": "Hill Giant"}, {"card": "Hill Giant"}]}}
    cast = {"cast": "either", "modes": ["sparks"], "targets": ["Hill Giant", "Hill Giant"]}
    answers = ({"player": "alice", "kind": "damage", "about": "Hill Giant", "choose": 1},)
    state = play(given, cast, ALL, cards=CARDS, answers=answers)["state"]
    assert sorted(each["damage"] for each in state["bob"]["battlefield"]) == [1, 2]


def test_no_share_is_named_for_what_is_no_target(play: Play) -> None:
    shares = {"bear": 1, "bob": 2, "giant": 1}
    cast = {"cast": "either", "modes": ["sparks"], "targets": ["bob", "bear"], "divide": shares}
    assert play(GIVEN, cast, cards=CARDS)["refused"]["rule"] == "601.2d"


def test_what_divides_nothing_is_refused_a_division(play: Play) -> None:
    given = {"alice": {"hand": {"shock": "Shock"}}, "bob": {"life": 20}}
    shock = {"cast": "shock", "targets": ["bob"]}
    assert "refused" not in play(given, shock)
    refused = play(given, {**shock, "divide": {"bob": 2}})["refused"]
    assert refused["rule"] == "601.2d"


ROLLING: dict[str, Any] = {
    "card": "Rolling",
    "cost": "{X}{R}",
    "types": ["Sorcery"],
    "abilities": [
        {
            "spell": {"damage": "X", "to": "them", "divided": True},
            "targets": {"them": {"target": "any", "number": "any"}},
        }
    ],
}


@pytest.mark.parametrize(("x", "targets"), [(0, []), (1, ["bob"]), (3, ["bob", "giant"])])
def test_x_damage_is_divided_among_no_more_than_x_targets(play: Play, x: int, targets: list[str]) -> None:
    given = {**GIVEN, "alice": {"hand": {"rolling": "Rolling"}}}
    shares = {"bob": x - len(targets) + 1, "giant": 1} if targets[1:] else {}
    cast = {"cast": "rolling", "x": x, "targets": targets, **({"divide": shares} if shares else {})}
    state = play(given, cast, ALL, cards=[ROLLING])["state"]
    assert state["bob"]["life"] == 20 - (x - len(targets[1:]))
    too_many = {"cast": "rolling", "x": x, "targets": ["bob", "bear", "giant", "alice"][: x + 1]}
    assert play(given, too_many, cards=[ROLLING])["refused"]["rule"] == "601.2c"


def test_more_damage_than_is_played_is_not_divided_by_asking(play: Play) -> None:
    given = {**GIVEN, "alice": {"hand": {"rolling": "Rolling"}}}
    outcome = play(given, {"cast": "rolling", "x": 10**9, "targets": ["bob", "bear"]}, cards=[ROLLING])
    assert "10000 is the most" in outcome["unsupported"]["name"]
