"""Costs (118): whether they can be paid, and paying them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused, Unsupported
from reference_engine.mtg.characteristics import symbols
from reference_engine.mtg.events import (
    Discard,
    Event,
    GainLife,
    Move,
    PayLife,
    PutCounters,
    RemoveCounters,
    Sacrifice,
    Tap,
)
from reference_engine.mtg.instructions.registry import objects_of
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import amount, none_if_negative, span
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import NOT_CAST, GameObject, Mana, Player
from reference_engine.mtg.replacing import cant
from reference_engine.mtg.replacing.contained import loss_of
from reference_engine.mtg.replacing.replacement import propose
from reference_engine.mtg.spells import mana
from reference_engine.mtg.spells.objects_for_costs import Question, Wanted, asked, called, enough_for_all, enough_power

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


_COUNTED = frozenset({"pay life", "energy"})
"""Costs that may be of an amount that has to be counted, besides generic mana."""
BY_EFFECT = ("effect", None)
"""The use of mana for an effect's cost, on which no restricted mana may be spent."""


def parts(cost: Any) -> list[Any]:
    """Return the parts of a cost."""
    if cost is None or cost in ("nothing", ""):
        return []
    return list(several(cost))


def mana_of(cost: Any) -> list[str]:
    """Return the mana symbols in a cost."""
    return [symbol for part in parts(cost) if is_mana(part) for symbol in symbols(part)]


def is_mana(part: Any) -> bool:
    """Say whether a part of a cost is mana."""
    return isinstance(part, str) and part.startswith("{")


def in_numbers(game: Game, cost: Any, ctx: Context) -> list[Any]:
    """Return a cost with its amount of generic mana, where that has to be counted."""
    return [
        f"{{{_generic(game, part, ctx)}}}" if isinstance(part, dict) and "generic" in part else part
        for part in parts(cost)
    ]


def _generic(game: Game, part: Any, ctx: Context) -> int:
    return none_if_negative(game, amount(game, part["generic"], ctx))


def all_in_numbers(game: Game, cost: Any, ctx: Context) -> list[Any]:
    """Return a cost with whatever has to be counted in it as a number, so that others can be asked for it."""
    return [
        part if isinstance(part, str) else {word: _number(game, word, told, ctx) for word, told in part.items()}
        for part in in_numbers(game, cost, ctx)
    ]


def _number(game: Game, word: str, told: Any, ctx: Context) -> Any:
    return amount(game, told, ctx) if word in _COUNTED and isinstance(told, dict) else told


def with_others(cost: Sequence[Any]) -> list[Any]:
    """Return a cost that is paid with other objects than the one that it is asked for."""
    return [part if isinstance(part, str) else {word: _of_others(word, part[word]) for word in part} for part in cost]


def _of_others(word: str, told: Any) -> Any:
    return {**told, "other": True} if word in _WITH_OBJECTS and isinstance(told, dict) else told


def payable(
    game: Game,
    cost: Any,
    player: Player,
    ctx: Context,
    use: Any = BY_EFFECT,
    told: Mapping[str, int] | None = None,
) -> bool:
    """Say whether a player can pay a cost (118.3), with certain mana if that is told."""
    cost = in_numbers(game, cost, ctx)
    found = mana.means(game, mana_of(cost), player, ctx, use, told)
    return found is not None and _payable_beside(game, cost, found[1], player, ctx)


def _payable_beside(game: Game, cost: Any, life_for_mana: list[Event], player: Player, ctx: Context) -> bool:
    """Say whether all of a cost but its mana can be paid, beside the life that is paid for its mana."""
    return all(_part_payable(game, part, player, ctx) for part in parts(cost)) and fully(
        game, [*life_for_mana, *_taken(game, cost, player, ctx)], _wanted(game, cost, player, ctx)
    )


@rule("118.3", usual=("always",))
def fully(game: Game, taken: Sequence[Any], wanted: Sequence[Wanted]) -> bool:
    """A cost is paid fully or not at all: what one part of it takes is not there for another."""
    return enough_of_each(game, taken) and enough_for_all(wanted)


def enough_of_each(game: Game, taken: Sequence[Any]) -> bool:
    """Say whether there is as much life, and as many counters, as all parts of a cost take together."""
    together: dict[Any, Any] = {}
    for event in taken:
        key = (event.affected, getattr(event, "kind", None))
        before = together.get(key)
        together[key] = event if before is None else event.but(amount=before.amount + event.amount)
    return all(_there(game, event) for event in together.values())


def _taken(game: Game, cost: Any, player: Player, ctx: Context) -> list[Any]:
    """Return the payments of life and removals of counters that a cost asks for."""
    return [
        event
        for part in parts(cost)
        if not isinstance(part, str)
        for word in part
        if word in _EVENTS
        for event in _events(game, word, part, player, ctx)
        if isinstance(event, PayLife | RemoveCounters)
    ]


