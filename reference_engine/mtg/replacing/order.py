"""
Which of several effects that would replace or prevent an event is applied next, and who chooses it (616.1).

Self-replacement effects come first, then effects on control, on copying, on the face that is up, then all others; of
those of one kind the affected player chooses, or the controller of the affected object.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.cards import several, words
from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.abilities import Replacement
from reference_engine.mtg.events import Move
from reference_engine.mtg.instructions.registry import number_of
from reference_engine.mtg.language import references
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.objects import Player, Thing

if TYPE_CHECKING:
    from reference_engine.mtg.events import Event
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.replacing.candidate import Candidate


_TAKING: Final = frozenset({"exile", "move", "sacrifice", "discard", "remove counters"})
"""The verbs of what there can be too little of for several permanents."""


@rule(
    "616.1",
    usual=(),
    mistakes={
        "another player": lambda function, game, event: game.opponents(function(game, event))[0],
        "the active player": lambda _rule, game, _event: game.active,
    },
)
def chooser(_game: Game, event: Event) -> Player:
    """The affected player, or the controller of the affected object, chooses among effects."""
    affected = event.affected
    assert affected is not None
    return affected if isinstance(affected, Player) else affected.controller


def in_order(game: Game, events: Sequence[Event]) -> Sequence[Event]:
    """Return events that would happen at the same time in the order in which effects are applied to them."""
    return events if len(events) == 1 else in_either_order(game, in_apnap_order(game, events))


@rule("101.4", usual=("reversed",))
def in_apnap_order(game: Game, events: Sequence[Event]) -> Sequence[Event]:
    """Of several players the active one makes all choices first, then the others in turn order (616.1)."""
    return sorted(events, key=lambda event: (_will_choose(game, event).seat - game.active.seat) % len(game.players))


@rule("616.1g", usual=(), mistakes={"as they come": lambda _rule, _game, events: events})
def in_either_order(game: Game, events: Sequence[Event]) -> Sequence[Event]:
    """Effects on permanents of one player that enter at the same time are applied in that player's order."""
    contending = [event for event in events if isinstance(event, Move) and _what_is_taken(event)]
    if not contending:
        return events
    left: dict[Player, list[Move]] = {}
    for event in contending:
        left.setdefault(_will_choose(game, event), []).append(event)
    left = {player: _as_wanted(game, player, own) for player, own in left.items()}
    return [left[_will_choose(game, event)].pop(0) if event in contending else event for event in events]


def _will_choose(game: Game, event: Event) -> Player:
    """Return who will choose for an event that has not been looked at: of what enters, who is to control it."""
    if isinstance(event, Move) and event.to == "battlefield" and event.under is not None:
        return event.under
    return chooser(game, event)


def _as_wanted(game: Game, player: Player, own: list[Move]) -> list[Move]:
    if _enough_for_all(game, own):
        return own
    by_object = {event.object: event for event in own}
    wanted = game.choose(player, "order", [*by_object], None, len(own), len(own), ordered=True)
    return [by_object[obj] for obj in wanted]


def _what_is_taken(event: Move) -> list[Any]:
    """Return what tells a permanent to take something, as it enters, that another could take instead."""
    if event.to != "battlefield" or event.face_down:
        return []
    parts = [part for held in event.object.printed.abilities for part in held.ability.parts]
    firsts = [part.data.get("first") for part in parts if isinstance(part, Replacement) and part.own_entering]
    told = [each for first in firsts if first for each in several(first)]
    return [each for each in told if not _TAKING.isdisjoint(each) and each.get("number") != "any"]


def _enough_for_all(game: Game, own: list[Move]) -> bool:
    """Say whether all of them find what they have to take whoever is first, so that nobody need be asked."""
    found = [_there_and_needed(game, event, told) for event in own for told in _what_is_taken(event)]
    return all(sum(needed for among, needed in found if among & there) <= len(there) for there, _ in found)


def _there_and_needed(game: Game, event: Move, told: Any) -> tuple[set[Thing], int]:
    ctx = Context(event.object, event.under)
    if "remove counters" in told:  # all of them, so that one leaves nothing to another
        there = {each for each in references.things(game, told["from"], ctx) if any(each.counters.values())}
        return there, len(there)
    what = next(told[word] for word in told if word in _TAKING)
    return set(references.objects(game, what, ctx)), number_of(game, told, ctx)


