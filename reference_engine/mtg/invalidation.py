"""How far each kind of event can change what objects are, so that this is not recomputed after every event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.mtg import events as e
from reference_engine.mtg.layers.layered_effect import counters_change
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def note(game: Game, happened: Sequence[e.Event]) -> None:
    """Note what these events can have changed."""
    for event in happened:
        _HOW_FAR.get(type(event), _objects_differ)(game, event)


def _counted(game: Game, event: e.PutCounters | e.RemoveCounters) -> None:
    """Counters can change what an object is; those of a player are looked at by few effects."""
    if isinstance(event.to, GameObject) and (game.layered.sight.zones or counters_change(event.kind)):
        game.renew()
    else:
        _no_object_differs(game, event)


def _objects_differ(game: Game, _event: e.Event) -> None:
    game.renew()


def _effects_may_differ(game: Game, _event: e.Event) -> None:
    game.reconsider()


def _no_object_differs(game: Game, _event: e.Event) -> None:
    game.unchecked.news = game.unchecked.players_differ = True
    game.unsettle()


def _no_action_follows(game: Game, _event: e.Event) -> None:
    """No state-based action comes of it either."""
    game.unsettle()


def _sees_to_it_itself(_game: Game, _event: e.Event) -> None:
    """Objects that move are looked at one by one (`Game.moved`), and so is what instructions bring about."""


_HOW_FAR: dict[type[e.Event], Callable[[Game, Any], None]] = {
    **dict.fromkeys((e.Transform, e.TurnFaceUp, e.LoseGame, e.WinGame, e.Shuffle, e.Scry), _objects_differ),
    **dict.fromkeys((e.PutCounters, e.RemoveCounters), _counted),
    **dict.fromkeys((e.Move, e.Instructed), _sees_to_it_itself),
    e.Attach: _effects_may_differ,
    **dict.fromkeys(
        (
            e.Damage, e.Draw, e.DrawCards, e.GainLife, e.LoseLife, e.PayLife, e.Counter, e.Regenerate, e.Destroy,
            e.Sacrifice, e.Discard, e.Mill, e.CreateToken, e.Attack, e.Block, e.BecomeBlocked, e.BecomeMonstrous,
        ),
        _no_object_differs,
    ),
    **dict.fromkeys(
        (
            e.Tap, e.Untap, e.AddMana, e.LoseMana, e.Search, e.Roll, e.Flip, e.Cast, e.PlayLand, e.Begin, e.Activate,
            e.Target, e.Prevent,
        ),
        _no_action_follows,
    ),
}  # fmt: skip
"""A kind that is not listed here is assumed to change objects."""
