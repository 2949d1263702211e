"""Events that happen to objects: moving, destroying, counters, tapping, turning."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from reference_engine.kernel.value import value
from reference_engine.mtg.events.base import Event
from reference_engine.mtg.objects import GameObject, Player, Thing

if TYPE_CHECKING:
    from reference_engine.mtg.language.context import Context


@value
class Move(Event):
    """An object goes from one zone to another (400.7); onto the battlefield, it says how it enters."""

    object: GameObject
    to: str
    position: str | None = None
    """Where in a library: `top`, where nothing else is told, `bottom` or `shuffled`."""
    under: Player | None = None
    tapped: bool = False
    face_down: bool = False
    being: Any = None
    """The characteristics that it has face down, where they are listed."""
    manifested: bool = False
    back: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    copying: tuple[Any, ...] = ()
    """Copy effects that it enters with: copiable values."""
    copied: tuple[tuple[Any, GameObject], ...] = ()
    """Which of its effects made it a copy of what."""
    besides: tuple[tuple[str, int], ...] = ()
    """Counters that the last of these copy effects has it enter with."""
    put: tuple[PutCounters, ...] = ()
    """
    Counters that an effect has another player put on it as it enters (122.6a).

    Once it is settled what happens, all counters that it enters with, as they are put on it.
    """
    chosen: tuple[tuple[str, Any], ...] = ()
    entered_as: tuple[Any, ...] = ()
    added: tuple[Any, ...] = ()
    """What static effects it enters with, each with what its words refer to and until when it lasts."""
    named_on_entering: tuple[tuple[str, Any], ...] = ()
    """What has been done as it enters, by the names that its abilities give (607)."""
    attached_to: Thing | None = None
    attached: bool = False
    """Whether what moves it says what it enters attached to, even if that is nothing any more."""
    attacking: Thing | bool = False
    """What it enters attacking, where that is told; True where its controller chooses (508.4)."""
    linked: tuple[GameObject, ...] = ()
    """What its linked ability has exiled as it enters (607.2)."""
    linked_by: Context | None = None
    """The surroundings of the linked ability that moves it (607.2)."""
    as_it_resolves: bool = False
    """Whether a spell goes where its resolution has it go: to its owner's graveyard (608.2n) or the battlefield."""
    arriving: GameObject | None = None
    """The permanent as it would exist on the battlefield (614.12)."""
    became: GameObject | None = None
    """The object that it has become, once it has happened."""

    @property
    def names(self) -> tuple[str, ...]:
        return _move_names(self.object.zone == "battlefield", self.to)

    @property
    def subject(self) -> GameObject | None:
        if self.to == "battlefield":
            return self.became or self.arriving or self.object
        return self.object

    @property
    def affected(self) -> Thing | None:
        return self.arriving or self.object

    @property
    def origin(self) -> str:
        """The zone that it leaves."""
        return self.object.zone

    @property
    def player(self) -> Player:
        """Whose object it is."""
        return self.object.controller


@cache
def _move_names(leaves: bool, to: str) -> tuple[str, ...]:
    names = ["move"]
    if leaves:
        names.append("leaves")
        if to == "graveyard":
            names.append("dies")
    if to == "battlefield":
        names.append("enters")
    if to == "exile":
        names.append("exile")
    return tuple(names)


@value
class Destroy(Event):
    """A permanent is destroyed (701.8)."""

    NAMES: ClassVar = ("destroy",)
    object: GameObject
    regenerate: bool = True


@value
class Sacrifice(Event):
    """A player sacrifices a permanent (701.21)."""

    NAMES: ClassVar = ("sacrifice",)
    object: GameObject

    @property
    def player(self) -> Player:
        """Who sacrifices it: nobody can but its controller (701.21a)."""
        return self.object.controller


@value
class Discard(Event):
    """A player discards a card (701.9)."""

    NAMES: ClassVar = ("discard",)
    object: GameObject
    player: Player
    to: str = "graveyard"
    counters: tuple[tuple[str, int], ...] = ()
    """Counters that it is put there with."""


