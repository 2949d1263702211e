"""What an object is (109.3): its characteristics, and an ability as an object has it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, Final, NamedTuple

from reference_engine.kernel.value import changed, value
from reference_engine.mtg.cards.abilities import Ability, intrinsic_mana
from reference_engine.mtg.cards.subtypes import BASIC_LAND_TYPES

WUBRG: Final = "WUBRG"
DAMAGEABLE: Final = frozenset({"Battle", "Creature", "Planeswalker"})
"""The types of the permanents that can be dealt damage (120.1)."""
_SYMBOL = re.compile(r"\{([^{}]+)\}")


class Held(NamedTuple):
    """An ability as an object has it: where it comes from decides what takes it away (305.7) and when it dates from."""

    ability: Ability
    origin: str
    """`text` for rules text or a copy effect, `type` for a basic land type, `granted` for another effect."""
    key: Any
    """Tells apart abilities of one object, the same as long as the object has the ability."""
    timestamp: int = 0
    """Of the effect that gave it, where an effect did (613.7a)."""


@value
class Characteristics:
    """The characteristics of an object at one moment, or its copiable values."""

    name: str = ""
    cost: str = ""
    colors: frozenset[str] = frozenset()
    supertypes: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    defense: int | None = None
    abilities: tuple[Held, ...] = ()
    keywords: frozenset[str] = frozenset()
    """The words of its keyword abilities, for quick asking."""
    barred: frozenset[str] = frozenset()
    """The words of the keyword abilities that it can't have (113.11)."""
    bare: bool = False
    """Whether an effect has taken all its abilities, those that its types give it by rule included."""

    def but(self, **changes: Any) -> Characteristics:
        """Return the same with some changes."""
        if "abilities" in changes:
            changes["keywords"] = keywords_of(changes["abilities"])
        return changed(self, changes)


NOTHING: Final = Characteristics()
"""No characteristics at all."""


def printed(abilities: Iterable[Ability]) -> tuple[Held, ...]:
    """Return abilities as the rules text of an object has them."""
    return tuple(Held(each, "text", ("text", place)) for place, each in enumerate(abilities))


def keywords_of(abilities: tuple[Held, ...]) -> frozenset[str]:
    """Return the words of the keyword abilities among these."""
    return frozenset(held.ability.keyword for held in abilities if held.ability.keyword)


@cache
def symbols(cost: str) -> tuple[str, ...]:
    """Return the mana symbols of a cost without their braces."""
    return tuple(_SYMBOL.findall(cost))


def combined(costs: Iterable[str]) -> str:
    """Return mana costs as one, such as those of a split card's halves: generic mana is added up (709.4b)."""
    every = [symbol for cost in costs for symbol in symbols(cost)]
    others = [symbol for symbol in every if not symbol.isdigit()]
    generic = sum(int(symbol) for symbol in every if symbol.isdigit())
    told = [str(generic), *others] if generic else others
    return "".join(f"{{{symbol}}}" for symbol in told)


@cache
def mana_value(cost: str, x: int) -> int:
    """Return the mana value of a cost (202.3): of a hybrid symbol the larger half counts (202.3f)."""
    total = 0
    for symbol in symbols(cost):
        if symbol == "X":
            total += x
        elif symbol.isdigit():
            total += int(symbol)
        else:
            total += max(int(half) if half.isdigit() else 1 for half in symbol.split("/"))
    return total


def colors_of(cost: str) -> frozenset[str]:
    """Return the colours of the mana symbols of a cost (105.2)."""
    return frozenset(half for symbol in symbols(cost) for half in symbol.split("/") if half in WUBRG)


def land_abilities(types: frozenset[str], subtypes: frozenset[str]) -> tuple[Held, ...]:
    """Return the mana abilities that a land has from its basic land types (305.6)."""
    if "Land" not in types or subtypes.isdisjoint(BASIC_LAND_TYPES):
        return ()
    return tuple(
        Held(intrinsic_mana(mana), "type", ("type", mana))
        for land, mana in BASIC_LAND_TYPES.items()
        if land in subtypes
    )
