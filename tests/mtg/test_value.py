"""A value is a frozen dataclass; changing fields of one comes to the same as `dataclasses.replace`."""

from dataclasses import FrozenInstanceError, field, replace

import pytest

from reference_engine.kernel.value import changed, value
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.events import GainLife
from reference_engine.mtg.objects import Player


def test_same_as_replace() -> None:
    bear = Characteristics(name="Bear", types=frozenset({"Creature"}), power=2, toughness=2)
    assert changed(bear, {"power": 4}) == replace(bear, power=4)
    assert bear.power == 2


def test_fields_of_what_it_inherits() -> None:
    gain = GainLife(player=Player("alice", 0), amount=3)
    more = changed(gain, {"amount": 4, "cause": "effect"})
    assert (more.amount, more.cause, more.player) == (4, "effect", gain.player)
    assert (gain.amount, gain.cause) == (3, "rule")


def test_unknown_field() -> None:
    with pytest.raises(KeyError, match="strength"):
        changed(Characteristics(), {"strength": 1})


@value
class Pair:
    first: int
    second: int = 2
    others: list[int] = field(default_factory=list)


def test_fields_have_their_defaults() -> None:
    one, other = Pair(first=1), Pair(first=1, second=3)
    assert (one.first, one.second, one.others, other.second) == (1, 2, [], 3)
    assert one.others is not other.others
    assert one == Pair(first=1) != other


@pytest.mark.parametrize("given", [{}, {"second": 2}, {"first": 1, "third": 3}])
def test_every_field_is_given_and_no_other(given: dict[str, int]) -> None:
    with pytest.raises(TypeError, match="first, second, others"):
        Pair(**given)  # type: ignore[arg-type]  # that is what is tested


def test_it_shows_what_it_is_and_goes_into_sets() -> None:
    bear = Characteristics(name="Bear", power=2)
    assert {bear} == {Characteristics(name="Bear", power=2)} != {changed(bear, {"power": 3})}
    assert repr(Pair(first=1)) == "Pair(first=1, second=2, others=[])"


def test_a_value_stays_what_it_is() -> None:
    with pytest.raises(FrozenInstanceError):
        Pair(first=1).first = 2  # type: ignore[misc]  # that is what is tested
    with pytest.raises(FrozenInstanceError):
        del Pair(first=1).first
