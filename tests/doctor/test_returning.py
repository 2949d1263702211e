"""Whether an engine gives back the objects of a position, by their ids, is examined."""

import re
from dataclasses import replace
from typing import Any

import pytest

from checker.engines import EngineError
from checker.model import Corpus, Json
from tests.doctor.conftest import Tried

STEP = "gives back what it was given"


def changing(change: Any) -> Any:
    """Return a fault in which each object that is alice's and in a zone is changed, or taken out for nothing."""

    def fault(outcome: Json, _params: Json) -> None:
        for zone, things in outcome.get("state", {}).get("alice", {}).items():
            if isinstance(things, list) and all(isinstance(thing, dict) for thing in things):
                outcome["state"]["alice"][zone] = [*filter(None, map(change, things))]

    return fault


def nothing(outcome: Json, _params: Json) -> None:
    if "state" in outcome:
        outcome["state"] = {}


@pytest.mark.parametrize(
    ("run", "finding", "says", "mend"),
    [
        (
            changing(lambda thing: {"card": thing["card"]}),
            "advice",
            " has a Procession without one",
            "a table of the ids",
        ),
        (changing(lambda thing: thing["card"]), "advice", " has a Procession without one", "a table of the ids"),
        (changing(lambda thing: {**thing, "id": "perm1"}), "wrong", "have the id `perm1`", "keep a table"),
        (
            changing(lambda thing: {**thing, "id": f"#{id(thing)}"}),
            "advice",
            "has a Procession with the id `#",
            "keep a",
        ),
        (changing(lambda _: None), "wrong", "is not there, though `observe` names it", "under `unseen`"),
        (
            changing(lambda thing: {**thing, "id": None}),
            "advice",
            " has a Procession without one",
            "a table of the ids",
        ),
        (nothing, "wrong", "is not there, though `observe` names it", "what the engine cannot tell is claimed"),
        (lambda *_: None, "ok", " objects with an id", ""),
    ],
)
def test_objects_that_were_given_have_to_come_back(run: Any, finding: str, says: str, mend: str, tried: Tried) -> None:
    step = tried(STEP, run=run)[STEP]
    assert (step.finding, says in step.says) == (finding, True), step.says
    assert mend in step.mend, step.mend


def test_what_an_engine_cannot_tell_apart_may_be_without_ids(tried: Tried, corpus: Corpus, little: Corpus) -> None:
    ruling = "dominion/exchange/from-play-only"
    here = replace(little, rulings={ruling: corpus.rulings[ruling]})

    def fault(outcome: Json, _params: Json) -> None:
        for player in [outcome["state"][name] for name in ("alice", "bob")] if "state" in outcome else []:
            player["deck"] = [thing["card"] for thing in player.get("deck", ())]

    step = tried(STEP, run=fault, corpus=here)[STEP]
    assert step.finding == "ok"
    assert re.match(r"\d+ objects with an id; dominion/.*: no object has the id `.*`; `bob.deck` has a ", step.says)


def test_what_an_engine_cannot_tell_need_not_come_back(tried: Tried) -> None:
    def claims(told: Json, _: Json) -> None:
        told["games"]["dominion"]["unseen"] = ["id"]

    step = tried(STEP, claims=claims, run=nothing)[STEP]
    assert (step.finding, step.says) == ("ok", "no case that it plays has an object with an id")


def test_one_case_in_which_all_moves_is_no_fault(tried: Tried) -> None:
    seen: list[Json] = []

    def first(outcome: Json, params: Json) -> None:
        if not params["actions"]:
            seen.append(params)
            if len(seen) == 1:
                nothing(outcome, params)

    assert tried(STEP, run=first)[STEP].finding == "ok"
    assert len(seen) > 1


def test_an_error_in_one_case_does_not_end_the_search(tried: Tried) -> None:
    runs: list[Json] = []

    def first(_outcome: Json, params: Json) -> None:
        runs.append(params)
        if not params["actions"] and len(runs) < 3:
            raise EngineError("no action")

    assert tried(STEP, run=first)[STEP].finding == "ok"
    assert len(runs) > 2
