"""
Object patterns: what an object has to be, read once from card data into a list of tests.

A pattern is asked very often, so that each word becomes one small function; `pattern` remembers what it has read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg.cards.keywords import with_variants
from reference_engine.mtg.cards.memo import Memo
from reference_engine.mtg.cards.subtypes import CREATURE_TYPES, EVERY_CREATURE_TYPE, share_creature_type
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.language import attachments, colors, references, targeted
from reference_engine.mtg.language.amounts import (
    BOUNDS,
    base_of,
    bounds,
    compare,
    mana_value_of,
    power_of,
    toughness_of,
)
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.names import name_meant, names_of
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Test = Callable[["Game", GameObject, Context], bool]
"""What a word asks of the game (g in short functions), an object (o) and the context (c)."""

ANYWHERE = references.ZONES
CONTROLLED = frozenset({"battlefield", "stack"})
"""Only what is there has a controller (109.4); what is anywhere else is a card (108.2)."""
_ORDER = tuple(sorted(ANYWHERE))
"""The order in which zones are looked through is the same in every process: the order of a set of words is not."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """What an object has to be."""

    zones: frozenset[str]
    tests: tuple[Test, ...]
    reads: frozenset[str] = frozenset()
    """The characteristics that it looks at: what may change whether it matches."""
    told: bool = False
    """Whether the data itself names the zones."""
    reference: str | None = None
    """The word that it is, where it means things by reference."""

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

    def means(self, game: Game, obj: GameObject, ctx: Context) -> bool:
        """Say whether an object is what the pattern says and where that is looked for, phased out or not."""
        return (obj.zone in self.zones or not is_elsewhere(game, obj)) and self.describes(game, obj, ctx)

    def find(self, game: Game, ctx: Context) -> list[GameObject]:
        """Return all objects that match, the oldest first."""
        if self.reference is not None:
            return references.objects(game, self.reference, ctx)
        return [
            obj
            for zone in _ORDER
            if zone in self.zones
            for obj in game.zone(zone)
            if self.matches(game, obj, ctx)
            and (obj.kind == "card" or obj.zone in CONTROLLED or not is_no_card(game, obj))
        ]


@dataclass(frozen=True, slots=True, eq=False)
class OneOfSeveral(Pattern):
    """Several patterns, one of which an object has to match: each in the zones that it means itself."""

    inner: tuple[Pattern, ...] = ()

    def matches(self, game: Game, obj: GameObject, ctx: Context) -> bool:
        return any(each.matches(game, obj, ctx) for each in self.inner)

    def describes(self, game: Game, obj: GameObject, ctx: Context) -> bool:
        return any(each.describes(game, obj, ctx) for each in self.inner)

    def means(self, game: Game, obj: GameObject, ctx: Context) -> bool:
        return any(each.means(game, obj, ctx) for each in self.inner)


@rule("109.2", usual=("never",))
def is_elsewhere(_game: Game, obj: GameObject) -> bool:
    """What is described without a zone is a permanent, or a token that is to be one, and nothing in another zone."""
    return obj.zone != "nowhere"


@rule("108.2b", usual=("never",))
def is_no_card(_game: Game, _obj: GameObject) -> bool:
    """What is looked for in a hand, library, graveyard or in exile are cards; a token that has gone there is none."""
    return True


_MEMO: Memo[Pattern] = Memo()


def pattern(data: Any) -> Pattern:
    """Read a pattern or a reference. Raises `Unsupported` for a word that no pattern has."""
    return _MEMO.get(data, _read)


def _read(data: Any) -> Pattern:
    if isinstance(data, str):
        return Pattern(ANYWHERE, (_is(data),), reference=data)
    if isinstance(data, list):
        return _read_list(data)
    if not isinstance(data, dict):
        raise Unsupported("word", f"pattern {data!r}")
    return _read_mapping(data)


def _read_list(data: list[Any]) -> Pattern:
    inner = tuple(pattern(each) for each in data)
    zones = frozenset(zone for each in inner for zone in each.zones)
    reads = frozenset(read for each in inner for read in each.reads)
    return OneOfSeveral(zones, (), reads, inner=inner)


def _read_mapping(data: Mapping[str, Any]) -> Pattern:
    tests: list[Test] = []
    looks: set[str] = set()
    zones = frozenset({"battlefield"})
    for word, value in data.items():
        if word == "in":
            zones = ANYWHERE if value == "any" else frozenset(several(value))
            if not zones <= ANYWHERE:
                raise Unsupported("word", f"zone {value!r}")
            continue
        make = _WORDS.get(word)
        if make is None:
            raise Unsupported("word", f"pattern {word!r}")
        tests.append(make(value))
        looks |= _READS.get(word, frozenset())
        if word in _PATTERNS:
            looks = looks.union(*(pattern(each).reads for each in several(value) if not references.whose(each)))
    return Pattern(zones, tuple(tests), frozenset(looks), told="in" in data and data["in"] != "any")


def has_subtype(subtypes: frozenset[str], word: str | None) -> bool:
    """Say whether a subtype is among these, one of which may stand for every creature type."""
    return word in subtypes or (EVERY_CREATURE_TYPE in subtypes and word in CREATURE_TYPES)


def _is(reference: str) -> Test:
    return lambda g, o, c: references.is_meant(g, reference, o, c)


def is_on_top(obj: GameObject) -> bool:
    """Say whether an object is the top card of a library or a graveyard."""
    return obj.zone in _PILES and getattr(obj.owner, obj.zone)[:1] == [obj]


_PILES: Final = frozenset({"library", "graveyard"})


def _type(value: Any) -> Test:
    if isinstance(value, str):
        return lambda g, o, _c: value in g.look(o).types
    wanted = frozenset(value)
    return lambda g, o, _c: not wanted.isdisjoint(g.look(o).types)


@rule("702.44a", usual=(), mistakes={"as it would be": lambda _rule, game, obj: game.look(obj)})
def as_it_enters(game: Game, obj: GameObject) -> Characteristics:
    """What an object enters as is told by its copiable values, whatever changes its types once it is there."""
    from reference_engine.mtg.layers.copiable_values import copiable_values  # which looks for what matches patterns

    return copiable_values(game, obj)


def _subtype(value: Any) -> Test:
    def test(game: Game, obj: GameObject, ctx: Context) -> bool:
        subtypes = game.look(obj).subtypes
        return any(has_subtype(subtypes, ctx.chosen.get("type") if word == "chosen" else word) for word in words)

    words = several(value)
    return test


def _supertype(value: Any) -> Test:
    wanted = frozenset(several(value))
    return lambda g, o, _c: not wanted.isdisjoint(g.look(o).supertypes)


def _name(value: Any) -> Test:
    def test(game: Game, obj: GameObject, ctx: Context) -> bool:
        name = name_meant(game, value, ctx)
        return bool(name) and not set(names_of(game, name)).isdisjoint(names_of(game, game.look(obj).name))

    return test


_KINDS: Mapping[str, Callable[[GameObject], bool]] = {
    "permanent": lambda o: o.zone == "battlefield",
    "spell": lambda o: o.zone == "stack" and o.kind != "ability",
    "ability": lambda o: o.kind == "ability",
    "card": lambda o: o.kind == "card",
    "token": lambda o: o.kind == "token",
}


def _kind(value: Any) -> Test:
    kinds = [_KINDS[word] for word in several(value)]
    return lambda _g, o, _c: any(is_kind(o) for is_kind in kinds)


def _number(read: Callable[[Game, GameObject], int | None]) -> Callable[[Any], Test]:
    def make(value: Any) -> Test:
        def test(game: Game, obj: GameObject, ctx: Context) -> bool:
            number = read(game, obj)
            return number is not None and compare(game, number, value, ctx)

        return test

    return make


def _counters(value: Any) -> Test:
    wanted = [(kind, BOUNDS[word], number) for kind, told in value.items() for word, number in bounds(told).items()]
    return lambda _g, o, _c: all(meets(o.counters[kind], number) for kind, meets, number in wanted)


def _flag(read: Callable[[Game, GameObject], bool]) -> Callable[[Any], Test]:
    return lambda value: lambda g, o, _c: read(g, o) is value


def _beside(fits: Callable[[Game, GameObject, GameObject], bool]) -> Callable[[Any], Test]:
    """Make a test of an object beside others that a reference means: whether it fits one of them."""

    def make(value: Any) -> Test:
        return lambda g, o, c: any(fits(g, o, each) for each in references.known(g, value, c))

    return make


def _without(value: Any) -> Test:
    inner = pattern(value)
    return lambda g, o, c: not inner.describes(g, o, c)


def _any_of(value: Any) -> Test:
    inner = [pattern(each) for each in value]
    return lambda g, o, c: any(each.describes(g, o, c) for each in inner)


def _keyword(value: Any) -> Test:
    wanted = with_variants(several(value))
    return lambda g, o, _c: not wanted.isdisjoint(g.look(o).keywords)


def _exiled_with(value: Any) -> Test:
    return lambda g, o, c: any(references.exiled_by(g, o, each, c) for each in references.meant(g, value, c))


def _shares(value: Any) -> Test:
    """Return a test of whether an object shares one of some card types with another."""
    types = frozenset(value["types"])

    def shared(game: Game, obj: GameObject, other: GameObject) -> bool:
        return not types.isdisjoint(game.look(obj).types & game.look(other).types)

    return _beside(shared)(value["with"])


_BEFORE_BLOCKS = frozenset({"beginning of combat", "declare attackers"})


@rule("509.1h", usual=("always",))
def is_unblocked(game: Game, obj: GameObject) -> bool:
    """An attacking creature that nothing was declared to block is unblocked from then on, and not before."""
    return obj.attacking is not None and not obj.blocked and game.turn.step not in _BEFORE_BLOCKS


@rule("108.4a", usual=(), mistakes={"nobody": lambda _rule, _game, _obj: None})
def in_its_controllers_place(_game: Game, obj: GameObject) -> Player:
    """Where the controller of a card is asked for that has none, such as one in a graveyard, its owner is meant."""
    return obj.owner


def _controller(value: Any) -> Test:
    def test(game: Game, obj: GameObject, ctx: Context) -> bool:
        whose = obj.controller if obj.zone in CONTROLLED else in_its_controllers_place(game, obj)
        return references.is_player(game, whose, value, ctx)

    return test


_WORDS: Mapping[str, Callable[[Any], Test]] = {
    "type": _type,
    "enters as": lambda value: lambda g, o, _c: value in as_it_enters(g, o).types,
    "subtype": _subtype,
    "supertype": _supertype,
    "color": colors.has_color,
    "name": _name,
    "controller": _controller,
    "source of": _beside(lambda _g, o, each: each.source is o),
    "owner": lambda value: lambda g, o, c: references.is_player(g, o.owner, value, c),
    "keyword": _keyword,
    "abilities": lambda _none: lambda g, o, _c: not g.look(o).abilities,
    "is": _is,
    "top": lambda value: lambda _g, o, _c: is_on_top(o) is value,
    "other": lambda value: lambda _g, o, c: (o is not c.source) is value,
    "kind": _kind,
    "token": _flag(lambda _g, o: o.kind == "token"),
    "tapped": _flag(lambda _g, o: o.tapped),
    "face down": _flag(lambda _g, o: o.face_down),
    "attacking": _flag(lambda _g, o: o.attacking is not None),
    "blocking": _flag(lambda _g, o: o.blocks),
    "blocked": _flag(lambda _g, o: o.blocked),
    "unblocked": _flag(is_unblocked),
    "blocked by": _beside(lambda _g, o, each: o in each.blocking),
    "power": _number(power_of),
    "toughness": _number(toughness_of),
    "base power": _number(base_of("power")),
    "base toughness": _number(base_of("toughness")),
    "mana value": _number(mana_value_of),
    "counters": _counters,
    "attached to": attachments.attached_to,
    "has attached": attachments.has_attached,
    "can be enchanted by": _beside(attachments.can_be_enchanted),
    "damaged by": _beside(lambda _g, o, each: each.key in o.damaged_by),
    "exiled with": _exiled_with,
    "entered this turn": _flag(lambda g, o: o.entered_turn == g.turn.number),
    "was cast": _flag(lambda _g, o: o.casting.was_cast),
    "cast from": lambda value: lambda _g, o, _c: o.casting.cast_from == value,
    "shares a card type with": _beside(lambda g, o, each: not g.look(each).types.isdisjoint(g.look(o).types)),
    "shares": _shares,
    "shares a color with": _beside(lambda g, o, each: not g.look(each).colors.isdisjoint(g.look(o).colors)),
    "shares a creature type with": _beside(
        lambda g, o, each: share_creature_type(g.look(each).subtypes, g.look(o).subtypes)
    ),
    "attacked this turn": _flag(
        lambda g, o: any("attack" in each.names and each.subject is o for each in g.turn.history)
    ),
    "exiled this turn": _flag(
        lambda g, o: any("exile" in each.names and getattr(each, "became", None) is o for each in g.turn.history)
    ),
    "targets": targeted.targets,
    "without": _without,
    "any of": _any_of,
}

_PATTERNS: Final = frozenset({"without", "any of", "attached to", "has attached"})
"""The words under which there are patterns, of this object or of others."""
_READS: Mapping[str, frozenset[str]] = {
    "type": frozenset({"types"}),
    "subtype": frozenset({"subtypes"}),
    "supertype": frozenset({"supertypes"}),
    "color": frozenset({"colors"}),
    "shares a color with": frozenset({"colors"}),
    "name": frozenset({"name"}),
    "controller": frozenset({"controller"}),
    "keyword": frozenset({"abilities"}),
    "abilities": frozenset({"abilities"}),
    "power": frozenset({"power"}),
    "toughness": frozenset({"toughness"}),
    "base power": frozenset({"power"}),
    "base toughness": frozenset({"toughness"}),
    "has attached": frozenset({"types", "subtypes"}),
    "targets": frozenset({"types"}),
}
