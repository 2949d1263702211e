"""Copies of spells and abilities on the stack (707.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.mtg import targets
from reference_engine.mtg.context import Context
from reference_engine.mtg.copy_values import values_of
from reference_engine.mtg.objects import Casting, GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def copy_on_stack(game: Game, spell: GameObject, player: Player, new_targets: bool) -> None:
    """Put a copy of a spell on the stack (707.10): it is not cast."""
    old = spell.casting
    targets_too = {name: list(each) for name, each in old.targets.items()}
    copy = GameObject(
        key=game.key(),
        owner=player,
        controller=player,
        zone="stack",
        timestamp=game.time(),
        kind="copy",
        card=spell.card,
        printed=values_of(game, spell),
        casting=Casting(targets_too, old.x, old.modes, list(old.paid), dict(old.divided)),
    )
    game.ephemeral = True
    game.stack.append(copy)
    game.renew()
    if new_targets:
        choose_new_targets(game, copy, player)


def choose_new_targets(game: Game, obj: GameObject, player: Player) -> None:
    """A player may choose new targets for a spell or ability (115.7d)."""
    from reference_engine.mtg.game import word_of

    ctx = Context(obj)
    for name, spec in targets.specs_of(game, obj).items():
        now = obj.casting.targets[name]
        for place, thing in enumerate(list(now)):
            options = list(dict.fromkeys([thing, *targets.possible(game, spec, obj, ctx)]))
            now[place] = game.choose(player, "target", options, obj.word)[0]
            if (share := obj.casting.divided.pop(word_of(thing), None)) is not None:
                obj.casting.divided[word_of(now[place])] = share  # a division stays as it is (115.7f)