def _wanted(game: Game, cost: Any, player: Player, ctx: Context) -> list[Wanted]:
    """Return what objects the parts of a cost ask for."""
    wanted = [Wanted("tap", [source_of(ctx)], 1) for part in parts(cost) if part == "tap"]
    for part in parts(cost):
        for word in [] if isinstance(part, str) else part:
            if word in _WITH_OBJECTS:
                found, least, _most = _choice(game, word, part, player, ctx)
                wanted.append(Wanted(_how(word), found, least))
    return wanted


def _how(word: str) -> str:
    return "tap" if word == "tap" else "move"


def _part_payable(game: Game, part: Any, player: Player, ctx: Context) -> bool:
    if part == "tap":
        return _can_tap(game, ctx)
    if isinstance(part, str):
        if not is_mana(part):
            raise Unsupported("word", f"cost {part!r}")
        return True
    return all(_word_payable(game, word, part, player, ctx) for word in part)


def _can_tap(game: Game, ctx: Context) -> bool:
    obj = source_of(ctx)
    what = game.look(obj)
    new = obj.sick and "Creature" in what.types and "haste" not in what.keywords  # 602.5a
    return not (obj.tapped or new or event_impossible(game, Tap(object=obj, cause=ctx.cause)))


def _word_payable(game: Game, word: str, part: Any, player: Player, ctx: Context) -> bool:
    if word in _WITH_OBJECTS:
        found, least, _most = _choice(game, word, part, player, ctx)
        return len(found) >= least and enough_power(game, part, [], found)
    if word in _EVENTS:
        able = [not event_impossible(game, each) for each in _events(game, word, part, player, ctx)]
        return any(able) if word == "gain life" else all(able)
    if word not in _BESIDE:
        raise Unsupported("word", f"cost {word!r}")
    return True


def _there(game: Game, event: Event) -> bool:
    """Say whether what an event of a payment takes is there."""
    if isinstance(event, PayLife):
        return event.amount <= event.player.life
    return not isinstance(event, RemoveCounters) or counters_there(game, event)


@rule("606.6")
def counters_there(_game: Game, event: RemoveCounters) -> bool:
    """A loyalty ability that removes counters, as any cost of that kind, needs so many of them (118.3)."""
    return event.to.counters[event.kind] >= event.amount


@rule("614.17b")
def event_impossible(game: Game, event: Event) -> bool:
    """A cost that includes an event that cannot happen cannot be paid."""
    return cant.happen(game, event) or (isinstance(event, PayLife) and cant.happen(game, loss_of(event)))


def pay(
    game: Game,
    cost: Any,
    player: Player,
    ctx: Context,
    named: Mapping[str, list[str]] | None = None,
    told: Mapping[str, int] | None = None,
    use: Any = BY_EFFECT,
) -> list[Mana]:
    """Pay a cost (118.1); return the mana that was spent. Raises `Refused` where it cannot be paid."""
    cost = in_numbers(game, cost, ctx)
    spent = _pay_mana(game, cost, player, ctx, told, use)
    left = [(word, name) for word, names in (named or {}).items() for name in names]
    cost.sort(key=_takes_away)
    for place, part in enumerate(cost, 1):
        if part == "tap":
            propose(game, Tap(object=source_of(ctx), cause=ctx.cause))
        elif not isinstance(part, str):
            for word in part:
                if word in _WITH_OBJECTS:
                    for obj in _pay_with_objects(game, word, part, player, ctx, named or {}, cost[place:]):
                        left = _without(left, (word, obj.word))
                elif word in _EVENTS and (events := _events(game, word, part, player, ctx)):
                    propose(game, *(whose_gain(game, player, events, ctx) if word == "gain life" else events))
    if left:
        raise Refused(f"nothing of the cost is paid with this: {left[0][1]}", "118.1")
    return spent


def _takes_away(part: Any) -> bool:
    """Say whether a part takes objects away: such a part is paid last, as it may be (601.2h), and so can always be."""
    return not isinstance(part, str) and any(word in _WITH_OBJECTS and _how(word) == "move" for word in part)


def _pay_mana(
    game: Game, cost: list[Any], player: Player, ctx: Context, told: Mapping[str, int] | None, use: Any
) -> list[Mana]:
    """Pay the mana of a cost, with life where that is paid for it, if all of the cost can be paid."""
    found = mana.means(game, mana_of(cost), player, ctx, use, told)
    if found is None:
        raise Refused("that mana does not pay for it", "601.2h")
    spent, life = found
    if not _payable_beside(game, cost, life, player, ctx):
        raise Refused("the cost cannot be paid", "118.3")
    mana.spend(game, player, spent, life)
    return spent


def _without(left: list[tuple[str, str]], used: tuple[str, str]) -> list[tuple[str, str]]:
    """Return what was named for a cost without one of them that has been used."""
    place = left.index(used) if used in left else len(left)
    return left[:place] + left[place + 1 :]


@rule("118.1", usual=(), mistakes={"the next": lambda _rule, _game, _player, gains, _ctx: gains[:1]})
def whose_gain(game: Game, player: Player, gains: Sequence[GainLife], ctx: Context) -> list[GainLife]:
    """Of several opponents who could gain life for a cost, who pays it chooses one."""
    able = {each.player: each for each in gains if not event_impossible(game, each)}
    return [able[game.choose(player, "player", list(able), source_of(ctx).word)[0]]]


