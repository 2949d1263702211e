"""Exchange (701.12): two things are swapped, entirely or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import floating_effects, mistakes, telling
from reference_engine.mtg.cards.abilities import ability
from reference_engine.mtg.events import Event, GainControl, GainLife, LoseLife, Move, Roll
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import base
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import GameObject, Player, Thing
from reference_engine.mtg.permanents.attaching import attachable, hosts
from reference_engine.mtg.replacing import cant
from reference_engine.mtg.replacing.no_event import would_not_happen
from reference_engine.mtg.replacing.replacement import happen, looked_at, propose, settle_together

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Json = Mapping[str, Any]

_EFFECTS = {
    "power": {"static": {"affects": "exchanged", "sets": {"power": "value"}}},
    "toughness": {"static": {"affects": "exchanged", "sets": {"toughness": "value"}}},
    "both": {"static": {"affects": "exchanged", "sets": {"power": "value", "toughness": "second value"}}},
    "text": {"static": {"affects": "exchanged", "sets": {"text": "box"}}},
}
"""The continuous effects that exchanges make, in the words of card data."""


_ALIKE: Final = (
    frozenset({"control of"}),
    frozenset({"base power and toughness of"}),
    frozenset({"text of"}),
    frozenset({"zone"}),
    frozenset({"card", "cards"}),
    frozenset({"life of", "power of", "toughness of", "base power of", "base toughness of", "number"}),
)
"""The words for things of one kind, which alone are exchanged with each other."""


class _NothingOccurs(Exception):  # noqa: N818 - says what comes of it
    """The exchange cannot be completed."""


def carry_out(game: Game, sides: list[Any], ctx: Context, until: Any = None) -> bool:
    """Exchange two things, for as long as `until` says; say whether it was done."""
    first, second = sides
    if not any(words & first.keys() and words & second.keys() for words in _ALIKE):
        raise Unsupported("word", f"an exchange of {sorted(first)} with {sorted(second)}")
    if floating_effects.never_starts(game, until, ctx):
        return False
    try:
        if "control of" in first:
            _control(game, first["control of"], second["control of"], ctx, until)
        elif "base power and toughness of" in first:
            _both(game, first, second, ctx, until)
        elif "text of" in first:
            _text(game, first, second, ctx, until)
        elif "zone" in first:
            _zones(game, first, second, ctx)
        elif "card" in first or "cards" in first:
            _cards(game, first, second, ctx)
        else:
            _values(game, first, second, ctx, until)
    except _NothingOccurs:
        return False
    return True


@rule("701.12a")
def complete(_game: Game, possible: bool) -> bool:
    """If the entire exchange cannot be completed, no part of it occurs."""
    return possible


def _only_if(game: Game, possible: bool) -> None:
    if not complete(game, possible):
        game.run.tell("The exchange cannot be completed, so no part of it occurs", "701.12a")
        raise _NothingOccurs


def _there(game: Game, spec: Any, ctx: Context) -> list[GameObject]:
    """Return the objects whose control can be exchanged: on the battlefield or the stack; none if one is not there."""
    found = references.objects(game, spec, ctx)
    return found if all(not obj.gone and obj.zone in ("battlefield", "stack") for obj in found) else []


def _control(game: Game, first: Any, second: Any, ctx: Context, until: Any) -> None:
    ones, others = _there(game, first, ctx), _there(game, second, ctx)
    _only_if(game, 0 < len(ones) == len(others))
    if not two_controllers(game, ones[0], others[0]):
        game.run.tell("One player controls both, so nothing is exchanged", "701.12b")
        raise _NothingOccurs
    one, other = ones[0].controller, others[0].controller
    both = [*((obj, other) for obj in ones), *((obj, one) for obj in others)]
    _only_if(game, not any(cant.happen(game, GainControl(object=obj, player=player)) for obj, player in both))
    telling.exchanged(game, "701.12b", "control of {one} and control of {other} are exchanged", ones, others)
    floating_effects.give_control(game, floating_effects.Handing(both, ctx, until))


@rule("701.12b")
def two_controllers(game: Game, one: GameObject, other: GameObject) -> bool:
    """Control of two permanents is exchanged only if different players control them."""
    game.look(one)
    return one.controller is not other.controller


# --- numbers ---------------------------------------------------------------------------------------------------------


def _values(game: Game, first: Json, second: Json, ctx: Context, until: Any) -> None:
    ends = [_read(game, side, ctx) for side in (first, second)]
    _only_if(game, None not in ends)
    one, other = (end for end in ends if end is not None)
    become = ((one, other.value), (other, one.value))
    life = [
        each for end, new in become if isinstance(end.thing, Player) for each in life_change(game, end.thing, new, ctx)
    ]
    _only_if(game, all(can_have_life(game, each) for each in life))
    telling.numbers_exchanged(game, one, other)
    changed = looked_at_before(game, life)
    for end, new in become:
        if isinstance(end.thing, GameObject):
            set_value(game, end.thing, end.name, new, until, ctx)
        elif end.thing is None:
            if not isinstance(ctx.event, Roll):
                raise Unsupported("word", "an exchanged number that nobody has rolled")
            ctx.event.result[0] = new
    if changed:
        happen(game, changed)


@rule("614.1", usual=(), mistakes={"afterwards": lambda _rule, _game, life: life})
def looked_at_before(game: Game, life: list[Event]) -> list[Event]:
    """What replaces a gain or loss does so before any of the exchange has happened: each value is as it was."""
    if game.moment.collecting is None:
        return settle_together(game, life)
    return propose(game, *life)


@dataclass(frozen=True, slots=True)
class _End:
    """One of two numbers that are exchanged."""

    thing: GameObject | Player | None
    """Whose power, toughness or life total it is; None for a number alone."""
    value: int
    name: str = ""
    """`power` or `toughness`, where it is an object's."""


