"""A game of Magic as the script's player sees it: performs actions, tells the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from reference_engine.kernel.cards import Library, several
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused, Run, Unsupported
from reference_engine.mtg import snapshot, turn
from reference_engine.mtg.cards import wording
from reference_engine.mtg.combat import combat_damage, declaring
from reference_engine.mtg.events import LoseGame
from reference_engine.mtg.game import Game
from reference_engine.mtg.instructions import carry_out, changing, flow, lasting, on_objects, on_players
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.layers.explain import in_the_end
from reference_engine.mtg.leaving_the_game import leave
from reference_engine.mtg.loops import LoopFound
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.replacing.replacement import happen
from reference_engine.mtg.setup import build
from reference_engine.mtg.spells import activating, casting, special_actions
from reference_engine.mtg.spells.timing import PHASE_OF, is_held_back, priority
from reference_engine.mtg.state_based import checking

HANDLERS = (changing, flow, lasting, on_objects, on_players)
"""The modules that define the verbs of card data: importing them registers these."""
Json = dict[str, Any]
EDITIONS = (
    "2013-05-01",
    "2013-11-01",
    "2024-03-08",
    "2024-07-30",
    "2024-09-20",
    "2025-04-04",
    "2025-06-06",
    "2025-09-19",
    "2026-08-07",
)
"""The editions that it can play by; it tells apart what differs between them as far as the corpus has cases of it."""
_NEWEST = EDITIONS[-1]


class Table:
    """A game in progress."""

    def __init__(self, run: Run, params: Json, library: Library) -> None:
        edition = params.get("edition", _NEWEST)
        if edition not in EDITIONS:
            raise Unsupported("edition", str(edition))
        self.game = build(run, params, library, edition)
        self._go(checking.check)

    def perform(self, action: Json) -> None:
        """Carry out an action; raise a `Halt` where it cannot be."""
        verb = next(word for word in action if word in _VERBS)
        if self.game.over:
            raise Refused("the game is over", "104.1")
        if verb in _WITH_PRIORITY and not priority(self.game):
            raise Refused(f"nobody gets priority in this {self.game.turn.step} step", "117.3a")
        self._go(_VERBS[verb], action)
        self.game.turn.declaring = verb in _DECLARATIONS
        if not is_held_back(self.game):
            self._go(checking.check)

    def _go(self, do: Callable[..., object], *how: Json) -> None:
        """Let something happen; the game is a draw if it never ends."""
        try:
            do(self.game, *how)
        except LoopFound:
            self.game.over = True
            self.game.run.tell("The same has to happen again and again: the game is a draw", "104.4b")

    def state(self) -> Json:
        """Return the position in the game's vocabulary."""
        in_the_end(self.game)
        return snapshot.state(self.game, self.game.run.observed)

    def close(self) -> None:
        """Break the references between players, cards and abilities."""
        self.game.close()


def set_up(run: Run, params: Json, library: Library) -> Table:
    """Build a table from the parameters of `run`."""
    return Table(run, params, library)


def _object(game: Game, name: str, zones: tuple[str, ...], player: Player | None = None) -> GameObject:
    """Return the object that an action names: by id, or by name in some zones, a player's own before all others."""
    found = game.by_id.get(name)
    if found is not None and is_in_the_game(game, found):
        return found
    there = [obj for zone in zones for obj in game.zone(zone) if obj.card == name]
    if not there:
        raise Refused(f"there is no {name} to do that with")
    return min(there, key=lambda obj: obj.controller is not player)


@rule("800.4a")
def is_in_the_game(_game: Game, obj: GameObject) -> bool:
    """What has left the game with its owner is there for nobody to do anything with."""
    return not obj.gone


def _player(game: Game, name: str) -> Player:
    found = game.player_named(name)
    if found is None:
        raise Refused(f"{name} is not a player in the game")
    if found.left:
        raise Refused(f"{name} has left the game", "104.5")
    return found