@value
class CreateToken(Event):
    """A player creates tokens (701.7)."""

    NAMES: ClassVar = ("create token",)
    player: Player
    amount: int
    token: Any
    """What they are: characteristics, and how they enter."""
    object: GameObject | None = None
    """One of the tokens as it would be, for patterns to look at."""


@value
class ChangeCounters(Event):
    """Counters of one kind come or go (122)."""

    to: Thing
    """The object or player that has them."""
    kind: str
    amount: int

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kind, where mana has many."""
        return (self.kind,)

    @property
    def player(self) -> Player | None:
        """Who puts or removes them."""
        return self.by

    @property
    def affected(self) -> Thing | None:
        return self.to

    @property
    def subject(self) -> GameObject | None:
        return self.to if isinstance(self.to, GameObject) else None


@value
class PutCounters(ChangeCounters):
    """Counters of one kind are put on an object or player (122.6)."""

    NAMES: ClassVar = ("put counters",)
    total: int = 0
    """How many of them are there, once it has happened."""


@value
class RemoveCounters(ChangeCounters):
    """Counters of one kind are removed (122)."""

    NAMES: ClassVar = ("remove counters",)
    left: int = 0
    """How many of that kind are left, once it has happened."""


@value
class Tap(Event):
    """A permanent becomes tapped (701.26)."""

    NAMES: ClassVar = ("tap",)
    object: GameObject


@value
class Untap(Event):
    """A permanent becomes untapped (701.26)."""

    NAMES: ClassVar = ("untap",)
    object: GameObject


@value
class TurnFaceUp(Event):
    """A permanent is turned face up (708.7)."""

    NAMES: ClassVar = ("turn face up",)
    object: GameObject
    counters: tuple[tuple[str, int], ...] = ()
    copying: tuple[Any, ...] = ()
    copied: tuple[tuple[Any, GameObject], ...] = ()
    besides: tuple[tuple[str, int], ...] = ()
    entered_as: tuple[Any, ...] = ()
    chosen: tuple[tuple[str, Any], ...] = ()


@value
class Transform(Event):
    """A permanent transforms (701.27)."""

    NAMES: ClassVar = ("transform",)
    object: GameObject


@value
class Counter(Event):
    """A spell or ability is countered (701.6)."""

    NAMES: ClassVar = ("counter",)
    object: GameObject


@value
class CopySpell(Event):
    """A player copies a spell or ability on the stack (707.10)."""

    NAMES: ClassVar = ("copy spell",)
    object: GameObject
    player: Player
    amount: int
    """How often."""


@value
class Regenerate(Event):
    """A permanent is regenerated (701.19a)."""

    NAMES: ClassVar = ("regenerate",)
    object: GameObject


@value
class RemoveDamage(Event):
    """All damage is removed from a permanent (120.6)."""

    object: GameObject


@value
class Attach(Event):
    """An object becomes attached (701.3)."""

    NAMES: ClassVar = ("attach",)
    object: GameObject
    to: Thing


@value
class Unattach(Event):
    """An object becomes unattached (701.3d)."""

    object: GameObject
    was_on: Thing | None = None
    """What it was attached to, once it has happened."""


@value
class Cease(Event):
    """A token or a copy ceases to exist (111.7, 704.5e)."""

    object: GameObject


@value
class GainControl(Event):
    """A player gains control of an object (613.1b)."""

    NAMES: ClassVar = ("gain control",)
    object: GameObject
    player: Player


@value
class LoseControl(Event):
    """A player loses control of an object to another (603.10d)."""

    NAMES: ClassVar = ("lose control",)
    object: GameObject
    player: Player


@value
class BecomeMonstrous(Event):
    """A permanent becomes monstrous (701.37)."""

    NAMES: ClassVar = ("become monstrous",)
    object: GameObject
