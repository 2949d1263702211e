"""Layer 4: effects that change card types, subtypes and supertypes (613.1d, 205.1, 305.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.subtypes import BASIC_LAND_TYPES, SETS, correlated, set_of, without
from reference_engine.mtg.characteristics import Characteristics, Held, land_abilities
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.layers.parts import TYPE_WORDS
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.layers.layered_effect import Effect


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
            for key, value in what.get(word, {}).items():
                if key in TYPE_WORDS and (key == "types") is card_types:
                    if value == "chosen" and undefined(game, ctx, "type"):
                        continue
                    beside = key == "creature types" and _artifact_creature(what) and keep_creature_types(game)
                    now = (_add if beside else change)(game, now, key, _words(value, key, ctx))
    if now.subtypes == before.subtypes and now.abilities == before.abilities:
        return now
    kept = lose_mana_abilities(game, now.abilities)
    return now.but(abilities=kept + gain_mana_abilities(game, now.types, now.subtypes))


@rule("607.5a", usual=("never",))
def undefined(_game: Game, ctx: Context, kind: str) -> bool:
    """What an ability says of a choice that was not made for it does nothing."""
    return kind not in ctx.chosen


def _artifact_creature(what: Mapping[str, Any]) -> bool:
    return {"Artifact", "Creature"} <= set(what.get("adds", {}).get("types", ()))


@rule("205.1b")
def keep_creature_types(game: Game) -> bool:
    """In the rules of 2013 what became an artifact creature of a creature type kept those that it had."""
    return game.of_2013


def subtypes_given(game: Game, effect: Effect, now: Characteristics) -> frozenset[str]:
    """Return which of the subtypes that an effect sets or adds an object has by it (205.3d)."""
    what = effect.static.data["static"]
    told = [pair for word in ("sets", "adds") for pair in what.get(word, {}).items() if pair[0] in TYPE_WORDS]
    words = frozenset(word for key, value in told for word in _words(value, key, effect.context))
    return words & change_types(game, now, what, effect.context).subtypes


def _words(value: Any, key: str, ctx: Context) -> frozenset[str]:
    """Return the types meant; `chosen` is what was chosen for the source, `every` and `all` are all of the set."""
    if value == "chosen":
        return frozenset({ctx.chosen["type"]} if "type" in ctx.chosen else ())
    if value in ("every", "all"):
        return SETS[key]
    return frozenset(str(ctx.names.get(word, word)) for word in several(value))


def _lose(game: Game, now: Characteristics, key: str, words: frozenset[str]) -> Characteristics:
    if key == "types":
        types = now.types - words
        return now.but(types=types, subtypes=fitting(game, now.subtypes, types))
    if key == "supertypes":
        return now.but(supertypes=now.supertypes - words)
    return now.but(subtypes=without(now.subtypes, words))


def _set(game: Game, now: Characteristics, key: str, words: frozenset[str]) -> Characteristics:
    return set_types(game, now, words) if key == "types" else set_subtypes(game, now, key, words)


def _add(game: Game, now: Characteristics, key: str, words: frozenset[str]) -> Characteristics:
    if key == "types":
        return now.but(types=add_types(game, now.types, words))
    if key == "supertypes":
        return now.but(supertypes=add_types(game, now.supertypes, words))
    added = fitting(game, words, now.types)
    if added.isdisjoint(BASIC_LAND_TYPES):
        return now.but(subtypes=add_types(game, now.subtypes, added))
    return add_land_types(game, now, added)


@rule("205.1b", usual=(), mistakes={"replaced": lambda _rule, _game, _now, added: added})
def add_types(_game: Game, now: frozenset[str], added: frozenset[str]) -> frozenset[str]:
    """Types that come in addition to others leave these as they are."""
    return now | added


@rule(
    "305.7",
    usual=(),
    mistakes={
        "land types lost": lambda _rule, _game, now, added: now.but(
            subtypes=frozenset(each for each in now.subtypes if set_of(each) != "land types") | added
        ),
        "rules text lost": lambda function, game, now, added: function(game, now, added).but(
            abilities=tuple(held for held in now.abilities if held.origin != "text")
        ),
    },
)
def add_land_types(_game: Game, now: Characteristics, added: frozenset[str]) -> Characteristics:
    """A land that gains land types in addition to its own keeps those and its rules text."""
    return now.but(subtypes=now.subtypes | added)


@rule(
    "205.1a",
    usual=(),
    mistakes={
        "added": lambda _rule, _game, now, types: now.but(types=now.types | types),
        "instants too": lambda _rule, _game, now, types: now.but(types=types, subtypes=correlated(now.subtypes, types)),
        "subtypes kept": lambda _rule, _game, now, types: now.but(types=types | now.types & {"Instant", "Sorcery"}),
    },
)
def set_types(game: Game, now: Characteristics, types: frozenset[str]) -> Characteristics:
    """New card types replace the old ones, but an instant or sorcery stays one; subtypes of lost types go too."""
    if stays_a_spell(game):
        types |= now.types & {"Instant", "Sorcery"}
    return now.but(types=types, subtypes=fitting(game, now.subtypes, types))


@rule("205.1a", usual=("always",))
def stays_a_spell(game: Game) -> bool:
    """In the rules of 2013 an instant or a sorcery could be given another card type in place of that."""
    return not game.of_2013


@rule("205.3d", usual=(), mistakes={"any": lambda _rule, _game, subtypes, _types: subtypes})
def fitting(_game: Game, subtypes: frozenset[str], types: frozenset[str]) -> frozenset[str]:
    """An object has no subtype that does not go with one of its card types."""
    return correlated(subtypes, types)


def set_subtypes(game: Game, now: Characteristics, name: str, words: frozenset[str]) -> Characteristics:
    """Return characteristics with the subtypes of one set replaced."""
    new = fitting(game, words, now.types)
    if not new.isdisjoint(BASIC_LAND_TYPES):
        now = lose_rules_text(game, now)
        return now.but(subtypes=lose_land_types(game, now.subtypes) | new)
    return now.but(subtypes=of_other_sets(game, now.subtypes, name) | new)


@rule(
    "205.1a",
    usual=(),
    mistakes={
        "added": lambda _rule, _game, subtypes, _name: subtypes,
        "all sets": lambda _rule, _game, _subtypes, _name: frozenset(),
    },
)
def of_other_sets(_game: Game, subtypes: frozenset[str], name: str) -> frozenset[str]:
    """New subtypes replace those of the same set; the other sets stay."""
    return frozenset(each for each in subtypes if set_of(each) != name)


@rule(
    "305.7",
    usual=(),
    mistakes={
        "kept": lambda _rule, _game, subtypes: subtypes,
        "all subtypes": lambda _rule, _game, _subtypes: frozenset(),
    },
)
def lose_land_types(_game: Game, subtypes: frozenset[str]) -> frozenset[str]:
    """A land set to a basic land type no longer has its old land types."""
    return subtypes - SETS["land types"]


@rule(
    "305.7",
    usual=(),
    mistakes={
        "kept": lambda _rule, _game, now: now,
        "becomes basic": lambda function, game, now: function(game, now).but(supertypes=now.supertypes | {"Basic"}),
        "supertypes lost": lambda function, game, now: function(game, now).but(supertypes=frozenset()),
        "becomes a land only": lambda function, game, now: function(game, now).but(types=frozenset({"Land"})),
    },
)
def lose_rules_text(_game: Game, now: Characteristics) -> Characteristics:
    """A land set to a basic land type loses the abilities of its text and of copy effects; others come in layer 6."""
    return now.but(abilities=())


@rule(
    "305.7",
    usual=(),
    mistakes={
        "old ones kept": lambda _rule, _game, abilities: abilities,
    },
)
def lose_mana_abilities(_game: Game, abilities: tuple[Held, ...]) -> tuple[Held, ...]:
    """The mana abilities of land types that a land no longer has go with them."""
    return tuple(held for held in abilities if held.origin != "type")


@rule("305.7", usual=("nothing",))
def gain_mana_abilities(_game: Game, types: frozenset[str], subtypes: frozenset[str]) -> tuple[Held, ...]:
    """A land gains the mana ability of each basic land type that it comes to have (305.6)."""
    return land_abilities(types, subtypes)
