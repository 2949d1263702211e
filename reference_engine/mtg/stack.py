"""The stack (405): putting abilities on it, resolving what is on top (608)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import targets, zones
from reference_engine.mtg.abilities import Ability, Spell
from reference_engine.mtg.context import Context
from reference_engine.mtg.events import Move, Target
from reference_engine.mtg.instructions import carry_out
from reference_engine.mtg.objects import Casting, GameObject, Player
from reference_engine.mtg.replacement import propose
from reference_engine.mtg.triggers import intervening_if

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game, Waiting


def ability_object(
    game: Game, ability: Ability, source: GameObject | None, controller: Player, ctx: Context, casting: Casting
) -> GameObject:
    """Return an ability as an object on the stack (113.3b, c)."""
    ctx.names["this ability"] = ability
    return GameObject(
        key=game.key(),
        owner=controller,
        controller=controller,
        zone="stack",
        timestamp=game.time(),
        kind="ability",
        card=source.card if source is not None else ability.label,
        ability=ability,
        source=source,
        context=ctx,
        casting=casting,
        base_controller=controller,
    )


def put_ability(game: Game, waiting: Waiting) -> None:
    """Put a triggered ability on the stack and choose its modes and targets (603.3)."""
    source, player = waiting.context.source, waiting.context.controller
    casting = Casting() if source is None else Casting(x=source.casting.x)
    ctx = waiting.context.but(casting=casting)
    obj = ability_object(game, waiting.ability, source, player, ctx, casting)
    game.stack.append(obj)
    data: Any = waiting.ability.data
    if "modes" in data:
        casting.modes = modes_chosen(game, player, data, waiting.word)
    wanted = targets.wanted(data, casting.modes)
    if wanted:
        chosen = targets.choose_all(game, obj, wanted, player, ctx, waiting.word)
        if chosen is None:
            without_target(game, obj)
            return
        casting.targets = chosen
        announce_targets(game, obj)


@rule("603.3d")
def without_target(game: Game, obj: GameObject) -> None:
    """A triggered ability for which no legal choice can be made is removed from the stack."""
    game.stack.remove(obj)
    obj.gone = True


def modes_chosen(game: Game, player: Player, data: Any, about: str) -> tuple[str, ...]:
    """Ask for the mode of a spell or ability (700.2): one, or up to one."""
    if "choose" not in data:
        return tuple(game.ask(player, "mode", list(data["modes"]), about))
    taken = game.ask(player, "mode", [*data["modes"], "decline"], about)
    return () if taken == ["decline"] else tuple(taken)


def announce_targets(game: Game, obj: GameObject) -> None:
    """Let abilities trigger on what becomes a target (601.2c)."""
    events = [Target(to=each, source=obj, by=obj.controller) for many in obj.casting.targets.values() for each in many]
    if events:
        propose(game, *events)


def resolve_top(game: Game) -> None:
    """Resolve the top object of the stack (608)."""
    obj = game.stack[-1]
    form = "The ability of {what} resolves" if obj.kind == "ability" and obj.source is not None else "{what} resolves"
    game.run.tell(form, "608.1", what=obj if obj.source is None else obj.source)
    if obj.kind == "ability":
        _resolve_ability(game, obj)
    else:
        _resolve_spell(game, obj)


def _resolve_ability(game: Game, obj: GameObject) -> None:
    assert obj.ability is not None
    assert obj.context is not None
    ctx = obj.context
    data: Any = obj.ability.data
    legal = targets.still_legal(game, obj, ctx)
    from reference_engine.mtg.abilities import Triggered

    if legal is not None and (not isinstance(obj.ability, Triggered) or intervening_if(game, obj.ability, ctx)):
        ctx.names.update(legal)
        ctx.casting = obj.casting
        if data.get("optional"):
            if game.accepts(ctx.controller, obj.source.word if obj.source else None):
                _do(game, obj, data, ctx)
        else:
            _do(game, obj, data, ctx)
    if not obj.gone:
        zones.cease(game, obj)


def _do(game: Game, obj: GameObject, data: Any, ctx: Context) -> None:
    if "modes" in data:
        for mode in obj.casting.modes:
            carry_out(game, data["modes"][mode].get("do") or [], ctx)
    carry_out(game, data.get("do") or [], ctx)


def _resolve_spell(game: Game, obj: GameObject) -> None:
    what = game.look(obj)
    ctx = Context(obj, obj.controller, names={}, casting=obj.casting)
    legal = targets.still_legal(game, obj, ctx)
    if legal is None:
        propose(game, Move(object=obj, to="graveyard"))
        return
    ctx.names.update(legal)
    if not what.types.isdisjoint({"Instant", "Sorcery"}):
        for held in what.abilities:
            for part in held.ability.parts:
                if isinstance(part, Spell):
                    _spell_ability(game, obj, part, ctx)
        if not obj.gone:
            put_into_graveyard(game, obj)
        return
    attached = next(iter(obj.casting.targets.get("enchant", [])), None)
    moved = propose(
        game,
        Move(
            object=obj,
            to="battlefield",
            by=obj.controller,
            under=obj.controller,
            face_down=obj.face_down,
            back=obj.back,
            attached_to=attached,
        ),
    )
    if not moved and not obj.gone:
        put_into_graveyard(game, obj)


def _spell_ability(game: Game, obj: GameObject, part: Spell, ctx: Context) -> None:
    data: Any = part.data
    if "modes" in data:
        for mode in obj.casting.modes:
            carry_out(game, data["modes"][mode].get("do") or [], ctx)
    carry_out(game, data["spell"], ctx)
    carry_out(game, data.get("do") or [], ctx)


@rule("608.2n")
def put_into_graveyard(game: Game, obj: GameObject) -> None:
    """As the last part of its resolution a spell is put into its owner's graveyard."""
    propose(game, Move(object=obj, to="graveyard"))
