"""Changing fields of a frozen dataclass comes to the same as `dataclasses.replace`."""

from dataclasses import replace

import pytest

from reference_engine.kernel.changed import changed
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.events import GainLife
from reference_engine.mtg.objects import Player


def test_same_as_replace() -> None:
    bear = Characteristics(name="Bear", types=frozenset({"Creature"}), power=2, toughness=2)
    assert changed(bear, {"power": 4}) == replace(bear, power=4)
    assert bear.power == 2


def test_fields_of_what_it_inherits() -> None:
    gain = GainLife(player=Player("alice", 0), amount=3)
    more = changed(gain, {"amount": 4, "cause": "rule"})
    assert (more.amount, more.cause, more.player) == (4, "rule", gain.player)
    assert (gain.amount, gain.cause) == (3, "effect")


def test_unknown_field() -> None:
    with pytest.raises(KeyError, match="strength"):
        changed(Characteristics(), {"strength": 1})
