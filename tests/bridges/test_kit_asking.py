"""What bridges in Java ask the players of Magic, on options that are no more than words; and what they call tokens."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.bridges import java
from tests.bridges.lines import Program, request


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    serving = Program(java.toy("Asks", tmp_path_factory))
    yield serving
    serving.close()


def ask(program: Program, answers: list[dict[str, Any]], **asks: Any) -> Any:
    charm = {"Charm": {"abilities": [{"modes": ["draw", "burn", "heal"]}], "choices": ["khans", "dragons"]}}
    params = {"game": "mtg", "given": {}, "actions": [], "answers": answers, "asks": asks, "cards told": charm}
    return program.respond(request(1, "run", **params))["result"]


BEAR, DECLINE = {"kind": "object", "choose": "bear"}, {"kind": "object", "choose": "decline"}
TYPES = [f"Type{number}" for number in range(30)]
ONE_BY_ONE = [
    {"player": "alice", "kind": "object", "about": "it", "choose": word} for word in ("bear", "elf", "decline")
]


@pytest.mark.parametrize(
    ("answers", "asks", "came"),
    [
        ([], {"what": "one", "from": ["bear"]}, "bear"),
        ([], {"what": "one", "from": ["bear", "bear"]}, "bear"),
        ([BEAR], {"what": "one", "from": ["elf", "bear"]}, "bear"),
        ([DECLINE], {"what": "one", "from": ["bear"], "optional": True}, None),
        ([{"kind": "may", "choose": "decline"}], {"what": "one", "from": ["bear"], "optional": True}, None),
        ([{"kind": "may", "choose": "accept"}], {"what": "one", "from": ["bear"], "optional": True}, "bear"),
        ([], {"what": "one", "from": []}, None),
        ([], {"what": "some", "from": ["bear", "elf"], "least": 2}, ["bear", "elf"]),
        ([{"choose": ["elf"]}], {"what": "some", "from": ["bear", "elf"]}, ["elf"]),
        (ONE_BY_ONE, {"what": "enough", "from": ["elf", "bear", "ox"], "least": 2}, ["bear", "elf"]),
        (ONE_BY_ONE[:1], {"what": "enough", "from": ["imp", "bear"], "least": 1}, ["bear"]),
        (ONE_BY_ONE[:2], {"what": "enough", "from": ["imp", "elf", "bear"], "least": 2}, ["bear", "elf"]),
        ([], {"what": "enough", "from": ["elf", "bear"], "least": 3}, []),
        ([], {"what": "enough", "action": {"costs": {"tap": ["imp"]}}, "from": ["elf", "imp"], "least": 1}, ["imp"]),
        ([{"kind": "order", "choose": "elf"}], {"what": "first", "from": ["bear", "elf"]}, "elf"),
        ([], {"what": "first", "from": ["bear", "bear"]}, "bear"),
        ([{"choose": ["elf", "bear"]}], {"what": "order", "from": ["bear", "elf"]}, ["elf", "bear"]),
        ([], {"what": "order", "from": ["bear", "bear"]}, ["bear", "bear"]),
        ([], {"what": "told", "targets": True, "action": {"targets": ["bear"]}, "from": ["elf", "bear"]}, ["bear"]),
        ([], {"what": "told", "action": {"costs": {"sacrifice": "elf"}}, "from": ["elf", "bear"]}, ["elf"]),
        ([], {"what": "told", "targets": True, "action": {"targets": ["imp"]}, "from": ["elf", "bear"]}, []),
        ([{"choose": ["bear", "elf"]}], {"what": "shuffled", "from": ["elf", "bear"]}, ["bear", "elf"]),
        ([], {"what": "shuffled", "from": ["elf", "imp"]}, ["elf", "imp"]),
        ([{"choose": "R"}], {"what": "byWord", "from": ["White", "Red"]}, "Red"),
        ([{"kind": "mana", "choose": "W"}], {"what": "byMana", "from": ["White", "Red"]}, "White"),
        ([], {"what": "byMana", "from": ["Red"]}, "Red"),
        ([{"choose": "heal"}], {"what": "mode"}, 2),
        ([{"choose": "decline"}], {"what": "mode", "optional": True}, -1),
        ([], {"what": "mode", "action": {"modes": ["draw"]}}, 0),
        ([], {"what": "mode", "action": {"modes": ["burn"]}}, -1),
        ([{"kind": "mode", "choose": ["heal", "draw"]}], {"what": "modes"}, [2, 0]),
        ([], {"what": "modes", "action": {"modes": ["heal"]}}, [2]),
        ([{"choose": "Type7"}], {"what": "few", "from": [*TYPES, "Elf"]}, "Type7"),
        ([{"choose": "dragons"}], {"what": "word", "from": ["Khans", "Dragons"]}, "Dragons"),
        ([{"choose": "in"}], {"what": "word", "from": ["in", "out", "off"]}, "in"),
        ([{"choose": "decline"}], {"what": "copied", "from": ["bear"]}, None),
        ([{"choose": "bear"}], {"what": "copied", "from": ["bear", "elf"]}, "bear"),
        ([BEAR], {"what": "pick", "from": ["elf", "bear"], "least": 1, "most": 1}, ["bear"]),
        ([{"choose": []}], {"what": "pick", "from": ["elf", "bear"], "most": 1}, []),
        ([], {"what": "chosen", "targets": True, "action": {"targets": ["elf"]}, "from": ["elf", "bear"]}, ["elf"]),
        ([{"choose": ["bear"]}], {"what": "chosen", "from": ["elf", "bear"]}, ["bear"]),
        ([{"choose": "elf"}], {"what": "replacement", "from": ["bear", "elf"]}, "elf"),
        ([], {"what": "replacement", "from": ["elf", "elf"]}, "elf"),
        ([], {"what": "number", "least": 3, "most": 3}, 3),
        ([BEAR], {"what": "decide"}, True),
        ([DECLINE], {"what": "decide"}, False),
        ([{"choose": ["bear"]}], {"what": "decide"}, True),
        ([{"choose": []}], {"what": "decide"}, False),
        ([{"kind": "pay", "choose": "pay"}], {"what": "decide"}, True),
        ([{"choose": 2}, {"choose": 1}], {"what": "divide", "from": ["bear", "elf"], "most": 3}, [2, 1]),
        ([], {"what": "divide", "from": ["bear", "elf", "imp"], "least": 1, "most": 1}, [1, 1, 1]),
        (
            [],
            {"what": "shared", "action": {"divide": {"elf": 2}}, "from": ["elf"], "most": 2},
            {"all": True, "shares": {"elf": 2}},
        ),
        (
            [],
            {"what": "shared", "action": {"divide": {"bear": 3}}, "from": ["bear", "elf"], "most": 3},
            {"all": False, "shares": {}},
        ),
        (
            [{"choose": 1}],
            {"what": "shared", "from": ["bear", "elf"], "most": 3},
            {"all": True, "shares": {"bear": 1, "elf": 2}},
        ),
        (
            [],
            {"what": "tokens", "from": ["Human Soldier Token", "Human Soldier", "Urza's Tom"]},
            {"bear": 0, "human_soldier_1": 2, "human_soldier_2": 0, "urzas_tom_1": 0},
        ),
    ],
)
def test_an_answer_is_what_it_names(
    program: Program, answers: list[dict[str, Any]], asks: dict[str, Any], came: Any
) -> None:
    assert ask(program, answers, **asks)["came"] == came


@pytest.mark.parametrize(
    ("asks", "kind", "options"),
    [
        ({"what": "one", "from": ["bear", "elf", "elf"]}, "object", ["bear", "elf"]),
        ({"what": "one", "from": ["bear"], "optional": True}, "object", ["bear", "decline"]),
        ({"what": "some", "from": ["bear", "elf"]}, "object", ["bear", "elf"]),
        ({"what": "enough", "from": ["bear", "elf", "imp"], "least": 1}, "object", ["bear", "elf", "imp"]),
        ({"what": "enough", "from": ["bear", "elf", "imp"], "least": 2}, "object", ["bear", "elf"]),
        ({"what": "few", "from": [*TYPES, "Elf"]}, "type", ["Elf", "Type0"]),
        ({"what": "few", "from": TYPES}, "type", ["Type0", "Type1"]),
        ({"what": "number", "most": 2}, "number", [0, 1, 2]),
        ({"what": "decide"}, "may", ["accept", "decline"]),
        ({"what": "decide", "pays": True}, "pay", ["pay", "decline"]),
        ({"what": "divide", "from": ["bear", "elf"], "most": 2}, "damage", [1, 2]),
    ],
)
def test_without_an_answer_the_question_is_told(
    program: Program, asks: dict[str, Any], kind: str, options: list[Any]
) -> None:
    choice = ask(program, [], **asks)["choice"]
    assert (choice["player"], choice["kind"], choice["options"]) == ("alice", kind, options)


def test_what_one_answer_says_for_several_questions_is_told_as_one(program: Program) -> None:
    several = [{"kind": "object", "choose": ["bear", "elf", "decline"]}]
    told = ask(program, several, what="enough", **{"from": ["elf", "bear", "ox"], "least": 2})
    assert told["came"] == ["bear", "elf"]
    assert [(asked["options"], asked["chosen"], asked["max"]) for asked in told["asked"]] == [
        (["elf", "bear", "ox"], ["bear", "elf", "decline"], 3)
    ]
