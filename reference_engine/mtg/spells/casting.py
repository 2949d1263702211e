"""Casting spells (601), activating abilities (602), playing lands (305), turning permanents face up (708.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Refused, Unsupported
from reference_engine.mtg import effects
from reference_engine.mtg.ability_index import entries
from reference_engine.mtg.cards.abilities import Activated
from reference_engine.mtg.cards.abilities import ability as as_ability
from reference_engine.mtg.cards.keywords import TURNS_FACE_UP
from reference_engine.mtg.characteristics import WUBRG, colors_of
from reference_engine.mtg.events import Activate, Cast, Move, PlayLand, TurnFaceUp
from reference_engine.mtg.instructions import carry_out
from reference_engine.mtg.language import references
from reference_engine.mtg.language.conditions import holds
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.references import is_there
from reference_engine.mtg.layers.copy_values import prototype_values
from reference_engine.mtg.objects import Casting, GameObject, Player
from reference_engine.mtg.replacing import cant
from reference_engine.mtg.replacing.entering import as_it_would_be_face_up
from reference_engine.mtg.replacing.replacement import propose
from reference_engine.mtg.spells import costs, mana, permissions, stack, targets
from reference_engine.mtg.spells.bestowing import bestow
from reference_engine.mtg.spells.convoke import convoke
from reference_engine.mtg.spells.mana_abilities import is_mana_ability
from reference_engine.mtg.spells.timing import sorcery_speed

if TYPE_CHECKING:
    from reference_engine.mtg.characteristics import Held
    from reference_engine.mtg.game import Game

Json = Mapping[str, Any]


def cast(game: Game, obj: GameObject, player: Player, action: Json) -> None:
    """Cast a card as a spell. Raises `Refused` where that is illegal."""
    how = permissions.to_cast(game, obj, player, action)
    if split_second(game):
        raise Refused("a spell with split second is on the stack", "702.61a")
    if how is None:
        raise Refused(f"{player} cannot cast {obj} now", "601.3")
    announce(game, obj, player, action, how)


@rule("702.61a")
def split_second(game: Game) -> bool:
    """While a spell with split second is on the stack, nothing is cast and only mana abilities are activated."""
    return any("split second" in game.look(obj).keywords for obj in game.stack)


def can_be_cast(game: Game, obj: GameObject, player: Player, transformed: bool) -> bool:
    """Say whether an effect can have a player cast a card, with its back face up where that is told (608.2g)."""
    if not permissions.castable(game, obj, player) or _forbidden(game, obj, player):
        return False
    if transformed:
        assert obj.face is not None
        return obj.face.back is not None
    return all(targets.possible(game, spec, obj, Context(obj)) for spec in targets.of_spell(game, obj).values())


def _forbidden(game: Game, obj: GameObject, player: Player) -> bool:
    return cant.happen(game, Cast(object=obj, player=player))


def cast_for(game: Game, obj: GameObject, player: Player, cost: Any, transformed: bool) -> None:
    """Cast a card for another cost than its mana cost, or without paying that, while something resolves."""
    announce(game, obj, player, {}, permissions.Permission(cost), transformed)


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
    if len(set(costs_too)) < len(costs_too):
        raise Refused("a cost is announced once", "601.2b")
    casting = Casting(was_cast=True)
    if "x" in action:
        casting.x = action["x"]
    casting.paid = [*costs_too, *how.paid]
    casting.divided = dict(action.get("divide", {}))
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
        effects.begin(game, static, Context(spell), settled=goes_on_to_the_permanent(game, each))


@rule("400.7a", usual=("always",))
def goes_on_to_the_permanent(_game: Game, given: Held) -> bool:
    """What a resolved spell or ability gave the spell goes on to the permanent, what a static ability gave does not."""
    effect, _place = given.key
    return isinstance(effect, int)


def announce(
    game: Game,
    obj: GameObject,
    player: Player,
    action: Json,
    how: permissions.Permission,
    transformed: bool = False,
) -> None:
    """Put a spell on the stack, choose for it, and pay for it (601.2a to i)."""
    casting = _announced(action, how)
    casting.cast_from = obj.zone
    given = permissions.given_to_be_cast(game, obj, how)
    spell = _put_on_the_stack(game, obj, player, casting)
    keep(game, spell, given)
    if "prototype" in how.paid:
        as_a_prototype(game, spell)
    if action.get("face down"):
        spell.face_down, spell.being = True, permissions.face_down_values(game, obj)
        game.renew()
    if transformed:
        with_its_back_face(game, spell)
    if "bestow" in casting.paid:
        bestow(game, spell)
    ctx = Context(spell, casting=casting, cause="cost")
    _choose_modes(game, spell, ctx, action)
    _choose_targets(game, spell, player, ctx, action)
    targets.divide(game, spell, player)
    if _forbidden(game, spell, player):
        raise Refused(f"{obj} cannot be cast", "601.3")
    cost: Any = permissions.total_cost(game, spell, player, how)
    texts = [part.data for held in game.look(spell).abilities for part in held.ability.parts]
    if "x" in action and not has_a_variable(game, [how.cost, game.look(spell).cost, *texts]):
        raise Refused(f"{obj} has no X of which a value could be announced", "601.2b")
    tapped = action.get("costs", {}).get("convoke")
    if tapped:
        cost = convoke(game, spell, player, cost, tapped, ctx)
    spent = costs.pay(game, cost, player, ctx, told=action.get("pay"), use=("cast", spell))
    casting.colors = frozenset(each.kind for each in spent) & frozenset(WUBRG)
    stack.announce_targets(game, spell)
    if spell.commander is not None and casting.cast_from == "command":
        spell.commander.casts += 1
    event = Cast(object=spell, player=player)
    propose(game, event)
    mana.riders(game, spent, spell, event)
    permissions.use_up(game, how)


@rule("601.2b", usual=("always",))
def has_a_variable(_game: Game, told: Any) -> bool:
    """A value is announced only for an X that there is in a spell's or an ability's cost or text."""
    return _mentions_x(told)


def _mentions_x(told: Any) -> bool:
    if isinstance(told, str):
        return told == "X" or "{X}" in told
    inner = told.values() if isinstance(told, dict) else told if isinstance(told, list) else ()
    return any(_mentions_x(each) for each in inner)


def _choose_modes(game: Game, spell: GameObject, ctx: Context, action: Json) -> None:
    for data in targets.spells(game, spell):
        if "modes" in data:
            spell.casting.modes = _modes(game, spell, data, ctx, action)
            if any("cost" in half for half in data["modes"].values()):
                as_what_is_cast_of_it(game, spell, data["modes"])


@rule("709.3b")
def as_what_is_cast_of_it(game: Game, spell: GameObject, halves: Mapping[str, Json]) -> None:
    """On the stack a split card is as the half of it that is cast, a fused one as both halves together (709.4d)."""
    chosen = spell.casting.modes
    cost = "".join(halves[half]["cost"] for half in chosen)
    spell.printed = spell.printed.but(name=" // ".join(chosen), cost=cost, colors=colors_of(cost))
    game.renew()


@rule("702.102a", usual=("never",))
def both_halves(game: Game, spell: GameObject) -> bool:
    """Both halves of a split card with fuse can be cast from the hand, as one spell."""
    return "fuse" in game.look(spell).keywords and spell.casting.cast_from == "hand"


def _modes(game: Game, obj: GameObject, data: Json, ctx: Context, action: Json) -> tuple[str, ...]:
    """Return the mode that the action names, or that the player is asked for (601.2b)."""
    if "modes" not in action:
        asked = stack.modes_chosen(game, obj, data, ctx, (obj.source or obj).word)
        if not asked:
            raise Refused(f"{obj} has no mode that can be chosen", "700.2a")
        return asked
    chosen = tuple(mode for mode in data["modes"] if mode in action["modes"])
    if len(chosen) != len(action["modes"]) or not (len(chosen) == 1 or both_halves(game, obj)):
        raise Refused(f"no such modes: {', '.join(action['modes'])}", "601.2b")
    return chosen


def _choose_targets(game: Game, obj: GameObject, player: Player, ctx: Context, action: Json) -> None:
    wanted = targets.specs_of(game, obj)
    about = (obj.source or obj).word
    chosen = targets.choose_all(game, obj, wanted, player, ctx, about, action.get("targets"))
    if chosen is None:
        raise Refused(f"there is not a legal target for {about}", "601.2c")
    obj.casting.targets = chosen


def play_land(game: Game, obj: GameObject, player: Player) -> None:
    """Play a land (305.1). Raises `Refused` where that is illegal."""
    if "Land" not in game.look(obj).types:
        raise Refused(f"{obj} is not a land", "305.1")
    if not sorcery_speed(game, player):
        raise Refused("a land is played only in a main phase of one's own turn with an empty stack", "305.1")
    if player.lands_played >= 1 + permissions.extra_lands(game, player):
        raise Refused("no land play is left this turn", "305.2")
    how = permissions.to_play(game, obj, player)
    if how is None:
        raise Refused(f"{player} cannot play {obj} from there", "305.1")
    if cant.happen(game, PlayLand(player=player)):
        raise Refused(f"{obj} cannot be played", "614.17")
    player.lands_played += 1
    game.run.tell("{player} plays {land}", "305.1", player=player, land=obj)
    propose(game, Move(object=obj, to="battlefield", under=player))
    permissions.use_up(game, how)


# --- activated abilities ---------------------------------------------------------------------------------------------


def activated_abilities(game: Game, obj: GameObject) -> list[Activated]:
    """Return the activated abilities of an object that work where it is."""
    game.look(obj)
    return [
        entry.ability
        for entry in entries(obj)
        if isinstance(entry.ability, Activated) and obj.zone in entry.ability.zones
    ]


def activate(game: Game, obj: GameObject, player: Player, action: Json) -> None:
    """Activate an ability of an object. Raises `Refused` where that is illegal."""
    ability = _which(game, obj, action)
    casting = Casting()
    if "x" in action:
        casting.x = action["x"]
    ctx = Context(obj, player, casting=casting)
    _allowed(game, obj, player, ability, ctx)
    data: Any = ability.data
    if "x" in action and not has_a_variable(game, data):
        raise Refused("that ability has no X of which a value could be announced", "601.2b")
    on_stack = stack.ability_object(game, ability, ctx)
    if "modes" in data:
        casting.modes = _modes(game, on_stack, data, ctx, action)
    _choose_targets(game, on_stack, player, ctx, action)
    game.run.tell("{player} activates an ability of {what}", "602.2", player=player, what=obj)
    cost = permissions.activation_cost(game, obj, player, ability)
    paying = ctx.but(cause="cost")
    costs.pay(game, cost, player, paying, action.get("costs"), action.get("pay"), ("activate", obj))
    game.turn.activated.append((obj, ability))
    if ability.loyalty:
        obj.loyalty_activated = True
    if is_mana_ability(game, ability):
        mana_ability(game, ability, ctx, cost)
        return
    game.stack.append(on_stack)
    game.moved(on_stack)
    stack.announce_targets(game, on_stack)


@rule("605.3b")
def mana_ability(game: Game, ability: Activated, ctx: Context, cost: Any) -> None:
    """An activated mana ability resolves at once, without the stack."""
    if "tap" in costs.parts(cost):
        ctx.cause = "tap"
    carry_out(game, ability.data.get("do") or [], ctx)


def _which(game: Game, obj: GameObject, action: Json) -> Activated:
    there = activated_abilities(game, obj)
    told = action.get("ability")
    if told is None:
        if len(there) == 1:
            return there[0]
        raise Refused(f"{obj} has {len(there)} activated abilities; `ability` says which", "602.1")
    if isinstance(told, int) and 1 <= told <= len(there):
        return there[told - 1]
    for each in there:
        if each.label == told:
            return each
    raise Refused(f"{obj} has no activated ability {told!r}", "602.1")


def _allowed(game: Game, obj: GameObject, player: Player, ability: Activated, ctx: Context) -> None:
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
    if "each turn" in ability.data and not left_this_turn(game, obj, ability):
        raise Refused("that ability has been activated as often as it can be this turn", "602.5b")
    if "timing" in ability.data and not sorcery_speed(game, player):
        raise Refused("that ability can only be activated as a sorcery", "602.5d")


@rule("602.2")
def may_activate(game: Game, obj: GameObject, player: Player, ability: Activated) -> bool:
    """Only an object's controller activates its abilities, unless it says who else may."""
    return references.is_player(game, player, ability.data.get("by", "you"), Context(obj))


