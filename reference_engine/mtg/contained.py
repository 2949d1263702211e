"""Events within events (616.1g): what a settled event consists of, each part open to effects of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import library, mistakes
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
from reference_engine.mtg.protectors import choose_protector

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Settle = Callable[["Game", Event], list[Event]]


def expand(game: Game, event: Event, settle: Settle) -> list[Event]:
    """Return an event with what it consists of, each part settled in its turn."""
    parts = _PARTS.get(type(event))
    return [event] if parts is None else parts_of(game, event, settle, parts)


@rule("616.1g", usual=(), mistakes={"parts not asked about": mistakes.unasked})
def parts_of(game: Game, event: Event, settle: Settle, parts: Callable[[Any, Any, Settle], list[Event]]) -> list[Event]:
    """Effects on an event that another contains come after those on the event that contains it."""
    return list(parts(game, event, settle))


def _damage(game: Game, event: Damage, settle: Settle) -> list[Event]:
    results = [each for result in damage_results(game, event) for each in settle(game, result)]
    return [event, *results]


@rule("120.3", usual=("nothing",))
def damage_results(game: Game, event: Damage) -> list[Event]:
    """What damage causes depends on its source and on who or what is dealt it."""
    source = game.look(event.source).keywords
    found: list[Event] = []
    if isinstance(event.to, Player):
        found += poisons(game, event) if "infect" in source else costs_life(game, event)
        if event.combat and "toxic" in source:
            found += poisons_besides(game, event)
    else:
        types = game.look(event.to).types
        if "Creature" in types and not source.isdisjoint({"wither", "infect"}):
            found += withers(game, event)
        if "Planeswalker" in types:
            found += takes_loyalty(game, event)
        if "Battle" in types:
            found += takes_defense(game, event)
    if "lifelink" in source:
        found += links_life(game, event)
    return found


@rule("120.3a", usual=("nothing",))
def costs_life(_game: Game, event: Damage) -> list[Event]:
    """A player loses as much life as damage is dealt by a source without infect."""
    assert isinstance(event.to, Player)
    return [
        LoseLife(player=event.to, amount=event.amount, source=event.source, cause=event.cause, lineage=event.lineage)
    ]


@rule("120.3b", usual=("nothing",), mistakes={"life as well": lambda function, g, e: function(g, e) + costs_life(g, e)})
def poisons(_game: Game, event: Damage) -> list[Event]:
    """A player gets a poison counter for each damage by a source with infect, in place of losing life."""
    return [_counters(event, "poison")]


@rule("120.3g", usual=("nothing",))
def poisons_besides(game: Game, event: Damage) -> list[Event]:
    """Combat damage by a creature with toxic gives a player poison counters in addition, however much it is."""
    if "Creature" not in game.look(event.source).types:
        return []
    number = total_toxic_value(game, event.source)
    player, cause = event.source.controller, event.cause
    return [PutCounters(to=event.to, kind="poison", amount=number, player=player, cause=cause, lineage=event.lineage)]


@rule("702.164b", usual=(), mistakes={"one of them": lambda _rule, game, obj: max(_toxic_values(game, obj))})
def total_toxic_value(game: Game, obj: GameObject) -> int:
    """The total toxic value is the sum of the numbers of all of a creature's toxic abilities."""
    return sum(_toxic_values(game, obj))


def _toxic_values(game: Game, obj: GameObject) -> list[int]:
    return [held.ability.data.get("n", 1) for held in game.look(obj).abilities if held.ability.keyword == "toxic"]


@rule("120.3d", usual=("nothing",))
def withers(_game: Game, event: Damage) -> list[Event]:
    """A creature gets a -1/-1 counter for each damage by a source with wither or infect."""
    return [_counters(event, "-1/-1")]


@rule("120.3c", usual=("nothing",))
def takes_loyalty(_game: Game, event: Damage) -> list[Event]:
    """Damage removes loyalty counters from a planeswalker."""
    return [_counters_gone(event, "loyalty")]


@rule("120.3h", usual=("nothing",))
def takes_defense(_game: Game, event: Damage) -> list[Event]:
    """Damage removes defense counters from a battle."""
    return [_counters_gone(event, "defense")]


