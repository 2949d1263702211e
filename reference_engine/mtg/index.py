"""The abilities of all objects by what they wait for, so that an event asks only those that can concern it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reference_engine.mtg.abilities import Ability, Static, Waiting
from reference_engine.mtg.context import Context
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@dataclass(slots=True, eq=False)
class Entry:
    """An ability that an object has."""

    ability: Any
    source: GameObject
    key: Any
    """The same for as long as the object has the ability (614.5)."""
    of_effect: Context | None = None
    """The surroundings of a resolved spell or ability, where the ability is an effect of one."""

    @property
    def context(self) -> Context:
        """What the words of the ability refer to."""
        return self.of_effect or Context(self.source)


@dataclass(slots=True, eq=False)
class Index:
    """Abilities that are there, by the names of events."""

    replacing: dict[str, list[Entry]] = field(default_factory=dict)
    """Replacement and prevention effects."""
    forbidding: dict[str, list[Entry]] = field(default_factory=dict)
    triggered: dict[str, list[Entry]] = field(default_factory=dict)
    ruling: list[Entry] = field(default_factory=list)
    """Static abilities that change rules rather than characteristics (613.11)."""


def build(game: Game) -> Index:
    """Gather the abilities that work where their objects are (113.6)."""
    index = Index()
    for obj in working(game):
        for entry in entries(obj):
            if obj.zone in entry.ability.zones:
                _add(index, entry)
    for floating in game.floating:
        if isinstance(floating.ability, Static) and not floating.ability.layers:
            source: Any = floating.context.source
            index.ruling.append(Entry(floating.ability, source, floating.key, floating.context))
    return index


def working(game: Game) -> Iterator[GameObject]:
    """Return the objects whose abilities may work."""
    for obj in game.battlefield:
        if obj.characteristics.abilities and not obj.phased_out:
            yield obj
    yield from game.stack
    yield from game.command
    if game.elsewhere or game.touched:
        for player in game.players:
            yield from player.graveyard
            yield from player.hand
            yield from player.library[:1]
        yield from game.exile


def entries(obj: GameObject) -> tuple[Entry, ...]:
    """Return the abilities that an object has, keywords as what they stand for."""
    abilities = obj.characteristics.abilities
    if not abilities:
        return ()
    copies = len(obj.copying)
    known = obj.entries
    if known is None or known[0] is not abilities or known[1] != copies:
        made = tuple(
            Entry(part, obj, (obj.key, held.key, place, copies))
            for held in abilities
            for place, part in enumerate(held.ability.parts)
        )
        known = obj.entries = (abilities, copies, made)
    return known[2]  # type: ignore[no-any-return]  # the entries made above


def may_change_objects(obj: GameObject) -> bool:
    """Say whether an object, where it is, may have a part in the layers: by its abilities, counters, or as a copy."""
    return (
        bool(obj.copying)
        or (bool(obj.counters) and obj.zone == "battlefield")
        or any(
            isinstance(entry.ability, Static) and entry.ability.layers and obj.zone in entry.ability.zones
            for entry in entries(obj)
        )
    )


def is_listed(obj: GameObject) -> bool:
    """Say whether the index of abilities has one of an object, where it is."""
    return any(
        isinstance(entry.ability, Waiting | Static) and obj.zone in entry.ability.zones for entry in entries(obj)
    )


def _add(index: Index, entry: Entry) -> None:
    ability: Ability = entry.ability
    if isinstance(ability, Waiting):
        table = getattr(index, ability.TABLE)
        for name in ability.names:
            table.setdefault(name, []).append(entry)
    elif isinstance(ability, Static) and not ability.layers:
        index.ruling.append(entry)
