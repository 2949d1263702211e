"""What a game of Dominion is made of: cards, zones, piles, players, and what holds for a while."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Literal

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
    home: str = "none"
    """The pile that it would return to; there may be none of that name."""
    id: str | None = None
    zone: Zone | None = None
    """None in a pile, and for what lies nowhere, such as an Event."""
    stay: object = field(default_factory=object)
    """Stands for its being where it is: another one after each move, so that an effect can tell that it lost track."""
    played_as: Definition | None = None
    """What it was last put into play as, if that was something else."""

    @property
    def ref(self) -> str:
        """How questions and answers call it."""
        return self.id or self.own.name

    @property
    def owner(self) -> Player | None:
        """Whose zone it is in, if it is in anybody's."""
        return self.zone.owner if self.zone else None

    @property
    def place(self) -> str:
        """The name of the zone that it is in; the Supply if it is in none."""
        return self.zone.name if self.zone else "supply"

    def __str__(self) -> str:
        return self.own.name


@dataclass(frozen=True, eq=False)
class Tracked:
    """A card at the place where an effect last knew it."""

    card: Card
    stay: object

    @classmethod
    def here(cls, card: Card) -> Tracked:
        """The card where it is now."""
        return cls(card, card.stay)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a card was at a moment that is looked back at, whatever has become of it since."""

    definition: Definition
    home: str
    types: tuple[str, ...]
    cost: int
    exiled: bool = False
    """Whether its player had a copy of it in Exile, if it was gained."""


@dataclass(eq=False)
class Pile:
    """A pile by its name, in the Supply or outside it; the names of its cards, the top one first."""

    name: str
    cards: list[str]
    supply: bool
    known_by: str | None = None
    """A card that has been in it; None where nothing is told of one."""
    mixed: bool = False
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
    estate_token: Card | None = None
    """The card set aside under the Estate token."""
    logs: dict[str, list[str]] = field(default_factory=dict)
    """The names of what the player `gained`, `bought`, `trashed` and `exchanged` this turn."""
    gained_last_turn: list[str] = field(default_factory=list)
    gains: list[Seen] = field(default_factory=list)
    """What the player has gained this turn."""
    bought_in: dict[str, int] = field(default_factory=dict)
    """The Events and Projects that the player has bought, each with the turn in which it was last, by its number."""
    plays: list[Seen] = field(default_factory=list)
    """What the player has played this turn, once for each time."""

    def log(self, what: str, card: Card) -> None:
        """Remember for this turn what the player did with a card."""
        self.logs.setdefault(what, []).append(card.own.name)

    def __str__(self) -> str:
        return self.name

    def __getitem__(self, zone: str) -> Zone:
        return self.zones[zone]


class Until(Enum):
    """When what an effect has set up is over, unless it is used up before."""

    TURN_ENDS = auto()
    NEXT_TURN_BEGINS = auto()
    """The next turn of its player."""
    GAME_ENDS = auto()


@dataclass(eq=False)
class Lasting:
    """Something set up by an effect: an ability that waits, or something that holds, for a while."""

    player: Player
    source: Tracked
    ability: Ability
    until: Until = Until.GAME_ENDS
    once: Literal[True, "a turn"] | None = None
    """For how long it is over once it has been used: for good, or for a turn."""
    name: str = ""
    """What questions call it by: its card, Event or Landmark."""
    unaffected: frozenset[Player] = frozenset()
    """Whom the Attack that set it up does nothing to."""
    results: Mapping[str, list[Tracked]] = field(default_factory=dict)
    """The cards that instructions had dealt with when it was set up."""
    not_in: int | None = None
    """The turn in which it does nothing yet, or nothing any more, by its number."""
    swaps_in: int | None = None
    """The turn in which its player is given cards for coins, and coins for cards, by its number."""

    def swaps_on(self, turn: int) -> Player | None:
        """Who is given cards for coins, and coins for cards, on a turn."""
        return self.player if self.swaps_in == turn else None


@dataclass(eq=False)
class ExtraTurn:
    """A turn to come after this one."""

    name: str
    """What questions call it by: the card or Event that gives it."""
    player: Player
    controller: Player
    lasting: tuple[Lasting, ...]
    """What holds during it."""
    not_third: bool
    """Whether it is not taken where it would be its player's third in a row."""
    not_second_extra: bool
    """Whether it is not taken right after another extra turn."""


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
    game_abilities: list[tuple[Card, Ability]]
    """Abilities that work for everybody: of Landmarks, and of cards by their pile in the Supply."""
    last_ordinary: Player
    """Who took the last turn that was no extra turn."""
    traits: Mapping[str, str] = field(default_factory=dict)
    """The Traits in the game, each by the pile that it is on."""
    previous: Player | None = None
    """Whose turn came before this one; None where that is not known."""
    lasting: list[Lasting] = field(default_factory=list)
    played_again: list[tuple[Tracked, Tracked]] = field(default_factory=list)
    """What played a card several times or replayed it, and that card in play."""
    left_in_place: list[tuple[Tracked, Tracked]] = field(default_factory=list)
    """What had a card played where it lies, and that card."""
    face_down: list[Tracked] = field(default_factory=list)
    """Cards that have been turned face down for the turn."""
    extra_turns: list[ExtraTurn] = field(default_factory=list)
    in_extra_turn: bool = False
    """Whether this turn is an extra turn."""
    turns: int = 0
    """How many turns have begun."""
    controller: Player | None = None
    """Who makes the decisions of the player whose turn it is, where that is somebody else."""
    buying: bool = False
    """Whether something has been bought in this Buy phase."""
    immune: set[Player] = field(default_factory=set)
    """Who is not affected by the Attack that is being played, or does what it set up."""
    immune_to: object = None
    """Stands for that Attack where it was played, as a card's `stay` does."""
    being_played: int = 0
    """How many cards are being played, each within the one before."""

    def from_turn(self) -> list[Player]:
        """All players in turn order, beginning with the one whose turn it is."""
        start = self.players.index(self.turn)
        return self.players[start:] + self.players[:start]

    def neighbour(self, player: Player, seats: int) -> Player:
        """The player so many seats to the left, which is who plays next; to the right if less than nothing."""
        return self.players[(self.players.index(player) + seats) % len(self.players)]

    def pile_of(self, name: str) -> Pile | None:
        """The pile with a card of this name on top."""
        return next((pile for pile in self.piles.values() if pile.cards[:1] == [name]), None)


Facts = Mapping[str, Any]
