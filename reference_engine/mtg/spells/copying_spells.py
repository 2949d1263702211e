"""Copies of spells and abilities on the stack (707.10), and their new targets (115.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.layers.copying import copied, faces_of_a_copy
from reference_engine.mtg.objects import Casting, GameObject, Player
from reference_engine.mtg.spells import targets
from reference_engine.mtg.spells.bestowing import bestow, copied_bestowed
from reference_engine.mtg.spells.stack import announce_targets, become_targets

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def copy_on_stack(
    game: Game, spell: GameObject, player: Player, exceptions: Mapping[str, Any] | None, ctx: Context, new_targets: bool
) -> None:
    """Put a copy of a spell or ability on the stack (707.10): it is not cast or activated."""
    if spell.ability is None:
        copy = _of_a_spell(game, spell, player, exceptions, ctx)
        game.ephemeral = True
    else:
        copy = of_an_ability(game, spell, player)
    game.stack.append(copy)
    game.renew()
    if copied_bestowed(game, spell):
        bestow(game, copy)
    if new_targets:
        decide_targets(game, copy, player)
    announce_targets(game, copy)


def _of_a_spell(
    game: Game, spell: GameObject, player: Player, exceptions: Mapping[str, Any] | None, ctx: Context
) -> GameObject:
    return GameObject(
        key=game.key(),
        owner=player,
        controller=player,
        zone="stack",
        timestamp=game.time(),
        kind="copy",
        card=spell.card,
        face=both_faces(game, spell, exceptions, ctx),
        back=spell.back,
        printed=copied(game, spell, exceptions, ctx),
        casting=_decided(game, spell.casting),
    )


@rule(
    "707.10b",
    usual=(),
    mistakes={"of no object": lambda found, game, *told: replace(found(game, *told), source=None)},
)
def of_an_ability(game: Game, original: GameObject, player: Player) -> GameObject:
    """A copy of an ability is an ability of the same source, with all that was decided for it."""
    assert original.context is not None
    ctx = original.context.but(you=player, names=dict(original.context.names))
    ctx.casting = _decided(game, original.casting)
    return replace(
        original,
        key=game.key(),
        owner=player,
        controller=player,
        timestamp=game.time(),
        casting=ctx.casting,
        context=ctx,
        gone=False,
    )


def _decided(game: Game, old: Casting) -> Casting:
    """Return what was decided for a spell or ability, for a copy of it."""
    targets_too = {name: list(each) for name, each in old.targets.items()}
    copied = Casting(targets_too, old.x, old.modes, list(old.paid), dict(old.divided), transformed=old.transformed)
    with_what_was_paid(game, copied, old)
    return copied


def _with_nothing_paid(_rule: Any, _game: Game, copied: Casting, old: Casting) -> None:
    copied.named = {name: [] for name in old.named}


@rule("707.10", usual=(), mistakes={"with nothing": _with_nothing_paid})
def with_what_was_paid(_game: Game, copied: Casting, old: Casting) -> None:
    """What was used to pay the costs of a spell or ability is what its copy means by that, too."""
    copied.named, copied.given_up = dict(old.named), list(old.given_up)


@rule("707.10g", usual=(), mistakes={"one face": lambda _rule, _game, _spell, _exceptions, _ctx: None})
def both_faces(game: Game, spell: GameObject, exceptions: Mapping[str, Any] | None, ctx: Context) -> Any:
    """A copy of a double-faced permanent spell has both its faces."""
    return faces_of_a_copy(game, spell, exceptions, ctx)


Targets = Sequence[tuple[str, Any]]
"""Targets of a spell or ability, each with the name of the target it is for."""


def _targets_of(obj: GameObject) -> Targets:
    return [(name, thing) for name, many in obj.casting.targets.items() for thing in many]


def choose_new_targets(game: Game, obj: GameObject, player: Player) -> None:
    """A player may choose new targets for a spell or ability (115.7d); what was none of them becomes one."""
    become_targets(game, obj, decide_targets(game, obj, player))


def decide_targets(game: Game, obj: GameObject, player: Player) -> list[Any]:
    """Let a player decide what targets a spell or ability has, one after another; return those that are new."""
    before = _targets_of(obj)
    after: list[tuple[str, Any]] = []
    for name, _ in before:
        options = [
            thing
            for thing in _options(game, obj, before, after)
            if _leads_on(game, obj, before, [*after, (name, thing)])
        ]
        after.append((name, game.choose(player, "target", options, obj.word)[0]))
    old = [thing for _, thing in before]
    _put(obj, before, after)
    return [thing for _, thing in after if thing not in old]


def _options(game: Game, obj: GameObject, before: Targets, after: Targets) -> list[Any]:
    """Return what the next target may stay or become, given what those before it have become."""
    name, now = before[len(after)]
    ctx = _asking(obj, [*after, *before[len(after) :]])
    return list(dict.fromkeys([now, *targets.possible(game, targets.specs_of(game, obj)[name], obj, ctx)]))


def _leads_on(game: Game, obj: GameObject, before: Targets, after: Targets) -> bool:
    """Say whether targets can be completed to a legal choice."""
    if len(after) == len(before):
        return may_be_the_targets(game, obj, before, after)
    name = before[len(after)][0]
    return any(_leads_on(game, obj, before, [*after, (name, each)]) for each in _options(game, obj, before, after))


@rule(
    "115.7d",
    usual=("always",),
    mistakes={"none but the old": lambda _rule, _game, _obj, before, after: before == after},
)
def may_be_the_targets(game: Game, obj: GameObject, before: Targets, after: Targets) -> bool:
    """New targets have to be legal, and make none illegal that stays."""
    return legal_together(game, obj, before, after)


@rule("115.7e", usual=("always",))
def legal_together(game: Game, obj: GameObject, before: Targets, after: Targets) -> bool:
    """Whether targets may be changed is judged by what all of them are in the end."""
    specs = targets.specs_of(game, obj)
    for place, (name, new) in enumerate(after):
        stays = new is before[place][1]
        ill_before = stays and not targets.legal(game, new, specs[name], obj, _asking(obj, before))
        if not (ill_before or targets.legal(game, new, specs[name], obj, _asking(obj, after))):
            return False
        if any(thing is new and other in _apart(specs, name) for other, thing in after[:place]):
            return False
    return True


def _apart(specs: Mapping[str, Any], name: str) -> list[str]:
    """Return the names of the targets that a target has to differ from: those of its own name, and what it says."""
    return [other for other in specs if name in (other, specs[other].get("other")) or specs[name].get("other") == other]


def _asking(obj: GameObject, told: Targets) -> Context:
    """Return what the words for targets refer to if these are the targets."""
    names = {name: [thing for each, thing in told if each == name] for name, _ in told}
    ctx = obj.context or Context(obj)
    return ctx.but(names={**ctx.names, **names})


def change_a_target(game: Game, obj: GameObject, new: GameObject, ctx: Context) -> None:
    """One target of a spell or ability becomes another, if it legally can (115.7b); "you" choose which."""
    before = _targets_of(obj)
    ways = {
        place: [(each, new if at == place else thing) for at, (each, thing) in enumerate(before)]
        for place, (_, now) in enumerate(before)
        if now is not new
    }
    found = [place for place, after in ways.items() if can_become(game, obj, before, after)]
    if found:
        old = game.choose(ctx.controller, "object", [before[place][1] for place in found], ctx.about)[0]
        changed = next(place for place in found if before[place][1] is old)
        _put(obj, before, ways[changed])
        become_targets(game, obj, [new])


@rule("115.7a")
def can_become(game: Game, obj: GameObject, before: Targets, after: Targets) -> bool:
    """A target can be changed only to another legal one."""
    return legal_together(game, obj, before, after)


def _put(obj: GameObject, before: Targets, after: Targets) -> None:
    """Replace targets with others; a division stays as it is (115.7f)."""
    shares, new = obj.casting.divided, [thing for _, thing in after]
    obj.casting.divided = {new[place]: shares[old] for place, (_, old) in enumerate(before) if old in shares}
    for many in obj.casting.targets.values():
        many[:] = [new.pop(0) for _ in many]
