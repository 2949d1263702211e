"""Instructions that make or change objects: tokens, counters, copies, attaching, turning over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import mistakes
from reference_engine.mtg.events import (
    Attach,
    BecomeMonstrous,
    CopySpell,
    CreateToken,
    Event,
    PutCounters,
    RemoveCounters,
    Transform,
    TurnFaceUp,
    Unattach,
)
from reference_engine.mtg.floating_effects import begin_copying
from reference_engine.mtg.happening import turned_anew
from reference_engine.mtg.instructions.registry import (
    Spec,
    attacked,
    number_of,
    objects_of,
    players_of,
    remember,
    results,
    verb,
)
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import amount
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.layers.copying import copied, kept_by
from reference_engine.mtg.objects import Copying, GameObject, Player
from reference_engine.mtg.permanents.attaching import attachable
from reference_engine.mtg.permanents.tokens import characteristics_listed, specification, to_copy
from reference_engine.mtg.replacing import cant
from reference_engine.mtg.replacing.replacement import propose
from reference_engine.mtg.spells.copying_spells import copy_on_stack

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@verb("create")
def _create(game: Game, spec: Spec, ctx: Context) -> None:
    number = number_of(game, spec, ctx)
    enters: dict[str, Any] = {"tapped": "tapped" in spec, "attacking": attacked(game, spec, ctx)}
    events: list[Event] = []
    nothing = "copy of" in spec["create"] and to_copy(game, spec["create"]["copy of"], ctx) is None
    if "attached to" in spec:
        enters |= {"attached_to": references.the_object(game, spec["attached to"], ctx), "attached": True}
    for player in [] if nothing else players_of(game, spec, ctx):
        token = specification(game, spec["create"], ctx, **enters)
        events += all_at_once(game, [ctx.makes(CreateToken, player=player, amount=number, token=token)])
    remember(ctx, spec, results(propose(game, *events)) if number and events else [])


@rule("101.4", usual=(), mistakes={"one after the other": lambda _rule, game, events: propose(game, *events)[:0]})
def all_at_once(_game: Game, events: list[Event]) -> list[Event]:
    """What several players create at the same time is created at once, whoever makes choices first."""
    return events


@verb("put counters")
def _put_counters(game: Game, spec: Spec, ctx: Context) -> None:
    if ctx.entering and spec["on"] == "this":
        ctx.this.put += as_it_enters(game, spec, ctx)
        return
    on = spec["on"]
    things = objects_of(game, on, ctx) + [t for t in references.things(game, on, ctx) if isinstance(t, Player)]
    told = [
        (thing, kind, amount(game, number, ctx)) for thing in things for kind, number in spec["put counters"].items()
    ]
    events = [
        ctx.makes(PutCounters, to=thing, kind=kind, amount=many).but(by=player)
        for player in players_of(game, spec, ctx)
        for thing, kind, many in told
        if many
    ]
    if events:
        propose(game, *events)


@rule(
    "122.6a",
    usual=(),
    mistakes={"its controller": lambda found, *told: [put.but(by=told[-1].controller) for put in found(*told)]},
)
def as_it_enters(game: Game, spec: Spec, ctx: Context) -> list[PutCounters]:
    """An effect may say that other players than its controller put counters on what enters."""
    told = [(kind, amount(game, number, ctx)) for kind, number in spec["put counters"].items()]
    return [
        ctx.makes(PutCounters, to=ctx.this, kind=kind, amount=many).but(by=player)
        for player in players_of(game, spec, ctx)
        for kind, many in told
    ]


@verb("monstrosity")
def _monstrosity(game: Game, spec: Spec, ctx: Context) -> None:
    for obj in objects_of(game, "this", ctx):
        if not_before(game, obj):
            propose(game, ctx.makes(PutCounters, to=obj, kind="+1/+1", amount=spec["monstrosity"]))
            propose(game, ctx.makes(BecomeMonstrous, object=obj))


@rule("701.37a")
def not_before(game: Game, obj: GameObject) -> bool:
    """Only a permanent that is not monstrous gets the counters and becomes monstrous."""
    return not is_monstrous(game, obj)


@rule("701.37b")
def is_monstrous(_game: Game, obj: GameObject) -> bool:
    """What has become monstrous stays so until it leaves the battlefield; that is no ability, and nothing copies it."""
    return obj.monstrous


@verb("remove counters")
def _remove_counters(game: Game, spec: Spec, ctx: Context) -> None:
    told = spec["remove counters"]
    events: list[Event] = [
        ctx.makes(RemoveCounters, to=thing, kind=kind, amount=how_many)
        for thing in references.things(game, spec["from"], ctx)
        for kind, number in (dict.fromkeys(thing.counters, "all") if told == "all" else told).items()
        if (how_many := thing.counters[kind] if number == "all" else amount(game, number, ctx))
    ]
    removed = [event for event in propose(game, *on_all_together(game, events)) if isinstance(event, RemoveCounters)]
    remember(ctx, spec, [event.to for event in removed for _ in range(event.amount)])


@rule("608.2f", usual=(), mistakes={"one after the other": mistakes.one_after_the_other})
def on_all_together(_game: Game, events: list[Event]) -> list[Event]:
    """An action that is taken on several objects is processed simultaneously, with all kinds of counters."""
    return events


@verb("move counters")
def _move_counters(game: Game, spec: Spec, ctx: Context) -> None:
    found = references.the_object(game, spec["from"], ctx), references.the_object(game, spec["to"], ctx)
    told = [(kind, amount(game, number, ctx)) for kind, number in spec["move counters"].items()]
    propose(game, *(event for kind, number in told for event in _moved(game, found, kind, number, ctx)))


def _moved(
    game: Game, found: tuple[GameObject | None, GameObject | None], kind: str, number: int, ctx: Context
) -> list[Event]:
    """Return what it is to move counters of one kind: they are removed and put, as many as there are."""
    first, second = found
    if first is None or second is None:
        return []
    many = min(number, first.counters[kind])
    events: list[Event] = [
        ctx.makes(RemoveCounters, to=first, kind=kind, amount=many),
        ctx.makes(PutCounters, to=second, kind=kind, amount=many),
    ]
    return events if can_be_moved(game, first, second, events) else []


@rule("122.5")
def can_be_moved(game: Game, first: GameObject, second: GameObject, events: list[Event]) -> bool:
    """No counter is moved that cannot be removed, cannot be put, or would stay on the same object."""
    there = all(each.zone == "battlefield" and not each.gone for each in (first, second))
    return there and first is not second and not any(cant.happen(game, each) for each in events)


@verb("double counters")
def _double_counters(game: Game, spec: Spec, ctx: Context) -> None:
    events: list[Event] = [
        ctx.makes(PutCounters, to=thing, kind=kind, amount=number)
        for thing in references.things(game, spec["on"], ctx)
        for kind, number in thing.counters.items()
    ]
    propose(game, *on_all_together(game, events))


@verb("copy spell")
def _copy_spell(game: Game, spec: Spec, ctx: Context) -> None:
    # A spell that has left the stack is copied as it last was there (608.2h).
    for obj in references.objects(game, spec["copy spell"], ctx):
        number = number_of(game, spec, ctx)
        told = [ctx.makes(CopySpell, object=obj, player=each, amount=number) for each in players_of(game, spec, ctx)]
        for copying in propose(game, *told):
            if isinstance(copying, CopySpell):
                _copy(game, copying, spec, ctx)


def _copy(game: Game, copying: CopySpell, spec: Spec, ctx: Context) -> None:
    for _ in range(copying.amount):
        copy_on_stack(game, copying.object, copying.player, spec.get("except"), ctx, "new targets" in spec)


@verb("become copy")
def _become_copy(game: Game, spec: Spec, ctx: Context) -> None:
    original = references.the_known(game, spec["become copy"], ctx)
    if original is None:
        return
    game.look(original)
    for obj in objects_of(game, spec["object"], ctx):
        exceptions = spec.get("except") or {}
        values = copied(game, original, exceptions, ctx, obj)
        copy = Copying(values, game.time(), keeps=kept_by(exceptions))
        chosen = obj.chosen
        if begin_copying(game, obj, copy, spec.get("until"), ctx):
            obj.choose(still_chosen(game, chosen).items())
            game.run.tell("{what} becomes a copy of {original}", "707.2", what=obj, original=original)


@rule("607.5a", usual=(), mistakes={"what it was": lambda _rule, _game, chosen: chosen})
def still_chosen(_game: Game, _chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    """For what becomes a copy nothing has been chosen, whatever was chosen for it as what it was."""
    return {}


@verb("attach")
def _attach(game: Game, spec: Spec, ctx: Context) -> None:
    hosts = references.things(game, spec["to"], ctx)
    events = []
    for obj in objects_of(game, spec["attach"], ctx):
        able = [to for to in hosts if attachable(game, obj, to, spec.get("as though"))]
        events += [Attach(object=obj, to=to) for to in one_host(game, obj, able)]
    if events:
        propose(game, *events)


@rule("301.5c", usual=(), mistakes={"the last": lambda _rule, _game, _obj, hosts: hosts[-1:]})
def one_host(game: Game, obj: GameObject, hosts: list[Any]) -> list[Any]:
    """What would become attached to several things becomes attached to the one that its controller chooses."""
    return game.choose(obj.controller, "attach", hosts, obj.word) if hosts[1:] else hosts


@verb("unattach")
def _unattach(game: Game, spec: Spec, ctx: Context) -> None:
    events: list[Event] = [Unattach(object=obj) for obj in objects_of(game, spec["unattach"], ctx)]
    propose(game, *on_all_together(game, events))


@verb("transform")
def _transform(game: Game, spec: Spec, ctx: Context) -> None:
    found = objects_of(game, spec["transform"], ctx)
    events = [Transform(object=obj) for obj in found if not transformed_since(game, obj, ctx)]
    if events:
        propose(game, *events)


@rule("701.27f", usual=("never",))
def transformed_since(game: Game, obj: GameObject, ctx: Context) -> bool:
    """An ability transforms its own permanent only if that has not transformed since it was put on the stack."""
    return obj is ctx.source and ctx.casting.transformed not in (None, obj.transformed) and not all_the_same(game)


@rule("701.27f")
def all_the_same(game: Game) -> bool:
    """In the rules of 2013 it was transformed however often it had been."""
    return game.of_2013


@verb("turn face up")
def _turn_face_up(game: Game, spec: Spec, ctx: Context) -> None:
    propose(game, *(TurnFaceUp(object=obj) for obj in objects_of(game, spec["turn face up"], ctx)))


@verb("turn face down")
def _turn_face_down(game: Game, spec: Spec, ctx: Context) -> None:
    for obj in objects_of(game, spec["turn face down"], ctx):
        if not (face_down_already(game, obj) or double_faced(game, obj)):
            obj.face_down = True
            obj.being = characteristics_listed(game, spec, ctx)
            turned_anew(game, obj)
            no_longer_a_copy(game, obj)
            game.renew()


@rule("611.2a")
def no_longer_a_copy(_game: Game, obj: GameObject) -> None:
    """A copy effect that lasts until its object is turned face down is over with that."""
    obj.copying = [each for each in obj.copying if each.until != "turned face down"]


@rule("708.2b")
def face_down_already(_game: Game, obj: GameObject) -> bool:
    """A face-down permanent can't be turned face down: nothing happens."""
    return obj.face_down


@rule("712.16")
def double_faced(_game: Game, obj: GameObject) -> bool:
    """A double-faced permanent can't be turned face down: nothing happens."""
    return obj.face is not None and obj.face.back is not None
