"""Activating abilities (602): which of an object, whether it is allowed, what it costs, mana abilities at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused
from reference_engine.mtg.ability_index import Entry, entries
from reference_engine.mtg.cards.abilities import Activated
from reference_engine.mtg.events import Activate
from reference_engine.mtg.instructions import carry_out
from reference_engine.mtg.language import references
from reference_engine.mtg.language.conditions import holds
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.references import is_there
from reference_engine.mtg.objects import Casting, GameObject, Player
from reference_engine.mtg.replacing import cant
from reference_engine.mtg.replacing.replacement import happen
from reference_engine.mtg.spells import costs, stack, targets, total_cost
from reference_engine.mtg.spells.casting import choose_mode, choose_targets, has_a_variable, split_second
from reference_engine.mtg.spells.mana_abilities import is_mana_ability
from reference_engine.mtg.spells.timing import sorcery_speed

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Json = Mapping[str, Any]


def activated_abilities(game: Game, obj: GameObject) -> list[Entry]:
    """Return the activated abilities of an object that work where it is."""
    game.look(obj)
    return [each for each in entries(obj) if isinstance(each.ability, Activated) and obj.zone in each.ability.zones]


def activate(game: Game, obj: GameObject, player: Player, action: Json) -> None:
    """Activate an ability of an object. Raises `Refused` where that is illegal."""
    entry = _which(game, obj, action)
    ability: Activated = entry.ability
    casting = Casting()
    if "x" in action:
        casting.x = action["x"]
    ctx = Context(obj, player, casting=casting, entry=entry)
    _allowed(game, obj, player, entry, ctx)
    data: Any = ability.data
    if "x" in action and not has_a_variable(game, data):
        raise Refused("that ability has no X of which a value could be announced", "601.2b")
    on_stack = stack.ability_object(game, ability, ctx)
    if "modes" in data:
        casting.modes = choose_mode(game, on_stack, data, ctx, action)
    elif "modes" in action:
        raise Refused("that ability has no modes", "601.2b")
    choose_targets(game, on_stack, player, ctx, action)
    targets.divide(game, on_stack, player, ctx, action.get("divide"))
    game.run.tell("{player} activates an ability of {what}", "602.2", player=player, what=obj)
    for_mana = is_mana_ability(game, ability)
    if not for_mana:
        game.stack.append(on_stack)
        game.moved(on_stack)
        stack.announce_targets(game, on_stack)
    paying = ctx.but(cause="cost")
    cost = total_cost.of_activation(game, obj, player, ability, paying)
    costs.pay(game, cost, player, paying, action.get("costs"), action.get("pay"), ("activate", obj))
    game.turn.activated.append(entry.key)
    if ability.loyalty:
        obj.loyalty_activated = True
    if for_mana:
        mana_ability(game, ability, ctx, cost)
    activated(game, Activate(object=obj, ability=ability, player=player))


@rule("602.2b")
def activated(game: Game, event: Activate) -> None:
    """Once all is chosen and paid, an ability has been activated, and what triggers on that does so (601.2i)."""
    happen(game, [event])


@rule("605.3b")
def mana_ability(game: Game, ability: Activated, ctx: Context, cost: Any) -> None:
    """An activated mana ability resolves at once, without the stack."""
    if "tap" in costs.parts(cost):
        ctx.cause = "tap"
    game.moment.tapped_for.clear()
    carry_out(game, ability.data.get("do") or [], ctx)


def _which(game: Game, obj: GameObject, action: Json) -> Entry:
    there = activated_abilities(game, obj)
    told = action.get("ability")
    if told is None:
        if len(there) == 1:
            return there[0]
        raise Refused(f"{obj} has {len(there)} activated abilities; `ability` says which", "602.1")
    if isinstance(told, int) and 1 <= told <= len(there):
        return there[told - 1]
    for each in there:
        if each.ability.label == told:
            return each
    raise Refused(f"{obj} has no activated ability {told!r}", "602.1")


def _allowed(game: Game, obj: GameObject, player: Player, entry: Entry, ctx: Context) -> None:
    ability: Activated = entry.ability
    if not (may_activate(game, obj, player, ability) and is_there(game, obj)):
        raise Refused(f"{player} does not control {obj}", "602.2")
    if not is_mana_ability(game, ability) and split_second(game):
        raise Refused("a spell with split second is on the stack", "702.61a")
    if cant.happen(game, Activate(object=obj, ability=ability, player=player)):
        raise Refused("that ability cannot be activated", "602.5")
    if not holds(game, ability.data.get("if"), ctx):
        raise Refused("that ability cannot be activated now", "602.1b")
    if ability.loyalty and not loyalty_allowed(game, obj, player):
        raise Refused("a loyalty ability is activated once a turn, in a main phase of one's own turn", "606.3")
    if "each turn" in ability.data and not left_this_turn(game, entry):
        raise Refused("that ability has been activated as often as it can be this turn", "602.5b")
    if "timing" in ability.data and not sorcery_speed(game, player):
        raise Refused("that ability can only be activated as a sorcery", "602.5d")


@rule("602.2")
def may_activate(game: Game, obj: GameObject, player: Player, ability: Activated) -> bool:
    """Only an object's controller activates its abilities, unless it says who else may."""
    return references.is_player(game, player, ability.data.get("by", "you"), Context(obj))


@rule("602.5b")
def left_this_turn(game: Game, entry: Entry) -> bool:
    """What can be activated so often each turn can be so by all players together, whoever controls the object."""
    return activated_before(game, entry) < int(entry.ability.data["each turn"])


def _of_all_alike(_rule: Any, game: Game, entry: Entry) -> int:
    return sum(key.object == entry.key.object for key in game.turn.activated)


@rule("602.5c", usual=(), mistakes={"all that are alike": _of_all_alike})
def activated_before(game: Game, entry: Entry) -> int:
    """How often this very ability has been activated this turn: another one worded alike is apart from it."""
    return game.turn.activated.count(entry.key)


@rule("606.3")
def loyalty_allowed(game: Game, obj: GameObject, player: Player) -> bool:
    """A loyalty ability is activated when a sorcery could be cast, and once a turn for each permanent."""
    return sorcery_speed(game, player) and not obj.loyalty_activated
