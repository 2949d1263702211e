"""What takes an event's place (614.6): it happens at the same time as whatever would have happened with that event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.cards import several, words
from reference_engine.kernel.rules import rule
from reference_engine.mtg.events import Event, Instructed, Move
from reference_engine.mtg.instructions import carry_out, verb_of
from reference_engine.mtg.language.context import Context

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.objects import GameObject

_AT_ONCE: Final = frozenset(
    {
        "create", "destroy", "exile", "move", "sacrifice", "put counters", "remove counters", "regenerate",
        "remove damage", "reveal", "gain life", "lose life", "set life",
    }
)  # fmt: skip
"""The verbs of what can be done together, since none depends on what another has done."""
_LIFE: Final = frozenset({"gain life", "lose life", "set life"})
"""Those of which one alone can be: what a life total becomes depends on what it is by then."""
_NAMES_WHAT_MOVES: Final = frozenset({"exile", "move"})
"""Those that name what the objects moved have become."""


@rule("614.6", usual=(), mistakes={"after all else": lambda _rule, _game, instead: ([], [instead])})
def events_instead(game: Game, instead: Instructed) -> tuple[list[Event], list[Instructed]]:
    """
    The modified event occurs when the event would have: its parts are events among all others of that time.

    Those come first; what needs their results, or what another instruction has done, is returned to be done after them.
    """
    told, ctx = several(instead.instructions), instead.context
    number = _how_many_at_once(game, told)
    events: list[Event] = []
    named: list[tuple[str, tuple[GameObject, ...]]] = []
    for each in told[:number]:
        parts = _brought_about(game, each, ctx)
        events += parts
        if "as" in each:
            named.append((each["as"], tuple(part.object for part in parts if isinstance(part, Move))))
    rest = told[number:]
    return events, [instead.but(instructions=rest, named=tuple(named))] if rest else []


def _how_many_at_once(game: Game, told: list[Any]) -> int:
    """Return how many of the instructions, from the first, can happen at one time."""
    names: set[str] = set()
    for number, each in enumerate(told):
        named = "as" in each and verb_of(each) in _NAMES_WHAT_MOVES
        by_itself = _by_itself(game, {word: each[word] for word in each if word != "as"} if named else each)
        lives = sum(verb_of(other) in _LIFE for other in told[: number + 1])
        if not by_itself or lives > 1 or not names.isdisjoint(words(each)):
            return number
        names.update([each["as"]] if named else [])
    return len(told)


def carry_on(game: Game, instead: Instructed) -> None:
    """Do in an event's place what could not happen at the same time as all else."""
    for name, moved in instead.named:
        instead.context.names[name] = [obj.became for obj in moved if obj.became is not None]
    carry_out(game, instead.instructions, instead.context)


@rule("614.6", usual=(), mistakes={"after all else": lambda _rule, _game, _instructions, _ctx: None})
def events_besides(game: Game, instructions: Any, ctx: Context) -> list[Event] | None:
    """What a replacement effect adds to an event it has changed is part of the modified event, where that can be."""
    return as_events(game, instructions, ctx)


def as_events(game: Game, instructions: Any, ctx: Context) -> list[Event] | None:
    """Return the events that instructions would bring about, None if they cannot all happen at one time."""
    told = several(instructions)
    if not all(_by_itself(game, each) for each in told) or sum(verb_of(each) in _LIFE for each in told) > 1:
        return None
    return _brought_about(game, told, ctx)


def _brought_about(game: Game, instructions: Any, ctx: Context) -> list[Event]:
    events: list[Event] = []
    game.moment.collecting = events
    try:
        carry_out(game, instructions, ctx)
    finally:
        game.moment.collecting = None
    return events


@rule("121.7", usual=(), mistakes={"along with it": lambda _rule, _game, events: (events, [])})
def draws_last(_game: Game, events: Sequence[Event]) -> tuple[Sequence[Event], list[Instructed]]:
    """What is not replaced of an event comes first, then what draws cards in the place of the rest."""
    drawing = [each for each in events if isinstance(each, Instructed) and _draws(each.instructions)]
    return [each for each in events if each not in drawing], drawing


def _draws(told: Any) -> bool:
    if isinstance(told, dict):
        return "draw" in told or any(_draws(each) for each in told.values())
    return isinstance(told, list) and any(_draws(each) for each in told)


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
