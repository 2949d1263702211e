"""Commanders (903): cards that their owners may keep in the command zone, and cast from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.abilities import ability
from reference_engine.mtg.events import Event, Move
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.replacing.candidate import Candidate

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

_IN_ITS_PLACE: Final[Any] = {
    "replace": {"event": "move", "object": "this"},
    "with": {"to": "command"},
    "optional": True,
}
"""The effect of rule 903.9b, in the words of card data; from which zones it keeps a commander is asked before."""


def effects_on(game: Game, event: Move) -> list[Candidate]:
    """Return the effect of rule 903.9b on a movement, where it has one."""
    if event.object.commander is None or event.to not in _zones(game):
        return []
    ctx = Context(event.object, event.object.owner)
    return [Candidate(ability(each), ctx, opportunity(game, event)) for each in may_be_put_there(game)]


def _zones(game: Game) -> tuple[str, ...]:
    return ("graveyard", "exile") if kept_from_graveyard_and_exile(game) else ("hand", "library")


@rule("903.9a")
def kept_from_graveyard_and_exile(game: Game) -> bool:
    """In the rules of 2013 it was in place of the graveyard and of exile that a commander could be put there."""
    return game.of_2013


@rule("903.9b", usual=("nothing",))
def may_be_put_there(_game: Game) -> list[Any]:
    """A commander that would be put into a hand or a library may be put into the command zone instead."""
    return [_IN_ITS_PLACE]


@rule("903.9b", usual=(), mistakes={"once": lambda _rule, _game, event: event.object.key})
def opportunity(_game: Game, event: Move) -> Any:
    """The effect may apply to one event again, an exception to 614.5: its key names the zone that is gone to."""
    return event.object.key, event.to


def put_aside(game: Game) -> list[Event]:
    """Return the movements of commanders that their owners put into the command zone as a state-based action."""
    new, game.unchecked.commanders = game.unchecked.commanders, []
    if not new or kept_from_graveyard_and_exile(game):
        return []
    return [
        Move(object=obj, to="command")
        for player in game.in_turn_order()
        for obj in new
        if obj.owner is player and still_there(game, obj) and game.accepts(player, obj.word)
    ]


@rule("903.9a", usual=("never",))
def still_there(_game: Game, commander: GameObject) -> bool:
    """A commander that has just been put into a graveyard or exile may be put into the command zone from there."""
    return not commander.gone


def may_cast(game: Game, obj: GameObject, player: Player) -> bool:
    """Say whether a player may cast a commander from the command zone."""
    return obj.zone == "command" and obj.commander is not None and from_the_command_zone(game, obj, player)


@rule("903.8", usual=("never",))
def from_the_command_zone(_game: Game, commander: GameObject, player: Player) -> bool:
    """A player may cast a commander that they own from the command zone."""
    return commander.owner is player


def tax(game: Game, spell: GameObject) -> list[str]:
    """Return what a commander that is cast from the command zone costs in addition."""
    commander = spell.commander
    if commander is None or spell.casting.cast_from != "command":
        return []
    return [f"{{{in_addition(game, commander.casts)}}}"]


@rule("903.8", usual=("none",))
def in_addition(_game: Game, casts: int) -> int:
    """A commander costs {2} more for each time that it was cast from the command zone before."""
    return 2 * casts
