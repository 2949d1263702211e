"""Casting spells (601)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused
from reference_engine.mtg import floating_effects
from reference_engine.mtg.ability_index import AbilityKey
from reference_engine.mtg.cards.abilities import ability as as_ability
from reference_engine.mtg.characteristics import WUBRG
from reference_engine.mtg.events import Cast, Move
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.layers.copying import prototype_values
from reference_engine.mtg.objects import Casting, GameObject, Mana, Player
from reference_engine.mtg.permanents.tokens import stays_where_it_is
from reference_engine.mtg.replacing import cant
from reference_engine.mtg.replacing.replacement import propose
from reference_engine.mtg.spells import costs, mana, permissions, stack, targets, total_cost
from reference_engine.mtg.spells.bestowing import bestow
from reference_engine.mtg.spells.convoke import convoke
from reference_engine.mtg.spells.halves import as_the_half, halves_of, of_halves

if TYPE_CHECKING:
    from reference_engine.mtg.characteristics import Characteristics, Held
    from reference_engine.mtg.game import Game

Json = Mapping[str, Any]


def cast(game: Game, obj: GameObject, player: Player, action: Json) -> None:
    """Cast a card as a spell. Raises `Refused` where that is illegal."""
    if split_second(game):
        raise Refused("a spell with split second is on the stack", "702.61a")
    action = _with_its_half(game, obj, player, action)
    how = permissions.to_cast(game, obj, player, action)
    if how is None:
        raise Refused(f"{player} cannot cast {obj} now", "601.3")
    announce(game, obj, player, action, how)


def _with_its_half(game: Game, obj: GameObject, player: Player, action: Json) -> Json:
    """Return how a card is cast, with which half of a split card it is: one that can be cast by itself (709.3)."""
    if "modes" in action:
        return action
    halves = {
        half: told
        for half, told in halves_of(game, obj).items()
        if permissions.to_cast(game, obj, player, {**action, "modes": [half]})
    }
    if not halves:
        return action
    obj = replace(obj, controller=player)
    data = {"modes": _allowed(game, obj, player, halves)}
    return {**action, "modes": _mode_asked(game, obj, data, Context(obj))}


@rule("702.61a")
def split_second(game: Game) -> bool:
    """While a spell with split second is on the stack, nothing is cast and only mana abilities are activated."""
    return any("split second" in game.look(obj).keywords for obj in game.stack)


def can_be_cast(game: Game, obj: GameObject, player: Player, transformed: bool) -> bool:
    """Say whether an effect can have a player cast a card, with its back face up where that is told (608.2g)."""
    if (obj.kind == "token" and stays_where_it_is(game, obj)) or (obj.kind == "copy" and is_no_card(game)):
        return False
    if transformed:
        if obj.face is None or obj.face.back is None:
            return False
        obj = as_it_would_be_cast(game, obj, obj.face.back.characteristics)
    if split_second(game) or not permissions.castable(game, obj, player):
        return False
    told = [data["modes"] for data in targets.spells(game, obj) if "modes" in data]
    modes = [mode for each in told for mode in _allowed(game, obj, player, each).values()]
    if not modes and (told or _forbidden(game, obj, player)):
        return False
    return can_be_announced(game, obj, player, modes)


def _allowed(game: Game, obj: GameObject, player: Player, modes: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the modes in which nothing forbids a player to cast something, of a split card its halves."""
    return {
        word: told
        for word, told in modes.items()
        if not _forbidden(game, as_the_half(game, obj, word, told) if "cost" in told else obj, player)
    }


@rule("108.2", usual=("never",))
def is_no_card(_game: Game) -> bool:
    """A copy of a spell is not represented by a card, and what effects have a player cast is a card."""
    return True


@rule("608.2g", usual=("always",))
def can_be_announced(game: Game, obj: GameObject, player: Player, modes: Sequence[Json]) -> bool:
    """What an effect has a player cast is cast by the usual steps: with a mode and targets that can be chosen."""
    obj = replace(obj, controller=player)  # whoever owns it, who would cast it would control it (109.5)
    ctx = Context(obj)
    there = not modes or any(targets.can_be_chosen(game, obj, targets.wanted(mode, ()), ctx) for mode in modes)
    return there and targets.can_be_chosen(game, obj, targets.of_spell(game, obj), ctx)


@rule("712.11c", usual=(), mistakes={"the front": lambda _rule, _game, obj, _back: obj})
def as_it_would_be_cast(_game: Game, obj: GameObject, back: Characteristics) -> GameObject:
    """Only the face that will be up on the stack is looked at to see whether a double-faced card can be cast."""
    return replace(obj, back=True, printed=back, characteristics=back)


def can_pay_for(game: Game, obj: GameObject, player: Player, cost: Any) -> bool:
    """Say whether a player could pay all that it takes to cast a card for another cost than its mana cost."""
    ctx = Context(obj, player, casting=Casting(), cause="cost")
    return costs.payable(game, with_what_is_added(game, obj, player, cost), player, ctx, ("cast", obj))


