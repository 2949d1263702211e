"""A game in progress: its players, zones and objects, what is in force, and what waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, count, islice
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import Library
from reference_engine.kernel.run import Question, Run
from reference_engine.mtg import index, layers, zones
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.events import Event, GainControl
from reference_engine.mtg.loops import Watch
from reference_engine.mtg.objects import Combat, ComingTurn, Counters, GameObject, Player, Vacated, word_of
from reference_engine.mtg.references import is_there

if TYPE_CHECKING:
    from reference_engine.mtg.definitions import Face
    from reference_engine.mtg.effects import Floating
    from reference_engine.mtg.index import Index
    from reference_engine.mtg.triggers import PendingTrigger

_WORKING = frozenset({"battlefield", "stack", "command"})
_SHARED = frozenset({"battlefield", "stack", "exile", "command"})
"""The zones that players share (400.1); there is one of each of the others for each player."""


@dataclass(slots=True, eq=False)
class Game:
    """The state of a game, and the few questions that everything asks of it."""

    run: Run
    library: Library
    edition: str
    """By whose rules it is played."""
    defined: dict[str, Any] = field(default_factory=dict)
    """Cards that the case defines, by name."""
    faces: dict[str, Face] = field(default_factory=dict)
    """The cards of this game, by name."""
    players: list[Player] = field(default_factory=list)
    battlefield: list[GameObject] = field(default_factory=list)
    """In timestamp order of their coming."""
    stack: list[GameObject] = field(default_factory=list)
    """The top object last."""
    exile: list[GameObject] = field(default_factory=list)
    command: list[GameObject] = field(default_factory=list)
    floating: list[Floating] = field(default_factory=list)
    delayed: list[Floating] = field(default_factory=list)
    """Delayed triggered abilities (603.7)."""
    waiting: list[PendingTrigger] = field(default_factory=list)
    active: Player = field(init=False)
    step: str = "precombat main"
    turns: int = 1
    extra_turns: list[ComingTurn] = field(default_factory=list)
    """The next one first."""
    plan: list[str] = field(default_factory=list)
    """The steps of this turn that are still to come."""
    noted: list[Event] = field(default_factory=list)
    """Events within others that abilities can trigger on, such as the prevention of damage."""
    history: list[Event] = field(default_factory=list)
    """What has happened this turn."""
    self_replacing: list[Any] = field(default_factory=list)
    """Self-replacement effects of what is resolving (614.15)."""
    arriving: list[GameObject] = field(default_factory=list)
    """The objects that are about to enter at the same time (614.13a)."""
    entering_moved: set[int] = field(default_factory=set)
    """The objects chosen to change zones by entering-effects of this event (614.13b)."""
    cleanups: list[Any] = field(default_factory=list)
    triggered: Counters = field(default_factory=Counters)
    """How often abilities have triggered this turn, by the words for their sources."""
    classified: list[dict[str, str]] = field(default_factory=list)
    combat: Combat = field(default_factory=Combat)
    declaring: bool = False
    """Whether a declaration has just been made, after which another player's can follow (509.1)."""
    at_once: object = None
    """What stands for the events that would happen at this same time."""
    pending_after: list[Any] = field(default_factory=list)
    """Additional effects of prevention and replacement, to be done at once after the event (615.5)."""
    next_step_actions: list[Any] = field(default_factory=list)
    """What is done first in the next step that happens (614.10b)."""
    deathtouched: set[GameObject] = field(default_factory=set)
    """The creatures that a source with deathtouch has dealt damage since state-based actions were checked (704.5h)."""
    drew_from_nothing: set[Player] = field(default_factory=set)
    """The players who have drawn from an empty library since then (704.5b)."""
    worlds: dict[GameObject, int] = field(default_factory=dict)
    """The permanents with the supertype world, each with when that was first seen (704.5k)."""
    monarch: Player | None = None
    over: bool = False
    stale: bool = True
    """Whether what objects are has to be worked out anew before somebody looks at it."""
    news: bool = True
    """Whether something has changed that state-based actions look at, since they were last looked for."""
    players_differ: bool = True
    """Whether something has changed since then by which a player may lose, or one would have lost."""
    stirred: bool = True
    """Whether anything at all has changed since then, which durations and triggers on a state may look at."""
    refreshing: bool = False
    under_way: bool = False
    """Whether what objects are has been worked out before, so that something can have changed hands since."""
    handed: list[Event] = field(default_factory=list)
    """Gains of control that no ability has been asked about yet."""
    index_: Index | None = None
    touched: list[GameObject] = field(default_factory=list)
    """Objects outside the battlefield and the stack that effects have changed."""
    elsewhere: bool = False
    """Whether some card has an ability that works outside the battlefield and the stack."""
    by_id: dict[str, GameObject] = field(default_factory=dict)
    pending_begin: list[Event] = field(default_factory=list)
    regular: Player = field(init=False)
    """Whose the last turn was that was no extra turn."""
    collecting: list[Event] | None = None
    """Where events are gathered that instructions say are to happen together."""
    noting: bool = False
    """Whether text boxes and base powers are kept on the way through the layers."""
    explaining: bool = False
    """Whether the trace is told what each effect makes of each object."""
    ephemeral: bool = False
    """Whether there has been a token or a copy of a spell."""
    seen: frozenset[str] = frozenset()
    """The zones of the objects that continuous effects on characteristics look at."""
    watchful: bool = False
    """Whether one of those looks at more than objects: at life, turns, what is tapped, what has happened."""
    numbers: count[int] = field(default_factory=count)
    depth: int = 0
    """How many events lie within one another at this moment."""
    nested: Watch = field(default_factory=partial(Watch, most=40))
    """Looks whether events that lie deep within one another are a loop."""

    # --- time and identity ---------------------------------------------------------------------------------------

    def key(self) -> int:
        """Return a number that nothing else in this game has, greater than all before it."""
        return next(self.numbers)

    def time(self) -> int:
        """Return the next timestamp (613.7)."""
        return self.key()

    def reserve(self, number: int) -> Iterator[int]:
        """Return so many keys, which nothing else gets any more."""
        return iter(list(islice(self.numbers, number)))

    # --- players -------------------------------------------------------------------------------------------------

    def player_named(self, name: str) -> Player | None:
        """Return the player of that name."""
        for player in self.players:
            if player.name == name:
                return player
        return None

    def in_turn_order(self, start: Player | None = None) -> list[Any]:
        """Return the players still in the game, from the active player on (101.4)."""
        first = (start or self.active).seat
        count = len(self.players)
        around = (self.players[(first + place) % count] for place in range(count))
        return [player for player in around if not player.left]

    def opponents(self, player: Player) -> list[Player]:
        """Return a player's opponents, in turn order."""
        return [each for each in self.in_turn_order() if each is not player]

    def defender_of(self, attacked: GameObject | Player | Vacated) -> Player:
        """Return the defending player of what is or was attacked (506.2, 508.5, 310.9d)."""
        if isinstance(attacked, Player):
            return attacked
        if isinstance(attacked, Vacated):
            return attacked.defender
        return attacked.protector or attacked.controller

    # --- zones and objects ---------------------------------------------------------------------------------------

    def zone(self, name: str) -> Sequence[GameObject]:
        """Return the objects of a zone, of all players."""
        if name in _SHARED:
            return getattr(self, name)  # type: ignore[no-any-return]  # one of the lists above
        return [obj for player in self.players for obj in getattr(player, name)]

    def zone_of(self, obj: GameObject) -> list[GameObject]:
        """Return the list that an object is in."""
        return getattr(self if obj.zone in _SHARED else obj.owner, obj.zone)  # type: ignore[no-any-return]

    def everything(self) -> Iterable[GameObject]:
        """Return every object in every zone."""
        yield from self.battlefield
        yield from self.stack
        for player in self.players:
            yield from player.graveyard
            yield from player.hand
        yield from self.exile
        yield from self.command
        for player in self.players:
            yield from player.library
            yield from player.outside

    @property
    def permanents(self) -> list[GameObject]:
        """The permanents that are there for rules and effects: those on the battlefield that are not phased out."""
        return [obj for obj in self.battlefield if not obj.phased_out or is_there(self, obj)]  # few are worth asking of

    def find(self, word: str) -> GameObject | None:
        """Return the object that a script calls so: by id, or by name where it has no id."""
        if word in self.by_id:
            return self.by_id[word]
        for obj in self.everything():
            if obj.id is None and obj.card == word:
                return obj
        return None

    def close(self) -> None:
        """Take all objects out of their zones, so that nothing refers to itself when the game is over for good."""
        for player in self.players:
            player.unopened = None
        zones_of = ((each.opened, each.hand, each.graveyard, each.outside) for each in self.players)
        for zone in (self.battlefield, self.stack, self.exile, self.command, *chain.from_iterable(zones_of)):
            for obj in zone:
                obj.entries = obj.exiled_with = None
            zone.clear()

    # --- characteristics -----------------------------------------------------------------------------------------

    def renew(self) -> None:
        """What objects are has to be worked out anew."""
        self.stale = self.news = self.players_differ = True

    def reconsider(self) -> None:
        """Something is different that continuous effects on characteristics may look at."""
        if self.seen:
            self.stale = True

    def unsettle(self) -> None:
        """Something is different, but no object is: only what looks beyond objects is concerned."""
        self.stirred = True
        if self.watchful:
            self.stale = self.news = True

    def moved(self, *objects: GameObject) -> None:
        """
        Objects have left their zones or come to others.

        State-based actions look at none that comes to the stack. Where no effect on characteristics looks at the
        zone, only what the objects themselves can do is different.
        """
        if objects[-1].zone != "stack" or objects[-1].gone:
            self.news = True
        if self.watchful or self.elsewhere or self.touched:
            self.stale = True
        elif not self.stale:
            for obj in objects:
                self._moved(obj)
        for obj in objects:
            if obj.gone:
                obj.entries = None  # refers back to it

    def _moved(self, obj: GameObject) -> None:
        if obj.zone in self.seen:
            self.stale = True
        elif obj.zone in _WORKING:
            if index.may_change_objects(obj):
                self.stale = True
            if index.is_listed(obj):
                self.index_ = None

    def look(self, obj: GameObject) -> Characteristics:
        """Return what an object is at this moment, or was when it left its zone (608.2h)."""
        if self.stale and not self.refreshing:
            self.refresh()
        return obj.characteristics

    def refresh(self) -> None:
        """Work out the characteristics of all objects (613) and what abilities are there."""
        self.refreshing = self.news = True
        self.stale = False
        before = [(obj, obj.controller) for obj in self.battlefield]
        try:
            layers.apply_layers(self)
        finally:
            self.refreshing = False
        self.index_ = None
        for obj, controller in before:
            if obj.controller is not controller:
                zones.change_hands(self, obj, controller)
                if self.under_way:
                    self.handed.append(GainControl(object=obj, player=obj.controller))
        self.under_way = True

    def note_on_the_way(self) -> None:
        """Keep text boxes and base powers and toughnesses, which only exchanges ask for."""
        self.noting = self.stale = True
        self.refresh()
        self.noting = False

    @property
    def index(self) -> Index:
        """The abilities of all objects by what they wait for."""
        if self.stale and not self.refreshing:
            self.refresh()
        if self.index_ is None:
            self.index_ = index.build(self)
        return self.index_

    # --- questions -----------------------------------------------------------------------------------------------

    def ask(
        self,
        player: Player,
        kind: str,
        options: Sequence[str | int],
        about: str | None = None,
        least: int = 0,
        most: int | None = None,
        ordered: bool = False,
    ) -> list[Any]:
        """Ask a player and return what is taken; see `Question`."""
        return list(self.run.ask(Question(player.name, kind, tuple(options), about, least, most, ordered)))

    def ask_one(self, player: Player, kind: str, options: Sequence[str | int], about: str | None = None) -> Any:
        """Ask a player for one of the options."""
        return self.ask(player, kind, options, about)[0]

    def accepts(self, player: Player, about: str | None, kind: str = "may", yes: str = "accept") -> bool:
        """Ask a player whether to do something."""
        return bool(self.ask_one(player, kind, (yes, "decline"), about) == yes)

    def choose(
        self,
        player: Player,
        kind: str,
        things: Sequence[Any],
        about: str | None = None,
        least: int = 0,
        most: int | None = None,
        optional: bool = False,
        ordered: bool = False,
    ) -> list[Any]:
        """Ask a player to choose among objects and players; `least` and `most` make it several."""
        left = list(things)
        words: list[str | int] = [word_of(thing) for thing in things]
        if optional and most is None:
            taken = [word for word in self.ask(player, kind, [*words, "decline"], about) if word != "decline"]
        else:
            taken = self.ask(player, kind, words, about, least, most, ordered)
        chosen = []
        for word in taken:
            place = next(place for place, each in enumerate(left) if word_of(each) == word)
            chosen.append(left.pop(place))
        return chosen
