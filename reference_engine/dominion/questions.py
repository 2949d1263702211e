"""Asking a player, in the words of `schemas/dominion/choice.schema.json`."""

from __future__ import annotations

from collections.abc import Sequence

from reference_engine.dominion.context import Context
from reference_engine.dominion.objects import Card, Game, Player
from reference_engine.kernel.run import Question

DECLINE = "decline"


def decider(game: Game, player: Player) -> Player:
    """Who answers for a player: themselves, or whoever controls their turn."""
    return game.controller if game.controller is not None and player is game.turn else player


def may(context: Context, kind: str, about: str) -> bool:
    """Ask whether the player does what they may."""
    question = Question(decider(context.game, context.you).name, kind, (kind, DECLINE), about)
    return context.game.run.ask(question) == [kind]


def one_word(context: Context, kind: str, words: Sequence[str], *, optional: bool = False) -> str | None:
    """Ask for one of several words; None where the player declines or there is nothing to choose."""
    if not words:
        return None
    options = (*words, DECLINE) if optional else tuple(words)
    question = Question(decider(context.game, context.you).name, kind, options, context.about)
    chosen = str(context.game.run.ask(question)[0])
    return None if optional and chosen == DECLINE else chosen


def one_card(context: Context, kind: str, cards: Sequence[Card], *, optional: bool = False) -> Card | None:
    """Ask for one of several cards; None where the player declines or there is nothing to choose."""
    word = one_word(context, kind, [card.ref for card in cards], optional=optional)
    return None if word is None else next(card for card in cards if card.ref == word)


def some_cards(context: Context, kind: str, cards: Sequence[Card], least: int, most: int) -> list[Card]:
    """Ask for some of several cards."""
    most = max(0, min(most, len(cards)))
    refs = tuple(card.ref for card in cards)
    decides = decider(context.game, context.you)
    question = Question(decides.name, kind, refs, context.about, max(0, min(least, most)), most)
    left = list(cards)
    chosen = []
    for word in context.game.run.ask(question):
        card = next(card for card in left if card.ref == word)
        left.remove(card)
        chosen.append(card)
    return chosen


def next_of(game: Game, player: Player, names: Sequence[str], about: str | None = None) -> str:
    """Ask which of several things comes next, perhaps of all that one card or Event does."""
    return str(game.run.ask(Question(decider(game, player).name, "order", tuple(names), about))[0])
