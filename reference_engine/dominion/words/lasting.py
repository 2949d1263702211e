"""What an instruction sets up for later: for the rest of the turn, the next turn, the rest of the game, a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from reference_engine.dominion import playing, turn
from reference_engine.dominion.context import Context
from reference_engine.dominion.definitions import ability_from
from reference_engine.dominion.objects import ExtraTurn, Lasting, Tracked, Until
from reference_engine.dominion.patterns import player
from reference_engine.dominion.words.cards import chosen
from reference_engine.dominion.words.handler import Handler, Instruction, within


def _this_turn(context: Context, value: Any, _whole: Instruction) -> None:
    context.game.lasting.append(_lasting(context, value, Until.TURN_ENDS))


def _rest_of_game(context: Context, value: Any, _whole: Instruction) -> None:
    for each in value:
        context.game.lasting.append(_lasting(context, each))


_ON_THE_NEXT_TURN = {"when": {"turn starts": {"by": "you"}}, "once": True}


def _next_turn(context: Context, value: Any, _whole: Instruction) -> None:
    game = context.game
    game.lasting.append(_lasting(context, {**_ON_THE_NEXT_TURN, "do": value}, not_in=game.turns))


def _until_next_turn(context: Context, value: Any, _whole: Instruction) -> None:
    context.game.lasting.append(_lasting(context, value, Until.NEXT_TURN_BEGINS))


def _lasting(
    context: Context,
    data: Mapping[str, Any],
    until: Until = Until.GAME_ENDS,
    not_in: int | None = None,
) -> Lasting:
    """Return what the data says of an ability, set up by the card whose instructions these are."""
    game = context.game
    others = [each for each in game.players if each is not context.you]
    return Lasting(
        player=context.you,
        source=context.this,
        ability=ability_from(data),
        until=until,
        once=data.get("once"),
        name=context.about,
        unaffected=frozenset(each for each in others if playing.unaffected(game, each, context.this)),
        results=dict(context.results),
        not_in=not_in,
        swaps_in=game.turns if context.swaps is context.you else None,
    )


def _choose_card(context: Context, value: Any, whole: Instruction) -> None:
    """Lets the player pick a card, which is `this` in what is then set up."""
    for card in chosen(context, "pick", value):
        within(replace(context, this=Tracked.here(card)), whole["do"])


def _unaffected(context: Context, _value: Any, _whole: Instruction) -> None:
    context.game.immune.add(context.you)


def _return_to_action_phase(context: Context, _value: Any, _whole: Instruction) -> None:
    turn.return_to_action_phase(context.game, context.you)


def _extra_turn(context: Context, value: Any, _whole: Instruction) -> None:
    lasting = tuple(_lasting(context, each, Until.TURN_ENDS) for each in value["with"])
    context.game.extra_turns.append(
        ExtraTurn(
            context.about,
            player(context, value["of"]),
            player(context, value["decided by"]),
            lasting,
            not_third="not a third in a row" in value,
            not_second_extra="not a second extra turn in a row" in value,
        )
    )


HANDLERS: dict[str, Handler] = {
    "this turn": _this_turn,
    "for the rest of the game": _rest_of_game,
    "next turn": _next_turn,
    "until next turn": _until_next_turn,
    "unaffected": _unaffected,
    "choose card": _choose_card,
    "extra turn": _extra_turn,
    "return to Action phase": _return_to_action_phase,
}
