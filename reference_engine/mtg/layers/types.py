"""Layer 4: effects that change card types, subtypes and supertypes (613.1d, 205.1, 305.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.characteristics import Characteristics, land_abilities
from reference_engine.mtg.context import Context
from reference_engine.mtg.objects import GameObject
from reference_engine.mtg.subtypes import BASIC_LAND_TYPES, EVERY_CREATURE_TYPE, SETS, correlated, set_of

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.layers.effect import Effect


@rule("613.1d")
def apply(game: Game, effect: Effect, obj: GameObject) -> None:
    """In layer 4, type-changing effects are applied."""
    what = effect.static.data["static"]
    obj.characteristics = change_types(game, obj.characteristics, what, effect.context)


def change_types(game: Game, now: Characteristics, what: Mapping[str, Any], ctx: Context) -> Characteristics:
    """Return characteristics with their types lost, set and added as a static effect says."""
    before = now
    for card_types in (True, False):  # card types first: subtypes need theirs to be there
        for word, change in (("loses", _lose), ("sets", _set), ("adds", _add)):
            for key, value in (what.get(word) or {}).items():
                if (key in _PARTS or key in SETS) and (key == "types") is card_types:
                    now = change(game, now, key, _words(value, key, ctx))
    if now.types != before.types or now.subtypes != before.subtypes:
        now = _with_land_abilities(now)
    return now


_PARTS = frozenset({"types", "subtypes", "supertypes"})


def _words(value: Any, key: str, ctx: Context) -> list[str]:
    """Return the types meant; `chosen` is what was chosen for the source, `every` all creature types."""
    found = []
    for word in value if isinstance(value, list) else [value]:
        if word == "chosen":
            chosen = None if ctx.source is None else ctx.source.chosen.get("card type" if key == "types" else "type")
            found += [str(chosen)] if chosen else []
        elif word == "every":
            found += [EVERY_CREATURE_TYPE] if key == "creature types" else list(SETS.get(key, ()))
        else:
            found.append(str(ctx.names.get(word, word)))
    return found


def _lose(game: Game, now: Characteristics, key: str, words: list[str]) -> Characteristics:
    if key == "types":
        types = now.types - set(words)
        return now.but(types=types, subtypes=fitting(game, now.subtypes, types))
    if key == "supertypes":
        return now.but(supertypes=frozenset() if "all" in words else now.supertypes - set(words))
    if "all" in words:
        return now.but(subtypes=frozenset(each for each in now.subtypes if key != "subtypes" and set_of(each) != key))
    return now.but(subtypes=now.subtypes - set(words))


def _set(game: Game, now: Characteristics, key: str, words: list[str]) -> Characteristics:
    if key == "types":
        return set_types(game, now, frozenset(words))
    if key == "supertypes":
        return now.but(supertypes=frozenset(words))
    for name in {set_of(word) for word in words} if key == "subtypes" and words else {key}:
        chosen = [word for word in words if key != "subtypes" or set_of(word) == name]
        now = set_subtypes(game, now, name, frozenset(chosen))
    return now


def _add(game: Game, now: Characteristics, key: str, words: list[str]) -> Characteristics:
    if key == "types":
        return now.but(types=now.types | set(words))
    if key == "supertypes":
        return now.but(supertypes=now.supertypes | set(words))
    return now.but(subtypes=now.subtypes | fitting(game, frozenset(words), now.types))


@rule("205.1a")
def set_types(game: Game, now: Characteristics, types: frozenset[str]) -> Characteristics:
    """New card types replace the old ones, but an instant or sorcery stays one; subtypes of lost types go too."""
    types |= now.types & {"Instant", "Sorcery"}
    return now.but(types=types, subtypes=fitting(game, now.subtypes, types))


@rule("205.3d")
def fitting(_game: Game, subtypes: frozenset[str], types: frozenset[str]) -> frozenset[str]:
    """An object has no subtype that does not go with one of its card types."""
    return correlated(subtypes, types)


@rule("205.1a")
def set_subtypes(game: Game, now: Characteristics, name: str, words: frozenset[str]) -> Characteristics:
    """New subtypes replace those of the same set; the other sets stay."""
    members = SETS.get(name, frozenset())
    if name == "creature types":
        kept = frozenset(each for each in now.subtypes if set_of(each) != name)
    else:
        kept = now.subtypes - members
    new = fitting(game, words, now.types)
    if name == "land types" and "Land" in now.types and not words.isdisjoint(BASIC_LAND_TYPES):
        now = lose_rules_text(game, now)
    return now.but(subtypes=kept | new)


@rule("305.7")
def lose_rules_text(_game: Game, now: Characteristics) -> Characteristics:
    """A land set to a basic land type loses the abilities of its text and of copy effects, not those it was granted."""
    return now.but(abilities=tuple(held for held in now.abilities if held.origin == "granted"))


def _with_land_abilities(now: Characteristics) -> Characteristics:
    """Return the same with the mana abilities of its basic land types and of no others (305.6)."""
    kept = tuple(held for held in now.abilities if held.origin != "type")
    given = land_abilities(now.types, now.subtypes)
    return now if not given and len(kept) == len(now.abilities) else now.but(abilities=kept + given)
