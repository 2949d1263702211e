"""The bridges to real engines: what they say where no engine is at hand, and that an engine does what is known."""

import json
import os
import subprocess
import sys
import zipfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.bridges.lines import request, served
from tests.once import once, shared

ROOT = Path(__file__).resolve().parents[2]
ENGINES = {
    "pydominion": "PYDOMINION_PATH",
    "androminion": "ANDROMINION_CLASS_PATH",
    "xmage": "XMAGE_CLASS_PATH",
    "argentum": "ARGENTUM_CLASS_PATH",
    "forge": "FORGE_CLASS_PATH",
    "magarena": "MAGARENA_CLASS_PATH",
    "phase": "PHASE_CHECKOUT",
}
"""The bridges, and the variable that says where the engine of each is."""

PACKAGES = {"python-mtg": "mtg"}
"""The bridges whose engine is installed beside them, and the module that shows it."""

GAMES = {
    "pydominion": "dominion",
    "androminion": "dominion",
    "python-mtg": "mtg",
    "xmage": "mtg",
    "argentum": "mtg",
    "forge": "mtg",
    "magarena": "mtg",
    "phase": "mtg",
}

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


@cache
def bridge(name: str) -> str:
    """Return how a bridge is named, once it is built, which can take longer than a first answer may."""
    subprocess.run(
        [sys.executable, f"bridges/{name}"], cwd=ROOT, capture_output=True, input=b"", timeout=900, check=False
    )
    return f"cmd:{sys.executable} bridges/{name}"


def rulings(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "checker", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)


