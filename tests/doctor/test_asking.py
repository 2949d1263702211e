"""Whether an engine asks what is left open, and takes what it is answered, is examined."""

import json
from typing import Any

import pytest

from checker.model import Json
from reference_engine import Engine
from tests.doctor.conftest import Tried

STEP = "asks what is left open"
TAKE = "a question takes the first unused answer"


def asking(**other: Any) -> Any:
    """Return a fault that asks in other words, and does not tell what was asked."""

    def fault(outcome: Json, _params: Json) -> None:
        outcome.get("choice", {}).update(other)
        outcome.pop("asked", None)
        outcome.pop("unused", None)

    return fault


def once_more(outcome: Json, _params: Json) -> Json | None:
    if "choice" in outcome:
        return None
    return {"choice": {"player": "bob", "kind": "reveal", "options": ["reveal", "decline"]}}


def choosing(outcome: Json, params: Json) -> Json | None:
    return {"state": params["given"]} if "choice" in outcome else None


def by_its_own_ids(outcome: Json, params: Json) -> Json:
    answers = [answer["choose"] for answer in params["answers"]]
    if "page" in answers:
        return {"refused": {"answer": answers.index("page"), "reason": "there is no page"}}
    outcome = Engine().run(json.loads(json.dumps(params).replace('"#17"', '"page"')))
    if "choice" in outcome:
        options = ["#17" if option == "page" else option for option in outcome["choice"]["options"]]
        outcome["choice"] = {**outcome["choice"], "options": options}
    return outcome


@pytest.mark.parametrize(
    ("run", "finding", "says", "mend"),
    [
        (
            asking(kind="exchanges"),
            "wrong",
            "asks the same question forever, though page is answered each time: exchanges",
            TAKE,
        ),
        (asking(kind="exchanges"), "wrong", "no question of the kind 'exchanges'; did you mean `exchange`?", TAKE),
        (asking(player="Alice"), "wrong", "asks 'Alice', who is not a player; did you mean `alice`?", TAKE),
        (asking(about="obj#17"), "wrong", "about obj#17, which is no id of the position, no player and no card", TAKE),
        (once_more, "wrong", "the same question forever, though reveal is answered each time", TAKE),
        (asking(options=[0, 1]), "wrong", "refuses 1, which it offered: ", "in the words in which it is sent back"),
        (
            by_its_own_ids,
            "advice",
            "the case answers page, an id that is not among the options of ",
            "its id from `giv",
        ),
        (choosing, "advice", "asks nothing in ", "or do not claim `choices`"),
        (asking(), "ok", "exchange, and takes 2 answers", ""),
    ],
)
def test_a_question_is_answered_with_each_of_its_options(
    run: Any, finding: str, says: str, mend: str, tried: Tried
) -> None:
    step = tried(STEP, run=run)[STEP]
    assert (step.finding, says in step.says) == (finding, True), step.says
    assert mend in step.mend, step.mend


def test_what_a_question_lacks_is_told(tried: Tried) -> None:
    def fault(outcome: Json, _params: Json) -> None:
        outcome.get("choice", {}).pop("options", None)

    wrong = [step for step in tried(STEP, run=fault).values() if step.finding == "wrong"]
    assert '"options" is a required property' in wrong[0].says
    assert wrong[0].mend.startswith('ask {"player": …')


def test_who_chooses_for_the_players_is_not_asked_to_ask(tried: Tried) -> None:
    assert STEP in tried(STEP)
    assert STEP not in tried(STEP, claims=lambda told, _: {**told, "capabilities": []})
