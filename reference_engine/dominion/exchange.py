"""Exchanging a card: it goes back to its pile, and a card of another pile comes into the discard pile in its place."""

from __future__ import annotations

from reference_engine.dominion import mistakes, moving
from reference_engine.dominion.objects import Card, Game, Pile, Player, Tracked
from reference_engine.kernel.rules import rule


def possible(game: Game, returned: Tracked, name: str) -> bool:
    """Whether the card, where the effect knows it, can be exchanged for a card of this name now."""
    card = returned.card
    if not moving.still_there(game, returned):
        game.run.tell(
            "{card} is no longer where it was, and cannot be exchanged", "dominion-rules:lose-track", card=card
        )
    elif not both_ways(game, card):
        game.run.tell(
            "{card} has no pile to go back to, and cannot be exchanged", "dominion-exchange:both-ways", card=card
        )
    elif not copy_available(game, name):
        game.run.tell(
            "{card} is not exchanged: no {name} is left", "dominion-exchange:needs-a-copy", card=card, name=name
        )
    else:
        return True
    return False


@rule("dominion-exchange:both-ways")
def both_ways(game: Game, card: Card) -> bool:
    """An exchange goes both ways: there has to be a pile that the card can go back to."""
    return has_pile(game, card)


@rule("dominion-exchange:no-pile")
def has_pile(game: Game, card: Card) -> bool:
    """A card has a pile if it came from one; cards that never had one cannot be exchanged."""
    return pile_to_return_to(game, card) is not None


@rule(
    "dominion-exchange:borrowed-abilities",
    mistakes={"the pile of what it was played as": mistakes.pile_of_what_it_was_played_as},
)
def pile_to_return_to(game: Game, card: Card) -> Pile | None:
    """A card goes back to its own pile, whatever it has been played as."""
    return taking_part(game, pile_it_came_from(game, card))


@rule("dominion-exchange:black-market-deck", mistakes={"the deck is one": mistakes.deck_is_a_pile})
def pile_it_came_from(game: Game, card: Card) -> Pile | None:
    """The pile that a card came from. The Black Market deck is none: what comes from it has nowhere to go back to."""
    return game.piles.get(card.home)


@rule("dominion-exchange:needs-a-copy")
def copy_available(game: Game, name: str) -> bool:
    """Nothing is exchanged while the other card's pile has no copy of it."""
    return pile_to_take_from(game, name) is not None


def pile_to_take_from(game: Game, name: str) -> Pile | None:
    """The pile of the card to be had in exchange, if that has a copy of it on top."""
    return taking_part(game, game.pile_of(name))


@rule("dominion-exchange:non-supply", mistakes={"the Supply alone": mistakes.supply_alone})
def taking_part(game: Game, pile: Pile | None) -> Pile | None:
    """A pile outside the Supply can take part in an exchange as well as one in it."""
    return pile


@rule("dominion-exchange:nocturne", usual=(), mistakes={"by halves": mistakes.by_halves})
def exchange(game: Game, player: Player, returned: Tracked, name: str) -> None:
    """Where a card is told to be exchanged it is, if both cards can be; otherwise neither moves."""
    if possible(game, returned, name):
        swap(game, player, returned.card, name)


@rule("dominion-exchange:definition", says="{player} exchanges {card} for {name}")
def swap(game: Game, player: Player, card: Card, name: str) -> None:
    """The card goes back to its pile, and the other is put into the discard pile."""
    player.log("exchanged", card)
    go_back(game, card)
    take(game, player, name)


@rule("dominion-exchange:traveller-procedure", says="{card} goes back to its pile")
def go_back(game: Game, card: Card) -> None:
    """The card returns to its pile, which has one more card."""
    if (pile := pile_to_return_to(game, card)) is not None:
        put_back(game, card, pile)


@rule("dominion-exchange:definition", says="{player} puts {name} into the discard pile")
def take(game: Game, player: Player, name: str) -> None:
    """The other card is taken from its pile and put into the player's discard pile."""
    if (pile := pile_to_take_from(game, name)) is not None:
        receive(game, player, pile)


@rule("dominion-exchange:not-trashed", usual=(), mistakes={"trashed": mistakes.trashed})
def put_back(game: Game, card: Card, pile: Pile) -> None:
    """The returned card is not trashed: it does not go to the trash, and nothing that waits for trashing happens."""
    moving.put_back(card, pile)


@rule("dominion-exchange:not-gained", usual=(), mistakes={"gained": mistakes.gained})
def receive(game: Game, player: Player, pile: Pile) -> None:
    """The received card is not gained: nothing that waits for gaining happens, and it counts as no gain."""
    moving.move(moving.take_from(game, pile), player["discard"])
