"""Cards, Actions, Buys, coins and the tokens that players keep."""

from __future__ import annotations

from typing import Any

from reference_engine.dominion import moving
from reference_engine.dominion.context import Context
from reference_engine.dominion.patterns import amount
from reference_engine.dominion.words.handler import Handler, Instruction


def _cards(context: Context, value: Any, _whole: Instruction) -> None:
    give = _more_coins if context.swaps is context.you else _more_cards
    give(context, amount(context, value))


def _draw(context: Context, value: Any, _whole: Instruction) -> None:
    _more_cards(context, amount(context, value))


def _more_cards(context: Context, count: int) -> None:
    if count > 0:
        moving.draw(context.game, context.you, count)


def _more_coins(context: Context, count: int) -> None:
    context.you.coins += count


def _actions(context: Context, value: int, _whole: Instruction) -> None:
    context.you.actions += value


def _buys(context: Context, value: int, _whole: Instruction) -> None:
    context.you.buys += value


def _coins(context: Context, value: Any, _whole: Instruction) -> None:
    give = _more_cards if context.swaps is context.you else _more_coins
    give(context, amount(context, value))


def _counter(name: str) -> Handler:
    def more(context: Context, value: Any, _whole: Instruction) -> None:
        context.you.counters[name] += amount(context, value)

    return more


HANDLERS: dict[str, Handler] = {
    "+cards": _cards,
    "draw": _draw,
    "+actions": _actions,
    "+buys": _buys,
    "+coins": _coins,
    "+villagers": _counter("villagers"),
    "+coffers": _counter("coffers"),
    "+victory": _counter("victory"),
}
