"""Cards on the move: between zones, out of piles and back, and when an effect loses track of one."""

from __future__ import annotations

from reference_engine.dominion.objects import Card, Game, Pile, Player, Tracked, Zone
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Question


def move(card: Card, to: Zone, *, top: bool = False) -> None:
    """Put a card into a zone, on top where it has an order and `top` is set, at the end otherwise."""
    if card.zone is not None:
        card.zone.cards.remove(card)
        if card.zone.name == "in_play":
            card.in_effect, card.keeps = False, []
    card.zone = to
    card.moves += 1
    if top:
        to.cards.insert(0, card)
    else:
        to.cards.append(card)
    if to.name != "discard":  # what it was played as is remembered until its abilities on being discarded are done
        card.played_as = None


def take_from(game: Game, pile: Pile, to: Zone, *, top: bool = False) -> Card:
    """Turn the top card of a pile into a card of its own and put it into a zone."""
    name = pile.cards.pop(0)
    card = Card(game.definitions[name], home=pile.name)
    card.zone = to
    card.moves = 1
    if top:
        to.cards.insert(0, card)
    else:
        to.cards.append(card)
    return card


def put_back(game: Game, card: Card, pile: Pile) -> None:
    """Put a card onto its pile, where it is like any other of its name."""
    if card.zone is not None:
        card.zone.cards.remove(card)
    card.zone = None
    card.moves += 1
    card.played_as = None
    pile.cards.insert(0, card.own.name)


@rule("dominion-rules:lose-track")
def still_there(game: Game, tracked: Tracked) -> bool:
    """An effect can move a card only from the place where it last knew it."""
    return tracked.card.moves == tracked.moves and tracked.card.zone is not None


@rule("dominion-rules:shuffling", says="{player} shuffles the discard pile into a new deck")
def shuffle(game: Game, player: Player) -> None:
    """When a card is needed and the deck is empty, the discard pile is shuffled and becomes the deck."""
    for card in in_any_order(game, player, list(player["discard"])):
        move(card, player["deck"])


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
        held = deck.cards[:]
        shuffle(game, player)
        deck.cards[:] = held + [card for card in deck if card not in held]
    return deck.cards[:count]


@rule("dominion-rules:drawing", says="{player} draws {count}")
def draw(game: Game, player: Player, count: int) -> None:
    """A player draws the top cards of their deck, or as many as there are."""
    for card in top_cards(game, player, count):
        move(card, player["hand"])
