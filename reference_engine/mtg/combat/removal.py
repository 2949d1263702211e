"""Removal from combat: when a permanent leaves it (506.4), and all of them as it ends (511.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg import mistakes
from reference_engine.mtg.combat.attacking import ATTACKED, can_attack_or_block
from reference_engine.mtg.objects import Combat, GameObject, Player, Vacated

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def remove_from_combat(game: Game, obj: GameObject) -> None:
    """Remove a creature, planeswalker or battle from combat (506.4)."""
    stop_attacking_and_blocking(game, obj)
    stop_being_attacked(game, obj, game.defender_of(obj))


def stop_attacking_and_blocking(game: Game, obj: GameObject) -> None:
    """Make an object no attacking, blocking, blocked or unblocked creature any more (506.4)."""
    game.unsettle()
    game.unchecked.news = True  # a battle that is attacked no more may need a protector (704.5x)
    _neither_attacks_nor_blocks(obj)
    for other in game.battlefield:
        if obj in other.blocking:
            other.blocking.remove(obj)


@rule("506.4c", usual=(), mistakes={"removed too": mistakes.removed_too})
def stop_being_attacked(game: Game, obj: GameObject, defender: Player) -> None:
    """What attacks a planeswalker or battle that is removed from combat goes on attacking, but attacks nothing."""
    for other in game.battlefield:
        if other.attacking is obj:
            game.unsettle()
            other.attacking = Vacated(defender)


@rule("506.4")
def leave_as_control_changes(game: Game, obj: GameObject, before: Player) -> None:
    """A permanent whose controller changes is removed from combat, and cannot attack under the new one yet (302.6)."""
    obj.sick = True
    stop_attacking_and_blocking(game, obj)
    stop_being_attacked(game, obj, game.protector_of(obj) or before)


def attacked_of(game: Game) -> dict[GameObject, Player]:
    """Return the permanents that are being attacked, each with its defending player."""
    there = (obj.attacking for obj in game.battlefield)
    return {each: game.defender_of(each) for each in there if isinstance(each, GameObject)}


@rule("506.4")
def leave_as_types_change(game: Game, attacked: Mapping[GameObject, Player]) -> None:
    """What can no longer attack or block leaves combat; so does what is attacked and is no planeswalker or battle."""
    for obj in attackers_and_blockers(game):
        if not can_attack_or_block(obj.characteristics):
            stop_attacking_and_blocking(game, obj)
    for each, defender in attacked.items():
        if each.characteristics.types.isdisjoint(ATTACKED) or is_another_players(game, each, defender):
            stop_being_attacked(game, each, defender)


@rule("506.4e")
def is_another_players(game: Game, attacked: GameObject, defender: Player) -> bool:
    """What was attacked as a battle and is left a planeswalker leaves combat, unless its protector controls it."""
    return "Battle" not in attacked.characteristics.types and game.defender_of(attacked) is not defender


def attackers_and_blockers(game: Game) -> list[GameObject]:
    """Return the attacking and blocking creatures."""
    return [obj for obj in game.battlefield if obj.attacking is not None or obj.blocks]


def end_combat(game: Game) -> None:
    """Remove everything from combat (511.3)."""
    for obj in game.battlefield:
        _neither_attacks_nor_blocks(obj)
    game.combat = Combat()
    game.unchecked.news = True
    game.unsettle()


def _neither_attacks_nor_blocks(obj: GameObject) -> None:
    obj.attacking = None
    obj.blocking = []
    obj.blocks = obj.blocked = False
