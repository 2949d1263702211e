"""Events in words, for the trace: what would happen, what stepped in, what happens instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reference_engine.mtg.events import (
    AddMana,
    Begin,
    CreateToken,
    Damage,
    Destroy,
    Discard,
    Draw,
    DrawCards,
    Event,
    GainLife,
    Instructed,
    LoseLife,
    Mill,
    Move,
    PayLife,
    PutCounters,
    RemoveCounters,
    Sacrifice,
    TurnFaceUp,
)


def told(event: Event | list[Event] | None) -> str:
    """Return an event as a clause: `bear deals 4 damage to bob`; `nothing` for none."""
    if event is None:
        return "nothing"
    if isinstance(event, list):
        return " and ".join(told(each) for each in event)
    clause = _CLAUSES.get(type(event))
    return clause(event) if clause is not None else _plain(event)


def _plain(event: Event) -> str:
    name = next(iter(sorted(event.names)), type(event).__name__)
    who = getattr(event, "player", None) or event.subject
    return f"{name} ({who})" if who is not None else name


def _move(event: Any) -> str:
    if event.to != "battlefield":
        return f"{event.object} goes to {event.to}"
    how = [word for word in ("tapped", "face_down") if getattr(event, word)]
    how += [f"with {number} {kind} counters" for kind, number in event.counters]
    how += [f"as a copy of {values.name}" for values in event.copying[-1:]]
    how += [f"with {kind} {value} chosen" for kind, value in event.chosen]
    how += [f"under {event.under}'s control"] if event.under is not None else []
    return " ".join([f"{event.object} enters", ", ".join(how).replace("_", " ")]).strip()


def _turn_face_up(event: Any) -> str:
    counters = [f"with {number} {kind} counters" for kind, number in event.counters]
    return " ".join([f"{event.object} is turned face up", *counters])


_CLAUSES: dict[type[Event], Callable[[Any], str]] = {
    Damage: lambda e: f"{e.source} deals {e.amount} damage to {e.to}",
    Draw: lambda e: f"{e.player} draws a card",
    DrawCards: lambda e: f"{e.player} draws {e.amount} cards",
    Move: _move,
    Destroy: lambda e: f"{e.object} is destroyed",
    Sacrifice: lambda e: f"{e.player} sacrifices {e.object}",
    Discard: lambda e: f"{e.player} discards {e.object}",
    Mill: lambda e: f"{e.player} mills {e.amount}",
    GainLife: lambda e: f"{e.player} gains {e.amount} life",
    LoseLife: lambda e: f"{e.player} loses {e.amount} life",
    PayLife: lambda e: f"{e.player} pays {e.amount} life",
    CreateToken: lambda e: f"{e.player} creates {e.amount} {e.token.values.name}",
    PutCounters: lambda e: f"{e.amount} {e.kind} counters are put on {e.to}",
    RemoveCounters: lambda e: f"{e.amount} {e.kind} counters are removed from {e.to}",
    AddMana: lambda e: f"{e.player} adds {''.join(f'{{{kind}}}' for kind in e.kinds)}",
    Begin: lambda e: f"the {e.step or e.phase or 'turn'}{' step' if e.step else ''} of {e.player} begins",
    TurnFaceUp: _turn_face_up,
    Instructed: lambda _e: "what it says is done instead",
}
