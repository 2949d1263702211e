"""The verbs of instructions, and what many of them need: whom they are about, how many, under which name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.mtg import references
from reference_engine.mtg.amounts import amount, not_too_many
from reference_engine.mtg.context import Context
from reference_engine.mtg.entering import may_be_moved
from reference_engine.mtg.events import Event, Move
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Handler = Callable[["Game", dict[str, Any], Context], None]
OnEach = Callable[["Game", GameObject, Context], None]
VERBS: dict[str, Handler] = {}
_SPAN = re.compile(r"(?:up|(\d+)) to (\d+)")


def verb(word: str) -> Callable[[Handler], Handler]:
    """Mark a function as the handler of a verb."""

    def add(handler: Handler) -> Handler:
        VERBS[word] = handler
        return handler

    return add


def verb_on_each(word: str) -> Callable[[OnEach], OnEach]:
    """Mark a function as what a verb does to each of the objects that it is about, one after the other."""

    def add(done: OnEach) -> OnEach:
        @verb(word)
        def handler(game: Game, spec: dict[str, Any], ctx: Context) -> None:
            for obj in objects_of(game, spec[word], ctx):
                done(game, obj, ctx)

        return done

    return add


def players_of(game: Game, spec: dict[str, Any], ctx: Context) -> list[Player]:
    """Return the players that an instruction is addressed to; "you" unless it says otherwise."""
    who = spec.get("player", "you")
    return [ctx.controller] if who == "you" else references.players(game, who, ctx)


def number_of(game: Game, spec: dict[str, Any], ctx: Context) -> int:
    """Return how many an instruction speaks of."""
    return not_too_many(amount(game, spec.get("number", 1), ctx))


def present(ctx: Context, obj: GameObject) -> GameObject | None:
    """
    Return the object as it is now: itself, or what it became in the event that the ability speaks of (400.7e).

    None if it has gone elsewhere.
    """
    event = ctx.event
    if isinstance(event, Move) and event.arriving is obj and obj.entered_turn == 0:
        return None if event.object.gone else event.object  # what would enter is still where it was
    if not obj.gone:
        return obj
    became = obj.became
    if event is not None and getattr(event, "object", None) is obj and became is not None and not became.gone:
        return became
    return None


def objects_of(game: Game, spec: Any, ctx: Context) -> list[GameObject]:
    """Return the objects that an instruction is about and that are still there."""
    found = []
    for obj in references.objects(game, spec, ctx):
        now = present(ctx, obj)
        if now is not None and may_be_moved(game, ctx, now):
            found.append(now)
    return found


def selected(game: Game, spec: dict[str, Any], what: Any, kind: str, player: Player, ctx: Context) -> list[GameObject]:
    """
    Return the objects that an instruction is about, chosen by the player where it tells how many.

    `number: any` is any number, `up to N` at most so many; without a number all that match are meant.
    """
    found = objects_of(game, what, ctx)
    if "number" not in spec:
        return found
    told = spec["number"]
    least, most = bounds(game, told, ctx, len(found))
    if least == most == 1 and found:
        return chosen(game, game.choose(player, kind, found, ctx.about), ctx)
    if told == "up to 1" and found:
        return chosen(game, game.choose(player, kind, found, ctx.about, optional=True), ctx)
    return chosen(game, game.choose(player, kind, found, ctx.about, min(least, len(found)), min(most, len(found))), ctx)


def chosen(game: Game, objects: Sequence[GameObject], ctx: Context) -> list[GameObject]:
    """Note what was chosen to change zones as something enters (614.13b)."""
    if ctx.entering:
        game.entering_moved.update(obj.key for obj in objects)
    return list(objects)


def bounds(game: Game, told: Any, ctx: Context, there: int) -> tuple[int, int]:
    """Return how few and how many may be chosen: `any` or `all` of those there, `up to 2`, `1 to 3`, or a number."""
    if told == "any":
        return 0, there
    if told == "all":
        return there, there
    if isinstance(told, str) and (span := _SPAN.fullmatch(told)):
        return int(span[1] or 0), int(span[2])
    exact = amount(game, told, ctx)
    return exact, exact


def remember(ctx: Context, spec: dict[str, Any], value: Any) -> None:
    """Keep what was done under the name that the instruction gives."""
    if "as" in spec:
        ctx.names[spec["as"]] = value


def results(happened: Sequence[Event]) -> list[GameObject]:
    """Return what moved objects have become."""
    return [event.became for event in happened if isinstance(event, Move) and event.became is not None]
