"""Instructions about objects: destroying, moving, counters, tokens, tapping, copying, attaching."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import effects, exchange, references, zones
from reference_engine.mtg.abilities import ability
from reference_engine.mtg.amounts import amount
from reference_engine.mtg.contained import top_of_library
from reference_engine.mtg.context import Context
from reference_engine.mtg.events import (
    Counter,
    Damage,
    Destroy,
    Event,
    GainControl,
    Move,
    Sacrifice,
    Shuffle,
    Tap,
    Untap,
)
from reference_engine.mtg.instructions.registry import (
    number_of,
    objects_of,
    players_of,
    present,
    remember,
    results,
    selected,
    verb,
)
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.replacement import propose

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Spec = dict[str, Any]


@verb("destroy")
def _destroy(game: Game, spec: Spec, ctx: Context) -> None:
    found = [obj for obj in objects_of(game, spec["destroy"], ctx) if obj.zone == "battlefield"]
    regenerate = "regenerate" not in spec
    propose(game, *(ctx.makes(Destroy, object=obj, regenerate=regenerate) for obj in found))


@verb("sacrifice")
def _sacrifice(game: Game, spec: Spec, ctx: Context) -> None:
    what = spec["sacrifice"]
    events: list[Event] = []
    for player in players_of(game, spec, ctx):
        if isinstance(what, dict):
            told = {"number": 1, **spec}
            own = {"controller": "you", **what}
            found = selected(game, told, own, "sacrifice", player, ctx.but(you=player))
        else:
            found = objects_of(game, what, ctx)
        events += [
            ctx.makes(Sacrifice, object=obj)
            for obj in found
            if obj.zone == "battlefield" and can_sacrifice(game, obj, player)
        ]
    happened = propose(game, *events)
    done = [event.object for event in happened if isinstance(event, Sacrifice)]
    remember(ctx, spec, done)


@rule("701.21a")
def can_sacrifice(_game: Game, obj: GameObject, player: Player) -> bool:
    """A player cannot sacrifice what they do not control."""
    return obj.controller is player


@verb("exile")
def _exile(game: Game, spec: Spec, ctx: Context) -> None:
    if spec.get("position") == "top":
        found = _from_the_top(game, spec, ctx)
    else:
        found = selected(game, spec, spec["exile"], "exile", _chooser(game, spec, ctx), ctx)
    linked = ctx.source if spec.get("linked") else None
    events = [
        ctx.makes(Move, object=obj, to="exile", face_down=bool(spec.get("face down")), linked_to=linked)
        for obj in found
        if not obj.gone
    ]
    happened = propose(game, *events)
    remember(ctx, spec, results(happened))


def _from_the_top(game: Game, spec: Spec, ctx: Context) -> list[GameObject]:
    """Return the cards on top of libraries that an instruction speaks of."""
    who = spec["exile"].get("owner", "you")
    number = number_of(game, spec, ctx)
    return [card for player in references.players(game, who, ctx) for card in top_of_library(game, player, number)]


def _chooser(game: Game, spec: Spec, ctx: Context) -> Player:
    return references.the_player(game, spec.get("player"), ctx) or ctx.controller


@verb("move")
def _move(game: Game, spec: Spec, ctx: Context) -> None:
    found = _chosen_by_each(game, spec, ctx)
    under = references.the_player(game, spec["under"], ctx) if "under" in spec else None
    attached = references.things(game, spec["attached to"], ctx) if "attached to" in spec else []
    counters = tuple((kind, amount(game, n, ctx)) for kind, n in (spec.get("counters") or {}).items())
    events = []
    for obj in found:
        if obj.kind == "ability" or (obj.kind == "token" and obj.zone != "battlefield"):
            continue
        player = under
        if isinstance(spec.get("under"), dict) and "owner of" in spec["under"]:
            player = obj.owner
        elif spec["to"] == "battlefield" and player is None:
            player = ctx.controller
        events.append(
            ctx.makes(
                Move,
                object=obj,
                to=spec["to"],
                position=spec.get("position", "top"),
                under=player,
                tapped=bool(spec.get("tapped")),
                face_down=bool(spec.get("face down")),
                attached_to=attached[0] if attached else None,
                counters=counters,
                added=tuple((ability(each), ctx) for each in spec.get("effects as it enters", ())),
            )
        )
    happened = propose(game, *events)
    remember(ctx, spec, results(happened))
    if spec.get("position") == "shuffled":
        _shuffle_all_the_same(game, spec, events, ctx)


@rule("701.24c")
def _shuffle_all_the_same(game: Game, spec: Spec, moves: Sequence[Event], ctx: Context) -> None:
    """A library into which something was to be shuffled is shuffled even if that is not where it was to be."""
    shuffled = {event.object.owner for event in moves if isinstance(event, Move)}
    owners = dict.fromkeys(obj.owner for obj in references.objects(game, spec["move"], ctx))
    left = [ctx.makes(Shuffle, player=player) for player in owners if player not in shuffled]
    if left:
        propose(game, *left)


def _chosen_by_each(game: Game, spec: Spec, ctx: Context) -> list[GameObject]:
    """Return what is moved; where several players are told to, each chooses among their own."""
    what = spec["move"]
    if "player" not in spec or not isinstance(what, dict):
        return selected(game, spec, what, "return", _chooser(game, spec, ctx), ctx)
    found: list[GameObject] = []
    for player in players_of(game, spec, ctx):
        there = [
            obj
            for obj in objects_of(game, what, ctx)
            if (obj.controller if obj.zone == "battlefield" else obj.owner) is player
        ]
        names = {**ctx.names, "own": there}
        if there:
            found += selected(game, spec, "own", "return", player, ctx.but(names=names))
    return found


@verb("tap")
def _tap(game: Game, spec: Spec, ctx: Context) -> None:
    if ctx.entering and spec["tap"] == "this" and ctx.source is not None:
        ctx.source.tapped = True  # it enters so, and does not become tapped
        return
    found = selected(game, spec, spec["tap"], "object", ctx.controller, ctx)
    propose(game, *(ctx.makes(Tap, object=obj) for obj in found))


@verb("untap")
def _untap(game: Game, spec: Spec, ctx: Context) -> None:
    found = objects_of(game, spec["untap"], ctx)
    propose(game, *(ctx.makes(Untap, object=obj) for obj in found))


REGENERATION = {
    "replace": {"event": "destroy", "object": "shielded"},
    "label": "regeneration",
    "do": {"regenerated": "shielded"},
    "uses": 1,
}
"""The shield that regenerating makes (701.19a), in the words of card data."""


@verb("regenerate")
def _regenerate(game: Game, spec: Spec, ctx: Context) -> None:
    if isinstance(ctx.event, Destroy):
        _regenerated(game, {"regenerated": spec["regenerate"]}, ctx)  # of a static ability (701.19b)
        return
    for obj in objects_of(game, spec["regenerate"], ctx):
        names = {**ctx.names, "shielded": obj}
        effects.begin(game, ability(REGENERATION), ctx.but(names=names), until="end of turn", uses=1)


@verb("regenerated")
@rule("614.8")
def _regenerated(game: Game, spec: Spec, ctx: Context) -> None:
    """What is destroyed the next time regenerates instead."""
    from reference_engine.mtg.events import Regenerate

    for obj in objects_of(game, spec["regenerated"], ctx):
        propose(game, ctx.makes(Regenerate, object=obj))


@verb("remove damage")
def _remove_damage(game: Game, spec: Spec, ctx: Context) -> None:
    for obj in objects_of(game, spec["remove damage"], ctx):
        obj.damage = 0


@verb("counter")
def _counter(game: Game, spec: Spec, ctx: Context) -> None:
    found = [obj for obj in objects_of(game, spec["counter"], ctx) if obj.zone == "stack"]
    happened = propose(game, *(ctx.makes(Counter, object=obj) for obj in found))
    remember(ctx, spec, [event.object for event in happened if isinstance(event, Counter)])


@verb("gain control")
def _gain_control(game: Game, spec: Spec, ctx: Context) -> None:
    player = references.the_player(game, spec.get("player"), ctx)
    for obj in objects_of(game, spec["gain control"], ctx):
        if player is not None:
            take_control(game, obj, player, ctx, spec.get("until"))


def take_control(game: Game, obj: GameObject, player: Player, ctx: Context, until: Any = None) -> None:
    """Give a player control of an object by an effect (613.1b)."""
    before = obj.controller
    names = {**ctx.names, "taken": obj, "taker": player}
    made = effects.begin(game, ability(CONTROL), ctx.but(names=names), until=until, locked=[obj])
    if made is not None and game.look(obj) and obj.controller is not before:
        obj.sick = True
        zones.remove_from_combat(game, obj)
        propose(game, ctx.makes(GainControl, object=obj, player=player))


CONTROL = {"static": {"affects": "taken", "control": "taker"}}
"""A change of control in the words of card data."""


@verb("exchange")
def _exchange(game: Game, spec: Spec, ctx: Context) -> None:
    remember(ctx, spec, exchange.carry_out(game, spec["exchange"], ctx, spec.get("until")))


@verb("phase out")
def _phase_out(game: Game, spec: Spec, ctx: Context) -> None:
    for obj in objects_of(game, spec["phase out"], ctx):
        zones.remove_from_combat(game, obj)
        obj.phased_out = True
        game.renew()


@verb("remove from combat")
def _remove_from_combat(game: Game, spec: Spec, ctx: Context) -> None:
    for obj in objects_of(game, spec["remove from combat"], ctx):
        zones.remove_from_combat(game, obj)


@verb("fight")
def _fight(game: Game, spec: Spec, ctx: Context) -> None:
    found = [references.the_object(game, each, ctx) for each in spec["fight"]]
    first, second = (present(ctx, obj) if obj is not None else None for obj in found)
    if first is None or second is None or any("Creature" not in game.look(obj).types for obj in (first, second)):
        return
    propose(
        game,
        ctx.makes(Damage, source=first, to=second, amount=game.look(first).power or 0),
        ctx.makes(Damage, source=second, to=first, amount=game.look(second).power or 0),
    )
