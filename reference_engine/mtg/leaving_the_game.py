"""Leaving the game (800.4) and how it ends (104)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg import floating_effects, last_known, zones
from reference_engine.mtg.events import Move
from reference_engine.mtg.monarch import pass_on
from reference_engine.mtg.objects import Player

if TYPE_CHECKING:
    from reference_engine.mtg.ability_index import Index
    from reference_engine.mtg.floating_effects import Floating
    from reference_engine.mtg.game import Game


def leave(game: Game, player: Player) -> None:
    """A player leaves the game; the last one left wins (104.2a)."""
    player.left = True
    rest = [each for each in game.players if not each.left]
    if len(rest) > 1:  # the objects of the last loser do not matter any more
        objects_leave(game, player)
    else:
        game.over = True
        for each in game.players:
            each.won = not each.left  # nobody's, if the last one leaves at the same time (104.4a)
    pass_on(game, player)
    game.renew()


@rule("800.4a")
def objects_leave(game: Game, player: Player) -> None:
    """The player's objects leave with them; effects that give them control end; what they still control is exiled."""
    floating_effects.end(game, lambda each: gives_control_to(each, player))
    before = game.index
    owned = [obj for obj in game.everything() if obj.owner is player]
    gone = [Move(object=obj, to="outside") for obj in owned if obj.zone == "battlefield" and not obj.phased_out]
    known = last_known.now(game, [move.object for move in gone])
    for obj in owned:
        zones.cease(game, obj)
    last_known.keep(known)
    game.renew()
    noticed(game, gone, before)
    _exile_what_they_control(game)


def gives_control_to(effect: Floating, player: Player) -> bool:
    """Say whether an effect has what enters come under a player's control."""
    change = effect.ability.data.get("with")
    return effect.context.controller is player and isinstance(change, dict) and change.get("controller") == "you"


@rule("800.4a")
def noticed(game: Game, gone: list[Move], before: Index) -> None:
    """What triggers on leaving the battlefield does so on what leaves the game with its owner (603.6c)."""
    from reference_engine.mtg.spells.triggers import notice

    notice(game, gone, before)


def exile_what_is_nobodys(game: Game) -> None:
    """Exile what has come back to a player who has left, as soon as it has."""
    if any(player.left for player in game.players):
        nobody_is_left_to_control(game)


@rule("800.4c")
def nobody_is_left_to_control(game: Game) -> None:
    """What would come back to a player who has left, since another's control of it has ended, is exiled."""
    _exile_what_they_control(game)


def _exile_what_they_control(game: Game) -> None:
    """Exile what players who have left control."""
    game.index  # noqa: B018 - works out who controls what now
    from reference_engine.mtg.replacing.replacement import propose

    kept = [obj for obj in (*game.battlefield, *game.stack) if obj.controller.left]
    if kept:
        propose(game, *(Move(object=obj, to="exile") for obj in kept))
