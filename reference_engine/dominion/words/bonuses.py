"""Cards, Actions, Buys, coins and the tokens that players keep."""

from __future__ import annotations

from typing import Any

from reference_engine.dominion import moving
from reference_engine.dominion.context import Context
from reference_engine.dominion.objects import Game
from reference_engine.dominion.patterns import amount
from reference_engine.dominion.words.handler import Handler, Instruction


def _cards(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    count = amount(game, value, context)
    if count > 0:
        moving.draw(game, context.you, count)


def _actions(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    context.you.actions += amount(game, value, context)


def _buys(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    context.you.buys += amount(game, value, context)


def _coins(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    context.you.coins += amount(game, value, context)


def _counter(name: str) -> Handler:
    def more(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
        counters = context.you.counters
        counters[name] = counters.get(name, 0) + amount(game, value, context)

    return more


HANDLERS: dict[str, Handler] = {
    "+cards": _cards,
    "+actions": _actions,
    "+buys": _buys,
    "+coins": _coins,
    "+villagers": _counter("villagers"),
    "+victory": _counter("victory"),
}
