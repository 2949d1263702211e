"""A continuous effect at work in the layers: where it comes from, when it dates from, what it applies to."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.ability_index import Entry
from reference_engine.mtg.cards.abilities import Static, ability
from reference_engine.mtg.language.amounts import for_size, not_too_many
from reference_engine.mtg.language.conditions import holds
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.references import is_there
from reference_engine.mtg.layers import abilities, colors, control, power_toughness, text, types
from reference_engine.mtg.layers.parts import Sight
from reference_engine.mtg.objects import GameObject
from reference_engine.mtg.permanents.protecting_counters import KINDS as PROTECTING

if TYPE_CHECKING:
    from reference_engine.mtg.floating_effects import Denied, Floating, Numbers
    from reference_engine.mtg.game import Game

Telling = Callable[["Game", "Effect", GameObject, str], None]
"""What applies an effect to an object and tells of it."""

_APPLY = {
    "2": control.apply,
    "3": text.apply,
    "4": types.apply,
    "5": colors.apply,
    "6": abilities.apply,
    "7a": power_toughness.apply_define,
    "7b": power_toughness.apply_set,
    "7c": power_toughness.apply_add,
    "7d": power_toughness.apply_switch,
}

KEYWORD_COUNTERS = frozenset(
    {
        "flying", "first strike", "double strike", "deathtouch", "decayed", "exalted", "haste", "hexproof",
        "indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance",
    }
)  # fmt: skip
"""Counters that give the keyword that they are called by (122.1b)."""


class Effect:
    """One continuous effect, during one pass through the layers."""

    __slots__ = (
        "affected",
        "applied",
        "context",
        "created",
        "denied",
        "key",
        "layers",
        "numbers",
        "settled",
        "source",
        "static",
        "timestamp",
    )

    def __init__(
        self,
        static: Static,
        context: Context,
        timestamp: int,
        key: Any,
        source: GameObject | None,
        affected: list[GameObject] | None = None,
        numbers: Numbers | None = None,
        denied: Denied | None = None,
        created: int = 0,
    ) -> None:
        self.static = static
        self.context = context
        self.timestamp = timestamp
        self.created = created
        """Of a static ability: when what has created it did so, 0 for one that its object has by itself."""
        self.key = key
        self.source = source
        """The object whose static ability it is, None for one of a resolved spell or ability."""
        self.affected = affected
        self.settled = affected is not None
        """Whether its objects were settled when it began (611.2c)."""
        self.applied = False
        self.numbers = numbers
        """What was determined as it began, for one of a resolved spell or ability (611.2d)."""
        self.denied = denied or {}
        """What it gives to none of some objects, which could not have it as it began (113.11)."""
        self.layers = static.layers

    def read_anew(self, ability: Static) -> None:
        """Take the ability from its object's current text (613.1c), even once it has begun to apply (613.6)."""
        self.static = ability
        self.layers = ability.layers

    @property
    def started(self) -> bool:
        """Whether it has begun to apply, as what is asked for no ability and no condition does at once."""
        return self.applied or (self.settled and not self.static.conditions)

    @property
    def text(self) -> Any:
        """The text of its ability as its object has it at this point; the last that it had, if it has that no more."""
        held = [] if self.source is None else self.source.characteristics.abilities
        now = (each.ability.parts[self.key.part].data for each in held if each.key == self.key.held)
        return next(now, self.static.data)

    @property
    def sight(self) -> Sight:
        """What it looks at; of one whose objects are settled, no objects that it may be about."""
        return self.static.settled_sight if self.settled else self.static.sight

    @property
    def of_counters(self) -> bool:
        """Whether it is what counters do, which have no source but the object that they lie on."""
        return self.source is None and isinstance(self.key, str)

    @property
    def defining(self) -> bool:
        """Whether it is of a characteristic-defining ability."""
        return self.static.defining

    def exists(self, game: Game) -> bool:
        """Say whether it exists at this point: its object has the ability, and its condition is true."""
        if self.source is not None and not any(
            held.key == self.key.held for held in self.source.characteristics.abilities
        ):
            return False
        conditions = self.static.conditions
        return not conditions or all(holds(game, told, self.context) for told in conditions)

    def applies_to(self, game: Game) -> list[GameObject]:
        """Return the objects that it applies to: those it began with, or those that match at this point."""
        return self.affected if self.affected is not None else self.found(game)

    def found(self, game: Game) -> list[GameObject]:
        """Return the objects that match at this point."""
        affects = self.static.affects
        objects = affects.find(game, self.context)
        if affects.reference is not None:
            objects = not_gone(game, objects)
        return within(game, objects) if "outside" in affects.zones and not self.defining else objects

    def number(self, game: Game, obj: GameObject, part: tuple[str, str], spec: Any) -> int:
        """Return to what or by how much it sets or raises a power or toughness."""
        known = self.numbers.get((obj, part)) if self.numbers else None
        return for_size(game, part[0], spec, self.context) if known is None else known

    def apply(self, game: Game, obj: GameObject, layer: str) -> None:
        """Apply its part of a layer to an object."""
        self.context.affected = obj
        _APPLY[layer](game, self, obj)

    def apply_to(self, game: Game, objects: list[GameObject], layer: str, telling: Telling | None = None) -> None:
        """Apply its part of a layer to objects at once: what it makes of one is not seen as it applies to another."""
        made = []
        for obj in objects:
            before = obj.characteristics, obj.controller
            if telling is None:
                self.apply(game, obj, layer)
            else:
                telling(game, self, obj, layer)
            made.append((obj, obj.characteristics, obj.controller))
            obj.characteristics, obj.controller = before
        for obj, characteristics, controller in made:
            obj.characteristics, obj.controller = characteristics, controller


