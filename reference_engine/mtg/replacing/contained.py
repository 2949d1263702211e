"""Events within events (616.1g): what a settled event consists of, each part open to effects of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import library, mistakes
from reference_engine.mtg.cards.abilities import Replacement
from reference_engine.mtg.characteristics import DAMAGEABLE, Characteristics
from reference_engine.mtg.combat import attacking
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
    ReduceLife,
    RemoveCounters,
    Sacrifice,
    TurnFaceUp,
)
from reference_engine.mtg.language.amounts import amount
from reference_engine.mtg.language.conditions import says_of
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.permanents.attaching import host_of
from reference_engine.mtg.permanents.protectors import choose_protector
from reference_engine.mtg.permanents.tokens import births
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


def can_be_dealt_damage(game: Game, thing: Any) -> bool:
    """Say whether something is a player in the game, or a permanent that can be dealt damage (120.1)."""
    if isinstance(thing, Player):
        return not thing.left
    if not isinstance(thing, GameObject) or thing.gone or thing.zone != "battlefield":
        return False
    return not game.look(thing).types.isdisjoint(DAMAGEABLE)


def _damage(game: Game, event: Damage, settle: Settle) -> list[Event]:
    results = [each for result in damage_results(game, event) for each in settle(game, result)]
    return [event, *results]


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


@rule("120.3b", usual=("never",))
def as_though_with_infect(game: Game, player: Player) -> bool:
    """An effect can have damage dealt to a player as though its source had infect, for which it need not have it."""
    return says_of(game, player, "is dealt damage as")


@rule("120.3a", usual=("nothing",))
def costs_life(_game: Game, event: Damage) -> list[Event]:
    """A player loses as much life as damage is dealt by a source without infect."""
    return [event.part(LoseLife, player=event.to, amount=event.amount, damage=True)]


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
    return [event.part(RemoveCounters, to=event.to, kind="loyalty", amount=event.amount)]


@rule("120.3h", usual=("nothing",))
def takes_defense(_game: Game, event: Damage) -> list[Event]:
    """Damage removes defense counters from a battle."""
    return [event.part(RemoveCounters, to=event.to, kind="defense", amount=event.amount)]


def linked_life(game: Game, events: Iterable[Event]) -> list[Event]:
    """Return the life that is gained for damage dealt at the same time by sources with lifelink."""
    dealt: dict[GameObject, list[Damage]] = {}
    for event in events:
        if isinstance(event, Damage) and "lifelink" in game.look(event.source).keywords:
            dealt.setdefault(event.source, []).append(event)
    return [gain for damage in dealt.values() for gain in links_life(game, damage)]


@rule("120.3f", usual=("nothing",), mistakes={"for each by itself": mistakes.one_by_one})
def links_life(_game: Game, dealt: list[Damage]) -> list[Event]:
    """The controller of a source with lifelink gains as much life as it deals damage; several sources gain for each."""
    return [GainLife(player=dealt[0].source.controller, amount=sum(event.amount for event in dealt))]


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
    return _by_the_loss(events, player) + gained + _gained_after(game, player)


def _by_the_loss(events: list[Event], player: Player) -> int:
    return player.life - sum(each.amount for each in events if isinstance(each, LoseLife) and each.player is player)


def _gained_after(game: Game, player: Player) -> int:
    """Return how much life a player is to gain for damage of this time that is prevented (615.5)."""
    from reference_engine.mtg.instructions import one_by_one  # which propose what is replaced here

    return sum(
        amount(game, each["gain life"], ctx)
        for told, ctx in game.moment.after
        for each in one_by_one(told)
        if "gain life" in each and player is ctx.controller
    )


def _counters(event: Damage, kind: str, number: int) -> Event:
    return event.part(PutCounters, to=event.to, kind=kind, amount=number, by=event.source.controller)


def _to_graveyard(game: Game, event: Destroy | Sacrifice, settle: Settle) -> list[Event]:
    return [*settle(game, event.part(Move, object=event.object, to="graveyard")), event]


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
    return [*(each for card in cards for each in settle(game, event.part(Move, object=card, to="graveyard"))), event]


def _draw(game: Game, event: Draw, settle: Settle) -> list[Event]:
    if not event.player.library:
        return [event]
    card = library.at(game, event.player, 0)
    return [*settle(game, event.part(Move, object=card, to="hand")), event.but(object=card)]


def _create(game: Game, event: CreateToken, settle: Settle) -> list[Event]:
    moves = births(game, event)
    game.moment.arriving.extend(move.object for move in moves)
    return [*(each for move in moves for each in settle(game, move)), event]


def _move(game: Game, event: Move, settle: Settle) -> list[Event]:
    """Counters that a permanent enters with are put on it as it enters (122.6)."""
    if event.to != "battlefield":
        return [event]
    new = event.arriving
    assert new is not None
    if "Aura" in new.characteristics.subtypes:
        new.attached_to = host_of(game, new, event.attached_to)
        if not has_something_to_enchant(game, new):
            return []
    if "Battle" in new.characteristics.types:
        new.protector = choose_protector(game, new)
    if event.attacking:
        new.attacking = attacking.enters_attacking(game, new, event.attacking)
    counters = at_one_time(game, [*event.counters, *event.besides, *_intrinsic(game, new)])
    puts = _puts(game, event, new, counters, settle)
    for put in event.put:
        puts += settle(game, put.but(to=new))
    entered_with = tuple((each.kind, each.amount) for each in puts if isinstance(each, PutCounters))
    if event.counters and not entered_with:  # it is not what it would have been with them
        new.characteristics = as_it_would_exist(game, event.but(counters=())).characteristics
    return [event.but(counters=entered_with), *(each for each in puts if not isinstance(each, PutCounters))]


@rule("122.6", usual=(), mistakes={"each by itself": lambda _rule, _game, counters: counters})
def at_one_time(_game: Game, counters: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """To enter with counters is to have them put on: those of one kind at once, whatever has it enter with them."""
    numbers = Counter[str]()
    for kind, number in counters:
        numbers[kind] += number
    return list(numbers.items())


@rule("303.4g")
def has_something_to_enchant(_game: Game, aura: GameObject) -> bool:
    """An Aura with nothing that it can enchant (303.4i) stays where it is: a spell goes to the graveyard later."""
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
    Discard: _discard,
    PayLife: _pay_life,
    Mill: _mill,
    Draw: _draw,
    CreateToken: _create,
    Move: _move,
    TurnFaceUp: _turn_face_up,
}
