"""Mistakes that are made in place of a rule when it is broken on purpose, where they take more than a line."""

from __future__ import annotations

from typing import Any

from reference_engine.dominion.objects import BLACK_MARKET, Card, Facts, Game, Pile, Player, Tracked


def pile_of_what_it_was_played_as(_rule: Any, game: Game, card: Card) -> Pile | None:
    """A card is returned to the pile of the card that it was played as."""
    from reference_engine.dominion import standing

    lender = card.played_as or standing.borrowed(game, card)
    return game.piles.get(lender.name if lender else card.home)


def deck_is_a_pile(rule: Any, game: Game, card: Card) -> Pile | None:
    """The Black Market deck takes a card back."""
    if card.home == BLACK_MARKET:
        return Pile(BLACK_MARKET, [], supply=False, mixed=True)
    pile: Pile | None = rule(game, card)
    return pile


def supply_alone(_rule: Any, _game: Game, pile: Pile | None) -> Pile | None:
    """No pile outside the Supply takes part."""
    return pile if pile is not None and pile.supply else None


def by_halves(rule: Any, game: Game, player: Player, returned: Tracked, name: str) -> None:
    """The half of an exchange is done that can be."""
    from reference_engine.dominion import exchange, moving

    if not exchange.possible(game, returned, name) and moving.still_there(game, returned):
        exchange.go_back(game, returned.card)
        exchange.take(game, player, name)
    else:
        rule(game, player, returned, name)


def trashed(_rule: Any, game: Game, card: Card, _pile: Pile) -> None:
    """A card that goes back is trashed."""
    from reference_engine.dominion.gain_trash_discard import trash

    trash(game, card.owner or game.turn, [card])


def gained(_rule: Any, game: Game, player: Player, pile: Pile) -> None:
    """A card that is received is gained."""
    from reference_engine.dominion.gain_trash_discard import gain

    gain(game, player, pile, "discard")


def rotate_all_copies(_rule: Any, _game: Game, pile: Pile) -> None:
    """Every copy of the top card goes to the bottom, wherever it is in the pile."""
    pile.cards.sort(key=pile.cards[0].__eq__)


def all_at_once(_rule: Any, _game: Game, card: Card) -> tuple[Facts, ...]:
    """What a card says for another time is done at once."""
    from reference_engine.dominion.standing import definition

    return definition(card).play + tuple(each for ability in definition(card).abilities for each in ability.do)


def follow_once(_rule: Any, game: Game, followed: Any, _number: int) -> None:
    """What the card says is followed once, and nothing takes the place of that."""
    from reference_engine.dominion import standing
    from reference_engine.dominion.words import carry_out

    carry_out(followed, standing.instructions(game, followed.this.card))


def moves_itself_from_there(_rule: Any, game: Game, player: Player, played: Tracked) -> None:
    """A card that is played where it is can be moved from there by what it says."""
    from reference_engine.dominion import playing

    playing.carry_out_play(game, player, Tracked.here(played.card))


def on_every_turn(_rule: Any, game: Game, pile: str) -> int:
    """A token makes the cards from its pile cost less on all players' turns."""
    return 2 * sum(player.pile_tokens.get(pile, []).count("-2 cost") for player in game.players)
