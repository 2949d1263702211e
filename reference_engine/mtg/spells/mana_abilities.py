"""Which activated abilities are mana abilities (605.1a)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.abilities import Ability, Activated

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@rule("605.1a")
def is_mana_ability(game: Game, ability: Ability) -> bool:
    """An activated ability that has no target, could add mana and is no loyalty ability is a mana ability."""
    return (
        isinstance(ability, Activated)
        and ability.makes_mana
        and not ability.loyalty
        and leaves_libraries_alone(game, ability)
    )


@rule("605.1a", usual=("always",))
def leaves_libraries_alone(game: Game, ability: Activated) -> bool:
    """Since 2026 an ability whose cost or effect moves a card to or from a library is none."""
    return game.edition < "2026" or not ability.library
