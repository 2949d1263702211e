"""Words where the cards of the corpus do not put them, and what is meant there by the rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mtg.conftest import Explore, Play

Json = dict[str, Any]
ALL = {"resolve": "all"}
BEAR = "Runeclaw Bear"


def field(state: Json, player: str) -> Json:
    return {each.get("id", each["card"]): each for each in state[player]["battlefield"]}


def enchantment(*abilities: Json) -> Json:
    return {"card": "Trial", "cost": "{1}", "types": ["Enchantment"], "abilities": list(abilities)}


def test_what_costs_more_may_be_of_one_of_several_kinds(play: Play) -> None:
    kinds = [{"type": "Artifact", "in": "any"}, {"color": "R", "in": "any"}]
    dearer = enchantment({"static": {"costs": {"cast": kinds, "more": "{3}"}}})
    hand = {"shock": "Shock", "ring": "Sol Ring", "bear": BEAR}
    given = {"alice": {"mana": {"R": 2, "G": 1}, "hand": hand, "battlefield": {"it": "Trial"}}, "bob": {"life": 20}}
    assert "refused" in play(given, {"cast": "shock", "targets": ["bob"]}, cards=[dearer])
    assert "refused" in play(given, {"cast": "ring"}, cards=[dearer])
    assert "refused" not in play(given, {"cast": "bear"}, cards=[dearer])
    there = [{"type": "Artifact"}, {"type": "Creature"}]  # permanents, which nobody casts (109.2)
    nothing = enchantment({"static": {"costs": {"cast": there, "more": "{3}"}}})
    assert "refused" not in play(given, {"cast": "ring"}, cards=[nothing])


def test_a_condition_may_be_about_one_of_several_kinds(play: Play) -> None:
    kinds = [{"type": "Artifact"}, {"type": "Creature", "controller": "you"}]
    for name, life in ("angel", 20), ("ring", 25), ("bear", 25), ("forest", 20):
        given = {
            "alice": {"life": 20, "battlefield": {"bear": BEAR, "forest": "Forest"}},
            "bob": {"battlefield": {"angel": "Serra Angel", "ring": "Sol Ring"}},
        }
        told = {"if": {"object": name, "is": kinds}, "then": {"gain life": 5}}
        assert play(given, {"event": told, "player": "alice"})["state"]["alice"]["life"] == life


def test_mana_for_a_chosen_type_pays_for_that_alone(play: Play) -> None:
    lands = {"courtyard": {"card": "Secluded Courtyard", "chosen": {"type": "Bear"}}, "forest": "Forest"}
    given = {"alice": {"mana": {}, "battlefield": lands, "hand": {"bear": BEAR, "elf": "Llanowar Elves"}}}
    tapped = {"activate": "courtyard", "ability": "any color"}
    green = ({"kind": "mana", "choose": "G"},)
    assert "refused" in play(given, tapped, {"cast": "elf"}, answers=green)
    assert "refused" not in play(given, tapped, {"activate": "forest"}, {"cast": "bear"}, answers=green)


def test_an_alternative_cost_is_paid_once(play: Play) -> None:
    given = {
        "alice": {"hand": {"burst": "Invigorate"}, "battlefield": {"forest": "Forest", "bear": BEAR}},
        "bob": {"life": 20},
    }
    cast = {"cast": "burst", "targets": ["bear"]}
    assert "refused" not in play(given, {**cast, "with": ["gift"]})
    assert "is paid once" in play(given, {**cast, "with": ["gift", "gift"]})["refused"]["reason"]


def becomes(what: str, of: str, ability: Any) -> Json:
    told = {"become copy": of, "object": what, "except": {"adds": {"abilities": [ability]}}}
    return {"event": told, "player": "alice"}


def test_what_a_copy_effect_adds_is_in_the_text_box(play: Play) -> None:
    given = {"alice": {"battlefield": {"bear": BEAR, "one": BEAR, "angel": "Serra Angel"}}}
    swap = {"event": {"exchange": [{"text of": "one"}, {"text of": "angel"}]}, "player": "alice"}
    here = field(play(given, becomes("one", "bear", "haste"), swap)["state"], "alice")
    assert sorted(here["one"]["abilities"]) == ["flying", "vigilance"]
    assert here["angel"]["abilities"] == ["haste"]


def test_what_three_copy_effects_add_are_three_abilities(explore: Explore) -> None:
    given = {
        "alice": {"battlefield": dict.fromkeys(["bear", "one", "two", "three"], BEAR)},
        "bob": {"life": 20},
    }
    more = {"replace": {"event": "damage", "source": "this"}, "with": {"amount": {"plus": ["amount", 1]}}}
    chain = [becomes(what, of, more) for what, of in (("one", "bear"), ("two", "one"), ("three", "two"))]
    fight = ({"attack": {"three": "bob"}}, {"pass to": "end of combat"})
    # each may apply once to the damage (614.5): 2 and 3
    assert {state["bob"]["life"] for state in explore(given, *chain, *fight)} == {15}


def test_any_number_may_be_none_beside_another_part_of_a_cost(explore: Explore) -> None:
    creature = {"type": "Creature", "controller": "you"}
    cost = [{"sacrifice": creature, "number": "any"}, {"sacrifice": creature}]
    altar = enchantment({"activated": cost, "do": {"gain life": 1}})
    given = {"alice": {"battlefield": {"it": "Trial", "one": BEAR, "two": BEAR}}}
    states = explore(given, {"activate": "it"}, cards=[altar])
    assert {len(state["alice"]["graveyard"]) for state in states} == {1, 2}


def test_a_name_may_be_of_a_card_that_nobody_knows(play: Play) -> None:
    land = {"card": "Trial", "types": ["Land"]}
    told = {"event": {"choose": "nonland card name"}, "player": "alice"}
    for name, may in ("No Card That There Is", True), ("Sol Ring", True), ("Trial", False), ("Breeding Pool", False):
        outcome = play({}, told, answers=({"kind": "name", "choose": name},), cards=[land])
        assert ("unused" not in outcome) is may, name


def test_where_there_is_no_nonbasic_land_one_can_be_named(play: Play) -> None:
    outcome = play({}, {"event": {"choose": "nonbasic land card name"}, "player": "alice"})
    assert "refused" not in outcome
    assert "unsupported" not in outcome


def test_a_half_of_a_split_card_has_its_own_colors(play: Play) -> None:
    given = {"alice": {"hand": {"split": "Turn // Burn"}}, "bob": {"life": 20, "battlefield": {"bear": BEAR}}}
    burn = {"cast": "split", "modes": ["Burn"], "targets": ["bob"]}
    (spell,) = play(given, burn)["state"]["stack"]
    assert (spell["name"], spell["colors"]) == ("Burn", ["R"])
    no_red = {"cannot": {"event": "cast", "object": {"color": "R", "in": "any"}}}
    given["effects"] = [{"controller": "bob", "effect": no_red}]
    assert "refused" in play(given, burn)
    assert "refused" not in play(given, {"cast": "split", "modes": ["Turn"], "targets": ["bear"]})


def test_x_of_an_ability_that_is_gained_is_nothing(play: Play) -> None:
    gain = {"triggered": {"event": "enters", "object": "this"}, "do": {"gain life": {"plus": ["X", 1]}}}
    hydra = {"card": "Own", "cost": "{X}", "types": ["Creature"], "power": 1, "toughness": 1}
    cards = [
        {**hydra, "abilities": [gain]},
        {**hydra, "card": "None"},
        enchantment({"static": {"affects": {"type": "Creature"}, "adds": {"abilities": [gain]}}}),
    ]
    for card, there, life in ("Own", {}, 24), ("None", {"it": "Trial"}, 21), ("Own", {"it": "Trial"}, 25):
        given = {"alice": {"life": 20, "hand": {"spell": card}, "battlefield": there}}
        state = play(given, {"cast": "spell", "x": 3}, ALL, cards=cards)["state"]
        assert state["alice"]["life"] == life, (card, there)


def test_a_choice_that_leads_back_to_itself_is_not_offered_for_ever(explore: Explore) -> None:
    there = {"anthem": "Glorious Anthem", "first": "Clone", "bear": BEAR}
    states = explore({"alice": {"hand": {"second": "Clone"}, "battlefield": there}}, {"cast": "second"}, ALL)
    came = {(second["name"], second["power"]) for second in (field(state, "alice")["second"] for state in states)}
    assert came == {("Runeclaw Bear", 3), ("Clone", 1)}


def test_what_made_an_ability_trigger_that_says_no_more_of_it_is_no_source(play: Play) -> None:
    siege = {"card": "Outpost Siege", "chosen": {"word": "Dragons"}}
    given = {
        "alice": {"battlefield": {"siege": siege, "giant": "Hill Giant"}},
        "bob": {"hand": {"way": "Harm's Way", "bolt": "Lightning Bolt"}},
    }
    killed = ({"cast": "bolt", "targets": ["giant"], "player": "bob"}, {"resolve": "top"})
    aimed = {"player": "alice", "kind": "target", "choose": "bob"}
    asked = play(given, *killed, {"cast": "way", "targets": ["alice"], "player": "bob"}, ALL, answers=(aimed,))
    assert "siege" in asked["choice"]["options"]
    assert "giant" not in asked["choice"]["options"]


@pytest.mark.parametrize("moved", [{"surveil": 1}, {"manifest": 1}, {"cloak": 1}])
@pytest.mark.parametrize(("edition", "waiting"), [("2025-09-19", 0), ("2026-08-07", 1)])
def test_what_moves_a_card_of_a_library_is_no_mana_ability(play: Play, moved: Any, edition: str, waiting: int) -> None:
    ability = {"activated": "tap", "do": [{"add mana": "{C}"}, moved]}
    land = {"card": "Spring", "types": ["Land"], "abilities": [ability]}
    given = {"alice": {"mana": {}, "library": [], "battlefield": ["Spring"]}}
    outcome = play(given, {"activate": "Spring"}, cards=[land], edition=edition)
    assert len(outcome["state"]["stack"]) == waiting
    assert outcome["state"]["alice"]["mana"]["C"] == 1 - waiting
