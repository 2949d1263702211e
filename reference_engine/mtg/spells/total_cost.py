"""What casting a spell or activating an ability costs in all (601.2f, 602.2b)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused
from reference_engine.mtg import commanders
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import amount
from reference_engine.mtg.language.conditions import rule_changes
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.patterns import pattern
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.spells import costs

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.spells.permissions import Permission


def of_spell(game: Game, spell: GameObject, player: Player, how: Permission) -> list[Any]:
    """Return what a spell costs in all: mana cost or alternative, additional costs, increases, reductions (601.2f)."""
    more, less = _changes(game, "cast", spell, player)
    own = costs.in_numbers(game, announced(game, spell, how), Context(spell, player, casting=spell.casting))
    return _reduced([*own, *commanders.tax(game, spell), *more], less, spell.casting.x)


def announced(game: Game, spell: GameObject, how: Permission) -> list[Any]:
    """Return the mana cost or alternative cost that is paid for a spell, and the additional costs (601.2b)."""
    return [*in_full(game, spell, how), *_additional(game, spell, how)]


def in_full(game: Game, spell: GameObject, how: Permission) -> list[Any]:
    """Return the cost for which a card is cast with its mana cost written out, where that is a part of it."""
    told = costs.parts("mana cost" if how.cost is None else how.cost)
    own = costs.parts(mana_cost(game, spell)) if "mana cost" in told else []
    return [*own, *(part for part in told if part != "mana cost")]


def mana_cost(game: Game, spell: GameObject) -> str:
    """Return the mana cost of a spell. Raises `Refused` where it has none."""
    cost = game.look(spell).cost
    if unpayable(game, cost):
        raise Refused(f"{spell} has no mana cost", "118.6")
    return cost


@rule("118.6")
def unpayable(_game: Game, cost: str) -> bool:
    """What has no mana cost has one that cannot be paid; {0} is a cost that can be."""
    return not cost


def _additional(game: Game, spell: GameObject, how: Permission) -> list[Any]:
    data = [part.data for held in game.look(spell).abilities for part in held.ability.parts]
    there = {word: told for each in data for word, told in each.get("additional", {}).items()}
    paid = spell.casting.paid
    unknown = set(paid).difference(there, the_alternative(game, how, data))
    if unknown:
        raise Refused(f"{spell} has no cost {min(unknown)!r}", "601.2b")
    again = {word for word in paid if paid.count(word) > 1 and not any_number_of_times(game, there.get(word, {}))}
    if again:
        raise Refused(f"the cost {min(again)!r} is paid once", "601.2b")
    times = {word: max(paid.count(word), int("required" in told)) for word, told in there.items()}
    return [part for word, told in there.items() for part in costs.parts(told["cost"]) * times[word]]


@rule("702.33c")
def any_number_of_times(_game: Game, told: Mapping[str, Any]) -> bool:
    """Multikicker lets a player pay its cost any number of times, any other additional cost is paid once."""
    return told.get("times") == "any"


def _all_of_them(_rule: Any, _game: Game, _how: Permission, data: Sequence[Any]) -> Sequence[str]:
    return [word for each in data for word in each.get("alternative", ())]


@rule("118.9a", usual=(), mistakes={"all of them": _all_of_them})
def the_alternative(_game: Game, how: Permission, _data: Sequence[Any]) -> Sequence[str]:
    """Of the alternative costs that a spell has, only the one for which it is cast can be paid."""
    return how.paid


def of_activation(game: Game, obj: GameObject, player: Player, ability: Any, ctx: Context) -> list[Any]:
    """Return what activating an ability costs in all, increases and reductions included (602.2b)."""
    more, less = _changes(game, "activate", obj, player)
    return _reduced(costs.in_numbers(game, [*costs.parts(ability.cost), *more], ctx), less, ctx.casting.x)


def _changes(game: Game, verb: str, obj: GameObject, player: Player) -> tuple[list[Any], int]:
    """Return what other abilities add to a cost, and by how much generic mana they reduce it."""
    changes = [
        (change, entry.context.but(names={**entry.context.names, "it": obj, "player": player}))
        for entry in rule_changes(game)
        if verb in (change := entry.ability.data["static"].get("costs", {}))
        and ("by" not in change or references.is_player(game, player, change["by"], entry.context))
        and pattern(change[verb]).means(game, obj, entry.context)
    ]
    more = [
        part
        for change, ctx in changes  # what is counted is counted as the object that says so means it (109.5)
        for part in costs.all_in_numbers(game, change.get("more"), ctx) * _times(game, change, ctx)
    ]
    return more, sum(change.get("less", 0) for change, _ctx in changes)


@rule("601.2f")
def _times(game: Game, change: Mapping[str, Any], ctx: Context) -> int:
    """An increase counts as often as it says, by what is so as the total cost is determined."""
    return amount(game, change.get("times", 1), ctx)


def _reduced(cost: list[Any], less: int, x: int) -> list[Any]:
    """Return a cost with so much less generic mana (601.2f), X counted as what was chosen for it."""
    if not less:
        return cost
    mana = costs.mana_of(cost)
    colored = [symbol for symbol in mana if symbol != "X" and not symbol.isdigit()]
    generic = sum(x if symbol == "X" else int(symbol) for symbol in mana if symbol not in colored)
    rest = [part for part in cost if not costs.is_mana(part)]
    further = f"-{max(0, less - generic)}"  # for generic halves of hybrid symbols
    return [*(f"{{{symbol}}}" for symbol in (max(0, generic - less), *colored, further)), *rest]
