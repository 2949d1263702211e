"""The abilities of all objects by what they wait for, so that an event asks only those that can concern it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from reference_engine.mtg.cards.abilities import Ability, Static, Waiting
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import GameObject
from reference_engine.mtg.permanents.protecting_counters import protections

if TYPE_CHECKING:
    from reference_engine.mtg.characteristics import Held
    from reference_engine.mtg.game import Game


class AbilityKey(NamedTuple):
    """
    Tells an ability of an object from all others, for as long as the object has it.

    Becoming a copy gives an object its abilities anew (614.5).
    """

    object: int
    """The key of the object."""
    held: Any
    """Which ability of the object it is part of (`Held.key`)."""
    part: int
    copies: int
    """How many copy effects the object is under: of resolved spells and abilities, and as it entered."""
    static_copies: int


@dataclass(slots=True, eq=False)
class Entry:
    """An ability that an object has."""

    ability: Any
    source: GameObject
    key: Any
    """An `AbilityKey`, or another key for what an object has by a counter or a resolved spell or ability."""
    of_effect: Context | None = None
    """The surroundings of a resolved spell or ability, where the ability is an effect of one."""
    group: Any = None
    """The effect that gave the ability, and the object whose ability that is; None for one of its object's text."""

    @property
    def context(self) -> Context:
        """What the words of the ability refer to."""
        return self.of_effect or Context(self.source, entry=self)


@dataclass(slots=True, eq=False)
class Index:
    """Abilities that are there, by the names of events."""

    replacing: dict[str, list[Entry]] = field(default_factory=dict)
    """Replacement and prevention effects."""
    forbidding: dict[str, list[Entry]] = field(default_factory=dict)
    triggered: dict[str, list[Entry]] = field(default_factory=dict)
    rule_changing: list[Entry] = field(default_factory=list)
    """Static abilities that change rules rather than characteristics (613.11)."""


@dataclass(slots=True, eq=False)
class Abilities:
    """The abilities that an object has, as long as its characteristics have the same ones."""

    abilities: tuple[Held, ...]
    layered: list[Entry]
    """Those with a part in the layers."""
    listed: list[Entry]
    """Those that the index lists."""
    every: tuple[Entry, ...] | None = None
    """All of them, once asked for."""


def build(game: Game) -> Index:
    """Gather the abilities that work where their objects are (113.6)."""
    index = Index()
    for obj in working(game):
        if obj.characteristics.abilities:
            for entry in abilities_of(obj).listed:
                if obj.zone in entry.ability.zones:
                    _add(index, entry)
    for obj in game.permanents:
        if obj.counters:
            for name, ability in protections(game, obj):
                _add(index, Entry(ability, obj, (obj.key, name)))
    for floating in game.floating:
        if isinstance(floating.ability, Static) and floating.ability.changes_rules:
            source: Any = floating.context.source
            index.rule_changing.append(Entry(floating.ability, source, floating.key, floating.context))
    return index


def working(game: Game) -> Iterator[GameObject]:
    """Return the objects whose abilities may work."""
    for obj in game.battlefield:
        if obj.characteristics.abilities and not obj.phased_out:
            yield obj
    yield from game.stack
    yield from game.command
    if game.elsewhere or game.layered.touched:
        for player in game.players:
            yield from player.graveyard
            yield from player.hand
            yield from player.outside
            if player.unopened is None or any(game.faces[name].elsewhere for name in player.unopened.names):
                yield from player.library
        yield from game.exile


def entries(obj: GameObject) -> tuple[Entry, ...]:
    """Return the abilities that an object has, keywords as what they stand for."""
    if not obj.characteristics.abilities:
        return ()
    known = abilities_of(obj)
    if known.every is None:
        known.every = tuple(_entry(obj, held, place) for held, place, _part in _parts(obj))
    return known.every


def abilities_of(obj: GameObject) -> Abilities:
    """Return the abilities that an object has, sorted by what they are needed for."""
    known: Abilities | None = obj.entries
    if known is None or known.abilities is not obj.characteristics.abilities:
        layered, listed = [], []
        for held, place, part in _parts(obj):
            if isinstance(part, Static) and part.layers:
                layered.append(_entry(obj, held, place))
            if isinstance(part, Waiting) or (isinstance(part, Static) and part.changes_rules):
                listed.append(_entry(obj, held, place))
        known = obj.entries = Abilities(obj.characteristics.abilities, layered, listed)
    return known


def _parts(obj: GameObject) -> Iterator[tuple[Held, int, Ability]]:
    for held in obj.characteristics.abilities:
        for place, part in enumerate(held.ability.parts):
            yield held, place, part


def _entry(obj: GameObject, held: Held, place: int) -> Entry:
    key = AbilityKey(obj.key, held.key, place, len(obj.copying), len(obj.copied_by))
    return Entry(held.ability.parts[place], obj, key, group=held.key[:2] if held.origin == "granted" else None)


def may_change_objects(obj: GameObject) -> bool:
    """Say whether an object, where it is, may have a part in the layers: by abilities, counters, or another text."""
    if obj.copying or obj.counters or obj.text_from:
        return True
    return any(obj.zone in entry.ability.zones for entry in abilities_of(obj).layered)


def is_listed(obj: GameObject) -> bool:
    """Say whether the index of abilities has one of an object, where it is."""
    return any(obj.zone in entry.ability.zones for entry in abilities_of(obj).listed)


def _add(index: Index, entry: Entry) -> None:
    ability: Ability = entry.ability
    if isinstance(ability, Waiting):
        table = getattr(index, ability.TABLE)
        for name in ability.names:
            table.setdefault(name, []).append(entry)
    else:
        index.rule_changing.append(entry)
