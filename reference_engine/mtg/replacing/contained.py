"""Events within events (616.1g): what a settled event consists of, each part open to effects of its own."""

from __future__ import annotations

from collections import Counter as Numbers
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import library, mistakes
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.combat import attacking
from reference_engine.mtg.events import (
    Counter,
    CreateToken,
    Damage,
    Destroy,
    Discard,
    Draw,
    Event,
    LoseLife,
    Mill,
    Move,
    PayLife,
    PutCounters,
    Regenerate,
    Sacrifice,
    Tap,
    TurnFaceUp,
)
from reference_engine.mtg.objects import GameObject
from reference_engine.mtg.permanents.attaching import host_of
from reference_engine.mtg.permanents.protectors import choose_protector
from reference_engine.mtg.permanents.tokens import births, by_kind
from reference_engine.mtg.replacing.damage_results import as_dealt, damage_results
from reference_engine.mtg.replacing.entering import as_it_would_exist

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
    return [as_dealt(game, event), *results]


def _to_graveyard(game: Game, event: Destroy | Sacrifice, settle: Settle) -> list[Event]:
    return [*settle(game, event.part(Move, object=event.object, to="graveyard")), event]


def _counter(game: Game, event: Counter, settle: Settle) -> list[Event]:
    return [event] if event.object.kind == "ability" else [*put_into_graveyard(game, event, settle), event]


@rule("701.6a", usual=("nothing",))
def put_into_graveyard(game: Game, event: Counter, settle: Settle) -> list[Event]:
    """A countered spell is put into its owner's graveyard without resolving."""
    return settle(game, event.part(Move, object=event.object, to="graveyard"))


def _regenerate(game: Game, event: Regenerate, settle: Settle) -> list[Event]:
    return [event, *taps(game, event, settle)]


@rule("701.19a", usual=("nothing",))
def taps(game: Game, event: Regenerate, settle: Settle) -> list[Event]:
    """The controller of a permanent that regenerates taps it."""
    return settle(game, event.part(Tap, object=event.object))


def _discard(game: Game, event: Discard, settle: Settle) -> list[Event]:
    move = event.part(Move, object=event.object, to=event.to, under=event.player, counters=event.counters)
    return [*settle(game, move), event]


def loss_of(event: PayLife) -> LoseLife:
    """Return the loss of life that paying life is (119.4)."""
    return event.part(LoseLife, player=event.player, amount=event.amount)


def _pay_life(game: Game, event: PayLife, settle: Settle) -> list[Event]:
    return [event, *settle(game, loss_of(event))]


def _mill(game: Game, event: Mill, settle: Settle) -> list[Event]:
    cards = library.top(game, event.player, event.amount)
    moves = [each for card in cards for each in settle(game, event.part(Move, object=card, to="graveyard"))]
    return [*moves, *really_milled(game, event, len(cards))]


@rule("701.17b", usual=(), mistakes={"as told": lambda _rule, _game, event, _number: [event]})
def really_milled(_game: Game, event: Mill, number: int) -> list[Event]:
    """A player mills as many cards as there are, and none of an empty library."""
    return [event.but(amount=number)] if number else []


def _draw(game: Game, event: Draw, settle: Settle) -> list[Event]:
    if not event.player.library:
        return [event]
    card = library.at(game, event.player, 0)
    return [*settle(game, event.part(Move, object=card, to="hand")), event.but(object=card)]


def _create(game: Game, event: CreateToken, settle: Settle) -> list[Event]:
    """Of what cannot enter as it would be on the battlefield no token is created (111.5)."""
    born = [(kind, births(game, kind)) for kind in by_kind(game, event)]
    game.moment.arriving.extend(move.object for _, moves in born for move in moves)
    happening: list[Event] = []
    created: list[Event] = []
    for kind, moves in born:
        number = 0
        for move in moves:
            parts = settle(game, move)
            happening += parts
            number += bool(parts)
            if not parts:
                game.by_id.pop(move.object.word)  # the next one is called so
        if number:
            created.append(kind.but(amount=number))
    return [*happening, *created]


