"""Events within events (616.1g): what a settled event consists of, each part open to effects of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.events import (
    CreateToken,
    Damage,
    Destroy,
    Discard,
    Draw,
    Event,
    GainLife,
    LoseLife,
    Mill,
    Move,
    PayLife,
    PutCounters,
    RemoveCounters,
    Sacrifice,
    TurnFaceUp,
)
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Settle = Callable[["Game", Event], list[Event]]


def expand(game: Game, event: Event, settle: Settle) -> list[Event]:
    """Return an event with what it consists of, each part settled in its turn."""
    parts = _PARTS.get(type(event))
    return [event] if parts is None else list(parts(game, event, settle))


def _damage(game: Game, event: Damage, settle: Settle) -> list[Event]:
    results = [each for result in damage_results(game, event) for each in settle(game, result)]
    return [event, *results]


@rule("120.3", usual=("nothing",))
def damage_results(game: Game, event: Damage) -> list[Event]:
    """What damage causes depends on its source and on who or what is dealt it."""
    source = game.look(event.source).keywords
    cause = "rule" if event.combat else event.cause
    controller = event.source.controller
    found: list[Event] = []

    def counters(kind: str) -> Event:
        return PutCounters(
            to=event.to, kind=kind, amount=event.amount, player=controller, cause=cause, lineage=event.lineage
        )

    if isinstance(event.to, Player):
        if "infect" in source:
            found.append(counters("poison"))
        else:
            found.append(
                LoseLife(player=event.to, amount=event.amount, source=event.source, cause=cause, lineage=event.lineage)
            )
    else:
        types = game.look(event.to).types
        if "Creature" in types and not source.isdisjoint({"wither", "infect"}):
            found.append(counters("-1/-1"))
        for card_type, kind in (("Planeswalker", "loyalty"), ("Battle", "defense")):
            if card_type in types:
                found.append(
                    RemoveCounters(to=event.to, kind=kind, amount=event.amount, cause=cause, lineage=event.lineage)
                )
    if "lifelink" in source:
        found.append(GainLife(player=controller, amount=event.amount, source=event.source, cause=cause))
    return found


def _to_graveyard(game: Game, event: Destroy | Sacrifice | Discard, settle: Settle) -> list[Event]:
    move = Move(object=event.object, to="graveyard", cause=event.cause, by=event.by, lineage=event.lineage)
    moves = settle(game, move)
    if not moves and not isinstance(event, Destroy):
        return []
    return [*moves, event]


def _pay_life(game: Game, event: PayLife, settle: Settle) -> list[Event]:
    loss = LoseLife(player=event.player, amount=event.amount, cause="cost", lineage=event.lineage)
    return [event, *(settle(game, loss) if event.amount > 0 else ())]


def top_of_library(game: Game, player: Player, number: int) -> list[GameObject]:
    """Return the top cards of a library but for those that are entering from it."""
    return [card for card in player.library if not is_entering(game, card)][:number]


@rule("614.13c")
def is_entering(game: Game, card: GameObject) -> bool:
    """A card that is entering from a library is not among those milled or exiled from it meanwhile."""
    return card in game.arriving


def _mill(game: Game, event: Mill, settle: Settle) -> list[Event]:
    moves = [
        each
        for card in top_of_library(game, event.player, event.amount)
        for each in settle(game, Move(object=card, to="graveyard", cause=event.cause, lineage=event.lineage))
    ]
    return [*moves, event]


def _draw(game: Game, event: Draw, settle: Settle) -> list[Event]:
    card = next(iter(event.player.library), None)
    if card is None:
        return [event]
    moves = settle(game, Move(object=card, to="hand", cause=event.cause, lineage=event.lineage))
    return [*moves, event.but(object=card)]


def _create(game: Game, event: CreateToken, settle: Settle) -> list[Event]:
    from reference_engine.mtg.tokens import births

    moves = births(game, event)
    game.arriving += [move.object for move in moves]
    return [*(each for move in moves for each in settle(game, move)), event]


def _move(game: Game, event: Move, settle: Settle) -> list[Event]:
    """Counters that a permanent enters with are put on it as it enters (122.6)."""
    if event.to != "battlefield":
        return [event]
    assert event.arriving is not None
    event = event.but(counters=event.counters + intrinsic_counters(game, event.arriving))
    assert event.arriving is not None
    kept: list[tuple[str, int]] = []
    besides: list[Event] = []
    for kind, number in event.counters:
        put = PutCounters(
            to=event.arriving, kind=kind, amount=number, player=event.arriving.controller, lineage=event.lineage
        )
        for each in settle(game, put) if number > 0 else ():
            if isinstance(each, PutCounters) and each.to is event.arriving:
                kept.append((each.kind, each.amount))
            else:
                besides.append(each)
    return [event.but(counters=tuple(kept)), *besides]


@rule("306.5b", usual=("nothing",))
def intrinsic_counters(_game: Game, arriving: GameObject) -> tuple[tuple[str, int], ...]:
    """A planeswalker enters with its loyalty in counters, a battle with its defense (310.4b)."""
    what = arriving.characteristics
    found: list[tuple[str, int]] = []
    if "Planeswalker" in what.types and what.loyalty:
        found.append(("loyalty", what.loyalty))
    if "Battle" in what.types and what.defense:
        found.append(("defense", what.defense))
    if "Saga" in what.subtypes:
        found.append(("lore", 1))
    return tuple(found)


def _turn_face_up(game: Game, event: TurnFaceUp, settle: Settle) -> list[Event]:
    """Counters that a permanent is turned face up with are put on it as it is."""
    puts = [
        each
        for kind, number in event.counters
        for each in settle(
            game,
            PutCounters(
                to=event.object, kind=kind, amount=number, player=event.object.controller, lineage=event.lineage
            ),
        )
    ]
    return [event, *puts]


_PARTS: dict[type[Event], Callable[[Game, Any, Settle], list[Event]]] = {
    Damage: _damage,
    Destroy: _to_graveyard,
    Sacrifice: _to_graveyard,
    Discard: _to_graveyard,
    PayLife: _pay_life,
    Mill: _mill,
    Draw: _draw,
    CreateToken: _create,
    Move: _move,
    TurnFaceUp: _turn_face_up,
}
