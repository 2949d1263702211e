"""The bridges to real engines: what they say where no engine is at hand, and that an engine does what is known."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINES = {"pydominion": "PYDOMINION_PATH", "androminion": "ANDROMINION_CLASS_PATH"}
"""The bridges, and the variable that says where the engine of each is."""

PACKAGES = {"python-mtg": "mtg"}
"""The bridges whose engine is installed beside them, and the module that shows it."""

GAMES = {"pydominion": "dominion", "androminion": "dominion", "python-mtg": "mtg"}

at_hand = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.skipif(not os.environ.get(where), reason=f"{where} names no {name}"))
        for name, where in ENGINES.items()
    ]
    + [
        pytest.param(name, marks=pytest.mark.skipif(find_spec(module) is None, reason=f"{name} is not installed"))
        for name, module in PACKAGES.items()
    ],
)


def bridge(name: str) -> str:
    return f"cmd:{sys.executable} bridges/{name}"


def rulings(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "checker", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)


def start(name: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    plain = {key: value for key, value in os.environ.items() if key not in ENGINES.values()}
    command = [sys.executable, f"bridges/{name}", *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False, input="", env={**plain, **variables}
    )


@pytest.mark.parametrize(("name", "where"), ENGINES.items())
def test_without_an_engine_a_bridge_says_how_to_name_one(name: str, where: str) -> None:
    came = start(name)
    assert came.returncode == 2
    assert where in came.stderr
    assert "Traceback" not in came.stderr


@pytest.mark.parametrize(("name", "where"), ENGINES.items())
def test_what_is_no_engine_is_told_and_not_tried(name: str, where: str, tmp_path: Path) -> None:
    came = start(name, **{where: str(tmp_path)})
    assert came.returncode == 2
    assert str(tmp_path) in came.stderr
    assert "Traceback" not in came.stderr


def test_a_class_path_needs_a_compiler(tmp_path: Path) -> None:
    (tmp_path / "engine.jar").touch()
    came = start("androminion", "--class-path", str(tmp_path / "engine.jar"), PATH=str(tmp_path))
    assert came.returncode == 2
    assert "JDK" in came.stderr


@at_hand
def test_the_doctor_finds_nothing_wrong(name: str) -> None:
    came = rulings("doctor", "--engine", bridge(name))
    assert came.returncode == 0, came.stdout


@pytest.mark.slow
@at_hand
def test_nothing_fails_but_what_is_known(name: str) -> None:
    came = rulings(
        "check", GAMES[name], "-j", "2", "--engine", bridge(name), "--baseline", f"bridges/{name}/baseline.yaml"
    )
    assert came.returncode == 0, came.stdout


CONTROLS = {
    "dominion": [
        ("dominion/exchange/player-orders#peasant-first", "dominion/exchange/player-orders#soldier-first"),
        ("dominion/exchange/player-orders#asked-for-the-order", "dominion/exchange/player-orders#all-outcomes"),
    ],
    "mtg": [
        ("mtg/replacement/definition#whole-event", "mtg/replacement/made-ahead-of-time#shield-with-nothing-pending"),
        ("mtg/replacement/tokens-and-counters#planeswalker-enters", "mtg/replacement/tokens-and-counters#two-seasons"),
    ],
}
"""Cases that engines of a game get wrong, each with one that they get right."""


@at_hand
def test_a_deviation_has_a_control_that_passes(name: str) -> None:
    wrong, right = zip(*CONTROLS[GAMES[name]], strict=True)
    for cases, status in ((wrong, "failed"), (right, "passed")):
        came = rulings("check", *cases, "--engine", bridge(name), "--json")
        told = [json.loads(line) for line in came.stdout.splitlines()]
        assert [line["status"] for line in told if line["line"] == "result"] == [status] * len(cases)


def test_every_known_failure_has_its_reason() -> None:
    import yaml12

    for name in GAMES:
        entries = yaml12.read_yaml(ROOT / "bridges" / name / "baseline.yaml")["cases"]
        assert [entry["case"] for entry in entries if not entry.get("reason")] == []


ANSWERS = """
import json, sys
sys.path.insert(0, "bridges/kit/python")
from answers import Answers, Over
answers = Answers(json.loads(sys.argv[1]))
try:
    given = json.loads(sys.argv[2])
    chosen = answers.some("alice", "trash", "bat", ["a", "b", "b"], 0, 2) if given == "some" else answers.one(
        "alice", "exchange", "page", ["exchange", "decline"])
    print(json.dumps({"chosen": chosen, "unused": answers.unused, "asked": answers.asked}))
except Over as over:
    print(json.dumps(over.outcome))
"""


@pytest.mark.parametrize(
    ("answers", "asked", "came"),
    [
        ([], "one", {"choice": ["exchange", "decline"]}),
        ([{"kind": "gain", "choose": "Gold"}, {"choose": "exchange"}], "one", {"chosen": "exchange", "unused": [0]}),
        ([{"player": "bob", "choose": "exchange"}], "one", {"choice": ["exchange", "decline"]}),
        ([{"about": "page", "choose": []}], "one", {"chosen": "decline", "unused": []}),
        ([{"about": "page", "choose": "gold"}], "one", {"refused": 0}),
        ([{"choose": ["b", "b"]}], "some", {"chosen": ["b", "b"], "unused": []}),
        ([{"choose": "b"}], "some", {"chosen": ["b"], "unused": []}),
        ([{"choose": "decline"}], "some", {"chosen": [], "unused": []}),
        ([{"choose": ["a", "a"]}], "some", {"refused": 0}),
        ([{"choose": ["a", "b", "b"]}], "some", {"refused": 0}),
    ],
)
def test_a_question_takes_the_first_answer_that_fits(
    answers: list[object], asked: str, came: dict[str, object]
) -> None:
    command = [sys.executable, "-c", ANSWERS, json.dumps(answers), json.dumps(asked)]
    told = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    short = {
        "chosen": told.get("chosen"),
        "unused": told.get("unused"),
        "choice": told.get("choice", {}).get("options"),
        "refused": told.get("refused", {}).get("answer"),
    }
    assert {key: short[key] for key in came} == came


@pytest.mark.skipif(shutil.which("javac") is None, reason="no Java compiler")
def test_json_goes_through_java_unchanged(tmp_path: Path) -> None:
    source = ROOT / "bridges" / "androminion" / "com" / "vdom" / "core" / "BridgeJson.java"
    echo = tmp_path / "Echo.java"
    echo.write_text(
        "package com.vdom.core; public class Echo { public static void main(String[] lines) {"
        " for (String line : lines) System.out.println(BridgeJson.write(BridgeJson.read(line))); } }",
        encoding="utf-8",
    )
    subprocess.run(["javac", "-nowarn", "-d", str(tmp_path), str(source), str(echo)], check=True, capture_output=True)
    values: list[object] = [
        {},
        [],
        {"a": [1, -2, True, False, None], "b": {"c": ""}},
        'quotes " and \\ and / and \n \t \x01',
        "Ω \u2014 𝄞",
        [9007199254740991, 2147483648, -2147483649],
    ]
    command = ["java", "-cp", str(tmp_path), "com.vdom.core.Echo", *map(json.dumps, values)]
    came = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    assert [json.loads(line) for line in came] == values
