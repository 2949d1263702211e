"""
Events (614.1): what would happen and, once it has, what did.

An event is a value. Replacing one makes another; `lineage` tells which effects have had their chance at it and at what
it has been before. `cause` tells whether an effect, a cost or a rule of the game makes it happen.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from reference_engine.mtg.context import Context
from reference_engine.mtg.objects import GameObject, Player

Thing = GameObject | Player
NONE: frozenset[Any] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What all events have."""

    NAMES: ClassVar[frozenset[str]] = frozenset()
    cause: str = "effect"
    by: Player | None = None
    """Who controls the spell or ability that makes it happen."""
    lineage: frozenset[Any] = NONE

    @property
    def names(self) -> frozenset[str]:
        """The words of card data that mean this event."""
        return self.NAMES

    @property
    def subject(self) -> GameObject | None:
        """The object that patterns and instructions call the event's object, "it"."""
        return getattr(self, "object", None)

    @property
    def affected(self) -> Thing | None:
        """The object or player whose controller, or who, chooses among effects (616.1)."""
        return getattr(self, "player", None) or self.subject

    def but(self, **changes: Any) -> Self:
        """Return the same event with some changes."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage(Event):
    """A source deals damage to a permanent or player (120)."""

    NAMES: ClassVar = frozenset({"damage"})
    source: GameObject
    to: Thing
    amount: int
    combat: bool = False
    unpreventable: bool = False

    @property
    def subject(self) -> GameObject | None:
        return self.source

    @property
    def affected(self) -> Thing | None:
        return self.to


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Event):
    """A player draws a card (121)."""

    NAMES: ClassVar = frozenset({"draw"})
    player: Player
    number: int = 0
    """Which of the cards drawn this turn it was."""
    step: str | None = None
    """The step in which it was drawn."""
    object: GameObject | None = None
    """The card, once drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCards(Event):
    """A player is told to draw a number of cards (121.2a)."""

    NAMES: ClassVar = frozenset({"draw cards"})
    player: Player
    amount: int
    drawn: list[GameObject] = field(default_factory=list, compare=False)
    """The cards that were really drawn, filled in as it happens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Event):
    """An object goes from one zone to another (400.7); onto the battlefield, it says how it enters."""

    object: GameObject
    to: str
    position: str = "top"
    under: Player | None = None
    tapped: bool = False
    face_down: bool = False
    back: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    copying: tuple[Any, ...] = ()
    """Copy effects that it enters with: copiable values."""
    chosen: tuple[tuple[str, Any], ...] = ()
    entered_as: tuple[Any, ...] = ()
    added: tuple[Any, ...] = ()
    """Abilities and other static parts that it enters with by another effect."""
    moved: tuple[tuple[str, Any], ...] = ()
    attached_to: Thing | None = None
    attacking: Thing | None = None
    linked: tuple[GameObject, ...] = ()
    """What its linked ability has exiled as it enters (607.2)."""
    linked_to: GameObject | None = None
    """The object whose linked ability moves it (607.2)."""
    arriving: GameObject | None = None
    """The permanent as it would exist on the battlefield (614.12)."""
    became: GameObject | None = None
    """The object that it has become, once it has happened."""

    @property
    def names(self) -> frozenset[str]:
        return _MOVES[self.object.zone == "battlefield", self.to]

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


def _move_names(leaves: bool, to: str) -> frozenset[str]:
    names = {"move"}
    if leaves:
        names.add("leaves")
        if to == "graveyard":
            names.add("dies")
    if to == "battlefield":
        names.add("enters")
    if to == "exile":
        names.add("exile")
    return frozenset(names)


_MOVES = {
    (leaves, to): _move_names(leaves, to)
    for leaves in (False, True)
    for to in ("battlefield", "hand", "library", "graveyard", "exile", "stack", "command", "outside")
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroy(Event):
    """A permanent is destroyed (701.8)."""

    NAMES: ClassVar = frozenset({"destroy"})
    object: GameObject
    source: GameObject | None = None
    regenerate: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Sacrifice(Event):
    """A player sacrifices a permanent (701.21)."""

    NAMES: ClassVar = frozenset({"sacrifice"})
    object: GameObject
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Event):
    """A player discards a card (701.9)."""

    NAMES: ClassVar = frozenset({"discard"})
    object: GameObject
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Mill(Event):
    """A player mills cards (701.17)."""

    NAMES: ClassVar = frozenset({"mill"})
    player: Player
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GainLife(Event):
    """A player gains life (119.3)."""

    NAMES: ClassVar = frozenset({"gain life"})
    player: Player
    amount: int
    source: GameObject | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseLife(Event):
    """A player loses life (119.3)."""

    NAMES: ClassVar = frozenset({"lose life"})
    player: Player
    amount: int
    source: GameObject | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PayLife(Event):
    """A player pays life (119.4)."""

    NAMES: ClassVar = frozenset({"pay life"})
    player: Player
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken(Event):
    """A player creates tokens (701.7)."""

    NAMES: ClassVar = frozenset({"create token"})
    player: Player
    amount: int
    token: Any
    """What they are: characteristics, and how they enter."""
    object: GameObject | None = None
    """One of the tokens as it would be, for patterns to look at."""
    made: tuple[GameObject, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PutCounters(Event):
    """Counters of one kind are put on an object or player (122.6)."""

    NAMES: ClassVar = frozenset({"put counters"})
    to: Thing
    kind: str
    amount: int
    player: Player | None = None
    """Who puts them."""

    @property
    def affected(self) -> Thing | None:
        return self.to

    @property
    def subject(self) -> GameObject | None:
        return self.to if isinstance(self.to, GameObject) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveCounters(Event):
    """Counters of one kind are removed (122)."""

    NAMES: ClassVar = frozenset({"remove counters"})
    to: Thing
    kind: str
    amount: int
    player: Player | None = None

    @property
    def affected(self) -> Thing | None:
        return self.to

    @property
    def subject(self) -> GameObject | None:
        return self.to if isinstance(self.to, GameObject) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap(Event):
    """A permanent becomes tapped (701.26)."""

    NAMES: ClassVar = frozenset({"tap"})
    object: GameObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Untap(Event):
    """A permanent becomes untapped (701.26)."""

    NAMES: ClassVar = frozenset({"untap"})
    object: GameObject


@dataclass(frozen=True, slots=True, kw_only=True)
class AddMana(Event):
    """Mana is produced (106.4)."""

    NAMES: ClassVar = frozenset({"add mana"})
    object: GameObject
    player: Player
    kinds: tuple[str, ...]
    """One letter for each mana."""
    only: Any = None
    spent: Any = None
    context: Context | None = None

    @property
    def amount(self) -> int:
        """How much mana it is."""
        return len(self.kinds)

    @property
    def kind(self) -> str:
        """The type, where it is all of one."""
        return self.kinds[0] if self.kinds else ""

    @property
    def names(self) -> frozenset[str]:
        return _TAPPED if self.cause == "tap" else self.NAMES


_TAPPED = frozenset({"add mana", "tap for mana"})


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendMana(Event):
    """Mana is spent on a spell or an ability (106.6)."""

    NAMES: ClassVar = frozenset({"spend mana"})
    object: GameObject
    source: GameObject | None
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Begin(Event):
    """A step, a phase or a turn begins (500)."""

    NAMES: ClassVar = frozenset({"begin"})
    player: Player
    step: str | None = None
    phase: str | None = None
    turn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFaceUp(Event):
    """A permanent is turned face up (708.7)."""

    NAMES: ClassVar = frozenset({"turn face up"})
    object: GameObject
    counters: tuple[tuple[str, int], ...] = ()
    copying: tuple[Any, ...] = ()
    entered_as: tuple[Any, ...] = ()
    chosen: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Transform(Event):
    """A permanent transforms (701.27)."""

    NAMES: ClassVar = frozenset({"transform"})
    object: GameObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast(Event):
    """A spell is cast (601)."""

    NAMES: ClassVar = frozenset({"cast"})
    object: GameObject
    player: Player
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayLand(Event):
    """A land is played (305.1)."""

    NAMES: ClassVar = frozenset({"play land"})
    object: GameObject
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Activate(Event):
    """An ability is activated (602)."""

    NAMES: ClassVar = frozenset({"activate"})
    object: GameObject
    player: Player
    ability: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(Event):
    """A creature attacks (508)."""

    NAMES: ClassVar = frozenset({"attack"})
    object: GameObject
    to: Thing


@dataclass(frozen=True, slots=True, kw_only=True)
class Block(Event):
    """A creature blocks an attacker (509)."""

    NAMES: ClassVar = frozenset({"block"})
    object: GameObject
    to: GameObject


@dataclass(frozen=True, slots=True, kw_only=True)
class BecomeBlocked(Event):
    """An attacking creature becomes blocked (509.3c)."""

    NAMES: ClassVar = frozenset({"become blocked"})
    object: GameObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Target(Event):
    """An object or player becomes a target of a spell or ability (115)."""

    NAMES: ClassVar = frozenset({"target"})
    to: Thing
    source: GameObject

    @property
    def subject(self) -> GameObject | None:
        return self.to if isinstance(self.to, GameObject) else None

    @property
    def object(self) -> GameObject | None:
        """The object that becomes a target."""
        return self.subject


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter(Event):
    """A spell or ability is countered (701.6)."""

    NAMES: ClassVar = frozenset({"counter"})
    object: GameObject
    source: GameObject | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Regenerate(Event):
    """A permanent is regenerated (701.19a)."""

    NAMES: ClassVar = frozenset({"regenerate"})
    object: GameObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Prevent(Event):
    """Damage is prevented (615.1)."""

    NAMES: ClassVar = frozenset({"prevent"})
    source: GameObject
    to: Thing
    amount: int

    @property
    def affected(self) -> Thing | None:
        return self.to


@dataclass(frozen=True, slots=True, kw_only=True)
class Attach(Event):
    """An object becomes attached (701.3)."""

    NAMES: ClassVar = frozenset({"attach"})
    object: GameObject
    to: Thing


@dataclass(frozen=True, slots=True, kw_only=True)
class GainControl(Event):
    """A player gains control of an object (613.1b)."""

    NAMES: ClassVar = frozenset({"gain control"})
    object: GameObject
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseGame(Event):
    """A player loses the game (104.3)."""

    NAMES: ClassVar = frozenset({"lose game"})
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class WinGame(Event):
    """A player wins the game (104.2)."""

    NAMES: ClassVar = frozenset({"win game"})
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Event):
    """A library is shuffled (701.24)."""

    NAMES: ClassVar = frozenset({"shuffle"})
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Search(Event):
    """A player searches a library (701.23)."""

    NAMES: ClassVar = frozenset({"search"})
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Event):
    """A player rolls a die (706); `amount` is the result."""

    NAMES: ClassVar = frozenset({"roll"})
    player: Player
    sides: int
    result: list[int] = field(compare=False)
    """The result alone; it can be exchanged for another number."""

    @property
    def amount(self) -> int:
        """The result."""
        return self.result[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityTriggers(Event):
    """An ability triggers (603.2)."""

    NAMES: ClassVar = frozenset({"trigger"})
    object: GameObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Instructed(Event):
    """What a replacement effect does in place of an event: instructions to carry out (614.6)."""

    instructions: Any
    context: Context


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of proposed events."""

    happened: list[Event] = field(default_factory=list)
