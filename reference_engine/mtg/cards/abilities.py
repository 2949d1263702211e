"""
Abilities as card data states them (113), read into one kind of object for each form.

The forms: static, replace, prevent, cannot, triggered, activated, spell, keyword. A keyword stands for other abilities
(`keywords.yaml`), or is a word that the rules of combat, damage and casting ask for.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from reference_engine.kernel.cards import several
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg.cards.keywords import called, stands_for, written_out
from reference_engine.mtg.cards.memo import Memo

if TYPE_CHECKING:
    from reference_engine.mtg.language.context import Context
    from reference_engine.mtg.language.event_patterns import EventPattern
    from reference_engine.mtg.language.patterns import Pattern
    from reference_engine.mtg.layers.parts import Sight

Json = Mapping[str, Any]

BATTLEFIELD = frozenset({"battlefield"})
OF_PLAYERS = ("hexproof", "shroud")
"""The keyword abilities that a player can be given here."""
STACK = frozenset({"stack"})
EVERYWHERE = frozenset({"battlefield", "hand", "library", "graveyard", "exile", "stack", "command"})


@dataclass(frozen=True, eq=False)
class Ability:
    """What all abilities have. `data` is the ability as the card's file has it."""

    FORM: ClassVar = ""
    data: Json
    zones: frozenset[str]
    """Where it works (113.6)."""
    keyword = ""

    @property
    def label(self) -> str:
        """The name that cases use for it: its label, its keyword, or the word of its form."""
        return str(self.data.get("label", self.keyword or self.FORM))

    @property
    def parts(self) -> tuple[Ability, ...]:
        """The abilities that it stands for: itself, unless it is a keyword."""
        return (self,)

    @functools.cached_property
    def about_itself(self) -> bool:
        """Whether its data refers to its own object, so that equal abilities of two objects do different things."""
        return _speaks_of_itself(self.data)


@dataclass(frozen=True, eq=False)
class Static(Ability):
    """A static ability that changes characteristics, control or rules (604)."""

    FORM = "static"
    affects: Pattern
    defining: bool
    """Whether it is characteristic-defining (604.3)."""
    layers: tuple[str, ...]
    """The layers in which it has a part; none for one that changes rules."""

    @functools.cached_property
    def conditions(self) -> list[Any]:
        """What has to be true for it to apply."""
        from reference_engine.mtg.layers.parts import conditions

        return conditions(self.data)

    @functools.cached_property
    def sight(self) -> Sight:
        """What it looks at."""
        from reference_engine.mtg.layers.parts import sight

        return sight(self.data, self.data["static"].get("affects"))

    @functools.cached_property
    def settled_sight(self) -> Sight:
        """What it looks at as an effect whose objects were settled when it began."""
        from reference_engine.mtg.layers.parts import sight

        return sight(self.data)

    @functools.cached_property
    def changes_rules(self) -> bool:
        """Whether it has a part that changes rules of the game (613.11), besides any in the layers."""
        from reference_engine.mtg.layers.parts import RULES

        return not self.layers or not RULES.isdisjoint(self.data["static"])

    @functools.cached_property
    def compares(self) -> bool:
        """Whether what it affects is told by a comparison with what has to be counted or looked up."""
        from reference_engine.mtg.layers.parts import compares

        return compares(self.data["static"].get("affects"))

    @functools.cached_property
    def brings_effects(self) -> bool:
        """Whether it may give objects static abilities that apply in the layers in their turn."""
        added = (self.data["static"].get("adds") or {}).get("abilities") or ()
        return "3" in self.layers or any(
            isinstance(part, Static) and part.layers for each in added for part in ability(each).parts
        )


