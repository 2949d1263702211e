"""Copies of spells and abilities on the stack (707.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.mtg import targets
from reference_engine.mtg.context import Context
from reference_engine.mtg.copy_values import values_of
from reference_engine.mtg.objects import Casting, GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def copy_on_stack(game: Game, obj: GameObject, player: Player, new_targets: bool) -> GameObject | None:
    """Put a copy of a spell or ability on the stack (707.10): it is not cast."""
    if obj.zone != "stack":
        return None
    old = obj.casting
    casting = Casting(
        {name: list(each) for name, each in old.targets.items()}, old.x, old.modes, list(old.paid), dict(old.divided)
    )
    game.look(obj)
    values = values_of(game, obj) if obj.kind != "ability" else obj.printed
    copy = GameObject(
        key=game.key(),
        owner=player,
        controller=player,
        zone="stack",
        timestamp=game.time(),
        face=obj.face,
        kind="ability" if obj.kind == "ability" else "copy",
        card=obj.card,
        printed=values,
        characteristics=values,
        base_controller=player,
        ability=obj.ability,
        source=obj.source,
        casting=casting,
    )
    if obj.context is not None:
        copy.context = obj.context.but(you=player, names=dict(obj.context.names), casting=casting)
    game.ephemeral = True
    game.stack.append(copy)
    game.renew()
    if new_targets:
        choose_new_targets(game, copy, player)
    return copy


def choose_new_targets(game: Game, obj: GameObject, player: Player) -> None:
    """A player may choose new targets for a spell or ability (115.7d)."""
    from reference_engine.mtg.game import word_of

    ctx = obj.context or Context(obj, obj.controller, casting=obj.casting)
    for name, spec in targets.specs_of(game, obj).items():
        now = obj.casting.targets.get(name, [])
        for place, thing in enumerate(list(now)):
            options = targets.possible(game, spec, obj, ctx)
            if thing not in options:
                options = [thing, *options]
            now[place] = game.choose(player, "target", options, obj.word)[0]
            if (share := obj.casting.divided.pop(word_of(thing), None)) is not None:
                obj.casting.divided[word_of(now[place])] = share  # a division stays as it is (115.7f)
