"""Continuous effects of resolved spells and abilities: how they begin (611.2) and how they end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import mistakes
from reference_engine.mtg.cards.abilities import Ability, Prevention, Replacement, Static, Triggered, ability
from reference_engine.mtg.events import Begin, Event
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import for_size
from reference_engine.mtg.language.conditions import holds
from reference_engine.mtg.language.context import Context, independent
from reference_engine.mtg.language.event_patterns import EventPattern, event_pattern
from reference_engine.mtg.layers.parts import amounts, others
from reference_engine.mtg.objects import Copying, GameObject, Player, Thing

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


Numbers = dict[tuple[GameObject, tuple[str, str]], int]
Denied = dict[GameObject, frozenset[str]]


class ShieldPart(NamedTuple):
    """A part of a shield that is meant for some damage."""

    amount: int
    event: Event
    """The damage, as it was when that was said."""


@dataclass(slots=True, eq=False)
class Floating:
    """An effect that a spell or ability has made and that lasts by itself (611.2, 614.3)."""

    ability: Ability
    context: Context
    timestamp: int
    key: Any
    expired: Callable[[], bool] | None = None
    """A function that tells whether its duration is over; None if it lasts indefinitely."""
    until: str | None = None
    """The word of its duration, where that ends with a step or turn."""
    uses: int | None = None
    """How often it can still apply."""
    shield: int | None = None
    """How much damage it can still prevent (615.7)."""
    locked: list[GameObject] | None = None
    """The objects that it affects, settled when it began (611.2c)."""
    numbers: Numbers = field(default_factory=dict)
    """To what it sets the power and toughness of each of them, or by how much it raises them (611.2d)."""
    denied: Denied = field(default_factory=dict)
    """The keyword abilities that it gives some of them none of, as these could not have them when it began (113.11)."""
    once_triggered: bool = False
    """For a delayed trigger: it triggers once only."""
    parts: dict[tuple[GameObject, Thing], ShieldPart] = field(default_factory=dict)
    """What its player has said of a shield: which part of it is for the damage by a source to somebody."""
    copy: tuple[GameObject, Copying] | None = None
    """The copy effect that lasts as long, with the object that it is on."""
    ends: EventPattern | None = None
    """The event that ends it, where one does."""
    used_on: Any = None
    """The damage that it was last used on: when, and by what source."""


_UNTIL = frozenset({"end of turn", "end of combat", "your next turn", "your next upkeep"})
_IN_A_TURN = frozenset({"your next turn", "your next upkeep"})
"""Those that end with or in a player's next turn."""
_FOLLOWED = frozenset({"object", "power of", "toughness of", "mana value of", "counters on"})
"""The words of conditions under which there is an object that has to be there."""
_ALTERNATIVES = frozenset({"any", "any of", "without", "for any", "exists", "none"})
_LASTS = ability({"static": {"affects": "copied"}})
"""The ability of an effect that only says how long a copy effect lasts."""
_CONTROL = ability({"static": {"affects": "taken", "control": "taker"}})
"""The ability of an effect that gives a player control of an object."""


def begin(
    game: Game,
    ability: Ability,
    ctx: Context,
    until: Any = None,
    uses: int | None = None,
    shield: int | None = None,
    locked: list[GameObject] | None = None,
    timestamp: int | None = None,
    settled: bool = True,
    started: bool = False,
) -> Floating | None:
    """
    Begin a continuous effect. Returns None where its duration is over before it starts (611.2b).

    With `started` it is known that it is not.
    """
    if isinstance(ability, Static) and ("1" in ability.layers or others(ability.data)):
        raise Unsupported("word", "a copy, or others' abilities, by an effect that no static ability has")
    # what is named later, or chosen for what its source becomes, is not about this effect
    ctx = ctx.but(you=ctx.controller, names=dict(ctx.names), text=independent(game, ctx))
    ends = event_pattern(until) if isinstance(until, dict) and "event" in until else None
    word, expired = duration(game, None if ends else until, ctx)
    if expired is not None and not started and expired():
        return None
    if isinstance(ability, Static) and ability.layers and locked is None and settled:
        locked = settled_objects(game, ability, ctx)
    floating = Floating(
        ability,
        ctx,
        begun(game, ctx) if timestamp is None else timestamp,
        game.key(),
        expired,
        word,
        uses,
        shield,
        locked,
        ends=ends,
    )
    if locked:
        floating.numbers = determined_once(game, ability, ctx, locked)
        if isinstance(ability, Static) and "6" in ability.layers:
            floating.denied = denied(game, locked)
    if isinstance(ability, Triggered):
        ctx.transformed = transformed_by_then(game, ctx)
        game.delayed.append(floating)
    else:
        game.floating.append(floating)
    _note(game, ability)
    return floating


