"""What damage results in (120.3): loss of life, counters, life gained by lifelink, and what is left of a life total."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import mistakes
from reference_engine.mtg.cards.abilities import Replacement
from reference_engine.mtg.characteristics import DAMAGEABLE
from reference_engine.mtg.events import (
    Damage,
    Event,
    GainLife,
    LoseLife,
    Prevent,
    PutCounters,
    ReduceLife,
    RemoveCounters,
)
from reference_engine.mtg.language.conditions import says_of
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.replacing import at_once

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.replacing.contained import Settle


def can_be_dealt_damage(game: Game, thing: Any) -> bool:
    """Say whether something is a player in the game, or a permanent that can be dealt damage (120.1)."""
    if isinstance(thing, Player):
        return not thing.left
    if not isinstance(thing, GameObject) or thing.gone or thing.zone != "battlefield":
        return False
    return not game.look(thing).types.isdisjoint(DAMAGEABLE)


@rule("120.3", usual=("nothing",))
def damage_results(game: Game, event: Damage) -> list[Event]:
    """What damage causes depends on its source and on who or what is dealt it."""
    return list(_results(game, event))


def _results(game: Game, event: Damage) -> Iterator[Event]:
    source = game.look(event.source).keywords
    if isinstance(event.to, Player):
        infects = "infect" in source or as_though_with_infect(game, event.to)
        yield from poisons(game, event) if infects else costs_life(game, event)
        if event.combat and "toxic" in source:
            yield from poisons_besides(game, event)
    else:
        types = game.look(event.to).types
        if "Creature" in types and not source.isdisjoint({"wither", "infect"}):
            yield from withers(game, event)
        if "Planeswalker" in types:
            yield from takes_loyalty(game, event)
        if "Battle" in types:
            yield from takes_defense(game, event)


def as_dealt(game: Game, event: Damage) -> Damage:
    """Return damage with what it does to a creature: that is settled before anything of that time has happened."""
    if not isinstance(event.to, GameObject):
        return event
    source = game.look(event.source).keywords
    marked = "Creature" in game.look(event.to).types and source.isdisjoint({"wither", "infect"})
    return event.but(marked=marked, deadly="deathtouch" in source)


@rule("120.3b", usual=("never",))
def as_though_with_infect(game: Game, player: Player) -> bool:
    """An effect can have damage dealt to a player as though its source had infect, for which it need not have it."""
    return says_of(game, player, "is dealt damage as")


@rule("120.3a", usual=("nothing",))
def costs_life(_game: Game, event: Damage) -> list[Event]:
    """A player loses as much life as damage is dealt by a source without infect."""
    return [_result(event, LoseLife, player=event.to, amount=event.amount, damage=True)]


@rule("120.3b", usual=("nothing",), mistakes={"life as well": lambda function, g, e: function(g, e) + costs_life(g, e)})
def poisons(_game: Game, event: Damage) -> list[Event]:
    """A player gets a poison counter for each damage by a source with infect, in place of losing life."""
    return [_counters(event, "poison", event.amount)]


@rule("120.3g", usual=("nothing",))
def poisons_besides(game: Game, event: Damage) -> list[Event]:
    """Combat damage by a creature with toxic gives a player poison counters in addition, however much it is."""
    return [_counters(event, "poison", total_toxic_value(game, event.source))]


@rule("702.164b", usual=(), mistakes={"one of them": lambda _rule, game, obj: max(_toxic_values(game, obj))})
def total_toxic_value(game: Game, obj: GameObject) -> int:
    """The total toxic value is the sum of the numbers of all of a creature's toxic abilities."""
    return sum(_toxic_values(game, obj))


def _toxic_values(game: Game, obj: GameObject) -> list[int]:
    return [held.ability.data["n"] for held in game.look(obj).abilities if held.ability.keyword == "toxic"]


@rule("120.3d", usual=("nothing",))
def withers(_game: Game, event: Damage) -> list[Event]:
    """A creature gets a -1/-1 counter for each damage by a source with wither or infect."""
    return [_counters(event, "-1/-1", event.amount)]


@rule("120.3c", usual=("nothing",))
def takes_loyalty(_game: Game, event: Damage) -> list[Event]:
    """Damage removes loyalty counters from a planeswalker."""
    return [_result(event, RemoveCounters, to=event.to, kind="loyalty", amount=event.amount)]


