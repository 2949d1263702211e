"""The same request gives the same answer in every process: no order hangs on how words happen to be hashed."""

import json
import os
import subprocess
import sys
from typing import Any

from checker.positions.vocabulary import Vocabulary

Json = dict[str, Any]

GIVEN: Json = {
    "alice": {
        "hand": [{"id": "murder", "card": "Murder"}],
        "battlefield": [{"id": "maw", "card": "Void Maw"}, {"id": "rest", "card": "Rest in Peace"}],
    },
    "bob": {"battlefield": [{"id": "bear", "card": "Runeclaw Bear"}]},
}
ACTIONS: list[Json] = [{"cast": "murder", "targets": ["bear"]}, {"resolve": "all"}]
SEEDS = range(6)


def _answer(seed: int) -> str:
    params = {
        "game": "mtg",
        "given": Vocabulary.of("mtg").given(GIVEN),
        "actions": ACTIONS,
        "answers": [],
        "trace": True,
    }
    request = {"jsonrpc": "2.0", "id": 1, "method": "run", "params": params}
    command = [sys.executable, "-m", "reference_engine"]
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    done = subprocess.run(
        command, input=json.dumps(request) + "\n", env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_order_of_options_is_the_same_in_every_process() -> None:
    """Two effects watch for one event by two of its names, so that both are asked about."""
    answers = {_answer(seed) for seed in SEEDS}
    assert len(answers) == 1
    assert json.loads(answers.pop())["result"]["choice"]["options"] == ["rest", "maw"]
