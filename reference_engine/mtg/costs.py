"""Costs (118): whether they can be paid, and paying them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused, Unsupported
from reference_engine.mtg import cant, mana, references
from reference_engine.mtg.amounts import amount
from reference_engine.mtg.context import Context
from reference_engine.mtg.events import (
    Discard,
    Event,
    GainLife,
    Mill,
    Move,
    PayLife,
    PutCounters,
    RemoveCounters,
    Sacrifice,
    Tap,
    Untap,
)
from reference_engine.mtg.instructions.registry import bounds
from reference_engine.mtg.objects import GameObject, Mana, Player
from reference_engine.mtg.replacement import propose

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

_OBJECT_PARTS = {
    "sacrifice": "battlefield",
    "discard": "hand",
    "exile": None,
    "return": "battlefield",
    "tap": "battlefield",
    "reveal": "hand",
    "move": None,
}


def parts(cost: Any) -> list[Any]:
    """Return the parts of a cost."""
    if cost is None or cost in ("nothing", ""):
        return []
    return list(cost) if isinstance(cost, list) else [cost]


def mana_of(cost: Any) -> str:
    """Return the mana in a cost, as symbols."""
    return "".join(
        each
        if isinstance(each, str) and each.startswith("{")
        else each.get("mana", "")
        if isinstance(each, Mapping)
        else ""
        for each in parts(cost)
    )


def payable(game: Game, cost: Any, player: Player, ctx: Context, use: Any = None) -> bool:
    """Say whether a player can pay a cost (118.3)."""
    if not mana.affordable(game, mana_of(cost), player, ctx, use):
        return False
    return all(_part_payable(game, part, player, ctx) for part in parts(cost))


def _part_payable(game: Game, part: Any, player: Player, ctx: Context) -> bool:
    source = ctx.source
    if part == "tap":
        return _can_tap(game, source)
    if part == "untap":
        return source is not None and source.tapped and not (source.sick and "Creature" in game.look(source).types)
    if isinstance(part, str):
        return part.startswith("{") or _unknown(part)
    return all(
        _PAYABLE[word](game, part, player, ctx) if word in _PAYABLE else word in _BESIDE or _unknown(word)
        for word in part
    )


def _objects_there(word: str) -> Callable[[Game, Any, Player, Context], bool]:
    def there(game: Game, part: Any, player: Player, ctx: Context) -> bool:
        least, _most = bounds(game, part.get("number", 1), ctx, 99)
        found = candidates(game, word, part[word], player, ctx)
        return len(found) >= least and _power_of(game, found) >= amount(game, part.get("total power", 0), ctx)

    return there


def _power_of(game: Game, objects: list[GameObject]) -> int:
    return sum(max(0, game.look(obj).power or 0) for obj in objects)


def _life_there(game: Game, part: Any, player: Player, ctx: Context) -> bool:
    number = amount(game, part["pay life"], ctx)
    if number <= 0:
        return True
    paying = PayLife(player=player, amount=number, cause=why(ctx))
    return number <= player.life and not event_impossible(game, paying)


def _energy_there(game: Game, part: Any, player: Player, ctx: Context) -> bool:
    return player.counters["energy"] >= amount(game, part["energy"], ctx)


def _library_there(game: Game, part: Any, player: Player, ctx: Context) -> bool:
    return len(player.library) >= amount(game, part["mill"], ctx)


def _counters_there(game: Game, part: Any, _player: Player, ctx: Context) -> bool:
    source = ctx.source
    return source is not None and all(
        source.counters[kind] >= amount(game, number, ctx) for kind, number in part["remove counters"].items()
    )


@rule("606.6")
def _loyalty_there(_game: Game, part: Any, _player: Player, ctx: Context) -> bool:
    """A loyalty ability that removes counters is activated only if there are so many on the permanent."""
    change = -ctx.casting.x if part["loyalty"] == "-X" else int(part["loyalty"])
    return ctx.source is not None and ctx.source.counters["loyalty"] >= -change


def _gain_possible(game: Game, part: Any, player: Player, ctx: Context) -> bool:
    number = amount(game, part["gain life"], ctx)
    return not event_impossible(game, GainLife(player=_payee(game, part, player, ctx), amount=number, cause=why(ctx)))


def _put_possible(game: Game, part: Any, player: Player, ctx: Context) -> bool:
    source = ctx.source
    return source is not None and not any(
        event_impossible(game, PutCounters(to=source, kind=kind, amount=1, player=player, cause=why(ctx)))
        for kind in part["put counters"]
    )


_PAYABLE: Mapping[str, Callable[[Any, Any, Player, Context], bool]] = {
    **{word: _objects_there(word) for word in _OBJECT_PARTS},
    "pay life": _life_there,
    "energy": _energy_there,
    "mill": _library_there,
    "remove counters": _counters_there,
    "loyalty": _loyalty_there,
    "gain life": _gain_possible,
    "put counters": _put_possible,
}
_BESIDE = frozenset({"mana", "number", "player", "total power", "to"})


def _payee(game: Game, part: Any, player: Player, ctx: Context) -> Player:
    """Return who gains life as a cost: the player who pays, unless the cost says otherwise."""
    return references.the_player(game, part["player"], ctx) or player if "player" in part else player


def why(ctx: Context) -> str:
    """Return what makes the events of a payment happen: a cost of a spell or ability, or an effect that asks for it."""
    return "cost" if ctx.paying else "effect"


def _unknown(word: str) -> bool:
    raise Unsupported("word", f"cost {word!r}")


@rule("614.17b")
def event_impossible(game: Game, event: Event) -> bool:
    """A cost that includes an event that cannot happen cannot be paid."""
    return cant.happen(game, event) or (isinstance(event, PayLife) and cant.happen(game, _loss(event)))


def _loss(event: PayLife) -> Event:
    from reference_engine.mtg.events import LoseLife

    return LoseLife(player=event.player, amount=event.amount, cause="cost")


def _can_tap(game: Game, source: GameObject | None) -> bool:
    if source is None or source.tapped or source.gone or source.zone != "battlefield":
        return False
    what = game.look(source)
    return not (source.sick and "Creature" in what.types and "haste" not in what.keywords)


def candidates(game: Game, word: str, value: Any, player: Player, ctx: Context) -> list[GameObject]:
    """Return the objects with which a part of a cost can be paid."""
    found = references.objects(game, value, ctx)
    if isinstance(value, Mapping):
        zone = _OBJECT_PARTS[word]
        if zone == "hand" and "in" not in value:
            found = references.objects(game, {**value, "in": "hand"}, ctx)
        if word != "move":
            found = [obj for obj in found if (obj.controller if obj.zone == "battlefield" else obj.owner) is player]
    usable = []
    for obj in found:
        if obj.gone or (word == "tap" and obj.tapped):
            continue
        if obj.zone == "battlefield" and obj.controller is not player:
            continue
        if word == "sacrifice" and event_impossible(game, Sacrifice(object=obj, cause=why(ctx))):
            continue
        usable.append(obj)
    return usable


def pay(
    game: Game,
    cost: Any,
    player: Player,
    ctx: Context,
    named: Mapping[str, list[str]] | None = None,
    told: Mapping[str, int] | None = None,
    use: Any = None,
) -> list[Mana]:
    """Pay a cost (118.1); return the mana that was spent. Raises `Refused` where it cannot be paid."""
    if not payable(game, cost, player, ctx, use):
        raise Refused("the cost cannot be paid", "118.3")
    spent = mana.spend(game, mana_of(cost), player, ctx, told, use)
    for part in parts(cost):
        _pay_part(game, part, player, ctx, named or {})
    return spent


def _pay_part(game: Game, part: Any, player: Player, ctx: Context, named: Mapping[str, list[str]]) -> None:
    source = ctx.source
    if part in ("tap", "untap") and source is not None:
        propose(game, (Tap if part == "tap" else Untap)(object=source, cause="cost"))
        return
    if isinstance(part, str):
        return
    for word, value in part.items():
        if word in _OBJECT_PARTS:
            _pay_with_objects(game, word, value, part, player, ctx, named)
        elif word == "loyalty" and source is not None:
            _pay_loyalty(game, value, source, player, ctx)
        elif word in ("remove counters", "put counters") and source is not None:
            kind_of: Any = RemoveCounters if word == "remove counters" else PutCounters
            propose(
                game,
                *(
                    kind_of(to=source, kind=kind, amount=amount(game, number, ctx), player=player, cause="cost")
                    for kind, number in value.items()
                ),
            )
        elif word in _PAYING:
            number = amount(game, value, ctx)
            if number > 0:
                propose(game, _PAYING[word](game, part, player, number, ctx))


_PAYING: Mapping[str, Callable[[Any, Any, Player, int, Context], Event]] = {
    "pay life": lambda _g, _p, player, number, c: PayLife(player=player, amount=number, cause=why(c)),
    "gain life": lambda g, p, player, number, c: GainLife(player=_payee(g, p, player, c), amount=number, cause=why(c)),
    "energy": lambda _g, _p, player, number, _c: RemoveCounters(to=player, kind="energy", amount=number, cause="cost"),
    "mill": lambda _g, _p, player, number, _c: Mill(player=player, amount=number, cause="cost"),
}
"""What is paid by an event about the player."""


def _pay_loyalty(game: Game, value: Any, source: GameObject, player: Player, ctx: Context) -> None:
    number = -ctx.casting.x if value == "-X" else int(value)
    if number > 0:
        propose(game, PutCounters(to=source, kind="loyalty", amount=number, player=player, cause="cost"))
    elif number < 0:
        propose(game, RemoveCounters(to=source, kind="loyalty", amount=-number, player=player, cause="cost"))


def _pay_with_objects(
    game: Game, word: str, value: Any, part: Any, player: Player, ctx: Context, named: Mapping[str, list[str]]
) -> None:
    found = candidates(game, word, value, player, ctx)
    least, most = bounds(game, part.get("number", 1), ctx, len(found))
    about = ctx.source.word if ctx.source is not None else None
    if isinstance(value, str):
        chosen = found
    elif word in named:
        chosen = [each for name in named[word] for each in found if each.word == name][:most]
        if len(chosen) < least:
            raise Refused(f"these cannot be used for the cost: {', '.join(named[word])}", "118.3")
    else:
        kind = "return" if word == "move" else word if word in ("sacrifice", "discard", "exile", "return") else "object"
        chosen = game.choose(player, kind, found, about, least, min(most, len(found)))
    if _power_of(game, chosen) < amount(game, part.get("total power", 0), ctx):
        raise Refused("these have too little power", "118.3")
    makers: Mapping[str, Any] = {
        "sacrifice": lambda obj: Sacrifice(object=obj, cause="cost"),
        "discard": lambda obj: Discard(object=obj, player=player, cause="cost"),
        "exile": lambda obj: Move(object=obj, to="exile", cause="cost"),
        "return": lambda obj: Move(object=obj, to="hand", cause="cost"),
        "tap": lambda obj: Tap(object=obj, cause="cost"),
        "move": lambda obj: Move(object=obj, to=part["to"], cause="cost"),
    }
    ctx.names[f"{word} cost"] = chosen
    if word in makers and chosen:
        propose(game, *(makers[word](obj) for obj in chosen))