@dataclass(frozen=True, eq=False)
class Waiting(Ability):
    """An ability that waits for events: to replace, to forbid or to trigger on them."""

    TABLE: ClassVar[str]
    """The key under which the index keeps it."""
    events: tuple[EventPattern, ...]

    @functools.cached_property
    def names(self) -> frozenset[str]:
        """The words of all events that it waits for."""
        return frozenset(name for event in self.events for name in event.names)

    @property
    def optional(self) -> bool:
        """Whether its effect may be declined as it would apply."""
        return self.data.get("optional") is True

    @property
    def optional_in_2013(self) -> bool:
        """Whether it could be declined in the rules of 2013 alone."""
        return self.data.get("optional") == "in 2013"


@dataclass(frozen=True, eq=False)
class Replacement(Waiting):
    """A replacement effect (614)."""

    FORM = "replace"
    TABLE = "replacing"

    @property
    def own_entering(self) -> bool:
        """Whether it is about how this permanent itself enters (614.12)."""
        return any("enters" in event.names and event.data.get("object") == "this" for event in self.events)


@dataclass(frozen=True, eq=False)
class Prevention(Waiting):
    """A prevention effect (615)."""

    FORM = "prevent"
    TABLE = "replacing"


@dataclass(frozen=True, eq=False)
class Cannot(Waiting):
    """An effect that says that something cannot happen (614.17)."""

    FORM = "cannot"
    TABLE = "forbidding"


@dataclass(frozen=True, eq=False)
class Triggered(Waiting):
    """A triggered ability (603)."""

    FORM = TABLE = "triggered"


@dataclass(frozen=True, eq=False)
class Activated(Ability):
    """An activated ability (602)."""

    FORM = "activated"
    cost: Any
    makes_mana: bool
    """Whether it has no target and could add mana, as a mana ability does."""
    loyalty: bool
    """Whether it is a loyalty ability (606.1)."""
    library: bool
    """Whether its cost or effect moves a card to or from a library."""


@dataclass(frozen=True, eq=False)
class Spell(Ability):
    """What an instant or sorcery does as it resolves (113.3a)."""

    FORM = "spell"


@dataclass(frozen=True, eq=False)
class Keyword(Ability):
    """A keyword ability (702) with the abilities that it stands for."""

    zones: frozenset[str] = field(default=frozenset(), init=False)
    """Its parts know where they work."""
    word: str
    stands_for: tuple[Ability, ...]

    @property
    def keyword(self) -> str:  # type: ignore[override]  # a keyword has one, other abilities have none
        return self.word

    @property
    def parts(self) -> tuple[Ability, ...]:
        return self.stands_for


_MEMO: Memo[Ability] = Memo()


def ability(data: Any) -> Ability:
    """Read an ability. Raises `Unsupported` for a word that no ability has."""
    return _MEMO.get(data, _read)


_DELAYED: Memo[Ability] = Memo()


def delayed(data: Any) -> Any:
    """Read a delayed triggered ability (603.7), given as what is done `when` something happens."""
    return _DELAYED.get(data, lambda told: ability({"triggered": told["when"], "do": told["do"]}))


def given(data: Any, ctx: Context) -> Ability:
    """Read an ability that an effect gives: `this ability` is the one that the effect is of."""
    own = ctx.names.get(data) if data == "this ability" else None
    return own if isinstance(own, Ability) else ability(data)


def _read(data: Any) -> Ability:
    if isinstance(data, str):
        return _keyword({"keyword": data})
    if not isinstance(data, dict):
        raise Unsupported("word", f"ability {data!r}")
    for form, read in _FORMS.items():
        if form in data:
            return read(data)
    raise Unsupported("word", f"ability {sorted(data)!r}")


def _zones(data: Json, usual: frozenset[str]) -> frozenset[str]:
    told = data.get("from")
    if told is None:
        return usual
    if told == "any":
        return EVERYWHERE
    return frozenset(several(told))


def _events(data: Any) -> tuple[EventPattern, ...]:
    from reference_engine.mtg.language.event_patterns import event_pattern

    return tuple(event_pattern(each) for each in several(data))


