"""Prevention of damage (615): all of it, some of it, or up to a shield's worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.abilities import Prevention, Replacement
from reference_engine.mtg.events import Damage, Event, Prevent
from reference_engine.mtg.floating_effects import ShieldPart
from reference_engine.mtg.language.amounts import amount, none_if_negative
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.replacing import cant
from reference_engine.mtg.replacing.order import changes, chooser

if TYPE_CHECKING:
    from reference_engine.mtg.floating_effects import Floating, Shield
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.replacing.candidate import Candidate


def apply(game: Game, candidate: Candidate, event: Event) -> Event:
    """Apply a prevention effect to damage; return the damage that is left (615.6)."""
    assert isinstance(event, Damage)
    ctx = candidate.context.at(event)
    prevented = 0 if unpreventable(game, event) else min(event.amount, _capacity(game, candidate, event, ctx))
    told = Prevent(source=event.source, to=event.to, amount=prevented, effect=candidate.key)
    floating = candidate.floating
    due = _due_already(game, candidate, event)
    if prevented:
        if floating is not None and floating.shield is not None:
            reduce_shield(game, floating.shield, prevented)
        elif floating is not None and floating.uses is not None:
            use_up(game, floating, event)
        note(game, told)
    then = candidate.effect.data.get("then")
    if due is not None:
        due.event = due.event.but(amount=due.event.amount + prevented)
        due.names["damage"] += event.amount
    elif then is not None:
        due = ctx.but(event=told, names={**ctx.names, "damage": event.amount})
        game.moment.due[_whose(candidate, event)] = game.moment.at_once, due
        done_afterwards(game, then, due)
    return what_is_left(game, event, prevented)


def _due_already(game: Game, candidate: Candidate, event: Damage) -> Any:
    """Return the context of what already follows from an effect's preventing damage of the same event."""
    if candidate.floating is None or candidate.floating.uses is None:
        known = is_one_event(game, candidate.effect)
    else:
        known = is_the_same_instance(game, candidate.floating, event)
    at_once, due = game.moment.due.get(_whose(candidate, event), (None, None))
    return due if known and at_once is game.moment.at_once else None


def _whose(candidate: Candidate, event: Damage) -> Any:
    """Return a key for an effect and, if it goes on protecting others, for whom it protects here (615.10)."""
    return candidate.key, None if candidate.floating is not None else event.to


@rule("615.6", usual=(), mistakes={"dealt all the same": lambda _rule, _game, event, _prevented: event})
def what_is_left(_game: Game, event: Damage, prevented: int) -> Damage:
    """Damage that is prevented is never dealt."""
    return event.but(amount=event.amount - prevented)


@rule("615.5")
def done_afterwards(game: Game, instructions: Any, ctx: Context) -> None:
    """What else a prevention effect does is done at once after the damage would have been dealt."""
    game.moment.after.append((instructions, ctx))


@rule("615.13")
def note(game: Game, told: Prevent) -> None:
    """Abilities trigger on damage being prevented."""
    game.moment.noted.append(told)


def _capacity(game: Game, candidate: Candidate, event: Damage, ctx: Context) -> int:
    if candidate.floating is not None and candidate.floating.shield is not None:
        return meant_for(candidate.floating.shield, event)
    told: Any = candidate.effect.data.get("amount", "all")
    if told == "all":
        return event.amount
    return indicated(game, none_if_negative(game, amount(game, told, ctx)))


@rule("615.10", usual=("one more", "none"), mistakes={"all": lambda _rule, _game, _number: 10_000})
def indicated(_game: Game, number: int) -> int:
    """Of each damage event an effect for an amount prevents only so much."""
    return number


def meant_for(shield: Shield, event: Damage) -> int:
    """Return how much of a shield is for some damage: as its player has said, or else what is meant for no other."""
    part = shield.parts.get((event.source, event.to))
    return part.amount if part is not None else shield.left - sum(each.amount for each in shield.parts.values())


def nothing_meant(game: Game, event: Event) -> None:
    """Forget the parts of shields that were meant for an event and were not used on it."""
    for floating in game.floating:
        shield = floating.shield
        if shield is not None and shield.parts:
            shield.parts = {key: part for key, part in shield.parts.items() if part.event is not event}


@rule("615.7", usual=(), mistakes={"as they come": lambda _rule, _game, events: tuple(events)})
def shield_order(game: Game, events: Sequence[Event]) -> tuple[Event, ...]:
    """Of damage by several sources at once, the shielded player chooses which of it a shield for an amount prevents."""
    first: list[Event] = []
    for floating in game.floating:
        if floating.shield is not None:
            first += _shared_out(game, floating, floating.shield, events)
    return tuple({id(each): each for each in (*first, *events)}.values())  # two of one time can be equal


def _shared_out(game: Game, floating: Floating, shield: Shield, events: Sequence[Event]) -> list[Event]:
    """Ask how much of a shield is meant for which damage; return the original events in the order picked."""
    left = [each for each in events if isinstance(each, Damage)]
    first: list[Event] = []
    amount_left = shield.left
    while True:
        fitting = {as_dealt: each for each in left for as_dealt in _shielded(game, each, floating)[:1]}
        most = {as_dealt: increased(game, each, as_dealt) for as_dealt, each in fitting.items()}
        if amount_left <= 0 or sum(most.values()) <= amount_left or len(fitting) == 1:
            return first
        next_one = _picked(game, [*fitting])
        first.append(fitting[next_one])
        left = [each for each in left if each is not fitting[next_one]]
        number = _how_much(game, next_one, amount_left, most)
        shield.parts[next_one.source, next_one.to] = ShieldPart(number, fitting[next_one])
        amount_left -= number


