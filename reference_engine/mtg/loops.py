"""
Loops of mandatory actions (104.4b, 732.4), which make the game a draw.

A game that comes to the same position again, with no choice in between, would go on so for ever. Positions are compared
only where many things have happened in a row. What grows in each round of a loop makes its positions differ; that is
seen through for life totals that do not fall, if no card of the game reads them. Of other loops it cannot be said here
whether they end: they are unsupported.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import le
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.observed import Observed
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

_FIRST = 6
"""After how many events in a row positions are compared."""
_MOST = 400
"""After how many events in a row it is given up to tell a loop from a sequence that ends."""
_LIFE = frozenset({"life", "gained", "lost_life"})
_READING_LIFE = frozenset({"life of", "gained by", "lost by", "set life", "pay life", "exchange"})
_READING_HISTORY = frozenset({"this turn", "this step", "attacked this turn"})


class LoopFound(Exception):  # noqa: N818 - says what there is
    """The game is in a loop of mandatory actions."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """What an earlier position is compared by."""

    asked: int
    """How many choices had been made."""
    life: tuple[int, ...]


@dataclass(slots=True)
class Watch:
    """Looks on while one thing follows another, for the same position to come again."""

    most: int = _MOST
    count: int = 0
    seen: dict[str, _Moment] = field(default_factory=dict)

    def forget(self) -> None:
        """Start over."""
        self.count = 0
        self.seen.clear()

    def look(self, game: Game, besides: Any = None) -> None:
        """Look at the position, and at what stands beside it; raises `LoopFound`, or `Unsupported` after too long."""
        self.count += 1
        if self.count > self.most:
            raise Unsupported("state", "a sequence of actions that may or may not end (104.4b)")
        if self.count < _FIRST:
            return
        now = _position(game, besides)
        moment = _Moment(len(game.run.asked), tuple(player.life for player in game.players))
        before = self.seen.get(now)
        if before is not None and repeats(game, before, moment):
            raise LoopFound
        self.seen[now] = moment


@rule("104.4b", usual=(), mistakes={"choices or not": lambda _rule, *_told: True})
def repeats(_game: Game, before: _Moment, now: _Moment) -> bool:
    """A sequence of events with no choice in it that leads to the same position again repeats for ever."""
    return before.asked == now.asked and all(map(le, before.life, now.life))


def _position(game: Game, besides: Any) -> str:
    from reference_engine.mtg import snapshot

    state = snapshot.state(game, Observed())  # all of it, whatever is looked at in the end
    del state["triggered"]
    if not _read(game, _READING_LIFE):
        for player in game.players:
            for word in _LIFE:
                del state[player.name][word]
    lasting = [
        [each.ability.data, each.duration.word, each.uses, each.shield and each.shield.left]
        for each in (*game.floating, *game.delayed)
    ]
    past = len(game.turn.history) if _read(game, _READING_HISTORY) else None
    return repr([state, lasting, past, besides])


def _read(game: Game, words: frozenset[str]) -> bool:
    """Say whether an ability of a card in the game, or an effect in force, has one of these words."""
    lasting = [each.ability.data for each in (*game.floating, *game.delayed)]
    printed = [ability.data for face in game.faces.values() for ability in face.abilities]
    told = repr([lasting, printed])
    return any(repr(word) in told for word in words)
