"""Proliferating (701.34): one more counter of each kind for whatever the player chooses among what has counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.events import Proliferate, PutCounters
from reference_engine.mtg.objects import Thing, word_of

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def proliferate(game: Game, event: Proliferate) -> Proliferate:
    """Let a player proliferate, as often as the event says: each time there is a new choice."""
    from reference_engine.mtg.replacing.replacement import propose  # which lets events happen in turn

    for _ in range(event.amount):
        propose(game, *(put for thing in chosen(game, event) for put in one_of_each(game, event, thing)))
    return event


@rule("701.34a", usual=(), mistakes={"all that have": lambda _rule, game, _event: with_counters(game)})
def chosen(game: Game, event: Proliferate) -> list[Thing]:
    """The player chooses any number of permanents and players that have a counter."""
    have = with_counters(game)
    return game.choose(event.player, "object", have, event.about, 0, len(have))


def with_counters(game: Game) -> list[Thing]:
    """Return the permanents and players that have counters."""
    there: list[Thing] = [*game.permanents, *game.in_turn_order()]
    return [thing for thing in there if any(thing.counters.values())]


@rule("701.34a", usual=("nothing",), mistakes={"of one kind": lambda function, *told: function(*told)[:1]})
def one_of_each(game: Game, event: Proliferate, thing: Thing) -> list[PutCounters]:
    """What is chosen is given one additional counter of each kind that it has already."""
    kinds = [kind for kind, number in thing.counters.items() if number]
    if of_one_kind(game):
        kinds = [game.ask_one(event.player, "word", kinds, word_of(thing))]
    return [event.part(PutCounters, to=thing, kind=kind, amount=1, by=event.player, cause="effect") for kind in kinds]


@rule("701.34a")
def of_one_kind(game: Game) -> bool:
    """In the rules of 2013 that was one counter, of a kind that who proliferated chose among those that it had."""
    return game.of_2013
