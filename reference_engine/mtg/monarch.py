"""The monarch (725): who it is, and the two abilities that come with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from reference_engine.kernel.rules import rule
from reference_engine.mtg import floating_effects
from reference_engine.mtg.cards.abilities import ability
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

ABILITIES: Final = (
    {
        "triggered": {"event": "begin", "step": "end step", "player": "monarch"},
        "label": "monarch",
        "do": {"draw": 1, "player": "monarch"},
    },
    {
        "triggered": {"event": "damage", "combat": True, "source": {"type": "Creature"}, "to": "monarch"},
        "label": "monarch",
        "do": {"monarch": {"controller of": "source"}},
    },
)
"""The abilities of the monarch in the words of card data; they have no source."""


def become(game: Game, player: Player | None) -> None:
    """Make a player the monarch, in place of the one before (725.3); None for nobody."""
    if player is game.monarch or (player is not None and player.left):
        return
    game.delayed = [each for each in game.delayed if "monarch" not in each.context.names]
    game.monarch = player
    if player is not None:
        inherent(game, player)


@rule("725.2")
def inherent(game: Game, player: Player) -> None:
    """The monarch draws at the beginning of their end step, and is the monarch until dealt combat damage."""
    for each in ABILITIES:
        floating_effects.begin(game, ability(each), Context(None, player, names={"monarch": player}))


def pass_on(game: Game, leaving: Player) -> None:
    """Let the active player become the monarch if the monarch leaves the game, or the next in turn order (725.4)."""
    if game.monarch is leaving:
        become(game, next(iter(game.in_turn_order()), None))
