"""Counters that protect the permanent that they are on: what effects they create (122.1c, 122.1d, 122.1h)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.abilities import ability
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

KINDS: Final = frozenset({"shield", "stun", "finality"})
_SHIELD: Final = (
    {
        "replace": {"event": "destroy", "object": "this", "cause": "effect"},
        "do": {"remove counters": {"shield": 1}, "from": "this"},
    },
    {
        "prevent": {"event": "damage", "to": "this"},
        "then": {"remove counters": {"shield": 1}, "from": "this"},
    },
)
_STUN: Final = (
    {
        "replace": {"event": "untap", "object": "this"},
        "do": {"remove counters": {"stun": 1}, "from": "this"},
    },
)
_FINALITY: Final = ({"replace": {"event": "dies", "object": "this"}, "with": {"to": "exile"}},)
"""The effects that each kind of them creates, in the words of card data."""


def protections(game: Game, obj: GameObject) -> list[tuple[str, Any]]:
    """Return the effects that the counters on a permanent create, each with a name of its own; one for each kind."""
    created = {"shield": shields, "stun": stuns, "finality": is_final}
    return [
        (str(each), ability(each)) for kind, effects in created.items() if obj.counters[kind] for each in effects(game)
    ]


@rule("122.1c", usual=("nothing",))
def shields(_game: Game) -> list[Any]:
    """A shield counter is removed in place of damage, and of destruction by an effect."""
    return list(_SHIELD)


@rule("122.1d", usual=("nothing",))
def stuns(_game: Game) -> list[Any]:
    """A stun counter is removed in place of untapping."""
    return list(_STUN)


@rule("122.1h", usual=("nothing",))
def is_final(_game: Game) -> list[Any]:
    """A permanent with a finality counter is exiled in place of being put into a graveyard."""
    return list(_FINALITY)