@rule("608.2h", usual=(), mistakes={"what has left too": lambda _rule, _game, objects: objects})
def not_gone(_game: Game, objects: list[GameObject]) -> list[GameObject]:
    """What has left stays what it was last, although something may be attached to it until that is noticed (704.5n)."""
    return [obj for obj in objects if not obj.gone]


@rule("400.11c", usual=(), mistakes={"cards outside too": lambda _rule, _game, objects: objects})
def within(_game: Game, objects: list[GameObject]) -> list[GameObject]:
    """An effect on all cards, wherever they are, affects none outside the game, which is no zone."""
    return [obj for obj in objects if obj.zone != "outside"]


def from_floating(floating: Floating) -> Effect | None:
    """Return the effect of a resolved spell or ability, if it is one on characteristics."""
    if not isinstance(floating.ability, Static) or not floating.ability.layers:
        return None
    settled = floating.settled
    affected = None if settled is None else [obj for obj in settled.objects if not obj.gone]
    return Effect(
        floating.ability,
        floating.context,
        floating.timestamp,
        floating.key,
        None,
        affected,
        None if settled is None else settled.numbers,
        None if settled is None else settled.denied,
    )


def from_ability(game: Game, entry: Entry, affected: list[GameObject] | None = None) -> Effect:
    """Return the effect of a static ability on characteristics (613.7a)."""
    created = _created(game, entry)
    time = later(game, entry.source, created)
    return Effect(entry.ability, entry.context, time, entry.key, entry.source, affected, created=created)


def time_of(game: Game, entry: Entry) -> int:
    """Return when the effect of a static ability dates from."""
    return later(game, entry.source, _created(game, entry))


def _created(game: Game, entry: Entry) -> int:
    """Return when what has given an object an ability, or made it a copy, did so; 0 if nothing has."""
    held = next(held for held in entry.source.characteristics.abilities if held.key == entry.key.held)
    return held.timestamp or copied_at(game, entry.source)


@rule("613.7a", usual=("none",))
def copied_at(_game: Game, source: GameObject) -> int:
    """What created the abilities of a copy is the copy effect, the latest if there are several."""
    return max((each.timestamp for each in (*source.copying, *source.copied_by)), default=0)


@rule("613.7a", usual=(), mistakes={"the object's": lambda _rule, _game, source, _granted: source.timestamp})
def later(_game: Game, source: GameObject, granted: int) -> int:
    """An effect of a static ability dates from its object or from what gave the ability, whichever is later."""
    return max(source.timestamp, granted)


def counter_effects(game: Game) -> list[Effect]:
    """Return what keyword counters (122.1b) and counters on power and toughness (613.4c) do."""
    effects = []
    for obj in (*game.battlefield, *with_counters_elsewhere(game)):
        for kind, number in obj.counters.items():
            static = hone(game, number) if kind == "hone" else _counter_static(kind, number, obj.zone == "battlefield")
            if static is not None and (kind != "hone" or is_there(game, obj)):  # which alone changes something else
                time = counter_time(game, obj, kind)
                effects.append(Effect(static, Context(obj), time, kind, None))
    return effects


@rule("122.1a", usual=("nothing",))
def with_counters_elsewhere(game: Game) -> tuple[GameObject, ...]:
    """Counters do the same on a creature card that is not on the battlefield, keyword counters on any card (122.1b)."""
    zones = (game.exile, game.command, *(zone for each in game.players for zone in (each.graveyard, each.hand)))
    return tuple(obj for zone in zones for obj in zone if obj.counters)


@rule("613.7c", usual=(), mistakes={"the object's": lambda _rule, _game, obj, _kind: obj.timestamp})
def counter_time(_game: Game, obj: GameObject, kind: str) -> int:
    """Counters of a kind date from when the last of them was put there."""
    return obj.counter_times[kind]


def counters_change(kind: str) -> bool:
    """Say whether counters of a kind can change the characteristics of an object, or have other effects."""
    return _counter_static(kind, 1, True) is not None or kind in PROTECTING or kind == "hone"


@rule("122.1j", usual=(), mistakes={"nothing": lambda _rule, _game, _number: None})
def hone(_game: Game, number: int) -> Static | None:
    """A hone counter on an Equipment gives +1/+0 to the creature that this is attached to."""
    return _hone_static(number)


@cache
def _hone_static(number: int) -> Static:
    return _static({"affects": "attached", "adds": {"power": number}}, _ON_EQUIPMENT)


_ON_EQUIPMENT = {"object": "this", "is": {"subtype": "Equipment"}}
_ON_CREATURES = {"object": "this", "is": {"type": "Creature", "in": "any"}}


@cache
def _counter_static(kind: str, number: int, on_a_permanent: bool) -> Static | None:
    adds: dict[str, Any]
    if kind in KEYWORD_COUNTERS:
        adds = {"abilities": [kind] * not_too_many(number)}
    elif "/" in kind:
        power, toughness = (int(half) * number for half in kind.split("/"))
        adds = {"power": power, "toughness": toughness}
    else:
        return None
    asked = None if on_a_permanent or kind in KEYWORD_COUNTERS else _ON_CREATURES
    return _static({"affects": "this", "adds": adds}, asked)


def _static(what: dict[str, Any], condition: dict[str, Any] | None) -> Static:
    made = ability({"static": what, "if": condition})
    assert isinstance(made, Static)
    return made
