"""Which players lose by state-based actions (704.5a to 704.5c, 704.6c)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.language.conditions import says_of
from reference_engine.mtg.objects import Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@rule("704.5a")
def out_of_life(_game: Game, player: Player) -> bool:
    """A player with 0 or less life loses the game."""
    return player.life <= 0


@rule("613.11", usual=("never",))
def lives_on(game: Game, player: Player) -> bool:
    """An effect can change the rule by which a player without life loses, and no other by which one does."""
    return says_of(game, player, "loses without life")


@rule("704.5b")
def out_of_cards(game: Game, player: Player) -> bool:
    """A player who has drawn from an empty library loses the game."""
    return player in game.unchecked.drew_from_nothing


@rule("704.5c")
def poisoned(_game: Game, player: Player) -> bool:
    """A player with ten or more poison counters loses the game."""
    return player.counters["poison"] >= 10  # noqa: PLR2004 - the rule's own number


@rule("704.6c")
def beaten_by_a_commander(_game: Game, player: Player) -> bool:
    """A player who has been dealt 21 or more combat damage by one commander over the course of the game loses."""
    return any(dealt >= 21 for dealt in player.dealt_by.values())  # noqa: PLR2004 - the rule's own number


def loses(game: Game, player: Player) -> bool:
    """Say whether a player loses by a state-based action, and tell why."""
    if out_of_life(game, player) and not lives_on(game, player):
        game.run.tell("{player} has {life} life", "704.5a", player=player, life=player.life)
    elif out_of_cards(game, player):
        game.run.tell("{player} has drawn from an empty library", "704.5b", player=player)
    elif poisoned(game, player):
        game.run.tell("{player} has ten or more poison counters", "704.5c", player=player)
    elif player.dealt_by and beaten_by_a_commander(game, player):
        game.run.tell("{player} has been dealt 21 or more combat damage by a commander", "704.6c", player=player)
    else:
        return False
    return True
