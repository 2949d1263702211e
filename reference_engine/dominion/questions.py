"""Asking a player, in the words of `schemas/dominion/choice.schema.json`."""

from __future__ import annotations

from collections.abc import Sequence

from reference_engine.dominion.objects import Card, Game, Player
from reference_engine.kernel.run import Question

DECLINE = "decline"


def decider(game: Game, player: Player) -> Player:
    """Who answers for a player: themselves, or whoever controls their turn."""
    return game.controller if game.controller is not None and player is game.turn else player


def may(game: Game, player: Player, kind: str, about: Card | str) -> bool:
    """Ask whether the player does what they may."""
    ref = about if isinstance(about, str) else about.ref
    question = Question(decider(game, player).name, kind, (kind, DECLINE), ref)
    return game.run.ask(question) == [kind]


def one_word(
    game: Game, player: Player, kind: str, words: Sequence[str], about: str | None, *, optional: bool
) -> str | None:
    """Ask for one of several words; None where the player declines or there is nothing to choose."""
    if not words:
        return None
    options = (*words, DECLINE) if optional else tuple(words)
    chosen = str(game.run.ask(Question(decider(game, player).name, kind, options, about))[0])
    return None if optional and chosen == DECLINE else chosen


def one_card(
    game: Game, player: Player, kind: str, cards: Sequence[Card], about: str | None, *, optional: bool
) -> Card | None:
    """Ask for one of several cards; None where the player declines or there is nothing to choose."""
    word = one_word(game, player, kind, [card.ref for card in cards], about, optional=optional)
    return None if word is None else next(card for card in cards if card.ref == word)


def some_cards(
    game: Game, player: Player, kind: str, cards: Sequence[Card], about: str | None, least: int, most: int
) -> list[Card]:
    """Ask for some of several cards."""
    most = max(0, min(most, len(cards)))
    question = Question(
        decider(game, player).name, kind, tuple(card.ref for card in cards), about, max(0, min(least, most)), most
    )
    left = list(cards)
    chosen = []
    for word in game.run.ask(question):
        card = next(card for card in left if card.ref == word)
        left.remove(card)
        chosen.append(card)
    return chosen
