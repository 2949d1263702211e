"""How far each kind of event can change what objects are, so that this is not worked out anew after every event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.mtg import events as e
from reference_engine.mtg.layers.effect import counters_change
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def note(game: Game, happened: Sequence[e.Event]) -> None:
    """Note what these events can have changed. Moves see to it themselves (`Game.moved`)."""
    for event in happened:
        how_far = _HOW_FAR.get(type(event))
        if how_far is not None:
            how_far(game, event)


def _counted(game: Game, event: e.PutCounters | e.RemoveCounters) -> None:
    """Counters can change what an object is; those of a player are looked at by few effects."""
    if not isinstance(event.to, GameObject):
        game.unsettle()
    elif game.layered or counters_change(event.kind):
        game.renew()


def _objects_differ(game: Game, _event: e.Event) -> None:
    game.renew()


def _effects_may_differ(game: Game, _event: e.Event) -> None:
    game.reconsider()


def _no_object_differs(game: Game, _event: e.Event) -> None:
    game.unsettle()


_HOW_FAR: dict[type[e.Event], Callable[[Game, Any], None]] = {
    **dict.fromkeys((e.Transform, e.TurnFaceUp, e.GainControl, e.LoseGame, e.WinGame, e.Shuffle), _objects_differ),
    **dict.fromkeys((e.PutCounters, e.RemoveCounters), _counted),
    e.Attach: _effects_may_differ,
    **dict.fromkeys(
        (
            e.Damage, e.Draw, e.DrawCards, e.GainLife, e.LoseLife, e.PayLife, e.Tap, e.Untap, e.AddMana,
            e.Counter, e.Regenerate, e.Destroy, e.Sacrifice, e.Discard, e.Mill, e.CreateToken, e.Search, e.Roll,
            e.Cast, e.PlayLand, e.Begin, e.Attack, e.Block, e.BecomeBlocked,
        ),
        _no_object_differs,
    ),
}  # fmt: skip
"""Kinds that are not here, such as becoming a target, are looked at by no effect on characteristics."""
