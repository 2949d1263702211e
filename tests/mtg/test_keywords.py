"""Keywords that are more than words: what they do by their rules, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mtg.conftest import Play

ALL = {"resolve": "all"}


def test_storm_copies_a_spell_that_has_been_countered(play: Play) -> None:
    given = {
        "alice": {"cast": 2, "hand": {"shot": "Grapeshot"}},
        "bob": {"life": 20, "hand": {"no": "Cancel"}},
    }
    keep = {"kind": "target", "about": "Grapeshot", "choose": "bob"}
    actions = ({"cast": "shot", "targets": ["bob"]}, {"cast": "no", "targets": ["shot"]}, ALL)
    state = play(given, *actions, answers=(keep, keep))["state"]
    assert state["bob"]["life"] == 18
    assert [each["card"] for each in state["alice"]["graveyard"]] == ["Grapeshot"]


@pytest.mark.parametrize(
    ("mana", "creatures", "possible"),
    [
        ({"G": 2, "C": 5}, [], True),
        ({"G": 2, "C": 4}, ["giant"], True),
        ({"G": 1, "C": 5}, ["elves"], True),
        ({"G": 1, "C": 5}, ["giant"], False),
        ({}, ["elves"], False),
        ({"G": 2, "C": 4}, ["giant", "giant"], False),
        ({"G": 2, "C": 4}, ["hers"], False),
        ({"G": 2, "C": 4}, ["tapped"], False),
        ({"G": 2, "C": 5}, ["giant"], True),
    ],
)
def test_convoke_pays_one_mana_with_each_creature(play: Play, mana: Any, creatures: list[str], possible: bool) -> None:
    given = {
        "alice": {
            "mana": mana,
            "hand": {"wurm": "Siege Wurm"},
            "battlefield": {
                "giant": "Hill Giant",
                "elves": "Llanowar Elves",
                "tapped": {"card": "Hill Giant", "tapped": True},
            },
        },
        "bob": {"battlefield": {"hers": "Hill Giant"}},
    }
    outcome = play(given, {"cast": "wurm", "costs": {"convoke": creatures}})
    assert ("refused" not in outcome) is possible


def test_convoke_is_no_cost_for_other_spells(play: Play) -> None:
    given = {"alice": {"hand": {"shock": "Shock"}, "battlefield": {"giant": "Hill Giant"}}}
    outcome = play(given, {"cast": "shock", "targets": ["bob"], "costs": {"convoke": ["giant"]}})
    assert outcome["refused"]["rule"] == "702.51a"


@pytest.mark.parametrize(
    ("cost", "mana", "left"),
    [
        ("{W/U}{W}", {"W": 1, "U": 1}, {}),
        ("{W/U}{W/U}", {"W": 1, "U": 1}, {}),
        ("{2/B}", {"B": 1, "R": 2}, {"R": 2}),
        ("{2/B}", {"R": 2}, {}),
        ("{2/B}", {"R": 1}, None),
        ("{2/B}{B}", {"B": 1, "R": 2}, {}),
        ("{2/B}{2/B}", {"B": 1, "R": 1}, None),
        ("{W/U}", {"R": 1}, None),
        ("{1}{W/U}", {"W": 1, "R": 1}, {}),
        ("{W/U}" * 40, {"W": 20, "U": 20}, {}),
    ],
)
def test_a_hybrid_symbol_is_paid_by_either_half(play: Play, cost: str, mana: Any, left: Any) -> None:
    card = {"card": "Trial", "cost": cost, "types": ["Sorcery"], "abilities": [{"spell": {"draw": 1}}]}
    outcome = play({"alice": {"mana": mana, "hand": {"trial": "Trial"}}}, {"cast": "trial"}, cards=[card])
    if left is None:
        assert outcome["refused"]["rule"] == "601.2h"
    else:
        assert {kind: number for kind, number in outcome["state"]["alice"]["mana"].items() if number} == left


def test_a_mana_symbol_that_is_not_there_is_said_to_be(play: Play) -> None:
    card = {"card": "Trial", "cost": "{S}", "types": ["Sorcery"]}
    outcome = play({"alice": {"mana": {"U": 1}, "hand": {"trial": "Trial"}}}, {"cast": "trial"}, cards=[card])
    assert outcome["unsupported"] == {"what": "word", "name": "mana symbol {S}"}


@pytest.mark.parametrize(
    ("walk", "land", "blocked"),
    [
        ("islandwalk", "Island", False),
        ("islandwalk", "Swamp", True),
        ({"keyword": "islandwalk"}, "Island", False),
        ({"keyword": "landwalk", "quality": {"subtype": "Island"}}, "Island", False),
        ({"keyword": "landwalk", "quality": {"supertype": "Snow"}}, "Snow-Covered Forest", False),
        ({"keyword": "landwalk", "quality": {"supertype": "Snow"}}, "Forest", True),
    ],
)
def test_landwalk_is_about_lands_of_one_kind(play: Play, walk: Any, land: str, blocked: bool) -> None:
    card = {"card": "Walker", "types": ["Creature"], "power": 1, "toughness": 1, "abilities": [walk]}
    given = {
        "alice": {"battlefield": {"walker": "Walker"}},
        "bob": {"battlefield": {"land": land, "bear": "Runeclaw Bear"}},
    }
    outcome = play(given, {"attack": {"walker": "bob"}}, {"block": {"bear": "walker"}}, cards=[card])
    assert ("refused" not in outcome) is blocked


def test_islandwalk_is_one_landwalk_however_it_is_written(play: Play) -> None:
    walker = {
        "card": "Walker",
        "types": ["Creature"],
        "power": 1,
        "toughness": 1,
        "abilities": [{"keyword": "landwalk", "quality": {"subtype": "Island"}}],
    }
    given = {
        "turn": "bob",
        "step": "upkeep",
        "alice": {"battlefield": {"sanctuary": "Island Sanctuary"}},
        "bob": {"battlefield": {"walker": "Walker", "bear": "Runeclaw Bear"}},
    }
    actions = [{"pass to": "precombat main", "of": "alice"}, {"pass to": "beginning of combat", "of": "bob"}]
    yes = {"kind": "may", "choose": "accept"}
    attack = play(given, *actions, {"attack": {"walker": "alice"}}, cards=[walker], answers=(yes,))
    assert "state" in attack
    assert "refused" not in attack
    bear = play(given, *actions, {"attack": {"bear": "alice"}}, cards=[walker], answers=(yes,))
    assert bear["refused"]["rule"] == "508.1c"
    assert play(given, cards=[walker])["state"]["bob"]["battlefield"][0]["abilities"] == ["islandwalk"]


def test_a_creature_without_toxic_gives_no_poison(play: Play) -> None:
    given = {"alice": {"battlefield": {"bear": "Runeclaw Bear", "chorus": "Crawling Chorus"}}}
    state = play(given, {"attack": {"bear": "bob"}}, {"pass to": "end of combat"})["state"]
    assert state["bob"]["counters"] == {}


@pytest.mark.parametrize(
    ("cost", "less", "x", "left"),
    [
        ("{3}{G}", 2, 0, 2),
        ("{1}{G}", 2, 0, 1),
        ("{X}{G}", 2, 3, 2),
        ("{X}{G}", 1, 3, 3),
    ],
)
def test_what_a_cost_is_reduced_by(play: Play, cost: str, less: Any, x: int, left: int) -> None:
    spell = {"card": "Trial", "cost": cost, "types": ["Sorcery"], "abilities": [{"spell": {"draw": 1}}]}
    cheap = {"static": {"costs": {"cast": {"type": "Sorcery", "in": "any"}, "by": "you", "less": less}}}
    helper = {"card": "Helper", "types": ["Enchantment"], "abilities": [cheap]}
    given = {"alice": {"mana": {"G": 6}, "hand": {"trial": "Trial"}, "battlefield": ["Helper"]}}
    told = {"x": x} if "{X}" in cost else {}
    state = play(given, {"cast": "trial", **told}, cards=[spell, helper])["state"]
    assert state["alice"]["mana"]["G"] == 6 - left


def test_graft_moves_a_counter_to_what_enters(play: Play) -> None:
    reborn = {"card": "Llanowar Reborn", "counters": {"+1/+1": 1}}
    given = {"alice": {"hand": {"bear": "Runeclaw Bear"}, "battlefield": {"reborn": reborn}}}
    state = play(given, {"cast": "bear"}, ALL, answers=({"kind": "may", "choose": "accept"},))["state"]
    here = {each["id"]: each for each in state["alice"]["battlefield"]}
    assert (here["bear"]["power"], here["reborn"]["counters"]) == (3, {})


def test_fading_lasts_as_long_as_there_are_counters(play: Play) -> None:
    card = {"card": "Trial", "types": ["Enchantment"], "abilities": [{"keyword": "fading", "n": 1}]}
    given = {"alice": {"battlefield": {"trial": {"card": "Trial", "counters": {"fade": 1}}}}}
    one, two = (
        play(given, *[{"pass to": "draw", "of": "alice"}] * times, cards=[card])["state"]["alice"] for times in (1, 2)
    )
    assert [each["counters"] for each in one["battlefield"]] == [{}]
    assert ([each["card"] for each in two["graveyard"]], two["battlefield"]) == (["Trial"], [])


@pytest.mark.parametrize("word", ["banding", "phasing", "partner", "cascade"])
def test_a_keyword_that_the_engine_does_not_play_is_said_to_be(play: Play, word: str) -> None:
    card = {"card": "Trial", "types": ["Creature"], "power": 1, "toughness": 1, "abilities": [word]}
    outcome = play({"alice": {"battlefield": ["Trial"]}}, cards=[card])
    assert outcome["unsupported"] == {"what": "word", "name": f"keyword {word!r}"}


def test_an_ability_of_a_keyword_is_called_by_it_wherever_it_is(play: Play) -> None:
    given = {"alice": {"hand": {"shock": "Shock"}, "battlefield": {"mage": "Soul-Scar Mage"}}}
    state = play(given, {"cast": "shock", "targets": ["bob"]})["state"]
    assert state["alice"]["battlefield"][0]["abilities"] == ["prowess", "replace"]
    assert state["stack"][0]["ability"] == "prowess"
