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
