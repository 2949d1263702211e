"""What the words of an ability refer to while it applies: its source, who "you" are, the event, names given so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.kernel.value import changed
from reference_engine.mtg.objects import NOT_CAST, Casting, GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.ability_index import Entry
    from reference_engine.mtg.events import Event
    from reference_engine.mtg.game import Game

E = TypeVar("E", bound="Event")

NOW: Final = object()
"""Stands for the text that the object of an ability has at the moment."""


def linked(text: Any, group: Any = None) -> Any:
    """Return what abilities of one text of an object have in common, or those that one effect has given it."""
    return text, group


@dataclass(eq=False)
class Context:
    """The surroundings of an ability at work."""

    source: GameObject | None
    you: Player | None = None
    """The controller; None for whoever controls the source at the moment."""
    event: Event | None = None
    names: dict[str, Any] = field(default_factory=dict)
    """Objects, players, numbers and words by name: targets, and what was named with `as`."""
    casting: Casting = NOT_CAST
    affected: GameObject | None = None
    lineage: frozenset[Any] = frozenset()
    """The effects that have had their chance at the events that this brings about (614.5)."""
    cause: str = "effect"
    """What makes the events happen that it tells: an effect; `cost` while one is paid; `tap` for a mana ability."""
    text: Any = NOW
    """The text that the ability is of (`GameObject.text`), settled once it is independent of its object."""
    entry: Entry | None = None
    """Which ability of the object it is, where it is one."""
    transformed: int | None = None
    """Of a delayed triggered ability: when its source had last transformed as it was made."""
    entering: bool = False
    """Whether this is done as a permanent enters, so that what it moves is limited (614.13)."""

    @property
    def controller(self) -> Player:
        """The player whom the ability calls "you" (109.5)."""
        if self.you is not None:
            return self.you
        assert self.source is not None
        return self.source.controller

    @property
    def this(self) -> GameObject:
        """The object whose ability it is. Raises `Unsupported` for what a position or a rule says by itself."""
        if self.source is None:
            raise Unsupported("word", "an object that has the ability, where none has it")
        return self.source

    @property
    def own_text(self) -> Any:
        """The text that the ability is of: the object may have another by now."""
        return (None if self.source is None else self.source.text) if self.text is NOW else self.text

    @property
    def chosen(self) -> Mapping[str, Any]:
        """What was chosen for the abilities of that text, by its kind."""
        return self.this.choices.get(self.own_text, {})

    @property
    def cast(self) -> Casting:
        """How the spell or ability was cast or activated, or else the object whose ability it is."""
        return self.this.casting if self.casting is NOT_CAST else self.casting

    @property
    def amount(self) -> int:
        """The amount of the event. Raises `Unsupported` if it is not a number."""
        event: Any = self.event
        try:
            return int(event.amount)
        except (AttributeError, TypeError):
            raise Unsupported("word", "the amount of an event, where none has one") from None

    def makes(self, kind: type[E], /, **parts: Any) -> E:
        """Return an event that the ability brings about, with what all such events have in common."""
        return kind(by=self.controller, lineage=self.lineage, cause=self.cause, **parts)

    @property
    def about(self) -> str | None:
        """The word for the source in questions that the ability asks; None where it has no source."""
        return None if self.source is None else self.source.word

    def but(self, **changes: Any) -> Context:
        """Return the same with some changes; names are shared unless they are changed."""
        return changed(self, changes)

    def at(self, event: Event) -> Context:
        """Return the surroundings in which the ability looks at an event."""
        looking = Context(self.source, self.you, event, self.names, self.casting)
        looking.text, looking.entry, looking.transformed = self.text, self.entry, self.transformed
        return looking


@rule("607.5", usual=(), mistakes={"whatever gave them": lambda _rule, _game, ctx: linked(ctx.own_text)})
def link_of(_game: Game, ctx: Context) -> Any:
    """Abilities that an effect has given an object are linked to each other, and not to any that it has otherwise."""
    return linked(ctx.own_text, None if ctx.entry is None else ctx.entry.group)


def named_on_entering(game: Game, name: str, ctx: Context) -> Any:
    """Return what was done as the object entered, by a name that an ability of it gives; None if nothing was."""
    return None if ctx.source is None or gained_since(game, ctx) else ctx.source.named_on_entering.get(name)


@rule("607.5", usual=("never",))
def gained_since(_game: Game, ctx: Context) -> bool:
    """Abilities that an object has come to have since it entered are not linked to what was done as it entered."""
    return ctx.own_text is not None and ctx.own_text != ctx.this.entered_with


@rule("113.7a", usual=(), mistakes={"as the object is": lambda _rule, _game, _ctx: NOW})
def independent(_game: Game, ctx: Context) -> Any:
    """Return the text of an ability that has triggered or been activated: it stays so whatever its source becomes."""
    return ctx.own_text
