"""What cannot happen (614.17): asked before any replacement effect, of events and of costs alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.ability_index import entries
from reference_engine.mtg.cards.abilities import Cannot
from reference_engine.mtg.events import Destroy, Event, Move, PutCounters
from reference_engine.mtg.language.conditions import holds
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def happen(game: Game, event: Event) -> bool:
    """Say whether an event is one that cannot happen."""
    if not may_be_forbidden(game, event):
        return False
    if isinstance(event, Destroy) and indestructible(game, event):
        return True
    return any(forbids(game, cannot, ctx, event) for cannot, ctx in _existing(game, event) if _concerns(cannot, event))


def may_be_forbidden(game: Game, event: Event) -> bool:
    """Say whether something in the game may say of such an event that it cannot happen; false for most events."""
    kind = type(event)
    if kind is Destroy:
        return True
    forbidding = game.index.forbidding
    if forbidding and not forbidding.keys().isdisjoint(event.names):
        return True
    if (kind is Move or kind is PutCounters) and _speaks_of_itself(event):
        return True
    return bool(game.floating) and any(isinstance(each.ability, Cannot) for each in game.floating)


@rule("614.17")
def forbids(game: Game, cannot: Cannot, ctx: Context, event: Event) -> bool:
    """An effect can say that something cannot happen; it is not a replacement effect."""
    at = ctx.at(event)
    return holds(game, cannot.data.get("if"), at) and any(each.matches(game, event, at) for each in cannot.events)


@rule("702.12b")
def indestructible(game: Game, event: Destroy) -> bool:
    """A permanent with indestructible cannot be destroyed."""
    return "indestructible" in game.look(event.object).keywords


def _speaks_of_itself(event: Event) -> bool:
    """Say whether an event is about a permanent that may itself say how it cannot enter, or what it cannot get."""
    about = event.subject
    if isinstance(event, Move):
        about = event.arriving  # only what enters
    return about is not None and any(isinstance(entry.ability, Cannot) for entry in entries(about))


def _concerns(cannot: Cannot, event: Event) -> bool:
    return any(not each.names.isdisjoint(event.names) for each in cannot.events)


def _existing(game: Game, event: Event) -> list[tuple[Cannot, Context]]:
    """Return the effects that are there before the event (614.17a, 614.17d)."""
    arriving = event.arriving if isinstance(event, Move) else None
    found = [
        (entry.ability, Context(entry.source))
        for name in event.names
        for entry in game.index.forbidding.get(name, ())
        if exists_before(game, entry.source)
    ]
    found += [(each.ability, each.context) for each in game.floating if isinstance(each.ability, Cannot)]
    subject = event.subject
    if arriving is None and subject is not None and subject.zone == "battlefield" and subject.entered_turn == 0:
        # Counters that a permanent would enter with: its own statement about itself counts (614.17d).
        found += [
            (entry.ability, Context(subject))
            for entry in entries(subject)
            if isinstance(entry.ability, Cannot)
            and subject not in game.battlefield
            and about_that_permanent_alone(game, entry.ability, "put counters")
        ]
    if arriving is not None:
        found += [
            (entry.ability, Context(arriving))
            for entry in entries(arriving)
            if isinstance(entry.ability, Cannot) and about_that_permanent_alone(game, entry.ability, "enters")
        ]
    return found


@rule("614.17a", usual=("never",))
def exists_before(_game: Game, source: GameObject) -> bool:
    """An effect that says that something cannot happen has to exist beforehand."""
    return not source.gone


@rule("614.17d")
def about_that_permanent_alone(_game: Game, cannot: Cannot, event: str) -> bool:
    """What an entering permanent itself says that cannot happen counts only if it is about that permanent alone."""
    return any(
        event in each.names and "this" in (each.data.get("to"), each.data.get("object")) for each in cannot.events
    )