@rule("701.27f", usual=(), mistakes={"as it triggers": lambda _rule, _game, _ctx: None})
def transformed_by_then(_game: Game, ctx: Context) -> int | None:
    """A delayed ability transforms its own permanent only if that has not transformed since the ability was made."""
    return None if ctx.source is None else ctx.source.transformed


class Handing(NamedTuple):
    """Which players an effect gives control of which objects, and for as long as what."""

    changes: Sequence[tuple[GameObject, Player]]
    context: Context
    until: Any


def give_control(game: Game, *handings: Handing) -> None:
    """Give players control of objects, all at one time (613.1b)."""
    begun = [each for each in handings if each.changes and not never_starts(game, each.until, each.context)]
    for changes, ctx, until in begun:
        for obj, player in changes:
            names = {**ctx.names, "taken": obj, "taker": player}  # what was named before may tell how long it lasts
            begin(game, _CONTROL, ctx.but(names=names), until, started=True)
    if begun:
        game.look(begun[0].changes[0][0])


def never_starts(game: Game, until: Any, ctx: Context) -> bool:
    """Say whether it would be over before it starts to last that long (611.2b)."""
    if isinstance(until, dict) and "event" in until:
        return False
    _, expired = duration(game, until, ctx.but(you=ctx.controller))
    return expired is not None and expired()


def goes_on(game: Game, ability: Static, ctx: Context, timestamp: int) -> None:
    """Let the effect of a static ability that says so go on when its permanent leaves, where others end (611.3b)."""
    begin(game, ability, ctx, until=ability.data["continues"], timestamp=timestamp, settled=False)


def begin_copying(game: Game, obj: GameObject, copy: Copying, until: Any, ctx: Context) -> bool:
    """Begin a copy effect on an object (707.4); say whether it has begun (611.2b)."""
    if until is not None:
        floating = begin(game, _LASTS, ctx.but(names={**ctx.names, "copied": obj}), until)
        if floating is None:
            return False
        floating.copy = obj, copy
    obj.copying.append(copy)
    obj.entries = None  # it has its abilities anew, even where they are worded as before
    game.renew()
    return True


def _note(game: Game, ability: Ability) -> None:
    """Note what can change as an effect begins or ends."""
    if isinstance(ability, Static) and ability.layers:
        game.renew()
    elif isinstance(ability, Static):
        game.layered.index = None
    game.unchecked.news = True


@rule("613.7b", usual=(), mistakes={"the source's": mistakes.of_its_source})
def begun(game: Game, _ctx: Context) -> int:
    """An effect of a spell or ability that resolves dates from when it is created."""
    return game.time()


@rule("611.2c", usual=("nothing",))
def settled_objects(game: Game, ability: Static, ctx: Context) -> list[GameObject]:
    """The objects whose characteristics or controller an effect changes are settled when it begins."""
    return list(ability.affects.find(game, ctx))


@rule("611.2d", mistakes={"as things stand": lambda _rule, _game, _ability, _ctx, _objects: {}})
def determined_once(game: Game, ability: Ability, ctx: Context, objects: list[GameObject]) -> Numbers:
    """What the effect of a spell or ability counts or looks up is determined only once, as that resolves."""
    told = amounts(ability.data)
    return {
        (obj, part): for_size(game, part[0], spec, ctx.but(affected=obj))
        for part, spec in told.items()
        if not isinstance(spec, int)
        for obj in objects
    }


@rule("113.11", usual=(), mistakes={"only meanwhile": lambda _rule, _game, _objects: {}})
def denied(game: Game, objects: list[GameObject]) -> Denied:
    """What can't have an ability as an effect of a spell or ability begins is not given it by that, even afterwards."""
    return {obj: barred for obj in objects if (barred := game.look(obj).barred)}


