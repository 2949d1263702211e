"""Triggered abilities (603): which trigger on what has happened, and how they come onto the stack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.rules import rule
from reference_engine.mtg.ability_index import Entry, Index
from reference_engine.mtg.cards.abilities import Ability, makes_mana
from reference_engine.mtg.events import (
    Activate,
    AddMana,
    Block,
    Counter,
    CreateToken,
    Damage,
    Event,
    LoseControl,
    LoseGame,
    LoseLife,
    Move,
    Prevent,
    PutCounters,
    RemoveCounters,
    Unattach,
)
from reference_engine.mtg.floating_effects import end_with
from reference_engine.mtg.instructions import carry_out
from reference_engine.mtg.language.amounts import amount
from reference_engine.mtg.language.conditions import holds, rule_changes
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.event_patterns import LEAVING, EventPattern, event_pattern
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.spells.mana_abilities import is_mana_ability

if TYPE_CHECKING:
    from reference_engine.mtg.floating_effects import Floating
    from reference_engine.mtg.game import Game


@dataclass(slots=True, eq=False)
class PendingTrigger:
    """A triggered ability that waits to be put on the stack (603.3)."""

    ability: Ability
    context: Context

    @property
    def source(self) -> GameObject | None:
        """The object whose ability it is; None for the monarch's."""
        return self.context.source

    @property
    def word(self) -> str:
        """The word for it in a question: that for its source, or its label."""
        return self.ability.label if self.source is None else self.source.word


def notice(game: Game, happened: Iterable[Event], before: Index) -> None:
    """Let abilities trigger on what has happened (603.2), and on the changes of control since."""
    happened = list(happened)
    end_with(game, happened)
    now = game.index
    handed, game.layered.handed = game.layered.handed, []
    game.turn.history += [event for at_once in handed for event in at_once]
    if game.run.plain and not (before.triggered or now.triggered or game.delayed):
        return
    _at_one_time(game, happened, (before, now), _lost(handed), {})
    for place, at_once in enumerate(handed):
        _at_one_time(game, at_once, (before, now), _lost(handed[place:]), _lost(handed[place + 1 :]))


def _lost(handed: Sequence[Sequence[Event]]) -> dict[GameObject, Player]:
    """Return who is the first to lose control of each object in these changes: the player who had it before them."""
    losses = [each for at_once in reversed(handed) for each in at_once if isinstance(each, LoseControl)]
    return {each.object: each.player for each in losses}


def _at_one_time(
    game: Game,
    events: list[Event],
    there: tuple[Index, Index],
    had: Mapping[GameObject, Player],
    has: Mapping[GameObject, Player],
) -> None:
    """
    Let abilities trigger on events of one time, those that were there before it and those that are there after it.

    `had` and `has` tell who had what before and after it, if that was another.
    """
    before, after = there
    came_off = {each.object: each.was_on for each in events if isinstance(each, Unattach)}
    for event in events:
        for name in event.names:
            for entry, back in _waiting(before.triggered.get(name, ()), after.triggered.get(name, ())):
                ctx = entry.context.at(event)
                if back and entry.source in had:
                    ctx = ctx.but(you=controlled_before(game, entry.source, had))
                elif not back and entry.source in has:
                    ctx = ctx.but(you=controlled_after(game, entry.source, has))
                if back and entry.source in came_off:
                    ctx = ctx.but(names={**ctx.names, **attached_before(game, came_off[entry.source])})
                if _fires(game, entry, ctx, name, back) and _not_yet(game, name, entry.key):
                    one = _as_one(game, entry, ctx, events, name, back)
                    if one is not None:
                        ctx = ctx.at(one)
                        times = occurrences(game, entry.ability, ctx)
                        times *= 1 + _additional(game, before if back else after, entry.source, one)
                        trigger(game, entry.ability, ctx, times)
    if game.delayed:
        _delayed(game, events)


def _not_yet(game: Game, name: str, key: Any) -> bool:
    """Say whether an ability has not triggered yet on what is one event in several parts; note that it has."""
    if name != "tap for mana":
        return True
    before = tapped_before(game, key)
    game.moment.tapped_for.add(key)
    return not before


@rule("106.12a", usual=("never",))
def tapped_before(game: Game, key: Any) -> bool:
    """A permanent is tapped for mana once as its ability resolves, in however many parts that produces mana."""
    return key in game.moment.tapped_for


def _waiting(before: Sequence[Entry], after: Sequence[Entry]) -> Iterator[tuple[Entry, bool]]:
    """Yield the abilities that were there before an event and those that are after it, each with which it is."""
    for entry in before:
        yield entry, True
    for entry in after:
        yield entry, False


