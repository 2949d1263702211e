"""Cards on the move: between zones, out of piles and back, and when an effect loses track of one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from reference_engine.dominion import mistakes
from reference_engine.dominion.objects import Card, Game, Pile, Player, Tracked, Zone
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Question


def move(card: Card, to: Zone) -> None:
    """Put a card into a zone, on top where that has an order; what it covers on a deck is not found any more."""
    if to.name == "deck":
        lose_sight(to.cards)
    _transfer(card, to)


def lose_sight(cards: Sequence[Card]) -> None:
    """Have every effect lose track of cards that stay where they are."""
    for card in cards:
        card.stay = object()


def _transfer(card: Card, to: Zone) -> None:
    if card.zone is not None:
        card.zone.cards.remove(card)
    card.zone, card.stay = to, object()
    to.cards.insert(0, card)


def take_from(game: Game, pile: Pile) -> Card:
    """Make the top card of a pile a card of its own, which is still to be put somewhere."""
    return Card(game.definitions[pile.cards.pop(0)], pile.name)


def put_back(card: Card, pile: Pile) -> None:
    """Put a card onto its pile, where it is like any other of its name."""
    if card.zone is not None:
        card.zone.cards.remove(card)
    card.zone, card.stay = None, object()
    pile.cards.insert(0, card.own.name)


@rule("dominion-rules:rotate", mistakes={"all copies": mistakes.rotate_all_copies})
def rotate(_game: Game, pile: Pile) -> None:
    """The top card of a pile and the copies of it right below go to the bottom, and no copy from further down."""
    top = list(takewhile(lambda name: name == pile.cards[0], pile.cards))
    pile.cards[:] = [*pile.cards[len(top) :], *top]


@rule("dominion-rules:lose-track")
def still_there(game: Game, tracked: Tracked) -> bool:
    """An effect can move a card only from the place where it last knew it."""
    return tracked.card.stay is tracked.stay and tracked.card.zone is not None


@rule("dominion-rules:shuffling", says="{player} shuffles the discard pile into a new deck")
def shuffle(game: Game, player: Player) -> None:
    """When more cards are needed than the deck has, the discard pile is shuffled and put under it."""
    deck = player["deck"]
    ordered = [*deck, *in_any_order(game, player, player["discard"].cards)]
    for card in player["discard"].cards[:]:
        _transfer(card, deck)
    deck.cards[:] = ordered


def in_any_order(game: Game, player: Player, cards: list[Card]) -> list[Card]:
    """Cards as chance has it: a shuffle is a question like any other, so that every order can be looked at."""
    words = tuple(card.ref for card in cards)
    left, ordered = list(cards), []
    for word in game.run.ask(Question(player.name, "shuffle", words, None, len(words), len(words), ordered=True)):
        card = next(card for card in left if card.ref == word)
        left.remove(card)
        ordered.append(card)
    return ordered


def top_cards(game: Game, player: Player, count: int) -> list[Card]:
    """The top cards of a player's deck, with a shuffle where it has too few; fewer where there are no more."""
    deck = player["deck"]
    if len(deck) < count and len(player["discard"]):
        shuffle(game, player)
    return deck.cards[:count]


@rule("dominion-rules:drawing", says="{player} draws {count}")
def draw(game: Game, player: Player, count: int) -> None:
    """A player draws the top cards of their deck, or as many as there are."""
    for card in top_cards(game, player, count):
        move(card, player["hand"])
