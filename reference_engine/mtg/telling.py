"""Events in words, for the trace: what would happen, what stepped in, what happens instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.mtg.cards.abilities import Prevention
from reference_engine.mtg.events import (
    Activate,
    AddMana,
    Attach,
    Attack,
    BecomeMonstrous,
    Begin,
    Block,
    Cast,
    CopySpell,
    Counter,
    CreateToken,
    Damage,
    Destroy,
    Discard,
    Draw,
    DrawCards,
    Event,
    Flip,
    GainControl,
    GainLife,
    Instructed,
    LoseGame,
    LoseLife,
    LoseMana,
    Mill,
    Move,
    PayLife,
    PlayLand,
    Prevent,
    Proliferate,
    PutCounters,
    ReduceLife,
    Regenerate,
    RemoveCounters,
    RemoveDamage,
    Roll,
    Sacrifice,
    Scry,
    Search,
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
    from reference_engine.mtg.replacing.candidate import Candidate

Clause = tuple[Any, str, Any]
"""Subject, verb in the third person, and the rest."""

_NOTHING: Clause = ("nothing", "happens", "")
_BASE = {"is": "be", "goes": "go", "copies": "copy", "scries": "scry", "searches": "search"}
"""The verbs that do not just lose their `s` after `would`."""

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
    if isinstance(event, list):
        return " and ".join(told(each) for each in event)
    subject, verb, rest = _clause(event)
    return f"{subject} {verb} {rest}".rstrip()


def would(event: Event) -> str:
    """Return an event that has yet to happen as a clause: `bear would deal 2 damage to bob`."""
    subject, verb, rest = _clause(event)
    return f"{subject} would {_BASE.get(verb, verb[:-1])} {rest}".rstrip()


def _clause(event: Event | None) -> Clause:
    if event is None:
        return _NOTHING
    clause = _CLAUSES.get(type(event))
    return clause(event) if clause is not None else _plain(event)


def stepped_in(game: Game, candidate: Candidate, event: Event, becomes: Event | list[Event] | None) -> None:
    """Tell the trace what would have happened, what effect stepped in, and what comes of it."""
    if game.run.trace is None:
        return
    rule = "615.6" if isinstance(candidate.effect, Prevention) else "614.6"
    verb = "prevents damage" if rule == "615.6" else "steps in"
    after = told(becomes)
    form = "{before}, but {effect} {verb}: {after}" if told(event) != after else "{before}, and {effect} applies"
    effect = candidate.context.source or "an effect"
    game.run.tell(form, rule, before=would(event), effect=effect, verb=verb, after=after)


def moved(game: Game, old: GameObject, to: str) -> None:
    """Tell the trace that an object has changed zones; what goes to the stack is cast, which is told by itself."""
    if game.run.trace is None:
        return
    if old.zone == "nowhere" and old.kind == "token":
        game.run.tell("{what} is created", "701.7a", what=old)
    elif to != "stack":
        game.run.tell("{what} goes from {old} to {new}", "400.7", what=old, old=place(old.zone), new=place(to))


def comes_off(game: Game, obj: GameObject) -> None:
    """Tell the trace why something does not stay attached: where it is, or since it may not be attached at all."""
    what = obj.characteristics
    attaches = not what.subtypes.isdisjoint({"Equipment", "Fortification"})
    rule = "704.5n" if attaches and what.types.isdisjoint({"Battle", "Creature"}) else "704.5p"
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


def _plain(event: Event) -> Clause:
    name = next(iter(sorted(event.names)), type(event).__name__)
    who = getattr(event, "player", None) or event.subject
    return f"`{name}`", "happens", f"to {who}" if who is not None else ""


def _move(event: Any) -> Clause:
    if event.to != "battlefield":
        return event.object, "goes", f"to {place(event.to)}"
    how = [word for word in ("tapped", "face_down") if getattr(event, word)]
    how += [f"with {_counters(number, kind)}" for kind, number in event.counters if number]
    how += [f"as a copy of {values.name}" for values, _until in event.copying[-1:]]
    how += [f"with {kind} {value} chosen" for kind, value in event.chosen]
    how += [f"under {event.under}'s control"] if event.under is not None else []
    return event.object, "enters", ", ".join(how).replace("_", " ")


def _lose_mana(event: Any) -> Clause:
    mana = f"{{{event.mana.kind}}}"
    return (
        (event.player, "loses", mana)
        if event.becomes is None
        else (event.player, "keeps", f"{mana} as {{{event.becomes}}}")
    )


def _turn_face_up(event: Any) -> Clause:
    counters = [f"with {_counters(number, kind)}" for kind, number in event.counters]
    return event.object, "is", " ".join(["turned face up", *counters])


def _counters(number: int, kind: str) -> str:
    return f"{number} {kind} counter{'' if number == 1 else 's'}"


def _cards(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


_CLAUSES: dict[type[Event], Callable[[Any], Clause]] = {
    Damage: lambda e: (e.source, "deals", f"{e.amount} damage to {e.to}") if e.amount else _NOTHING,
    Prevent: lambda e: (f"{e.amount} damage by {e.source} to {e.to}", "is", "prevented"),
    Draw: lambda e: (e.player, "draws", "a card"),
    DrawCards: lambda e: (e.player, "draws", _cards(e.amount)),
    Move: _move,
    Destroy: lambda e: (e.object, "is", "destroyed"),
    Sacrifice: lambda e: (e.player, "sacrifices", e.object),
    Discard: lambda e: (e.player, "discards", e.object),
    Mill: lambda e: (e.player, "mills", _cards(e.amount)),
    GainLife: lambda e: (e.player, "gains", f"{e.amount} life"),
    LoseLife: lambda e: (e.player, "loses", f"{e.amount} life"),
    ReduceLife: lambda e: ("damage", "reduces", f"the life total of {e.player} to {e.amount}"),
    PayLife: lambda e: (e.player, "pays", f"{e.amount} life"),
    CreateToken: lambda e: (e.player, "creates", f"{e.amount} {e.token.values.name}"),
    PutCounters: lambda e: (e.to, "gets", _counters(e.amount, e.kind)),
    RemoveCounters: lambda e: (e.to, "loses", _counters(e.amount, e.kind)),
    AddMana: lambda e: (e.player, "adds", "".join(f"{{{kind}}}" for kind in e.kinds)),
    Begin: lambda e: (f"the {e.step or e.phase or 'turn'}{' step' if e.step else ''} of {e.player}", "begins", ""),
    TurnFaceUp: _turn_face_up,
    Transform: lambda e: (e.object, "transforms", ""),
    Tap: lambda e: (e.object, "becomes", "tapped"),
    Untap: lambda e: (e.object, "becomes", "untapped"),
    Counter: lambda e: (e.object, "is", "countered"),
    Regenerate: lambda e: (e.object, "regenerates", ""),
    Attach: lambda e: (e.object, "becomes", f"attached to {e.to}"),
    Unattach: lambda e: (e.object, "becomes", "unattached"),
    Cast: lambda e: (e.player, "casts", e.object),
    Activate: lambda e: (e.player, "activates", f"an ability of {e.object}"),
    Attack: lambda e: (e.object, "attacks", e.to),
    Block: lambda e: (e.object, "blocks", e.to),
    Roll: lambda e: (e.player, "rolls", "a die"),
    Proliferate: lambda e: (e.player, "proliferates", "once" if e.amount == 1 else f"{e.amount} times"),
    RemoveDamage: lambda e: ("all damage", "is", f"removed from {e.object}"),
    Shuffle: lambda e: (e.player, "shuffles", ""),
    BecomeMonstrous: lambda e: (e.object, "becomes", "monstrous"),
    CopySpell: lambda e: (e.player, "copies", e.object),
    GainControl: lambda e: (e.player, "gains", f"control of {e.object}"),
    PlayLand: lambda e: (e.player, "plays", e.object),
    Flip: lambda e: (e.player, "flips", "a coin" if e.amount == 1 else f"{e.amount} coins"),
    LoseMana: _lose_mana,
    Scry: lambda e: (e.player, "scries", e.amount),
    Search: lambda e: (e.player, "searches", "a library" if e.top is None else f"the top {e.top} cards of a library"),
    LoseGame: lambda e: (e.player, "loses", "the game"),
    WinGame: lambda e: (e.player, "wins", "the game"),
    Instructed: lambda _e: ("what it says", "is", "done instead"),
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
