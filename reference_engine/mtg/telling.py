"""Events in words, for the trace: what would happen, what stepped in, what happens instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.mtg.abilities import Prevention
from reference_engine.mtg.events import (
    Activate,
    AddMana,
    Attach,
    Attack,
    Begin,
    Block,
    Cast,
    Counter,
    CreateToken,
    Damage,
    Destroy,
    Discard,
    Draw,
    DrawCards,
    Event,
    GainLife,
    Instructed,
    LoseGame,
    LoseLife,
    Mill,
    Move,
    PayLife,
    Prevent,
    Proliferate,
    PutCounters,
    ReduceLife,
    Regenerate,
    RemoveCounters,
    RemoveDamage,
    Roll,
    Sacrifice,
    Shuffle,
    Tap,
    Transform,
    TurnFaceUp,
    Unattach,
    Untap,
    WinGame,
)
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.replacement import Candidate

_BARE = frozenset({"exile"})
"""Zones that take no article."""


def place(zone: str) -> str:
    """Return a zone as it is called in a sentence."""
    if zone == "outside":
        return "outside the game"
    return zone if zone in _BARE else f"the {zone}"


def resolves(game: Game, obj: GameObject) -> None:
    """Tell the trace that a spell or ability resolves."""
    form = "{what} resolves" if obj.source is None else "The ability of {what} resolves"
    game.run.tell(form, "608.1", what=obj.source or obj)


def begins(event: Event) -> tuple[str, str] | None:
    """Return what now happens as a clause, and its rule, where that goes on with a move; None for anything else."""
    rule = _TOLD_FIRST.get(type(event))
    if rule is None or (isinstance(event, Draw) and event.object is None):
        return None
    return told(event), rule


def happened(event: Event) -> tuple[str, str] | None:
    """Return what has happened as a clause, and the rule that says what that is; None for what others tell."""
    rule = _TOLD.get(type(event))
    return (told(event), rule) if rule is not None else None


def each(game: Game, clause: Callable[[Event], tuple[str, str] | None], events: Iterable[Event]) -> None:
    """Tell the trace a clause of each event that has one; where there is no trace, they are not even made."""
    if game.run.trace is not None:
        for told_of in filter(None, map(clause, events)):
            game.run.tell(*told_of)


def told(event: Event | list[Event] | None) -> str:
    """Return an event as a clause: `bear deals 4 damage to bob`; `nothing happens` for none."""
    if event is None:
        return "nothing happens"
    if isinstance(event, list):
        return " and ".join(told(each) for each in event)
    clause = _CLAUSES.get(type(event))
    return clause(event) if clause is not None else _plain(event)


def stepped_in(game: Game, candidate: Candidate, event: Event, becomes: Event | list[Event] | None) -> None:
    """Tell the trace what would have happened, what effect stepped in, and what comes of it."""
    if game.run.trace is None:
        return
    rule = "615.6" if isinstance(candidate.effect, Prevention) else "614.6"
    verb = "prevents damage" if rule == "615.6" else "steps in"
    before, after = told(event), told(becomes)
    form = "Where {before}, {effect} {verb}: {after}" if before != after else "Where {before}, {effect} applies"
    effect = candidate.context.source or "an effect"
    game.run.tell(form, rule, before=before, effect=effect, verb=verb, after=after)


def moved(game: Game, old: GameObject, to: str) -> None:
    """Tell the trace that an object has changed zones; what goes to the stack is cast, which is told by itself."""
    if game.run.trace is None:
        return
    if old.zone == "nowhere" and old.kind == "token":
        game.run.tell("{what} is created", "111.1", what=old)
    elif to != "stack":
        game.run.tell("{what} goes from {old} to {new}", "400.7", what=old, old=place(old.zone), new=place(to))


def comes_off(game: Game, obj: GameObject) -> None:
    """Tell the trace why something does not stay attached: where it is, or since it may not be attached at all."""
    what = obj.characteristics
    rule = "704.5n" if "Creature" not in what.types and "Equipment" in what.subtypes else "704.5p"
    game.run.tell("{what} may not be attached to {to}", rule, what=obj, to=obj.attached_to)


def exchanged(game: Game, rule: str, form: str, ones: Sequence[Any], others: Sequence[Any]) -> None:
    """Tell the trace that two things, or two groups of things, are exchanged."""
    if game.run.trace is not None:
        one, other = (" and ".join(map(str, side)) or "nothing" for side in (ones, others))
        game.run.tell(form, rule, one=one, other=other)


def life_exchanged(game: Game, change: Event, possible: bool) -> None:
    """Tell the trace where a life total cannot be exchanged since it cannot become higher, or lower."""
    what, rule = ("gain", "119.7") if isinstance(change, GainLife) else ("lose", "119.8")
    if not possible:
        game.run.tell("{player} cannot {what} life", rule, player=change.affected, what=what)


def numbers_exchanged(game: Game, *ends: Any) -> None:
    """Tell the trace that two numbers are exchanged."""
    rule = "701.12c" if all(isinstance(end.thing, Player) for end in ends) else "701.12g"
    one, other = (
        f"the number {end.value}"
        if end.thing is None
        else f"the {end.name or 'life total'} of {end.thing} ({end.value})"
        for end in ends
    )
    exchanged(game, rule, "{one} and {other} are exchanged", [one], [other])


def _plain(event: Event) -> str:
    name = next(iter(sorted(event.names)), type(event).__name__)
    who = getattr(event, "player", None) or event.subject
    return f"{name} ({who})" if who is not None else name


def _move(event: Any) -> str:
    if event.to != "battlefield":
        return f"{event.object} goes to {place(event.to)}"
    how = [word for word in ("tapped", "face_down") if getattr(event, word)]
    how += [f"with {_counters(number, kind)}" for kind, number in event.counters if number]
    how += [f"as a copy of {values.name}" for values, _until in event.copying[-1:]]
    how += [f"with {kind} {value} chosen" for kind, value in event.chosen]
    how += [f"under {event.under}'s control"] if event.under is not None else []
    return " ".join([f"{event.object} enters", ", ".join(how).replace("_", " ")]).strip()


def _turn_face_up(event: Any) -> str:
    counters = [f"with {_counters(number, kind)}" for kind, number in event.counters]
    return " ".join([f"{event.object} is turned face up", *counters])


def _counters(number: int, kind: str) -> str:
    return f"{number} {kind} counter{'' if number == 1 else 's'}"


def _cards(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


_CLAUSES: dict[type[Event], Callable[[Any], str]] = {
    Damage: lambda e: f"{e.source} deals {e.amount} damage to {e.to}" if e.amount else told(None),
    Prevent: lambda e: f"{e.amount} damage by {e.source} to {e.to} is prevented",
    Draw: lambda e: f"{e.player} draws a card",
    DrawCards: lambda e: f"{e.player} draws {_cards(e.amount)}",
    Move: _move,
    Destroy: lambda e: f"{e.object} is destroyed",
    Sacrifice: lambda e: f"{e.player} sacrifices {e.object}",
    Discard: lambda e: f"{e.player} discards {e.object}",
    Mill: lambda e: f"{e.player} mills {_cards(e.amount)}",
    GainLife: lambda e: f"{e.player} gains {e.amount} life",
    LoseLife: lambda e: f"{e.player} loses {e.amount} life",
    ReduceLife: lambda e: f"damage reduces the life total of {e.player} to {e.amount}",
    PayLife: lambda e: f"{e.player} pays {e.amount} life",
    CreateToken: lambda e: f"{e.player} creates {e.amount} {e.token.values.name}",
    PutCounters: lambda e: f"{e.to} gets {_counters(e.amount, e.kind)}",
    RemoveCounters: lambda e: f"{e.to} loses {_counters(e.amount, e.kind)}",
    AddMana: lambda e: f"{e.player} adds {''.join(f'{{{kind}}}' for kind in e.kinds)}",
    Begin: lambda e: f"the {e.step or e.phase or 'turn'}{' step' if e.step else ''} of {e.player} begins",
    TurnFaceUp: _turn_face_up,
    Transform: lambda e: f"{e.object} transforms",
    Tap: lambda e: f"{e.object} becomes tapped",
    Untap: lambda e: f"{e.object} becomes untapped",
    Counter: lambda e: f"{e.object} is countered",
    Regenerate: lambda e: f"{e.object} regenerates",
    Attach: lambda e: f"{e.object} becomes attached to {e.to}",
    Unattach: lambda e: f"{e.object} becomes unattached",
    Cast: lambda e: f"{e.player} casts {e.object}",
    Activate: lambda e: f"{e.player} activates an ability of {e.object}",
    Attack: lambda e: f"{e.object} attacks {e.to}",
    Block: lambda e: f"{e.object} blocks {e.to}",
    Roll: lambda e: f"{e.player} rolls a die",
    Proliferate: lambda e: f"{e.player} proliferates {'once' if e.amount == 1 else f'{e.amount} times'}",
    RemoveDamage: lambda e: f"all damage is removed from {e.object}",
    Shuffle: lambda e: f"{e.player} shuffles",
    LoseGame: lambda e: f"{e.player} loses the game",
    WinGame: lambda e: f"{e.player} wins the game",
    Instructed: lambda _e: "what it says is done instead",
}

_TOLD_FIRST: dict[type[Event], str] = {
    Draw: "121.1",
    Destroy: "701.8a",
    Sacrifice: "701.21a",
    Discard: "701.9a",
}
_TOLD: dict[type[Event], str] = {
    RemoveDamage: "120.6",
    Cast: "601.2i",
    Attach: "701.3a",
    Unattach: "701.3d",
    Attack: "508.1a",
    Block: "509.1a",
    GainLife: "119.3",
    LoseLife: "119.3",
    PutCounters: "122.6",
    RemoveCounters: "122.1",
    Counter: "701.6a",
    Regenerate: "701.19a",
    Transform: "701.27a",
    TurnFaceUp: "708.8",
    LoseGame: "104.3",
    WinGame: "104.2",
}
"""What is told as it happens, with its rule; moves and damage are told where they happen."""