def _static(data: Json) -> Static:
    from reference_engine.mtg.language.patterns import pattern
    from reference_engine.mtg.language.references import means_players
    from reference_engine.mtg.layers.parts import layers_of

    what = data["static"]
    defining = bool(what.get("defining"))
    affects = pattern(what.get("affects", "this"))
    usual = EVERYWHERE | {"outside"} if defining else BATTLEFIELD  # 604.3
    of_players = means_players(what.get("affects"))
    if of_players and (
        other := [each for each in (what.get("adds") or {}).get("abilities", ()) if each not in OF_PLAYERS]
    ):
        raise Unsupported("word", f"a player who has {other[0]!r}")
    layers = () if of_players else layers_of(what)  # players have no characteristics
    return Static(data, _zones(data, usual), affects, defining, layers)


def _replace(data: Json) -> Replacement:
    return Replacement(data, _zones(data, BATTLEFIELD), _events(data["replace"]))


def _prevent(data: Json) -> Prevention:
    return Prevention(data, _zones(data, BATTLEFIELD), _events(data["prevent"]))


def _cannot(data: Json) -> Cannot:
    return Cannot(data, _zones(data, BATTLEFIELD), _events(data["cannot"]))


def _triggered(data: Json) -> Triggered:
    return Triggered(data, _zones(data, BATTLEFIELD), _events(data["triggered"]))


def _activated(data: Json) -> Activated:
    cost = data["activated"]
    loyalty = isinstance(cost, dict) and "loyalty" in cost
    library = _moves_library_cards([cost, data.get("do")])
    return Activated(data, _zones(data, BATTLEFIELD), cost, makes_mana(data), loyalty, library)


def makes_mana(data: Json) -> bool:
    """Say whether an ability has no target and could add mana, as a mana ability does (605.1a, 605.1b)."""
    return "targets" not in data and _adds_mana(data.get("do"))


def _adds_mana(do: Any) -> bool:
    if isinstance(do, list):
        return any(_adds_mana(each) for each in do)
    if not isinstance(do, dict) or "when" in do:  # what a delayed trigger adds is not added as this resolves
        return False
    return "add mana" in do or "double mana" in do or any(_adds_mana(do.get(inner)) for inner in _INNER)


_INNER = ("do", "then", "else", "may")
"""Under which words an instruction has others that are carried out as the ability resolves."""


def _moves_library_cards(data: Any) -> bool:
    """Say whether costs or instructions move a card to or from a library, by these words or in a part of them."""
    if isinstance(data, list):
        return any(_moves_library_cards(each) for each in data)
    if not isinstance(data, dict):
        return False
    if not data.keys().isdisjoint({"draw", "mill", "search", "surveil", "manifest", "cloak"}):
        return True
    return "library" in (data.get("to"), data.get("in")) or _moves_library_cards([*data.values()])


def _spell(data: Json) -> Spell:
    return Spell(data, _zones(data, STACK))


def _keyword(data: Json) -> Keyword:
    data = written_out(data)
    word = called(data)
    parts = tuple(ability(each) for each in stands_for(data))
    return Keyword(data, word, parts)


_FORMS = {
    "static": _static,
    "replace": _replace,
    "prevent": _prevent,
    "cannot": _cannot,
    "triggered": _triggered,
    "activated": _activated,
    "spell": _spell,
    "keyword": _keyword,
}


@functools.cache
def intrinsic_mana(mana: str) -> Ability:
    """Return the mana ability of the basic land type that gives this mana (305.6)."""
    return ability({"activated": "tap", "do": {"add mana": f"{{{mana}}}"}, "label": f"tap for {mana}"})


def _speaks_of_itself(data: Any) -> bool:
    if isinstance(data, str):
        return data in ("this", "attached", "chosen", "chosen player")
    if isinstance(data, dict):
        return any(key in ("chosen", "other", "linked") or _speaks_of_itself(value) for key, value in data.items())
    return isinstance(data, list) and any(_speaks_of_itself(each) for each in data)
