"""What a game keeps track of: the turn, what is happening now, and what has yet to be checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from reference_engine.mtg.layers.parts import Sight
from reference_engine.mtg.loops import Watch
from reference_engine.mtg.objects import ComingTurn, Counters, GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.ability_index import Index
    from reference_engine.mtg.events import Event
    from reference_engine.mtg.floating_effects import Handing
    from reference_engine.mtg.spells.timing import Planned


@dataclass(slots=True, eq=False)
class Turn:
    """The turn, and those to come."""

    number: int = 1
    step: str = "precombat main"
    plan: list[Planned] = field(default_factory=list)
    """The steps of this turn that are still to come."""
    beginning: list[Event] = field(default_factory=list)
    """What has replaced the beginning of the next step."""
    first: list[Any] = field(default_factory=list)
    """What is done first in the next step that happens (614.10b)."""
    history: list[Event] = field(default_factory=list)
    """What has happened this turn."""
    before: int = 0
    """How much of that had happened as the step began."""
    known: dict[int, list[Any]] = field(default_factory=dict)
    """As what objects took part in these events, by the identity of the event: characteristics and controllers."""
    triggered: Counters = field(default_factory=Counters)
    """How often abilities have triggered since the position was set up, by the words for their sources."""
    activated: list[Any] = field(default_factory=list)
    """The keys of the abilities that have been activated this turn."""
    declaring: bool = False
    """Whether a declaration has just been made, after which another player's can follow (509.1)."""
    extra: list[ComingTurn] = field(default_factory=list)
    """The extra turns to come, the next one first."""
    regular: Player = field(init=False)
    """Whose the last turn was that was no extra turn, or would have been."""
    passed: set[Player] = field(default_factory=set)
    """The players who have left and whose turn would have begun since."""


@dataclass(slots=True, eq=False)
class Moment:
    """What is happening now."""

    at_once: object = None
    """What stands for the events that would happen at this same time."""
    arriving: list[GameObject] = field(default_factory=list)
    """The objects that are about to enter at the same time (614.13a)."""
    chosen_to_move: set[int] = field(default_factory=set)
    """The objects chosen to change zones by entering-effects of this event (614.13b), by their keys."""
    sacrificed: list[GameObject] = field(default_factory=list)
    """The permanents that are to be sacrificed as part of what would happen at this same time."""
    self_replacing: list[Any] = field(default_factory=list)
    """Self-replacement effects of what is resolving (614.15)."""
    noted: list[Event] = field(default_factory=list)
    """Events within others that abilities can trigger on, such as the prevention of damage."""
    after: list[Any] = field(default_factory=list)
    """Additional effects of prevention and replacement, to be done at once after the event (615.5)."""
    due: dict[Any, Any] = field(default_factory=dict)
    """What is to be done for damage that is prevented, with the time at which, by the effects that prevent it."""
    collecting: list[Event] | None = None
    """Where events are gathered that instructions say are to happen together."""
    handings: list[Handing] = field(default_factory=list)
    """What control is to be given to whom together with them."""
    tapped_for: set[Any] = field(default_factory=set)
    """What has triggered on a permanent being tapped for mana by the mana ability that resolves."""
    depth: int = 0
    """How many events lie within one another."""
    nested: Watch = field(default_factory=partial(Watch, most=40))
    """Looks whether events that lie deep within one another are a loop."""


@dataclass(slots=True, eq=False)
class Unchecked:
    """What has happened since state-based actions were checked."""

    news: bool = True
    """Whether something has changed that they look at."""
    players_differ: bool = True
    """Whether something has changed by which a player may lose, or one would have lost."""
    stirred: bool = True
    """Whether anything at all has changed, which durations and triggers on a state may look at."""
    deathtouched: set[GameObject] = field(default_factory=set)
    """The permanents that a source with deathtouch has dealt damage (704.5h), creatures by then or not."""
    drew_from_nothing: set[Player] = field(default_factory=set)
    """The players who have drawn from an empty library (704.5b)."""
    commanders: list[GameObject] = field(default_factory=list)
    """The commanders that were put into a graveyard or exile (903.9a)."""


@dataclass(slots=True, eq=False)
class Layered:
    """What the layers have computed (613), and whether it still holds."""

    stale: bool = True
    """Whether what objects are has to be recomputed before it is read."""
    refreshing: bool = False
    begun: bool = False
    """Whether the position is set up, so that permanents can change hands."""
    handed: list[list[Event]] = field(default_factory=list)
    """Changes of control that no ability has been asked about yet, those of one time together."""
    index: Index | None = None
    touched: list[GameObject] = field(default_factory=list)
    """Objects outside the battlefield and the stack that effects have changed."""
    copied: list[GameObject] = field(default_factory=list)
    """Objects to which copy effects of static abilities apply."""
    sight: Sight = Sight(frozenset(), beyond=False)  # noqa: RUF009 - cannot be changed
    """What continuous effects on characteristics look at."""
    noting: bool = False
    """Whether text boxes are kept on the way through the layers."""
    explaining: bool = False
    """Whether the trace is told what each effect makes of each object."""
