"""Tells the trace what each effect makes of an object, layer by layer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.mtg.cards.abilities import Ability
from reference_engine.mtg.cards.subtypes import CREATURE_TYPES, EVERY_CREATURE_TYPE
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.layers.copiable_values import copiable_values
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.layers.layered_effect import Effect

_RULES = {
    "2": "613.1b",
    "3": "613.1c",
    "4": "613.1d",
    "5": "613.1e",
    "6": "613.1f",
    "7a": "613.4a",
    "7b": "613.4b",
    "7c": "613.4c",
    "7d": "613.4d",
}
_LAND_TYPE = "305.7"
"""Abilities change in layer 4 only where a land comes to have a basic land type."""
_WORDS = {"supertypes": "supertype", "types": "type", "subtypes": "subtype"}
_NEAR = 8
"""How many steps back the same words are looked for."""
_COLOURS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_TAPS_FOR = "tap for "
_ABILITIES = {
    "static": "a static ability",
    "replace": "a replacement ability",
    "prevent": "a prevention ability",
    "cannot": "a restriction",
    "triggered": "a triggered ability",
    "activated": "an activated ability",
    "spell": "a spell ability",
}
"""What is said for abilities that bear no name of their own."""


def explain_applying(game: Game, effect: Effect, obj: GameObject, layer: str) -> None:
    """Apply an effect to an object, and tell what it makes of it."""
    before = obj.characteristics, obj.controller
    effect.apply(game, obj, layer)
    explain(game, effect, obj, layer, before)


def explain(game: Game, effect: Effect, obj: GameObject, layer: str, before: tuple[Characteristics, Player]) -> None:
    """Tell what an effect has changed about an object in a layer, if it has changed anything."""
    was, controller = before
    source = "counters" if effect.of_counters else effect.source or effect.context.source or "an effect"
    everything = _takes_everything(effect, layer)
    if controller is not obj.controller:
        _tell(game, layer, source, obj, _RULES[layer], [f"goes from {controller}'s control to {obj.controller}'s"])
    types_alone = obj.characteristics.but(abilities=was.abilities) if layer == "4" else obj.characteristics
    _tell(game, layer, source, obj, _RULES[layer], _changes(was, types_alone, everything=everything))
    _tell(game, layer, source, obj, _LAND_TYPE, _changes(types_alone, obj.characteristics))


def _tell(game: Game, layer: str, source: object, obj: GameObject, rule: str, changes: Iterable[str]) -> None:
    told = "; ".join(changes)
    if told:
        game.run.tell("Layer {layer}, {source}: {what} {told}", rule, layer=layer, source=source, what=obj, told=told)


def _explain_copiable_values(game: Game) -> None:
    """Tell what permanents are in layer 1 that are something else than their cards."""
    for obj in game.battlefield:
        source, rule = ("face down", "613.2b") if obj.face_down else ("copying", "613.2a")
        if not (obj.face_down or obj.copying or obj.copied_by):
            source = "as it entered"
        _tell(game, "1", source, obj, rule, _changes(obj.printed, copiable_values(game, obj)))


def _takes_everything(effect: Effect, layer: str) -> bool:
    """Whether what an effect takes are the abilities as such, and not some of them that happen to be all."""
    return layer != "6" or effect.static.data["static"].get("loses", {}).get("abilities") == "all"


def explain_entering(game: Game, obj: GameObject) -> None:
    """Tell what an entering permanent is judged as, where effects make its types or how it enters differ (614.12)."""
    trace = game.run.trace
    if trace is None:
        return
    was = copiable_values(game, obj)
    if _counts_for_entering(was) == _counts_for_entering(obj.characteristics):
        return
    changes = "; ".join(_changes(was, obj.characteristics))
    text = f"As it would exist on the battlefield, {obj} {changes}"
    if all(step["text"] != text for step in trace.steps[-_NEAR:]):  # the same is worked out more than once
        trace.note("614.12", text)


def _counts_for_entering(what: Characteristics) -> Any:
    own = [held.key for held in what.abilities for part in held.ability.parts if getattr(part, "own_entering", False)]
    return what.types, what.subtypes, what.supertypes, own


def _changes(was: Characteristics, now: Characteristics, *, everything: bool = True) -> Iterator[str]:
    if was.name != now.name:
        yield f"is called {now.name}" if now.name else "has no name"
    for name, word in _WORDS.items():
        yield from _gained_and_lost(word, _listed(getattr(was, name)), _listed(getattr(now, name)))
    if was.colors != now.colors:
        yield f"is {_colours(now)} instead of {_colours(was)}"
    if was.abilities != now.abilities:
        called = [[_called(held.ability) for held in each.abilities] for each in (was, now)]
        yield from _gained_and_lost("", *called, everything=everything)
    if (was.power, was.toughness) != (now.power, now.toughness):
        size = "without power and toughness" if now.power is None else f"{now.power}/{now.toughness}"
        yield f"is {size}" if was.power is None else f"is {size} instead of {was.power}/{was.toughness}"


def _gained_and_lost(word: str, was: Sequence[str], now: Sequence[str], *, everything: bool = False) -> Iterator[str]:
    """Tell what came and what went; without a word for it, abilities are meant."""
    lost, gained = Counter(was) - Counter(now), Counter(now) - Counter(was)
    if EVERY_CREATURE_TYPE in lost:
        gained |= Counter(each for each in now if each in CREATURE_TYPES)  # those that stay are told, too
    if lost and everything and lost.total() == len(was):
        yield f"loses all its abilities ({_shown(lost)})"
    elif lost:
        yield from _some("loses", word, lost)
    if gained:
        yield from _some("gains", word, gained)


def _some(verb: str, word: str, which: Counter[str]) -> Iterator[str]:
    if EVERY_CREATURE_TYPE in which:
        yield f"{verb} {EVERY_CREATURE_TYPE}"
        which = Counter({each: which[each] for each in which if each not in {EVERY_CREATURE_TYPE, *CREATURE_TYPES}})
    if not which:
        return
    plural = "s" if word and which.total() > 1 else ""
    yield f"{verb} {f'the {word}{plural} ' if word else ''}{_shown(which)}"


def _shown(which: Counter[str]) -> str:
    return ", ".join(f"{name}{f' ({number} times)' if number > 1 else ''}" for name, number in sorted(which.items()))


def _called(ability: Ability) -> str:
    """Return what a reader calls an ability: its keyword, what it taps for, or the label that its card's data gives."""
    label = ability.label
    if label.startswith(_TAPS_FOR):
        return f"{_TAPS_FOR}{_COLOURS.get(label.removeprefix(_TAPS_FOR), label.removeprefix(_TAPS_FOR))}"
    return f'"{label}"' if ability.data.get("label") else _ABILITIES.get(label, label)


