"""Excess damage (120.4a): what is more than enough is dealt elsewhere, before any other effect looks at the damage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.events import Damage
from reference_engine.mtg.objects import GameObject, Thing

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@rule("120.4a", usual=(), mistakes={"not dealt elsewhere": lambda _rule, _game, dealt, _to: dealt})
def dealt_elsewhere(game: Game, dealt: list[Damage], to: Sequence[Thing]) -> list[Damage]:
    """Damage in excess is dealt to somebody else in the first place, so that nothing has changed its amount before."""
    return [part for event in dealt for part in _parted(game, event, to)]


def _parted(game: Game, event: Damage, to: Sequence[Thing]) -> Iterator[Damage]:
    excess = event.amount - min(event.amount, *enough(game, event))
    yield event.but(amount=event.amount - excess)
    yield from (event.but(to=other, amount=excess) for other in to)


@rule("120.4a", usual=(), mistakes={"one reason only": lambda function, game, event: function(game, event)[:1]})
def enough(game: Game, event: Damage) -> list[int]:
    """What is enough is told by the recipient's types: lethal damage, or its loyalty or defense; the least counts."""
    recipient = event.to
    if not isinstance(recipient, GameObject):
        return [event.amount]
    what = game.look(recipient)
    found = [lethal(game, event)] if "Creature" in what.types else []
    found += [recipient.counters["loyalty"]] if "Planeswalker" in what.types else []
    found += [recipient.counters["defense"]] if "Battle" in what.types else []
    return found


@rule("120.4a", usual=())
def lethal(game: Game, event: Damage) -> int:
    """Lethal damage takes into account what is marked on a creature; with deathtouch any more than 1 is in excess."""
    recipient = event.to
    assert isinstance(recipient, GameObject)
    toughness = game.look(recipient).toughness
    assert toughness is not None
    lacking = max(0, toughness - recipient.damage)
    return min(1, lacking) if "deathtouch" in game.look(event.source).keywords else lacking
