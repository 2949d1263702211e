"""Copies of spells and abilities on the stack (707.10), and their new targets (115.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import targets
from reference_engine.mtg.context import Context
from reference_engine.mtg.copy_values import values_of
from reference_engine.mtg.events import Target
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
    become_targets(game, copy, [thing for many in copy.casting.targets.values() for thing in many])


def choose_new_targets(game: Game, obj: GameObject, player: Player) -> None:
    """A player may choose new targets for a spell or ability (115.7d), one after another."""
    before = _targets_of(obj)
    after: list[Any] = []
    for _ in before:
        options = [each for each in _options(game, obj, before, after) if _leads_on(game, obj, before, [*after, each])]
        after += game.choose(player, "target", options, obj.word)
    old = [thing for _, thing in before]
    _put(obj, before, after)
    become_targets(game, obj, [thing for thing in after if thing not in old])


Before = Sequence[tuple[str, Any]]
"""The targets that a spell or ability has, with the names of what they are asked to be."""


def _targets_of(obj: GameObject) -> Before:
    return [(name, thing) for name, many in obj.casting.targets.items() for thing in many]


def _options(game: Game, obj: GameObject, before: Before, after: Sequence[Any]) -> list[Any]:
    """Return what the next target may stay or become, if those before it have become what is told."""
    name, now = before[len(after)]
    rest = [thing for _, thing in before[len(after) :]]
    possible = targets.possible(game, targets.specs_of(game, obj)[name], obj, _asking(obj, before, [*after, *rest]))
    return list(dict.fromkeys([now, *possible]))


def _leads_on(game: Game, obj: GameObject, before: Before, after: list[Any]) -> bool:
    """Say whether targets can be completed so that they may be chosen."""
    if len(after) == len(before):
        return may_be_the_targets(game, obj, before, after)
    return any(_leads_on(game, obj, before, [*after, each]) for each in _options(game, obj, before, after))


@rule("115.7d")
def may_be_the_targets(game: Game, obj: GameObject, before: Before, after: Sequence[Any]) -> bool:
    """New targets have to be legal, and make none illegal that stays; only the final set is looked at (115.7e)."""
    specs = targets.specs_of(game, obj)
    was, will_be = _asking(obj, before, [thing for _, thing in before]), _asking(obj, before, after)
    for place, ((name, old), new) in enumerate(zip(before, after, strict=True)):
        stays = new is old
        if not targets.legal(game, new, specs[name], obj, will_be) and not (
            stays and not targets.legal(game, old, specs[name], obj, was)
        ):
            return False
        for (other, older), newer in zip(before[:place], after, strict=False):
            if new is newer and other in _apart(specs, name) and not (stays and newer is older):
                return False
    return True


def _apart(specs: Mapping[str, Any], name: str) -> list[str]:
    """Return the names of the targets that a target has to differ from: those of its own name, and what it says."""
    return [other for other in specs if name in (other, specs[other].get("other")) or specs[name].get("other") == other]


def _asking(obj: GameObject, before: Before, after: Sequence[Any]) -> Context:
    """Return what the words for targets refer to if these are the targets."""
    names = {
        name: [thing for (each, _), thing in zip(before, after, strict=True) if each == name] for name, _ in before
    }
    ctx = obj.context or Context(obj)
    return ctx.but(names={**ctx.names, **names})


def become_targets(game: Game, obj: GameObject, things: Sequence[Any]) -> None:
    """Let abilities trigger on what becomes a target of a spell or ability that is on the stack already."""
    from reference_engine.mtg.replacement import propose

    if things:
        propose(game, *(Target(to=thing, source=obj, by=obj.controller) for thing in things))


def change_a_target(game: Game, obj: GameObject, new: GameObject, ctx: Context) -> None:
    """One target of a spell or ability becomes another, if it legally can (115.7b); "you" choose which."""
    before = _targets_of(obj)
    found = [place for place, (name, _) in enumerate(before) if can_become(game, obj, new, name)]
    if found:
        old = game.choose(ctx.controller, "object", [before[place][1] for place in found], ctx.about)[0]
        changed = next(place for place in found if before[place][1] is old)
        _put(obj, before, [new if place == changed else thing for place, (_, thing) in enumerate(before)])
        become_targets(game, obj, [new])


@rule("115.7a")
def can_become(game: Game, obj: GameObject, new: GameObject, name: str) -> bool:
    """A target can be changed only to another legal one, which is none yet that this one has to differ from."""
    specs = targets.specs_of(game, obj)
    return targets.legal(game, new, specs[name], obj, Context(obj)) and not any(
        new in obj.casting.targets[other] for other in _apart(specs, name)
    )


def _put(obj: GameObject, before: Before, after: Sequence[Any]) -> None:
    """Put targets in the place of others; a division stays as it is (115.7f)."""
    from reference_engine.mtg.game import word_of

    shares = obj.casting.divided
    obj.casting.divided = {
        word_of(new): shares[word_of(old)]
        for (_, old), new in zip(before, after, strict=True)
        if word_of(old) in shares
    }
    left = list(after)
    for many in obj.casting.targets.values():
        many[:] = [left.pop(0) for _ in many]
