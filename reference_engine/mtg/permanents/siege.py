"""What becomes of a Siege that is defeated (310.12b)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.abilities import ability
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import GameObject
from reference_engine.mtg.spells.triggers import trigger

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

DEFEATED: Final = {
    "triggered": {"event": "reflexive"},
    "label": "siege",
    "do": [{"exile": "this", "as": "gone"}, {"cast": "gone", "free": True, "transformed": True}],
}
"""The ability that every Siege has, in the words of card data."""


def waits_for_defeat(game: Game, obj: GameObject) -> bool:
    """Say whether an object is a Siege that has the ability of Sieges."""
    what = game.look(obj)
    return "Siege" in what.subtypes and not (what.bare and lost_with_the_others(game))


@rule("310.12b", usual=("never",))
def lost_with_the_others(_game: Game) -> bool:
    """The ability of a Siege is one that it has, and is lost with all its others."""
    return True


@rule("310.12b")
def defeated(game: Game, siege: GameObject) -> None:
    """When its last defense counter is removed a Siege is exiled, and may be cast transformed for nothing."""
    trigger(game, ability(DEFEATED), Context(siege))