def _looks_back(game: Game, pattern: EventPattern, event: Event, name: str) -> bool:
    """Say whether an ability that waits for an event triggers if it was there right before that."""
    if pattern.losing:
        return looks_back_on_control(game)
    if isinstance(event, Counter):
        return event.object.kind != "ability" and looks_back_on_countering(game)
    if isinstance(event, LoseGame):
        return looks_back_on_loss(game)
    if looks_back(game, pattern, event, name):
        return True
    return isinstance(event, Move) and looks_back_on_hiding(game, pattern, event)


@rule("603.10a", usual=("never",))
def looks_back(game: Game, pattern: EventPattern, event: Event, name: str) -> bool:
    """Abilities that trigger on leaving the battlefield or a graveyard look back; those on going anywhere do not."""
    left = isinstance(event, Move) and event.origin in pattern.left
    return name in LEAVING or (left and not (name == "enters" and sees_newcomers(game)))


@rule("603.6a", usual=("never",))
def sees_newcomers(_game: Game) -> bool:
    """What triggers on entering, from wherever that is, is looked for among the permanents that are there after it."""
    return True


@rule("603.10a", usual=("never",))
def looks_back_on_hiding(_game: Game, pattern: EventPattern, event: Move) -> bool:
    """Abilities that trigger as what all players can see is put into a hand or library look back."""
    visible = event.origin not in _HIDDEN and not event.object.face_down
    return pattern.hiding and event.to in _HIDDEN and visible


_HIDDEN: Final = frozenset({"hand", "library", "outside"})


@rule("603.10e", usual=("never",))
def looks_back_on_countering(game: Game) -> bool:
    """Abilities that trigger as a spell is countered look back; in the rules of 2013 they did not."""
    return not game.of_2013


@rule("603.10f", usual=("never",))
def looks_back_on_loss(game: Game) -> bool:
    """Abilities that trigger as a player loses the game look back; in the rules of 2013 they did not."""
    return not game.of_2013


@rule("603.10d", usual=("never",))
def looks_back_on_control(_game: Game) -> bool:
    """Abilities that trigger as a player loses control of an object look back; those on gaining control do not."""
    return True


@rule("603.10d", usual=(), mistakes={"who has it now": lambda _rule, _game, source, _lost: source.controller})
def controlled_before(_game: Game, source: GameObject, lost: Mapping[GameObject, Player]) -> Player:
    """An ability that looks back is that of the player who controlled its source before the event."""
    return lost[source]


@rule("603.10", usual=(), mistakes={"who has it now": lambda _rule, _game, source, _lost: source.controller})
def controlled_after(_game: Game, source: GameObject, lost: Mapping[GameObject, Player]) -> Player:
    """Any other is that of the player who controls it right after the event, whoever has got it since."""
    return lost[source]


@rule("603.10a", usual=(), mistakes={"nothing": lambda _rule, _game, _host: {}})
def attached_before(_game: Game, host: Any) -> dict[str, Any]:
    """An ability that looks back means by what its source is attached to what that was attached to before the event."""
    return {"attached": [host]}


@rule("603.2")
def _fires(game: Game, entry: Entry, ctx: Context, name: str, back: bool) -> bool:
    """An ability triggers if its trigger event is what has happened."""
    event: Any = ctx.event
    return any(
        name in pattern.names
        and _looks_back(game, pattern, event, name) is back
        and pattern.fits(game, event, ctx)
        and not (isinstance(event, Block) and event.further and triggers_once(game, pattern))
        for pattern in entry.ability.events
    ) and intervening_if(game, entry.ability, ctx)


def _as_one(game: Game, entry: Entry, ctx: Context, events: list[Event], name: str, back: bool) -> Event | None:
    """Return what an ability triggers on where several such events at one time are one; None if it has for another."""
    event = ctx.event
    if not isinstance(event, _AS_ONE):
        return event
    of_its_kind = [each for each in events if type(each) is type(event)]
    return _merged(
        game, entry.ability, event, [each for each in of_its_kind if _fires(game, entry, ctx.at(each), name, back)]
    )


_AS_ONE = CreateToken | Damage | LoseLife | Prevent | PutCounters | RemoveCounters
"""The events of which several at one time can be one for an ability."""


def _merged(game: Game, ability: Ability, event: Event, alike: list[Any]) -> Event | None:
    """Return an event with what is one with it among those alike; None if it is one with an earlier of them."""
    if isinstance(event, Prevent):
        return in_one(game, event, alike)
    if isinstance(event, LoseLife | CreateToken):
        return of_a_player_at_once(game, event, alike)
    if isinstance(event, PutCounters | RemoveCounters):
        return counters_at_once(game, event, alike)
    return dealt_at_once(game, ability, event, alike) if isinstance(event, Damage) else event


