"""
Object patterns: what an object has to be, read once from card data into a list of tests.

A pattern is asked very often, so that each word becomes one small function; `pattern` remembers what it has read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import references
from reference_engine.mtg.amounts import compare
from reference_engine.mtg.context import Context
from reference_engine.mtg.keywords import LANDWALK
from reference_engine.mtg.memo import Memo
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.subtypes import BASIC_LAND_TYPES, CREATURE_TYPES, EVERY_CREATURE_TYPE

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Test = Callable[["Game", GameObject, Context], bool]

ANYWHERE = references.ZONES
_ORDER = tuple(sorted(ANYWHERE))
"""The order in which zones are looked through is the same in every process: the order of a set of words is not."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """What an object has to be."""

    data: Any
    zones: frozenset[str]
    told: bool
    """Whether the data itself names the zones."""
    tests: tuple[Test, ...]
    reads: frozenset[str]
    """The characteristics that it looks at: what may change whether it matches."""
    reference: str | None = None

    def matches(self, game: Game, obj: GameObject, ctx: Context) -> bool:
        """Say whether an object in one of the zones is what the pattern says."""
        return obj.zone in self.zones and not obj.phased_out and self.describes(game, obj, ctx)

    def describes(self, game: Game, obj: GameObject, ctx: Context) -> bool:
        """Say whether an object is what the pattern says, wherever it is, unless the pattern names a zone."""
        if self.told and obj.zone not in self.zones:
            return False
        for test in self.tests:  # noqa: SIM110 - asked so often that a generator would cost more than the tests
            if not test(game, obj, ctx):
                return False
        return True

    def find(self, game: Game, ctx: Context) -> list[GameObject]:
        """Return all objects that match, the oldest first."""
        if self.reference is not None:
            return references.objects(game, self.reference, ctx)
        return [obj for zone in _ORDER if zone in self.zones for obj in game.zone(zone) if self.matches(game, obj, ctx)]


_MEMO: Memo[Pattern] = Memo()


def pattern(data: Any) -> Pattern:
    """Read a pattern or a reference. Raises `Unsupported` for a word that no pattern has."""
    return _MEMO.get(data, _read)


def _read(data: Any) -> Pattern:
    if isinstance(data, str):
        return Pattern(data, ANYWHERE, False, (_is(data),), frozenset(), data)
    if isinstance(data, list):
        return _read_list(data)
    if not isinstance(data, Mapping):
        raise Unsupported("word", f"pattern {data!r}")
    return _read_mapping(data)


def _read_list(data: list[Any]) -> Pattern:
    inner = [pattern(each) for each in data]
    zones = frozenset(zone for each in inner for zone in each.zones)
    reads = frozenset(read for each in inner for read in each.reads)
    return Pattern(data, zones, False, (lambda g, o, c: any(p.describes(g, o, c) for p in inner),), reads)


def _read_mapping(data: Mapping[str, Any]) -> Pattern:
    tests: list[Test] = []
    looks: set[str] = set()
    zones = frozenset({"battlefield"})
    for word, value in data.items():
        if word == "in":
            zones = ANYWHERE if value == "any" else frozenset([value] if isinstance(value, str) else value)
            if not zones <= ANYWHERE:
                raise Unsupported("word", f"zone {value!r}")
            continue
        if word == "kind" and value == "spell" and "in" not in data:
            zones = frozenset({"stack"})
        make = _WORDS.get(word)
        if make is None:
            raise Unsupported("word", f"pattern {word!r}")
        tests.append(make(value))
        looks |= _READS.get(word, frozenset())
        if word == "without":
            looks |= pattern(value).reads
        if word == "any of":
            looks = looks.union(*(pattern(each).reads for each in value))
    return Pattern(data, zones, "in" in data and data["in"] != "any", tuple(tests), frozenset(looks))


def _many(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def has_subtype(subtypes: frozenset[str], word: str) -> bool:
    """Say whether a subtype is among these, one of which may stand for every creature type."""
    return word in subtypes or (EVERY_CREATURE_TYPE in subtypes and word in CREATURE_TYPES)


def _is(reference: str) -> Test:
    if reference == "this":
        return lambda _g, o, c: o is c.source
    if reference == "affected":
        return lambda _g, o, c: o is c.affected
    return lambda g, o, c: any(is_or_becomes(each, o) for each in references.things(g, reference, c))


def is_or_becomes(known: Any, obj: GameObject) -> bool:
    """Say whether an object is the one known, or the permanent that a spell that is known has become (609.7a)."""
    return obj is known or (
        isinstance(known, GameObject)
        and known.zone == "stack"
        and (known.became is obj or known.key == -obj.key)
        and obj.zone == "battlefield"
    )


def _type(value: Any) -> Test:
    if value == "chosen":
        return lambda g, o, c: c.source is not None and c.source.chosen.get("card type") in g.look(o).types
    if isinstance(value, str):
        return lambda g, o, _c: value in g.look(o).types
    wanted = frozenset(value)
    return lambda g, o, _c: not wanted.isdisjoint(g.look(o).types)


def _subtype(value: Any) -> Test:
    def test(game: Game, obj: GameObject, ctx: Context) -> bool:
        subtypes = game.look(obj).subtypes
        for word in words:
            if word == "chosen":
                if has_subtype(subtypes, str(ctx.source.chosen.get("type") if ctx.source else None)):
                    return True
            elif word == "basic land type":
                if not subtypes.isdisjoint(BASIC_LAND_TYPES):
                    return True
            elif has_subtype(subtypes, word):
                return True
        return False

    words = _many(value)
    return test


def _supertype(value: Any) -> Test:
    wanted = frozenset(_many(value))
    return lambda g, o, _c: not wanted.isdisjoint(g.look(o).supertypes)


_COLOR_COUNTS: Mapping[str, Callable[[int], bool]] = {
    "colorless": lambda number: number == 0,
    "monocolored": lambda number: number == 1,
    "multicolored": lambda number: number > 1,
}


def _color(value: Any) -> Test:
    def test(game: Game, obj: GameObject, ctx: Context) -> bool:
        colors = game.look(obj).colors
        return any(_is_color(word, colors, ctx) for word in words)

    words = _many(value)
    return test


def _is_color(word: str, colors: frozenset[str], ctx: Context) -> bool:
    count = _COLOR_COUNTS.get(word)
    if count is not None:
        return count(len(colors))
    if word == "chosen":
        return ctx.source is not None and ctx.source.chosen.get("color") in colors
    return ctx.names.get(word, word) in colors


def _name(value: Any) -> Test:
    def test(game: Game, obj: GameObject, ctx: Context) -> bool:
        name = game.look(obj).name
        for word in words:
            wanted = word
            if word == "chosen":
                wanted = ctx.source.chosen.get("name") if ctx.source else None
            elif word == "this":
                wanted = game.look(ctx.source).name if ctx.source else None
            if name and name == ctx.names.get(word, wanted):
                return True
        return False

    words = _many(value)
    return test


def _kind(value: Any) -> Test:
    def test(_game: Game, obj: GameObject, _ctx: Context) -> bool:
        for word in words:
            if word == "permanent":
                if obj.zone == "battlefield":
                    return True
            elif word == "spell":
                if obj.zone == "stack" and obj.kind != "ability":
                    return True
            elif word == obj.kind:
                return True
        return False

    words = _many(value)
    if not set(words) <= {"permanent", "spell", "ability", "card", "token", "copy"}:
        raise Unsupported("word", f"kind {value!r}")
    return test


def _number(read: Callable[[Game, GameObject], int | None]) -> Callable[[Any], Test]:
    def make(value: Any) -> Test:
        def test(game: Game, obj: GameObject, ctx: Context) -> bool:
            number = read(game, obj)
            return number is not None and compare(game, number, value, ctx)

        return test

    return make


def _counters(value: Any) -> Test:
    return lambda g, o, c: all(compare(g, o.counters[kind], bound, c) for kind, bound in value.items())


def _flag(read: Callable[[Game, GameObject], bool]) -> Callable[[Any], Test]:
    return lambda value: lambda g, o, _c: read(g, o) is value


def _attacking(value: Any) -> Test:
    if isinstance(value, bool):
        return lambda _g, o, _c: (o.attacking is not None) is value
    return lambda g, o, c: o.attacking in references.things(g, value, c)


def _blocking(value: Any) -> Test:
    if isinstance(value, bool):
        return lambda _g, o, _c: bool(o.blocking) is value
    return lambda g, o, c: any(each in o.blocking for each in references.objects(g, value, c))


def _blocked(value: Any) -> Test:
    if isinstance(value, bool):
        return lambda _g, o, _c: (o.attacking is not None and o.blocked) is value
    return lambda g, o, c: any(o in each.blocking for each in references.objects(g, value, c))


def _without(value: Any) -> Test:
    inner = pattern(value)
    return lambda g, o, c: not inner.describes(g, o, c)


def _any_of(value: Any) -> Test:
    inner = [pattern(each) for each in value]
    return lambda g, o, c: any(each.describes(g, o, c) for each in inner)


def _keyword(value: Any) -> Test:
    wanted = frozenset(_many(value))
    if "landwalk" in wanted:
        wanted |= LANDWALK.keys()
    return lambda g, o, _c: not wanted.isdisjoint(g.look(o).keywords)


def _targets(value: Any) -> Test:
    from reference_engine.mtg.event_patterns import recipient

    inner = recipient(value)
    return lambda g, o, c: any(inner(g, each, c) for many in o.casting.targets.values() for each in many)


def _has_attached(value: Any) -> Test:
    inner = pattern(value)
    return lambda g, o, c: any(each.attached_to is o and inner.matches(g, each, c) for each in g.battlefield)


def _damaged_by(value: Any) -> Test:
    return lambda g, o, c: any(each.key in o.damaged_by for each in references.objects(g, value, c))


@rule("614.14")
def exiled_by(_game: Game, obj: GameObject, source: GameObject) -> bool:
    """An ability that speaks of exiled cards means those that the ability exiled that it is linked to."""
    return obj.exiled_with is source


def _shares_type(value: Any) -> Test:
    return lambda g, o, c: any(
        not g.look(each).types.isdisjoint(g.look(o).types) for each in references.objects(g, value, c)
    )


def _shares_color(value: Any) -> Test:
    return lambda g, o, c: any(
        not g.look(each).colors.isdisjoint(g.look(o).colors) for each in references.objects(g, value, c)
    )


def _power(game: Game, obj: GameObject) -> int | None:
    return game.look(obj).power


def _toughness(game: Game, obj: GameObject) -> int | None:
    return game.look(obj).toughness


def _mana_value(game: Game, obj: GameObject) -> int:
    from reference_engine.mtg.amounts import mana_value_of

    return mana_value_of(game, obj)


def _historic(game: Game, obj: GameObject) -> bool:
    what = game.look(obj)
    return "Legendary" in what.supertypes or "Artifact" in what.types or "Saga" in what.subtypes


def _enchanted(game: Game, obj: GameObject) -> bool:
    return any(each.attached_to is obj and "Aura" in game.look(each).subtypes for each in game.battlefield)


def _controller(value: Any) -> Test:
    def test(game: Game, obj: GameObject, ctx: Context) -> bool:
        if obj.zone not in ("battlefield", "stack") and not obj.gone:
            return value not in ("you", "opponent") and references.is_player(game, obj.owner, value, ctx)
        return references.is_player(game, obj.controller, value, ctx)

    return test


_WORDS: Mapping[str, Callable[[Any], Test]] = {
    "type": _type,
    "subtype": _subtype,
    "supertype": _supertype,
    "color": _color,
    "name": _name,
    "controller": _controller,
    "owner": lambda value: lambda g, o, c: references.is_player(g, o.owner, value, c),
    "keyword": _keyword,
    "is": _is,
    "other": lambda value: lambda _g, o, c: (o is not c.source) is value,
    "kind": _kind,
    "token": _flag(lambda _g, o: o.kind == "token"),
    "tapped": _flag(lambda _g, o: o.tapped),
    "face down": _flag(lambda _g, o: o.face_down),
    "attacking": _attacking,
    "blocking": _blocking,
    "blocked": _blocked,
    "power": _number(_power),
    "toughness": _number(_toughness),
    "mana value": _number(_mana_value),
    "counters": _counters,
    "attached to": lambda value: lambda g, o, c: o.attached_to in references.things(g, value, c),
    "has attached": _has_attached,
    "damaged by": _damaged_by,
    "exiled with": lambda value: lambda g, o, c: any(exiled_by(g, o, each) for each in references.objects(g, value, c)),
    "enchanted": _flag(_enchanted),
    "historic": _flag(_historic),
    "entered this turn": _flag(lambda g, o: o.entered_turn == g.turns),
    "was cast": _flag(lambda _g, o: o.casting.was_cast),
    "shares a card type with": _shares_type,
    "shares a color with": _shares_color,
    "attacked this turn": _flag(lambda g, o: any("attack" in each.names and each.subject is o for each in g.history)),
    "targets": _targets,
    "without": _without,
    "any of": _any_of,
}

_READS: Mapping[str, frozenset[str]] = {
    "type": frozenset({"types"}),
    "subtype": frozenset({"subtypes"}),
    "supertype": frozenset({"supertypes"}),
    "color": frozenset({"colors"}),
    "name": frozenset({"name"}),
    "controller": frozenset({"controller"}),
    "keyword": frozenset({"abilities"}),
    "power": frozenset({"power"}),
    "toughness": frozenset({"toughness"}),
    "historic": frozenset({"types", "supertypes", "subtypes"}),
    "enchanted": frozenset({"subtypes"}),
    "has attached": frozenset({"types", "subtypes"}),
    "targets": frozenset({"types"}),
}


def is_thing(thing: Any) -> bool:
    """Say whether something is an object or a player."""
    return isinstance(thing, GameObject | Player)