@rule("118.9d", usual=(), mistakes={"that alone": lambda _rule, _game, _obj, _player, cost: costs.parts(cost)})
def with_what_is_added(game: Game, obj: GameObject, player: Player, cost: Any) -> list[Any]:
    """Additional costs, increases and reductions apply to an alternative cost; the card itself pays for none."""
    return costs.with_others(total_cost.of_spell(game, obj, player, permissions.Permission(cost)))


def _forbidden(game: Game, obj: GameObject, player: Player) -> bool:
    return cant.happen(game, Cast(object=obj, player=player))


def cast_for(game: Game, obj: GameObject, player: Player, cost: Any, transformed: bool) -> None:
    """Cast a card for another cost than its mana cost, or without paying that, while something resolves."""
    announce(game, obj, player, {}, permissions.Permission(cost, transformed=transformed))


@rule("712.8c")
def with_its_back_face(game: Game, spell: GameObject) -> None:
    """A card that is cast transformed has its back face up on the stack, and only the characteristics of that face."""
    assert spell.face is not None
    assert spell.face.back is not None
    spell.back = True
    spell.printed = spell.characteristics = spell.face.back.characteristics
    game.renew()


@rule("718.3b")
def as_a_prototype(game: Game, spell: GameObject) -> None:
    """A prototyped spell has its other mana cost, power and toughness, and is of the colours of that cost."""
    spell.prototyped = True
    spell.printed = spell.characteristics = prototype_values(spell.printed)
    game.renew()


def _announced(action: Json, how: permissions.Permission) -> Casting:
    """Return what an action says beforehand of how a spell is cast (601.2b)."""
    costs_too: Sequence[str] = action.get("with", ())
    casting = Casting(was_cast=True)
    if "x" in action:
        casting.x = action["x"]
    casting.paid = [*costs_too, *(word for word in how.paid if word not in costs_too)]
    return casting


def _put_on_the_stack(game: Game, obj: GameObject, player: Player, casting: Casting) -> GameObject:
    """Move a card to the stack as a player's spell (601.2a). Raises `Refused` where it cannot go there."""
    propose(game, Move(object=obj, to="stack"))
    spell = obj.became
    if spell is None:
        raise Refused(f"{obj} cannot be put on the stack", "601.2a")
    spell.base_controller = spell.controller = player
    spell.casting = casting
    game.moved(spell)
    return spell


@rule("400.7g")
def keep(game: Game, spell: GameObject, given: list[Held]) -> None:
    """An ability that an effect has given to a card and that lets it be cast goes on applying to the spell."""
    for each in given:
        static = as_ability({"static": {"affects": "this", "adds": {"abilities": [each.ability.data]}}})
        floating_effects.begin(game, static, Context(spell), settled=goes_on_to_the_permanent(game, each))


@rule("400.7a", usual=("always",))
def goes_on_to_the_permanent(_game: Game, given: Held) -> bool:
    """
    What a resolved spell or ability gave the spell goes on to the permanent, what a static ability gave does not.

    That would go on if it worked on the battlefield (400.7b); what lets a card be cast works elsewhere.
    """
    effect, *_whose = given.key
    return not isinstance(effect, AbilityKey)


def announce(
    game: Game,
    obj: GameObject,
    player: Player,
    action: Json,
    how: permissions.Permission,
) -> None:
    """Put a spell on the stack, choose for it, and pay for it (601.2a to i)."""
    spell = _proposed(game, obj, player, action, how)
    ctx = Context(spell, casting=spell.casting, cause="cost")
    _choose_modes(game, spell, ctx, action)
    choose_targets(game, spell, player, ctx, action)
    targets.divide(game, spell, player, ctx, action.get("divide"))
    if _forbidden(game, spell, player):
        raise Refused(f"{obj} cannot be cast", "601.3")
    stack.announce_targets(game, spell)
    spent = _pay_for(game, spell, player, action, how, ctx)
    if spell.commander is not None and spell.casting.cast_from == "command":
        spell.commander.casts += 1
    event = Cast(object=spell, player=player)
    propose(game, event)
    mana.riders(game, spent, spell, event)
    permissions.use_up(game, how)


def _proposed(game: Game, obj: GameObject, player: Player, action: Json, how: permissions.Permission) -> GameObject:
    """Put a card on the stack and make it the spell that it is cast as (601.2a)."""
    casting = _announced(action, how)
    casting.cast_from = obj.zone
    given = permissions.given_to_be_cast(game, obj, how)
    spell = _put_on_the_stack(game, obj, player, casting)
    keep(game, spell, given)
    if "prototype" in casting.paid and "prototype" in game.look(spell).keywords:
        as_a_prototype(game, spell)
    if action.get("face down"):
        spell.face_down, spell.being = True, permissions.face_down_values(game, obj)
        game.renew()
    if how.transformed:
        with_its_back_face(game, spell)
    if "bestow" in casting.paid:
        bestow(game, spell)
    return spell


