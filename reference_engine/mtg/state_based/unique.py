"""Permanents of which there may be but one: legends, worlds, planeswalkers until 2017, Roles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.subtypes import PLANESWALKER_TYPES
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.events import Event, Move
from reference_engine.mtg.language.conditions import changes_for
from reference_engine.mtg.language.references import is_there
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.state_based import roles

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def of_what_is_unique(game: Game, there: Sequence[GameObject]) -> list[Event]:
    """Return what becomes of permanents of which there may be but one: legends, worlds, Roles."""
    return [*_legends(game, there), *_worlds(game), *_gone(roles.surplus(game, there))]


def _legends(game: Game, there: Sequence[GameObject]) -> list[Event]:
    legends = [obj for obj in there if _name(obj.characteristics) and not changes_for(game, obj, "legend rule")]
    events = _alone(game, legends, _name)
    if planeswalkers_are_unique(game):
        events += _alone(game, there, _planeswalker_types)
    return events


def _alone(game: Game, there: Iterable[GameObject], words: Callable[[Characteristics], Iterable[str]]) -> list[Event]:
    """Return what becomes of permanents that share a word of which a player keeps only one."""
    found: dict[tuple[Player | None, str], list[GameObject]] = {}
    regardless = whoever_controls_them(game)
    for obj in there:
        for word in words(obj.characteristics):
            found.setdefault((None if regardless else obj.controller, word), []).append(obj)
    alike = [(player, same) for (player, _), same in found.items() if same[1:]]
    return [event for player, same in alike for event in (legend_rule(game, player, same) if player else _gone(same))]


def _name(what: Characteristics) -> Iterable[str]:
    return [what.name] if "Legendary" in what.supertypes and what.name else []


def _planeswalker_types(what: Characteristics) -> Iterable[str]:
    return what.subtypes & PLANESWALKER_TYPES


@rule("704.5j")
def whoever_controls_them(game: Game) -> bool:
    """Until July 2013 all legendary permanents with the same name went, whoever controlled them."""
    return game.edition < "2013-07"


@rule("306.4")
def planeswalkers_are_unique(game: Game) -> bool:
    """Until 2017 planeswalkers that share a planeswalker type went as legendary permanents with the same name do."""
    return game.edition < "2017"


@rule("704.5j")
def legend_rule(game: Game, player: Player, same: list[GameObject]) -> list[Event]:
    """Of legendary permanents with the same name a player keeps one; the rest go to their owners' graveyards."""
    kept = game.choose(player, "legend", same)[0]
    game.run.tell("Of the legendary permanents with one name {player} keeps {kept}", "704.5j", player=player, kept=kept)
    return _gone(obj for obj in same if obj is not kept)


def _worlds(game: Game) -> list[Event]:
    there = [obj for obj in game.worlds if is_there(game, obj)]
    return world_rule(game, there) if there else []


@rule("704.5k", usual=("nothing",), mistakes={"the oldest stays": lambda _rule, _game, worlds: _gone(worlds[1:])})
def world_rule(game: Game, worlds: list[GameObject]) -> list[Event]:
    """All world permanents but the newest go to their owners' graveyards; all of them if several are the newest."""
    newest = [obj for obj in worlds if game.worlds[obj] == max(game.worlds[each] for each in worlds)]
    return _gone([obj for obj in worlds if newest != [obj]])


def _gone(objects: Iterable[GameObject]) -> list[Event]:
    return [Move(object=obj, to="graveyard") for obj in objects]
