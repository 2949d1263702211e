"""Triggered abilities (603): which trigger on what has happened, and how they come onto the stack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.ability_index import Entry, Index
from reference_engine.mtg.cards.abilities import Ability, makes_mana
from reference_engine.mtg.events import (
    Activate,
    AddMana,
    Block,
    Event,
    LoseControl,
    Unattach,
)
from reference_engine.mtg.floating_effects import end_with
from reference_engine.mtg.instructions import carry_out_meanwhile
from reference_engine.mtg.language.amounts import amount
from reference_engine.mtg.language.conditions import holds, rule_changes
from reference_engine.mtg.language.context import Context, independent
from reference_engine.mtg.language.event_patterns import EventPattern, event_pattern
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.spells.looking_back import attached_before, controlled_after, controlled_before, looks_back
from reference_engine.mtg.spells.mana_abilities import is_mana_ability
from reference_engine.mtg.spells.one_event import can_be_one, joined

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


@rule("603.2")
def _fires(game: Game, entry: Entry, ctx: Context, name: str, back: bool) -> bool:
    """An ability triggers if its trigger event is what has happened."""
    event: Any = ctx.event
    return any(
        name in pattern.names
        and looks_back(game, pattern, event, name) is back
        and pattern.fits(game, event, ctx)
        and not (isinstance(event, Block) and event.further and triggers_once(game, pattern))
        for pattern in entry.ability.events
    ) and intervening_if(game, entry.ability, ctx)


def _as_one(game: Game, entry: Entry, ctx: Context, events: list[Event], name: str, back: bool) -> Event | None:
    """Return what an ability triggers on where several such events at one time are one; None if it has for another."""
    event = ctx.event
    if event is None or not can_be_one(event):
        return event
    of_its_kind = [each for each in events if type(each) is type(event)]
    alike = [each for each in of_its_kind if _fires(game, entry, ctx.at(each), name, back)]
    return joined(game, entry.ability, event, alike)


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
    at_once = resolves_at_once(game, ability, ctx)
    for _ in range(times):
        # what it names is not known to it another time
        own = ctx.but(you=player, names=dict(ctx.names), text=independent(game, ctx))
        if not at_once:
            game.waiting.append(PendingTrigger(ability, own))
        elif not ability.data.get("optional") or game.accepts(player, own.about):
            carry_out_meanwhile(game, ability.data["do"], own)
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
    as_one = (
        joined(game, ability, event, [each for each in fitting if type(each) is type(event)]) for event in fitting
    )
    return [event for event in as_one if event is not None]


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
    return not any(_is_of(each.context, entry) for each in there) and holds(
        game, entry.ability.data["triggered"]["state"], entry.context
    )


def _is_of(ctx: Context | None, entry: Entry) -> bool:
    """Say whether what has these surroundings is this ability of its object, of which another may say the same."""
    return ctx is not None and ctx.entry is not None and ctx.entry.key == entry.key


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
