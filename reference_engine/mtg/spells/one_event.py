"""Which of several events at one time are one event for an ability that triggers on them (603.2c)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.abilities import Ability
from reference_engine.mtg.events import CreateToken, Damage, Event, LoseLife, Prevent, PutCounters, RemoveCounters

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


AS_ONE = CreateToken | Damage | LoseLife | Prevent | PutCounters | RemoveCounters
"""The events of which several at one time can be one for an ability."""


def merged(game: Game, ability: Ability, event: Event, alike: list[Any]) -> Event | None:
    """Return an event with what is one with it among those alike; None if it is one with an earlier of them."""
    if isinstance(event, Prevent):
        return in_one(game, event, alike)
    if isinstance(event, LoseLife | CreateToken):
        return of_a_player_at_once(game, event, alike)
    if isinstance(event, PutCounters | RemoveCounters):
        return counters_at_once(game, event, alike)
    return dealt_at_once(game, ability, event, alike) if isinstance(event, Damage) else event


@rule("615.13", usual=(), mistakes={"each by itself": lambda _rule, _game, event, _alike: event})
def in_one(_game: Game, event: Prevent, alike: list[Prevent]) -> Prevent | None:
    """What one effect prevents at one time is prevented once, by however many sources it would be dealt."""
    first, *others = [each for each in alike if each.effect == event.effect]
    return event.but(amount=event.amount + sum(each.amount for each in others)) if first is event else None


@rule("603.2c", usual=(), mistakes={"for each source": lambda _rule, _game, event, _alike: event})
def counters_at_once(_game: Game, event: PutCounters | RemoveCounters, alike: list[Any]) -> Event | None:
    """Counters are put on something, or removed from it, once at one time, by however many sources."""
    *others, last = [each for each in alike if each.to is event.to]
    return event.but(amount=event.amount + sum(each.amount for each in others)) if last is event else None


@rule("603.2c", usual=(), mistakes={"for each source": lambda _rule, _game, _ability, event, _alike: event})
def dealt_at_once(_game: Game, ability: Any, event: Damage, alike: list[Damage]) -> Damage | None:
    """To be dealt damage happens once at one time, by however many sources; to deal it, once for each source."""
    told = {word for pattern in ability.events for word in pattern.data}
    parts = {"source", "to"} & told or {"to"}
    first, *others = [each for each in alike if all(getattr(each, part) is getattr(event, part) for part in parts)]
    return event.but(amount=event.amount + sum(each.amount for each in others)) if first is event else None


@rule("603.2c", usual=(), mistakes={"each by itself": lambda _rule, _game, event, _alike: event})
def of_a_player_at_once(_game: Game, event: LoseLife | CreateToken, alike: list[Any]) -> Event | None:
    """
    What a player loses or creates at one time is lost or created once, by however many sources, of whatever kinds.

    Life is gained for each source (119.9).
    """
    first, *others = [each for each in alike if each.player is event.player]
    return event.but(amount=event.amount + sum(each.amount for each in others)) if first is event else None
