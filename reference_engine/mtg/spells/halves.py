"""The halves of split cards (709), in card data modes with a cost: the one that is cast is looked at by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.characteristics import colors_of, combined
from reference_engine.mtg.objects import GameObject
from reference_engine.mtg.spells import targets

if TYPE_CHECKING:
    from reference_engine.mtg.characteristics import Characteristics
    from reference_engine.mtg.game import Game

Json = Mapping[str, Any]


def halves_of(game: Game, obj: GameObject) -> Mapping[str, Json]:
    """Return the halves of a split card by their names, none of any other card."""
    modes = [data.get("modes", {}) for data in targets.spells(game, obj)]
    return {half: told for each in modes for half, told in each.items() if "cost" in told}


@rule("709.3a", usual=(), mistakes={"the whole card": lambda _rule, _game, obj, _half, _told: obj})
def as_the_half(_game: Game, obj: GameObject, half: str, told: Json) -> GameObject:
    """Only the half of a split card that is chosen is looked at to see whether it can be cast."""
    return replace(obj, characteristics=of_halves(obj.characteristics, {half: told}))


def of_halves(values: Characteristics, chosen: Mapping[str, Json]) -> Characteristics:
    """Return what a split card is as some halves of it."""
    cost = combined(told["cost"] for told in chosen.values())
    return values.but(name=" // ".join(chosen), cost=cost, colors=colors_of(cost))
