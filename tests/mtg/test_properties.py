"""What holds of the engine in every position of the corpus, whatever the cases are about."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from checker.finding.query import find
from checker.judging.claims import actions
from checker.model import Case
from checker.positions.vocabulary import Vocabulary
from checker.reading.corpus import load
from checker.reading.schema import fits
from reference_engine import Engine

Json = dict[str, Any]
ENGINE = Engine()
VOCABULARY = Vocabulary.of("mtg")
BYSTANDER = {"id": "a bystander", "card": "Runeclaw Bear"}
PARTS = 4
APART = 1 if os.environ.get("RULINGS_SLOW") else 3
"""Of the cases, each so many-th is tried."""


@cache
def cases(part: int) -> Sequence[Case]:
    return find(load(), ["mtg"]).cases[::APART][part::PARTS]


def request(case: Case) -> Json:
    said: Json = {
        "game": "mtg",
        "given": VOCABULARY.given(case.given),
        "actions": actions(case),
        "answers": list(case.choices),
    }
    if case.cards:
        said["cards"] = list(case.cards)
    if case.until_edition:
        said["edition"] = case.until_edition
    return said


def with_bystander(given: Json, *, first: bool) -> Json:
    """Put a creature that nothing is about on the battlefield, before everything else or after it."""
    owner = given["players"][0]
    there = given[owner].get("battlefield") or []
    placed = [BYSTANDER, *there] if first else [*there, BYSTANDER]
    return {**given, owner: {**given[owner], "battlefield": placed}}


AT_ONCE = frozenset({"battlefield", "graveyard", "exile", "options"})
"""Where things that came at the same time may stand in any order."""


def unordered(value: Any) -> Any:
    """Return a state in which the order of what came at once, how tokens are numbered, and a clock do not show."""
    if isinstance(value, dict):
        return {
            key: sorted(map(repr, unordered(part))) if key in AT_ONCE else unordered(part)
            for key, part in value.items()
            if key != "timestamp" and not (key == "id" and value.get("token"))
        }
    return [unordered(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("part", range(PARTS))
def test_where_an_unrelated_object_stands_means_nothing(part: int) -> None:
    for case in cases(part):
        said = request(case)
        first, last = (
            ENGINE.run({**said, "given": with_bystander(said["given"], first=each)}) for each in (True, False)
        )
        assert "unsupported" not in first, case.id
        assert unordered(first) == unordered(last), case.id


@pytest.mark.parametrize("part", range(PARTS))
def test_the_same_request_gives_the_same_answer_whatever_was_asked_between(part: int) -> None:
    asked = [(case, {**request(case), "trace": True}) for case in cases(part)]
    before = [ENGINE.run(said) for _, said in asked]
    after = [ENGINE.run(said) for _, said in reversed(asked)][::-1]
    for (case, _), one, other in zip(asked, before, after, strict=True):
        assert one == other, case.id


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_is_told_fits_the_schema(part: int) -> None:
    for case in cases(part):
        said = request(case)
        every = list(range(len(said["actions"]) + 1))
        told = ENGINE.run({**said, "checkpoints": every, "first": 100})
        for state in (*(each["state"] for each in told["checkpoints"]), told["state"]):
            assert fits("mtg/state", state), case.id


@pytest.mark.parametrize("part", range(PARTS))
def test_what_is_refused_leaves_every_position_as_it_was(part: int) -> None:
    refused = 0
    for case in cases(part):
        said = {**request(case), "actions": []}
        before = ENGINE.run(said)
        for action in impossible(said["given"]):
            after = ENGINE.run({**said, "actions": [action]})
            if "answer" not in after.get("refused", {"answer": 0}) and "state" in before:  # it is the action itself
                refused += 1
                assert after["state"] == before["state"], (case.id, action)
    assert refused > len(cases(part))


def impossible(given: Json) -> Iterator[Json]:
    """Yield what the rules are likely to refuse: the wrong targets, the wrong blockers, attacks on oneself."""
    for name in given["players"]:
        for card in given[name].get("hand") or ():
            if "id" in card:
                yield {"cast": card["id"], "targets": ["nobody"]}
        for permanent in given[name].get("battlefield") or ():
            if "id" in permanent:
                yield {"attack": {permanent["id"]: name}}
                yield {"activate": permanent["id"], "targets": ["nobody"]}
