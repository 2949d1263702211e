"""Whether a player may buy, and the debt that comes of it."""

from __future__ import annotations

from reference_engine.dominion import standing
from reference_engine.dominion.definitions import Definition
from reference_engine.dominion.objects import Game, Player
from reference_engine.kernel.rules import rule


@rule("dominion-rules:debt")
def may_buy(_game: Game, player: Player) -> bool:
    """A player who owes anything may buy nothing."""
    return not player.counters["debt"]


def may_buy_cards(game: Game, player: Player) -> bool:
    """Whether a player may buy a card if they can pay for it."""
    return may_buy(game, player) and not standing.holds(game, player, "buys no cards")


@rule("dominion-rules:events-and-projects", usual=("always",))
def on_sale(game: Game, player: Player, definition: Definition) -> bool:
    """Of what is no card a player can buy Events and Projects, some of them once; Landmarks, Ways and Traits not."""
    last = player.bought_in.get(definition.name)
    if last is not None and (definition.once == "a game" or (definition.once and last == game.turns)):
        return False
    return not {"Event", "Project"}.isdisjoint(definition.types)


@rule("dominion-rules:debt")
def take_debt(game: Game, player: Player, definition: Definition) -> None:
    """A player who buys what costs debt takes that much debt."""
    for_whom = next(standing.taking_debt(game), player) if player is game.turn else player
    for_whom.counters["debt"] += definition.debt
