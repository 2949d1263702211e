"""When a process is started again and a request made again, and what a process is told before it is ended."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.engines import Crashed, Limits
from checker.engines.child import Child

PROGRAM = """
import json, os, sys
from pathlib import Path

log = Path(sys.argv[1])
started = log.read_text().count("start") if log.exists() else 0


def note(word):
    with log.open("a") as stream:
        stream.write(word + "\\n")


note("start")
if started in map(int, sys.argv[2:]):
    sys.exit(1)
for line in sys.stdin:
    request = json.loads(line)
    note(request["method"])
    if {"bad": True} in request["params"].get("actions", ()):
        os._exit(3)
    described = {"protocol": 1, "name": "again", "version": "1", "games": {"heaps": {}}, "capabilities": []}
    result = described if request["method"] == "describe" else {"state": {"alice": {"points": started}}}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""
GOOD = {"game": "heaps", "given": {}, "actions": []}
BAD = {"game": "heaps", "given": {}, "actions": [{"bad": True}]}

Start = Callable[..., Child]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def start(tmp_path: Path, log: Path) -> Start:
    """Return what starts an engine that notes what it is asked; of its starts, counted from 0, those named fail."""
    (tmp_path / "again.py").write_text(PROGRAM)

    def child(*failing: int) -> Child:
        words = [sys.executable, str(tmp_path / "again.py"), str(log), *map(str, failing)]
        return Child(words, Limits(request=20, start=20))

    return child


def crashes(engine: Child, *messages: str) -> None:
    for message in messages:
        with pytest.raises(Crashed, match=message):
            engine.run(BAD)


def test_only_starts_that_fail_in_a_row_are_counted(start: Start) -> None:
    engine = start(1, 2, 4, 5)
    engine.describe()
    crashes(engine, "exit code 3", "did not start again: ", "did not start again: ")
    assert engine.run(GOOD) == {"state": {"alice": {"points": 3}}}
    crashes(engine, "did not start again: ", "did not start again: ")
    assert engine.run(GOOD) == {"state": {"alice": {"points": 6}}}
    engine.close()


def test_after_three_starts_that_failed_it_is_not_started_again(start: Start, log: Path) -> None:
    engine = start(*range(1, 9))
    engine.describe()
    crashes(engine, "exit code 3", *["did not start again: "] * 3, *["did not start again, 3 times in a row"] * 3)
    assert log.read_text().split().count("start") == 4
    engine.close()


def test_a_request_is_made_again_only_where_the_process_had_answered_another(start: Start, log: Path) -> None:
    engine = start()
    engine.describe()
    crashes(engine, "exit code 3")
    assert log.read_text().split() == ["start", "describe", "run"]
    assert engine.stderr() == ""
    engine.run(GOOD)
    crashes(engine, "exit code 3")
    assert log.read_text().split()[3:] == ["start", "describe", "run", "run", "start", "describe", "run"]
    assert "asked again of a fresh process; before: ended with exit code 3" in engine.stderr()
    engine.close()


def test_a_process_is_told_to_shut_down_before_its_input_ends(start: Start, log: Path) -> None:
    engine = start()
    engine.run(GOOD)
    engine.close()
    assert log.read_text().split() == ["start", "describe", "run", "shutdown"]
