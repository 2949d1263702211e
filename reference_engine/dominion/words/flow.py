"""Conditions, options, repetition, and instructions to other players."""

from __future__ import annotations

from typing import Any

from reference_engine.dominion import patterns, playing
from reference_engine.dominion.context import Context
from reference_engine.dominion.objects import Game
from reference_engine.dominion.questions import may, one_word
from reference_engine.dominion.words.handler import Handler, Instruction, within


def _if(game: Game, context: Context, value: Any, whole: Instruction) -> None:
    branch = "then" if patterns.condition(game, value, context) else "else"
    within(game, context, whole.get(branch, ()))


def _may(game: Game, context: Context, value: Any, whole: Instruction) -> None:
    if may(game, context.you, value, context.about or ""):
        within(game, context, whole["do"])


def _choose(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    word = one_word(game, context.you, "choose", list(value), context.about, optional=False)
    if word is not None:
        within(game, context, value[word])


def _repeat(game: Game, context: Context, value: Any, whole: Instruction) -> None:
    for _ in range(patterns.amount(game, value, context)):
        within(game, context, whole["do"])


def _each_other_player(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    attack = context.this.card if context.this is not None else None
    for player in game.from_turn(context.you)[1:]:
        if not playing.unaffected(game, player, attack):
            within(game, context.for_player(player), value)


HANDLERS: dict[str, Handler] = {
    "if": _if,
    "may": _may,
    "choose": _choose,
    "repeat": _repeat,
    "each other player": _each_other_player,
}
