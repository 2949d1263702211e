"""How bridges in Java follow a script of Magic, on a game that has nothing but steps and a stack."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.bridges import java

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return java.toy("Steps", tmp_path_factory)


def play(command: list[str], *actions: dict[str, Any]) -> Any:
    params = {"game": "mtg", "given": {}, "actions": list(actions)}
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "run", "params": params})
    came = subprocess.run(command, input=f"{line}\n", capture_output=True, text=True, check=True, timeout=300)
    return json.loads(came.stdout)["result"]


BOLT, SHOCK, END = {"cast": "bolt"}, {"cast": "shock", "player": "bob"}, {"cast": "end"}


@pytest.mark.parametrize(
    ("actions", "state"),
    [
        ((), {"step": "precombat main", "stack": [], "done": []}),
        ((BOLT,), {"stack": ["bolt"], "done": []}),
        ((BOLT, SHOCK, {"resolve": "top"}), {"stack": ["bolt"], "done": ["shock"]}),
        ((BOLT, SHOCK, {"resolve": "all"}), {"stack": [], "done": ["shock", "bolt"]}),
        (({"concede": "carol"},), {"step": "precombat main", "done": ["carol is gone"]}),
        ((BOLT, {"pass to": "end step"}), {"step": "end step", "turn": "alice", "done": ["bolt"]}),
        (({"pass to": "precombat main"},), {"step": "precombat main", "turn": "bob"}),
        (({"pass to": "precombat main", "of": "alice"},), {"step": "precombat main", "turn": "alice"}),
        (({"pass to": "cleanup"},), {"step": "cleanup", "turn": "alice"}),
        (({"pass to": "untap"}, {"pass to": "upkeep"}), {"step": "upkeep", "turn": "bob"}),
        (({"attack": {"bear": "bob"}}, BOLT), {"step": "declare attackers", "stack": ["bolt"]}),
        (({"assign damage": {"bear": {"bob": 2}}}, BOLT), {"damage": {"bear": {"bob": 2}}}),
        ((END, {"resolve": "all"}, {"pass to": "upkeep"}), {"done": ["end"]}),
    ],
)
def test_a_script_is_followed(command: list[str], actions: tuple[dict[str, Any], ...], state: dict[str, Any]) -> None:
    came = play(command, *actions)["state"]
    assert {key: came[key] for key in state} == state


@pytest.mark.parametrize(
    ("actions", "index", "told"),
    [
        (({"resolve": "top"},), 0, True),
        ((BOLT, {"cast": "no"}), 1, True),
        (({"cast": "bolt", "player": "nobody"},), 0, True),
        (({"cast": "bolt", "player": "carol"},), 0, True),
        (({"pass to": "end step"}, {"attack": {"bear": "bob"}}), 1, False),
        (({"pass to": "cleanup"}, BOLT), 1, False),
        (({"pass to": "untap"}, SHOCK), 1, False),
        ((END, {"resolve": "all"}, BOLT), 2, True),
    ],
)
def test_what_cannot_be_done_is_refused(
    command: list[str], actions: tuple[dict[str, Any], ...], index: int, told: bool
) -> None:
    came = play(command, *actions)
    assert came["refused"]["action"] == index
    assert ("state" in came) == told


@pytest.mark.parametrize(
    "action", [{"pass to": "upkeep", "of": "carol"}, {"assign damage": {"bear": {"bob": 2}}}, {"dance": 1}]
)
def test_what_never_comes_is_unsupported(command: list[str], action: dict[str, Any]) -> None:
    assert play(command, action)["unsupported"]["what"] == "action"
