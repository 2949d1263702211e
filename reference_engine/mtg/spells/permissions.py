"""What a player may cast or play from where (601.3), and how: for which alternative cost, face down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.rules import rule
from reference_engine.mtg import commanders, floating_effects, library
from reference_engine.mtg.ability_index import Entry
from reference_engine.mtg.cards.keywords import TURNS_FACE_UP
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.language import references
from reference_engine.mtg.language.conditions import holds, rule_changes
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.patterns import pattern
from reference_engine.mtg.layers.copiable_values import DISGUISED, FACE_DOWN
from reference_engine.mtg.layers.copying import prototype_values
from reference_engine.mtg.layers.supposing import as_things_are, supposed
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.spells import costs
from reference_engine.mtg.spells.bestowing import as_bestowed
from reference_engine.mtg.spells.halves import as_the_half, halves_of
from reference_engine.mtg.spells.timing import sorcery_speed
from reference_engine.mtg.spells.total_cost import of_spell

if TYPE_CHECKING:
    from reference_engine.mtg.characteristics import Held
    from reference_engine.mtg.game import Game


@dataclass(frozen=True, slots=True)
class Permission:
    """How a card may be cast: for which cost, where that is not its mana cost."""

    cost: Any = None
    paid: tuple[str, ...] = ()
    by: Entry | None = None
    """What allows it, where something does."""
    transformed: bool = False
    """Whether it is cast with its back face up."""
    anywhere: bool = False
    """Whether the cost itself lets the card be cast from the zone that it is in."""


def to_cast(game: Game, obj: GameObject, player: Player, action: Mapping[str, Any]) -> Permission | None:
    """Return how a player may cast a card now, or None if not at all."""
    before, _ = game.look(obj), game.index  # so that nothing is worked out while it is as it would be
    if action.get("face down") and not _face_down_by(game, obj):
        return None
    obj.characteristics = _as_it_would_be_cast(game, obj, action)
    try:
        return _as_it_is(game, obj, player, action)
    finally:
        obj.characteristics = before


def _as_it_would_be_cast(game: Game, obj: GameObject, action: Mapping[str, Any]) -> Characteristics:
    values, costs_too = obj.characteristics, action.get("with", ())
    if action.get("face down"):
        return with_what_applies(game, obj, as_a_face_down_creature(game, obj))
    if "bestow" in costs_too and "bestow" in values.keywords:
        return with_what_applies(game, obj, as_bestowed(game, obj.printed))
    if "prototype" in costs_too and "prototype" in values.keywords:
        return with_what_applies(game, obj, as_prototyped(game, obj.printed))
    halves = halves_of(game, obj)
    cast = [half for half in action.get("modes", ()) if half in halves]
    if len(cast) == 1:
        printed = replace(obj, characteristics=obj.printed)
        return with_what_applies(game, obj, as_the_half(game, printed, cast[0], halves[cast[0]]).characteristics)
    return values


@rule("601.3e", usual=(), mistakes={"alone": lambda _rule, _game, _card, values: values})
def with_what_applies(game: Game, card: GameObject, values: Characteristics) -> Characteristics:
    """A card that is judged as something else is judged as that and as continuous effects make it once it is that."""
    printed, before = card.printed, as_things_are(game)
    card.printed = card.characteristics = values
    found = supposed(game, card, before)
    card.printed = printed
    return found


@rule("718.3a", usual=(), mistakes={"as it is": lambda _rule, _game, values: values})
def as_prototyped(_game: Game, values: Characteristics) -> Characteristics:
    """Whether a spell can be cast prototyped is told by its other mana cost, power and toughness."""
    return prototype_values(values)


def _as_it_is(game: Game, obj: GameObject, player: Player, action: Mapping[str, Any]) -> Permission | None:
    if not castable(game, obj, player) or not (_at_any_time(game, obj, player) or sorcery_speed(game, player)):
        return None
    hidden = bool(action.get("face down"))
    at_hand = obj.zone == "hand" and obj.owner is player
    found = Permission("{3}") if hidden else _alternative(game, obj, player, action)
    if at_hand or commanders.may_cast(game, obj, player):
        return found
    by = _allowing(game, obj, player, "cast", "play")
    if by is None:
        return found if found.anywhere else None
    return _by_permission(game, obj, player, found, by, action)


def _by_permission(
    game: Game, obj: GameObject, player: Player, found: Permission, by: Entry, action: Mapping[str, Any]
) -> Permission | None:
    """Return how a card is cast that something allows to be cast where it is, though the card may do so itself."""
    what = by.ability.data["static"]["allows"]
    if found.anywhere and not set(found.paid).isdisjoint(action.get("with", ())):
        return found
    if "free" in what or "cost" in what:
        return None if action.get("face down") else Permission("nothing" if "free" in what else what["cost"], by=by)
    if not found.anywhere:
        return replace(found, by=by)
    # Both are open to the player (601.2b), who names the cost of the card itself or pays for it what can be paid.
    usual = Permission(by=by)
    return usual if game.look(obj).cost and _payable(game, obj, player, usual) else found


def _payable(game: Game, obj: GameObject, player: Player, how: Permission) -> bool:
    """Say whether all that it costs to cast a card so can be paid, with mana that is for such spells only as well."""
    cost = costs.with_others(of_spell(game, obj, player, how))
    return costs.payable(game, cost, player, Context(obj, player), ("cast", obj))


@rule("702.37c", usual=(), mistakes={"as it is": lambda _rule, _game, card: card.characteristics})
def as_a_face_down_creature(game: Game, card: GameObject) -> Characteristics:
    """What is cast face down is a face-down creature for whatever allows or forbids that, and not what its card is."""
    return face_down_values(game, card) or FACE_DOWN


def face_down_values(game: Game, card: GameObject) -> Characteristics | None:
    """Return what a card is that is cast face down, where that is not a 2/2 creature without abilities."""
    return disguised(game) if "disguise" in _face_down_by(game, card) else None


@rule("702.168a", usual=(), mistakes={"without ward": lambda _rule, _game: FACE_DOWN})
def disguised(_game: Game) -> Characteristics:
    """What is cast face down by disguise is a 2/2 creature with ward {2}."""
    return DISGUISED


def castable(game: Game, obj: GameObject, player: Player) -> bool:
    """Say whether a player can cast something at all: no land can be (305.9)."""
    what = game.look(obj)
    if "Land" in what.types:
        return False
    if "Legendary" in what.supertypes and not what.types.isdisjoint({"Instant", "Sorcery"}):
        return has_a_legend(game, player)
    return True


@rule("205.4e", usual=("always",))
def has_a_legend(game: Game, player: Player) -> bool:
    """A legendary instant or sorcery is cast only by a player who controls a legendary creature or planeswalker."""
    there = [game.look(obj) for obj in game.permanents if obj.controller is player]
    return any("Legendary" in what.supertypes and _LEGENDS & what.types for what in there)


_LEGENDS: Final = frozenset({"Creature", "Planeswalker"})


def _face_down_by(game: Game, obj: GameObject) -> frozenset[str]:
    """Return the keywords by which a card can be cast face down."""
    return game.look(obj).keywords & TURNS_FACE_UP


def _at_any_time(game: Game, obj: GameObject, player: Player) -> bool:
    what = game.look(obj)
    return (
        "Instant" in what.types or "flash" in what.keywords or _allowing(game, obj, player, "at any time") is not None
    )


def _alternative(game: Game, obj: GameObject, player: Player, action: Mapping[str, Any]) -> Permission:
    """Return the cost to pay (118.9), one that the action names or that the zone asks for; of several one to pay."""
    ctx = Context(obj, player)  # "you" is who would cast it (109.5), whoever owns it
    found = [
        Permission(data["cost"], (word,), anywhere="from" in data)
        for held in game.look(obj).abilities
        for part in held.ability.parts
        for word, data in part.data.get("alternative", {}).items()
        if _is_meant(game, obj, player, word, data, action) and holds(game, data.get("if"), ctx)
    ]
    found = [how for how in found if not set(how.paid).isdisjoint(action.get("with", ()))] or found
    if len(found) > 1:
        found = [how for how in found if _payable(game, obj, player, how)]
    return found[0] if found else Permission()


def _is_meant(
    game: Game, obj: GameObject, player: Player, word: str, data: Mapping[str, Any], action: Mapping[str, Any]
) -> bool:
    if "from" in data:
        return bool(obj.zone == data["from"]) and obj.owner is player
    return word in action.get("with", ()) and works_there(game, obj)


@rule("113.6d", usual=(), mistakes={"in a hand alone": lambda _rule, _game, obj: obj.zone == "hand"})
def works_there(_game: Game, _obj: GameObject) -> bool:
    """A card's alternative cost can be paid wherever the card may be cast from, unless it says from where itself."""
    return True