def choose(game: Game, event: Event, candidates: list[Candidate]) -> Candidate:
    """Return the effect that is applied next."""
    if len(candidates) == 1:
        return candidates[0]
    candidates = first_kind(game, candidates)
    if order_is_nothing(candidates):
        return candidates[0]
    affected = event.affected
    assert affected is not None
    about = affected.name if isinstance(affected, Player) else affected.word
    return affected_chooses(game, chooser(game, event), candidates, about)


@rule("616.1e", usual=(), mistakes={"the first": lambda _rule, _game, _player, candidates, _about: candidates[0]})
def affected_chooses(game: Game, player: Player, candidates: list[Candidate], about: str) -> Candidate:
    """Last come all other effects: any one may be chosen."""
    words = told_apart([each.word for each in candidates])
    taken = game.ask_one(player, "replacement", words, about)
    return candidates[words.index(taken)]


def told_apart(words: list[str]) -> list[str]:
    """Return words that are all different: a second effect of one object gets a number."""
    return [
        word if word not in words[:place] else f"{word} {words[:place].count(word) + 1}"
        for place, word in enumerate(words)
    ]


def first_kind(game: Game, candidates: list[Candidate]) -> list[Candidate]:
    """Return those of the first kind that there is (616.1a to d)."""
    for test in (self_replacement_first, control_first, copy_first, back_face_first):
        chosen = [each for each in candidates if test(game, each)]
        if chosen:
            return chosen
    return candidates


@rule("616.1a")
def self_replacement_first(_game: Game, candidate: Candidate) -> bool:
    """First come self-replacement effects (614.15)."""
    return candidate.own


@rule("616.1b")
def control_first(_game: Game, candidate: Candidate) -> bool:
    """Second come effects on who controls what enters; a token enters under the control of who creates it (111.2)."""
    return changes(candidate, "controller") or (changes(candidate, "player") and _of_tokens(candidate))


def _of_tokens(candidate: Candidate) -> bool:
    return any("create token" in each.names for each in candidate.effect.events)


@rule("616.1c")
def copy_first(_game: Game, candidate: Candidate) -> bool:
    """Third come effects that make an object a copy as it enters."""
    return changes(candidate, "copy of")


@rule("616.1d")
def back_face_first(_game: Game, candidate: Candidate) -> bool:
    """Fourth come effects that make a card enter with its back face up."""
    return changes(candidate, "back")


def changes(candidate: Candidate, what: str) -> bool:
    """Say whether an effect changes this about what it replaces."""
    change = candidate.effect.data.get("with")
    return isinstance(change, dict) and what in change


def _alike(one: Candidate, other: Candidate) -> bool:
    """
    Say whether two effects do the same.

    They say the same, the names in it mean the same for both (115.1), and if they can be used up, they last as long.
    """
    if one.effect.data != other.effect.data or _how_long(one) != _how_long(other):
        return False
    names, others = one.context.names, other.context.names
    told = set(words(one.effect.data))
    if "X" in told and one.context.casting.x != other.context.casting.x:
        return False
    return all(names.get(word) == others.get(word) for word in told)


def _how_long(candidate: Candidate) -> Any:
    """Return how long an effect lasts that can be used up before; None for any other."""
    floating = candidate.floating
    if floating is None or (floating.uses is None and floating.shield is None):
        return None
    return floating.duration


_COMMUTING = ("doubled", "tripled")


def order_is_nothing(candidates: list[Candidate]) -> bool:
    """
    Say whether the order of effects can make no difference, so that nobody need be asked.

    That is so for equal effects that do not speak of their own object, and for effects that only multiply an amount by
    the same number; by different ones, another effect may apply to what one makes of it and not to what the other does.
    """
    first = candidates[0].effect
    if not first.about_itself and all(_alike(each, candidates[0]) for each in candidates):
        controllers = {each.context.controller for each in candidates}
        return len(controllers) == 1 and not any(each.effect.optional for each in candidates)
    return all(
        isinstance(change := each.effect.data.get("with"), dict)
        and change.keys() == {"amount"}
        and isinstance(change["amount"], str)
        and change["amount"] in _COMMUTING
        and change == first.data.get("with")
        and not each.effect.optional
        and each.floating is None
        and not any("amount" in event.data for event in each.effect.events)
        for each in candidates
    )
