"""What kind of ability or effect a wording makes; every wording is invented."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference_engine.kernel.run import Refused, Run
from reference_engine.mtg.cards.wording import classify, read


class Table:
    run = Run()


def found(text: str) -> tuple[str, str]:
    told = classify(Table(), text)
    return told["as"], told["rule"]


@pytest.mark.parametrize(
    ("text", "kind", "rule"),
    [
        ("If you would mill a card, draw a card instead.", "replacement", "614.1a"),
        ("Skip all combat phases of your next turn.", "replacement", "614.1b"),
        ("Target opponent skips their next upkeep step.", "replacement", "614.1b"),
        ("This artifact enters the battlefield with three charge counters on it.", "replacement", "614.1c"),
        ("As this Aura enters, choose a card type.", "replacement", "614.1c"),
        ("This land enters as a copy of any land you control.", "replacement", "614.1c"),
        ("You may have this creature enter with a shield counter on it.", "replacement", "614.1c"),
        ("Tokens enter tapped.", "replacement", "614.1d"),
        ("Each creature you control enters with an additional +1/+1 counter on it.", "replacement", "614.1d"),
        ("This land enters tapped unless you control two or more Islands.", "replacement", "614.1d"),
        ("As this creature is turned face up, put a shield counter on it.", "replacement", "614.1e"),
        ("When this creature is turned face up, draw a card.", "triggered", "603.1"),
        ("When this creature enters, it gains haste.", "triggered", "603.1"),
        ("At the beginning of your end step, skip nothing.", "triggered", "603.1"),
        ("Landfall — Whenever a land you control enters, untap this creature.", "triggered", "603.1"),
        ("{2}, {T}: Draw a card.", "activated", "602.1"),
        ("Sacrifice this artifact: Skip your next turn.", "activated", "602.1"),
        ("Prevent the next 2 damage that would be dealt to any target this turn.", "prevention", "615.1a"),
        ("If a source would deal damage to you, prevent 1 of that damage.", "prevention", "615.1a"),
        ("Each Skeleton you control regenerates.", "replacement", "614.8"),
        ("Damage can't be prevented this turn.", "cannot", "614.17"),
        ("Permanents can't be sacrificed.", "cannot", "614.17"),
        ("Target land becomes a 3/3 Ooze creature. It's still a land.", "type adding", "205.1b"),
        ("Target artifact becomes an artifact creature.", "type adding", "205.1b"),
        ("Each creature you control is a Wall in addition to its other types.", "type adding", "205.1b"),
        ("Target creature becomes a white Sheep with base power and toughness 0/1.", "type replacing", "205.1a"),
        ("Nonbasic lands are Swamps.", "type replacing", "205.1a"),
        ("Target creature becomes an Elk, then draw a card.", "type replacing", "205.1a"),
        ("Discard a card. If you do, target creature becomes an Elk.", "type replacing", "205.1a"),
        ("During your turn, as long as you control a Forest, she's a 3/4 Elf creature.", "type replacing", "205.1a"),
        ("During your turn, if you control a Forest, he's an artifact creature.", "type adding", "205.1b"),
        ("Exile target creature that is an Elf.", "one-shot", "610.1"),
        ("Target creature becomes a copy of target artifact creature.", "one-shot", "610.1"),
        ("You lose 2 life.", "one-shot", "610.1"),
        ("Target player gains 4 life.", "one-shot", "610.1"),
        ("Each opponent loses half of their life.", "one-shot", "610.1"),
        ("Elves lose reach while your opponents' life totals are even.", "static", "604.1"),
        ("Destroy target creature.", "one-shot", "610.1"),
        ("You become the monarch.", "one-shot", "610.1"),
        ("Creatures your opponents control get -1/-1.", "static", "604.1"),
        ('Enchanted creature has "When this creature dies, draw a card instead."', "static", "604.1"),
        ("Flying (This creature can't be blocked except by creatures with flying or reach.)", "static", "604.1"),
    ],
)
def test_wording_is_classed_by_its_rule(text: str, kind: str, rule: str) -> None:
    assert found(text) == (kind, rule)


@given(st.text(max_size=80))
def test_every_text_is_something(text: str) -> None:
    try:
        kind, rule = found(text)
    except Refused:
        assert not read(text).words
    else:
        assert kind
        assert rule
