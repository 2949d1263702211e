"""Which of the objects that get a timestamp at one time is the older (613.7m)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.rules import rule
from reference_engine.mtg.abilities import Static
from reference_engine.mtg.events import Attach, Event, Move
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@rule("613.7m")
def simultaneous_timestamps(game: Game, events: Sequence[Event]) -> None:
    """Of objects that enter together the active player's are older; each player orders their own."""
    new = [event.arriving for event in events if isinstance(event, Move) and event.arriving is not None]
    for obj in _in_order(game, [(obj, obj.attached_to) for obj in new]):
        obj.timestamp = game.time()


@rule("613.7m", usual=(), mistakes={"as listed": lambda _rule, _game, events: list(events)})
def attached_in_order(game: Game, events: Sequence[Event]) -> list[Event]:
    """Of objects that become attached together the active player's are older; each player orders their own."""
    attaching = {event.object: event for event in events if isinstance(event, Attach)}
    others = [event for event in events if not isinstance(event, Attach)]
    order = _in_order(game, [(obj, event.to) for obj, event in attaching.items()])
    return [*others, *(attaching[obj] for obj in order)]


Attached = tuple[GameObject, Any]
"""An object and what it is attached to."""


def _in_order(game: Game, new: list[Attached]) -> Iterator[GameObject]:
    """Return objects from the oldest on: those whose order does not matter first, for each player."""
    for player in game.in_turn_order():
        own = [each for each in new if who_orders(game, each[0]) is player]
        alike = [obj for obj, _ in own]
        mattering = [obj for obj, host in own if any(_meet((obj, host), other) for other in own)]
        yield from (obj for obj in alike if obj not in mattering)
        if mattering:
            number = len(mattering)
            yield from game.choose(player, "order", mattering, None, number, number, ordered=True)


@rule(
    "613.7m",
    usual=(),
    mistakes={"the active player, always": lambda _rule, game, _obj: game.active},
)
def who_orders(game: Game, obj: GameObject) -> Player:
    """Each player orders the timestamps of their own objects; in the rules of 2013 the active player ordered all."""
    return game.active if game.edition < "2014" else obj.controller


_ANY: Final = None
"""Stands for whatever an effect may apply to, where that is not one object that is known."""


def _meet(one: Attached, other: Attached) -> bool:
    """Say whether two objects have effects that may meet in one layer, on one object."""
    if one[0] is other[0]:
        return False
    return any(
        layer == also and (thing is _ANY or another is _ANY or thing is another)
        for layer, thing in _reach(*one)
        for also, another in _reach(*other)
    )


def _reach(obj: GameObject, host: Any) -> Iterator[tuple[str, Any]]:
    """Return the layers of an object's effects, each with what it applies to there."""
    for held in obj.characteristics.abilities:
        for part in held.ability.parts:
            if isinstance(part, Static) and not part.defining:
                word = part.affects.reference
                thing = {"this": obj, "attached": host}.get(word or "", _ANY)
                if word != "attached" or host is not None:
                    yield from ((layer, thing) for layer in part.layers)