def duration(game: Game, until: Any, ctx: Context) -> tuple[str | None, Callable[[], bool] | None]:
    """Read a duration: a word that ends it with a step or turn, or a test of whether it is over."""
    if until is None:
        return None, None
    if isinstance(until, str):
        if until not in _UNTIL:
            raise Unsupported("word", f"until {until!r}")
        return until, None
    followed = set(_followed(until["while"]))
    return None, lambda: not (still_there(game, followed, ctx) and holds(game, until["while"], ctx))


def _followed(condition: Mapping[str, Any]) -> Iterator[str]:
    """Yield the words for objects of which a condition says something; of alternatives one alone may be true."""
    for word, value in condition.items():
        if word in _FOLLOWED and isinstance(value, str):
            yield value
        elif word not in _ALTERNATIVES and isinstance(value, dict):
            yield from _followed(value)
        elif word == "all":
            for each in value:
                yield from _followed(each)


@rule("400.7", usual=("always",))
def still_there(game: Game, followed: Collection[str], ctx: Context) -> bool:
    """Nothing is so any longer of a permanent that has left, whatever it was when it left."""
    return not any(
        obj.gone or cannot_be_seen(game, obj) for word in followed for obj in references.meant(game, word, ctx)
    )


@rule("702.26f", usual=("always",))
def cannot_be_seen(_game: Game, obj: GameObject) -> bool:
    """An effect that follows a permanent for its duration ends as that phases out, since it can't see it any more."""
    return obj.phased_out


def watches(floating: Floating, event: Event) -> bool:
    """Say whether an effect replaces or prevents events of such names."""
    ability = floating.ability
    return isinstance(ability, Replacement | Prevention) and not ability.names.isdisjoint(event.names)


def some_depend(game: Game) -> bool:
    """Say whether a state of the game decides how long an effect lasts, or whether an ability triggers."""
    return (
        "state" in game.index.triggered
        or any(each.expired is not None for each in (*game.floating, *game.delayed))
        or game.layered.sight.beyond
    )


def end_what_is_over(game: Game) -> None:
    """End at once what lasts for as long as something is so that is not, and then what lasted as long as that."""
    while lasting := [each for each in (*game.floating, *game.delayed) if each.expired is not None]:
        sweep(game)
        if all(each in game.floating or each in game.delayed for each in lasting):
            return


@rule("611.2b")
def sweep(game: Game) -> None:
    """An effect that lasts for as long as something is so ends once it is not."""
    over = [each for each in (*game.floating, *game.delayed) if each.expired is not None and each.expired()]
    for each in over:
        _remove(game, each)


@rule("611.2a")
def end(game: Game, over: Callable[[Floating], bool]) -> None:
    """An effect of a spell or ability lasts as long as is stated, or until the end of the game."""
    for each in [each for each in (*game.floating, *game.delayed) if over(each)]:
        _remove(game, each)


def end_with(game: Game, happened: Sequence[Event]) -> None:
    """End the effects that last until one of these events happens."""
    if any(each.ends is not None for each in (*game.floating, *game.delayed)):
        end(game, lambda each: any(_ends_with(game, each, event) for event in happened))


def ends_in_a_turn_of(game: Game, floating: Floating, player: Player) -> bool:
    """Say whether an effect lasts until a player's next turn, or until a specific point in that turn."""
    if floating.ends is None:
        return floating.until in _IN_A_TURN and floating.context.controller is player
    told = floating.ends.data
    if told["event"] != "begin" or "player" not in told:
        return False
    point = {part: told[part] for part in ("step", "phase", "turn") if part in told}
    return _ends_with(game, floating, Begin(player=player, **point))


def _ends_with(game: Game, floating: Floating, event: Event) -> bool:
    return floating.ends is not None and floating.ends.matches(game, event, floating.context.at(event))


def _remove(game: Game, floating: Floating) -> None:
    for place in (game.floating, game.delayed):
        if floating in place:
            place.remove(floating)
    if floating.copy is not None:
        _end_copying(game, *floating.copy)
    _note(game, floating.ability)


def _end_copying(game: Game, obj: GameObject, copy: Copying) -> None:
    for each in (obj, obj.became):  # the permanent that a spell has become is a copy as well (400.7a)
        if each is not None and copy in each.copying:
            each.copying.remove(copy)
            each.entries = None
            game.renew()
