"""The stack (405): putting abilities on it, resolving what is on top (608)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import mistakes, telling, zones
from reference_engine.mtg.cards.abilities import Ability
from reference_engine.mtg.events import Move, Target, TurnFaceUp
from reference_engine.mtg.instructions import carry_out
from reference_engine.mtg.language.amounts import is_gained
from reference_engine.mtg.language.context import Context, independent
from reference_engine.mtg.objects import NOT_CAST, Casting, GameObject
from reference_engine.mtg.replacing.replacement import propose
from reference_engine.mtg.spells import bestowing, targets
from reference_engine.mtg.spells.triggers import PendingTrigger, intervening_if

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def ability_object(game: Game, ability: Ability, ctx: Context) -> GameObject:
    """Return an ability as an object on the stack (113.3b, c)."""
    ctx.names["this ability"] = ability
    ctx.text = independent(game, ctx)
    if ctx.source is not None:
        ctx.casting.transformed = ctx.source.transformed if ctx.transformed is None else ctx.transformed
    return GameObject(
        key=game.key(),
        owner=ctx.controller,
        controller=ctx.controller,
        zone="stack",
        timestamp=game.time(),
        kind="ability",
        ability=ability,
        source=ctx.source,
        context=ctx,
        casting=ctx.casting,
    )


def put_ability(game: Game, waiting: PendingTrigger) -> None:
    """Put a triggered ability on the stack and choose its modes and targets (603.3)."""
    ctx = waiting.context.but(casting=Casting(x=known_x(game, waiting.context)))
    obj = ability_object(game, waiting.ability, ctx)
    game.stack.append(obj)
    data: Any = waiting.ability.data
    if "modes" in data:
        obj.casting.modes = modes_chosen(game, obj, data, ctx, waiting.word)
        if not obj.casting.modes:
            without_mode(game, obj)
            return
    wanted = targets.wanted(data, obj.casting.modes)
    if wanted:
        chosen = targets.choose_all(game, obj, wanted, ctx.controller, ctx, waiting.word)
        if chosen is None:
            without_target(game, obj)
            return
        obj.casting.targets = chosen
        targets.divide(game, obj, ctx.controller, ctx)
        announce_targets(game, obj)


def known_x(game: Game, ctx: Context) -> int:
    """Return the value of X in a triggered ability: that of the spell that it comes from, 0 where it is of none."""
    source, event = ctx.source, ctx.event
    if ctx.casting is not NOT_CAST:
        return x_of_its_maker(game, ctx.casting.x)
    if source is None or is_gained(game, ctx):
        return 0
    if isinstance(event, Move) and event.to == "battlefield" and event.became is source:
        return x_of_the_spell(game, source.casting.x)
    if isinstance(event, TurnFaceUp) and event.object is source:
        return source.casting.x  # 702.37f
    return x_on_the_stack(game, source.casting.x) if source.zone == "stack" else 0


@rule("107.3n", usual=("none",))
def x_of_its_maker(_game: Game, number: int) -> int:
    """X in a delayed triggered ability is that of the spell or ability that made it."""
    return number


@rule("107.3m", usual=("none",))
def x_of_the_spell(_game: Game, number: int) -> int:
    """X in an ability that triggers as its permanent enters is that of the spell that became the permanent."""
    return number


@rule("107.3i", usual=("none",))
def x_on_the_stack(_game: Game, number: int) -> int:
    """X is the same all over an object, so in an ability of a spell, such as one on its being cast, as in its cost."""
    return number


@rule("603.3d", usual=(), mistakes={"only as it would resolve": mistakes.aims_at_itself})
def without_target(game: Game, obj: GameObject) -> None:
    """A triggered ability for which no legal choice can be made is removed from the stack."""
    zones.cease(game, obj)


@rule("603.3c")
def without_mode(game: Game, obj: GameObject) -> None:
    """A modal triggered ability for which no mode is chosen is removed from the stack."""
    zones.cease(game, obj)


def modes_chosen(game: Game, obj: GameObject, data: Any, ctx: Context, about: str) -> tuple[str, ...]:
    """Ask for the mode of a spell or ability (700.2), one, or up to one; none where none can be chosen."""
    modes = [mode for mode, told in data["modes"].items() if can_be_mode(game, obj, told, ctx)]
    if not modes:
        return ()
    if "choose" not in data:
        return tuple(game.ask(obj.controller, "mode", modes, about))
    taken = game.ask(obj.controller, "mode", [*modes, "decline"], about)
    return () if taken == ["decline"] else tuple(taken)


@rule("700.2b", usual=("always",))
def can_be_mode(game: Game, obj: GameObject, mode: Any, ctx: Context) -> bool:
    """A mode cannot be chosen if its targets could not (700.2a for a spell and an activated ability)."""
    return targets.can_be_chosen(game, obj, targets.wanted(mode, ()), ctx)


def announce_targets(game: Game, obj: GameObject) -> None:
    """Let abilities trigger on what becomes a target of a spell or ability as it is put on the stack (601.2c)."""
    become_targets(game, obj, [each for many in obj.casting.targets.values() for each in many])


def become_targets(game: Game, obj: GameObject, things: Sequence[Any]) -> None:
    """Let abilities trigger on what becomes a target of a spell or ability."""
    if things:
        propose(game, *(Target(to=thing, source=obj, by=obj.controller) for thing in things))


def resolve_top(game: Game) -> None:
    """Resolve the top object of the stack (608)."""
    obj = game.stack[-1]
    telling.resolves(game, obj)
    if obj.ability is not None:
        _resolve_ability(game, obj)
    else:
        _resolve_spell(game, obj)


def _resolve_ability(game: Game, obj: GameObject) -> None:
    assert obj.ability is not None
    assert obj.context is not None
    ctx = obj.context
    data: Any = obj.ability.data
    legal = targets.still_legal(game, obj, ctx)
    if legal is not None and ("triggered" not in data or intervening_if(game, obj.ability, ctx)):
        ctx.names.update(legal)
        ctx.casting = obj.casting
        if not data.get("optional") or game.accepts(ctx.controller, ctx.about):
            _carry_out(game, obj, ctx, data, data.get("do"))
    if not obj.gone:
        zones.cease(game, obj)


def _carry_out(game: Game, obj: GameObject, ctx: Context, data: Any, told: Any) -> None:
    """Carry out what the chosen modes say, and what is done in any case."""
    for mode in obj.casting.modes:
        carry_out(game, data["modes"][mode].get("do") or [], ctx)
    carry_out(game, told or [], ctx)


def _resolve_spell(game: Game, obj: GameObject) -> None:
    ctx = Context(obj, casting=obj.casting, names=dict(obj.casting.named))
    legal = targets.still_legal(game, obj, ctx)
    if legal is None:
        if not bestowing.resolves_as_a_creature(game, obj):
            propose(game, Move(object=obj, to="graveyard"))
            return
        bestowing.cease(game, obj)
        obj.casting.targets, legal = {}, {}
    ctx.names.update(legal)
    if game.look(obj).types.isdisjoint({"Instant", "Sorcery"}):
        move = Move(
            object=obj,
            to="battlefield",
            under=obj.controller,
            face_down=obj.face_down,
            being=obj.being,
            back=obj.back,
            attached_to=obj.casting.targets.get("enchant", [None])[0],
            as_it_resolves=True,
        )
        propose(game, move)
    else:
        for data in targets.spells(game, obj):
            _carry_out(game, obj, ctx, data, data["spell"])
    if not obj.gone:
        put_into_graveyard(game, obj)


@rule("608.2n")
def put_into_graveyard(game: Game, obj: GameObject) -> None:
    """As the last part of its resolution a spell is put into its owner's graveyard."""
    propose(game, Move(object=obj, to="graveyard", as_it_resolves=True))
