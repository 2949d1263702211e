"""Event patterns: what triggers wait for, what replacement effects watch, what cannot happen. One language for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import events
from reference_engine.mtg.cards.memo import Memo
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import compare
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.patterns import pattern
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.spells.mana_abilities import is_mana_ability

if TYPE_CHECKING:
    from reference_engine.mtg.events import Event
    from reference_engine.mtg.game import Game

Test = Callable[["Game", Any, Context], bool]
"""What a word asks of the game (g in short functions), an event (e) or a thing, and the context (c)."""

KINDS = frozenset(
    {
        "damage", "draw", "draw cards", "move", "enters", "leaves", "dies", "destroy", "sacrifice", "discard", "mill",
        "exile", "gain life", "lose life", "reduce life", "pay life",
        "create token", "put counters", "remove counters", "tap", "untap",
        "tap for mana", "add mana", "begin", "turn face up", "transform", "cast", "play land",
        "activate", "attack", "block", "become blocked", "target", "counter", "regenerate", "prevent", "attach",
        "gain control", "lose control", "become monstrous", "roll", "flip", "scry", "copy spell", "lose mana",
        "proliferate", "lose game", "win game", "shuffle", "search", "reflexive", "state",
    }
)  # fmt: skip
"""Every kind of event that card data can name."""


@dataclass(frozen=True, slots=True, eq=False)
class EventPattern:
    """A pattern of events."""

    data: Mapping[str, Any]
    names: frozenset[str]
    tests: tuple[Test, ...]
    left: frozenset[str]
    """Which of the battlefield and the graveyard it is told that something leaves."""
    losing: bool
    """Whether it is told as somebody losing control of an object."""
    hiding: bool
    """Whether it is told as something that is put into a hand or library."""

    def matches(self, game: Game, event: Event, ctx: Context) -> bool:
        """Say whether an event is of this kind and has the parts asked for."""
        return not self.names.isdisjoint(event.names) and self.fits(game, event, ctx)

    def fits(self, game: Game, event: Event, ctx: Context) -> bool:
        """Say whether an event of the right kind has the parts asked for."""
        for test in self.tests:  # noqa: SIM110 - asked so often that a generator would cost more than the tests
            if not test(game, event, ctx):
                return False
        return True


_MEMO: Memo[EventPattern] = Memo()


def event_pattern(data: Any) -> EventPattern:
    """Read an event pattern. Raises `Unsupported` for words that it does not have."""
    return _MEMO.get(data, _read)


def _read(data: Any) -> EventPattern:
    told = "state" if "state" in data else data.get("event")
    kinds = frozenset(several(told))
    if unknown := kinds - KINDS:
        raise Unsupported("word", f"event {min(map(str, unknown))!r}")
    tests: list[Test] = []
    for word, value in data.items():
        if word in ("event", "state"):
            continue
        make = _WORDS.get(word)
        if make is None or not all(_has_part(kind, word) for kind in kinds):
            raise Unsupported("word", f"event pattern {word!r} of the event {told!r}")
        tests.append(make(value))
    left = _LEFT.intersection(several(data.get("from")))
    hiding = kinds == {"move"} and not references.HIDDEN.isdisjoint(several(data.get("to")))
    return EventPattern(data, kinds, tuple(tests), left, "lose control" in kinds, hiding)


LEAVING = frozenset({"leaves", "dies", "destroy", "sacrifice"})
"""The events that are something leaving the battlefield."""
_LEFT = frozenset({"battlefield", "graveyard"})


_PART = {
    "object": "subject",
    "from": "origin",
    "kind": "kinds",
    "mana ability": "ability",
    "loyalty ability": "ability",
    "as it resolves": "as_it_resolves",
    "one or more": "subject",
}
"""The parts of events that have other words."""
_MORE_NAMES = {**dict.fromkeys(("move", "leaves", "dies", "enters", "exile"), "Move"), "tap for mana": "AddMana"}


def _has_part(kind: str, word: str) -> bool:
    """Say whether events of a kind have the part that a word is about."""
    part = _PART.get(word, word)
    every: list[Any] = [getattr(events, name) for name in events.__all__]
    return any(
        part in each.__dataclass_fields__ or hasattr(each, part)
        for each in every
        if kind in each.NAMES or each.__name__ == _MORE_NAMES.get(kind)
    )


def recipient(value: Any) -> Test:
    """Return a test of an object, player or zone for what a recipient may be."""
    if isinstance(value, list):
        inner = [recipient(each) for each in value]
        return lambda g, thing, c: any(test(g, thing, c) for test in inner)
    if value == "permanent":
        return lambda _g, thing, _c: isinstance(thing, GameObject)
    if value == "player":
        return lambda _g, thing, _c: isinstance(thing, Player)
    if isinstance(value, str) and value in references.ZONES:
        return lambda _g, thing, _c: thing == value
    if isinstance(value, str):
        return lambda g, thing, c: _refers(g, value, thing, c)
    if references.whose(value):
        return lambda g, thing, c: references.is_player(g, thing, value, c)
    what = pattern(value)
    return lambda g, thing, c: isinstance(thing, GameObject) and what.describes(g, thing, c)


def participant(value: Any) -> Test:
    """Return a test of what takes part in an event: as `recipient`, but only where it is looked for (109.2)."""
    if isinstance(value, list):
        inner = [participant(each) for each in value]
        return lambda g, thing, c: any(test(g, thing, c) for test in inner)
    if not isinstance(value, dict) or references.whose(value):
        return recipient(value)
    what = pattern(value)
    return lambda g, thing, c: isinstance(thing, GameObject) and what.means(g, thing, c)


def _refers(game: Game, word: str, thing: Any, ctx: Context) -> bool:
    if isinstance(thing, Player):
        return references.is_player(game, thing, word, ctx)
    if word == "this":
        return ctx.this in (thing, thing.became)
    return isinstance(thing, GameObject) and references.is_meant(game, word, thing, ctx)


def _object(value: Any) -> Test:
    inner = participant(value)
    return lambda g, e, c: (subject := e.subject) is not None and inner(g, subject, c)


def _source(value: Any) -> Test:
    inner = participant(value)
    return lambda g, e, c: e.source is not None and inner(g, e.source, c)


def _to(value: Any) -> Test:
    inner = participant(value)
    return lambda g, e, c: inner(g, e.to, c)


def _from(value: Any) -> Test:
    zones = frozenset(several(value))
    return lambda _g, e, _c: e.origin in zones


def _player(value: Any) -> Test:
    return lambda g, e, c: references.is_player(g, e.player, value, c)


def _by(value: Any) -> Test:
    return lambda g, e, c: e.by is not None and references.is_player(g, e.by, value, c)


def _compared(name: str) -> Callable[[Any], Test]:
    return lambda value: lambda g, e, c: compare(g, getattr(e, name), value, c)


def _is(name: str) -> Callable[[Any], Test]:
    return lambda value: lambda _g, e, _c: getattr(e, name) == value


def _cause(value: Any) -> Test:
    return lambda g, e, _c: e.cause == value or (value == "effect" and is_an_effect_too(g, e))


@rule("609.1")
def is_an_effect_too(_game: Game, event: Event) -> bool:
    """What happens as the result of an ability is an effect, also where that is a mana ability that taps."""
    return event.cause == "tap"


def _kind(value: Any) -> Test:
    wanted = frozenset(several(value))
    return lambda _g, e, _c: not wanted.isdisjoint(e.kinds)


def _mana_ability(value: Any) -> Test:
    return lambda game, e, _c: is_mana_ability(game, e.ability) is value


def _loyalty_ability(value: Any) -> Test:
    return lambda _g, e, _c: e.ability.loyalty is value


_WORDS: Mapping[str, Callable[[Any], Test]] = {
    "object": _object,
    "source": _source,
    "to": _to,
    "from": _from,
    "player": _player,
    "by": _by,
    "amount": _compared("amount"),
    "number": _compared("number"),
    "left": _compared("left"),
    "kind": _kind,
    "combat": _is("combat"),
    "alone": _is("alone"),
    "one or more": lambda _value: lambda _g, _e, _c: True,
    "sides": _is("sides"),
    "step": _is("step"),
    "phase": _is("phase"),
    "turn": _is("turn"),
    "extra": _is("extra"),
    "cause": _cause,
    "mana ability": _mana_ability,
    "loyalty ability": _loyalty_ability,
    "as it resolves": _is("as_it_resolves"),
}