def _listed(words: Any) -> list[str]:
    return sorted(map(str, words))


def _colours(what: Characteristics) -> str:
    there = [colour for letter, colour in _COLOURS.items() if letter in what.colors]
    return "all colours" if len(there) == len(_COLOURS) else " and ".join(there) or "colourless"


def explain_order(game: Game, layer: str, first: Effect, waiting: list[Effect], loop: list[Effect]) -> None:
    """Tell which effects wait for one though they are older, and which ones it does not wait for, in a loop."""
    if not game.layered.explaining:
        return
    named = first.source or first.context.source or "an effect"
    older = _names(other for other in waiting if other.timestamp < first.timestamp)
    if older:
        game.run.tell(
            "Layer {layer}: {first} is applied before {older}, although it is newer, since {depend} on it",
            "613.8b",
            layer=layer,
            first=named,
            older=" and ".join(older),
            depend="that depends" if len(older) == 1 else "those depend",
        )
    younger = _names(other for other in loop if other.timestamp > first.timestamp)
    if younger:
        game.run.tell(
            "Layer {layer}: {first} is applied before {others}, since they depend on each other and it is older",
            "613.8b",
            layer=layer,
            first=named,
            others=" and ".join(younger),
        )


def _names(effects: Iterable[Effect]) -> list[str]:
    return list(dict.fromkeys(str(effect.source or "an effect") for effect in effects))


def in_the_end(game: Game) -> None:
    """Tell the trace of a whole run how the characteristics of all objects come about in the end (613.1)."""
    if game.run.trace is None or game.run.moments is not None:
        return
    _explain_copiable_values(game)
    game.layered.explaining = game.layered.stale = True
    game.refresh()
    game.layered.explaining = False
