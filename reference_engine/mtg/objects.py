"""Players and objects (109): what they are in a game, apart from what effects make of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal

from reference_engine.mtg.characteristics import NOTHING, Characteristics

if TYPE_CHECKING:
    from reference_engine.mtg.cards.abilities import Ability
    from reference_engine.mtg.cards.definitions import Face
    from reference_engine.mtg.language.context import Context


@dataclass(slots=True)
class Mana:
    """One mana in a pool (106): its type, what it may be spent on, and what happens when it is."""

    kind: str
    only: Any = None
    never: Any = None
    """What it can't be spent on."""
    spent: Any = None
    context: Context | None = None


class Counters(dict[str, int]):
    """How many counters of each kind there are (122); none of a kind not listed."""

    __slots__ = ()

    def __missing__(self, kind: str) -> int:
        return 0


@dataclass(slots=True, eq=False)
class Player:
    """A player (102)."""

    name: str
    seat: int
    starting_life: int = 20
    """What every player begins the game with (103.4), whatever the position's."""
    life: int = 20
    counters: Counters = field(default_factory=Counters)
    unopened: Unopened | None = None
    """The cards of the library, as long as nobody has looked at any of them."""
    opened: list[GameObject] = field(default_factory=list)
    """The cards of the library otherwise."""
    unknown: set[int] = field(default_factory=set)
    """The keys of the cards in the library whose places nobody knows since it was shuffled."""
    hand: list[GameObject] = field(default_factory=list)
    graveyard: list[GameObject] = field(default_factory=list)
    """The top card first."""
    outside: list[GameObject] = field(default_factory=list)
    pool: list[Mana] = field(default_factory=list)
    pays: bool = False
    """Whether costs are paid from the pool; otherwise any mana wanted is there."""
    lands_played: int = 0
    drawn: int = 0
    gained: int = 0
    lost_life: int = 0
    cast: int = 0
    dealt_by: dict[Commander, int] = field(default_factory=dict)
    """How much combat damage each commander has dealt to the player in this game (903.10a)."""
    lost: bool = False
    won: bool = False
    left: bool = False
    left_with: Mapping[str, int] = field(default_factory=dict)
    """Once they have left: how many cards they had in their own zones before that."""

    def __str__(self) -> str:
        return self.name

    @property
    def library(self) -> list[GameObject]:
        """The cards of the library, the top card first."""
        if self.unopened is not None:
            self.opened, self.unopened = self.unopened.cards(), None
        return self.opened


@dataclass(slots=True, eq=False)
class ComingTurn:
    """A turn that is still to come: an extra turn that waits (500.7), or a player's next turn."""

    player: Player
    next: bool = False
    """Whether it is the player's next turn, whichever that will be."""
    number: int | None = None
    """Which turn of the game it is, once it has begun; an extra turn that is skipped never does."""


@dataclass(frozen=True, slots=True, eq=False)
class Unopened:
    """A library of which nothing but the names of its cards is told; they become objects when one is looked at."""

    names: Sequence[str]
    """The top card first."""
    cards: Callable[[], list[GameObject]]
    """Makes the objects, the same as if they had been there from the start."""


@dataclass(slots=True, eq=False)
class Copying:
    """A copy effect on an object (707): the values it gives, and when it dates from."""

    values: Characteristics
    timestamp: int
    until: str | None = None
    """The word of its duration, where it ends as the object is turned face down."""
    keeps: tuple[str, ...] = ()
    """The characteristics that it does not copy (707.9c)."""


@dataclass(slots=True, eq=False)
class Casting:
    """How a spell was cast or an ability put on the stack: what was chosen and paid (601.2)."""

    targets: dict[str, list[Any]] = field(default_factory=dict)
    x: int = 0
    modes: tuple[str, ...] = ()
    paid: list[str] = field(default_factory=list)
    """Additional and alternative costs, by their words."""
    divided: dict[Thing, int] = field(default_factory=dict)
    """How much each target gets of what is divided among them (601.2d)."""
    named: dict[str, Any] = field(default_factory=dict)
    """The objects used to pay costs, by the names that the costs give them."""
    given_up: list[GameObject] = field(default_factory=list)
    """The objects that the payment of costs has moved, as they were before that."""
    was_cast: bool = False
    cast_from: str | None = None
    """The zone that it was cast from."""
    colors: frozenset[str] = frozenset()
    """The colours of the mana that was spent to cast it."""
    before: int = 0
    """How many spells all players together had cast this turn before this one."""
    transformed: int | None = None
    """Of an ability: when its source had last transformed as it was put on the stack."""
    unknown: frozenset[str] = frozenset()
    """Of what resolves: the names of its targets of which none is legal any more."""


@dataclass(slots=True, eq=False)
class Commander:
    """That a card is a commander: an attribute of the card that it keeps when it changes zones (903.3)."""

    casts: int = 0
    """How often it has been cast from the command zone."""


NOT_CAST: Final = Casting()
"""For what was never cast or activated."""


@dataclass(frozen=True, slots=True, eq=False)
class Vacated:
    """What a creature attacks whose planeswalker or battle is out of combat: nothing, at some player's (506.4c)."""

    defender: Player


@dataclass(slots=True, eq=False)
class Combat:
    """What is noted of a combat phase for as long as it lasts (506); the next one has its own."""

    attackers_came: bool = False
    """Whether a creature has been declared as an attacker or put attacking (508.8)."""
    declared: set[Player] = field(default_factory=set)
    """Who has declared attackers or blockers in this step."""
    assigned: dict[int, dict[str, int]] = field(default_factory=dict)
    """Announced assignments of combat damage, by attacker or blocker."""
    orders: dict[int, set[tuple[GameObject, GameObject]]] = field(default_factory=dict)
    """By attacker or blocker: which of what it fights comes before which in its order (509.2, until 2024)."""
    first_strikers: set[int] = field(default_factory=set)
    """Who dealt damage in the first of two combat damage steps (510.4)."""


