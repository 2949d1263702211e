"""What would not happen anyway (614.7): events of which there is nothing, so that no effect can replace them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.events import (
    CopySpell,
    CreateToken,
    Damage,
    DrawCards,
    Event,
    Mill,
    Proliferate,
    PutCounters,
    Scry,
    Untap,
)

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

_OF_SO_MANY = (CopySpell, CreateToken, DrawCards, Mill, Proliferate, PutCounters, Scry)


def would_not_happen(game: Game, event: Event) -> bool:
    """Say whether an event is none: damage of 0, so many of nothing, what cannot be done to an object as it is."""
    if isinstance(event, Damage):
        return not deals_damage(game, event)
    return is_nothing(game, event) or (isinstance(event, Untap) and not can_be_untapped(game, event))


@rule("614.7a")
def deals_damage(_game: Game, event: Damage) -> bool:
    """A source that would deal 0 damage deals none, so that no effect can change it."""
    return event.amount > 0


@rule("614.7", usual=("never",))
def is_nothing(_game: Game, event: Event) -> bool:
    """To put no counters, create no tokens, draw no cards and so on is no event, of which an effect could make more."""
    return isinstance(event, _OF_SO_MANY) and event.amount == 0


@rule("701.26b", usual=("always",))
def can_be_untapped(_game: Game, event: Untap) -> bool:
    """Only a tapped permanent can be untapped."""
    return event.object.tapped
