"""Libraries (401): who knows which card lies where once one has been shuffled (701.24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@rule("701.24a")
def mix(_game: Game, player: Player) -> None:
    """Nobody knows the order of a shuffled library; chance decides on a card when somebody comes to look at it."""
    player.unknown = {card.key for card in player.library}


def at(game: Game, player: Player, place: int) -> GameObject:
    """Return the card at a place of a library, 0 for the top one; chance is asked where that is not known."""
    card = player.library[place]
    if card.key not in player.unknown:
        return card
    left = [each for each in player.library if each.key in player.unknown]
    word = game.ask_one(player, "shuffle", list(dict.fromkeys(each.word for each in left)))
    found = next(each for each in left if each.word == word)
    there = player.library.index(found)
    player.library[place], player.library[there] = found, card
    player.unknown.discard(found.key)
    return found


def as_shown(player: Player) -> list[GameObject]:
    """Return the cards of a library from the top, those whose places nobody knows in the order of their names."""
    if not player.unknown:
        return player.library
    hidden = iter(sorted((each for each in player.library if each.key in player.unknown), key=lambda card: card.word))
    return [next(hidden) if card.key in player.unknown else card for card in player.library]