Kind = Literal["card", "token", "copy", "ability", "instruction"]
"""The kinds of objects: a copy is one of a spell or a card; an instruction belongs to no card."""


@dataclass(slots=True, eq=False)
class GameObject:
    """
    An object in one zone. A change of zone makes a new one (400.7).

    `characteristics` holds what it was when they were last worked out, or when it left its zone; `Game.look` returns
    them up to date.
    """

    key: int
    owner: Player
    controller: Player
    zone: str
    timestamp: int
    face: Face | None = None
    kind: Kind = "card"
    id: str | None = None
    card: str = ""
    """The name that scripts know it by."""
    printed: Characteristics = NOTHING
    """The values it has before any effect; for a token those it was created with."""
    characteristics: Characteristics = NOTHING
    base_controller: Player | None = None
    text_box: tuple[Any, ...] = ()
    """Its abilities after layer 3: its rules text."""
    text_from: Any = None
    """What stands for the effect that has put another text in place of its own, if one has, and for that text (612)."""
    base: Characteristics | None = None
    """What it is after layer 7b, with its base power and toughness, where effects of a later one have changed these."""
    tapped: bool = False
    damage: int = 0
    counters: Counters = field(default_factory=Counters)
    counter_times: dict[str, int] = field(default_factory=dict)
    face_down: bool = False
    being: Characteristics | None = None
    """What it is as long as it is face down, where what has turned it so lists that (708.2)."""
    prototyped: bool = False
    """Whether it is a prototyped spell (718.3b)."""
    back: bool = False
    transformed: int = 0
    """When it last transformed."""
    monstrous: bool = False
    commander: Commander | None = None
    manifested: bool = False
    """Whether it was put onto the battlefield face down by manifesting it (701.40a)."""
    phased_out: bool = False
    phased_with: GameObject | Player | None = None
    """What it was attached to and phased out along with (702.26g), or else under whose control it did (702.26a)."""
    last_there: GameObject | None = None
    """What it was right before it phased out the last time."""
    attached_to: GameObject | Player | None = None
    had_attached: Sequence[GameObject] = ()
    """Once it has left: what was attached to it then."""
    choices: dict[Any, dict[str, Any]] = field(default_factory=dict)
    """What was chosen for it, by where its abilities came from then (`text`); `chosen` is what counts now."""
    copying: list[Copying] = field(default_factory=list)
    copied_by: list[Copying] = field(default_factory=list)
    """The copy effects of static abilities that apply to it at this moment."""
    copies: dict[Any, Copying] = field(default_factory=dict)
    """What copy effects of its own static abilities make of objects, by ability and timestamp (707.2c)."""
    entered_as: list[tuple[int, Any]] = field(default_factory=list)
    """Copiable changes made by "as this enters" or "as this is turned face up", with their timestamps (613.2a)."""
    sick: bool = False
    attacking: GameObject | Player | Vacated | None = None
    blocking: list[GameObject] = field(default_factory=list)
    blocks: bool = False
    """Whether it is a blocking creature, even if what it blocked is out of combat (509.1g)."""
    blocked: bool = False
    protector: Player | None = None
    damaged_by: set[int] = field(default_factory=set)
    entered_turn: int = 0
    casting: Casting = NOT_CAST
    """Its own once it is cast; never changed in place before."""
    put: list[Any] = field(default_factory=list)
    """As it is about to enter: the counters that another player puts on it then (122.6a)."""
    linked: list[GameObject] = field(default_factory=list)
    """What this object's linked ability exiled (607)."""
    exiled_with: GameObject | None = None
    exiled_for: Any = None
    """Which abilities of that object the one that exiled it is linked to (`link_of`)."""
    named_on_entering: dict[str, list[Any]] = field(default_factory=partial(defaultdict, list))
    """What was done as it entered, by the names that its abilities give (607)."""
    entered_with: Any = None
    """The `text` that it had then."""
    loyalty_activated: bool = False
    """Whether a loyalty ability of it was activated this turn (606.3)."""
    ability: Ability | None = None
    """On the stack: the ability that this is."""
    source: GameObject | None = None
    """On the stack: the object whose ability this is."""
    context: Context | None = None
    entries: Any = None
    """What the index last made of its abilities."""
    became: GameObject | None = None
    """The object that it became when it left its zone."""
    gone: bool = False
    """Whether it has left its zone."""

    def __str__(self) -> str:
        return self.id or self.characteristics.name or self.card or "an object"

    @property
    def text(self) -> Any:
        """The effect that its abilities come from, none if they are its own: those of one are linked (607.5)."""
        if self.text_from or not (self.copying or self.copied_by):
            return self.text_from
        *_, latest = sorted((*self.copying, *self.copied_by), key=lambda each: each.timestamp)
        return latest

    @property
    def chosen(self) -> Mapping[str, Any]:
        """What was chosen for the abilities that it has now, by its kind."""
        return self.choices.get(self.text, {})

    def choose(self, chosen: Iterable[tuple[str, Any]]) -> None:
        """Note what is chosen for the abilities that it has now."""
        self.choices.setdefault(self.text, {}).update(chosen)

    @property
    def word(self) -> str:
        """The word for it in questions and answers: its id, or its name; for an ability on the stack, its source's."""
        return self.id or self.card or ("" if self.source is None else self.source.word)


Thing = GameObject | Player
"""What can be attacked, dealt damage, enchanted or a target."""


def word_of(thing: Any) -> str:
    """Return the word for an object or a player in questions and answers."""
    return thing.name if isinstance(thing, Player) else thing.word
