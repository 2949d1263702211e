"""What can attack, and what can be attacked (506.2, 506.3), by a declaration or by entering attacking (508.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg import mistakes
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.objects import GameObject, Player, Thing
from reference_engine.mtg.spells.timing import PHASE_OF

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

ATTACKED = frozenset({"Planeswalker", "Battle"})
"""The types of the permanents that can be attacked (506.3)."""


def can_be_attacked(game: Game, thing: Thing) -> bool:
    """Say whether something is an opponent, or a planeswalker or battle that one defends (506.2, 506.3)."""
    if isinstance(thing, GameObject) and (thing not in game.permanents or game.look(thing).types.isdisjoint(ATTACKED)):
        return False
    return game.defender_of(thing) in game.opponents(game.active)


def attackable(game: Game) -> list[Thing]:
    """Return what the active player's creatures can attack."""
    there: list[Thing] = [*game.in_turn_order(), *game.battlefield]
    return [thing for thing in there if can_be_attacked(game, thing)]


def enters_attacking(game: Game, obj: GameObject, told: Thing | bool) -> Thing | None:
    """Return what a permanent that is put onto the battlefield attacking attacks, None if it never does (508.4)."""
    if not (is_attacking_player(game, obj.controller) and enters_as_an_attacker(game, obj)):
        return None
    if isinstance(told, bool):
        return somebody_to_attack(game, obj)
    return told if is_still_to_be_attacked(game, told) else None


@rule("508.4", usual=(), mistakes={"the first there is": mistakes.first_to_attack})
def somebody_to_attack(game: Game, obj: GameObject) -> Thing:
    """The controller of a creature that is put onto the battlefield attacking chooses what it attacks."""
    chosen: list[Thing] = game.choose(obj.controller, "object", attackable(game), obj.word)
    return chosen[0]


@rule("508.4a")
def is_still_to_be_attacked(game: Game, thing: Thing) -> bool:
    """A creature does not attack a player who has left, nor what no defending player has as planeswalker or battle."""
    return can_be_attacked(game, thing)


@rule("506.3a")
def enters_as_an_attacker(_game: Game, obj: GameObject) -> bool:
    """A permanent that isn't a creature is never an attacker, nor is one that is also a battle (506.3f)."""
    return can_attack_or_block(obj.characteristics)


@rule("506.3b")
def is_attacking_player(game: Game, player: Player) -> bool:
    """A creature enters attacking only under the attacking player's control: in the combat phase, the active player."""
    return player is game.active and PHASE_OF[game.turn.step] == "combat"


def can_attack_or_block(what: Characteristics) -> bool:
    """Say whether something can attack or block (506.3): a creature that isn't a battle (508.1a, 509.1a)."""
    return "Creature" in what.types and "Battle" not in what.types
