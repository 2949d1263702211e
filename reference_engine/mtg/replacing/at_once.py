"""What takes an event's place (614.6): it happens at the same time as whatever would have happened with that event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.mtg.events import Event, Instructed
from reference_engine.mtg.instructions import carry_out, verb_of
from reference_engine.mtg.language.context import Context

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

_AT_ONCE: Final = frozenset(
    {
        "create", "destroy", "exile", "move", "sacrifice", "put counters", "remove counters", "regenerate",
        "remove damage", "reveal", "gain life", "lose life", "set life",
    }
)  # fmt: skip
"""The verbs of what can be done together, since none depends on what another has done."""
_LIFE: Final = frozenset({"gain life", "lose life", "set life"})
"""Those of which one alone can be: what a life total becomes depends on what it is by then."""


@rule("614.6", usual=(), mistakes={"after all else": lambda _rule, _game, instead: [instead]})
def events_instead(game: Game, instead: Instructed) -> list[Event]:
    """The modified event occurs when the event would have: its parts are events among all others of that time."""
    events = as_events(game, instead.instructions, instead.context)
    return [instead] if events is None else events


@rule("614.6", usual=(), mistakes={"after all else": lambda _rule, _game, _instructions, _ctx: None})
def events_besides(game: Game, instructions: Any, ctx: Context) -> list[Event] | None:
    """What a replacement effect adds to an event it has changed is part of the modified event, where that can be."""
    return as_events(game, instructions, ctx)


def as_events(game: Game, instructions: Any, ctx: Context) -> list[Event] | None:
    """Return the events that instructions would bring about, None if they cannot all happen at one time."""
    told = several(instructions)
    if not all(_by_itself(game, each) for each in told) or sum(verb_of(each) in _LIFE for each in told) > 1:
        return None
    events: list[Event] = []
    game.moment.collecting = events
    try:
        carry_out(game, instructions, ctx)
    finally:
        game.moment.collecting = None
    return events


def _by_itself(game: Game, instruction: Any) -> bool:
    """Say whether an instruction needs no result of the others, such as which card is then on top."""
    if verb_of(instruction) not in _AT_ONCE or "as" in instruction:
        return False
    position = instruction.get("position")
    return position != "top" and not (position == "shuffled" and shuffled_for_arrivals(game))


@rule("701.24c")
def shuffled_for_arrivals(game: Game) -> bool:
    """In the rules of 2013 specific objects had a library shuffled only if one of them came there."""
    return game.of_2013