def _move(game: Game, event: Move, settle: Settle) -> list[Event]:
    """Counters that a permanent enters with are put on it as it enters (122.6)."""
    if event.to != "battlefield":
        return [event]
    new = event.arriving
    assert new is not None
    new.attached_to = host_of(game, new, event)
    if "Aura" in new.characteristics.subtypes and not enters_attached(game, new):
        return []
    if "Battle" in new.characteristics.types:
        new.protector = choose_protector(game, new)
    if event.attacking:
        new.attacking = attacking.enters_attacking(game, new, event.attacking)
    counters = at_one_time(game, [*event.counters, *event.besides, *_intrinsic(game, new)])
    puts = _puts(game, event, new, counters, settle)
    for put in event.put:
        puts += settle(game, put.but(to=new))
    settled = tuple(each for each in puts if isinstance(each, PutCounters))
    entered_with = tuple((each.kind, each.amount) for each in settled)
    if event.counters and not entered_with:  # it is not what it would have been with them
        new.characteristics = as_it_would_exist(game, event.but(counters=())).characteristics
    return [
        event.but(counters=entered_with, put=settled),
        *(each for each in puts if not isinstance(each, PutCounters)),
    ]


@rule("122.6", usual=(), mistakes={"each by itself": lambda _rule, _game, counters: counters})
def at_one_time(_game: Game, counters: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """To enter with counters is to have them put on: those of one kind at once, whatever has it enter with them."""
    numbers = Numbers[str]()
    for kind, number in counters:
        numbers[kind] += number
    return list(numbers.items())


@rule("303.4g")
def enters_attached(_game: Game, aura: GameObject) -> bool:
    """An Aura that has nothing to enchant, or nothing that it can (303.4i), does not enter and stays where it is."""
    return aura.attached_to is not None


def _puts(
    game: Game, event: Move | TurnFaceUp, obj: GameObject, counters: Iterable[tuple[str, int]], settle: Settle
) -> list[Event]:
    """Return what becomes of the counters that a permanent enters, or is turned face up, with."""
    return [
        each
        for kind, number in counters
        if number > 0
        for each in settle(
            game, event.part(PutCounters, to=obj, kind=kind, amount=number, by=obj.controller, cause="effect")
        )
    ]


def _intrinsic(game: Game, arriving: GameObject) -> Iterator[tuple[str, int]]:
    """Yield the counters that a permanent enters with because of what it is."""
    what = arriving.characteristics
    if what.bare and lost_with_the_others(game, what):
        return
    if "Planeswalker" in what.types:
        yield from loyalty_counters(game, arriving)
    if "Battle" in what.types:
        yield from defense_counters(game, arriving)
    if "Saga" in what.subtypes:
        yield from lore_counter(game)


@rule("714.3a")
def lost_with_the_others(game: Game, what: Characteristics) -> bool:
    """Such counters come by an ability that is lost with all others; until 2026 a Saga's did not."""
    return game.edition >= "2026" or "Saga" not in what.subtypes


@rule("306.5b", usual=("nothing",))
def loyalty_counters(_game: Game, arriving: GameObject) -> tuple[tuple[str, int], ...]:
    """A planeswalker enters with its loyalty in counters."""
    return (("loyalty", arriving.characteristics.loyalty or 0),)


@rule("310.4b", usual=("nothing",))
def defense_counters(_game: Game, arriving: GameObject) -> tuple[tuple[str, int], ...]:
    """A battle enters with its defense in counters."""
    return (("defense", arriving.characteristics.defense or 0),)


@rule("714.3a", usual=("nothing",))
def lore_counter(_game: Game) -> tuple[tuple[str, int], ...]:
    """A Saga enters with a lore counter."""
    return (("lore", 1),)


def _turn_face_up(game: Game, event: TurnFaceUp, settle: Settle) -> list[Event]:
    return [event, *_puts(game, event, event.object, event.counters + event.besides, settle)]


_PARTS: dict[type[Event], Callable[[Game, Any, Settle], list[Event]]] = {
    Damage: _damage,
    Destroy: _to_graveyard,
    Sacrifice: _to_graveyard,
    Counter: _counter,
    Regenerate: _regenerate,
    Discard: _discard,
    PayLife: _pay_life,
    Mill: _mill,
    Draw: _draw,
    CreateToken: _create,
    Move: _move,
    TurnFaceUp: _turn_face_up,
}
