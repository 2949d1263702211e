"""Damage, and events that happen to players: cards, life, mana, chance, the end of the game."""

from __future__ import annotations

from dataclasses import field
from typing import Any, ClassVar

from reference_engine.kernel.value import value
from reference_engine.mtg.events.base import Event
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import GameObject, Mana, Player, Thing


@value
class Damage(Event):
    """A source deals damage to a permanent or player (120)."""

    NAMES: ClassVar = ("damage",)
    source: GameObject
    to: Thing
    amount: int
    combat: bool = False
    unpreventable: bool = False
    marked: bool = False
    """Whether it is marked on a creature (120.3e)."""
    deadly: bool = False
    """Whether it is enough to destroy a creature (704.5h)."""

    @property
    def subject(self) -> GameObject | None:
        return self.source

    @property
    def affected(self) -> Thing | None:
        return self.to


@value
class Prevent(Event):
    """Damage is prevented (615.1)."""

    NAMES: ClassVar = ("prevent",)
    source: GameObject
    to: Thing
    amount: int = 0
    effect: Any = None
    """The effect that prevents it, by its key."""

    @property
    def affected(self) -> Thing | None:
        return self.to


@value
class Draw(Event):
    """A player draws a card (121)."""

    NAMES: ClassVar = ("draw",)
    player: Player
    number: int = 0
    """Which of the cards drawn this turn it was."""
    object: GameObject | None = None
    """The card, once drawn."""


@value
class DrawCards(Event):
    """A player is told to draw a number of cards (121.2a)."""

    NAMES: ClassVar = ("draw cards",)
    player: Player
    amount: int
    drawn: list[GameObject] = field(default_factory=list, compare=False)
    """The cards that were really drawn, filled in as it happens."""


@value
class Mill(Event):
    """A player mills cards (701.17)."""

    NAMES: ClassVar = ("mill",)
    player: Player
    amount: int


@value
class GainLife(Event):
    """A player gains life (119.3)."""

    NAMES: ClassVar = ("gain life",)
    player: Player
    amount: int


@value
class LoseLife(Event):
    """A player loses life (119.3)."""

    NAMES: ClassVar = ("lose life",)
    player: Player
    amount: int
    damage: bool = False
    """Whether it is the result of damage (120.3a)."""


@value
class ReduceLife(Event):
    """The damage that is dealt at one time reduces a player's life total: `amount` is what is left of it (120.4d)."""

    NAMES: ClassVar = ("reduce life",)
    player: Player
    amount: int


@value
class PayLife(Event):
    """A player pays life (119.4)."""

    NAMES: ClassVar = ("pay life",)
    player: Player
    amount: int


@value
class AddMana(Event):
    """Mana is produced (106.4)."""

    NAMES: ClassVar = ("add mana",)
    object: GameObject
    player: Player
    kinds: tuple[str, ...]
    """One letter for each mana."""
    only: Any = None
    never: Any = None
    spent: Any = None
    context: Context | None = None

    @property
    def amount(self) -> int:
        """How much mana it is."""
        return len(self.kinds)

    @property
    def names(self) -> tuple[str, ...]:
        return _NAMES_BY_CAUSE.get(self.cause, self.NAMES)


_NAMES_BY_CAUSE = {"tap": ("add mana", "tap for mana")}


@value
class LoseMana(Event):
    """A player loses one unspent mana (106.4)."""

    NAMES: ClassVar = ("lose mana",)
    player: Player
    mana: Mana
    becomes: str | None = None
    """The type that it becomes, where it is not lost."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The mana's type."""
        return (self.mana.kind,)


@value
class LoseGame(Event):
    """A player loses the game (104.3)."""

    NAMES: ClassVar = ("lose game",)
    player: Player


@value
class WinGame(Event):
    """A player wins the game (104.2)."""

    NAMES: ClassVar = ("win game",)
    player: Player


@value
class Shuffle(Event):
    """A library is shuffled (701.24)."""

    NAMES: ClassVar = ("shuffle",)
    player: Player


@value
class Search(Event):
    """A player searches a library (701.23)."""

    NAMES: ClassVar = ("search",)
    player: Player
    top: int | None = None
    """How many cards from the top are searched, if not all."""


@value
class Scry(Event):
    """A player scries (701.22)."""

    NAMES: ClassVar = ("scry",)
    player: Player
    amount: int
    about: str | None
    """What questions to the player are about."""


@value
class Proliferate(Event):
    """A player proliferates (701.34), `amount` times."""

    NAMES: ClassVar = ("proliferate",)
    player: Player
    amount: int
    about: str | None
    """What questions to the player are about."""


@value
class Flip(Event):
    """A player flips a coin (705); of `amount` coins that are flipped all but one are ignored."""

    NAMES: ClassVar = ("flip",)
    player: Player
    amount: int = 1


@value
class Roll(Event):
    """A player rolls a die (706); `amount` is the result."""

    NAMES: ClassVar = ("roll",)
    player: Player
    sides: int
    result: list[int] = field(compare=False)
    """The result alone; it can be exchanged for another number."""

    @property
    def amount(self) -> int:
        """The result."""
        return self.result[0]
