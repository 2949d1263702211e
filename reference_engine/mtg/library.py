"""Libraries (401): in which order cards lie in one (401.4, 701.22), and who knows it after a shuffle (701.24)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

from reference_engine.kernel.rules import rule
from reference_engine.mtg.events import Event, Move, Scry, Shuffle
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


def top(game: Game, player: Player, number: int) -> list[GameObject]:
    """Return the top cards of a library but for those that are entering from it."""
    found: list[GameObject] = []
    place = 0
    while len(found) < number and place < len(player.library):
        card = at(game, player, place)
        place += 1
        if not is_entering(game, card):
            found.append(card)
    return found


@rule("614.13c")
def is_entering(game: Game, card: GameObject) -> bool:
    """A card that is entering from a library is not among those milled or exiled from it meanwhile."""
    return card in game.moment.arriving


def as_shown(player: Player) -> list[GameObject]:
    """Return the cards of a library from the top, those whose places nobody knows in the order of their names."""
    if not player.unknown:
        return player.library
    hidden = iter(sorted((each for each in player.library if each.key in player.unknown), key=lambda card: card.word))
    return [next(hidden) if card.key in player.unknown else card for card in player.library]


@rule("401.4", usual=(), mistakes={"as they come": lambda _rule, _game, events: events})
def arranged(game: Game, events: Sequence[Event]) -> Sequence[Event]:
    """Cards that are put on top or at the bottom of a library at the same time come there in their owner's order."""
    coming: dict[tuple[Player, bool], list[int]] = {}
    for place, event in enumerate(events):
        if _is_placed(event):
            coming.setdefault((event.object.owner, event.position == "bottom"), []).append(place)
    if not coming:
        return events
    new = list(events)
    for player in game.in_turn_order():
        for bottom in (False, True):
            by_owner(game, "library", new, coming.get((player, bottom), ()), bottom=bottom)
    return new


def by_owner(game: Game, pile: str, events: list[Event], places: Sequence[int], *, bottom: bool = False) -> None:
    """Let the owner of cards say in which order they come to a pile; the moves that change places stand at `places`."""
    moves: Any = [events[place] for place in places]
    cards = [move.object for move in moves]
    if len({card.word for card in cards}) > 1:
        order = game.choose(cards[0].owner, pile, cards, None, len(cards), len(cards), ordered=True)
        moves.sort(key=lambda move: order.index(move.object), reverse=not bottom)
        for place, move in zip(places, moves, strict=True):
            events[place] = move


@rule("701.24g", usual=(), mistakes={"shuffled in": lambda _rule, _game, events: events})
def shuffled_first(_game: Game, events: Sequence[Event]) -> Sequence[Event]:
    """What is put into a certain position of a library that is shuffled at the same time ends up in that position."""
    shuffled = {event.player for event in events if isinstance(event, Shuffle)}
    if not shuffled:
        return events
    return sorted(events, key=lambda event: _is_placed(event) and event.object.owner in shuffled)


def _is_placed(event: Event) -> TypeGuard[Move]:
    return isinstance(event, Move) and event.to == "library" and event.position != "shuffled"


def scry(game: Game, event: Scry) -> Event:
    """Let a player look at the top cards of the library and put each back on top or to the bottom, in any order."""
    cards = top(game, event.player, event.amount)
    down = _taken(game, event, cards, 0)
    left = [card for card in cards if card not in down]
    up = _taken(game, event, left, len(left))
    event.player.library[:] = [*up, *(card for card in event.player.library if card not in cards), *down]
    return event


def _taken(game: Game, event: Scry, cards: list[GameObject], least: int) -> list[GameObject]:
    """Return what a player takes of some cards of the library, in the order of taking."""
    return game.choose(event.player, "library", cards, event.about, least, len(cards), ordered=True)
