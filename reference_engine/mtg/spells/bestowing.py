"""Bestow (702.103): a creature card that is cast as an Aura, and is one until it comes off what it enchants."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import floating_effects
from reference_engine.mtg.cards.abilities import ability
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.characteristics import Characteristics
    from reference_engine.mtg.game import Game


@functools.cache
def _bestowed() -> Any:
    return ability(
        {
            "static": {
                "affects": "this",
                "sets": {"types": "Enchantment", "enchantment types": "Aura"},
                "adds": {"abilities": [{"keyword": "enchant", "quality": {"type": "Creature"}}]},
            }
        }
    )


@rule("702.103b")
def bestow(game: Game, spell: GameObject) -> None:
    """A spell cast bestowed becomes an Aura enchantment with enchant creature as it is put onto the stack."""
    floating_effects.begin(game, _bestowed(), Context(spell))


@rule("702.103d", usual=(), mistakes={"as it is": lambda _rule, _game, values: values})
def as_bestowed(_game: Game, values: Characteristics) -> Characteristics:
    """Whether a spell can be cast bestowed is told by what it then is: an Aura enchantment, and no creature."""
    return values.but(types=frozenset({"Enchantment"}), subtypes=frozenset({"Aura"}))


def is_bestowed(game: Game, obj: GameObject) -> bool:
    """Say whether an object is a bestowed Aura spell or a bestowed Aura."""
    return any(each.ability is _bestowed() and each.affects(obj) for each in game.floating)


@rule("702.103c", usual=("never",))
def copied_bestowed(game: Game, spell: GameObject) -> bool:
    """A copy of a bestowed Aura spell is one, too."""
    return is_bestowed(game, spell)


@rule("702.103e", usual=("never",))
def resolves_as_a_creature(game: Game, spell: GameObject) -> bool:
    """A bestowed Aura spell whose target is illegal ceases to be bestowed and resolves as a creature spell."""
    return is_bestowed(game, spell)


@rule("702.103f", usual=("never",))
def comes_off_instead(game: Game, obj: GameObject) -> bool:
    """A bestowed Aura on something illegal becomes unattached, where another Aura would go to the graveyard."""
    return is_bestowed(game, obj)


@rule("702.103f")
def cease(game: Game, obj: GameObject) -> None:
    """A bestowed Aura that becomes unattached ceases to be bestowed."""
    floating_effects.end(game, lambda each: each.ability is _bestowed() and each.affects(obj))
