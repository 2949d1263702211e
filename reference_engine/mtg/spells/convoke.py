"""Convoke (702.51): creatures are tapped rather than mana paid, once a spell's total cost is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused
from reference_engine.mtg.events import Tap
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.replacing.replacement import propose
from reference_engine.mtg.spells import costs, mana
from reference_engine.mtg.spells.objects_for_costs import called

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def convoke(
    game: Game,
    spell: GameObject,
    player: Player,
    cost: list[Any],
    names: Sequence[str],
    ctx: Context,
    told: Mapping[str, int] | None,
) -> Any:
    """
    Tap the creatures of these names for a spell; return what of its cost is left to be paid, with certain mana if told.

    Raises `Refused` where one of them cannot be tapped for any mana in the cost.
    """
    if "convoke" not in game.look(spell).keywords:
        raise Refused(f"{spell} has no convoke", "702.51a")
    there = [obj for obj in game.permanents if can_be_tapped(game, obj, player)]
    creatures = called(there, names)
    if len(creatures) < len(names):
        raise Refused(f"these are not all untapped creatures of {player}: {', '.join(names)}", "702.51a")
    wanted = mana.symbols_of(costs.mana_of(cost), ctx.casting.x)
    rest = [part for part in cost if not costs.is_mana(part)]
    for left in _left(game, creatures, wanted):
        remaining = [*(f"{{{symbol}}}" for symbol in left), *rest]
        if costs.payable(game, remaining, player, ctx, ("cast", spell), told):
            propose(game, *(Tap(object=each) for each in creatures))
            return remaining
    raise Refused("these creatures cannot be tapped for that mana", "702.51a")


def can_be_tapped(game: Game, obj: GameObject, player: Player) -> bool:
    """Say whether an object is an untapped creature that a player controls, and that can be tapped."""
    there = obj.controller is player and not obj.tapped and "Creature" in game.look(obj).types
    return there and not costs.event_impossible(game, Tap(object=obj))


def _left(game: Game, creatures: Sequence[GameObject], wanted: list[str]) -> list[list[str]]:
    """Return what can be left of the mana in a cost once each creature was tapped for one of it."""
    lefts = list(_announced(game, wanted))
    for creature in creatures:
        lefts = list(
            dict.fromkeys(
                (*left[:place], *left[place + 1 :])
                for left in lefts
                for place, symbol in enumerate(left)
                if symbol not in left[:place] and taps_for(game, creature, symbol)
            )
        )
    return [list(left) for left in lefts]


def _announced(game: Game, wanted: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """
    Yield what is wanted by each way to pay hybrid symbols with a number, which is announced beforehand (601.2b).

    A creature is tapped first for what would take life, then for generic mana.
    """
    numbers = [symbol for symbol in wanted if "/" in symbol and symbol[0].isdigit()]
    others = [symbol for symbol in wanted if symbol not in numbers and symbol != "-1"]
    for way in mana.ways(mana.halves(game, symbol) for symbol in numbers):
        symbols = mana.reduced(game, [*others, *way], wanted.count("-1"))
        yield tuple(sorted(symbols, key=lambda symbol: (not symbol.endswith("/P"), symbol != "1")))


@rule("702.51a")
def taps_for(game: Game, creature: GameObject, symbol: str) -> bool:
    """Any creature is tapped for generic mana, for coloured mana one of that colour."""
    return symbol == "1" or not game.look(creature).colors.isdisjoint(symbol.split("/"))