def _pay_for(
    game: Game, spell: GameObject, player: Player, action: Json, how: permissions.Permission, ctx: Context
) -> list[Mana]:
    """Pay what a spell costs in all, a part of it by convoke (601.2f to h); return the mana that was spent."""
    cost: Any = total_cost.of_spell(game, spell, player, how)
    texts = [part.data for held in game.look(spell).abilities for part in held.ability.parts]
    if "x" in action and not has_a_variable(game, [how.cost, game.look(spell).cost, *texts]):
        raise Refused(f"{spell} has no X of which a value could be announced", "601.2b")
    if spell.casting.x and only_zero(game, spell, total_cost.in_full(game, spell, how)):
        raise Refused(f"{spell} is cast without paying for X, which can only be 0", "107.3b")
    named = dict(action.get("costs", {}))
    tapped = named.pop("convoke", None)
    if tapped:
        cost = convoke(game, spell, player, cost, tapped, ctx, action.get("pay"))
    spent = costs.pay(game, cost, player, ctx, named, action.get("pay"), ("cast", spell))
    spell.casting.colors = frozenset(each.kind for each in spent) & frozenset(WUBRG)
    return spent


@rule("601.2b", usual=("always",))
def has_a_variable(_game: Game, told: Any) -> bool:
    """A value is announced only for an X that there is in a spell's or an ability's cost or text."""
    return mentions_x(told)


def mentions_x(told: Any) -> bool:
    """Say whether there is an X in a cost or a text."""
    if isinstance(told, str):
        return told == "X" or "{X}" in told
    inner = told.values() if isinstance(told, dict) else told if isinstance(told, list) else ()
    return any(mentions_x(each) for each in inner)


@rule("107.3b", usual=("never",))
def only_zero(game: Game, spell: GameObject, paid: list[Any]) -> bool:
    """Where neither a mana cost with X nor an alternative cost with X is paid, only 0 can be chosen for X."""
    return mentions_x(game.look(spell).cost) and not mentions_x(paid)


def _choose_modes(game: Game, spell: GameObject, ctx: Context, action: Json) -> None:
    modal = [data for data in targets.spells(game, spell) if "modes" in data]
    if "modes" in action and not modal:
        raise Refused(f"{spell} has no modes", "601.2b")
    for data in modal:
        spell.casting.modes = choose_mode(game, spell, data, ctx, action)
        if any("cost" in half for half in data["modes"].values()):
            as_what_is_cast_of_it(game, spell, data["modes"])


@rule("709.3b")
def as_what_is_cast_of_it(game: Game, spell: GameObject, halves: Mapping[str, Json]) -> None:
    """On the stack a split card is as the half of it that is cast, a fused one as both halves together (709.4d)."""
    spell.printed = of_halves(spell.printed, {half: halves[half] for half in spell.casting.modes})
    game.renew()


@rule("702.102a", usual=("never",))
def both_halves(game: Game, spell: GameObject) -> bool:
    """Both halves of a split card with fuse can be cast from the hand, as one spell."""
    return "fuse" in game.look(spell).keywords and spell.casting.cast_from == "hand"


def choose_mode(game: Game, obj: GameObject, data: Json, ctx: Context, action: Json) -> tuple[str, ...]:
    """Return the mode that the action names, or that the player is asked for (601.2b)."""
    if "modes" not in action:
        if obj.ability is None:
            data = {**data, "modes": _allowed(game, obj, obj.controller, data["modes"])}
        return _mode_asked(game, obj, data, ctx)
    chosen = tuple(mode for mode in data["modes"] if mode in action["modes"])
    if len(chosen) != len(action["modes"]) or not (len(chosen) == 1 or both_halves(game, obj)):
        raise Refused(f"no such modes: {', '.join(action['modes'])}", "601.2b")
    return chosen


def _mode_asked(game: Game, obj: GameObject, data: Json, ctx: Context) -> tuple[str, ...]:
    asked = stack.modes_chosen(game, obj, data, ctx, (obj.source or obj).word)
    if not asked:
        raise Refused(f"{obj} has no mode that can be chosen", "700.2a")
    return asked


def choose_targets(game: Game, obj: GameObject, player: Player, ctx: Context, action: Json) -> None:
    """Choose the targets of a spell or ability, those that the action names or by asking (601.2c)."""
    wanted = targets.specs_of(game, obj)
    about = (obj.source or obj).word
    chosen = targets.choose_all(game, obj, wanted, player, ctx, about, action.get("targets"))
    if chosen is None:
        raise Refused(f"there is not a legal target for {about}", "601.2c")
    obj.casting.targets = chosen
