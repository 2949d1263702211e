"""The redirection of damage to planeswalkers that the rules of 2013 had (306.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.abilities import ability
from reference_engine.mtg.events import Damage, Event
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.replacing.candidate import Candidate

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

_IN_ITS_PLACE: Final[Any] = {
    "replace": {"event": "damage", "to": "opponent"},
    "with": {"to": {"type": "Planeswalker", "controller": "recipient"}},
    "optional": True,
}
"""In the words of card data."""


def effects_on(game: Game, event: Event) -> list[Candidate]:
    """Return the effect of that rule on an event, where it has one."""
    if not isinstance(event, Damage) or not isinstance(event.to, Player) or not could_be(game, event):
        return []
    if not _planeswalkers(game, event.to):
        return []
    return [Candidate(ability(_IN_ITS_PLACE), Context(event.source), "306.7")]


@rule("306.7")
def could_be(game: Game, event: Damage) -> bool:
    """Until 2018 noncombat damage to an opponent could be dealt to a planeswalker of that opponent's instead."""
    return game.edition < "2018" and not event.combat


def _planeswalkers(game: Game, player: Player) -> list[GameObject]:
    return [each for each in game.permanents if each.controller is player and "Planeswalker" in game.look(each).types]