@rule("602.5b")
def left_this_turn(game: Game, obj: GameObject, ability: Activated) -> bool:
    """What can be activated so often each turn can be so by all players together, whoever controls the object."""
    return game.turn.activated.count((obj, ability)) < int(ability.data["each turn"])


@rule("606.3")
def loyalty_allowed(game: Game, obj: GameObject, player: Player) -> bool:
    """A loyalty ability is activated when a sorcery could be cast, and once a turn for each permanent."""
    return sorcery_speed(game, player) and not obj.loyalty_activated


def turn_face_up(game: Game, obj: GameObject, player: Player) -> None:
    """Turn a face-down permanent up for its morph cost, or its mana cost. Raises `Refused` where that is illegal."""
    if not obj.face_down or obj.controller is not player or obj not in game.permanents:
        raise Refused(f"{obj} is not a face-down permanent of {player}", "708.7")
    manifested = for_its_mana_cost(game, obj)
    for held in face_up_abilities(game, obj):
        if held.ability.keyword in TURNS_FACE_UP:
            if manifested:
                raise Unsupported("action", "to turn a manifested card with morph face up")
            costs.pay(game, held.ability.data["cost"], player, Context(obj))
            counters = (("+1/+1", 1),) if held.ability.keyword == "megamorph" else ()  # 702.37b
            propose(game, TurnFaceUp(object=obj, counters=counters))
            return
    if not manifested:
        raise Refused(f"nothing allows {obj} to be turned face up", "702.37e")
    costs.pay(game, costs.parts(obj.printed.cost), player, Context(obj))
    propose(game, TurnFaceUp(object=obj))


@rule("701.40b", usual=("never",))
def for_its_mana_cost(_game: Game, obj: GameObject) -> bool:
    """A manifested permanent is turned face up for its mana cost, if the card is a creature card and has one."""
    return obj.manifested and "Creature" in obj.printed.types and bool(obj.printed.cost)


@rule("702.37e", usual=(), mistakes={"as printed": lambda _rule, _game, obj: obj.printed.abilities})
def face_up_abilities(game: Game, obj: GameObject) -> Sequence[Held]:
    """What would have no morph cost if it were face up cannot be turned face up for one."""
    return as_it_would_be_face_up(game, TurnFaceUp(object=obj)).abilities
