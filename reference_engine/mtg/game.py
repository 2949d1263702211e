"""A game in progress: its players, zones and objects, what is in force, and what waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, islice
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import Library
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Question, Run
from reference_engine.mtg import ability_index, layers
from reference_engine.mtg.bookkeeping import Layered, Moment, Turn, Unchecked
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.combat import removal
from reference_engine.mtg.events import Event, GainControl, LoseControl
from reference_engine.mtg.language.references import is_there
from reference_engine.mtg.objects import Combat, GameObject, Player, Vacated, word_of

if TYPE_CHECKING:
    from reference_engine.mtg.ability_index import Index
    from reference_engine.mtg.cards.definitions import Face
    from reference_engine.mtg.floating_effects import Floating
    from reference_engine.mtg.spells.triggers import PendingTrigger

_WORKING = frozenset({"battlefield", "stack", "command"})
_SHARED = frozenset({"battlefield", "stack", "exile", "command"})
"""The zones that players share (400.1); there is one of each of the others for each player."""


@dataclass(slots=True, eq=False)
class Game:
    """The state of a game, and the few questions that everything asks of it."""

    run: Run
    library: Library
    edition: str
    """The edition of the rules that it is played by."""
    defined: dict[str, Any] = field(default_factory=dict)
    """Cards that the case defines, by name."""
    faces: dict[str, Face] = field(default_factory=dict)
    """The cards of this game, by name."""
    by_id: dict[str, GameObject] = field(default_factory=dict)
    numbers: count[int] = field(default_factory=count)
    players: list[Player] = field(default_factory=list)
    active: Player = field(init=False)
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
    combat: Combat = field(default_factory=Combat)
    turn: Turn = field(default_factory=Turn)
    moment: Moment = field(default_factory=Moment)
    unchecked: Unchecked = field(default_factory=Unchecked)
    layered: Layered = field(default_factory=Layered)
    monarch: Player | None = None
    over: bool = False
    worlds: dict[GameObject, int] = field(default_factory=dict)
    """The permanents with the supertype world, each with when that was first seen (704.5k)."""
    classified: list[dict[str, str]] = field(default_factory=list)
    elsewhere: bool = False
    """Whether some card has an ability that works outside the battlefield and the stack."""
    ephemeral: bool = False
    """Whether there has been a token or a copy of a spell."""

    # --- time and identity ---------------------------------------------------------------------------------------

    def key(self) -> int:
        """Return a number that nothing else in this game has, greater than all earlier ones."""
        return next(self.numbers)

    def time(self) -> int:
        """Return the next timestamp (613.7)."""
        return self.key()

    def reserve(self, number: int) -> Iterator[int]:
        """Return a number of keys that nothing else will get."""
        return iter(list(islice(self.numbers, number)))

    # --- players -------------------------------------------------------------------------------------------------

    def player_named(self, name: str) -> Player | None:
        """Return the player of that name."""
        for player in self.players:
            if player.name == name:
                return player
        return None

    def in_turn_order(self, start: Player | None = None) -> list[Player]:
        """Return the players still in the game, from the active player on (101.4), or from another at the start."""
        first = (start or self.active).seat
        around = self.players[first:] + self.players[:first]
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
        return self.protector_of(attacked) or attacked.controller

    def protector_of(self, attacked: GameObject) -> Player | None:
        """Return who protects a permanent, None for one that is no battle or has no protector."""
        return attacked.protector if is_defended_as_a_battle(self, attacked) else None

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
        """Return the object that a script names: by id, or by name if it has no id."""
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

    @property
    def of_2013(self) -> bool:
        """Whether the rules of 2013 are those that it is played by; of the years after that no edition is known."""
        return self.edition < "2014"

    # --- characteristics -----------------------------------------------------------------------------------------

    def renew(self) -> None:
        """Have the characteristics of all objects worked out anew before they are next read."""
        self.layered.stale = self.unchecked.news = self.unchecked.players_differ = True

    def reconsider(self) -> None:
        """Have characteristics worked out anew if continuous effects on them look at objects at all."""
        if self.layered.sight.zones:
            self.layered.stale = True

    def unsettle(self) -> None:
        """Note a change of something else than objects: only what looks beyond objects has to be looked at anew."""
        self.unchecked.stirred = True
        if self.layered.sight.beyond:
            self.layered.stale = self.unchecked.news = True

    def moved(self, *objects: GameObject) -> None:
        """
        Note that objects have left their zones or entered others.

        State-based actions look at none that comes to the stack. Where no effect on characteristics looks at the
        zone, only what the objects themselves can do is different.
        """
        if objects[-1].zone != "stack" or objects[-1].gone:
            self.unchecked.news = True
        if self.layered.sight.beyond or self.elsewhere or self.layered.touched:
            self.layered.stale = True
        elif not self.layered.stale:
            for obj in objects:
                self._moved(obj)
        for obj in objects:
            if obj.gone:
                obj.entries = None  # refers back to it

    def _moved(self, obj: GameObject) -> None:
        if obj.counters or obj.zone in self.layered.sight.zones:
            self.layered.stale = True
        elif obj.zone in _WORKING:
            if ability_index.may_change_objects(obj):
                self.layered.stale = True
            if ability_index.is_listed(obj):
                self.layered.index = None

    def look(self, obj: GameObject) -> Characteristics:
        """Return an object's characteristics now, or as it left its zone (608.2h)."""
        if self.layered.stale and not self.layered.refreshing:
            self.refresh()
        return obj.characteristics

    def refresh(self) -> None:
        """Work out the characteristics of all objects (613) and what abilities are there."""
        self.layered.refreshing = self.unchecked.news = True
        self.layered.stale = False
        before = [(obj, obj.controller) for obj in self.battlefield]
        attacked = removal.attacked_of(self) if self.combat.attackers_came else {}
        try:
            layers.apply_layers(self)
        finally:
            self.layered.refreshing = False
        self.layered.index = None
        self._note_worlds()
        if self.combat.attackers_came:
            removal.leave_as_types_change(self, attacked)
        handed: list[Event] = []
        for obj, controller in before:
            if obj.controller is not controller and self.layered.begun:
                removal.leave_as_control_changes(self, obj, controller)
                if is_there(self, obj):
                    handed += [
                        LoseControl(object=obj, player=controller),
                        GainControl(object=obj, player=obj.controller),
                    ]
        if handed:
            self.layered.handed.append(handed)

    def _note_worlds(self) -> None:
        """Record since when each world permanent has been one (704.5k)."""
        there = [obj for obj in self.battlefield if "World" in obj.characteristics.supertypes]
        if there or self.worlds:
            now = self.key()
            self.worlds = {obj: self.worlds.get(obj, now if self.layered.begun else obj.timestamp) for obj in there}

    def note_on_the_way(self) -> None:
        """Keep text boxes, which only exchanges ask for."""
        self.layered.noting = self.layered.stale = True
        self.refresh()
        self.layered.noting = False

    @property
    def index(self) -> Index:
        """The abilities of all objects by what they wait for."""
        if self.layered.stale and not self.layered.refreshing:
            self.refresh()
        if self.layered.index is None:
            self.layered.index = ability_index.build(self)
        return self.layered.index

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
        asked = player if not player.left else instead_of(self, player)
        return list(self.run.ask(Question(asked.name, kind, tuple(options), about, least, most, ordered)))

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


@rule("508.5")
def is_defended_as_a_battle(_game: Game, attacked: GameObject) -> bool:
    """A battle is its protector's to defend; what is none any more keeps that player (310.9g), but not for that."""
    return "Battle" in attacked.characteristics.types


@rule("800.4h", usual=(), mistakes={"the active player": lambda _rule, game, _player: game.active})
def instead_of(game: Game, player: Player) -> Player:
    """A choice that a rule asks of a player who has left is made by the next one in turn order."""
    following: Player = game.in_turn_order(player)[0]
    return following
