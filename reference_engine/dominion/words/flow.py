"""Conditions, options, repetition, and instructions to other players."""

from __future__ import annotations

from typing import Any

from reference_engine.dominion import patterns, playing
from reference_engine.dominion.context import Context
from reference_engine.dominion.questions import may, one_word
from reference_engine.dominion.words.handler import Handler, Instruction, within


def _if(context: Context, value: Any, whole: Instruction) -> None:
    branch = "then" if patterns.condition(context, value) else "else"
    within(context, whole.get(branch, ()))


def _may(context: Context, value: Any, whole: Instruction) -> None:
    if may(context, value, context.about):
        within(context, whole["do"])


def _choose(context: Context, value: Any, _whole: Instruction) -> None:
    word = one_word(context, "choose", list(value))
    if word is not None:
        within(context, value[word])


def _repeat(context: Context, value: Any, whole: Instruction) -> None:
    for _ in range(patterns.amount(context, value)):
        within(context, whole["do"])


def _each_other_player(context: Context, value: Any, _whole: Instruction) -> None:
    for player in context.game.from_turn():
        if player is not context.you and not playing.unaffected(context.game, player, context.this):
            within(context.for_player(player), value)


def _that_player(context: Context, value: Any, _whole: Instruction) -> None:
    within(context.for_player(patterns.player(context, "that player")), value)


HANDLERS: dict[str, Handler] = {
    "if": _if,
    "may": _may,
    "choose": _choose,
    "repeat": _repeat,
    "each other player": _each_other_player,
    "that player": _that_player,
}
