"""The verbs of instructions, and what many of them need: whom they are about, how many, under which name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.events import Counter, Destroy, Discard, Draw, Event, Move, Sacrifice
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import amount, none_if_negative, not_too_many, span
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import GameObject, Player, Thing
from reference_engine.mtg.replacing.entering import may_be_moved

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Spec = dict[str, Any]
Handler = Callable[["Game", Spec, Context], None]
ByNumber = Callable[["Game", Spec, Context, int, list[Player]], None]
ByPlayer = Callable[["Game", Spec, Context, Player], None]
OfPlayers = Callable[["Game", Context, list[Player]], None]
VERBS: dict[str, Handler] = {}


def verb(word: str) -> Callable[[Handler], Handler]:
    """Mark a function as the handler of a verb."""

    def add(handler: Handler) -> Handler:
        VERBS[word] = handler
        return handler

    return add


def verb_by_number(word: str) -> Callable[[ByNumber], ByNumber]:
    """Mark a function as the handler of a verb whose value is a number; it gets that, and the players told to."""

    def add(handler: ByNumber) -> ByNumber:
        @verb(word)
        def carried_out(game: Game, spec: Spec, ctx: Context) -> None:
            handler(game, spec, ctx, amount(game, spec[word], ctx), players_of(game, spec, ctx))

        return handler

    return add


def verb_by_player(word: str) -> Callable[[ByPlayer], ByPlayer]:
    """Mark a function as the handler of a verb that each of the players told to carries out, one after the other."""

    def add(handler: ByPlayer) -> ByPlayer:
        @verb(word)
        def carried_out(game: Game, spec: Spec, ctx: Context) -> None:
            players = players_of(game, spec, ctx)
            if len(players) == 1:
                handler(game, spec, ctx, players[0])
                return
            known: dict[str, list[Any]] = defaultdict(list)
            for player in players:
                before = dict(ctx.names)
                handler(game, spec, ctx, player)
                for name in names_given(spec, before, ctx.names):
                    known[name].append(ctx.names[name])
            ctx.names.update({name: of_all(values) for name, values in known.items() if values[1:]})

        return handler

    return add


def names_given(spec: Spec, before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return the names that an instruction itself has given, even to what had them, and those given within it."""
    own = [spec[word] for word in ("as", "rest") if word in spec]
    return [name for name, value in now.items() if name in own or before.get(name) is not value]


def of_all(values: Sequence[Any]) -> Any:
    """Return what was done several times under one name: whether it was any time, or all that was taken."""
    if all(isinstance(each, bool) for each in values):
        return any(values)
    lists = all(isinstance(each, list) for each in values)
    return [thing for each in values for thing in each] if lists else values[-1]


def verb_of_players(word: str) -> Callable[[OfPlayers], OfPlayers]:
    """Mark a function as the handler of a verb whose value is the players whom it is about."""

    def add(handler: OfPlayers) -> OfPlayers:
        @verb(word)
        def carried_out(game: Game, spec: Spec, ctx: Context) -> None:
            handler(game, ctx, references.players(game, spec[word], ctx))

        return handler

    return add


def players_of(game: Game, spec: Spec, ctx: Context) -> list[Player]:
    """Return the players that an instruction is addressed to; "you" unless it says otherwise."""
    return references.players(game, spec.get("player", "you"), ctx)


def takes_from(spec: Spec, word: str, players: Sequence[Player], player: Player, whose: Player) -> bool:
    """
    Say whether one of the players told to do something does it with what is somebody's.

    Each does it with their own; but where it is told whose it is, and that is none of them, it is that.
    """
    told = spec[word]
    elsewhere = isinstance(told, dict) and not told.keys().isdisjoint(("owner", "controller")) and whose not in players
    return "player" not in spec or whose is player or elsewhere


def number_of(game: Game, spec: Spec, ctx: Context) -> int:
    """Return how many an instruction speaks of."""
    return not_too_many(none_if_negative(game, amount(game, spec.get("number", 1), ctx)))


def present(game: Game, ctx: Context, obj: GameObject) -> GameObject | None:
    """
    Return the object as it is now: itself, or what it became in the event that the ability speaks of (400.7e).

    None if it has gone elsewhere.
    """
    event = ctx.event
    if isinstance(event, Move) and event.arriving is obj and obj.entered_turn == 0:
        return event.object  # what would enter is still where it was
    if not obj.gone:
        return obj
    became = obj.became
    if became is None:
        return None
    if became.zone in references.HIDDEN and is_hidden(game, became):
        return None
    about = getattr(event, "object", None) if moves_its_object(game, event) else None
    found = about is obj or (obj.attached_to is about is not None and finds_its_aura(game, event, obj))
    if became.gone:
        return after_madness(game, became) if found else None
    if not found and obj in ctx.casting.given_up:
        return found_where_the_cost_put_it(game, became)
    return became if found else None