def _picked(game: Game, fitting: Sequence[Damage]) -> Damage:
    """Ask which damage a shield is used on next: by which source, and to whom, where that leaves a choice."""
    player = chooser(game, fitting[0])
    sources = list(dict.fromkeys(each.source for each in fitting))
    source = game.choose(player, "prevent", sources)[0]
    to = [each.to for each in fitting if each.source is source]
    taken = game.choose(player, "prevent", to)[0]
    return next(each for each in fitting if each.source is source and each.to is taken)


def _how_much(game: Game, event: Damage, shield: int, most: Mapping[Damage, int]) -> int:
    """Ask how much of this damage to prevent: at least enough that nothing of the shield is left idle."""
    others = sum(most.values()) - most[event]
    numbers = range(max(1, shield - others), min(shield, most[event]) + 1)
    return int(game.ask_one(chooser(game, event), "number", numbers, event.source.word))


@rule("616.1f", usual=(), mistakes={"as it would be dealt": lambda _rule, _game, event, _as_dealt: event.amount})
def increased(game: Game, event: Event, as_dealt: Damage) -> int:
    """Return the most that damage can be when a shield is applied: all that increases it may be applied before."""
    return max(event.amount for event in _becoming(game, event, set()) if event.to is as_dealt.to)


def _becoming(game: Game, event: Any, known: set[Any]) -> Iterator[Damage]:
    """Yield damage as it is after each effect on how much it is or whom it is dealt to, in whatever order."""
    from reference_engine.mtg.replacing.modification import changed, new_recipient
    from reference_engine.mtg.replacing.replacement import applicable

    if (state := (event.lineage, event.amount, event.to)) in known:
        return
    known.add(state)
    yield event
    for candidate in applicable(game, event):
        passed = event.but(lineage=event.lineage | {candidate.key})
        if changes(candidate, "to"):
            passed = passed.but(to=new_recipient(game, candidate, event))
        elif changes(candidate, "amount"):
            told = {"amount": candidate.effect.data["with"]["amount"]}
            passed = changed(game, passed, told, candidate.context)
        yield from _becoming(game, passed, known)


def _shielded(game: Game, event: Damage, floating: Floating) -> list[Damage]:
    """Return what a shield could be used on: the event, or the same damage dealt elsewhere."""
    ability, ctx = floating.ability, floating.context
    assert isinstance(ability, Prevention | Replacement)
    return [
        as_dealt
        for as_dealt in (event, *redirected(game, event))
        if any(each.matches(game, as_dealt, ctx) for each in ability.events)
    ]


@rule("616.2", usual=("nothing",))
def redirected(game: Game, event: Damage) -> list[Damage]:
    """A shield can come to be applicable to damage because a redirection has it dealt to what is shielded."""
    from reference_engine.mtg.replacing.modification import new_recipient
    from reference_engine.mtg.replacing.replacement import applicable  # which asks here for the order of shields

    found: list[Damage] = []
    for candidate in applicable(game, event):
        if changes(candidate, "to"):
            to, key = new_recipient(game, candidate, event), candidate.key
            elsewhere = event.but(to=to, lineage=event.lineage | {key})
            found += [elsewhere, *redirected(game, elsewhere)]
    return found


@rule("615.12")
def unpreventable(game: Game, event: Damage) -> bool:
    """Damage that cannot be prevented is not reduced, though the effects are applied."""
    return event.unpreventable or cant.happen(game, Prevent(source=event.source, to=event.to))


@rule("615.7")
def reduce_shield(_game: Game, shield: Shield, prevented: int) -> None:
    """Preventing 1 damage reduces a shield by 1, until nothing is left of it."""
    shield.left -= prevented


@rule("615.8")
def use_up(game: Game, floating: Floating, event: Damage) -> None:
    """An effect for the next time that a source would deal damage prevents that once, however much it is."""
    count_use(game, floating, event)


def count_use(game: Game, floating: Floating, event: Event | None) -> None:
    """Count a use of an effect that applies so many times, unless it was used on what is one event for it already."""
    assert floating.uses is not None
    if event is not None and counts_together(floating, event):
        if is_the_same_instance(game, floating, event):
            return
        floating.used_on = _instance(game, floating, event)
    floating.uses -= 1


def counts_together(floating: Floating, event: Event) -> bool:
    """Say whether several of such events can be one for an effect: damage, and what happens to one or more objects."""
    effect = floating.ability
    assert isinstance(effect, Replacement | Prevention)
    return isinstance(event, Damage) or any("one or more" in each.data for each in effect.events)


@rule("700.1", usual=("never",))
def is_the_same_instance(game: Game, floating: Floating, event: Event) -> bool:
    """All damage that a source would deal at one time is one event for an effect on the next time that it deals any."""
    return bool(floating.used_on == _instance(game, floating, event))


def _instance(game: Game, floating: Floating, event: Event) -> Any:
    if isinstance(event, Damage) and not is_one_event(game, floating.ability):
        return game.moment.at_once, event.source
    return game.moment.at_once, None


@rule("700.1", usual=("never",))
def is_one_event(_game: Game, effect: Any) -> bool:
    """All damage that would be dealt at one time is one event for an effect that does not ask what deals it."""
    return not any("source" in each.data for each in effect.events)
