"""The trace reads as a judge would tell it: who does what, what is exchanged, what dies and why, what changes what."""

from collections.abc import Callable
from typing import Any

import pytest

import checker
from checker.model import Corpus

CITADEL = (
    "Layer 1, copying: relic is called Darksteel Citadel; gains the type Land; "
    'loses "borrow"; gains "mana", indestructible'
)


@pytest.mark.parametrize(
    ("case", "steps"),
    [
        (
            "mtg/type-changing/dependency#urborg-then-blood-moon",
            [
                ("bob casts moon", "601.2i"),
                ("Layer 4: moon is applied before urborg, although it is newer, since that depends on it", "613.8b"),
                ("Layer 4, moon: urborg gains the subtype Mountain", "613.1d"),
                ('Layer 4, moon: urborg loses all its abilities ("swamps"); gains tap for red', "305.7"),
            ],
        ),
        (
            "mtg/type-changing/mizzium-transreliquat#before-blood-moon",
            [
                ("The ability of relic resolves", "608.1"),
                ("relic becomes a copy of citadel", "707.2"),
                (CITADEL, "613.2a"),
            ],
        ),
        (
            "mtg/type-changing/loop-and-an-effect-outside#nonbasic-lands-first",
            [
                (
                    (
                        "Layer 4: moon is applied before conversion and peaks, although it is newer, "
                        "since those depend on it"
                    ),
                    "613.8b",
                ),
                (
                    "Layer 4: conversion is applied before peaks, since they depend on each other and it is older",
                    "613.8b",
                ),
            ],
        ),
        (
            "mtg/type-changing/turn-to-frog#counters-before",
            [("Layer 7c, counters: mate is 3/3 instead of 1/1", "613.4c")],
        ),
        (
            "mtg/type-changing/timestamps#rune-on-the-creature",
            [("Layer 6, hammer: bear loses flying", "613.1f")],
        ),
        (
            "mtg/exchange/control-of-permanents#dies-without-its-anthem",
            [
                ("control of bear and control of lions are exchanged", "701.12b"),
                ("bear has lethal damage: 2 on toughness 2", "704.5g"),
                ("bear is destroyed", "701.8a"),
                ("bear goes from the battlefield to the graveyard", "400.7"),
                ("Layer 2, switcheroo: lions goes from bob's control to alice's", "613.1b"),
                ("Layer 7c, anthem: lions is 3/2 instead of 2/1", "613.4c"),
            ],
        ),
        (
            "mtg/exchange/life-and-stat#tree-of-perdition-only-opponents",
            [
                ("The ability of tree resolves", "608.1"),
                ("the life total of carol (17) and the toughness of tree (13) are exchanged", "701.12g"),
                ("carol loses 4 life", "119.3"),
            ],
        ),
        (
            "mtg/type-changing/artifact-creature#equipment",
            [
                ("axe may not be attached to bear", "704.5p"),
                ("axe becomes unattached", "701.3d"),
            ],
        ),
        (
            "mtg/type-changing/animated-copied#mutavault-by-vesuva",
            [("Layer 4, vault: vault gains the type Creature; gains every creature type", "613.1d")],
        ),
        (
            "mtg/type-changing/turn-to-frog#changeling",
            [("Layer 4, frog: changeling loses every creature type; gains the subtype Frog", "613.1d")],
        ),
        (
            "mtg/exchange/power-and-toughness#serene-master",
            [
                ("giant attacks alice", "508.1a"),
                ("master blocks giant", "509.1a"),
                ("An ability of master triggers", "603.2"),
            ],
        ),
        (
            "mtg/exchange/life-totals#cannot-gain",
            [
                ("alice activates an ability of mirror", "602.2"),
                ("alice sacrifices mirror", "701.21a"),
                ("alice cannot gain life", "119.7"),
                ("The exchange cannot be completed, so no part of it occurs", "701.12a"),
            ],
        ),
        (
            "mtg/replacement/replaced-event-never-happens#token-under-rest-in-peace",
            [
                ("soldier_1 is created", "701.7a"),
                ("soldier_1 is destroyed", "701.8a"),
                ("soldier_1 goes from the battlefield to exile", "400.7"),
            ],
        ),
        (
            "mtg/replacement/cant-enter#stays-in-the-graveyard",
            [("It cannot happen that bear enters under alice's control", "614.17")],
        ),
        (
            "mtg/replacement/prevention#triggers-on-prevention",
            [
                ("shock would deal 2 damage to alice, but squire prevents damage: nothing happens", "615.6"),
                ("squire gets 2 +1/+1 counters", "122.6"),
            ],
        ),
        (
            "mtg/type-changing/not-copied#dark-depths-without-counters",
            [("Of the legendary permanents with one name alice keeps stage", "704.5j")],
        ),
        (
            "mtg/type-changing/timestamps#defining-abilities-first",
            [
                ("Layer 5, sphinx: sphinx is all colours instead of colourless", "613.1e"),
                ("Layer 5, lattice: sphinx is colourless instead of all colours", "613.1e"),
            ],
        ),
    ],
)
def test_steps_in_their_order(corpus: Corpus, case: str, steps: list[tuple[str, str]]) -> None:
    first, *_ = checker.results(corpus, corpus.cases[case])
    told = [(step["text"], step.get("rule")) for step in first["outcome"]["trace"]]
    assert [step for step in told if step in steps] == steps


def test_without_attackers_no_blockers_are_declared_and_no_damage_is_dealt(play: Callable[..., Any]) -> None:
    told = [step["text"] for step in play({}, {"pass to": "postcombat main"}, trace=True)["trace"]]
    assert "alice: declare attackers" in told
    assert not {"alice: declare blockers", "alice: combat damage"}.intersection(told)
