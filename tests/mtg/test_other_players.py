"""What an instruction tells another player than its own to do is that player's to choose and to do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mtg.conftest import Play

Json = dict[str, Any]


def by_alice(told: Any) -> Json:
    return {"event": told, "player": "alice"}


def cards(state: Json, player: str, zone: str) -> list[str]:
    return [each["card"] for each in state[player][zone]]


def test_who_is_to_exile_chooses_among_their_own(play: Play) -> None:
    given = {"alice": {"graveyard": {"bolt": "Lightning Bolt"}}, "bob": {"graveyard": {"x": "Shock", "m": "Murder"}}}
    told = {"exile": {"in": "graveyard"}, "number": 1, "player": "each player"}
    answers = [{"player": "bob", "kind": "exile", "choose": "m"}]
    state = play(given, by_alice(told), answers=tuple(answers))["state"]
    assert (cards(state, "alice", "exile"), cards(state, "bob", "exile")) == (["Lightning Bolt"], ["Murder"])


def test_who_is_to_exile_what_is_told_to_be_anothers_chooses_among_that(play: Play) -> None:
    given = {"alice": {"graveyard": {"bolt": "Lightning Bolt", "m": "Murder"}}, "bob": {"graveyard": {"x": "Shock"}}}
    told = {"exile": {"in": "graveyard", "owner": "you"}, "number": 1, "player": "opponent"}
    answers = [{"player": "bob", "kind": "exile", "choose": "m"}]
    state = play(given, by_alice(told), answers=tuple(answers))["state"]
    assert (cards(state, "alice", "exile"), cards(state, "bob", "exile")) == (["Murder"], [])


def test_who_is_to_reveal_chooses_what(play: Play) -> None:
    given = {"bob": {"life": 20, "hand": {"shock": "Shock", "m": "Murder"}}}
    told = [
        {"reveal": {"in": "hand", "owner": "opponent"}, "number": "any", "player": "opponent", "as": "shown"},
        {"lose life": {"number": "shown"}, "player": "opponent"},
    ]
    answers = [{"player": "bob", "kind": "object", "choose": ["shock"]}]
    assert play(given, by_alice(told), answers=tuple(answers))["state"]["bob"]["life"] == 19


def test_who_may_cast_a_card_has_the_spell(play: Play) -> None:
    given = {"alice": {"life": 20}, "bob": {"graveyard": {"shock": "Shock"}}}
    told = {"cast": "shock", "free": True, "player": "opponent"}
    answers = [
        {"player": "bob", "kind": "may", "choose": "accept"},
        {"player": "bob", "kind": "target", "choose": "alice"},
    ]
    state = play(given, by_alice(told), {"resolve": "all"}, answers=tuple(answers))["state"]
    assert state["alice"]["life"] == 18


def test_what_another_player_may_do_is_known_by_its_name_afterwards(play: Play) -> None:
    given = {"alice": {"life": 20}, "bob": {"battlefield": {"giant": "Hill Giant"}}}
    told = {
        "may": {"sacrifice": {"type": "Creature"}, "player": "player", "as": "gone"},
        "player": "opponent",
        "then": {"gain life": {"power of": "gone"}},
    }
    answers = [{"player": "bob", "kind": "may", "choose": "accept"}]
    assert play(given, by_alice(told), answers=tuple(answers))["state"]["alice"]["life"] == 23


def test_what_several_players_do_under_one_name_is_known_of_all(play: Play) -> None:
    given = {"alice": {"life": 20, "mana": {"C": 1}}, "bob": {"mana": {}}}
    told = [{"pay": "{1}", "player": "each player", "as": "paid"}, {"if": {"did": "paid"}, "then": {"gain life": 5}}]
    answers = [{"player": "alice", "kind": "pay", "choose": "pay"}]
    assert play(given, by_alice(told), answers=tuple(answers))["state"]["alice"]["life"] == 25


def test_what_several_players_may_do_is_known_of_all_who_did(play: Play) -> None:
    given: Json = {
        "players": ["alice", "bob", "carol"],
        "alice": {"life": 20},
        "bob": {"battlefield": {"giant": "Hill Giant"}},
        "carol": {"battlefield": {"drake": "Wind Drake"}},
    }
    may = {"may": {"sacrifice": {"type": "Creature"}, "player": "player", "as": "gone"}, "player": "opponent"}
    answers = [{"player": player, "kind": "may", "choose": "accept"} for player in ("bob", "carol")]
    told = [may, {"gain life": {"power of": "gone"}}]
    assert play(given, by_alice(told), answers=tuple(answers))["state"]["alice"]["life"] == 25  # 3 and 2


def test_what_is_looked_at_is_known_of_all_libraries(play: Play) -> None:
    given = {"alice": {"library": ["Plains"]}, "bob": {"library": ["Shock", "Island"]}}
    told = [{"look": 1, "player": "each player", "as": "seen"}, {"exile": "seen"}]
    state = play(given, by_alice(told))["state"]
    assert (cards(state, "alice", "exile"), cards(state, "bob", "exile")) == (["Plains"], ["Shock"])


def test_what_is_chosen_for_each_of_several_is_known_of_all(play: Play) -> None:
    given: Json = {
        "players": ["alice", "bob", "carol"],
        "bob": {"battlefield": {"bear": "Runeclaw Bear", "giant": "Hill Giant"}},
        "carol": {"battlefield": {"drake": "Wind Drake"}},
    }
    chosen = {"choose": {"type": "Creature", "controller": "each"}, "as": "doomed", "player": "each"}
    told = [{"for each": "opponent", "as": "each", "do": chosen}, {"destroy": "doomed"}]
    answers = [{"player": "bob", "kind": "object", "choose": "bear"}]
    state = play(given, by_alice(told), answers=tuple(answers))["state"]
    assert [cards(state, player, "graveyard") for player in ("bob", "carol")] == [["Runeclaw Bear"], ["Wind Drake"]]
    assert cards(state, "bob", "battlefield") == ["Hill Giant"]


@pytest.mark.parametrize("chooser", ["bob", "carol"])
def test_of_several_opponents_who_could_choose_a_target_one_is_chosen(play: Play, chooser: str) -> None:
    ability = {
        "activated": "nothing",
        "targets": {"it": {"target": "player", "by": "opponent"}},
        "do": {"damage": 1, "to": "it"},
    }
    witches = {"card": "Witches", "types": ["Artifact"], "abilities": [ability]}
    given = {"alice": {"life": 20, "battlefield": ["Witches"]}, "bob": {"life": 20}, "carol": {"life": 20}}
    answers = (
        {"player": "alice", "kind": "player", "choose": chooser},
        {"player": chooser, "kind": "target", "choose": chooser},
    )
    state = play(given, {"activate": "Witches"}, {"resolve": "all"}, answers=answers, cards=[witches])["state"]
    assert state[chooser]["life"] == 19
