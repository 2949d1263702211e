"""Layers (613): timestamps, dependency, and properties that hold of all effects."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.mtg.conftest import Play

FACTS = ("name", "supertypes", "types", "subtypes", "colors", "power", "toughness", "abilities")


def facts(state: Any, name: str, player: str = "alice") -> dict[str, Any]:
    found = next(each for each in state[player]["battlefield"] if each.get("id") == name)
    return {key: sorted(found[key]) if isinstance(found[key], list) else found[key] for key in FACTS}


def enchantment(name: str, static: dict[str, Any]) -> dict[str, Any]:
    return {"card": name, "types": ["Enchantment"], "abilities": [{"static": static}]}


EFFECTS: dict[str, dict[str, Any]] = {
    "Anthem": {"affects": {"type": "Creature"}, "adds": {"power": 1, "toughness": 1}},
    "Shrink": {"affects": {"type": "Creature"}, "adds": {"power": -1}},
    "Paint": {"affects": {"type": "Creature"}, "sets": {"colors": "R"}},
    "Tint": {"affects": {"type": "Creature"}, "adds": {"colors": "U"}},
    "Wings": {"affects": {"type": "Creature"}, "adds": {"abilities": ["flying"]}},
    "Nothing": {"affects": {"type": "Planeswalker"}, "adds": {"power": 5}},
    "Legend": {"affects": {"type": "Creature"}, "adds": {"supertypes": "Legendary"}},
    "Base": {"affects": {"type": "Creature"}, "sets": {"power": 4, "toughness": 4}},
}
INDEPENDENT = ["Anthem", "Shrink", "Tint", "Wings", "Legend"]
SETTINGS = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def position(names: list[str]) -> dict[str, Any]:
    return {"alice": {"battlefield": {"bear": "Runeclaw Bear", **{f"e{n}": name for n, name in enumerate(names)}}}}


CARDS = [enchantment(name, static) for name, static in EFFECTS.items()]


@SETTINGS
@given(st.lists(st.sampled_from(sorted(EFFECTS)), max_size=5))
def test_an_effect_that_changes_nothing_changes_nothing(play: Play, names: list[str]) -> None:
    without = play(position(names), cards=CARDS)["state"]
    with_ = play(position([*names, "Nothing"]), cards=CARDS)["state"]
    assert facts(without, "bear") == facts(with_, "bear")


@SETTINGS
@given(st.permutations(INDEPENDENT))
def test_independent_effects_commute(play: Play, names: list[str]) -> None:
    assert facts(play(position(names), cards=CARDS)["state"], "bear") == facts(
        play(position(INDEPENDENT), cards=CARDS)["state"], "bear"
    )


@SETTINGS
@given(st.lists(st.sampled_from(["Paint", "Base", "Tint"]), min_size=1, max_size=5))
def test_timestamps_decide_the_rest(play: Play, names: list[str]) -> None:
    colors = {"G"}
    for name in names:
        colors = {"R"} if name == "Paint" else colors | {"U"} if name == "Tint" else colors
    assert set(facts(play(position(names), cards=CARDS)["state"], "bear")["colors"]) == colors


DEPENDING = [
    enchantment(
        "Lands live", {"affects": {"type": "Land"}, "adds": {"types": "Creature"}, "sets": {"power": 1, "toughness": 1}}
    ),
    enchantment("Creatures are artifacts", {"affects": {"type": "Creature"}, "adds": {"types": "Artifact"}}),
    enchantment("Artifacts are enchantments", {"affects": {"type": "Artifact"}, "adds": {"types": "Enchantment"}}),
]


@pytest.mark.parametrize("order", list(permutations(["Lands live", "Creatures are artifacts"])))
def test_dependency_does_not_mind_the_order(play: Play, order: tuple[str, ...]) -> None:
    given_ = {"alice": {"battlefield": {"f": "Forest", **{f"e{n}": name for n, name in enumerate(order)}}}}
    assert facts(play(given_, cards=DEPENDING)["state"], "f")["types"] == ["Artifact", "Creature", "Land"]


TYPES = ("Artifact", "Creature", "Enchantment", "Land")
THINGS = {
    "forest": ("Forest", {"Land"}),
    "bear": ("Runeclaw Bear", {"Creature"}),
    "orb": ("Orb of Dreams", {"Artifact"}),
}


@dataclass(frozen=True)
class Turning:
    """Makes what has one card type have another, beside what it had or in its place: all there is to it."""

    of: str
    into: str
    replacing: bool

    def card(self, name: str) -> dict[str, Any]:
        verb = "sets" if self.replacing else "adds"
        return enchantment(name, {"affects": {"type": self.of}, verb: {"types": self.into}})

    def applies_to(self, table: dict[str, frozenset[str]]) -> set[str]:
        return {name for name, types in table.items() if self.of in types}

    def done(self, table: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
        touched = self.applies_to(table)
        new = frozenset({self.into})
        return {
            name: types if name not in touched else new if self.replacing else types | new
            for name, types in table.items()
        }


def waits_for(table: dict[str, frozenset[str]], one: Turning, others: list[Turning]) -> list[Turning]:
    """Those that would change what it applies to, which is all that can change of it (613.8a)."""
    return [other for other in others if one.applies_to(other.done(table)) != one.applies_to(table)]


def in_a_loop(table: dict[str, frozenset[str]], left: list[Turning]) -> bool:
    """Whether some of those that are left wait for each other: take away who waits for none, until none can go."""
    waiting = list(left)
    while free := [each for each in waiting if not waits_for(table, each, [o for o in waiting if o is not each])]:
        waiting = [each for each in waiting if all(each is not one for one in free)]
    return bool(waiting)


def by_brute_force(table: dict[str, frozenset[str]], effects: list[Turning]) -> dict[str, frozenset[str]] | None:
    """
    Try every order of the effects, and return what comes of the best: none waits for one that comes after it, and of
    such orders it is the one with the oldest first (613.8b). None where effects come to wait for each other on the way.
    """
    for order in permutations(effects):  # the oldest first, so that the first that will do is the best
        now, left = table, list(order)
        while left:
            one, *others = left
            if in_a_loop(now, left):
                return None
            if waits_for(now, one, others):
                break
            now, left = one.done(now), others
        if not left:
            return now
    return None


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.builds(Turning, st.sampled_from(TYPES), st.sampled_from(TYPES), st.booleans()), min_size=2, max_size=4)
)
def test_dependency_finds_the_order_that_brute_force_finds(play: Play, effects: list[Turning]) -> None:
    names = [f"Turning {number}" for number, _ in enumerate(effects)]
    ids = {name.lower().replace(" ", "-"): name for name in names}
    table = {name: frozenset(types) for name, (_, types) in THINGS.items()}
    table |= dict.fromkeys([*ids, "body"], frozenset({"Enchantment"}))
    expected = by_brute_force(table, effects)
    assume(expected is not None)
    # What has become a creature gets a toughness, and so stays.
    body = enchantment("Body", {"affects": {"type": "Creature"}, "sets": {"power": 4, "toughness": 4}})
    battlefield = {name: card for name, (card, _) in THINGS.items()} | ids | {"body": "Body"}
    cards = [body, *(effect.card(name) for name, effect in zip(names, effects, strict=True))]
    state = play({"alice": {"battlefield": battlefield}}, cards=cards)["state"]
    assert {name: frozenset(facts(state, name)["types"]) for name in table} == expected


def test_dependency_is_judged_by_what_is_there(play: Play) -> None:
    # As the layer begins nothing is a creature, so making creatures artifacts would change nothing about what the
    # second applies to: it is independent at that moment and older than the third (613.8a, 613.8c).
    order = ["Creatures are artifacts", "Artifacts are enchantments", "Lands live"]
    given_ = {"alice": {"battlefield": {"f": "Forest", **{f"e{n}": name for n, name in enumerate(order)}}}}
    assert facts(play(given_, cards=DEPENDING)["state"], "f")["types"] == ["Artifact", "Creature", "Land"]


def test_a_dependency_loop_goes_by_timestamps(play: Play) -> None:
    loop = [
        enchantment("Artifacts become creatures", {"affects": {"type": "Artifact"}, "sets": {"types": "Creature"}}),
        enchantment("Creatures become artifacts", {"affects": {"type": "Creature"}, "sets": {"types": "Artifact"}}),
    ]
    for order, result in ((0, 1), "Artifact"), ((1, 0), "Creature"):
        names = [loop[place]["card"] for place in order]
        given_ = {
            "alice": {"battlefield": {"bear": "Runeclaw Bear", "orb": "Orb of Dreams", "a": names[0], "b": names[1]}}
        }
        assert facts(play(given_, cards=loop)["state"], "bear")["types"] == [result]


def test_an_effect_that_has_begun_goes_on(play: Play) -> None:
    given_ = {"alice": {"battlefield": {"h": "Humility", "o": "Opalescence"}}}
    assert facts(play(given_)["state"], "h") | {"power": 4, "toughness": 4, "abilities": []} == facts(
        play(given_)["state"], "h"
    )
    other = {"alice": {"battlefield": {"o": "Opalescence", "h": "Humility"}}}
    assert facts(play(other)["state"], "h")["power"] == 1


def test_a_granted_ability_outlasts_a_basic_land_type(play: Play) -> None:
    grant = enchantment("Grant", {"affects": {"type": "Land"}, "adds": {"abilities": ["flying"]}})
    for first, second in ("Grant", "Blood Moon"), ("Blood Moon", "Grant"):
        given_ = {"alice": {"battlefield": {"pool": "Breeding Pool", "a": first, "b": second}}}
        found = facts(play(given_, cards=[grant])["state"], "pool")
        assert found["subtypes"] == ["Mountain"]
        assert found["abilities"] == ["flying", "tap for R"]
