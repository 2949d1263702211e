"""Changing zones (400): an object that moves becomes a new object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg import mistakes, telling
from reference_engine.mtg.ability_index import abilities_of
from reference_engine.mtg.characteristics import NOTHING
from reference_engine.mtg.combat.removal import remove_from_combat
from reference_engine.mtg.events import Attach, Event, Move, PutCounters
from reference_engine.mtg.floating_effects import Numbers, begin, goes_on
from reference_engine.mtg.language.context import Context, link_of
from reference_engine.mtg.layers.layered_effect import time_of
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def move(game: Game, event: Move) -> Event | None:
    """Move an object; return the event with the object that it has become, or None if it was gone already."""
    old = event.object
    if old.gone:
        return None
    if event.to == "battlefield":
        assert event.arriving is not None
        new = event.arriving
    else:
        new = renewed(game, old, event.to)
        if event.face_down:
            hide(game, new)
    leave_zone(game, old)
    old.became = new
    if old.key in game.moment.chosen_to_move:
        game.moment.chosen_to_move.add(new.key)
    enter_zone(game, new, event.position)
    _put_counters(new, event)
    if event.to == "battlefield":
        _settle_in(game, new, event)
    if event.to == "exile" and event.linked_by is not None and event.linked_by.source is not None:
        event.linked_by.source.linked.append(new)
        new.exiled_with, new.exiled_for = event.linked_by.source, link_of(game, event.linked_by)
    if new.commander is not None and event.to in ("graveyard", "exile"):
        game.unchecked.commanders.append(new)
    game.moved(old, new)
    telling.moved(game, old, event.to)
    return event.but(became=new)


@rule("400.7", usual=(), mistakes={"stays what it was": mistakes.remembers})
def renewed(game: Game, old: GameObject, zone: str) -> GameObject:
    """An object that changes zones becomes a new object without memory of what it was."""
    printed = old.printed if old.face is None else old.face.characteristics
    return GameObject(
        key=game.key(),
        owner=old.owner,
        controller=old.owner,
        zone=zone,
        timestamp=game.time(),
        face=old.face,
        kind=old.kind,
        id=old.id,
        card=old.card,
        commander=old.commander,
        printed=printed,
        characteristics=printed,
    )


@rule("406.3", usual=("never",))
def face_up_by_default(_game: Game) -> bool:
    """A card that an effect exiles is face up in exile, unless the effect says otherwise."""
    return True


@rule("406.3a")
def hide(_game: Game, card: GameObject) -> None:
    """A card exiled face down has no characteristics."""
    card.face_down = True
    card.printed = card.characteristics = NOTHING


def leave_zone(game: Game, obj: GameObject) -> None:
    """Take an object out of its zone."""
    if obj.zone == "battlefield":
        remove_from_combat(game, obj)
        for entry in abilities_of(obj).layered:
            if "continues" in entry.ability.data:
                goes_on(game, entry.ability, Context(obj), time_of(game, entry))
    if obj.zone != "nowhere":
        place = game.zone_of(obj)
        if obj in place:
            place.remove(obj)
    obj.gone = True


def enter_zone(game: Game, obj: GameObject, position: str | None) -> None:
    """Put an object into its zone."""
    place = game.zone_of(obj)
    if (obj.zone == "library" and position != "bottom") or (obj.zone == "graveyard" and on_top(game)):
        place.insert(0, obj)
    else:
        place.append(obj)
    if obj.id is not None:
        game.by_id[obj.id] = obj


@rule("404.1", usual=("never",))
def on_top(_game: Game) -> bool:
    """What is put into a graveyard is put on top of it."""
    return True


def _put_counters(new: GameObject, event: Move) -> None:
    for kind, number in event.counters:
        new.counters[kind] += number
        new.counter_times[kind] = new.timestamp


def _settle_in(game: Game, new: GameObject, event: Move) -> None:
    new.entered_turn = game.turn.number
    new.sick = True
    game.combat.attackers_came = game.combat.attackers_came or new.attacking is not None
    game.moment.noted += [put.but(to=new, total=new.counters[put.kind]) for put in put_on_it(game, event)]
    if new.attached_to is not None:
        game.moment.noted.append(Attach(object=new, to=new.attached_to))
    for static, ctx, until in event.added:
        begin(game, static, ctx, until, locked=[new])


@rule("122.6", usual=("nothing",))
def put_on_it(_game: Game, event: Move) -> tuple[PutCounters, ...]:
    """Counters that a permanent enters with are put on it, by its controller unless another is told to (122.6a)."""
    return event.put


@rule("400.7a")
def carry_effects(game: Game, old: GameObject, new: GameObject) -> None:
    """Effects that change a permanent spell go on applying to the permanent that it becomes."""
    for floating in game.floating:
        settled = floating.settled
        if settled is not None and old in settled.objects:
            settled.objects.append(new)
            settled.numbers |= as_settled(game, settled.numbers, old, new)
            if old in settled.denied:
                settled.denied[new] = settled.denied[old]
            game.renew()


@rule("611.2d", usual=(), mistakes={"as things stand": lambda _rule, _game, _numbers, _old, _new: {}})
def as_settled(_game: Game, numbers: Numbers, old: GameObject, new: GameObject) -> Numbers:
    """What an effect on a permanent spell has counted is not counted again for the permanent that it becomes."""
    return {(new, part): number for (obj, part), number in numbers.items() if obj is old}


def cease(game: Game, obj: GameObject) -> None:
    """Make an object cease to exist: a token elsewhere, a copy, an ability off the stack."""
    leave_zone(game, obj)
    game.moved(obj)