def given_to_be_cast(game: Game, obj: GameObject, how: Permission) -> list[Held]:
    """Return the abilities by which a card is cast and that an effect has given it."""
    return [
        held
        for held in game.look(obj).abilities
        if held.origin == "granted"
        for part in held.ability.parts
        if not part.data.get("alternative", {}).keys().isdisjoint(how.paid)
    ]


def _allowing(game: Game, obj: GameObject, player: Player, *words: str) -> Entry | None:
    """Return what allows a player something with a card where it is."""
    for what, entry in _permissions(game, player):
        for word in words:
            ctx = entry.context.but(names={**entry.context.names, "player": player})
            fits = word in what and pattern(what[word]).matches(game, obj, ctx)
            if fits and ("top of library" not in what or obj is library.at(game, player, 0)):
                return entry
    return None


def _permissions(game: Game, player: Player) -> Iterator[tuple[Mapping[str, Any], Entry]]:
    """Yield what allows something to a player."""
    for entry in rule_changes(game):
        what = entry.ability.data["static"].get("allows")
        if what is not None and references.is_player(game, player, what.get("player", "you"), entry.context):
            yield what, entry


def to_play(game: Game, obj: GameObject, player: Player) -> Permission | None:
    """Return how a player may play a land from where it is, or None if not at all."""
    if obj.zone == "hand" and obj.owner is player:
        return Permission()
    by = _allowing(game, obj, player, "play")
    return None if by is None else Permission(by=by)


def use_up(game: Game, how: Permission) -> None:
    """End an effect that allows something once, and did."""
    if how.by is not None:
        key = how.by.key
        floating_effects.end(game, lambda each: each.key == key and each.uses is not None)


def extra_lands(game: Game, player: Player) -> int:
    """Return how many additional lands a player may play each turn (305.2)."""
    return sum(what["lands"] for what, _entry in _permissions(game, player) if "lands" in what)
