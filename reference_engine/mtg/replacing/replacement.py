"""
What happens when something would happen (614 to 616), readable beside those chapters.

`propose` takes events that would happen at the same time. For each of them, `settle` asks whether it can happen at
all (614.17), then gathers the replacement and prevention effects that apply and lets the affected player, or the
controller of the affected object, choose among those of the first kind that there is: self-replacement effects,
effects on control, on copying, on the face that is up, all others (616.1a to e). The one chosen is applied, and all
is asked again of what has become of the event (616.1f), but no effect gets a second chance at it (614.5). Then
everything happens at once, and then abilities trigger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg import commanders, floating_effects, happening, leaving_the_game, mistakes, telling
from reference_engine.mtg.ability_index import entries
from reference_engine.mtg.cards.abilities import Prevention, Replacement
from reference_engine.mtg.events import (
    CreateToken,
    Damage,
    Draw,
    Event,
    Instructed,
    Move,
    PutCounters,
    TurnFaceUp,
)
from reference_engine.mtg.instructions import carry_out_meanwhile
from reference_engine.mtg.language.conditions import holds
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import GameObject
from reference_engine.mtg.permanents.tokens import as_a_token
from reference_engine.mtg.replacing import (
    at_once,
    cant,
    chosen_source,
    contained,
    damage_results,
    modification,
    planeswalker_redirection,
    prevention,
)
from reference_engine.mtg.replacing.candidate import Candidate
from reference_engine.mtg.replacing.entering import as_it_would_be_face_up, as_it_would_exist
from reference_engine.mtg.replacing.no_event import would_not_happen
from reference_engine.mtg.replacing.order import changes, choose, in_order
from reference_engine.mtg.spells import triggers

if TYPE_CHECKING:
    from reference_engine.mtg.floating_effects import Floating
    from reference_engine.mtg.game import Game

_DEEP = 10
"""How deep events lie within events before somebody looks whether they are a loop."""


def propose(game: Game, *events: Event) -> list[Event]:
    """Bring about events that would happen at the same time; return what has happened instead of them."""
    moment = game.moment
    if moment.collecting is not None:
        moment.collecting += events
        return []
    return happen(game, settle_together(game, events))


def settle_together(game: Game, events: Sequence[Event]) -> list[Event]:
    """Return what will happen in place of events that would happen at the same time."""
    moment = game.moment
    if len(events) > 1:
        events = prevention.shield_order(game, events)
    outermost = not moment.arriving
    if outermost:
        moment.chosen_to_move.clear()
    moment.arriving += [event.object for event in events if isinstance(event, Move) and event.to == "battlefield"]
    around, moment.at_once = moment.at_once, object()
    doomed, moment.sacrificed = moment.sacrificed, []
    try:
        settled = [each for event in in_order(game, events) for each in _settled(game, event)]
        if any(isinstance(event, Damage) for event in settled):
            if gains := damage_results.linked_life(game, settled) + damage_results.gained_meanwhile(game):
                settled += [each for event in in_order(game, gains) for each in settle(game, event)]
            settled = damage_results.as_reduced(game, settled, settle)
    finally:
        moment.at_once = around
        moment.sacrificed = doomed
        if outermost:
            moment.arriving.clear()
    return settled


def _settled(game: Game, event: Event) -> list[Event]:
    settled = settle(game, event)
    prevention.nothing_meant(game, event)
    return settled


def happen(game: Game, events: Sequence[Event]) -> list[Event]:
    """Let settled events happen at the same time, then let abilities trigger (603.2)."""
    moment, before = game.moment, game.index
    if game.layered.handed:
        triggers.notice(game, (), before)
    moment.depth += 1
    if moment.depth > _DEEP:
        replaced = [ctx.event for _, ctx in moment.after]  # of what is replaced with nothing only these are left
        moment.nested.look(game, [telling.told(event) for event in (*events, *replaced)])
    events, drawing = at_once.draws_last(game, events) if len(events) > 1 else (events, [])
    happened = happening.perform_all(game, events)
    floating_effects.end_what_is_over(game)
    triggers.notice(game, happened, before)
    triggers.state_triggers(game)  # a state that is there for a moment is enough (603.8)
    leaving_the_game.exile_what_is_nobodys(game)
    after, moment.after = moment.after, []
    for each in drawing:
        at_once.carry_on(game, each)
    for instructions, ctx in after:
        carry_out_meanwhile(game, instructions, ctx)
    moment.depth -= 1
    if not moment.depth:
        moment.nested.forget()
    return happened


def settle(game: Game, event: Event) -> list[Event]:
    """Return what will happen in place of an event that would: it, something else, or nothing."""
    known: set[Any] = set()
    while True:
        event = looked_at(game, event)
        candidates = stepping_in(game, event, known)
        if candidates is None:
            return []
        if not candidates:
            break
        chosen = choose(game, event, candidates)
        becomes = apply(game, chosen, event)
        if not isinstance(becomes, type(event)):
            left_over(game, [each for each in candidates if each is not chosen])
        if becomes is None:
            return []
        if isinstance(becomes, Instructed):
            parts, rest = at_once.events_instead(game, becomes)
            return [*(each for part in parts for each in settle(game, part)), *rest]
        if isinstance(becomes, list):
            return [each for part in becomes for each in settle(game, part)]
        event = becomes
    return contained.expand(game, event, settle)


def stepping_in(game: Game, event: Event, known: set[Any]) -> list[Candidate] | None:
    """Return the effects that apply to an event; None where it does not happen and none of them may replace it."""
    if would_not_happen(game, event):
        return None
    if (known and not asked_again(game)) or (game.run.plain and nothing_watches(game, event)):
        return []
    candidates = [each for each in applicable(game, event) if still_or_newly(game, each, known)]
    if not known:
        known.update(each.key for each in candidates)
    if cant.happen(game, event):
        candidates = [each for each in candidates if may_replace_the_impossible(game, each)]
        if not candidates:
            game.run.tell("It cannot happen that {event}", "614.17", event=telling.told(event))
            return None
    return candidates


def nothing_watches(game: Game, event: Any) -> bool:
    """
    Say whether nothing in the game can forbid or replace such an event, without asking what exactly it waits for.

    Most events are of that kind. No rule need be asked of them, unless somebody looks on.
    """
    if (
        game.moment.self_replacing
        or planeswalker_redirection.effects_on(game, event)
        or cant.may_be_forbidden(game, event)
    ):
        return False
    kind = type(event)
    if kind is TurnFaceUp or (kind is Move and (event.object.commander is not None or _may_say_how(event))):
        return False
    watching = game.index.replacing
    if watching and not watching.keys().isdisjoint(event.names):
        return False
    return not game.floating or not any(floating_effects.watches(each, event) for each in game.floating)


def _may_say_how(event: Move) -> bool:
    """Say whether what enters has replacement effects, which may be about how it does."""
    return event.arriving is not None and any(isinstance(each.ability, Replacement) for each in entries(event.arriving))


def looked_at(game: Game, event: Event) -> Event:
    """Return an event with what effects may ask of it: which draw it would be, the permanent as it would exist."""
    if isinstance(event, Draw):
        return event.but(number=event.player.drawn + 1)
    if isinstance(event, CreateToken) and event.object is None:
        return event.but(object=as_a_token(game, event))
    if isinstance(event, Move) and event.to == "battlefield" and event.arriving is None:
        return event.but(arriving=as_it_would_exist(game, event))
    return event


@rule("614.7", usual=(), mistakes={"used up": mistakes.used_up})
def left_over(_game: Game, _others: Sequence[Candidate]) -> None:
    """What would replace an event that never happens does nothing, and is not used up."""


@rule("614.17c")
def may_replace_the_impossible(_game: Game, candidate: Candidate) -> bool:
    """An event that cannot happen can be replaced by a self-replacement effect only."""
    return candidate.own


@rule("614.6", usual=(), mistakes={"happens besides": mistakes.happens_besides})
def in_its_place(_game: Game, _event: Event, becomes: Event | list[Event] | None) -> Event | list[Event] | None:
    """An event that is replaced never happens: what an effect makes of it happens in its place."""
    return becomes


@rule("616.1f", usual=("never",))
def asked_again(_game: Game) -> bool:
    """Once an effect has been applied, all is asked again of what the event has become."""
    return True


def still_or_newly(game: Game, candidate: Candidate, known: set[Any]) -> bool:
    """Say whether an effect that applies did so from the start, or may have come to apply."""
    return not known or candidate.key in known or newly_applicable(game, candidate)


@rule("616.2", usual=("never",))
def newly_applicable(_game: Game, _candidate: Candidate) -> bool:
    """An effect can come to apply to an event because of what another effect has made of it."""
    return True


@rule("614.1", usual=(), mistakes={"none": lambda _rule, _game, _event: iter(())})
def applicable(game: Game, event: Event) -> Iterator[Candidate]:
    """Replacement and prevention effects watch for an event that would happen, and apply as it would."""
    if isinstance(event, Draw) and not even_of_no_card(game, event):
        return
    for candidate in gathered(game, event):
        if (
            one_opportunity(game, candidate, event)
            and watches_for(game, candidate, event)
            and modification.possible(game, candidate, event)
        ):
            yield candidate


@rule("614.4")
def gathered(game: Game, event: Event) -> Iterator[Candidate]:
    """Replacement and prevention effects have to exist before the event."""
    yield from (each for each in game.moment.self_replacing if replaces_its_own_effect(game))
    table = game.index.replacing
    for name in event.names:
        for entry in table.get(name, ()):
            if exists_before(game, entry.source):
                yield Candidate(entry.ability, entry.context, entry.key)
    for floating in game.floating:
        if isinstance(floating.ability, Replacement | Prevention) and in_force(game, floating, event):
            yield Candidate(floating.ability, floating.context, floating.key, floating)
    if isinstance(event, Move):
        yield from _of_what_moves(game, event)
    elif isinstance(event, TurnFaceUp):
        yield from turning_up(game, event)
    yield from planeswalker_redirection.effects_on(game, event)


def _of_what_moves(game: Game, event: Move) -> Iterator[Candidate]:
    yield from commanders.effects_on(game, event)
    if event.arriving is not None:
        for entry in entries(event.arriving):
            if isinstance(entry.ability, Replacement) and about_that_permanent_alone(game, entry.ability):
                yield Candidate(entry.ability, entry.context, entry.key)


@rule("614.3", usual=("never",))
def in_force(game: Game, floating: Floating, event: Event) -> bool:
    """An effect that a spell or ability has made lasts until it is used up or its duration is over."""
    used_up = floating.uses == 0 and not (
        prevention.counts_together(floating, event) and prevention.is_the_same_instance(game, floating, event)
    )
    return not used_up and (
        floating.shield is None or (isinstance(event, Damage) and prevention.meant_for(floating.shield, event) > 0)
    )


@rule("614.1e", usual=(), mistakes={"none": lambda _rule, _game, _event: iter(())})
def turning_up(game: Game, event: TurnFaceUp) -> Iterator[Candidate]:
    """What an object does as it is turned face up is a replacement effect that it would have once it is face up."""
    obj = event.object
    for held in as_it_would_be_face_up(game, event).abilities:
        for place, part in enumerate(held.ability.parts):
            if isinstance(part, Replacement) and any("turn face up" in each.names for each in part.events):
                yield Candidate(part, Context(obj), (obj.key, held.key, place, len(event.copying)))


@rule("614.11", usual=(), mistakes={"never": lambda _rule, _game, event: bool(event.player.library)})
def even_of_no_card(_game: Game, _event: Draw) -> bool:
    """A draw is replaced even if the library is empty and no card could be drawn."""
    return True


@rule("614.15", usual=("never",))
def replaces_its_own_effect(_game: Game) -> bool:
    """An effect of a resolving spell or ability can replace what this spell or ability itself would do."""
    return True


@rule("614.4", usual=("never",))
def exists_before(_game: Game, source: GameObject) -> bool:
    """A replacement effect has to exist before its event: not on what enters, nor on what enters with it."""
    return not source.gone


@rule("614.12")
def about_that_permanent_alone(_game: Game, effect: Replacement) -> bool:
    """An effect of the entering permanent itself counts only if it is about that permanent alone."""
    return effect.own_entering


@rule("614.5")
def one_opportunity(_game: Game, candidate: Candidate, event: Event) -> bool:
    """An effect gets one opportunity to affect an event, whatever the event has become by then."""
    return candidate.key not in event.lineage


def watches_for(game: Game, candidate: Candidate, event: Event) -> bool:
    """Say whether the event is one that the effect watches for."""
    patterns = [each for each in candidate.effect.events if not each.names.isdisjoint(event.names)]
    bound = candidate.context.names.get("skipped turn")
    if not patterns or (bound is not None and bound.number != game.turn.number):
        return False
    ctx = candidate.context.at(event)
    if candidate.floating is not None and isinstance(event, Damage):
        fitting = any(chosen_source.fits(game, each, candidate.effect, event, ctx) for each in patterns)
    else:
        looked_for = modification.each_kind(game, event) if isinstance(event, CreateToken) else (event,)
        fitting = any(each.fits(game, one, ctx) for one in looked_for for each in patterns)
    return fitting and holds(game, candidate.effect.data.get("if"), ctx)


def apply(game: Game, candidate: Candidate, event: Event) -> Event | list[Event] | None:
    """Apply an effect to an event; return what becomes of the event, None for nothing (614.6)."""
    passed = event.but(lineage=event.lineage | {candidate.key})
    may_be_declined = candidate.effect.optional or (candidate.effect.optional_in_2013 and madness_is_optional(game))
    if may_be_declined and not (can_be_had(game, candidate, passed) and _wanted(game, candidate)):
        return modification.otherwise(game, candidate, passed)
    if isinstance(candidate.effect, Prevention):
        becomes: Event | list[Event] | None = prevention.apply(game, candidate, passed)
    else:
        modification.use_up(game, candidate, event)
        if isinstance(passed, PutCounters | CreateToken) and becomes_an_effect(game):
            passed = passed.but(cause="effect")
        becomes = modification.apply(game, candidate, passed)
    telling.stepped_in(game, candidate, event, becomes)
    return in_its_place(game, passed, becomes)


@rule("702.35a")
def madness_is_optional(game: Game) -> bool:
    """In the rules of 2013 a discarded card with madness was exiled only if its owner wanted."""
    return game.of_2013


@rule("614.16", usual=("never",))
def becomes_an_effect(_game: Game) -> bool:
    """Tokens created and counters put by a replacement effect are so by an effect, whatever the event was before."""
    return True


@rule("702.136a")
def can_be_had(game: Game, candidate: Candidate, event: Event) -> bool:
    """A counter that the entering permanent cannot get is not to be had: what is so otherwise applies."""
    data = candidate.effect.data
    if "otherwise" not in data:
        return True
    assert isinstance(event, Move)
    assert event.arriving is not None
    puts = [event.part(PutCounters, to=event.arriving, kind=kind, amount=1) for kind in data["with"]["counters"]]
    return not any(cant.happen(game, each) for each in puts)


def _wanted(game: Game, candidate: Candidate) -> bool:
    """Ask whether an optional effect is applied; one that offers copies asks which instead."""
    if changes(candidate, "copy of"):
        return True
    return game.accepts(candidate.context.controller, candidate.word)
