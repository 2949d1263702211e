"""State-based actions (704): what the game does by itself whenever a player would receive priority."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg import floating_effects, leaving_the_game
from reference_engine.mtg.combat import removal
from reference_engine.mtg.commanders import put_aside
from reference_engine.mtg.events import Cease, Event, LoseGame
from reference_engine.mtg.loops import Watch
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.permanents.protectors import choose_protector, needs_protector
from reference_engine.mtg.replacing.replacement import propose
from reference_engine.mtg.spells import triggers
from reference_engine.mtg.state_based.losing import loses, out_of_life
from reference_engine.mtg.state_based.of_permanents import of_permanents
from reference_engine.mtg.state_based.same_result import once_for_all
from reference_engine.mtg.state_based.unique import of_what_is_unique

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def check(game: Game) -> bool:
    """
    Perform state-based actions and put triggered abilities on the stack until neither is left to do (704.3).

    Say whether there were any.
    """
    if not _due(game):
        return False
    busy = False
    watch = Watch()
    while _due(game) and not game.over:
        if game.layered.stale:
            game.refresh()  # first, since what it makes different would else be news once all has been looked at
        if game.layered.handed:
            triggers.notice(game, (), game.index)
        game.unchecked.news = game.unchecked.stirred = False
        watch.look(game)
        floating_effects.sweep(game)
        leaving_the_game.exile_what_is_nobodys(game)
        if perform(game):
            busy = True
            continue
        triggers.state_triggers(game)
        if game.waiting:
            triggers.put_on_stack(game)
            busy = True
    return busy


def _due(game: Game) -> bool:
    """Say whether anything has happened that can cause state-based actions or triggers."""
    return game.unchecked.news or bool(game.waiting) or (game.unchecked.stirred and floating_effects.some_depend(game))


@rule("704.3", usual=("never",))
def perform(game: Game) -> bool:
    """All state-based actions that apply are performed as a single event, again until there are none."""
    lose = []
    if game.unchecked.players_differ:
        players = game.in_turn_order()
        lose = [player for player in players if loses(game, player)]
        game.unchecked.players_differ = bool(lose) or any(out_of_life(game, player) for player in players)
    game.unchecked.drew_from_nothing.clear()
    if game.layered.stale:
        game.refresh()
    there = game.permanents  # which are the same until all of this has been asked
    protected = _protect(game, there)
    events = [
        *(LoseGame(player=player) for player in lose),
        *_vanish(game),
        *of_permanents(game, there),
        *of_what_is_unique(game, there),
        *put_aside(game),
    ]
    game.unchecked.deathtouched.clear()
    past = len(game.turn.history)
    if events:
        propose(game, *once_for_all(game, events))  # what was done instead of them counts too
    return protected or len(game.turn.history) > past


def _protect(game: Game, there: Sequence[GameObject]) -> bool:
    """Battles get protectors where they need one (704.5x, 704.5y); say whether any has."""
    lacking = [obj for obj in there if "Battle" in obj.characteristics.types and needs_protector(game, obj)]
    for obj in lacking:
        before, obj.protector = game.defender_of(obj), choose_protector(game, obj)
        is_attacked_no_more(game, obj, before)
    return bool(lacking)


@rule("506.4")
def is_attacked_no_more(game: Game, battle: GameObject, before: Player) -> None:
    """A battle whose protector changes is removed from combat."""
    removal.stop_being_attacked(game, battle, before)


def _vanish(game: Game) -> list[Event]:
    """Tokens and copies in other zones cease to exist (704.5d, 704.5e)."""
    if not game.ephemeral:
        return []
    places = [game.exile]
    for player in game.players:
        places += player.graveyard, player.hand, *(() if player.unopened is not None else (player.library,))
    gone = [
        obj
        for place in places
        for obj in place
        if (obj.kind == "token" and ceases(game)) or (obj.kind == "copy" and copy_ceases(game))
    ]
    phased_out = [obj for obj in game.battlefield if obj.kind == "token" and obj.phased_out and is_there_no_more(game)]
    return [Cease(object=obj) for obj in (*gone, *phased_out)]


@rule("704.5d", usual=("never",))
def ceases(_game: Game) -> bool:
    """A token in a zone other than the battlefield ceases to exist."""
    return True


@rule("702.26d")
def is_there_no_more(game: Game) -> bool:
    """In the rules of 2013 a token that had phased out ceased to exist."""
    return game.of_2013


@rule("704.5e", usual=("never",))
def copy_ceases(_game: Game) -> bool:
    """A copy of a spell in a zone other than the stack ceases to exist."""
    return True
