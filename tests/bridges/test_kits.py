"""What bridges in a language share: requests and responses, answers, and what is not claimed."""

import sys
from pathlib import Path

import pytest

from tests.bridges import java, rust
from tests.bridges.lines import request, served

ROOT = Path(__file__).resolve().parents[2]

ANSWERS = """
import json, sys
sys.path.insert(0, "bridges/kit/python")
import serve
from answers import play

def script(params, answers):
    if params["ask"] == "some":
        chosen = answers.some("alice", "trash", "bat", ["a", "b", "b"], 0, 2)
    elif params["ask"] == "one":
        chosen = answers.one("alice", "exchange", "page", ["exchange", "decline"])
    elif params["ask"] == "echo":
        chosen = params["value"]
    else:
        raise ValueError("a fault\\nof two lines")
    return {"chosen": chosen}

def run(params):
    print("an engine prints")
    return play(params, "toy", {"actions": ["go"], "unset": ["dark"]}, script)

responses = serve.take_output()
serve.serve({"describe": lambda _params: {"name": "toy"}, "run": run}, responses)
"""


@pytest.fixture(scope="module", params=["python", "java", "rust"])
def kit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the command of a toy that uses what bridges in a language share."""
    if request.param == "python":
        return [sys.executable, "-c", ANSWERS]
    return java.toy("Toy", tmp_path_factory) if request.param == "java" else rust.toy(tmp_path_factory)


def asking(number: object, **params: object) -> str:
    return request(number, "run", **{"game": "toy", "given": {}, "actions": [], **params})


@pytest.mark.parametrize(
    ("answers", "asked", "came"),
    [
        ([], "one", {"choice": ["exchange", "decline"]}),
        ([{"kind": "gain", "choose": "Gold"}, {"choose": "exchange"}], "one", {"chosen": "exchange", "unused": [0]}),
        ([{"player": "bob", "choose": "exchange"}], "one", {"choice": ["exchange", "decline"]}),
        ([{"about": "page", "choose": []}], "one", {"chosen": "decline", "unused": []}),
        ([{"about": "page", "choose": ["exchange"]}], "one", {"chosen": "exchange", "unused": []}),
        ([{"about": "page", "choose": "gold"}], "one", {"refused": 0}),
        ([{"choose": ["b", "b"]}], "some", {"chosen": ["b", "b"], "unused": []}),
        ([{"choose": "b"}], "some", {"chosen": ["b"], "unused": []}),
        ([{"choose": "decline"}], "some", {"chosen": [], "unused": []}),
        ([{"choose": ["a", "a"]}], "some", {"refused": 0}),
        ([{"choose": ["a", "b", "b"]}], "some", {"refused": 0}),
    ],
)
def test_a_question_takes_the_first_answer_that_fits(
    kit: list[str], answers: list[object], asked: str, came: dict[str, object]
) -> None:
    told = served(kit, asking(1, ask=asked, answers=answers))[0]["result"]
    short = {
        "chosen": told.get("chosen"),
        "unused": told.get("unused"),
        "choice": told.get("choice", {}).get("options"),
        "refused": told.get("refused", {}).get("answer"),
    }
    assert {key: short[key] for key in came} == came


def test_values_go_through_a_kit_unchanged(kit: list[str]) -> None:
    values: list[object] = [
        {},
        [],
        {"a": [1, -2, True, False, None], "b": {"c": ""}},
        'quotes " and \\ and / and \n \t \x01',
        "Ω \u2014 𝄞",
        [9007199254740991, 2147483648, -2147483649],
    ]
    came = served(kit, *(asking(number, ask="echo", value=value) for number, value in enumerate(values)))
    assert [response["id"] for response in came] == list(range(len(values)))
    assert [response["result"]["chosen"] for response in came] == values


def test_what_a_kit_cannot_answer_is_an_error_and_it_goes_on(kit: list[str]) -> None:
    lines = [
        "{",
        "[]",
        "null",
        '{"id": 1.5}',
        request("x", "dance"),
        asking(3, ask="fault"),
        request(4, "describe"),
        request(5, "shutdown"),
    ]
    came = served(kit, *lines, request(6, "describe"))
    assert [response.get("error", {}).get("code") for response in came[4:]] == [-32601, -32603, None, None]
    assert [response["id"] for response in came[4:]] == ["x", 3, 4, 5]
    assert all(response["error"] for response in came[:4])
    assert "a fault" in came[5]["error"]["message"]
    assert "\n" not in came[5]["error"]["message"]
    assert came[6]["result"]["name"] == "toy"


@pytest.mark.parametrize(
    ("params", "lack"),
    [
        ({"game": "chess"}, ("game", "chess")),
        ({"cards": [{"card": "Opal"}]}, ("capability", "define-card")),
        ({"actions": [{"go": 1}, {"dance": "bat"}]}, ("action", "dance")),
        ({"given": {"alice": {"hand": [{"card": "Bat", "dark": True}]}}}, ("state", "dark")),
        ({"given": {"alice": {"dark": [], "hand": [{"card": "Bat", "dark": False}]}}, "actions": [{"go": 1}]}, None),
    ],
)
def test_what_a_bridge_does_not_claim_is_unsupported(
    kit: list[str], params: dict[str, object], lack: tuple[str, str] | None
) -> None:
    told = served(kit, asking(1, ask="echo", value=1, **params))[0]["result"]
    wanted = {"unsupported": {"what": lack[0], "name": lack[1]}} if lack else {"chosen": 1, "asked": [], "unused": []}
    assert told == wanted


@pytest.mark.parametrize(
    ("answers", "asked", "came"),
    [
        ([{"kind": "discard", "choose": "c"}], "two", {"choice": ["a", "b", 3], "unused": [0]}),
        ([{"kind": "discard", "choose": ["a", 3]}], "two", {"chosen": ["a", "3"]}),
        (
            [{"kind": "discard", "choose": ["a", "b"]}, {"kind": "trash", "choose": ["b", 3]}],
            "two",
            {"chosen": ["a", "b"], "unused": [1]},
        ),
        ([{"kind": "gain", "choose": ["a", "b"]}], "two", {"choice": ["a", "b", 3]}),
        ([{"choose": "a"}, {"choose": "b"}], "two", {"chosen": ["a", "b"], "unused": []}),
        ([{"choose": "a"}, {"choose": "a"}], "two", {"refused": 0, "unused": [1]}),
        ([{"choose": ["a", "b"]}], "twice", {"chosen": "ab", "unused": []}),
        ([{"choose": ["a", "c"]}], "twice", {"choice": ["a", "b"], "unused": []}),
        ([{"choose": ["3", "b"]}, {"choose": "c"}], "two", {"chosen": ["3", "b"], "unused": [1]}),
        ([{"choose": "a"}, {"choose": "b"}, {"choose": "a"}], "three", {"chosen": ["a", "b", "c"], "unused": [2]}),
        ([], "only", {"chosen": "a"}),
        ([{"choose": "b"}], "only", {"refused": 0}),
    ],
)
@pytest.mark.parametrize("kit", ["java"], indirect=True)  # no other kit has it
def test_answers_for_an_engine_that_tells_little_of_its_questions(
    kit: list[str], answers: list[object], asked: str, came: dict[str, object]
) -> None:
    told = served(kit, asking(1, ask=asked, answers=answers))[0]["result"]
    short = {
        **told,
        "choice": told.get("choice", {}).get("options"),
        "refused": told.get("refused", {}).get("answer"),
    }
    assert {key: short[key] for key in came} == came


@pytest.mark.parametrize("kit", ["java"], indirect=True)
def test_an_exception_is_told_with_its_class_and_no_file(kit: list[str]) -> None:
    """An engine may have been compiled without the names of its files."""
    (came,) = served(kit, asking(1, ask="fault"))
    assert came["error"]["message"] == "IllegalStateException in run of Toy: a fault"
