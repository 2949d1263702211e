"""Continuous effects that a replacement effect of a permanent begins: they are on their own from then on."""

from __future__ import annotations

from typing import Any

from tests.mtg.conftest import Play

CREATURE = {"types": ["Artifact", "Creature"], "cost": "{1}", "power": 1, "toughness": 1}
DRAW = {"event": "draw", "player": "you"}


def gained(play: Play, *actions: dict[str, Any], **more: Any) -> tuple[int, int]:
    """How much life each of two players has once Alice's draw was replaced, this was done, and each gained life."""
    each = [{"event": {"gain life": 2, "player": player}} for player in ("alice", "bob")]
    state = play(more.pop("given"), {"event": {"draw": 1, "player": "alice"}}, *actions, *each, **more)["state"]
    return state["alice"]["life"], state["bob"]["life"]


def test_you_is_who_controlled_the_permanent_when_the_effect_began(play: Play) -> None:
    effect = {"effect": {"cannot": {"event": "gain life", "player": "you"}}, "until": "end of turn"}
    keeper = CREATURE | {"card": "Keeper", "abilities": [{"replace": DRAW, "do": effect}]}
    given = {
        "alice": {"hand": {"switch": "Switcheroo"}, "battlefield": {"keeper": "Keeper"}, "library": ["Plains"]},
        "bob": {"battlefield": {"bear": "Runeclaw Bear"}, "life": 20},
    }
    switch = {"cast": "switch", "targets": {"first": "keeper", "second": "bear"}}
    assert gained(play, given=given, cards=[keeper]) == (20, 22)
    assert gained(play, switch, {"resolve": "all"}, given=given, cards=[keeper]) == (20, 22)


def test_what_was_chosen_for_the_permanent_stays_chosen_for_the_effect(play: Play) -> None:
    prevent = {"prevent": {"event": "damage", "source": {"color": "chosen", "in": "any"}, "to": "you"}}
    effect = {"effect": prevent, "until": "end of turn"}
    choice = {"replace": {"event": "enters", "object": "this"}, "with": {"choose": "color"}}
    keeper = CREATURE | {"card": "Keeper", "abilities": [choice, {"replace": DRAW, "do": effect}]}
    given = {
        "alice": {
            "hand": {"shape": "Cytoshape"},
            "battlefield": {"keeper": {"card": "Keeper", "chosen": {"color": "R"}}, "bear": "Runeclaw Bear"},
            "library": ["Plains"],
            "life": 20,
        },
        "bob": {"hand": {"shock": "Shock"}},
    }
    shape = {"cast": "shape", "targets": {"it": "keeper"}}
    shock = {"cast": "shock", "by": "bob", "targets": {"it": "alice"}}
    answers = ({"kind": "object", "choose": "bear"},)
    draw = {"event": {"draw": 1, "player": "alice"}}
    for actions, said in ((), ()), ((shape, {"resolve": "all"}), answers):
        outcome = play(given, draw, *actions, shock, {"resolve": "all"}, cards=[keeper], answers=said)
        assert outcome["state"]["alice"]["life"] == 20
