"""
The interaction of continuous effects (613), readable beside its chapter.

Every object starts from its copiable values (layer 1, `copiable_values`). Then the effects with a part in each
following layer are applied: those of characteristic-defining abilities first, the others in the order of their
timestamps, unless one depends on another (`dependency`). An effect that has begun in one layer goes on in the later
ones with the same objects (613.6).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.ability_index import abilities_of, working
from reference_engine.mtg.layers.copiable_values import copiable_values
from reference_engine.mtg.layers.dependency import next_effect
from reference_engine.mtg.layers.explain import explain_applying
from reference_engine.mtg.layers.layered_effect import Effect, counter_effects, from_ability, from_floating
from reference_engine.mtg.layers.parts import LAYERS, OUTER, SUBLAYERS, Sight
from reference_engine.mtg.layers.static_copies import apply_copies, end_copies
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


_NOTHING: frozenset[str] = frozenset()


def apply_layers(game: Game) -> None:
    """Give every object its characteristics and its controller."""
    _begin_anew(game)
    end_copies(game)
    for obj in game.battlefield:
        obj.characteristics = copiable_values(game, obj)
        obj.controller = obj.base_controller or obj.owner
        obj.text_from = None
        obj.base = None
    effects = _effects(game)
    if apply_copies(game, effects):  # what has become a copy has other abilities
        effects = _effects(game)
    effects += counter_effects(game)
    if game.layered.noting:
        _note_texts(game)
    if effects:
        needed = _needed(effects)
        for layer in (*in_order(game), *sublayers_in_order(game)):
            if layer in needed:
                apply_layer(game, layer, effects)
            if game.layered.noting and layer == "3":
                _note_texts(game)
    sights = [effect.sight for effect in effects]
    game.layered.sight = Sight(_NOTHING.union(*(each.zones for each in sights)), any(each.beyond for each in sights))


def _needed(effects: list[Effect]) -> Collection[str]:
    """Return the layers in which something may happen: any, where effects can bring others."""
    if any(effect.static.brings_effects for effect in effects):
        return LAYERS
    return {layer for effect in effects for layer in effect.layers}


@rule(
    "613.1",
    usual=(),
    mistakes={
        "text before control": lambda _rule, _game: ("3", "2", "4", "5", "6"),
        "types before text": lambda _rule, _game: ("2", "4", "3", "5", "6"),
        "types before control": lambda _rule, _game: ("4", "2", "3", "5", "6"),
        "abilities before types": lambda _rule, _game: ("2", "3", "6", "4", "5"),
    },
)
def in_order(_game: Game) -> tuple[str, ...]:
    """Layers are applied in order: control, text, types, colours, abilities."""
    return OUTER


@rule(
    "613.4",
    usual=(),
    mistakes={
        "set before defined": lambda _rule, _game: ("7b", "7a", "7c", "7d"),
        "modified before set": lambda _rule, _game: ("7a", "7c", "7b", "7d"),
        "switched before modified": lambda _rule, _game: ("7a", "7b", "7d", "7c"),
        "switched before set": lambda _rule, _game: ("7a", "7d", "7b", "7c"),
    },
)
def sublayers_in_order(_game: Game) -> tuple[str, ...]:
    """Within layer 7, power and toughness are defined, set, modified, switched."""
    return SUBLAYERS


def _note_texts(game: Game) -> None:
    """Keep text boxes, as they are after layer 3, for later rules to ask for."""
    for obj in game.battlefield:
        obj.text_box = obj.characteristics.abilities


def _begin_anew(game: Game) -> None:
    """Give objects outside the battlefield the values that they have before any effect."""
    for obj in game.layered.touched:
        if not obj.gone:
            obj.characteristics, obj.base = obj.printed, None
    game.layered.touched.clear()
    for obj in game.stack:
        obj.characteristics, obj.base = copiable_values(game, obj), None
        obj.controller = obj.base_controller or obj.owner


def _effects(game: Game) -> list[Effect]:
    effects = [effect for each in game.floating if (effect := from_floating(each)) is not None]
    _gather(game, effects)
    return [*effects, *_of_what_phased_out_attached(game)]


def _of_what_phased_out_attached(game: Game) -> list[Effect]:
    """Return the effects on control of what phased out along with what it is attached to."""
    return [
        from_ability(game, entry, [obj.phased_with])
        for obj in game.battlefield
        if obj.phased_out and isinstance(obj.phased_with, GameObject) and changes_no_control(game)
        for entry in abilities_of(obj).layered
        if entry.ability.affects.reference == "attached" and "2" in entry.ability.layers
    ]


@rule("702.26d", usual=("never",))
def changes_no_control(_game: Game) -> bool:
    """Phasing does not change control: what an Aura that phased out as well had given to a player stays theirs."""
    return True


def _gather(game: Game, effects: list[Effect]) -> None:
    """Add the effects of static abilities that objects have at this point and that are not there yet."""
    known = {effect.key: effect for effect in effects}
    for obj in working(game):
        for entry in abilities_of(obj).layered:
            there = known.get(entry.key)
            if there is not None and there.source is obj:
                there.read_anew(entry.ability)
            elif obj.zone in entry.ability.zones and there is None:
                effects.append(from_ability(game, entry))


def apply_layer(game: Game, layer: str, effects: list[Effect]) -> None:
    """Apply all effects that have a part in a layer."""
    done: set[int] = set()
    while True:
        waiting = [
            effect
            for effect in effects
            if layer in effect.layers and id(effect) not in done and (effect.started or effect.exists(game))
        ]
        if not waiting:
            return
        chosen = _first(game, waiting, layer)
        done.add(id(chosen))
        apply_effect(game, chosen, layer)
        if chosen.static.brings_effects:
            _gather(game, effects)


def _first(game: Game, waiting: list[Effect], layer: str) -> Effect:
    if len(waiting) == 1:
        return waiting[0]
    return next_effect(game, defining_first(game, waiting) or counters_last(game, waiting, layer) or waiting, layer)


@rule("613.3", usual=(), mistakes={"never": lambda _rule, _game, _waiting: []})
def defining_first(_game: Game, waiting: list[Effect]) -> list[Effect]:
    """Effects of characteristic-defining abilities are applied before the others of a layer."""
    return [effect for effect in waiting if effect.defining]


@rule("613.4c", usual=("nothing",))
def counters_last(game: Game, waiting: list[Effect], layer: str) -> list[Effect]:
    """In the rules of 2013 what counters do had a sublayer of its own, after all else that modifies."""
    return [effect for effect in waiting if not effect.of_counters] if game.of_2013 and layer == "7c" else []


def apply_effect(game: Game, effect: Effect, layer: str) -> None:
    """Apply the part of an effect that belongs to a layer, to the objects it began with or begins with now."""
    effect.affected, effect.applied = its_objects(game, effect), True
    effect.apply_to(game, effect.affected, layer, explain_applying if game.layered.explaining else None)
    for obj in effect.affected:
        if obj.zone != "battlefield" and obj not in game.layered.touched:
            game.layered.touched.append(obj)


@rule("613.6", usual=(), mistakes={"found anew": lambda _rule, game, effect: effect.found(game)})
def its_objects(game: Game, effect: Effect) -> list[GameObject]:
    """An effect that has begun in an earlier layer goes on with the same objects, even if its ability is lost."""
    return effect.applies_to(game)


__all__ = ["GameObject", "apply_layers"]