def _read(game: Game, side: Json, ctx: Context) -> _End | None:
    """Return a number that is to be exchanged; None where it is not there."""
    (word, told), *_ = side.items()
    if word == "life of":
        player = references.the_player(game, told, ctx)
        return None if player is None or player.left else _End(player, player.life)
    if word == "number":
        return _End(None, ctx.amount)
    obj = references.the_object(game, told, ctx)
    if obj is None or obj.gone or obj.zone != "battlefield" or "Creature" not in game.look(obj).types:
        return None
    name = word.removeprefix("base ").removesuffix(" of")
    return _End(obj, base(game, obj, name) if word.startswith("base") else getattr(game.look(obj), name) or 0, name)


@rule("701.12c")
def can_have_life(game: Game, change: Event) -> bool:
    """A player who cannot gain life gets no higher total, one who cannot lose life no lower one."""
    possible = can_have_more(game, change) if isinstance(change, GainLife) else can_have_less(game, change)
    telling.life_exchanged(game, change, possible)
    return possible


@rule("119.7")
def can_have_more(game: Game, gain: Event) -> bool:
    """A player who cannot gain life makes no exchange that would make the life total higher."""
    return not cant.happen(game, gain)


@rule("119.8")
def can_have_less(game: Game, loss: Event) -> bool:
    """A player who cannot lose life makes no exchange that would make the life total lower."""
    return not cant.happen(game, loss)


@rule("701.12c", usual=("nothing",), mistakes={"set outright": mistakes.set_outright})
def life_change(game: Game, player: Player, new: int, ctx: Context) -> list[Event]:
    """Each player gains or loses the difference; replacement effects and triggers apply to that."""
    return life_becomes(game, player, new, ctx)


@rule("119.5", usual=("nothing",))
def life_becomes(_game: Game, player: Player, new: int, ctx: Context) -> list[Event]:
    """A life total becomes a number as the player gains or loses the difference."""
    more = new - player.life
    if more > 0:
        return [ctx.makes(GainLife, player=player, amount=more)]
    return [ctx.makes(LoseLife, player=player, amount=-more)] if more else []


@rule("701.12g")
def set_value(game: Game, obj: GameObject, name: str, value: int, until: Any, ctx: Context) -> None:
    """A power or toughness is set by a continuous effect, in layer 7b."""
    names = {**ctx.names, "exchanged": obj, "value": value}
    floating_effects.begin(game, ability(_EFFECTS[name]), ctx.but(names=names), until)


def _both(game: Game, first: Json, second: Json, ctx: Context, until: Any) -> None:
    found = [references.the_object(game, side["base power and toughness of"], ctx) for side in (first, second)]
    usable = [obj for obj in found if obj is not None and not obj.gone and "Creature" in game.look(obj).types]
    _only_if(game, len(usable) == 2)  # noqa: PLR2004 - an exchange has two sides
    one, other = usable
    values = [(base(game, obj, "power"), base(game, obj, "toughness")) for obj in usable]
    telling.exchanged(
        game, "701.12g", "the base power and toughness of {one} and {other} are exchanged", [one], [other]
    )
    for obj, (power, toughness) in ((one, values[1]), (other, values[0])):
        names = {**ctx.names, "exchanged": obj, "value": power, "second value": toughness}
        floating_effects.begin(game, ability(_EFFECTS["both"]), ctx.but(names=names), until)


# --- text, zones, cards ----------------------------------------------------------------------------------------------