_MOVES_ITS_OBJECT: Any = Counter | Destroy | Discard | Draw | Move | Sacrifice


@rule("400.7e", usual=(), mistakes={"whatever it is about": lambda _rule, _game, event: hasattr(event, "object")})
def moves_its_object(_game: Game, event: Any) -> bool:
    """Only an ability that triggers on an object changing zones finds what that has become (603.6)."""
    return isinstance(event, _MOVES_ITS_OBJECT)


@rule("400.7e", usual=("never",))
def is_hidden(_game: Game, _became: GameObject) -> bool:
    """An ability does not find what its event has moved to a hidden zone."""
    return True


@rule("400.7j")
def found_where_the_cost_put_it(_game: Game, became: GameObject) -> GameObject | None:
    """The effects of a spell or ability find what its cost has moved to a public zone."""
    return became


@rule("400.7k")
def after_madness(_game: Game, exiled: GameObject) -> GameObject | None:
    """What was exiled by madness as it was discarded and was not cast is found where it was put then."""
    later = exiled.became
    by_madness = exiled.zone == "exile" and "madness" in exiled.characteristics.keywords
    return later if by_madness and later is not None and later.zone != "stack" and not later.gone else None


@rule("400.7f", usual=("never",))
def finds_its_aura(game: Game, event: Event | None, obj: GameObject) -> bool:
    """What triggers on the enchanted permanent leaving the battlefield finds the Aura in its owner's graveyard."""
    there = obj.became is not None and obj.became.zone == "graveyard"
    return isinstance(event, Move) and there and was_an_aura(game, obj)


@rule("400.7f", usual=("always",))
def was_an_aura(_game: Game, obj: GameObject) -> bool:
    """Nothing else that was attached to the permanent is found."""
    return "Aura" in obj.characteristics.subtypes


def objects_of(game: Game, spec: Any, ctx: Context) -> list[GameObject]:
    """Return the objects that an instruction is about and that are still there."""
    found = []
    for obj in references.objects(game, spec, ctx):
        now = present(game, ctx, obj)
        if now is not None and may_be_moved(game, ctx, now):
            found.append(now)
    return found


def selected(game: Game, spec: Spec, what: Any, kind: str, player: Player, ctx: Context) -> list[GameObject]:
    """Return the objects that an instruction is about: all that match, or as many as it tells, as the player takes."""
    found = objects_of(game, what, ctx)
    return taken(game, found, spec["number"], kind, player, ctx) if "number" in spec else found


def taken(game: Game, found: list[GameObject], told: Any, kind: str, player: Player, ctx: Context) -> list[GameObject]:
    """Return what a player takes of what was found: `any` number of it, `up to 2`, `1 to 3`, or a number."""
    least, most = span(game, told, ctx, len(found))
    if found and (least == most == 1 or told == "up to 1"):
        return chosen(game, game.choose(player, kind, found, ctx.about, optional=not least), ctx)
    return chosen(game, game.choose(player, kind, found, ctx.about, min(least, len(found)), min(most, len(found))), ctx)


def chosen(game: Game, objects: Sequence[GameObject], ctx: Context) -> list[GameObject]:
    """Note what was chosen to change zones as something enters (614.13b)."""
    if ctx.entering:
        game.moment.chosen_to_move.update(obj.key for obj in objects)
    return list(objects)


def remember(ctx: Context, spec: Spec, value: Any) -> None:
    """Keep what was done under the name that the instruction gives."""
    if "as" in spec:
        ctx.names[spec["as"]] = value


def attacked(game: Game, spec: Spec, ctx: Context) -> Thing | bool:
    """Return what something is put onto the battlefield attacking: something told, what is chosen (True) or nothing."""
    told = spec.get("attacking", False)
    if isinstance(told, bool):
        return told
    found = references.things(game, told, ctx)
    return found[0] if found else False


def results(happened: Sequence[Event]) -> list[GameObject]:
    """Return what all that has moved has become, tokens that have entered among it."""
    return [event.became for event in happened if isinstance(event, Move) and event.became is not None]


def moved(happened: Sequence[Event], told: Sequence[GameObject]) -> list[GameObject]:
    """Return what the objects that were to move have become, and not what was moved or made besides or instead."""
    return results([event for event in happened if isinstance(event, Move) and event.object in told])
