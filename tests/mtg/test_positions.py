"""What a position says of its permanents without saying it: which is older, who has had them, which effects last."""

from __future__ import annotations

from typing import Any

from tests.mtg.conftest import Play

Json = dict[str, Any]


def permanent(outcome: Json, player: str, word: str) -> Json:
    return next(each for each in outcome["state"][player]["battlefield"] if each["id"] == word)


def test_an_aura_is_younger_than_what_it_is_on_wherever_it_is_listed(play: Play) -> None:
    """613.7e: a God without devotion stays the Insect creature that the newer effect makes him."""
    given = {
        "alice": {"battlefield": {"aura": {"card": "Darksteel Mutation", "attached_to": "erebos"}}},
        "bob": {"battlefield": {"erebos": "Erebos, God of the Dead"}},
    }
    outcome = play(given, {"pass to": "end step"})
    assert permanent(outcome, "bob", "erebos")["types"] == ["Artifact", "Creature"]
    assert permanent(outcome, "alice", "aura")["attached_to"] == "erebos"


def test_what_an_aura_gives_a_player_has_been_there_for_long(play: Play) -> None:
    """302.6: a position tells what is summoning sick."""
    given = {
        "alice": {"battlefield": {"magic": {"card": "Control Magic", "attached_to": "bear"}}},
        "bob": {"life": 20, "battlefield": {"bear": "Runeclaw Bear"}},
    }
    outcome = play(given, {"attack": {"bear": "bob"}}, {"pass to": "end of combat"})
    assert permanent(outcome, "alice", "bear")["tapped"]
    assert outcome["state"]["bob"]["life"] == 18


def test_an_effect_on_what_is_phased_out_is_there_as_that_phases_in(play: Play) -> None:
    """702.26f: phasing out ends no effect that does not last as long as something is so."""
    given = {
        "turn": "bob",
        "alice": {"battlefield": {"bear": {"card": "Runeclaw Bear", "phased_out": True}}},
        "effects": [{"controller": "bob", "effect": {"static": {"affects": "bear", "adds": {"power": 2}}}}],
    }
    outcome = play(given, {"pass to": "upkeep", "of": "alice"})
    assert permanent(outcome, "alice", "bear")["power"] == 4
