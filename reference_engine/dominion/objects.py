"""What a game of Dominion is made of: cards, zones, piles, players, and what holds for a while."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from reference_engine.dominion.definitions import Ability, Definition, Definitions
from reference_engine.kernel.run import Run

BLACK_MARKET = "Black Market deck"
"""Where a card came from that was bought from the Black Market deck, which is no pile."""


@dataclass(eq=False)
class Zone:
    """Cards in one place; where there is an order, the top card is the first."""

    name: str
    owner: Player | None
    cards: list[Card] = field(default_factory=list)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)


@dataclass(eq=False)
class Card:
    """
    One physical card outside the piles.

    A card in a pile is like any other of its name there, so piles hold names; a card comes to be when it leaves one.
    """

    own: Definition
    home: str | None
    """The pile that it would return to; None if it has none."""
    id: str | None = None
    zone: Zone | None = None
    """None once it is back in its pile."""
    moves: int = 0
    """How often it has moved, so that an effect can tell that it lost track of the card."""
    played_as: Definition | None = None
    in_effect: bool = False
    """Whether what it did is still to do something, so that it stays in play."""
    keeps: list[Card] = field(default_factory=list)
    """Cards that it played and stays in play with."""

    @property
    def ref(self) -> str:
        """How questions and answers call it."""
        return self.id or self.own.name

    def __str__(self) -> str:
        return self.own.name


@dataclass(frozen=True, eq=False)
class Tracked:
    """A card at the place where an effect last knew it."""

    card: Card
    moves: int

    @classmethod
    def here(cls, card: Card) -> Tracked:
        """The card where it is now."""
        return cls(card, card.moves)


@dataclass(eq=False)
class Pile:
    """A pile by its name, in the Supply or outside it; the names of its cards, the top one first."""

    name: str
    cards: list[str]
    supply: bool
    mixed: bool
    """Whether its cards bear other names than the pile."""


@dataclass(eq=False)
class Player:
    """A player with their zones, tokens and what is left of their turn."""

    name: str
    actions: int = 1
    buys: int = 1
    coins: int = 0
    counters: dict[str, int] = field(default_factory=dict)
    """Villagers, Coffers, debt and victory tokens."""
    zones: dict[str, Zone] = field(default_factory=dict)
    pile_tokens: dict[str, list[str]] = field(default_factory=dict)
    estate_token: str | None = None
    logs: dict[str, list[str]] = field(default_factory=dict)
    """The names of what the player `gained`, `bought`, `trashed` and `exchanged` this turn."""
    gained_last_turn: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return self.name

    def __getitem__(self, zone: str) -> Zone:
        return self.zones[zone]


@dataclass(frozen=True, eq=False)
class Lasting:
    """Something set up by an effect: an ability that waits, or something that holds, for a while."""

    player: Player
    source: Tracked | None
    ability: Ability
    until: str
    """`turn ends` or `game ends`."""
    once: bool
    """Whether it is over once it has been used."""
    name: str
    """What questions call it by: its card, Event or Landmark."""


@dataclass(eq=False)
class ExtraTurn:
    """A turn to come after this one; with `controller`, another player decides in it."""

    player: Player
    controller: Player | None = None
    lasting: tuple[Lasting, ...] = ()
    """What holds during it."""


@dataclass
class Game:
    """A position, and the run that it belongs to."""

    run: Run
    definitions: Definitions
    players: list[Player]
    turn: Player
    phase: str
    piles: dict[str, Pile]
    shared: dict[str, Zone]
    """The zones that belong to nobody: the trash, the Black Market deck, the Hexes."""
    events: list[str]
    game_abilities: list[tuple[str, Ability]]
    """Abilities that work for everybody: of Landmarks, and of cards by their pile in the Supply."""
    lasting: list[Lasting] = field(default_factory=list)
    extra_turns: list[ExtraTurn] = field(default_factory=list)
    controller: Player | None = None
    """Who makes the decisions of the player whose turn it is, where that is somebody else."""
    buying: bool = False
    """Whether something has been bought in this Buy phase."""
    last_ordinary: Player | None = None
    """Who took the last turn that was no extra turn."""
    immune: set[Player] = field(default_factory=set)
    """Who is not affected by the Attack that is being played."""

    def from_turn(self, first: Player | None = None) -> list[Player]:
        """All players in turn order, beginning with the one whose turn it is or with another."""
        start = self.players.index(first or self.turn)
        return self.players[start:] + self.players[:start]

    def neighbour(self, player: Player, side: str) -> Player:
        """The player to the `left`, who plays next, or to the `right`."""
        step = 1 if side == "left" else -1
        return self.players[(self.players.index(player) + step) % len(self.players)]

    def pile_of(self, name: str) -> Pile | None:
        """The pile with a card of this name on top, or else the pile that bears its name."""
        named = self.piles.get(name)
        if named is not None:
            return named
        return next((pile for pile in self.piles.values() if pile.cards[:1] == [name]), None)


Facts = Mapping[str, Any]
