"""Combat: what comes before what as attackers are declared."""

from __future__ import annotations

from typing import Any

from tests.mtg.conftest import Play

Json = dict[str, Any]


def test_creatures_are_tapped_before_they_are_attacking_creatures(play: Play) -> None:
    vigilance = {"affects": {"type": "Creature", "attacking": True}, "adds": {"abilities": ["vigilance"]}}
    watch: Json = {"card": "Watch", "types": ["Enchantment"], "abilities": [{"static": vigilance}]}
    given = {"alice": {"battlefield": {"bear": "Runeclaw Bear", "watch": "Watch"}}}
    bear = play(given, {"attack": {"bear": "bob"}}, cards=[watch])["state"]["alice"]["battlefield"][0]
    assert bear["tapped"]
    assert bear["abilities"] == ["vigilance"]