def _text(game: Game, first: Json, second: Json, ctx: Context, until: Any) -> None:
    found = [references.the_object(game, side["text of"], ctx) for side in (first, second)]
    usable = [obj for obj in found if obj is not None and not obj.gone]
    _only_if(game, len(usable) == 2)  # noqa: PLR2004 - an exchange has two sides
    game.note_on_the_way()
    telling.exchanged(game, "701.12h", "the text boxes of {one} and {other} are exchanged", usable[:1], usable[1:])
    one, other = (tuple(held for held in obj.text_box if held.origin == "text") for obj in usable)
    exchange_text(game, usable[0], other, until, ctx)
    exchange_text(game, usable[1], one, until, ctx)


@rule("701.12h")
def exchange_text(game: Game, obj: GameObject, box: Any, until: Any, ctx: Context) -> None:
    """Text boxes are exchanged by a text-changing effect: each has the rules text that the other had."""
    names = {**ctx.names, "exchanged": obj, "box": box}
    floating_effects.begin(game, ability(_EFFECTS["text"]), ctx.but(names=names), until)


def _zones(game: Game, first: Json, second: Json, ctx: Context) -> None:
    player = references.the_player(game, first["of"], ctx)
    _only_if(game, player is not None)
    zones = first["zone"], second["zone"]
    one, other = whole_zones(game, [list(getattr(player, zone)) for zone in zones])
    moves = [
        ctx.makes(Move, object=card, to=to) for cards, to in ((one, zones[1]), (other, zones[0])) for card in cards
    ]
    _only_if(game, not any(cant.happen(game, move) for move in moves))
    names = [[f"the {zone} of {player}"] for zone in zones]
    telling.exchanged(game, "701.12a", "{one} and {other} are exchanged", *names)
    propose(game, *moves)


@rule(
    "701.12f",
    usual=("reversed",),
    mistakes={"not if one is empty": lambda _rule, _game, zones: zones if all(zones) else [[], []]},
)
def whole_zones(_game: Game, contents: list[list[GameObject]]) -> list[list[GameObject]]:
    """Two whole zones are exchanged even if one of them is empty."""
    return contents


def _cards(game: Game, first: Json, second: Json, ctx: Context) -> None:
    one, other = (_side(game, side, ctx) for side in (first, second))
    cards = [*one, *other]
    _only_if(game, bool(cards) and one_owner(game, cards))
    attached = next((card.attached_to for card in cards if card.attached_to is not None), None)
    if "card" in first:
        _only_if(game, len(one) == len(other) == 1 and _can_take_its_place(game, cards, attached))
    zones = [
        side[0].zone if side else told["cards"].get("in", "battlefield")
        for side, told in ((one, first), (other, second))
    ]
    host = takes_its_place(game, attached)
    moves = [
        ctx.makes(Move, object=card, to=to, attached_to=host, under=ctx.controller)
        for side, to in ((one, zones[1]), (other, zones[0]))
        for card in side
    ]
    _only_if(game, all(_can_go_there(game, move) for move in moves))
    telling.exchanged(game, "701.12d", "{one} and {other} are exchanged", one, other)
    propose(game, *moves)


def _can_go_there(game: Game, move: Move) -> bool:
    """Say whether a card does not just stay in its zone where it would be put into the other."""
    would = looked_at(game, move)
    if would_not_happen(game, would) or cant.happen(game, would):
        return False
    new = would.arriving if isinstance(would, Move) else None
    return new is None or move.attached_to is not None or has_something_to_enchant(game, new)


@rule("303.4g", usual=("always",))
def has_something_to_enchant(game: Game, new: GameObject) -> bool:
    """An Aura that would enter with nothing to enchant stays in its zone, and so can't be exchanged."""
    return "Aura" not in new.characteristics.subtypes or bool(hosts(game, new))


def _side(game: Game, side: Json, ctx: Context) -> list[GameObject]:
    """Return the cards on one side of an exchange; where one of several is wanted, it is chosen."""
    found = [obj for obj in references.objects(game, side.get("cards", side.get("card")), ctx) if not obj.gone]
    if "cards" in side:
        return found
    _only_if(game, bool(found))
    if not isinstance(side["card"], dict):
        return found
    return game.choose(ctx.controller, "object", found, ctx.about)


@rule("701.12d")
def one_owner(_game: Game, cards: list[GameObject]) -> bool:
    """Cards in different zones can be exchanged only if one player owns them all."""
    return len({card.owner for card in cards}) == 1


@rule("701.12e", usual=(), mistakes={"unattached": lambda _rule, _game, _attached: None})
def takes_its_place(_game: Game, attached: Thing | None) -> Thing | None:
    """If one of the cards was attached to an object, the other becomes attached to that object."""
    return attached


def _can_take_its_place(game: Game, cards: list[GameObject], attached: Thing | None) -> bool:
    """Say whether the card that would come onto the battlefield can be attached where the other was."""
    return attached is None or all(card.attached_to is attached or attachable(game, card, attached) for card in cards)
