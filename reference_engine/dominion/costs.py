"""What a card costs at this moment."""

from __future__ import annotations

from collections.abc import Iterator

from reference_engine.dominion import mistakes, standing
from reference_engine.dominion.definitions import Definition
from reference_engine.dominion.objects import Card, Game
from reference_engine.kernel.rules import rule


def cost(game: Game, definition: Definition) -> int:
    """Return what a card costs that is on top of a pile."""
    pile = game.pile_of(definition.name)
    return reduced(game, definition, None if pile is None else pile.name)


def cost_of(game: Game, card: Card) -> int:
    """Return what a card costs, wherever it is."""
    return reduced(game, card.own, card.home)


@rule("dominion-rules:cost-reduction")
def reduced(game: Game, definition: Definition, pile: str | None) -> int:
    """A card costs what is printed on it less every reduction in force, but never less than nothing."""
    return max(0, definition.cost - sum(reductions(game)) - by_tokens(game, pile))


def reductions(game: Game) -> Iterator[int]:
    """Every reduction in force: they concern all cards everywhere."""
    for _, facts in standing.holding(game):
        if "costs less" in facts:
            yield facts["costs less"]


@rule("dominion-rules:pile-tokens", usual=(), mistakes={"on every turn": mistakes.on_every_turn, "none": lambda *_: 0})
def by_tokens(game: Game, pile: str | None) -> int:
    """Cards from a pile with a -2 cost token cost 2 less on the turns of the player whose token it is."""
    return 2 * game.turn.pile_tokens.get(pile or "", []).count("-2 cost")
