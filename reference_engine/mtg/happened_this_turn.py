"""What has happened this turn is looked back at (608.2i): objects count as what they were when they took part in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.events import Event, Move
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

_PARTS = frozenset({"object", "source", "to"})


def note(game: Game, happened: Sequence[Event]) -> None:
    """Note as what objects have taken part in events; one that has entered as what it is once it is there."""
    for event in happened:
        if isinstance(event, Move):
            if event.became is not None and event.to == "battlefield":
                game.look(event.became)
                game.turn.known[id(event)] = _as_they_are([event.became])
        elif things := _as_they_are([getattr(event, part) for part in _parts_of(type(event))]):  # type: ignore[arg-type]
            game.turn.known[id(event)] = things


@cache
def _parts_of(kind: type[Event]) -> tuple[str, ...]:
    """Return the names of the parts of events of a kind that may be objects which take part in them."""
    return tuple(each.name for each in fields(kind) if each.name in _PARTS)


def _as_they_are(things: Sequence[Any]) -> list[Any]:
    return [(obj, obj.characteristics, obj.controller) for obj in things if type(obj) is GameObject]


def matched(game: Game, wanted: Any, event: Event, ctx: Any) -> bool:
    """Say whether an event of this turn was of a kind."""
    if wanted.names.isdisjoint(event.names):
        return False
    then = as_they_were(game, event)
    for obj, _, _ in then:
        game.look(obj)  # so that nothing is worked out anew while they are as they were
    now = [(obj, obj.characteristics, obj.controller) for obj, _, _ in then]
    _make(then)
    try:
        return bool(wanted.fits(game, event, ctx))
    finally:
        _make(now)


@rule("608.2i", usual=("nothing",))
def as_they_were(game: Game, event: Event) -> list[Any]:
    """They need not be any longer what they were, nor anybody's whose they were."""
    return game.turn.known.get(id(event), [])


def _make(things: Sequence[Any]) -> None:
    for obj, characteristics, controller in things:
        obj.characteristics, obj.controller = characteristics, controller
