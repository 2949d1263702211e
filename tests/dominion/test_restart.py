"""A game of Dominion can be taken up again from any position that can be said; see `tests/restarting.py`."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from checker.judging.claims import actions
from checker.model import Case
from checker.positions.vocabulary import Vocabulary
from checker.reading.corpus import load
from reference_engine.dominion.objects import Game, Lasting
from reference_engine.dominion.setup import plays_again
from reference_engine.dominion.table import Table, set_up
from reference_engine.kernel.cards import Library, shipped
from tests.restarting import Game as Restarts

Json = dict[str, Any]
LIBRARY = Library(shipped("corpus/cards") / "dominion")
VOCABULARY = Vocabulary.of("dominion")
NONE_LEFT = {"actions": 1, "buys": 1, "coins": 0}
"""What is written out for players of whom an engine need not tell it."""


def position(table: Table, begun: Json) -> Json:
    """Write down what the engine tells as a position."""
    made: Json = json.loads(json.dumps(table.state()))
    made |= {word: begun[word] for word in ("wordings",) if word in begun}
    return made | {name: NONE_LEFT | made[name] for name in made["players"]}


UNSAID = ("extra_turns", "in_extra_turn", "controller", "left_in_place", "face_down", "immune")
"""What a position cannot say: which turns come, whose decisions they are, what was played where it lies or turned."""


def unsaid(table: Table, said: Json) -> str:
    game = table.game
    for what in UNSAID:
        if getattr(game, what):
            return what
    if game.last_ordinary is not game.turn:
        return "whose turn is next"
    if game.buying and any("Treasure" in card.own.types for card in game.turn["hand"]):
        return "that Treasures can be played no more"
    if not all(map(is_a_duration, game.lasting)):
        return "what lasts"
    if game.played_again and not played_as_often_as_it_says(game):
        return "which of several cards has played which, and how often"
    if any(game.definitions[name].once for player in game.players for name in player.bought_in):
        return "what cannot be bought again"
    if any(player.plays for player in game.players) and "Enchantress" in json.dumps(said):
        return "what has been played this turn"
    return ""


def played_as_often_as_it_says(game: Game) -> bool:
    """Whether one card has played one Duration, both of them in play, as often as such a card does."""
    ((by, played), *others) = game.played_again
    going_on = {lasting.source.card for lasting in game.lasting}
    return (
        not others
        and plays_again(by.card) > 0
        and {by.card.place, played.card.place} == {"in_play"}
        and going_on == {played.card}
    )


def is_a_duration(lasting: Lasting) -> bool:
    """Whether a card in play is marked for it, which nobody is unaffected by, and which remembers no cards."""
    source = lasting.source
    here = source.card.place == "in_play" and source.stay is source.card.stay
    return here and not lasting.unaffected and not lasting.results and lasting.until.name != "TURN_ENDS"


RESTARTS = Restarts(
    lambda run, params: set_up(run, params, LIBRARY),
    position,
    unsaid,
    frozenset({"trash", "hand", "discard", "in_play", "set_aside", "exile", "tavern"}),
)


@cache
def cases() -> tuple[Case, ...]:
    return tuple(case for case in load().cases.values() if case.game == "dominion")


def goes_on(case: Case) -> int:
    said: Json = {"given": VOCABULARY.given(case.given), "actions": actions(case), "answers": list(case.choices)}
    said |= {"cards": list(case.cards)} | ({"edition": case.until_edition} if case.until_edition else {})
    taken_up, wrong = RESTARTS.differing(said)
    assert not wrong, (case.id, wrong[0])
    return taken_up


def test_a_case_goes_on_from_a_position_as_it_does_without_a_break() -> None:
    assert sum(map(goes_on, cases())) > 900


@pytest.mark.parametrize(
    "case",
    [
        "dominion/exchange/from-play-only#disciple-goes-with-the-caravan",  # what has played a Duration stays
        "dominion/exchange/mixed-pile#first-gained-with-a-cost-token",  # gained from the pile with a token
        "dominion/exchange/mixed-pile#first-that-costs-so-little",
        "dominion/exchange/traveller-lines#teacher-and-empty-piles",  # a pile that is known by its cards elsewhere
        "dominion/exchange/traveller-procedure#beside-a-carriage-that-stays",  # what has replayed a Duration stays
    ],
)
def test_cases_that_did_not(case: str) -> None:
    assert goes_on(load().cases[case])
