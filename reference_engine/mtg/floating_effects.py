"""Continuous effects of resolved spells and abilities: how they begin (611.2) and how they end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import mistakes
from reference_engine.mtg.cards.abilities import Ability, Prevention, Replacement, Static, Triggered, ability
from reference_engine.mtg.durations import IN_A_TURN, INDEFINITE, Duration, duration
from reference_engine.mtg.events import Begin, Event
from reference_engine.mtg.language import references
from reference_engine.mtg.language.amounts import for_size
from reference_engine.mtg.language.context import Context, independent
from reference_engine.mtg.layers.parts import amounts, others
from reference_engine.mtg.objects import Copying, GameObject, Player, Thing

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


Numbers = dict[tuple[GameObject, tuple[str, str]], int]
Denied = dict[GameObject, frozenset[str]]


@dataclass(slots=True, eq=False)
class Settled:
    """What was settled of an effect on characteristics or control as it began."""

    objects: list[GameObject]
    """Those that it affects (611.2c)."""
    numbers: Numbers = field(default_factory=dict)
    """To what it sets the power and toughness of each of them, or by how much it raises them (611.2d)."""
    denied: Denied = field(default_factory=dict)
    """The keyword abilities that it gives some of them none of, as these could not have them when it began (113.11)."""


class ShieldPart(NamedTuple):
    """A part of a shield that is meant for some damage."""

    amount: int
    event: Event
    """The damage, as it was when that was said."""


@dataclass(slots=True, eq=False)
class Shield:
    """What an effect can still prevent, or redirect, where that is an amount of damage (615.7)."""

    left: int
    parts: dict[tuple[GameObject, Thing], ShieldPart] = field(default_factory=dict)
    """What its player has said of it: which part of it is for the damage by a source to somebody."""


@dataclass(slots=True, eq=False)
class Floating:
    """An effect that a spell or ability has made and that lasts by itself (611.2, 614.3)."""

    ability: Ability
    context: Context
    timestamp: int
    key: Any
    duration: Duration = INDEFINITE
    uses: int | None = None
    """How often it can still apply."""
    shield: Shield | None = None
    settled: Settled | None = None
    once_triggered: bool = False
    """For a delayed trigger: it triggers once only."""
    copy: tuple[GameObject, Copying] | None = None
    """The copy effect that lasts as long, with the object that it is on."""
    used_on: Any = None
    """The damage that it was last used on: when, and by what source."""

    def affects(self, obj: GameObject) -> bool:
        """Say whether an object is among those settled as it began."""
        return self.settled is not None and obj in self.settled.objects


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
) -> Floating | None:
    """Begin a continuous effect. Returns None where its duration is over before it starts (611.2b)."""
    floating = _made(game, ability, ctx, until, locked, timestamp, settled)
    if floating is not None:
        floating.uses = uses
        floating.shield = None if shield is None else Shield(shield)
        _start(game, floating)
    return floating


def _made(
    game: Game,
    ability: Ability,
    ctx: Context,
    until: Any,
    locked: list[GameObject] | None = None,
    timestamp: int | None = None,
    settled: bool = True,
) -> Floating | None:
    """Make an effect as things are now, to be started."""
    if isinstance(ability, Static) and ("1" in ability.layers or others(ability.data)):
        raise Unsupported("word", "a copy, or others' abilities, by an effect that no static ability has")
    # what is named later, or chosen for what its source becomes, is not about this effect
    ctx = ctx.but(
        you=ctx.controller,
        names={**references.called(game, ability.data, ctx), **ctx.names},
        text=independent(game, ctx),
    )
    lasts = duration(game, until, ctx)
    if lasts.is_over:
        return None
    if isinstance(ability, Static) and ability.layers and locked is None and settled:
        locked = settled_objects(game, ability, ctx)
    return Floating(
        ability,
        ctx,
        begun(game, ctx) if timestamp is None else timestamp,
        game.key(),
        lasts,
        settled=None if locked is None else _settled(game, ability, ctx, locked),
    )


def _start(game: Game, floating: Floating) -> None:
    if isinstance(floating.ability, Triggered):
        floating.context.transformed = transformed_by_then(game, floating.context)
        game.delayed.append(floating)
    else:
        game.floating.append(floating)
    _note(game, floating.ability)


def _settled(game: Game, ability: Ability, ctx: Context, objects: list[GameObject]) -> Settled:
    if not objects:
        return Settled(objects)
    numbers = determined_once(game, ability, ctx, objects)
    cannot_have = denied(game, objects) if isinstance(ability, Static) and "6" in ability.layers else {}
    return Settled(objects, numbers, cannot_have)


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
    """Give players control of objects, all at one time (613.1b): no effect is asked about what another has done."""
    made: list[Floating | None] = []
    for changes, ctx, until in handings:
        for obj, player in changes:
            names = {**ctx.names, "taken": obj, "taker": player}  # what was named before may tell how long it lasts
            made.append(_made(game, _CONTROL, ctx.but(names=names), until))
    starting = [each for each in made if each is not None]
    for floating in starting:
        _start(game, floating)
    if starting:
        game.refresh()


def never_starts(game: Game, until: Any, ctx: Context) -> bool:
    """Say whether it would be over before it starts to last that long (611.2b)."""
    return duration(game, until, ctx).is_over


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


def watches(floating: Floating, event: Event) -> bool:
    """Say whether an effect replaces or prevents events of such names."""
    ability = floating.ability
    return isinstance(ability, Replacement | Prevention) and not ability.names.isdisjoint(event.names)


def some_depend(game: Game) -> bool:
    """Say whether a state of the game decides how long an effect lasts, or whether an ability triggers."""
    return (
        "state" in game.index.triggered
        or any(each.duration.over is not None for each in (*game.floating, *game.delayed))
        or game.layered.sight.beyond
    )


def end_what_is_over(game: Game) -> None:
    """End at once what lasts for as long as something is so that is not, and then what lasted as long as that."""
    while any(each.duration.over is not None for each in (*game.floating, *game.delayed)) and sweep(game):
        pass


@rule("611.2b", usual=("never",))
def sweep(game: Game) -> bool:
    """An effect that lasts for as long as something is so ends once it is not."""
    over = [each for each in (*game.floating, *game.delayed) if each.duration.is_over]
    for each in over:
        _remove(game, each)
    return bool(over)


@rule("611.2a")
def end(game: Game, over: Callable[[Floating], bool]) -> None:
    """An effect of a spell or ability lasts as long as is stated, or until the end of the game."""
    for each in [each for each in (*game.floating, *game.delayed) if over(each)]:
        _remove(game, each)


def end_at(game: Game, point: str, player: Player | None = None) -> None:
    """End the effects that last until a point of the turn; where that is one of "your" turns, those of a player."""
    end(game, lambda each: each.duration.word == point and player in {None, each.context.controller})


def end_with(game: Game, happened: Sequence[Event]) -> None:
    """End the effects that last until one of these events happens."""
    if any(each.duration.event is not None for each in (*game.floating, *game.delayed)):
        end(game, lambda each: any(_ends_with(game, each, event) for event in happened))


def ends_in_a_turn_of(game: Game, floating: Floating, player: Player) -> bool:
    """Say whether an effect lasts until a player's next turn, or until a specific point in that turn."""
    lasts = floating.duration
    if lasts.event is None:
        return lasts.word in IN_A_TURN and floating.context.controller is player
    told = lasts.event.data
    if told["event"] != "begin" or "player" not in told:
        return False
    point = {part: told[part] for part in ("step", "phase", "turn") if part in told}
    return _ends_with(game, floating, Begin(player=player, **point))


def _ends_with(game: Game, floating: Floating, event: Event) -> bool:
    ends = floating.duration.event
    return ends is not None and ends.matches(game, event, floating.context.at(event))


def _remove(game: Game, floating: Floating) -> None:
    for place in (game.floating, game.delayed):
        if floating in place:
            place.remove(floating)
    if floating.copy is not None:
        _end_copying(game, *floating.copy)
    _note(game, floating.ability)


def _end_copying(game: Game, obj: GameObject, copy: Copying) -> None:
    for each in (obj, obj.became):  # the permanent that a spell has become is a copy as well (400.7a)
        if each is not None and copy in each.copying and not stays_as_it_was(game, each):
            each.copying.remove(copy)
            each.entries = None
            game.renew()


@rule("608.2h", usual=("never",))
def stays_as_it_was(_game: Game, obj: GameObject) -> bool:
    """What has left is known as it last existed, although a copy effect on it ends afterwards."""
    return obj.gone