@rule("120.3f", usual=("nothing",))
def links_life(_game: Game, event: Damage) -> list[Event]:
    """The controller of a source with lifelink gains as much life as it deals damage."""
    return [GainLife(player=event.source.controller, amount=event.amount, source=event.source, cause=event.cause)]


def _counters(event: Damage, kind: str) -> Event:
    player, cause = event.source.controller, event.cause
    return PutCounters(to=event.to, kind=kind, amount=event.amount, player=player, cause=cause, lineage=event.lineage)


def _counters_gone(event: Damage, kind: str) -> Event:
    return RemoveCounters(to=event.to, kind=kind, amount=event.amount, cause=event.cause, lineage=event.lineage)


def _to_graveyard(game: Game, event: Destroy | Sacrifice | Discard, settle: Settle) -> list[Event]:
    move = Move(object=event.object, to="graveyard", cause=event.cause, by=event.by, lineage=event.lineage)
    moves = settle(game, move)
    if not moves and not isinstance(event, Destroy):
        return []
    return [*moves, event]


def loss_of(event: PayLife) -> LoseLife:
    """Return the loss of life that paying life is (119.4)."""
    return LoseLife(player=event.player, amount=event.amount, cause=event.cause, lineage=event.lineage)


def _pay_life(game: Game, event: PayLife, settle: Settle) -> list[Event]:
    return [event, *settle(game, loss_of(event))]


def top_of_library(game: Game, player: Player, number: int) -> list[GameObject]:
    """Return the top cards of a library but for those that are entering from it."""
    found: list[GameObject] = []
    place = 0
    while len(found) < number and place < len(player.library):
        card = library.at(game, player, place)
        place += 1
        if not is_entering(game, card):
            found.append(card)
    return found


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
    if not event.player.library:
        return [event]
    card = library.at(game, event.player, 0)
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
    event = event.but(counters=event.counters + _intrinsic(game, event.arriving))
    assert event.arriving is not None
    if "Battle" in event.arriving.characteristics.types:
        event.arriving.protector = choose_protector(game, event.arriving)
    kept: list[tuple[str, int]] = []
    besides: list[Event] = []
    for kind, number in event.counters:
        put = PutCounters(
            to=event.arriving,
            kind=kind,
            amount=number,
            player=event.arriving.controller,
            cause="effect",
            lineage=event.lineage,
        )
        for each in settle(game, put) if number > 0 else ():
            if isinstance(each, PutCounters) and each.to is event.arriving:
                kept.append((each.kind, each.amount))
            else:
                besides.append(each)
    return [event.but(counters=tuple(kept)), *besides]


def _intrinsic(game: Game, arriving: GameObject) -> tuple[tuple[str, int], ...]:
    """Return the counters that a permanent enters with because of what it is."""
    what = arriving.characteristics
    found = loyalty_counters(game, arriving) if "Planeswalker" in what.types else ()
    if "Battle" in what.types:
        found += defense_counters(game, arriving)
    if "Saga" in what.subtypes:
        found += lore_counter(game, arriving)
    return found


@rule("306.5b", usual=("nothing",))
def loyalty_counters(_game: Game, arriving: GameObject) -> tuple[tuple[str, int], ...]:
    """A planeswalker enters with its loyalty in counters."""
    loyalty = arriving.characteristics.loyalty
    return (("loyalty", loyalty),) if loyalty else ()


@rule("310.4b", usual=("nothing",))
def defense_counters(_game: Game, arriving: GameObject) -> tuple[tuple[str, int], ...]:
    """A battle enters with its defense in counters."""
    defense = arriving.characteristics.defense
    return (("defense", defense),) if defense else ()


@rule("714.3a", usual=("nothing",))
def lore_counter(_game: Game, _arriving: GameObject) -> tuple[tuple[str, int], ...]:
    """A Saga enters with a lore counter."""
    return (("lore", 1),)


def _turn_face_up(game: Game, event: TurnFaceUp, settle: Settle) -> list[Event]:
    """Counters that a permanent is turned face up with are put on it as it is."""
    puts = [
        each
        for kind, number in event.counters
        for each in settle(
            game,
            PutCounters(
                to=event.object,
                kind=kind,
                amount=number,
                player=event.object.controller,
                cause="effect",
                lineage=event.lineage,
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
