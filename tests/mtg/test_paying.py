"""Costs that are paid with objects (118.3, 601.2h), and what is paid for the way in which a card is cast."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mtg.conftest import Explore, Play

Json = dict[str, Any]

CREATURE: Json = {"type": "Creature", "controller": "you"}
GAIN: Json = {"gain life": 1}
STILL: Json = {
    "card": "Still",
    "types": ["Enchantment"],
    "abilities": [{"cannot": {"event": "tap", "object": CREATURE}}],
}


def altar(*cost: Any) -> Json:
    return {"card": "Altar", "types": ["Artifact"], "abilities": [{"activated": list(cost), "do": GAIN}]}


def names(state: Json, player: str, zone: str) -> list[str]:
    return [each["card"] for each in state[player][zone]]


@pytest.mark.parametrize("others", [[], ["Hill Giant"]])
def test_what_is_sacrificed_can_be_tapped_for_the_same_cost_before(play: Play, others: list[str]) -> None:
    cost = ({"sacrifice": CREATURE}, {"tap": {**CREATURE, "tapped": False}})
    given = {
        "alice": {"battlefield": {"altar": "Altar", "bear": "Runeclaw Bear", **dict.fromkeys(others, "Hill Giant")}}
    }
    activate = {"activate": "altar", "costs": {"sacrifice": ["bear"], "tap": ["bear"]}}
    state = play(given, activate, cards=[altar(*cost)])["state"]
    assert names(state, "alice", "graveyard") == ["Runeclaw Bear"]
    assert [each["tapped"] for each in state["alice"]["battlefield"]] == [False] * (1 + len(others))


def test_a_tapped_creature_alone_pays_for_no_part_that_taps_one(play: Play) -> None:
    cost = ({"sacrifice": CREATURE}, {"tap": {**CREATURE, "tapped": False}})
    given = {"alice": {"battlefield": {"altar": "Altar", "bear": {"card": "Runeclaw Bear", "tapped": True}}}}
    assert play(given, {"activate": "altar"}, cards=[altar(*cost)])["refused"]["rule"] == "118.3"


def test_cards_of_any_graveyard_are_exiled_for_a_cost_that_says_so(play: Play) -> None:
    cost = {"exile": {"type": "Creature", "in": "graveyard"}, "number": 2}
    given = {"alice": {"battlefield": ["Altar"]}, "bob": {"graveyard": ["Runeclaw Bear", "Hill Giant"]}}
    state = play(given, {"activate": "Altar"}, cards=[altar(cost)])["state"]
    assert sorted(names(state, "bob", "exile")) == ["Hill Giant", "Runeclaw Bear"]


@pytest.mark.parametrize("there", [[], ["Still"]])
def test_what_cannot_become_tapped_pays_no_cost_by_that(play: Play, there: list[str]) -> None:
    given = {"alice": {"battlefield": ["Prodigal Pyromancer", *there]}}
    outcome = play(given, {"activate": "Prodigal Pyromancer", "targets": ["bob"]}, cards=[STILL])
    assert ("refused" in outcome) is bool(there)


@pytest.mark.parametrize("there", [[], ["Still"]])
def test_what_cannot_become_tapped_convokes_nothing(play: Play, there: list[str]) -> None:
    given = {"alice": {"hand": ["Siege Wurm"], "battlefield": ["Hill Giant", *there]}}
    outcome = play(given, {"cast": "Siege Wurm", "costs": {"convoke": ["Hill Giant"]}}, cards=[STILL])
    assert ("refused" in outcome) is bool(there)


def test_generic_mana_that_is_counted_as_less_than_none_is_none(play: Play) -> None:
    given = {"alice": {"mana": {"R": 1}, "battlefield": ["Altar"]}}
    cost = ({"generic": {"minus": [1, 3]}}, "{2}")
    assert play(given, {"activate": "Altar"}, cards=[altar(*cost)])["refused"]["rule"] == "601.2h"


def creature(name: str, power: int) -> Json:
    return {"card": name, "types": ["Creature"], "power": power, "toughness": 3}


def crewed(explore: Explore, n: int, powers: tuple[int, ...], most: int) -> list[tuple[str, ...]]:
    """Return which creatures of these powers crew in each way that there is."""
    vehicle = {"card": "Cart", "types": ["Artifact"], "subtypes": ["Vehicle"], "power": 1, "toughness": 1}
    crew = {"keyword": "crew", "n": n}
    cards = [{**vehicle, "abilities": [crew]}, *(creature(f"C{place}", each) for place, each in enumerate(powers))]
    given = {"alice": {"battlefield": [each["card"] for each in cards]}}
    states = explore(given, {"activate": "Cart"}, cards=cards, most=most)
    return [tuple(each["card"] for each in state["alice"]["battlefield"] if each["tapped"]) for state in states]


@pytest.mark.parametrize(
    ("n", "powers", "ways", "most"),
    [
        (1, (1, 1, 1, 1, 1), 31, 32),
        (3, (1, 1, 1, 1, 1), 16, 17),
        (3, (2, 2, 2), 4, 5),
        (2, (2, 1, 0), 4, 20),
        (2, (3, -1, -1), 3, 12),
        (2, (2, 1, 1), 5, 40),
    ],
)
def test_whatever_has_enough_power_can_be_tapped_together(
    explore: Explore, n: int, powers: tuple[int, ...], ways: int, most: int
) -> None:
    found = crewed(explore, n, powers, most)
    assert len(set(found)) == ways
    assert all(sum(powers[int(name[1:])] for name in each) >= n for each in found)


@pytest.mark.parametrize("number", range(1, 5))
def test_any_creatures_are_tapped_for_the_generic_half_of_hybrid_mana(play: Play, number: int) -> None:
    spell = {"card": "Help", "cost": "{2/W}{2/W}", "types": ["Sorcery"], "abilities": ["convoke", {"spell": GAIN}]}
    giants = {f"giant{place}": "Hill Giant" for place in range(number)}
    given = {"alice": {"mana": {"R": 4 - number}, "hand": ["Help"], "battlefield": giants}}
    state = play(given, {"cast": "Help", "costs": {"convoke": [*giants]}}, cards=[spell])["state"]
    assert state["alice"]["mana"]["R"] == 0
    assert all(each["tapped"] for each in state["alice"]["battlefield"])


def test_no_more_creatures_are_tapped_than_hybrid_mana_takes_once_it_is_reduced(play: Play) -> None:
    spell = {"card": "Help", "cost": "{2/W}", "types": ["Sorcery"], "abilities": ["convoke", {"spell": GAIN}]}
    less = {
        "card": "Less",
        "types": ["Enchantment"],
        "abilities": [{"static": {"costs": {"cast": {"in": "any"}, "less": 1}}}],
    }
    given = {
        "alice": {"mana": {}, "hand": ["Help"], "battlefield": {"a": "Hill Giant", "b": "Hill Giant", "less": "Less"}}
    }
    for convoked, possible in ((["a"], True), (["a", "b"], False)):
        outcome = play(given, {"cast": "Help", "costs": {"convoke": convoked}}, cards=[spell, less])
        assert ("refused" not in outcome) is possible


@pytest.mark.parametrize("spent", ["R", "G"])
def test_a_creature_is_tapped_for_what_the_mana_that_is_named_does_not_pay(play: Play, spent: str) -> None:
    spell = {"card": "Help", "cost": "{1}{G}", "types": ["Sorcery"], "abilities": ["convoke", {"spell": GAIN}]}
    given = {"alice": {"mana": {"R": 1, "G": 1}, "hand": ["Help"], "battlefield": ["Runeclaw Bear"]}}
    cast = {"cast": "Help", "costs": {"convoke": ["Runeclaw Bear"]}, "pay": {spent: 1}}
    assert play(given, cast, cards=[spell])["state"]["alice"]["mana"][spent] == 0


@pytest.mark.parametrize(("pay", "life", "left"), [(None, 20, 0), ({"R": 1}, 20, 0), ({}, 18, 1)])
def test_life_is_paid_beside_convoke_only_where_it_has_to_be(play: Play, pay: Any, life: int, left: int) -> None:
    spell = {"card": "Help", "cost": "{1}{W/P}", "types": ["Sorcery"], "abilities": ["convoke", {"spell": GAIN}]}
    given = {"alice": {"life": 20, "mana": {"R": 1}, "hand": ["Help"], "battlefield": ["Serra Angel"]}}
    cast = {"cast": "Help", "costs": {"convoke": ["Serra Angel"]}, **({} if pay is None else {"pay": pay})}
    alice = play(given, cast, cards=[spell])["state"]["alice"]
    assert (alice["life"], alice["mana"]["R"]) == (life, left)


BOTH: Json = {
    "card": "Both",
    "cost": "{W}",
    "types": ["Instant"],
    "abilities": [{"keyword": "flashback", "cost": "{2}"}, {"keyword": "escape", "cost": "{1}"}, {"spell": GAIN}],
}


@pytest.mark.parametrize(("named", "left"), [("flashback", 1), ("escape", 2)])
def test_of_two_costs_from_a_graveyard_the_one_that_is_named_is_paid(play: Play, named: str, left: int) -> None:
    given = {"alice": {"mana": {"R": 3}, "graveyard": ["Both"]}}
    state = play(given, {"cast": "Both", "with": [named]}, cards=[BOTH])["state"]
    assert state["alice"]["mana"]["R"] == left


def test_a_cost_counts_as_payable_with_what_is_added_to_it(play: Play) -> None:
    costs: Any = [{"keyword": "escape", "cost": cost} for cost in ("{3}", {"pay life": 3})]
    again = {**BOTH, "abilities": [*costs, {"spell": GAIN}]}
    tax = {"static": {"costs": {"cast": {"in": "any"}, "more": "{1}"}}}
    given = {"alice": {"life": 20, "mana": {"R": 3}, "graveyard": ["Both"], "battlefield": ["Tax"]}}
    cards = [again, {"card": "Tax", "types": ["Enchantment"], "abilities": [tax]}]
    alice = play(given, {"cast": "Both"}, cards=cards)["state"]["alice"]
    assert (alice["life"], alice["mana"]["R"]) == (17, 2)


def test_x_is_nothing_where_neither_the_mana_cost_nor_another_in_its_place_has_it(play: Play) -> None:
    more = {"life": {"cost": {"pay life": "X"}, "required": True}}
    spell = {"card": "Ex", "cost": "{X}{R}", "types": ["Sorcery"], "abilities": [{"spell": GAIN, "additional": more}]}
    free = {"static": {"allows": {"cast": {"in": "exile"}, "free": True}}}
    given = {"alice": {"exile": ["Ex"], "battlefield": ["Free"]}}
    cards = [spell, {"card": "Free", "types": ["Enchantment"], "abilities": [free]}]
    assert play(given, {"cast": "Ex", "x": 2}, cards=cards)["refused"]["rule"] == "107.3b"
    assert "refused" not in play(given, {"cast": "Ex", "x": 0}, cards=cards)


def test_no_mode_is_named_for_what_has_none(play: Play) -> None:
    given = {"alice": {"hand": ["Shock"], "battlefield": ["Prodigal Pyromancer"]}}
    for verb, name in (("cast", "Shock"), ("activate", "Prodigal Pyromancer")):
        outcome = play(given, {verb: name, "modes": ["first"], "targets": ["bob"]})
        assert outcome["refused"]["rule"] == "601.2b"


TRUMPETER: Json = {
    "card": "Trumpeter",
    "cost": "{X}{R}",
    "types": ["Creature"],
    "power": 1,
    "toughness": 1,
    "abilities": [
        {"keyword": "morph", "cost": "{X}{X}{R}"},
        {"triggered": {"event": "turn face up", "object": "this"}, "do": {"gain life": "X"}},
    ],
}


@pytest.mark.parametrize(("x", "left"), [({}, 4), ({"x": 0}, 4), ({"x": 2}, 0), ({"x": 3}, None)])
def test_x_of_a_morph_cost_is_chosen_as_it_is_paid(play: Play, x: Json, left: int | None) -> None:
    number = x.get("x", 0)
    given = {"alice": {"life": 20, "mana": {"R": 5}, "battlefield": {"it": {"card": "Trumpeter", "face_down": True}}}}
    actions = ({"turn face up": "it", **x}, {"resolve": "all"})
    outcome = play(given, *actions, cards=[TRUMPETER])
    if left is None:
        assert outcome["refused"]["rule"] == "601.2h"
    else:
        alice = outcome["state"]["alice"]
        assert (alice["life"], alice["mana"]["R"]) == (20 + number, left)


def test_there_is_no_x_to_choose_for_a_morph_cost_without_one(play: Play) -> None:
    given = {"alice": {"battlefield": {"it": {"card": "Trumpeter", "face_down": True}}}}
    morph = {**TRUMPETER, "abilities": [{"keyword": "morph", "cost": "{R}"}]}
    assert play(given, {"turn face up": "it", "x": 1}, cards=[morph])["refused"]["rule"] == "107.3d"


ALLOWED = [({"color": "R"}, "Burn"), ({"mana value": {"at most": 2}}, "Burn"), ({"mana value": 3}, "Turn")]


@pytest.mark.parametrize(("which", "half"), ALLOWED)
def test_only_the_half_of_a_split_card_that_is_cast_has_to_be_allowed(play: Play, which: Json, half: str) -> None:
    allows = {"static": {"allows": {"cast": {"in": "graveyard", "owner": "you", **which}}}}
    card = {"card": "Allowing", "types": ["Enchantment"], "abilities": [allows]}
    given = {
        "alice": {"graveyard": ["Turn // Burn"], "battlefield": ["Allowing"]},
        "bob": {"battlefield": ["Runeclaw Bear"]},
    }
    for modes, possible in (([half], True), ([*{"Turn", "Burn"} - {half}], False), (None, True)):
        cast = {"cast": "Turn // Burn", "targets": ["Runeclaw Bear"], **({"modes": modes} if modes else {})}
        outcome = play(given, cast, cards=[card])
        assert ("refused" not in outcome) is possible
        if possible:
            assert [each["name"] for each in outcome["state"]["stack"]] == [half]