@rule("120.3h", usual=("nothing",))
def takes_defense(_game: Game, event: Damage) -> list[Event]:
    """Damage removes defense counters from a battle."""
    return [_result(event, RemoveCounters, to=event.to, kind="defense", amount=event.amount)]


def linked_life(game: Game, events: Iterable[Event]) -> list[Event]:
    """Return the life that is gained for damage dealt at the same time by sources with lifelink."""
    dealt: dict[GameObject, list[Damage]] = {}
    for event in events:
        if isinstance(event, Damage) and "lifelink" in game.look(event.source).keywords:
            dealt.setdefault(event.source, []).append(event)
    return [gain for damage in dealt.values() for gain in links_life(game, damage)]


@rule("120.3f", usual=("nothing",), mistakes={"for each by itself": mistakes.one_by_one})
def links_life(_game: Game, dealt: list[Damage]) -> list[Event]:
    """A source with lifelink has its controller gain as much life as it deals damage, each by itself (702.15e)."""
    return [GainLife(player=dealt[0].source.controller, amount=sum(event.amount for event in dealt))]


def gained_meanwhile(game: Game) -> list[Event]:
    """Return the life that is gained for damage of this time that is prevented (615.5)."""
    return part_of_the_event(game) if game.moment.after else []


@rule("120.4d", usual=(), mistakes={"afterwards": lambda _rule, _game: []})
def part_of_the_event(game: Game) -> list[Event]:
    """Life that a prevention effect has a player gain is a part of the damage event, which effects can modify."""
    gains: list[Event] = []
    later: list[tuple[Any, Context]] = []
    for told, ctx in game.moment.after:
        others: list[Any] = []
        for each in several(told):
            gained = (
                at_once.as_events(game, each, ctx) if "gain life" in each and isinstance(ctx.event, Prevent) else None
            )
            if gained is None:
                others.append(each)
            else:
                gains += gained
        if others:
            later.append((others, ctx))
    game.moment.after = later
    return gains


def as_reduced(game: Game, events: list[Event], settle: Settle) -> list[Event]:
    """Return what happens at one time, with the life lost by damage adjusted by effects on life totals."""
    if not _watched(game):
        return events
    for player in game.in_turn_order():
        lost = [place for place, each in enumerate(events) if _is_lost(each, player)]
        if lost:
            left = left_of(game, events, player)
            spared = _left_then(settle(game, ReduceLife(player=player, amount=left))) - left
            for place in lost:
                loss: Any = events[place]
                part = min(spared, loss.amount)
                events[place] = loss.but(amount=loss.amount - part)
                spared -= part
    return events


def _left_then(settled: list[Event]) -> int:
    match settled:
        case [ReduceLife(amount=left)]:
            return left
    raise Unsupported("word", "something in the place of reducing a life total")


def _is_lost(event: Event, player: Player) -> bool:
    return isinstance(event, LoseLife) and event.damage and event.player is player


def _watched(game: Game) -> bool:
    """Say whether any effect is about life totals that damage reduces."""
    if "reduce life" in game.index.replacing:
        return True
    of_effects = [each.ability for each in game.floating if isinstance(each.ability, Replacement)]
    return bool(of_effects) and any("reduce life" in each.names for each in of_effects)


@rule(
    "120.4d", usual=(), mistakes={"by what was dealt": lambda _r, _game, events, player: _by_the_loss(events, player)}
)
def left_of(game: Game, events: list[Event], player: Player) -> int:
    """Return the life total that damage dealt at one time leaves: all of it counts, and what is gained meanwhile."""
    gained = sum(each.amount for each in events if isinstance(each, GainLife) and each.player is player)
    return _by_the_loss(events, player) + gained


def _by_the_loss(events: list[Event], player: Player) -> int:
    return player.life - sum(each.amount for each in events if isinstance(each, LoseLife) and each.player is player)


def _counters(event: Damage, kind: str, number: int) -> Event:
    return _result(event, PutCounters, to=event.to, kind=kind, amount=number, by=event.source.controller)


def _result(event: Damage, kind: type[Event], /, **parts: Any) -> Event:
    """Return a result of damage: the rules bring it about, whatever made a source deal the damage (120.3)."""
    return event.part(kind, **{"cause": "rule", "by": None, **parts})
