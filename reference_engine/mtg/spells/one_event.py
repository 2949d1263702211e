"""Which of several events at one time are one event for an ability that triggers on them (603.2c)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.events import CreateToken, Damage, Event, LoseLife, Prevent, PutCounters, RemoveCounters

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_engine.mtg.cards.abilities import Ability
    from reference_engine.mtg.game import Game


def can_be_one(event: Event) -> bool:
    """Say whether several such events at one time can be one for an ability."""
    return type(event) in _JOINED


def joined(game: Game, ability: Ability, event: Event, alike: list[Any]) -> Event | None:
    """Return an event with what is one with it among those alike; None if it is one with another of them."""
    join = _JOINED.get(type(event))
    return event if join is None else join(game, ability, event, alike)


@rule("615.13", usual=(), mistakes={"each by itself": lambda _rule, _game, _ability, event, _alike: event})
def in_one(_game: Game, _ability: Ability, event: Prevent, alike: list[Prevent]) -> Prevent | None:
    """What one effect prevents at one time is prevented once, by however many sources it would be dealt."""
    first, *others = [each for each in alike if each.effect == event.effect]
    return event.but(amount=event.amount + sum(each.amount for each in others)) if first is event else None


@rule("603.2c", usual=(), mistakes={"for each source": lambda _rule, _game, _ability, event, _alike: event})
def counters_at_once(
    _game: Game, _ability: Ability, event: PutCounters | RemoveCounters, alike: list[Any]
) -> Event | None:
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


@rule("603.2c", usual=(), mistakes={"each by itself": lambda _rule, _game, _ability, event, _alike: event})
def of_a_player_at_once(
    _game: Game, _ability: Ability, event: LoseLife | CreateToken, alike: list[Any]
) -> Event | None:
    """
    What a player loses or creates at one time is lost or created once, by however many sources, of whatever kinds.

    Life is gained for each source (119.9).
    """
    first, *others = [each for each in alike if each.player is event.player]
    return event.but(amount=event.amount + sum(each.amount for each in others)) if first is event else None


_JOINED: dict[type[Event], Callable[[Game, Ability, Any, list[Any]], Event | None]] = {
    CreateToken: of_a_player_at_once,
    Damage: dealt_at_once,
    LoseLife: of_a_player_at_once,
    Prevent: in_one,
    PutCounters: counters_at_once,
    RemoveCounters: counters_at_once,
}
"""What joins events of a kind; events of any other are never one."""