@rule("615.13", usual=(), mistakes={"each by itself": lambda _rule, _game, event, _alike: event})
def in_one(_game: Game, event: Prevent, alike: list[Prevent]) -> Prevent | None:
    """What one effect prevents at one time is prevented once, by however many sources it would be dealt."""
    first, *others = [each for each in alike if each.effect == event.effect]
    return event.but(amount=event.amount + sum(each.amount for each in others)) if first is event else None


@rule("603.2c", usual=(), mistakes={"for each source": lambda _rule, _game, event, _alike: event})
def counters_at_once(_game: Game, event: PutCounters | RemoveCounters, alike: list[Any]) -> Event | None:
    """Counters are put on something, or removed from it, once at one time, by however many sources."""
    *others, last = [each for each in alike if each.to is event.to]
    return event.but(amount=event.amount + sum(each.amount for each in others)) if last is event else None


@rule("603.2c", usual=(), mistakes={"for each source": lambda _rule, _game, _ability, event, _alike: event})
def dealt_at_once(_game: Game, ability: Any, event: Damage, alike: list[Damage]) -> Damage | None:
    """To be dealt damage happens once at one time, by however many sources; to deal it, once for each source."""
    told = {word for pattern in ability.events for word in pattern.data}
    parts = {"source", "to"} & told or {"to"}
    first, *others = [each for each in alike if all(getattr(each, part) is getattr(event, part) for part in parts)]
    return event.but(amount=event.amount + sum(each.amount for each in others)) if first is event else None


@rule("603.2c", usual=(), mistakes={"each by itself": lambda _rule, _game, event, _alike: event})
def of_a_player_at_once(_game: Game, event: LoseLife | CreateToken, alike: list[Any]) -> Event | None:
    """
    What a player loses or creates at one time is lost or created once, by however many sources, of whatever kinds.

    Life is gained for each source (119.9).
    """
    first, *others = [each for each in alike if each.player is event.player]
    return event.but(amount=event.amount + sum(each.amount for each in others)) if first is event else None


@rule("603.2c", usual=(), mistakes={"once": lambda _rule, _game, _ability, _ctx: 1})
def occurrences(game: Game, ability: Ability, ctx: Context) -> int:
    """An ability triggers for each time that its trigger event occurs in what happens: for each of several tokens."""
    told = ability.data.get("times")
    return 1 if told is None or not hasattr(ctx.event, "amount") else amount(game, told, ctx)


@rule("509.3a")
def triggers_once(_game: Game, pattern: EventPattern) -> bool:
    """What triggers on a creature blocking does so once, what triggers on its blocking a creature for each (509.3b)."""
    return "to" not in pattern.data


@rule("603.4")
def intervening_if(game: Game, ability: Ability, ctx: Context) -> bool:
    """An intervening "if" has to be true for the ability to trigger, and again as it resolves."""
    return holds(game, ability.data.get("if"), ctx)


def trigger(game: Game, ability: Ability, ctx: Context, times: int = 1) -> None:
    """Let an ability trigger, once or more often: it waits to be put on the stack."""
    player = ctx.controller
    ctx = ctx.but(you=player)
    if resolves_at_once(game, ability, ctx):
        for _ in range(times):
            if not ability.data.get("optional") or game.accepts(player, ctx.about):
                carry_out(game, ability.data["do"], ctx)
    else:
        game.waiting += [PendingTrigger(ability, ctx)] * times
    if ctx.source is not None:
        game.turn.triggered[ctx.source.word] += times
        game.run.tell("An ability of {source} triggers", "603.2", source=ctx.source)


@rule("605.4a", usual=("never",))
def resolves_at_once(game: Game, ability: Ability, ctx: Context) -> bool:
    """A triggered mana ability resolves right after the mana ability that it triggers on, without the stack."""
    return triggers_for_mana(game, ctx.event) and makes_mana(ability.data)


@rule("605.1b")
def triggers_for_mana(game: Game, event: Event | None) -> bool:
    """A triggered mana ability triggers on mana being added or on a mana ability being activated."""
    return isinstance(event, AddMana) or (isinstance(event, Activate) and is_mana_ability(game, event.ability))


@rule("603.2d", usual=("none",))
def _additional(game: Game, there: Index, source: GameObject, event: Event | None) -> int:
    """
    An ability that an object has triggers additional times where others say so; none does that is delayed.

    Which others there are is asked of the time at which the trigger looks (603.10). A state of the game is no event.
    """
    return sum(
        1
        for entry in rule_changes(game, there)
        if (what := entry.ability.data["static"].get("triggers")) is not None
        and ("on" not in what or (event is not None and event_pattern(what["on"]).matches(game, event, entry.context)))
        and entry.ability.affects.matches(game, source, entry.context)
    )


