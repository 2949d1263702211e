"""Copies of spells and abilities on the stack (707.10), and their new targets (115.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
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
    ctx = Context(obj)
    for name, spec in targets.specs_of(game, obj).items():
        now = obj.casting.targets[name]
        for place, thing in enumerate(list(now)):
            options = list(dict.fromkeys([thing, *targets.possible(game, spec, obj, ctx)]))
            _put(obj, now, place, game.choose(player, "target", options, obj.word)[0])


def change_a_target(game: Game, obj: GameObject, new: GameObject, ctx: Context) -> None:
    """One target of a spell or ability becomes another, if it legally can (115.7b); "you" choose which."""
    found = [
        (things, place)
        for name, things in obj.casting.targets.items()
        if can_become(game, obj, new, name)
        for place in range(len(things))
    ]
    if found:
        old = game.choose(ctx.controller, "object", [things[place] for things, place in found], ctx.about)[0]
        things, place = next((things, place) for things, place in found if things[place] is old)
        _put(obj, things, place, new)


@rule("115.7a")
def can_become(game: Game, obj: GameObject, new: GameObject, name: str) -> bool:
    """A target can be changed only to another legal one, which is none yet that this one has to differ from."""
    specs = targets.specs_of(game, obj)
    apart = [
        other for other in specs if name in (other, specs[other].get("other")) or specs[name].get("other") == other
    ]
    return targets.legal(game, new, specs[name], obj, Context(obj)) and not any(
        new in obj.casting.targets[other] for other in apart
    )


def _put(obj: GameObject, things: list[Any], place: int, new: Any) -> None:
    """Put a target in another's place; a division stays as it is (115.7f)."""
    from reference_engine.mtg.game import word_of

    share = obj.casting.divided.pop(word_of(things[place]), None)
    things[place] = new
    if share is not None:
        obj.casting.divided[word_of(new)] = share
