"""A shuffled library: nobody knows its order, and chance is asked for no more of it than somebody looks at."""

from __future__ import annotations

from tests.mtg.conftest import Explore, Play

SIX = ["Forest", "Island", "Plains", "Swamp", "Mountain", "Wastes"]


def test_each_card_may_be_on_top_of_a_shuffled_library(explore: Explore) -> None:
    given = {"alice": {"library": SIX}}
    states = explore(given, {"event": [{"shuffle": "you"}, {"draw": 1}]})
    assert sorted(state["alice"]["hand"][0]["card"] for state in states) == sorted(SIX)


def test_no_order_is_asked_for_that_nobody_looks_at(play: Play) -> None:
    outcome = play({"alice": {"library": SIX}}, {"event": {"shuffle": "you"}})
    assert [each["card"] for each in outcome["state"]["alice"]["library"]] == sorted(SIX)
    assert "asked" not in outcome


def test_cards_put_on_top_of_a_shuffled_library_are_known(play: Play) -> None:
    given = {"alice": {"library": SIX, "hand": {"bolt": "Lightning Bolt"}}}
    move = {"move": "bolt", "to": "library", "position": "top"}
    outcome = play(given, {"event": [{"shuffle": "you"}, move, {"draw": 1}]})
    assert [each["card"] for each in outcome["state"]["alice"]["hand"]] == ["Lightning Bolt"]


def test_alike_cards_need_no_chance(play: Play) -> None:
    outcome = play({"alice": {"library": 12}}, {"event": [{"shuffle": "you"}, {"draw": 3}, {"mill": 2}]})
    assert len(outcome["state"]["alice"]["library"]) == 7


def test_what_is_milled_and_looked_at_is_left_to_chance_as_well(explore: Explore) -> None:
    given = {"alice": {"library": ["Forest", "Forest", "Island"]}}
    milled = explore(given, {"event": [{"shuffle": "you"}, {"mill": 2}]})
    tops = sorted(sorted(each["card"] for each in state["alice"]["graveyard"]) for state in milled)
    assert tops == [["Forest", "Forest"], ["Forest", "Island"], ["Forest", "Island"]]


def test_a_card_shuffled_in_may_come_up_first(explore: Explore) -> None:
    given = {"alice": {"library": 5, "hand": {"bolt": "Lightning Bolt"}}}
    move = {"move": "bolt", "to": "library", "position": "shuffled"}
    states = explore(given, {"event": [move, {"draw": 1}]})
    assert sorted(state["alice"]["hand"][0]["card"] for state in states) == ["Lightning Bolt", "Wastes"]
