"""What an instruction sets up for later: for the rest of the turn, the next turn, the rest of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reference_engine.dominion.context import Context, known
from reference_engine.dominion.definitions import ability_from
from reference_engine.dominion.objects import ExtraTurn, Game, Lasting, Tracked
from reference_engine.dominion.patterns import player
from reference_engine.dominion.words.cards import chosen
from reference_engine.dominion.words.handler import Handler, Instruction, within


def _this_turn(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    game.lasting.append(_lasting(context, value, "turn ends"))


def _rest_of_game(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    for each in value:
        game.lasting.append(_lasting(context, each, "game ends"))
    _keep_in_play(context)


def _next_turn(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    ability = {"when": {"turn starts": "you"}, "do": value, "once": True}
    game.lasting.append(_lasting(context, ability, "game ends"))
    _keep_in_play(context)


def _keep_in_play(context: Context) -> None:
    """A card that is still to do something stays in play, if it is there."""
    if context.this is not None and context.this.card.zone is not None and context.this.card.zone.name == "in_play":
        context.this.card.in_effect = True


def _lasting(context: Context, data: Mapping[str, Any], until: str) -> Lasting:
    return Lasting(context.you, context.this, ability_from(data), until, data.get("once", False), context.about or "")


def _choose_card(game: Game, context: Context, value: Any, whole: Instruction) -> None:
    """Lets the player pick a card, which is `this` in what is then set up."""
    for card in chosen(game, context, "pick", value):
        within(game, Context(context.you, Tracked.here(card), about=context.about), whole["do"])


def _unaffected(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    if value != "you":
        raise known(value, "unaffected")
    game.immune.add(context.you)


def _extra_turn(game: Game, context: Context, value: Any, _whole: Instruction) -> None:
    whose = player(game, value["of"], context)
    controller = player(game, value["decided by"], context) if "decided by" in value else None
    lasting = tuple(_lasting(context, each, "turn ends") for each in value.get("with", ()))
    game.extra_turns.append(ExtraTurn(whose, controller, lasting))


HANDLERS: dict[str, Handler] = {
    "this turn": _this_turn,
    "for the rest of the game": _rest_of_game,
    "next turn": _next_turn,
    "unaffected": _unaffected,
    "choose card": _choose_card,
    "extra turn": _extra_turn,
}
