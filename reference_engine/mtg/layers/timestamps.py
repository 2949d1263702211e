"""Which of the objects that get a timestamp at one time is the older (613.7m)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.abilities import Static
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.events import Attach, Event, Move, Transform, TurnFaceUp
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.permanents.transforming import other_face

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


RENEWING: Final = (Attach, Transform, TurnFaceUp)
"""What gives objects on the battlefield new timestamps."""


@rule("613.7m")
def simultaneous_timestamps(game: Game, events: Sequence[Event]) -> None:
    """Of objects that enter together the active player's are older; each player orders their own."""
    new = [event.arriving for event in events if isinstance(event, Move) and event.arriving is not None]
    for obj in _in_order(game, [New(obj, obj.attached_to, obj.characteristics) for obj in new]):
        obj.timestamp = game.time()


@rule("613.7m", usual=(), mistakes={"as listed": lambda _rule, _game, events: list(events)})
def renewed_in_order(game: Game, events: Sequence[Event]) -> list[Event]:
    """Of objects that become attached, transform or turn face up together, too, the active player's are older."""
    renewing = {event.object: event for event in events if isinstance(event, RENEWING)}
    others = [event for event in events if not isinstance(event, RENEWING)]
    order = _in_order(game, [_to_be(game, event) for event in renewing.values()])
    return [*others, *(renewing[obj] for obj in order)]


class New(NamedTuple):
    """An object that gets a timestamp, as it is with that."""

    object: GameObject
    host: Any
    """What it is attached to."""
    characteristics: Characteristics


def _to_be(game: Game, event: Attach | Transform | TurnFaceUp) -> New:
    """Return what becomes attached as it is then, what transforms as its other face, what turns up as it would be."""
    from reference_engine.mtg.replacing.entering import as_it_would_be_face_up

    obj = event.object
    if isinstance(event, Attach):
        return New(obj, event.to, obj.characteristics)
    turned = as_it_would_be_face_up(game, event) if isinstance(event, TurnFaceUp) else other_face(obj)
    return New(obj, obj.attached_to, turned or obj.characteristics)


def _in_order(game: Game, new: list[New]) -> Iterator[GameObject]:
    """Return objects from the oldest on: those whose order does not matter first, for each player."""
    for player in game.in_turn_order():
        own = [each for each in new if who_orders(game, each.object) is player]
        mattering = [each.object for each in own if any(_meet(each, other) for other in own)]
        yield from (each.object for each in own if each.object not in mattering)
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
    return game.active if game.of_2013 else obj.controller


_ANY: Final = None
"""Stands for whatever an effect may apply to, where that is not one object that is known."""


def _meet(one: New, other: New) -> bool:
    """Say whether two objects have effects that may meet in one layer, on one object."""
    if one is other:
        return False
    return any(
        layer == also and (thing is _ANY or another is _ANY or thing is another)
        for layer, thing in _reach(one)
        for also, another in _reach(other)
    )


def _reach(new: New) -> Iterator[tuple[str, Any]]:
    """Return the layers of an object's effects, each with what it applies to there."""
    known: dict[str | None, Any] = {"this": new.object, "attached": new.host}
    for held in new.characteristics.abilities:
        for part in held.ability.parts:
            if isinstance(part, Static) and not part.defining:
                word = part.affects.reference
                thing = known.get(word, _ANY)
                if word != "attached" or new.host is not None:
                    yield from ((layer, thing) for layer in part.layers)