def start(name: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    plain = {key: value for key, value in os.environ.items() if key not in ENGINES.values()}
    command = [sys.executable, f"bridges/{name}", *arguments]
    return subprocess.run(
        command,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        input="",
        env={**plain, **variables},
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
    with zipfile.ZipFile(tmp_path / "engine.jar", "w") as jar:
        jar.writestr("com/vdom/core/IndirectPlayer.class", "")
    came = start("androminion", "--class-path", str(tmp_path / "engine.jar"), PATH=str(tmp_path))
    assert came.returncode == 2
    assert "JDK" in came.stderr


@pytest.mark.slow
@at_hand
def test_the_doctor_finds_nothing_wrong(name: str) -> None:
    came = rulings("doctor", "--engine", bridge(name))
    assert came.returncode == 0, came.stdout


@pytest.fixture
def checked(name: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what an engine makes of all cases of its game, as it is printed, and with the exit code."""
    baseline = f"bridges/{name}/baseline.yaml"

    def make(folder: Path) -> None:
        came = rulings("check", GAMES[name], "-j", "2", "--engine", bridge(name), "--baseline", baseline, "--json")
        folder.mkdir()
        (folder / "code").write_text(str(came.returncode), encoding="utf-8")
        (folder / "results.jsonl").write_text(came.stdout, encoding="utf-8")

    return once(shared(tmp_path_factory) / f"checked-{name}", make)


@pytest.mark.slow
@at_hand
def test_nothing_fails_but_what_is_known(checked: Path) -> None:
    results = (checked / "results.jsonl").read_text(encoding="utf-8")
    assert (checked / "code").read_text(encoding="utf-8") == "0", results


CONTROLS = {
    "argentum": [
        (
            "mtg/replacement/turned-face-up#turned-up-by-an-opponent",
            "mtg/replacement/turned-face-up#counters-at-once",
        ),
        ("mtg/replacement/tokens-and-counters#copied-token-created", "mtg/replacement/tokens-and-counters#two-seasons"),
    ],
    "dominion": [
        ("dominion/exchange/player-orders#peasant-first", "dominion/exchange/player-orders#soldier-first"),
        ("dominion/exchange/player-orders#asked-for-the-order", "dominion/exchange/player-orders#all-outcomes"),
    ],
    "forge": [
        (
            "mtg/replacement/as-it-would-enter#orb-does-not-tap-itself",
            "mtg/replacement/as-it-would-enter#orb-taps-everybodys",
        ),
        ("mtg/type-changing/dependency#bell-then-urborg", "mtg/type-changing/dependency#urborg-then-bell"),
    ],
    "magarena": [
        ("mtg/exchange/all-or-nothing#source-gone", "mtg/exchange/control-needs-battlefield#totem"),
        ("mtg/type-changing/dependency#bell-then-urborg", "mtg/type-changing/dependency#urborg-then-bell"),
    ],
    "phase": [
        ("mtg/replacement/regeneration#already-tapped", "mtg/replacement/regeneration#destroyed-by-a-spell"),
        ("mtg/replacement/once-per-event#two-doublers", "mtg/replacement/once-per-event#one-doubler"),
    ],
    "xmage": [
        (
            "mtg/replacement/as-it-would-enter#ballista-under-dress-down",
            "mtg/replacement/as-it-would-enter#ballista-alone",
        ),
        ("mtg/replacement/redirection#player-has-left", "mtg/replacement/redirection#player-has-not-left"),
    ],
    "mtg": [
        ("mtg/replacement/definition#whole-event", "mtg/replacement/made-ahead-of-time#shield-with-nothing-pending"),
        ("mtg/replacement/tokens-and-counters#planeswalker-enters", "mtg/replacement/tokens-and-counters#two-seasons"),
    ],
}
"""Cases that an engine, or the engines of a game, get wrong, each with one that they get right."""


@at_hand
def test_a_deviation_has_a_control_that_passes(name: str, checked: Path) -> None:
    told = map(json.loads, (checked / "results.jsonl").read_text(encoding="utf-8").splitlines())
    status = {line["case"]: line["status"] for line in told if line["line"] == "result"}
    for wrong, right in CONTROLS.get(name, CONTROLS[GAMES[name]]):
        assert (status[wrong], status[right]) == ("failed", "passed")


def test_every_known_failure_has_its_reason() -> None:
    import yaml12

    for name in GAMES:
        baseline: Any = yaml12.read_yaml(ROOT / "bridges" / name / "baseline.yaml")
        assert [entry["case"] for entry in baseline["cases"] if not entry.get("reason")] == []


@pytest.mark.skipif(find_spec("mtg") is None, reason="python-mtg is not installed")
def test_python_mtg_is_asked_for_nothing_that_it_lacks() -> None:
    def run(number: int, alice: dict[str, object], *actions: object, bob: tuple[object, ...] = ()) -> str:
        empty = {"life": 20, "library": [{"card": "Wastes"}]}
        given: dict[str, object] = {"players": ["alice", "bob"], "turn": "alice", "step": "precombat main"}
        given |= {"alice": empty | alice, "bob": empty | {"battlefield": list(bob)}}
        return request(number, "run", game="mtg", given=given, actions=list(actions))

    edict, bear = {"card": "Diabolic Edict", "id": "edict"}, {"card": "Runeclaw Bear", "id": "bear"}
    murder, giant = {"card": "Murder", "id": "murder"}, {"card": "Hill Giant", "id": "giant"}
    came = served(
        [sys.executable, "bridges/python-mtg"],
        run(1, {"hand": [murder], "mana": {}}, {"cast": "murder", "targets": ["bear"]}, bob=(bear,)),
        run(2, {"hand": [{"card": "Clone"}]}),
        run(3, {"hand": [murder]}, {"cast": "murder", "targets": ["nothing"]}, bob=(bear,)),
        run(4, {"hand": [murder]}, {"cast": "murder", "targets": ["bear"]}, {"resolve": "all"}, bob=(bear, giant)),
        run(5, {"hand": [murder]}, {"cast": "murder", "targets": ["bear"]}, bob=(bear, giant)),
        run(6, {"hand": [edict]}, {"cast": "edict", "targets": ["bob"]}, {"resolve": "all"}, bob=(bear, giant)),
    )
    told = [response["result"] for response in came]
    assert told[0] == {"unsupported": {"what": "state", "name": "mana"}}
    assert told[1] == {"unsupported": {"what": "card", "name": "Clone"}}
    assert told[2]["refused"]["action"] == 0
    assert [card["id"] for card in told[3]["state"]["bob"]["graveyard"]] == ["bear"]
    assert [spell["id"] for spell in told[4]["state"]["stack"]] == ["murder"]
    assert sorted(told[5]["choice"]["options"]) == ["bear", "giant"]
