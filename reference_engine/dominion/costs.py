"""What a card costs at this moment."""

from __future__ import annotations

from collections.abc import Iterator

from reference_engine.dominion import standing
from reference_engine.dominion.definitions import Definition
from reference_engine.dominion.objects import Game
from reference_engine.kernel.rules import rule


@rule("dominion-rules:cost-reduction")
def cost(game: Game, definition: Definition) -> int:
    """A card costs what is printed on it less every reduction in force, but never less than nothing."""
    return max(0, definition.cost - sum(reductions(game)))


def reductions(game: Game) -> Iterator[int]:
    """Every reduction in force: they concern all cards everywhere."""
    for _, facts in standing.holding(game):
        if "costs less" in facts:
            yield facts["costs less"]
