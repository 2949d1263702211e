"""Layer 3: effects that change text (612): words in their right use, text boxes, names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.abilities import ability
from reference_engine.mtg.characteristics import Held, land_abilities
from reference_engine.mtg.context import Context
from reference_engine.mtg.keywords import LANDWALK
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.layers.effect import Effect

_COLOR_KEYS = frozenset({"color", "colors", "quality"})
_WORD_KEYS = frozenset({"type", "subtype", "subtypes", "creature types", "land types", "quality"})
_KEYWORD_KEYS = frozenset({"abilities", "keyword"})
_WORDS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}


@rule("613.1c")
def apply(game: Game, effect: Effect, obj: GameObject) -> None:
    """In layer 3, text-changing effects are applied."""
    what = effect.static.data["static"]
    sets = what.get("sets") or {}
    if "text" in what:
        change_words(game, obj, swaps(what["text"], effect.context))
    if "text" in sets:
        replace_text_box(game, obj, effect.context.names.get(sets["text"]))
    if "name" in sets:
        obj.characteristics = obj.characteristics.but(name=sets["name"])
    if "mana cost" in sets:
        obj.characteristics = obj.characteristics.but(cost=sets["mana cost"])


def swaps(words: Mapping[str, str], ctx: Context) -> dict[str, str]:
    """Return which words take the place of which; a word may be a name given with `as`."""
    return {str(ctx.names.get(old, old)): str(ctx.names.get(new, new)) for old, new in words.items()}


@rule("612.2")
def change_words(_game: Game, obj: GameObject, words: Mapping[str, str]) -> None:
    """Only words in their right use change: colour words, land types and creature types, not names."""
    now = obj.characteristics
    kept = tuple(
        Held(_swapped(held, words), held.origin, held.key, held.timestamp)
        for held in now.abilities
        if held.origin != "type"
    )
    subtypes = frozenset(words.get(subtype, subtype) for subtype in now.subtypes)
    obj.characteristics = now.but(abilities=kept + land_abilities(now.types, subtypes), subtypes=subtypes)


@rule("612.5")
def replace_text_box(_game: Game, obj: GameObject, box: Any) -> None:
    """Rules text is replaced by that of another object; what effects have granted is no part of it (612.3)."""
    now = obj.characteristics
    kept = tuple(held for held in now.abilities if held.origin != "text")
    obj.characteristics = now.but(abilities=tuple(box or ()) + kept)


_SWAPPED: dict[tuple[int, tuple[tuple[str, str], ...]], tuple[Any, Any]] = {}


def _swapped(held: Held, words: Mapping[str, str]) -> Any:
    key = (id(held.ability), tuple(sorted(words.items())))
    known = _SWAPPED.get(key)
    if known is None:
        data = _change(held.ability.data, words, "")
        made = held.ability if data == held.ability.data else ability(data)
        known = _SWAPPED[key] = (held.ability, made)
        if len(_SWAPPED) > 5000:  # noqa: PLR2004 - a bound on memory, of no meaning
            _SWAPPED.clear()
    return known[1]


def _walk(land: str) -> str:
    """Return the keyword that is landwalk for a land type."""
    return f"{land.lower()}walk"


def _change(data: Any, words: Mapping[str, str], under: str) -> Any:
    if isinstance(data, str):
        if under in _COLOR_KEYS or under in _WORD_KEYS:
            return words.get(data, data)
        if under in _KEYWORD_KEYS and data in LANDWALK:
            return _walk(words.get(LANDWALK[data], LANDWALK[data]))
        return data  # such as a mana symbol, which is no colour word
    if isinstance(data, dict):
        return {key: value if key == "name" else _change(value, words, key) for key, value in data.items()}
    if isinstance(data, list):
        return [_change(each, words, under) for each in data]
    return data
