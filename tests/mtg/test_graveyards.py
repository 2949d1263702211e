"""A graveyard: the owner arranges what comes to it at the same time, and is asked only where something looks at it."""

from __future__ import annotations

from typing import Any

from tests.mtg.conftest import Explore, Play

TWO: dict[str, Any] = {"alice": {"library": ["Serra Angel", "Hill Giant", "Forest"]}}
SHIFTER = {"shifter": "Volrath's Shapeshifter"}


def test_no_order_is_asked_for_that_nothing_looks_at(play: Play) -> None:
    assert "state" in play(TWO, {"event": {"mill": 2}})


def test_one_card_and_cards_that_are_alike_have_no_order(play: Play) -> None:
    given = {"alice": {"library": 4, "battlefield": SHIFTER}}
    assert "state" in play(given, {"event": [{"mill": 1}, {"mill": 2}]})


def test_the_owner_says_what_lies_on_top(play: Play) -> None:
    given = {"alice": {**TWO["alice"], "hand": SHIFTER}}
    order = ["Hill Giant", "Serra Angel"]
    for each in (order, order[::-1]):
        answer = {"player": "alice", "kind": "graveyard", "choose": each}
        outcome = play(given, {"event": {"mill": 2}}, answers=(answer,))
        assert [card["card"] for card in outcome["state"]["alice"]["graveyard"]] == each


def test_each_owner_arranges_their_own_cards(explore: Explore) -> None:
    given = {
        "alice": {"hand": SHIFTER, "battlefield": {"bear": "Runeclaw Bear", "giant": "Hill Giant"}},
        "bob": {"battlefield": {"lions": "Savannah Lions", "angel": "Serra Angel"}},
    }
    states = explore(given, {"event": {"destroy": {"type": "Creature"}}})
    piles = [tuple(state[player]["graveyard"][0]["card"] for player in ("alice", "bob")) for state in states]
    assert sorted(piles) == [
        (mine, other) for mine in ("Hill Giant", "Runeclaw Bear") for other in ("Savannah Lions", "Serra Angel")
    ]
