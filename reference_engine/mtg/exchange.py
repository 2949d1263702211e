"""Exchange (701.12): two things are swapped, entirely or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import cant, effects, references
from reference_engine.mtg.abilities import ability
from reference_engine.mtg.amounts import amount
from reference_engine.mtg.context import Context
from reference_engine.mtg.events import Attach, Event, GainControl, GainLife, LoseLife, Move, Roll
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.replacement import propose

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Json = Mapping[str, Any]

_VALUES = ("life of", "power of", "toughness of", "base power of", "base toughness of", "number")
SET_VALUE = {
    "power": {"static": {"affects": "exchanged", "sets": {"power": "value"}}},
    "toughness": {"static": {"affects": "exchanged", "sets": {"toughness": "value"}}},
    "both": {"static": {"affects": "exchanged", "sets": {"power": "value", "toughness": "second value"}}},
    "text": {"static": {"affects": "exchanged", "sets": {"text": "box"}}},
    "control": {"static": {"affects": "exchanged", "control": "taker"}},
}
"""The continuous effects that exchanges make, in the words of card data."""


def carry_out(game: Game, sides: list[Any], ctx: Context, until: Any = None) -> bool:
    """Exchange two things, for as long as `until` says; say whether it was done."""
    first, second = sides
    if until is not None:
        first, second = {"until": until, **first}, {"until": until, **second}
    if "control of" in first and "control of" in second:
        return _control(game, first["control of"], second["control of"], ctx, first.get("until"))
    if _is_value(first) and _is_value(second):
        return _values(game, first, second, ctx)
    if "base power and toughness of" in first:
        return _both(game, first, second, ctx)
    if "text of" in first:
        return _text(game, first, second, ctx)
    if "zone" in first:
        return _zones(game, first, second, ctx)
    if "card" in first or "cards" in first:
        return _cards(game, first, second, ctx)
    raise Unsupported("word", f"exchange {first!r}")


def _is_value(side: Json) -> bool:
    return any(word in side for word in _VALUES)


@rule("701.12a")
def complete(game: Game, possible: bool) -> bool:
    """If the entire exchange cannot be completed, no part of it occurs."""
    if not possible:
        game.run.tell("The exchange cannot be completed, so that no part of it occurs", "701.12a")
    return possible


def _there(game: Game, spec: Any, ctx: Context) -> list[GameObject]:
    """Return the objects whose control can be exchanged: on the battlefield or the stack; none if one is not there."""
    found = references.objects(game, spec, ctx)
    return found if all(not obj.gone and obj.zone in ("battlefield", "stack") for obj in found) else []


def _control(game: Game, first: Any, second: Any, ctx: Context, until: Any) -> bool:
    ones, others = _there(game, first, ctx), _there(game, second, ctx)
    if not complete(game, bool(ones) and len(ones) == len(others) and not set(ones).intersection(others)):
        return False
    if not ones or not others:
        return False
    one, other = ones[0], others[0]
    game.look(one)
    if not two_controllers(game, one, other):
        game.run.tell("{player} controls both, so that nothing is exchanged", "701.12b", player=one.controller)
        return False
    _tell_both(game, "701.12b", "control of {one} and control of {other} are exchanged", ones, others)
    both = [*((obj, other.controller) for obj in ones), *((obj, one.controller) for obj in others)]
    time = game.time()
    for obj, player in both:
        names = {"exchanged": obj, "taker": player}
        made = ability(SET_VALUE["control"])
        effects.begin(game, made, ctx.but(names=names), until=until, locked=[obj], timestamp=time)
        obj.sick = True
    game.look(one)
    from reference_engine.mtg.zones import remove_from_combat

    events = []
    for obj, player in both:
        if obj.zone == "battlefield":
            remove_from_combat(game, obj)
        elif obj.zone == "stack":
            obj.controller = player
        events.append(GainControl(object=obj, player=player, by=ctx.controller))
    propose(game, *events)
    return True


def _tell_both(game: Game, rule_of: str, form: str, ones: Sequence[Any], others: Sequence[Any]) -> None:
    """Tell that two things, or two groups of things, are exchanged."""
    if game.run.trace is not None:
        one, other = (" and ".join(map(str, side)) or "nothing" for side in (ones, others))
        game.run.tell(form, rule_of, one=one, other=other)


@rule("701.12b")
def two_controllers(_game: Game, one: GameObject, other: GameObject) -> bool:
    """Control of two permanents is exchanged only if different players control them."""
    return one.controller is not other.controller


# --- numbers ---------------------------------------------------------------------------------------------------------


def _values(game: Game, first: Json, second: Json, ctx: Context) -> bool:
    ends = [_read(game, side, ctx) for side in (first, second)]
    if not complete(game, all(end is not None for end in ends)):
        return False
    (one, one_value), (other, other_value) = (end or (None, 0) for end in ends)
    sides = [(first, one, one_value, other_value), (second, other, other_value, one_value)]
    if not complete(game, all(_can_become(game, side, thing, new) for side, thing, _old, new in sides)):
        return False
    both_lives = isinstance(one, Player) and isinstance(other, Player)
    told = [_named(side, thing, old) for side, thing, old, _new in sides]
    _tell_both(game, "701.12c" if both_lives else "701.12g", "{one} and {other} are exchanged", told[:1], told[1:])
    life: list[Event] = []
    for side, thing, _old, new in sides:
        if isinstance(thing, Player):
            life += life_change(game, thing, new, ctx)
        elif isinstance(thing, GameObject):
            _set(game, side, thing, new, ctx)
        elif isinstance(ctx.event, Roll):
            ctx.event.result[0] = new
    if life:
        propose(game, *life)
    return True


def _named(side: Json, thing: Any, value: int) -> str:
    """Return a number that is exchanged as a reader calls it."""
    if isinstance(thing, Player):
        return f"the life total of {thing} ({value})"
    if thing is None:
        return f"the number {value}"
    word = next(word for word in _VALUES if word in side)
    return f"the {word} {thing} ({value})"


def _read(game: Game, side: Json, ctx: Context) -> tuple[Any, int] | None:
    if "life of" in side:
        player = references.the_player(game, side["life of"], ctx)
        return None if player is None or player.left else (player, player.life)
    if "number" in side:
        return None, amount(game, side["number"], ctx)
    word = next(word for word in _VALUES if word in side)
    obj = references.the_object(game, side[word], ctx)
    if obj is None or obj.gone or obj.zone != "battlefield" or "Creature" not in game.look(obj).types:
        return None
    name = "power" if "power" in word else "toughness"
    return obj, base(game, obj, name) if word.startswith("base") else getattr(game.look(obj), name) or 0


def base(game: Game, obj: GameObject, name: str) -> int:
    """Return a base power or toughness: what it is before layer 7c (613.4b)."""
    game.note_on_the_way()
    return obj.base.get(name) or 0


def _can_become(game: Game, side: Json, thing: Any, new: int) -> bool:
    return not isinstance(thing, Player) or can_have_life(game, thing, new) or side is None


@rule("701.12c")
def can_have_life(game: Game, player: Player, new: int) -> bool:
    """A player who cannot gain life gets no higher total, one who cannot lose life no lower one."""
    if new > player.life and not can_have_more(game, player, new):
        game.run.tell("{player} cannot gain life", "119.7", player=player)
        return False
    if new < player.life and not can_have_less(game, player, new):
        game.run.tell("{player} cannot lose life", "119.8", player=player)
        return False
    return True


@rule("119.7")
def can_have_more(game: Game, player: Player, new: int) -> bool:
    """A player who cannot gain life makes no exchange that would make the life total higher."""
    return not cant.happen(game, GainLife(player=player, amount=new - player.life))


@rule("119.8")
def can_have_less(game: Game, player: Player, new: int) -> bool:
    """A player who cannot lose life makes no exchange that would make the life total lower."""
    return not cant.happen(game, LoseLife(player=player, amount=player.life - new))


def _outright(_rule: Any, _game: Game, player: Player, new: int, _ctx: Context) -> list[Event]:
    player.life = new
    return []


@rule("701.12c", usual=("nothing",), mistakes={"set outright": _outright})
def life_change(_game: Game, player: Player, new: int, ctx: Context) -> list[Event]:
    """Each player gains or loses the difference; replacement effects and triggers apply to that."""
    if new > player.life:
        return [GainLife(player=player, amount=new - player.life, source=ctx.source, by=ctx.controller)]
    if new < player.life:
        return [LoseLife(player=player, amount=player.life - new, source=ctx.source, by=ctx.controller)]
    return []


def _set(game: Game, side: Json, obj: GameObject, value: int, ctx: Context) -> None:
    word = next(word for word in _VALUES if word in side)
    set_value(game, obj, "power" if "power" in word else "toughness", value, side.get("until"), ctx)


@rule("701.12g")
def set_value(game: Game, obj: GameObject, name: str, value: int, until: Any, ctx: Context) -> None:
    """A power or toughness is set by a continuous effect, in layer 7b."""
    names = {"exchanged": obj, "value": value}
    effects.begin(game, ability(SET_VALUE[name]), ctx.but(names=names), until=until, locked=[obj])


def _both(game: Game, first: Json, second: Json, ctx: Context) -> bool:
    word = "base power and toughness of"
    found = [references.the_object(game, side[word], ctx) for side in (first, second)]
    usable = [obj for obj in found if obj is not None and not obj.gone and "Creature" in game.look(obj).types]
    if not complete(game, len(usable) == 2):  # noqa: PLR2004 - an exchange has two sides
        return False
    values = [(base(game, obj, "power"), base(game, obj, "toughness")) for obj in usable]
    told = [f"the base power and toughness of {obj} ({x}/{y})" for obj, (x, y) in zip(usable, values, strict=True)]
    _tell_both(game, "701.12g", "{one} and {other} are exchanged", told[:1], told[1:])
    for obj, (power, toughness) in zip(usable, reversed(values), strict=True):
        names = {"exchanged": obj, "value": power, "second value": toughness}
        effects.begin(game, ability(SET_VALUE["both"]), ctx.but(names=names), until=first.get("until"), locked=[obj])
    return True


# --- text, zones, cards ----------------------------------------------------------------------------------------------


def _text(game: Game, first: Json, second: Json, ctx: Context) -> bool:
    found = [references.the_object(game, side["text of"], ctx) for side in (first, second)]
    usable = [obj for obj in found if obj is not None and not obj.gone]
    if not complete(game, len(usable) == 2):  # noqa: PLR2004 - an exchange has two sides
        return False
    game.note_on_the_way()
    _tell_both(game, "701.12h", "the text boxes of {one} and {other} are exchanged", usable[:1], usable[1:])
    boxes = [tuple(held for held in obj.text_box if held.origin == "text") for obj in usable]
    for obj, box in zip(usable, reversed(boxes), strict=True):
        exchange_text(game, obj, box, first.get("until"), ctx)
    return True


@rule("701.12h")
def exchange_text(game: Game, obj: GameObject, box: Any, until: Any, ctx: Context) -> None:
    """Text boxes are exchanged by a text-changing effect: each has the rules text that the other had."""
    names = {"exchanged": obj, "box": box}
    effects.begin(game, ability(SET_VALUE["text"]), ctx.but(names=names), until=until, locked=[obj])


def _zones(game: Game, first: Json, second: Json, ctx: Context) -> bool:
    player = references.the_player(game, first.get("of"), ctx)
    if not complete(game, player is not None):
        return False
    assert player is not None
    contents = [list(getattr(player, side["zone"])) for side in (first, second)]
    if not even_if_empty(game, contents):
        return False
    names = [[f"the {side['zone']} of {player}"] for side in (first, second)]
    _tell_both(game, "701.12a", "{one} and {other} are exchanged", *names)
    moves = [
        Move(object=card, to=side["zone"], position="bottom", by=ctx.controller)
        for cards, side in zip(contents, (second, first), strict=True)
        for card in cards
    ]
    if moves:
        propose(game, *moves)
    return True


@rule("701.12f", usual=("never",))
def even_if_empty(_game: Game, _contents: list[list[GameObject]]) -> bool:
    """Two whole zones are exchanged even if one of them is empty."""
    return True


def _cards(game: Game, first: Json, second: Json, ctx: Context) -> bool:
    sides = [_side(game, side, ctx) for side in (first, second)]
    if any(cards is None for cards in sides):
        return complete(game, False)
    one, other = (cards or [] for cards in sides)
    game_cards = [*one, *other]
    if not complete(game, bool(game_cards) and one_owner(game, game_cards, ctx)):
        return False
    if "card" in first and not complete(game, len(one) == len(other) == 1 and _swap_possible(game, one[0], other[0])):
        return False
    zones = [
        cards[0].zone if cards else _zone_named(side) for cards, side in zip((one, other), (first, second), strict=True)
    ]
    _tell_both(game, "701.12d", "{one} and {other} are exchanged", one, other)
    attached = next((card.attached_to for card in game_cards if card.attached_to is not None), None)
    moves = []
    for cards, to in ((one, zones[1]), (other, zones[0])):
        for card in cards:
            host = attached if to == "battlefield" and takes_its_place(game) else None
            moves.append(Move(object=card, to=str(to), attached_to=host, under=ctx.controller, by=ctx.controller))
    propose(game, *moves)
    return True


def _side(game: Game, side: Json, ctx: Context) -> list[GameObject] | None:
    if "cards" in side:
        return references.objects(game, side["cards"], ctx)
    if isinstance(side["card"], Mapping):
        found = references.objects(game, side["card"], ctx)
        about = ctx.source.word if ctx.source is not None else None
        return game.choose(ctx.controller, "object", found, about) if found else None
    obj = references.the_object(game, side["card"], ctx)
    return None if obj is None or obj.gone else [obj]


def _zone_named(side: Json) -> str:
    """Return the zone that a side with no cards in it names."""
    told = side.get("cards")
    return str(told["in"]) if isinstance(told, Mapping) and "in" in told else "battlefield"


@rule("701.12d")
def one_owner(_game: Game, cards: list[GameObject], _ctx: Context) -> bool:
    """Cards in different zones can be exchanged only if one player owns them all."""
    return len({card.owner for card in cards}) == 1


@rule("701.12e", usual=("never",))
def takes_its_place(_game: Game) -> bool:
    """If one of the cards was attached to an object, the other becomes attached to that object."""
    return True


def _swap_possible(game: Game, one: GameObject, other: GameObject) -> bool:
    """Say whether the card that would come onto the battlefield can be attached where the other was."""
    from reference_engine.mtg.combat import attachable

    here, there = (one, other) if one.zone == "battlefield" else (other, one)
    if here.zone != "battlefield" or here.attached_to is None or here.controller is not here.owner:
        return here.zone == "battlefield" and here.attached_to is None
    return attachable(game, there, here.attached_to)


__all__ = ["Attach", "carry_out"]
