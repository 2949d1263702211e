"""What is known last of objects that leave their zones: what they were right before that (603.10a, 608.2h)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.rules import rule
from reference_engine.mtg.objects import Counters, GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

_IN_COMBAT: Final = ("attacking", "blocking", "blocks", "blocked")
Known = list[tuple[GameObject, dict[str, Any]]]


def now(game: Game, leaving: Sequence[GameObject]) -> Known:
    """Return what there is to know of objects that are about to leave."""
    if leaving:
        game.look(leaving[0])
    return [(obj, _of_one(game, obj)) for obj in leaving]


def _of_one(game: Game, obj: GameObject) -> dict[str, Any]:
    known = {"characteristics": obj.characteristics, "controller": obj.controller}
    if obj.zone == "battlefield":
        known |= besides_what_happens(game, obj) | while_in_combat(game, obj) | with_what_was_attached(game, obj)
    return known


@rule("704.8", usual=(), mistakes={"afterwards": lambda _rule, _game, _obj: {}})
def besides_what_happens(_game: Game, obj: GameObject) -> dict[str, Any]:
    """What is known last of a permanent is from before all that happens at the time when it leaves."""
    return {"counters": Counters(obj.counters), "damaged_by": set(obj.damaged_by)}


@rule("603.10a", usual=(), mistakes={"removed from combat": lambda _rule, _game, _obj: {}})
def while_in_combat(_game: Game, obj: GameObject) -> dict[str, Any]:
    """What leaves the battlefield attacking or blocking was doing so right before that."""
    return {name: getattr(obj, name) for name in _IN_COMBAT} | {"blocking": [*obj.blocking]}


@rule("603.10a", usual=(), mistakes={"as things are then": lambda _rule, _game, _obj: {}})
def with_what_was_attached(game: Game, obj: GameObject) -> dict[str, Any]:
    """What leaves the battlefield had attached what was so right before that, even if that leaves at the same time."""
    return {"had_attached": [each for each in game.permanents if each.attached_to is obj]}


def keep(known: Known) -> None:
    """Let what has left be what is known of it."""
    for obj, was in known:
        if obj.gone:
            for name, value in was.items():
                setattr(obj, name, value)