def _gains(game: Game, part: Any, _player: Player, ctx: Context) -> list[Any]:
    """Return the gains of life, one of which is a cost."""
    players = references.players(game, part["player"], ctx)
    return [GainLife(player=each, amount=part["gain life"], cause=ctx.cause) for each in players]


def source_of(ctx: Context) -> GameObject:
    """Return the object whose spell, ability or effect asks for a cost."""
    assert ctx.source is not None
    return ctx.source


def _pay_with_objects(
    game: Game, word: str, part: Any, player: Player, ctx: Context, named: Mapping[str, list[str]], rest: list[Any]
) -> list[GameObject]:
    """Pay a part of a cost with objects, as they are named or else chosen; return them."""
    found, least, most = _choice(game, word, part, player, ctx)
    others = _wanted(game, rest, player, ctx)
    found = [obj for obj in found if enough_for_all(others, _how(word), [obj])]
    if isinstance(part[word], str):
        chosen = found
    elif word in named:
        chosen = called(found, named[word])[:most]
        if len(chosen) < least or not enough_for_all(others, _how(word), chosen):
            raise Refused(f"these cannot be used for the cost: {', '.join(named[word])}", "118.3")
    else:
        kind, about = word if word in _CHOSEN else "object", source_of(ctx).word
        chosen = asked(game, Question(player, kind, about, _how(word), others), part, found, least, most)
    if not enough_power(game, part, chosen):
        raise Refused("these have too little power", "118.3")
    if "as" in part:
        ctx.names[part["as"]] = list(chosen)
    if ctx.casting is not NOT_CAST:
        if _how(word) == "move":
            ctx.casting.given_up += chosen
        if "as" in part:
            ctx.casting.named[part["as"]] = list(chosen)
    if chosen:
        propose(game, *(_WITH_OBJECTS[word](obj, part, ctx) for obj in chosen))
    return chosen


def _choice(game: Game, word: str, part: Any, player: Player, ctx: Context) -> tuple[list[GameObject], int, int]:
    """Return the objects with which a part of a cost can be paid, and how few and how many it takes."""
    found = [
        obj
        for obj in objects_of(game, part[word], ctx)
        if (word not in _OF_ONES_OWN or obj.controller is player)
        and not (word == "tap" and obj.tapped)
        and not event_impossible(game, _WITH_OBJECTS[word](obj, part, ctx))
    ]
    return found, *span(game, part.get("number", 1), ctx, len(found))


def _events(game: Game, word: str, part: Any, player: Player, ctx: Context) -> list[Any]:
    """Return what happens to pay a part of a cost that leaves no choice."""
    return [event for event in _EVENTS[word](game, part, player, ctx) if event.amount > 0]


_WITH_OBJECTS: Mapping[str, Callable[[GameObject, Any, Context], Event]] = {
    "sacrifice": lambda obj, _part, c: Sacrifice(object=obj, cause=c.cause),
    "discard": lambda obj, _part, c: Discard(object=obj, player=obj.owner, cause=c.cause),
    "exile": lambda obj, _part, c: Move(object=obj, to="exile", cause=c.cause),
    "tap": lambda obj, _part, c: Tap(object=obj, cause=c.cause),
    "move": lambda obj, part, c: Move(object=obj, to=part["to"], cause=c.cause),
}
"""Costs that are paid with objects, by what happens to each."""
_CHOSEN = frozenset({"sacrifice", "discard", "exile"})
"""Costs whose choice is a question of its own kind."""
_OF_ONES_OWN = frozenset({"sacrifice", "discard", "tap"})
"""Costs that nobody pays with what another player has."""
_BESIDE = frozenset({"number", "player", "total power", "to", "as"})

_EVENTS: Mapping[str, Callable[[Any, Any, Player, Context], list[Any]]] = {
    "pay life": lambda g, part, player, c: [
        PayLife(player=player, amount=amount(g, part["pay life"], c), cause=c.cause)
    ],
    "gain life": _gains,
    "energy": lambda g, part, player, c: [
        RemoveCounters(to=player, kind="energy", amount=amount(g, part["energy"], c), cause=c.cause)
    ],
    "loyalty": lambda _g, part, player, c: [
        PutCounters(to=source_of(c), kind="loyalty", amount=part["loyalty"], by=player, cause=c.cause),
        RemoveCounters(to=source_of(c), kind="loyalty", amount=-part["loyalty"], by=player, cause=c.cause),
    ],
    "remove counters": lambda _g, part, player, c: [
        RemoveCounters(to=source_of(c), kind=kind, amount=number, by=player, cause=c.cause)
        for kind, number in part["remove counters"].items()
    ],
    "put counters": lambda _g, part, player, c: [
        PutCounters(to=source_of(c), kind=kind, amount=number, by=player, cause=c.cause)
        for kind, number in part["put counters"].items()
    ],
}
"""What is paid otherwise, by what happens; of the two for loyalty one is for no counters."""
