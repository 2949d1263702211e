"""What becomes of state-based actions that would have the same result at the same time (704.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.events import Destroy, Event, Move
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@rule("704.7", usual=(), mistakes={"each by itself": lambda _rule, _game, events: events})
def once_for_all(_game: Game, events: Sequence[Event]) -> list[Event]:
    """What several state-based actions put into the graveyard is put there once, and that is replaced once."""
    kept: list[Event] = []
    put: set[GameObject] = set()
    for event in events:
        if isinstance(event, Move) and event.to == "graveyard":
            if event.object in put:
                continue
            put.add(event.object)
        kept.append(event)
    return [event for event in kept if not (isinstance(event, Destroy) and event.object in put)]
