"""Events of play: turns and steps, casting and activating, combat, targets, triggers."""

from __future__ import annotations

from typing import Any, ClassVar

from reference_engine.kernel.value import value
from reference_engine.mtg.events.base import Event
from reference_engine.mtg.objects import GameObject, Player, Thing


@value
class Begin(Event):
    """A step, a phase or a turn begins (500)."""

    NAMES: ClassVar = ("begin",)
    player: Player
    step: str | None = None
    phase: str | None = None
    turn: bool = False
    extra: bool = False
    """Whether that turn is an extra turn (500.7)."""


@value
class Cast(Event):
    """A spell is cast (601)."""

    NAMES: ClassVar = ("cast",)
    object: GameObject
    player: Player
    number: int = 0

    @property
    def origin(self) -> str:
        """The zone that it is cast from, whether it is on the stack by now or not."""
        return self.object.casting.cast_from or self.object.zone


@value
class PlayLand(Event):
    """A land is played (305.1)."""

    NAMES: ClassVar = ("play land",)
    object: GameObject
    player: Player


@value
class Activate(Event):
    """An ability is activated (602)."""

    NAMES: ClassVar = ("activate",)
    object: GameObject
    ability: Any
    player: Player


@value
class Attack(Event):
    """A creature attacks (508)."""

    NAMES: ClassVar = ("attack",)
    object: GameObject
    to: Thing
    defender: Player
    alone: bool = False
    """Whether no other creature was declared as an attacker (506.5)."""


@value
class Block(Event):
    """A creature blocks an attacker (509)."""

    NAMES: ClassVar = ("block",)
    object: GameObject
    to: GameObject
    further: bool = False
    """Whether it is one more attacker that the creature blocks, besides the first."""


@value
class BecomeBlocked(Event):
    """An attacking creature becomes blocked (509.3c)."""

    NAMES: ClassVar = ("become blocked",)
    object: GameObject
    defender: Player


@value
class Target(Event):
    """An object or player becomes a target of a spell or ability (115)."""

    NAMES: ClassVar = ("target",)
    to: Thing
    source: GameObject

    @property
    def player(self) -> Player | None:
        """Who controls the spell or ability as the target becomes one."""
        return self.by

    @property
    def affected(self) -> Thing | None:
        return self.to

    @property
    def subject(self) -> GameObject | None:
        return self.to if isinstance(self.to, GameObject) else None

    @property
    def object(self) -> GameObject | None:
        """The object that becomes a target."""
        return self.subject
