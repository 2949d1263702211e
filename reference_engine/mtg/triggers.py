"""Triggered abilities (603): which trigger on what has happened, and how they come onto the stack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.rules import rule
from reference_engine.mtg.abilities import Ability
from reference_engine.mtg.conditions import holds
from reference_engine.mtg.context import Context
from reference_engine.mtg.events import Event, Move
from reference_engine.mtg.index import Entry, Index
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

LOOKING_BACK: Final = frozenset({"leaves", "dies", "sacrifice"})
"""Events whose triggers look back to the moment before (603.10a)."""


def notice(game: Game, happened: Iterable[Event], before: Index) -> None:
    """Let abilities trigger on what has happened (603.2)."""
    after: Index | None = None
    if game.run.plain and not (before.triggered or game.delayed or game.index.triggered):
        return
    for event in happened:
        for name in event.names:
            if name in LOOKING_BACK and looks_back(game):
                waiting = before.triggered.get(name, ())
            else:
                after = after or game.index
                waiting = after.triggered.get(name, ())
                if name in ("move", "exile", "discard"):
                    waiting = [*waiting, *(each for each in before.triggered.get(name, ()) if each.source.gone)]
            for entry in waiting:
                if _fires(game, entry, event, name):
                    trigger(game, entry.ability, entry.context.at(event), entry.source)
        if game.delayed:
            _delayed(game, event)


@rule("603.10a", usual=("never",))
def looks_back(_game: Game) -> bool:
    """Abilities that trigger on leaving the battlefield look back to the moment before it."""
    return True


@rule("603.2")
def _fires(game: Game, entry: Entry, event: Event, name: str) -> bool:
    """An ability triggers if its trigger event is what has happened."""
    ctx = entry.context.at(event)
    if isinstance(event, Move) and name in ("move", "exile") and event.origin != "battlefield" and event.became:
        event = event.but(object=event.became) if event.to != "battlefield" else event
    return any(
        name in pattern.names and pattern.names.intersection(event.names) and pattern.fits(game, event, ctx)
        for pattern in entry.ability.events
        if name == _first_name(pattern.names, event.names)
    ) and intervening_if(game, entry.ability, ctx)


def _first_name(wanted: frozenset[str], names: tuple[str, ...]) -> str:
    """Return the one name under which a pattern meets an event: an ability triggers once for it (603.2c)."""
    return min(wanted.intersection(names), default="")


@rule("603.4")
def intervening_if(game: Game, ability: Ability, ctx: Context) -> bool:
    """An intervening "if" has to be true for the ability to trigger, and again as it resolves."""
    return holds(game, ability.data.get("if"), ctx)


def trigger(
    game: Game, ability: Ability, ctx: Context, source: GameObject | None, controller: Player | None = None
) -> None:
    """Let an ability trigger: it waits to be put on the stack."""
    from reference_engine.mtg.game import Waiting

    player = controller or ctx.controller
    if player.left:
        return
    ctx = ctx.but(you=player)
    times = 1 + _additional(game, source, ctx)
    for _ in range(times):
        game.waiting.append(Waiting(ability, ctx, player, source))
    if source is not None:
        game.triggered[source.word] = game.triggered.get(source.word, 0) + times
        game.run.tell("An ability of {source} triggers", "603.2", source=source)


@rule("603.2d", usual=("none",))
def _additional(game: Game, source: GameObject | None, ctx: Context) -> int:
    """A triggered ability triggers additional times where another ability says so."""
    extra = 0
    for entry in game.index.ruling:
        what = entry.ability.data["static"].get("triggers")
        if what is None or source is None or not entry.ability.affects:
            continue
        from reference_engine.mtg.event_patterns import event_pattern

        at = entry.context
        fits = "on" not in what or (ctx.event is not None and event_pattern(what["on"]).matches(game, ctx.event, at))
        if fits and entry.ability.affects.matches(game, source, at):
            extra += what.get("additional", 1)
    return extra


@rule("603.7")
def _delayed(game: Game, event: Event) -> None:
    """A delayed triggered ability waits for its event to happen later."""
    for floating in list(game.delayed):
        ability: Any = floating.ability
        ctx = floating.context.at(event)
        if any(each.matches(game, event, ctx) for each in ability.events) and intervening_if(game, ability, ctx):
            if floating.once_triggered:
                no_more(game, floating)
            trigger(game, ability, ctx, floating.context.source, floating.context.controller)


@rule("603.7b")
def no_more(game: Game, floating: Any) -> None:
    """A delayed triggered ability without a duration triggers once only."""
    game.delayed.remove(floating)


def state_triggers(game: Game) -> None:
    """Let abilities trigger on a state of the game, unless they wait or are on the stack already (603.8)."""
    for entry in game.index.triggered.get("state", ()):
        if state_is_met(game, entry):
            trigger(game, entry.ability, entry.context, entry.source)


@rule("603.8", usual=("never",))
def state_is_met(game: Game, entry: Entry) -> bool:
    """An ability triggers as soon as its state of the game is there, unless it has and is still to resolve."""
    there: list[Any] = [*game.waiting, *game.stack]
    if any(each.ability is entry.ability and each.source is entry.source for each in there):
        return False
    return any(holds(game, each.data["state"], entry.context) for each in entry.ability.events if "state" in each.data)


def put_on_stack(game: Game) -> None:
    """Put the abilities that wait on the stack, in turn order of controllers (603.3b)."""
    from reference_engine.mtg.stack import put_ability

    waiting, game.waiting = game.waiting, []
    for player in turn_order(game):
        own = [each for each in waiting if each.controller is player]
        for each in _ordered(game, player, own):
            put_ability(game, each)


@rule("603.3b", usual=("reversed",))
def turn_order(game: Game) -> list[Player]:
    """Each player puts their triggered abilities on the stack, the active player first."""
    return game.in_turn_order()


def _ordered(game: Game, player: Player, own: list[Any]) -> Iterator[Any]:
    """Return a player's triggered abilities in the order of their choice."""
    if len(own) > 1 and not _alike(own):
        words = [each.source.word if each.source else each.ability.label for each in own]
        taken = game.ask(player, "order", words, None, len(own), len(own), ordered=True)
        left = list(zip(words, own, strict=True))
        for word in taken:
            place = next(place for place, (each, _) in enumerate(left) if each == word)
            yield left.pop(place)[1]
        return
    yield from own


def _alike(own: list[Any]) -> bool:
    """Say whether abilities are equal and without targets or events that tell them apart."""
    first = own[0].ability
    return all(each.ability.data == first.data for each in own) and (
        not _speaks_of_event(first.data.get("do")) and not first.about_itself and "targets" not in first.data
    )


def _speaks_of_event(data: Any) -> bool:
    if isinstance(data, str):
        return data in ("it", "source", "player", "recipient", "amount")
    if isinstance(data, dict):
        return any(_speaks_of_event(value) for value in data.values())
    return isinstance(data, list) and any(_speaks_of_event(each) for each in data)
