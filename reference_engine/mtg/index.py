"""The abilities of all objects by what they wait for, so that an event asks only those that can concern it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from reference_engine.mtg.abilities import Ability, Cannot, Prevention, Replacement, Static, Triggered
from reference_engine.mtg.context import Context
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@dataclass(frozen=True, slots=True, eq=False)
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


def entries(obj: GameObject) -> Iterator[Entry]:
    """Return the abilities that an object has, keywords as what they stand for."""
    for held in obj.characteristics.abilities:
        for place, part in enumerate(held.ability.parts):
            yield Entry(part, obj, (obj.key, held.key, place, len(obj.copying)))


def _add(index: Index, entry: Entry) -> None:
    ability: Ability = entry.ability
    if isinstance(ability, Replacement | Prevention):
        table = index.replacing
    elif isinstance(ability, Cannot):
        table = index.forbidding
    elif isinstance(ability, Triggered):
        table = index.triggered
    else:
        if isinstance(ability, Static) and not ability.layers:
            index.ruling.append(entry)
        return
    for name in {name for event in ability.events for name in event.names}:
        table.setdefault(name, []).append(entry)
