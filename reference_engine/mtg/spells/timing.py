"""The steps of a turn with their phases (500.1), and when something may be done (117.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from reference_engine.kernel.rules import rule
from reference_engine.mtg.objects import Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

STEPS: Final = (
    "untap", "upkeep", "draw", "precombat main", "beginning of combat", "declare attackers", "declare blockers",
    "combat damage", "end of combat", "postcombat main", "end step", "cleanup",
)  # fmt: skip
PHASE_OF: Final = {
    "untap": "beginning", "upkeep": "beginning", "draw": "beginning", "precombat main": "precombat main",
    "beginning of combat": "combat", "declare attackers": "combat", "declare blockers": "combat",
    "first-strike damage": "combat", "combat damage": "combat", "end of combat": "combat",
    "postcombat main": "postcombat main", "end step": "ending", "cleanup": "ending",
}  # fmt: skip

_FIRST_OF_PHASE: Final = frozenset({"untap", "precombat main", "beginning of combat", "postcombat main", "end step"})


@dataclass(frozen=True, slots=True)
class Planned:
    """A step that is to come in the turn."""

    step: str
    begins_phase: bool = False


def planned(steps: Iterable[str]) -> list[Planned]:
    """Return steps as they come in whole phases."""
    return [Planned(step, step in _FIRST_OF_PHASE) for step in steps]


@rule("510.4")
def is_step(game: Game, step: str) -> bool:
    """Say whether it is a step by its name: the one for first strike is a combat damage step like the one after it."""
    return game.turn.step == step or (step == "combat damage" and game.turn.step == "first-strike damage")


@rule("307.1")
def sorcery_speed(game: Game, player: Player) -> bool:
    """A sorcery is cast in a main phase of its player's own turn while the stack is empty."""
    return game.active is player and game.turn.step.endswith("main") and not game.stack


@rule("117.3a")
def priority(game: Game) -> bool:
    """Players get priority in every step but the untap step, and in a cleanup step only if another follows (514.3)."""
    if game.turn.step == "cleanup":
        return game.turn.plan[:1] == [Planned("cleanup")]
    return not is_held_back(game)


@rule("502.4", usual=("never",))
def is_held_back(game: Game) -> bool:
    """In an untap step nobody gets priority: nothing is checked, and what triggers is held until somebody does."""
    return game.turn.step == "untap"
