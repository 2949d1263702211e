"""What a card costs at this moment."""

from __future__ import annotations

from collections.abc import Iterator

from reference_engine.dominion import mistakes, standing
from reference_engine.dominion.definitions import Definition
from reference_engine.dominion.objects import Game
from reference_engine.kernel.rules import rule


@rule("dominion-rules:cost-reduction")
def cost(game: Game, definition: Definition, pile: str) -> int:
    """A card from a pile costs what is printed on it minus every reduction in force, but never less than 0."""
    return max(0, definition.cost - sum(reductions(game)) - by_tokens(game, pile))


def reductions(game: Game) -> Iterator[int]:
    """Every reduction in force: they concern all cards everywhere."""
    for _, facts in standing.holding(game):
        if "costs less" in facts:
            yield facts["costs less"]


@rule("dominion-rules:pile-tokens", usual=(), mistakes={"on every turn": mistakes.on_every_turn, "none": lambda *_: 0})
def by_tokens(game: Game, pile: str) -> int:
    """Cards from a pile with a -2 cost token cost 2 less on the turns of the player whose token it is."""
    return 2 * game.turn.pile_tokens.get(pile, []).count("-2 cost")
