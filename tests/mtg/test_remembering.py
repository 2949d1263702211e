"""What abilities know of what was: what they have named, what their cost moved, and what has happened this turn.

The cards are made for the tests; each has one ability that tells right from wrong by life or cards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mtg.conftest import Play

Json = dict[str, Any]
ALL = {"resolve": "all"}
BEAR = "Runeclaw Bear"


def card(name: str, *abilities: Json, **more: Any) -> Json:
    """An artifact, unless *more* says something else."""
    return {"card": name, "cost": "{2}", "types": ["Artifact"], "abilities": list(abilities)} | more


def cards_in(state: Json, player: str, zone: str) -> list[str]:
    return sorted(each["card"] for each in state[player][zone])


def test_an_ability_that_triggers_twice_does_not_know_what_it_has_named_before(play: Play) -> None:
    """603.2c: each resolves as an ability of its own; only the first finds a land to sacrifice."""
    bell = card(
        "Toll Bell",
        {
            "triggered": {"event": "create token", "player": "you"},
            "times": "amount",
            "do": [
                {
                    "if": {"exists": {"type": "Land", "controller": "you"}},
                    "then": {"sacrifice": {"type": "Land", "controller": "you"}, "as": "given"},
                },
                {"if": {"did": "given"}, "then": {"gain life": 5}},
            ],
        },
    )
    bears = {"types": ["Creature"], "subtypes": ["Bear"], "power": 2, "toughness": 2}
    given = {"alice": {"battlefield": {"bell": "Toll Bell", "forest": "Forest"}}}
    create = {"event": {"create": bears, "number": 2, "player": "alice"}}
    state = play(given, create, ALL, cards=[bell])["state"]
    assert state["triggered"]["bell"] == 2
    assert state["alice"]["life"] == 25


def test_what_is_tapped_for_a_cost_is_not_moved_by_it(play: Play) -> None:
    """400.7j is about what a cost has moved; what was only tapped and has died since is another object."""
    rack = card(
        "Towing Rack",
        {
            "activated": {"tap": {"type": "Creature", "controller": "you"}, "as": "helper"},
            "do": {"move": "helper", "to": "hand"},
        },
    )
    given = {
        "alice": {"battlefield": {"rack": "Towing Rack", "bear": BEAR}},
        "bob": {"hand": {"shock": "Shock"}},
    }
    shock = {"cast": "shock", "player": "bob", "targets": ["bear"]}
    state = play(given, {"activate": "rack"}, shock, ALL, cards=[rack])["state"]
    assert cards_in(state, "alice", "hand") == []
    assert cards_in(state, "alice", "graveyard") == [BEAR]


@pytest.mark.parametrize("grows", [True, False])
def test_counters_that_something_enters_with_have_been_put_on_it_this_turn(play: Play, grows: bool) -> None:
    """122.6: to enter with counters is to have them put on."""
    enters = {"replace": {"event": "enters", "object": "this"}, "with": {"counters": {"+1/+1": 1}}}
    sprout = card("Sprout", *[enters] * grows, types=["Creature"], power=1, toughness=1)
    counted = {"this turn": {"event": "put counters", "to": {"type": "Creature"}}}
    bell = card("Count Bell", {"activated": "nothing", "do": {"if": counted, "then": {"gain life": 5}}})
    given = {"alice": {"hand": {"sprout": "Sprout"}, "battlefield": {"bell": "Count Bell"}}}
    actions = ({"cast": "sprout"}, ALL, {"activate": "bell"}, ALL)
    state = play(given, *actions, cards=[sprout, bell])["state"]
    assert state["alice"]["life"] == 20 + 5 * grows


def test_what_leaves_with_its_owner_is_known_as_it_was(play: Play) -> None:
    """603.10a, 800.4a: with what was attached to it, and with its counters."""
    creature = {"type": "Creature"}
    counted = creature | {"counters": {"+1/+1": {"at least": 1}}}
    bell = card(
        "Mourning Bell",
        {
            "triggered": {"event": "leaves", "object": creature | {"has attached": {"subtype": "Aura"}}},
            "do": {"gain life": 5},
        },
        {"triggered": {"event": "leaves", "object": counted}, "do": {"gain life": 50}},
    )
    given = {
        "players": ["alice", "bob", "carol"],
        "alice": {"battlefield": {"bell": "Mourning Bell"}},
        "bob": {"battlefield": {"bear": {"card": BEAR, "counters": {"+1/+1": 1}}}},
        "carol": {"battlefield": {"aura": {"card": "Pacifism", "attached_to": "bear"}}},
    }
    order = {"kind": "order", "about": "bell", "choose": [1, 2]}
    state = play(given, {"concede": "bob"}, ALL, answers=(order,), cards=[bell])["state"]
    assert state["alice"]["life"] == 75


def test_a_delayed_trigger_ends_with_what_it_lasts_until(play: Play) -> None:
    """603.7b: it triggers again and again for as long as it lasts, here until its controller has gained life."""
    when = {"event": "damage", "to": "it"}
    until = {"event": "gain life", "player": "you"}
    spell = {"when": when, "each time": True, "until": until, "do": {"gain life": "amount"}}
    oath = card("Oath", {"targets": {"it": {"type": "Creature"}}, "spell": spell}, types=["Sorcery"])
    given = {
        "alice": {"hand": {"oath": "Oath", "one": "Shock", "two": "Shock"}},
        "bob": {"battlefield": {"giant": {"card": "Hill Giant", "counters": {"+1/+1": 3}}}},
    }
    shocks = [step for name in ("one", "two") for step in ({"cast": name, "targets": ["giant"]}, ALL)]
    state = play(given, {"cast": "oath", "targets": ["giant"]}, ALL, *shocks, cards=[oath])["state"]
    assert state["triggered"]["oath"] == 1
    assert state["alice"]["life"] == 22


def test_what_is_chosen_for_one_part_of_a_cost_leaves_enough_for_the_others(play: Play) -> None:
    """601.2h: an artifact creature can pay for either part, so one of two is left for the artifact."""
    parts: list[Json] = [
        {"sacrifice": {"type": "Creature", "controller": "you"}, "number": 2},
        {"sacrifice": {"type": "Artifact", "controller": "you"}},
    ]
    altar = card("Hungry Altar", {"activated": parts, "do": {"gain life": 5}}, types=["Enchantment"])
    thopters = {"a": "Ornithopter", "b": "Ornithopter"}
    given = {"alice": {"battlefield": {"altar": "Hungry Altar", "bear": BEAR} | thopters}}
    outcome = play(given, {"activate": "altar"}, ALL, cards=[altar])
    offered = outcome["choice"]
    assert offered["kind"] == "sacrifice"
    answers = ({"kind": "sacrifice", "choose": "a"}, {"kind": "sacrifice", "choose": "bear"})
    state = play(given, {"activate": "altar"}, ALL, answers=answers, cards=[altar])["state"]
    assert state["alice"]["life"] == 25
    assert cards_in(state, "alice", "battlefield") == ["Hungry Altar"]


def test_what_is_tapped_for_one_part_of_a_cost_can_be_sacrificed_for_another(play: Play) -> None:
    """601.2h: a cost is paid in any order, and a creature that has been tapped can still be sacrificed."""
    parts: list[Json] = [
        {"tap": {"type": "Creature", "controller": "you"}},
        {"sacrifice": {"type": "Creature", "controller": "you"}, "number": 2},
    ]
    rack = card("Hard Rack", {"activated": parts, "do": {"gain life": 5}})
    given = {"alice": {"battlefield": {"rack": "Hard Rack", "bear": BEAR, "giant": "Hill Giant"}}}
    assert play(given, {"activate": "rack"}, ALL, cards=[rack])["choice"]["options"] == ["bear", "giant"]
    answer = {"kind": "object", "choose": ["bear"]}
    state = play(given, {"activate": "rack"}, ALL, answers=(answer,), cards=[rack])["state"]
    assert state["alice"]["life"] == 25


def test_entering_that_is_told_as_a_movement_is_seen_by_what_enters_along(play: Play) -> None:
    """603.6a: what triggers on entering is looked for after that, though it leaves a graveyard as well."""
    moves = {"event": "move", "object": {"kind": "permanent"}, "from": "graveyard", "to": "battlefield"}
    bell = card("Rising Bell", {"triggered": moves, "do": {"gain life": 1}}, types=["Enchantment"])
    given = {
        "alice": {
            "hand": {"vaults": "Open the Vaults"},
            "graveyard": {"bell": "Rising Bell", "moon": "Blood Moon"},
        }
    }
    state = play(given, {"cast": "vaults"}, ALL, cards=[bell])["state"]
    assert state["triggered"]["bell"] == 2


@pytest.mark.parametrize("among", [{"type": "Enchantment"}, "it"])
def test_auras_that_enchant_one_another_phase_out_together(play: Play, among: Any) -> None:
    """702.26g, 702.26h: each is attached to the other, so each takes the other along."""
    vine = card(
        "Vine",
        {"keyword": "enchant", "quality": {"type": "Enchantment"}},
        types=["Enchantment"],
        subtypes=["Aura"],
    )
    mist = card("Mist", {"targets": {"it": {"type": "Enchantment"}}, "spell": {"phase out": among}}, types=["Sorcery"])
    given = {
        "alice": {
            "hand": {"mist": "Mist"},
            "battlefield": {
                "one": {"card": "Vine", "attached_to": "two"},
                "two": {"card": "Vine", "attached_to": "one"},
            },
        }
    }
    state = play(given, {"cast": "mist", "targets": ["one"]}, ALL, cards=[vine, mist])["state"]
    assert [each["phased_out"] for each in state["alice"]["battlefield"]] == [True, True]


@pytest.mark.parametrize("listed", [("anthem", "elder"), ("elder", "anthem")])
def test_what_phases_out_is_known_as_it_was_before_all_that_phases_out_then(play: Play, listed: Any) -> None:
    """608.2h: the Elder had power 2 while the Anthem was there, and both are gone at one time (702.26b)."""
    cards = {"anthem": "Glorious Anthem", "elder": "Spikeshot Elder"}
    given = {"alice": {"battlefield": {each: cards[each] for each in listed}}, "bob": {"life": 20}}
    out = {"event": {"phase out": {"kind": "permanent", "controller": "you"}}, "player": "alice"}
    state = play(given, {"activate": "elder", "targets": ["bob"]}, out, ALL)["state"]
    assert state["bob"]["life"] == 18


def test_what_becomes_a_copy_of_one_like_it_has_the_ability_of_that_one(play: Play) -> None:
    once = {"card": "Once", "types": ["Creature"], "power": 2, "toughness": 2}
    once["abilities"] = [{"activated": "{0}", "each turn": 1, "do": {"gain life": 1}}]
    given = {"alice": {"life": 20, "battlefield": {"first": "Once", "other": "Once"}}}
    use = {"activate": "first"}
    copies = {"event": {"become copy": "other", "object": "first", "until": "end of turn"}, "player": "alice"}
    assert "refused" in play(given, use, {"resolve": "all"}, use, cards=[once])
    outcome = play(given, use, {"resolve": "all"}, copies, use, {"resolve": "all"}, cards=[once])
    assert outcome["state"]["alice"]["life"] == 22  # each limit is one on the ability as it was acquired (602.5c)
    assert "refused" in play(given, use, {"resolve": "all"}, copies, use, {"resolve": "all"}, use, cards=[once])


def test_counters_that_annul_one_another_are_removed_from_what_dies_at_the_same_time(play: Play) -> None:
    """704.3: all that applies is done as one event, also the removal (704.5q) from what dies by toughness (704.5f)."""
    gauge = card(
        "Counter Gauge", {"triggered": {"event": "remove counters", "to": {"type": "Creature"}}, "do": {"draw": 1}}
    )
    given = {
        "alice": {
            "library": 5,
            "battlefield": {"gauge": "Counter Gauge", "bear": {"card": BEAR, "counters": {"+1/+1": 1}}},
        }
    }
    wither = {"event": {"put counters": {"-1/-1": 3}, "on": "bear"}, "player": "alice"}
    state = play(given, wither, ALL, cards=[gauge])["state"]
    assert cards_in(state, "alice", "graveyard") == [BEAR]
    assert state["triggered"]["gauge"] > 0


def test_what_is_sacrificed_in_place_of_damage_was_not_dealt_the_damage_of_that_time(play: Play) -> None:
    """603.10a looks at the moment right before; no text says so of damage outright, so that no case does."""
    given = {
        "alice": {"battlefield": {"sengir": "Sengir Vampire", "elves": "Llanowar Elves"}},
        "bob": {"battlefield": {"dralnu": "Dralnu, Lich Lord", "drake": "Wind Drake"}},
    }
    fight: list[Json] = [
        {"attack": {"sengir": "bob", "elves": "bob"}},
        {"block": {"drake": "sengir", "dralnu": "elves"}},
        {"pass to": "end of combat"},
    ]
    given_up = {"player": "bob", "kind": "sacrifice", "choose": "drake"}
    state = play(given, *fight, answers=(given_up,))["state"]
    assert cards_in(state, "bob", "graveyard") == ["Wind Drake"]
    assert state["triggered"].get("sengir", 0) == 0


def test_counters_of_damage_are_put_on_what_is_sacrificed_at_that_time(play: Play) -> None:
    """120.3d is part of the same event, in whatever order the parts are listed; no text says so outright."""
    given = {
        "alice": {"battlefield": {"nest": "Nest of Scarabs", "elves": "Llanowar Elves", "gang": "Boggart Ram-Gang"}},
        "bob": {"battlefield": {"dralnu": "Dralnu, Lich Lord", "giant": "Hill Giant"}},
    }
    fight: list[Json] = [
        {"attack": {"elves": "bob", "gang": "bob"}},
        {"block": {"giant": "gang", "dralnu": "elves"}},
        {"pass to": "end of combat"},
    ]
    given_up = {"player": "bob", "kind": "sacrifice", "choose": "giant"}
    state = play(given, *fight, answers=(given_up,))["state"]
    assert cards_in(state, "bob", "graveyard") == ["Hill Giant"]
    assert state["triggered"]["nest"] == 1


def test_what_adds_triggers_and_enters_at_the_same_time_does_so(play: Play) -> None:
    """603.2d, 603.6a: what has entered with it is there as the Wellspring triggers."""
    graveyard = {"harmonicon": "Panharmonicon", "well": "Ichor Wellspring"}
    given = {"alice": {"library": 5, "hand": {"vaults": "Open the Vaults"}, "graveyard": graveyard}}
    assert play(given, {"cast": "vaults"}, ALL)["state"]["triggered"]["well"] == 2