def _named(game: Game, action: Json, verb: str, zones: tuple[str, ...]) -> tuple[GameObject, Player]:
    """Return the object that an action is about, and who acts: its controller unless somebody else is told."""
    told = _player(game, action["player"]) if "player" in action else None
    obj = _object(game, action[verb], zones, told or game.active)
    return obj, told or obj.controller


_BATTLEFIELD = ("battlefield",)
_CASTABLE = ("hand", "graveyard", "library", "exile", "command")
_ACTIVATED = ("battlefield", "hand", "graveyard", "exile", "command")
_PLAYABLE = ("hand", "library", "graveyard", "exile")


def _cast(game: Game, action: Json) -> None:
    obj, player = _named(game, action, "cast", _CASTABLE)
    casting.cast(game, obj, player, action)


def _activate(game: Game, action: Json) -> None:
    obj, player = _named(game, action, "activate", _ACTIVATED)
    activating.activate(game, obj, player, action)


def _play(game: Game, action: Json) -> None:
    obj, player = _named(game, action, "play", _PLAYABLE)
    special_actions.play_land(game, obj, player)


def _turn_face_up(game: Game, action: Json) -> None:
    obj, player = _named(game, action, "turn face up", _BATTLEFIELD)
    special_actions.turn_face_up(game, obj, player, action)


def _thing(game: Game, name: str) -> GameObject | Player:
    return game.player_named(name) or _object(game, name, _BATTLEFIELD)


def _attack(game: Game, action: Json) -> None:
    told: Mapping[str, str] = action["attack"]
    turn.go_to(game, "declare attackers")
    attackers = {_object(game, name, _BATTLEFIELD, game.active): _thing(game, to) for name, to in told.items()}
    declaring.declare_attackers(game, attackers)


def _block(game: Game, action: Json) -> None:
    told: Mapping[str, Any] = action["block"]
    turn.go_to(game, "declare blockers")
    blocks = {
        _object(game, name, _BATTLEFIELD): [_object(game, each, _BATTLEFIELD, game.active) for each in several(to)]
        for name, to in told.items()
    }
    declaring.declare_blockers(game, blocks)


def _assign(game: Game, action: Json) -> None:
    for name, shares in action["assign damage"].items():
        combat_damage.announce_damage(game, _object(game, name, _BATTLEFIELD), dict(shares))


def _resolve(game: Game, action: Json) -> None:
    if action["resolve"] == "top":
        turn.resolve_top(game)
    else:
        turn.resolve_all(game)


def _pass_to(game: Game, action: Json) -> None:
    step = action["pass to"]
    if step not in PHASE_OF:
        raise Unsupported("word", f"step {step!r}")
    turn.pass_to(game, step, _player(game, action["of"]) if "of" in action else None)


def _event(game: Game, action: Json) -> None:
    player = _player(game, action["player"]) if "player" in action else game.active
    source = GameObject(game.key(), player, player, "stack", game.time(), kind="instruction")
    carry_out(game, action["event"], Context(source))


def _concede(game: Game, action: Json) -> None:
    concession(game, _player(game, action["concede"]))


@rule("104.3a", usual=(), mistakes={"unnoticed": lambda _rule, game, player: leave(game, player)})
def concession(game: Game, player: Player) -> None:
    """A player who concedes leaves the game at once and loses it; no effect can change that."""
    happen(game, [LoseGame(player=player)])


def _classify(game: Game, action: Json) -> None:
    game.classified.append(wording.classify(game, action["classify"]["text"]))


_WITH_PRIORITY = frozenset({"cast", "activate", "turn face up"})
"""What a player needs priority for (117.1); lands are played in main phases anyway."""
_DECLARATIONS = frozenset({"attack", "block"})
"""What is done as a step begins, by each player in turn, before anybody gets priority (508.1, 509.1)."""
_VERBS: dict[str, Callable[[Game, Json], None]] = {
    "cast": _cast,
    "activate": _activate,
    "play": _play,
    "turn face up": _turn_face_up,
    "attack": _attack,
    "block": _block,
    "assign damage": _assign,
    "resolve": _resolve,
    "pass to": _pass_to,
    "event": _event,
    "concede": _concede,
    "classify": _classify,
}
