"""The process of 614 to 616: it ends, each effect has one chance, and what cannot happen does not."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.mtg.conftest import Explore, Json, Play

DOUBLER = {
    "card": "Doubler",
    "types": ["Enchantment"],
    "abilities": [{"replace": {"event": "damage", "to": ["permanent", "player"]}, "with": {"amount": "doubled"}}],
}
ADDER = {
    "card": "Adder",
    "types": ["Enchantment"],
    "abilities": [
        {"replace": {"event": "damage", "to": ["permanent", "player"]}, "with": {"amount": {"plus": ["amount", 1]}}}
    ],
}
DRAW_TO_LIFE = {
    "card": "Draw to Life",
    "types": ["Enchantment"],
    "abilities": [{"replace": {"event": "draw", "player": "you"}, "do": {"gain life": 1}}],
}
LIFE_TO_DRAW = {
    "card": "Life to Draw",
    "types": ["Enchantment"],
    "abilities": [{"replace": {"event": "gain life", "player": "you"}, "do": {"draw": 1}}],
}
BOLT = {"cast": "bolt", "targets": ["bob"]}
ALL = {"resolve": "all"}


@pytest.mark.parametrize("number", [0, 1, 2, 3, 20])
def test_doublers_double_once_each(play: Play, number: int) -> None:
    given_ = {
        "alice": {"hand": {"bolt": "Lightning Bolt"}, "battlefield": {f"d{n}": "Doubler" for n in range(number)}},
        "bob": {"life": 0 + 10**9},
    }
    outcome = play(given_, BOLT, ALL, cards=[DOUBLER])
    assert outcome["state"]["bob"]["life"] == 10**9 - 3 * 2**number


def test_a_doubler_and_an_adder_in_either_order(explore: Explore) -> None:
    given_ = {
        "alice": {"hand": {"bolt": "Lightning Bolt"}, "battlefield": {"d": "Doubler", "a": "Adder"}},
        "bob": {"life": 20},
    }
    states = explore(given_, BOLT, ALL, cards=[DOUBLER, ADDER])
    assert sorted(state["bob"]["life"] for state in states) == [12, 13]


def test_two_effects_that_make_each_others_event_end(play: Play) -> None:
    given_ = {"alice": {"battlefield": ["Draw to Life", "Life to Draw"], "hand": {"d": "Divination"}}}
    outcome = play(given_, {"cast": "d"}, ALL, cards=[DRAW_TO_LIFE, LIFE_TO_DRAW])
    # Each draw becomes a gain of life, which becomes a draw; the first effect has had its chance at it.
    assert outcome["state"]["alice"]["life"] == 20
    assert len(outcome["state"]["alice"]["hand"]) == 2


def test_mutual_redirections_end(explore: Explore) -> None:
    martyr = {"card": "Martyr", "types": ["Creature"], "power": 1, "toughness": 9}
    redirections = [
        {
            "controller": "alice",
            "effect": {"replace": {"event": "damage", "to": f"m{n}"}, "with": {"to": f"m{(n + 1) % 5}"}},
        }
        for n in range(5)
    ]
    given_ = {
        "alice": {"battlefield": {f"m{n}": "Martyr" for n in range(5)}, "hand": {"bolt": "Lightning Bolt"}},
        "effects": redirections,
    }
    states = explore(given_, {"cast": "bolt", "targets": ["m0"]}, ALL, cards=[martyr])
    for state in states:
        damage = [each["damage"] for each in state["alice"]["battlefield"]]
        assert sum(damage) == 3
        assert damage[0] == 3, "once round, each effect used once"


def test_nothing_can_replace_what_cannot_happen(play: Play) -> None:
    cannot = {
        "card": "No Gain",
        "types": ["Enchantment"],
        "abilities": [{"cannot": {"event": "gain life", "player": "you"}}],
    }
    given_ = {"alice": {"battlefield": ["Life to Draw", "No Gain"], "hand": {}}}
    outcome = play(given_, {"event": {"gain life": 3}}, cards=[LIFE_TO_DRAW, cannot])
    assert outcome["state"]["alice"]["life"] == 20
    assert outcome["state"]["alice"]["hand"] == []


EFFECTS = st.lists(st.sampled_from(["Doubler", "Adder", "Draw to Life", "Life to Draw"]), max_size=5)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(permanents=EFFECTS, actions=st.permutations([{"draw": 2}, {"gain life": 2}, {"damage": 1, "to": "bob"}]))
def test_any_set_of_effects_ends_and_conserves_cards(
    explore: Explore, permanents: list[str], actions: list[Json]
) -> None:
    cards = [DOUBLER, ADDER, DRAW_TO_LIFE, LIFE_TO_DRAW]
    given_ = {"alice": {"battlefield": {f"p{n}": name for n, name in enumerate(permanents)}}}
    for state in explore(given_, *({"event": action} for action in actions), most=3000, cards=cards):
        zones = ("library", "hand", "graveyard", "exile", "battlefield")
        assert sum(len(state["alice"][zone]) for zone in zones) == 10 + len(permanents)


def is_draw(outcome: Json) -> bool:
    state = outcome["state"]
    players = [state[name] for name in state["players"]]
    return state["over"] and not any(player["won"] or player["lost"] for player in players)


OTHERS = {"type": "Creature", "other": True}
PING_AND_PONG = [
    {
        "card": name,
        "types": ["Creature"],
        "power": 1,
        "toughness": 9,
        "abilities": [{"prevent": {"event": "damage", "to": "this"}, "then": {"damage": 1, "to": OTHERS}}],
    }
    for name in ("Ping", "Pong")
]
FEEDBACK = {
    "card": "Feedback",
    "types": ["Enchantment"],
    "abilities": [{"triggered": {"event": "gain life", "player": "you"}, "do": {"gain life": 1}}],
}


def test_a_loop_of_prevention_is_a_draw(play: Play) -> None:
    given_ = {"alice": {"battlefield": {"ping": "Ping", "pong": "Pong"}, "hand": {"bolt": "Lightning Bolt"}}}
    assert is_draw(play(given_, {"cast": "bolt", "targets": ["ping"]}, ALL, cards=PING_AND_PONG))


def test_a_loop_of_triggers_is_a_draw(play: Play) -> None:
    assert is_draw(play({"alice": {"battlefield": ["Feedback"]}}, {"event": {"gain life": 1}}, ALL, cards=[FEEDBACK]))


def test_a_loop_that_something_counts_is_not_decided(play: Play) -> None:
    rich = {"state": {"amount": {"life of": "you"}, "at least": 1000}}
    counting = {"card": "Bank", "types": ["Enchantment"], "abilities": [{"triggered": rich, "do": {"win": "you"}}]}
    given_ = {"alice": {"battlefield": ["Feedback", "Bank"]}}
    outcome = play(given_, {"event": {"gain life": 1}}, ALL, cards=[FEEDBACK, counting])
    assert "104.4b" in outcome["unsupported"]["name"]


def test_a_loop_that_ends_ends(play: Play) -> None:
    bleeding = {"triggered": {"event": "lose life", "player": "you"}, "do": {"lose life": 1}}
    wound = {"card": "Wound", "types": ["Enchantment"], "abilities": [bleeding]}
    given_ = {"alice": {"life": 25, "battlefield": ["Wound"]}, "bob": {}}
    assert play(given_, {"event": {"lose life": 1}}, ALL, cards=[wound])["state"]["bob"]["won"]


def test_a_loop_with_a_choice_is_no_draw(play: Play) -> None:
    again = {"triggered": {"event": "untap", "object": "this"}, "do": {"may": [{"tap": "this"}, {"untap": "this"}]}}
    offer = {"card": "Offer", "types": ["Enchantment"], "abilities": [again]}
    given_ = {"alice": {"battlefield": {"offer": {"card": "Offer", "tapped": True}}}}
    yes = tuple({"kind": "may", "choose": "accept"} for _ in range(12))
    outcome = play(given_, {"event": {"untap": "offer"}}, ALL, answers=yes, cards=[offer])
    assert outcome["choice"]["kind"] == "may"


def test_state_based_actions_without_end_are_a_draw(play: Play) -> None:
    stays = {"replace": {"event": "move", "object": "this"}, "do": {"gain life": 1}}
    stuck = {"card": "Stuck", "types": ["Creature"], "power": 0, "toughness": 0, "abilities": [stays]}
    assert is_draw(play({"alice": {"battlefield": ["Stuck"]}}, cards=[stuck]))
