"""What would not happen anyway (614.7): events of which there is nothing, so that no effect can replace them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import mistakes
from reference_engine.mtg.events import (
    AddMana,
    CopySpell,
    CreateToken,
    Damage,
    DrawCards,
    Event,
    Flip,
    GainLife,
    LoseLife,
    Mill,
    Move,
    Proliferate,
    PutCounters,
    RemoveCounters,
    Scry,
    Search,
    Shuffle,
    Tap,
    TurnFaceUp,
    Untap,
    WinGame,
)
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.permanents.tokens import as_a_token, by_kind, stays_where_it_is
from reference_engine.mtg.replacing import cant

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

_NO_PERMANENTS = frozenset({"Instant", "Sorcery"})
_OF_A_PLAYER = frozenset(
    {AddMana, DrawCards, Flip, GainLife, LoseLife, Mill, Proliferate, Scry, Search, Shuffle, WinGame}
)
"""What a player who has left does not do any more."""
_OF_SO_MANY = (AddMana, CopySpell, DrawCards, LoseLife, Mill, Proliferate, PutCounters, Scry)


def would_not_happen(game: Game, event: Any) -> bool:
    """Say whether an event is none: damage of 0, so many of nothing, what cannot be done to an object as it is."""
    kind = type(event)
    how = _HOW.get(kind)
    return (kind in _OF_A_PLAYER and event.player.left) or (how is not None and how(game, event))


@rule("800.4b", usual=("never",))
def comes_to_nobody(_game: Game, player: Player) -> bool:
    """Nothing enters under the control of a player who has left, and no token is created for one."""
    return player.left


@rule("614.7a")
def deals_damage(_game: Game, event: Damage) -> bool:
    """A source that would deal 0 damage deals none, so that no effect can change it."""
    return event.amount > 0


@rule("119.10", usual=("always",))
def is_a_gain(_game: Game, event: GainLife) -> bool:
    """A gain of no life is no gain, so that nothing replaces it and nothing triggers."""
    return event.amount > 0


@rule("614.7", usual=("never",))
def is_nothing(_game: Game, event: Any) -> bool:
    """To put no counters, create no tokens, draw no cards and so on is no event, of which an effect could make more."""
    return bool(event.amount <= 0)


@rule("122.2", usual=("always",))
def has_its_counters(_game: Game, event: RemoveCounters) -> bool:
    """What has left the battlefield has kept no counters that could be removed."""
    return not _is_gone(event.to)


@rule("122.6", usual=("always",))
def can_get_counters(_game: Game, event: PutCounters) -> bool:
    """Counters are put on what is on the battlefield, or enters it; what has left gets none."""
    return not _is_gone(event.to)


def _is_gone(thing: Any) -> bool:
    """Say whether something is an object that has become another one since (400.7), or nothing."""
    return isinstance(thing, GameObject) and thing.gone


@rule("701.26a", usual=("always",))
def can_be_tapped(_game: Game, event: Tap) -> bool:
    """Only an untapped permanent can be tapped."""
    return not event.object.tapped


@rule("701.26b", usual=("always",))
def can_be_untapped(_game: Game, event: Untap) -> bool:
    """Only a tapped permanent can be untapped."""
    return event.object.tapped


@rule("708.11", usual=("always",))
def is_face_down(_game: Game, event: TurnFaceUp) -> bool:
    """Only a face-down permanent is turned face up, and only then does it what it does as that happens."""
    return event.object.face_down


@rule("701.40g", usual=("never",))
def stays_face_down(_game: Game, event: TurnFaceUp) -> bool:
    """What an instant or sorcery card represents is left face down where it would be turned face up."""
    return not event.object.printed.types.isdisjoint(_NO_PERMANENTS)


@rule("400.4a", usual=("always",))
def can_be_a_permanent(_game: Game, event: Move) -> bool:
    """An instant or sorcery card cannot enter the battlefield, other than face down; it stays where it is."""
    face = event.object.face
    printed = face.back.characteristics if event.back and face and face.back else event.object.printed
    return event.face_down or printed.types.isdisjoint(_NO_PERMANENTS)


@rule("111.5", usual=("always",))
def can_be_created(game: Game, event: CreateToken) -> bool:
    """A token is not created that cannot enter as what it is, or that would be an instant or a sorcery."""
    return any(
        kind.token.values.types.isdisjoint(_NO_PERMANENTS) and not cant.happen(game, entering_as_created(game, kind))
        for kind in by_kind(game, event)
    )


def _move(game: Game, event: Move) -> bool:
    if event.object.kind == "token" and stays_where_it_is(game, event.object):
        return True
    if event.to != "battlefield":
        return False
    return (event.under is not None and comes_to_nobody(game, event.under)) or not can_be_a_permanent(game, event)


def _has_left(thing: Any) -> bool:
    return isinstance(thing, Player) and thing.left


def _put_counters(game: Game, event: PutCounters) -> bool:
    return _has_left(event.to) or not can_get_counters(game, event) or is_nothing(game, event)


def _create(game: Game, event: CreateToken) -> bool:
    if comes_to_nobody(game, event.player):
        return True
    return not can_be_created(game, event) if event.amount else is_nothing(game, event)


_HOW: dict[type[Event], Callable[[Game, Any], bool]] = {
    **dict.fromkeys(_OF_SO_MANY, is_nothing),
    CreateToken: _create,
    Damage: lambda game, event: not deals_damage(game, event),
    GainLife: lambda game, event: not is_a_gain(game, event),
    Move: _move,
    PutCounters: _put_counters,
    RemoveCounters: lambda game, event: not has_its_counters(game, event),
    Tap: lambda game, event: not can_be_tapped(game, event),
    TurnFaceUp: lambda game, event: not is_face_down(game, event) or stays_face_down(game, event),
    Untap: lambda game, event: not can_be_untapped(game, event),
}
"""By the kind of event; one of another kind is always something."""


@rule("701.7b", usual=(), mistakes={"as it would exist": mistakes.as_it_would_exist})
def entering_as_created(game: Game, event: CreateToken) -> Move:
    """As a token is created, what effects would make of it on the battlefield does not count yet."""
    return event.part(Move, object=as_a_token(game, event), to="battlefield")
