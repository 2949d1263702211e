"""Leaving the game (800.4) and how it ends (104)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg import floating_effects, zones
from reference_engine.mtg.events import Move
from reference_engine.mtg.monarch import pass_on
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.floating_effects import Floating
    from reference_engine.mtg.game import Game


def leave(game: Game, player: Player) -> None:
    """A player leaves the game; the last one left wins (104.2a)."""
    player.left = True
    rest = [each for each in game.players if not each.left]
    if len(rest) > 1:  # the objects of the last loser do not matter any more
        player.left_with = last_known_of(game, player)
        objects_leave(game, player)
    else:
        game.over = True
        for each in game.players:
            each.won = not each.left  # nobody's, if the last one leaves at the same time (104.4a)
    pass_on(game, player)
    game.renew()


@rule("800.4i", usual=(), mistakes={"as things stand": lambda _rule, _game, _player: {}})
def last_known_of(_game: Game, player: Player) -> dict[str, int]:
    """What is asked about a player who has left, such as the number of cards in hand, is as it was before that."""
    return {zone: len(getattr(player, zone)) for zone in ("hand", "library", "graveyard")}


@rule("800.4a")
def objects_leave(game: Game, player: Player) -> None:
    """The player's objects leave with them; effects that give them control end; what they still control is exiled."""
    floating_effects.end(game, lambda each: gives_control_to(each, player))
    owned = [obj for obj in game.everything() if obj.owner is player]
    gone = [Move(object=obj, to="outside") for obj in owned if obj.zone == "battlefield" and not obj.phased_out]
    for obj in owned:
        zones.cease(game, obj)
    game.renew()
    noticed(game, gone)


def gives_control_to(effect: Floating, player: Player) -> bool:
    """Say whether an effect has what enters come under a player's control."""
    change = effect.ability.data.get("with")
    return effect.context.controller is player and isinstance(change, dict) and change.get("controller") == "you"


@rule("800.4a")
def noticed(game: Game, gone: list[Move]) -> None:
    """What triggers on leaving the battlefield does so on what leaves the game with its owner (603.6c)."""
    game.moment.noted += gone


def of_losers(game: Game, losing: Sequence[Player]) -> list[GameObject]:
    """Return the permanents that leave the game with players who lose."""
    return [obj for obj in game.battlefield if obj.owner in losing]


def exile_what_is_nobodys(game: Game) -> None:
    """Exile what players who have left still control, or what has come back to one, as soon as it has."""
    for player in game.players:  # asked after every event
        if player.left and not game.over:
            nobody_is_left_to_control(game)
            return


@rule("800.4c")
def nobody_is_left_to_control(game: Game) -> None:
    """What a player who has left still controls (800.4a), or what would come back to one, is exiled."""
    game.index  # noqa: B018 - works out who controls what now
    from reference_engine.mtg.replacing.replacement import propose

    kept = [obj for obj in (*game.battlefield, *game.stack) if obj.controller.left]
    if kept:
        propose(game, *(Move(object=obj, to="exile") for obj in kept))
