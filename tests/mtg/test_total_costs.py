"""What spells cost in all (601.2f)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mtg.conftest import Play

Json = dict[str, Any]

TAX: Json = {
    "card": "Tax",
    "types": ["Enchantment"],
    "abilities": [
        {
            "static": {
                "costs": {"cast": {"in": "any"}, "more": {"generic": {"count": {"type": "Land", "controller": "you"}}}}
            }
        }
    ],
}
HELP: Json = {
    "card": "Help",
    "cost": "{G}",
    "types": ["Sorcery"],
    "abilities": ["convoke", {"spell": {"gain life": 1}}],
}
LESS: Json = {
    "card": "Less",
    "types": ["Enchantment"],
    "abilities": [{"static": {"costs": {"cast": {"in": "any"}, "less": 1}}}],
}


@pytest.mark.parametrize(("mana", "possible"), [(1, False), (2, True)])
def test_an_increase_counts_for_the_controller_of_what_it_is_on(play: Play, mana: int, possible: bool) -> None:
    given = {
        "alice": {"mana": {"R": mana}, "hand": {"shock": "Shock"}, "battlefield": ["Mountain", "Mountain"]},
        "bob": {"battlefield": ["Tax", "Mountain"]},
    }
    outcome = play(given, {"cast": "shock", "targets": ["bob"]}, cards=[TAX])
    assert ("refused" not in outcome) is possible


@pytest.mark.parametrize("what", ["life", "energy"])
def test_what_else_an_increase_counts_is_counted_for_its_controller(play: Play, what: str) -> None:
    counted = {"count": {"type": "Land", "controller": "you"}}
    more = {"pay life": counted} if what == "life" else {"energy": counted}
    static = {"costs": {"cast": {"in": "any"}, "more": more}}
    toll = {"card": "Toll", "types": ["Artifact"], "abilities": [{"static": static}]}
    given = {
        "alice": {"life": 20, "counters": {"energy": 20}, "hand": {"shock": "Shock"}, "battlefield": ["Mountain"]},
        "bob": {"battlefield": ["Toll", "Mountain", "Mountain"]},
    }
    alice = play(given, {"cast": "shock", "targets": ["bob"]}, cards=[toll])["state"]["alice"]
    assert (alice["life"], alice["counters"]["energy"]) == ((18, 20) if what == "life" else (20, 18))


def test_a_creature_is_tapped_for_generic_mana_that_is_counted(play: Play) -> None:
    given = {
        "alice": {"mana": {"G": 1}, "hand": {"help": "Help"}, "battlefield": {"giant": "Hill Giant"}},
        "bob": {"battlefield": ["Tax", "Mountain"]},
    }
    outcome = play(given, {"cast": "help", "costs": {"convoke": ["giant"]}}, cards=[TAX, HELP])
    assert [each["card"] for each in outcome["state"]["stack"]] == ["Help"]


def test_generic_mana_that_is_counted_is_reduced_too(play: Play) -> None:
    given = {
        "alice": {"mana": {"R": 1}, "hand": {"shock": "Shock"}, "battlefield": ["Less"]},
        "bob": {"battlefield": ["Tax", "Mountain"]},
    }
    outcome = play(given, {"cast": "shock", "targets": ["bob"]}, cards=[TAX, LESS])
    assert [each["card"] for each in outcome["state"]["stack"]] == ["Shock"]


SPARK: Json = {
    "card": "Spark",
    "cost": "{R}",
    "types": ["Instant"],
    "abilities": [{"keyword": "flashback", "cost": "{2}{R}"}, {"spell": {"gain life": 1}}],
}
AGAIN: Json = {
    "card": "Again",
    "types": ["Enchantment"],
    "abilities": [{"static": {"allows": {"cast": {"in": "graveyard", "owner": "you"}}}}],
}


@pytest.mark.parametrize(
    ("there", "named", "left", "zone"),
    [
        ([], [], 0, "exile"),
        (["Again"], [], 2, "graveyard"),
        (["Again"], ["flashback"], 0, "exile"),
    ],
)
def test_what_may_be_cast_from_a_graveyard_anyway_has_not_to_be_cast_by_flashback(
    play: Play, there: Any, named: Any, left: int, zone: str
) -> None:
    given = {"alice": {"mana": {"R": 3}, "graveyard": {"spark": "Spark"}, "battlefield": there}}
    actions = ({"cast": "spark", "with": named}, {"resolve": "all"})
    alice = play(given, *actions, cards=[SPARK, AGAIN])["state"]["alice"]
    assert alice["mana"]["R"] == left
    assert [each["card"] for each in alice[zone]] == ["Spark"]


@pytest.mark.parametrize("cost", [{"cost": "{W}"}, {}])
def test_what_cannot_be_cast_for_its_mana_cost_is_cast_by_flashback(play: Play, cost: Json) -> None:
    given = {"alice": {"mana": {"R": 3}, "graveyard": {"spark": "Spark"}, "battlefield": ["Again"]}}
    spark = {word: told for word, told in SPARK.items() if word != "cost"} | cost
    outcome = play(given, {"cast": "spark"}, cards=[spark, AGAIN])
    assert outcome["state"]["alice"]["mana"]["R"] == 0


def test_mana_for_such_spells_only_pays_for_one_of_several_costs(play: Play) -> None:
    costs = [{"keyword": "escape", "cost": cost} for cost in ("{W}{U}", "{U}")]
    shade = {"card": "Shade", "cost": "{B}", "types": ["Creature"], "power": 1, "toughness": 1, "abilities": costs}
    given = {"alice": {"mana": {}, "graveyard": {"shade": "Shade"}, "battlefield": {"land": "Ancient Ziggurat"}}}
    answers = ({"player": "alice", "kind": "mana", "choose": "U"},)
    outcome = play(given, {"activate": "land"}, {"cast": "shade"}, cards=[shade], answers=answers)
    assert [each["card"] for each in outcome["state"]["stack"]] == ["Shade"]


TWINS: Json = {
    "alice": {"mana": {"G": 1}, "hand": {"help": "Help"}, "battlefield": [{"card": "Hill Giant"}] * 2},
    "bob": {"battlefield": [{"card": "Hill Giant"}]},
}


@pytest.mark.parametrize(("number", "possible"), [(1, False), (2, True), (3, False)])
def test_creatures_that_are_called_alike_are_tapped_for_mana(play: Play, number: int, possible: bool) -> None:
    cast = {"cast": "help", "costs": {"convoke": ["Hill Giant"] * number}}
    outcome = play(TWINS, cast, cards=[{**HELP, "cost": "{2}{G}"}])
    assert ("refused" not in outcome) is possible
    tapped = [each["tapped"] for name in ("alice", "bob") for each in outcome["state"][name]["battlefield"]]
    assert tapped == ([True, True, False] if possible else [False] * 3)


def test_as_many_pay_for_a_cost_as_are_named(play: Play) -> None:
    cost = [{"sacrifice": {"type": "Creature", "controller": "you"}, "number": "any"}]
    altar = {"card": "Altar", "types": ["Artifact"], "abilities": [{"activated": cost, "do": {"gain life": 1}}]}
    given = {"alice": {"battlefield": [*TWINS["alice"]["battlefield"], {"card": "Altar"}]}}
    outcome = play(given, {"activate": "Altar", "costs": {"sacrifice": ["Hill Giant"]}}, cards=[altar])
    assert [each["card"] for each in outcome["state"]["alice"]["battlefield"]] == ["Hill Giant", "Altar"]
