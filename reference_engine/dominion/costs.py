"""What a card costs at this moment."""

from __future__ import annotations

from collections.abc import Iterator

from reference_engine.dominion import mistakes, standing
from reference_engine.dominion.context import Context
from reference_engine.dominion.definitions import Definition
from reference_engine.dominion.objects import Card, Game, Tracked
from reference_engine.kernel.rules import rule


def of(game: Game, card: Card) -> int:
    """Return what a card costs, wherever it is."""
    return cost(game, standing.definition(card), card.home, standing.types(game, card))


@rule("dominion-rules:costs-compared", usual=(), mistakes={"coins alone": lambda *_: (0, 0)})
def besides_coins(_game: Game, definition: Definition) -> tuple[int, int]:
    """Debt and Potions are parts of a cost of their own: no number of coins is as much as any of either."""
    return definition.debt, definition.potions


@rule("dominion-rules:cost-reduction")
def cost(game: Game, definition: Definition, pile: str, types: tuple[str, ...]) -> int:
    """A card from a pile costs what is printed on it minus every reduction in force, but never less than 0."""
    less = sum(reductions(game, types)) + by_trait(game, pile) + by_itself(game, definition) + by_tokens(game, pile)
    return max(0, definition.cost - less)


def reductions(game: Game, types: tuple[str, ...]) -> Iterator[int]:
    """Every reduction in force for a card of these types, wherever it is."""
    less = "costs less"
    for facts in (*(facts for _, facts in standing.holding(game, less)), *standing.of_the_game(game, less)):
        if "of type" not in facts or facts["of type"] in types:
            yield facts[less]


def by_trait(game: Game, pile: str) -> int:
    """What the Trait on a pile says of the costs of the cards from it."""
    less = "its pile costs less"
    return sum(facts[less] for facts in standing.of_the_trait(game, pile, less))


@rule("dominion-rules:cost-reduction", usual=(), mistakes={"what is printed": lambda *_: 0})
def by_itself(game: Game, definition: Definition) -> int:
    """What a card says of its own cost, which looks at the player whose turn it is."""
    from reference_engine.dominion import patterns  # which asks for costs

    context = Context(game, game.turn, Tracked.here(Card(definition)))
    return sum(
        patterns.amount(context, ability.holds["this costs less"])
        for ability in definition.abilities
        if ability.holds is not None
        and "this costs less" in ability.holds
        and patterns.condition(context, ability.condition)
    )


@rule("dominion-rules:pile-tokens", usual=(), mistakes={"on every turn": mistakes.on_every_turn, "none": lambda *_: 0})
def by_tokens(game: Game, pile: str) -> int:
    """Cards from a pile with a -2 cost token cost 2 less on the turns of the player whose token it is."""
    return 2 * game.turn.pile_tokens.get(pile, []).count("-2 cost")
