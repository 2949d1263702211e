"""What a player can choose to do as a spell or ability resolves: nothing that is impossible (608.2d)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import several
from reference_engine.kernel.rules import rule
from reference_engine.mtg.events import (
    Destroy,
    Draw,
    Event,
    GainLife,
    LoseLife,
    Mill,
    PutCounters,
    RemoveCounters,
    Search,
    Tap,
    Untap,
)
from reference_engine.mtg.instructions import verb_of
from reference_engine.mtg.instructions.registry import Spec, objects_of, players_of
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import amount
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import Player
from reference_engine.mtg.permanents.attaching import attachable
from reference_engine.mtg.replacing import cant
from reference_engine.mtg.replacing.no_event import would_not_happen
from reference_engine.mtg.spells import costs

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

_PAID = frozenset({"sacrifice", "discard"})
"""The verbs of what is paid like a cost."""
_NEED_OBJECTS = frozenset({"reveal", "move", "cast", "transform", "phase out"})
"""The verbs of what cannot be done where there is nothing to do it with."""


@rule("608.2d", usual=("always",))
def possible(game: Game, instructions: Any, player: Player, ctx: Context) -> bool:
    """An impossible option cannot be chosen: what is sacrificed or discarded for it is a cost to be paid."""
    steps = several(instructions)
    given = [each["as"] for each in steps if "as" in each]  # what one names for another is not there before it
    parts = [each for each in steps if each[verb_of(each)] not in given and each.get("to") not in given]
    return all(_can_be_done(game, each, player, ctx) for each in parts) and (
        len(steps) != 1 or not nothing_can_happen(game, steps[0], ctx)
    )


@rule("608.2d", usual=("never",))
def nothing_can_happen(game: Game, instruction: Spec, ctx: Context) -> bool:
    """What cannot happen at all cannot be chosen; of several things in order as much is done as can be (609.3)."""
    word = verb_of(instruction)
    return word in _TOLD and all(
        would_not_happen(game, each) or cant.happen(game, each) for each in _TOLD[word](game, instruction, ctx)
    )


def _can_be_done(game: Game, instruction: Spec, player: Player, ctx: Context) -> bool:
    word = verb_of(instruction)
    if word in _PAID:
        what, number = instruction[word], instruction.get("number", 1)
        if isinstance(what, int):  # so many cards, whichever they are
            what, number = {"in": "hand"}, what
        return costs.payable(game, {word: what, "number": number}, player, ctx)
    if word in _SO_MANY:
        number = amount(game, instruction[word], ctx)
        return all(_SO_MANY[word](game, each, number, ctx) for each in players_of(game, instruction, ctx))
    if word == "attach":
        hosts, as_though = references.things(game, instruction["to"], ctx), instruction.get("as though")
        found = objects_of(game, instruction[word], ctx)
        return any(attachable(game, obj, to, as_though) for obj in found for to in hosts)
    return not _needs_objects(instruction, word) or bool(objects_of(game, instruction[word], ctx))


@rule("121.3", usual=("always",))
def can_draw(game: Game, player: Player, number: int, ctx: Context) -> bool:
    """A player who cannot draw, or not that many, cannot choose to (121.2b); an empty library is no hindrance."""
    return not cant.happen(game, ctx.makes(Draw, player=player, number=player.drawn + number))


@rule("701.17b", usual=("always",))
def enough_to_mill(_game: Game, player: Player, number: int, _ctx: Context) -> bool:
    """A player cannot choose to mill more cards than are in the library."""
    return number <= len(player.library)


_SO_MANY: Mapping[str, Callable[[Game, Player, int, Context], bool]] = {"draw": can_draw, "mill": enough_to_mill}
"""Whether a player can choose to draw or mill so many cards."""


def _needs_objects(instruction: Spec, word: str) -> bool:
    told = instruction[word]
    if word == "exile":  # all of a kind can be exiled if there are none
        return isinstance(told, str) or isinstance(instruction.get("number"), int)
    return word in _NEED_OBJECTS or (word == "choose" and isinstance(told, dict))


def _of_players(kind: type[Event], **parts: Any) -> Callable[[Game, Spec, Context], list[Event]]:
    return lambda game, spec, ctx: [ctx.makes(kind, player=each, **parts) for each in players_of(game, spec, ctx)]


def _on_objects(kind: type[Event], word: str) -> Callable[[Game, Spec, Context], list[Event]]:
    return lambda game, spec, ctx: [ctx.makes(kind, object=obj) for obj in objects_of(game, spec[word], ctx)]


def _counters(game: Game, spec: Spec, ctx: Context) -> list[Event]:
    things: list[Any] = [*objects_of(game, spec["on"], ctx), *references.things(game, spec["on"], ctx)]
    return [ctx.makes(PutCounters, to=each, kind=kind, amount=1) for each in things for kind in spec["put counters"]]


def _removals(game: Game, spec: Spec, ctx: Context) -> list[Event]:
    told = spec["remove counters"]
    return [
        ctx.makes(RemoveCounters, to=each, kind=kind, amount=each.counters[kind])
        for each in references.things(game, spec["from"], ctx)
        for kind in each.counters
        if told == "all" or (kind in told and so_many(game, told[kind], each.counters[kind], ctx))
    ]


@rule("118.3", usual=("always",))
def so_many(game: Game, told: Any, there: int, ctx: Context) -> bool:
    """Counters whose removal is a cost have to be there, all of them (118.12)."""
    return there >= (1 if told == "all" else amount(game, told, ctx))


_TOLD: Mapping[str, Callable[[Game, Spec, Context], list[Event]]] = {
    "search": _of_players(Search),
    "gain life": _of_players(GainLife, amount=1),
    "lose life": _of_players(LoseLife, amount=1),
    "mill": _of_players(Mill, amount=1),
    "tap": _on_objects(Tap, "tap"),
    "untap": _on_objects(Untap, "untap"),
    "put counters": _counters,
    "remove counters": _removals,
    "destroy": _on_objects(Destroy, "destroy"),
}
"""What could be done, by the verb; where none of it can happen it is impossible."""