@rule("603.7")
def _delayed(game: Game, events: Sequence[Event]) -> None:
    """A delayed triggered ability waits for its event to happen later."""
    for floating in list(game.delayed):
        found = _waited_for(game, floating, events)
        if found and floating.once_triggered:
            found = once_only(game, floating, found)
        for event in found:
            trigger(game, floating.ability, floating.context.at(event))


def _waited_for(game: Game, floating: Floating, events: Sequence[Event]) -> list[Event]:
    """Return the events on which a delayed triggered ability triggers, what counts as one as one."""
    ability: Any = floating.ability
    fitting = [
        event
        for event in events
        if any(
            each.matches(game, event, floating.context.at(event))
            and all(_not_yet(game, name, floating.key) for name in each.names)
            for each in ability.events
        )
    ]
    merged = (
        _merged(game, ability, event, [each for each in fitting if type(each) is type(event)]) for event in fitting
    )
    return [event for event in merged if event is not None]


@rule("603.7b", usual=("nothing",), mistakes={"each time": lambda _rule, _game, _floating, found: found})
def once_only(game: Game, floating: Floating, found: list[Event]) -> list[Event]:
    """A delayed triggered ability without a duration triggers once, on the one of several events that is chosen."""
    game.delayed.remove(floating)
    player = floating.context.controller
    about = [event.subject for event in found]
    if len(set(about)) < len(found) or None in about or player.left:
        return found[:1]
    (chosen,) = game.choose(player, "object", about, floating.context.about)
    return [found[about.index(chosen)]]


def state_triggers(game: Game) -> None:
    """Let abilities trigger on a state of the game, unless they wait or are on the stack already (603.8)."""
    for entry in game.index.triggered.get("state", ()):
        if state_is_met(game, entry):
            trigger(game, entry.ability, entry.context, 1 + _additional(game, game.index, entry.source, None))


@rule("603.8", usual=("never",))
def state_is_met(game: Game, entry: Entry) -> bool:
    """An ability triggers as soon as its state of the game is there, unless it has and is still to resolve."""
    there: list[Any] = [*game.waiting, *game.stack]
    return not any(each.ability is entry.ability and each.source is entry.source for each in there) and holds(
        game, entry.ability.data["triggered"]["state"], entry.context
    )


def put_on_stack(game: Game) -> None:
    """Put the abilities that wait on the stack, in turn order of controllers (603.3b)."""
    from reference_engine.mtg.spells.stack import put_ability

    waiting, game.waiting = game.waiting, []
    for player in turn_order(game):
        own = [each for each in waiting if each.context.controller is player]
        order = game.choose(player, "order", own, None, len(own), len(own), ordered=True)
        for each in any_order(game, player, order):
            put_ability(game, each)


@rule("603.3b", usual=(), mistakes={"as printed": lambda _rule, _game, _player, order: order})
def any_order(game: Game, player: Player, order: list[PendingTrigger]) -> list[PendingTrigger]:
    """Several abilities of one object are put on the stack in any order, too: which of them comes where is asked."""
    order = list(order)
    for word in dict.fromkeys(each.word for each in order):
        places = [place for place, each in enumerate(order) if each.word == word]
        those = [order[place] for place in places]
        names = _told_apart(those)
        if len(set(names)) > 1:
            left = list(zip(names, those, strict=True))
            for place, name in zip(
                places, game.ask(player, "order", names, word, len(names), len(names), True), strict=True
            ):
                found = next(each for each in left if each[0] == name)
                left.remove(found)
                order[place] = found[1]
    return order


def _told_apart(those: list[PendingTrigger]) -> list[str | int]:
    """Return words for abilities of one object: their labels, or their numbers if two have the same label."""
    apart = sorted({id(each.ability): each for each in those}.values(), key=_printed_place)
    abilities = [each.ability for each in apart]
    labels = [each.label for each in abilities]
    if len(set(labels)) == len(labels):
        return [each.ability.label for each in those]
    return [abilities.index(each.ability) + 1 for each in those]


def _printed_place(pending: PendingTrigger) -> int:
    """Return the place of an ability among those of its object."""
    there = () if pending.source is None else pending.source.characteristics.abilities
    places = [place for place, held in enumerate(there) if any(part is pending.ability for part in held.ability.parts)]
    return places[0] if places else len(there)


@rule("603.3b", usual=("reversed",))
def turn_order(game: Game) -> list[Player]:
    """Each player puts their triggered abilities on the stack, the active player first, in an order of their choice."""
    return game.in_turn_order()
