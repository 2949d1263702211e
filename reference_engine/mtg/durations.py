"""How long the continuous effects of spells and abilities last (611.2a, 611.2b)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.kernel.value import value
from reference_engine.mtg.language import references
from reference_engine.mtg.language.conditions import holds
from reference_engine.mtg.language.event_patterns import EventPattern, event_pattern

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.language.context import Context
    from reference_engine.mtg.objects import GameObject


_UNTIL = frozenset({"end of turn", "end of combat", "your next turn", "your next upkeep"})
IN_A_TURN = frozenset({"your next turn", "your next upkeep"})
"""Those that end with or in a player's next turn."""
_FOLLOWED = frozenset({"object", "power of", "toughness of", "mana value of", "counters on"})
"""The words of conditions under which there is an object that has to be there."""
_ALTERNATIVES = frozenset({"any", "any of", "without", "for any", "exists", "none"})


@value
class Duration:
    """How long an effect lasts: indefinitely, unless one of these is told."""

    word: str | None = None
    """The word for the step or turn that ends it."""
    over: Callable[[], bool] | None = None
    """A function that tells whether it is over, for one that lasts as long as something is so."""
    event: EventPattern | None = None
    """The event that ends it."""

    @property
    def is_over(self) -> bool:
        """Whether what it lasts as long as is not so any longer."""
        return self.over is not None and self.over()


INDEFINITE = Duration()


def duration(game: Game, until: Any, ctx: Context) -> Duration:
    """Read how long an effect is to last."""
    if until is None:
        return INDEFINITE
    if isinstance(until, str):
        if until not in _UNTIL:
            raise Unsupported("word", f"until {until!r}")
        return Duration(word=until)
    if "event" in until:
        return Duration(event=event_pattern(until))
    followed = set(_followed(until["while"]))
    return Duration(over=lambda: not (still_there(game, followed, ctx) and holds(game, until["while"], ctx)))


def _followed(condition: Mapping[str, Any]) -> Iterator[str]:
    """Yield the words for objects of which a condition says something; of alternatives one alone may be true."""
    for word, told in condition.items():
        if word in _FOLLOWED and isinstance(told, str):
            yield told
        elif word not in _ALTERNATIVES and isinstance(told, dict):
            yield from _followed(told)
        elif word == "all":
            for each in told:
                yield from _followed(each)


@rule("400.7", usual=("always",))
def still_there(game: Game, followed: Collection[str], ctx: Context) -> bool:
    """Nothing is so any longer of a permanent that has left, whatever it was when it left."""
    return not any(
        obj.gone or cannot_be_seen(game, obj) for word in followed for obj in references.meant(game, word, ctx)
    )


@rule("702.26f", usual=("always",))
def cannot_be_seen(_game: Game, obj: GameObject) -> bool:
    """An effect that follows a permanent for its duration ends as that phases out, since it can't see it any more."""
    return obj.phased_out
