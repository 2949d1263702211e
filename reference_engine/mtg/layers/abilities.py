"""Layer 6: effects that add and remove abilities (613.1f)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.abilities import Ability, Activated, ability
from reference_engine.mtg.cards.memo import Memo
from reference_engine.mtg.characteristics import Held
from reference_engine.mtg.language.patterns import pattern
from reference_engine.mtg.layers.parts import others
from reference_engine.mtg.objects import GameObject
from reference_engine.mtg.spells.mana_abilities import is_mana_ability

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.layers.layered_effect import Effect


@rule("613.1f")
def apply(game: Game, effect: Effect, obj: GameObject) -> None:
    """In layer 6, abilities are added and removed."""
    what = effect.static.data["static"]
    now = obj.characteristics.abilities
    lost = what.get("loses", {}).get("abilities")
    if lost is not None:
        now = tuple(held for held in now if not _is_lost(game, held, lost))
        obj.characteristics = obj.characteristics.but(bare=obj.characteristics.bare or isinstance(lost, str))
    barred = obj.characteristics.barred
    if "cannot have" in what:
        barred |= frozenset(what["cannot have"])
        obj.characteristics = obj.characteristics.but(barred=barred)
        now = tuple(held for held in now if not barred_from(game, held.ability, barred))
    given = what.get("adds", {}).get("abilities", ())
    added = [(given_with(each, said(game, effect)), (None, place)) for place, each in enumerate(given)]
    added += of_others(game, effect)
    barred |= effect.denied.get(obj, frozenset())
    now += tuple(
        Held(each, "granted", (effect.key, *whose), effect.timestamp)
        for each, whose in added
        if not barred_from(game, each, barred)
    )
    obj.characteristics = obj.characteristics.but(abilities=now)


Said = frozenset[tuple[tuple[str, str], str]]
"""What was chosen: under which key of card data and by which word, and which colour, type or name it is."""
_CHOICES: Final = {"color": "color", "colors": "color", "add mana": "color", "subtype": "type", "name": "name"}
"""The keys under which a pattern asks for what was chosen, each with the kind of the choice."""


@rule("607.2d", usual=(), mistakes={"the object's own": lambda _rule, _game, _effect: frozenset()})
def said(game: Game, effect: Effect) -> Said:
    """What an ability that an effect gives says of a choice means the one made for that effect, not for its object."""
    source = effect.context.source
    chosen = {} if source is None else effect.context.chosen
    named = {name: word for name, word in effect.context.names.items() if isinstance(word, str)}
    words = {(key, name): word for name, word in named.items() for key in _CHOICES}
    own = {(key, "chosen"): _used_as(key, chosen[kind]) for key, kind in _CHOICES.items() if kind in chosen}
    return frozenset({**left_open(game, effect), **own, **words}.items())


@rule("607.5a", usual=(), mistakes={"the object's own": lambda _rule, _game, _effect: {}})
def left_open(_game: Game, effect: Effect) -> dict[tuple[str, str], str]:
    """What an effect says of a choice that was not made for it, nor asked for by what it gives, is nothing."""
    return _OPEN.get(effect.static.data, _said_of_no_choice)


_OPEN: Memo[dict[tuple[str, str], str]] = Memo()
"""What card data says of a choice that nothing asks for in it, by the key and the word."""


def _said_of_no_choice(data: Any) -> dict[tuple[str, str], str]:
    given = data["static"]["adds"]["abilities"]
    if _has_key(given, "choose"):
        return {}
    return {(key, "chosen"): "undefined" for key in _IN_PATTERNS if _says(given, key)}


_IN_PATTERNS: Final = ("color", "subtype", "name")


def _says(data: Any, key: str) -> bool:
    """Say whether card data speaks of a choice under a key."""
    if isinstance(data, dict):
        return data.get(key) == "chosen" or any(_says(value, key) for value in data.values())
    return isinstance(data, list) and any(_says(each, key) for each in data)


def _has_key(data: Any, key: str) -> bool:
    if isinstance(data, dict):
        return key in data or any(_has_key(value, key) for value in data.values())
    return isinstance(data, list) and any(_has_key(each, key) for each in data)


def _used_as(key: str, word: str) -> str:
    """Return what was chosen in the form that stands under a key: of a colour of mana its symbol."""
    return f"{{{word}}}" if key == "add mana" else word


def given_with(data: Any, words: Said) -> Ability:
    """Read an ability that an effect gives, with what was chosen for the effect."""
    if not words or isinstance(data, str):
        return ability(data)
    known = _FILLED.get(data, lambda _data: {})
    if words not in known:
        known[words] = _filled(data, dict(words))
    return ability(known[words])


_FILLED: Memo[dict[Said, Any]] = Memo()
"""Card data with what was chosen, by that."""


def _filled(data: Any, words: Mapping[tuple[str, str], str], under: str = "") -> Any:
    if isinstance(data, dict):
        return {key: _filled(value, words, key) for key, value in data.items()}
    if isinstance(data, list):
        return [_filled(each, words, under) for each in data]
    return words.get((under, data), data) if isinstance(data, str) else data


def of_others(game: Game, effect: Effect) -> list[tuple[Ability, Any]]:
    """Return the activated abilities that other objects have at this point, with whose each is, if it adds those."""
    return [
        (part, (obj.key, (held.key, place)))
        for told in others(effect.static.data)
        for obj in pattern(told).find(game, effect.context)
        for held in obj.characteristics.abilities
        for place, part in enumerate(held.ability.parts)
        if isinstance(part, Activated)
    ]


@rule("113.11", usual=("never",))
def barred_from(_game: Game, each: Ability, barred: frozenset[str]) -> bool:
    """What can't have an ability loses it, and no effect adds it to that."""
    return each.keyword in barred


def _is_lost(game: Game, held: Held, lost: Any) -> bool:
    if lost == "all":
        return True
    if lost == "all but mana":
        return not is_mana_ability(game, held.ability)
    return held.ability.keyword in lost or held.ability.data.get("label") in lost
