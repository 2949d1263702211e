"""What spells and abilities target (115), as patterns ask for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.language.context import Context

Test = Callable[["Game", GameObject, "Context"], bool]


def targets(value: Any) -> Test:
    """Return a test of whether a spell or ability has a target of a kind."""
    from reference_engine.mtg.language.event_patterns import participant

    is_meant = participant(value)
    return lambda g, o, c: any(is_meant(g, each, c) for each in targets_there(g, o))


@rule("115.9b", usual=(), mistakes={"as last known": lambda _rule, _game, obj: targets_of(obj)})
def targets_there(_game: Game, obj: GameObject) -> list[Any]:
    """What looks for a spell or ability that targets something ignores a target that is not there any more."""
    return [each for each in targets_of(obj) if not (each.gone if isinstance(each, GameObject) else each.left)]


def targets_of(obj: GameObject) -> list[Any]:
    """Return all that was chosen as a target of a spell or ability."""
    return [thing for many in obj.casting.targets.values() for thing in many]
