"""Who protects a battle (310.9): chosen as it enters, and again where that player cannot be its protector any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@rule("310.12a", usual=(), mistakes={"its controller too": lambda _rule, game, _battle: game.in_turn_order()})
def may_protect(game: Game, battle: GameObject) -> list[Player]:
    """A Siege is protected by an opponent of its controller; a battle without a type by its controller (310.9a)."""
    siege = "Siege" in game.look(battle).subtypes
    return game.opponents(battle.controller) if siege else [battle.controller]


@rule(
    "310.9a",
    usual=(),
    mistakes={"the first that can": lambda _rule, game, battle: may_protect(game, battle)[0]},
)
def choose_protector(game: Game, battle: GameObject) -> Player:
    """As a battle enters, its controller chooses its protector."""
    protector: Player = game.choose(battle.controller, "protector", may_protect(game, battle), battle.word)[0]
    return protector


def needs_protector(game: Game, battle: GameObject) -> bool:
    """Say whether a protector has to be chosen by a state-based action."""
    return lacks_protector(game, battle) or cannot_protect(game, battle)


@rule("704.5x")
def lacks_protector(game: Game, battle: GameObject) -> bool:
    """A battle that is not being attacked needs a protector in the game."""
    if any(obj.attacking is battle for obj in game.battlefield):
        return False
    return battle.protector is None or battle.protector.left


@rule("704.5y")
def cannot_protect(game: Game, battle: GameObject) -> bool:
    """A battle whose protector cannot be its protector needs another."""
    protector = battle.protector
    return protector is not None and not protector.left and protector not in may_protect(game, battle)
