"""Layer 3: effects that change text (612): words in their right use, text boxes, names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.abilities import Ability, ability
from reference_engine.mtg.cards.keywords import LANDWALK
from reference_engine.mtg.cards.subtypes import LAND_TYPES
from reference_engine.mtg.characteristics import Held, land_abilities, printed
from reference_engine.mtg.language import references
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.layers.layered_effect import Effect

_WORD_KEYS = frozenset(
    {
        "color", "colors", "quality", "type", "subtype", "subtypes", "creature types", "land types", "devotion to",
        "other than",
    }
)  # fmt: skip


@rule("613.1c")
def apply(game: Game, effect: Effect, obj: GameObject) -> None:
    """In layer 3, text-changing effects are applied."""
    what = effect.static.data["static"]
    sets = what.get("sets", {})
    if "text" in what:
        change_words(game, obj, swaps(what["text"], effect.context))
    if "text" in sets:
        replace_text_box(game, obj, _as_of(effect, effect.context.names.get(sets["text"]) or ()))
        obj.text_from = effect.context
    if "full text" in sets:
        found = references.the_object(game, sets["full text"], effect.context)
        if found is not None:
            replace_full_text(game, obj, found)
            obj.text_from = effect.key, found.key
    if "text" in what.get("adds", {}):
        added = _as_of(effect, printed(ability(each) for each in what["adds"]["text"]))
        obj.characteristics = obj.characteristics.but(abilities=obj.characteristics.abilities + added)
    if "name" in sets:
        obj.characteristics = obj.characteristics.but(name=sets["name"])


def _as_of(effect: Effect, box: Iterable[Held]) -> tuple[Held, ...]:
    """Return abilities as those that an effect gives, which are none that the object had before."""
    return tuple(held._replace(key=(effect.key, held.key), timestamp=effect.timestamp) for held in box)


def swaps(words: Mapping[str, str], ctx: Context) -> dict[str, str]:
    """Return which words take the place of which; words may be names given with `as`, or the chosen colour."""
    told = {str(ctx.names.get(old, old)): str(ctx.names.get(new, new)) for old, new in words.items()}
    return {old: str(ctx.chosen.get("color", old)) if new == "chosen" else new for old, new in told.items()}


@rule("612.2")
def change_words(_game: Game, obj: GameObject, words: Mapping[str, str]) -> None:
    """Only words in their right use change: colour words, land types and creature types, not names."""
    now = obj.characteristics
    kept = tuple(
        held._replace(ability=_swapped(held.ability, frozenset(words.items())))
        for held in now.abilities
        if held.origin != "type"
    )
    subtypes = frozenset(words.get(subtype, subtype) for subtype in now.subtypes)
    obj.characteristics = now.but(abilities=kept + land_abilities(now.types, subtypes), subtypes=subtypes)


@rule("612.5")
def replace_text_box(_game: Game, obj: GameObject, box: tuple[Held, ...]) -> None:
    """Rules text is replaced by that of another object; what effects have granted is no part of it (612.3)."""
    now = obj.characteristics
    kept = tuple(held for held in now.abilities if held.origin != "text")
    obj.characteristics = now.but(abilities=box + kept)


@rule("612.6")
def replace_full_text(_game: Game, obj: GameObject, other: GameObject) -> None:
    """Full text is more than a text box: name, mana cost, colours, type line, power and toughness as well."""
    box = tuple(held._replace(key=(other.key, held.key)) for held in other.characteristics.abilities)
    obj.characteristics = other.characteristics.but(abilities=box)


@lru_cache(maxsize=5000)
def _swapped(held: Ability, words: frozenset[tuple[str, str]]) -> Ability:
    return ability(_change(held.data, dict(words)))


def _walk(land: str) -> str:
    """Return the keyword that is landwalk for a land type."""
    return f"{land.lower()}walk"


def _used_as(key: str, value: Any, beside: Mapping[str, Any]) -> str:
    """Return the key as which the words of a value are used: a kind of mana is a colour, what to choose a land type."""
    if key == "kind" and ("event" in beside or "unspent mana of" in beside):
        return "color"
    if key == "choose" and isinstance(value, list) and LAND_TYPES.issuperset(value):
        return "land types"
    return key


def _change(data: Any, words: Mapping[str, str], under: str = "") -> Any:
    if isinstance(data, str):
        if under in _WORD_KEYS:
            return words.get(data, data)
        if data in LANDWALK:
            return _walk(words.get(LANDWALK[data], LANDWALK[data]))
        return data  # such as a mana symbol, which is no colour word
    if isinstance(data, dict):
        return {key: _change(value, words, _used_as(key, value, data)) for key, value in data.items()}
    if isinstance(data, list):
        return [_change(each, words, under) for each in data]
    return data
