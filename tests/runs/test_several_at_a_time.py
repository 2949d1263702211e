"""Several cases at a time bring what one at a time brings."""

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.runs.reported import ROOT, Json, lines, marked, results


@pytest.mark.parametrize("width", [("-j", "2"), ("--window", "8"), ("-j", "2", "--window", "4")])
def test_several_at_a_time_bring_what_one_brings(check: Callable[..., int], wrong: str, width: tuple[str, ...]) -> None:
    assert check("--engine", wrong, "--report", "jsonl=one.jsonl") == 1
    assert check("--engine", wrong, "--report", "jsonl=many.jsonl", *width) == 1

    def plain(path: str) -> dict[str, Json]:
        told = results(Path(path))
        for line in told.values():
            line.pop("stderr", None)
            line.pop("message", None)  # an address stands in it
        return told

    assert plain("many.jsonl") == plain("one.jsonl")


def test_the_reference_engine_in_several_processes_brings_the_same_in_the_same_order(corpus: Path) -> None:
    words = [sys.executable, "-m", "checker", "check", "--corpus", str(corpus), "--json"]

    def told(*width: str) -> list[Json]:
        done = subprocess.run([*words, *width], cwd=ROOT, check=True, capture_output=True)
        return [json.loads(line) | {"seconds": 0, "started": ""} for line in done.stdout.splitlines()]

    assert told("-j", "3") == told("-j", "1")


def test_the_reference_engine_in_several_processes_is_interrupted_and_leaves_none(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "checker", "check", "-j", "2", "--json"]
    environment = os.environ | {"MARK": str(tmp_path)}
    with subprocess.Popen(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, start_new_session=True) as run:
        assert run.stdout
        for _ in range(5):
            run.stdout.readline()
        os.killpg(run.pid, signal.SIGINT)  # as a terminal does it: every process hears of it
        last = json.loads(run.stdout.read().splitlines()[-1])
    assert run.returncode == 130
    assert last["line"] == "footer"
    assert 4 <= last["run"] < last["claimed"]
    assert not marked(tmp_path)


def test_what_a_python_engine_prints_does_not_get_between_the_answers(
    check: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "chatty.py").write_text(
        "import os\n"
        "from reference_engine import Engine as Right\n"
        "class Engine(Right):\n"
        "    def run(self, params):\n"
        "        print('thinking')\n"
        "        os.write(1, b'more\\n')\n"
        "        return super().run(params)\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert check("--engine", "python:chatty:Engine", "-j", "2", "--report", "jsonl=r.jsonl") == 0
    assert any("thinking" in line.get("stderr", "") for line in results(Path("r.jsonl")).values())


SPOILS_ONE = """
import json
import sys
from pathlib import Path

from reference_engine import Engine

engine, runs = Engine(), 0
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "shutdown":
        break
    answer = {"jsonrpc": "2.0", "id": request["id"], "result": getattr(engine, request["method"])(request["params"])}
    runs += request["method"] == "run"
    if runs == 2 and not Path("spoilt").exists():
        Path("spoilt").touch()
        del answer["jsonrpc"]
    print(json.dumps(answer), flush=True)
"""


@pytest.mark.parametrize("width", [(), ("-j", "2"), ("--window", "4"), ("-j", "2", "--window", "2")])
def test_what_is_no_response_once_in_a_while_is_asked_for_again_in_any_width(
    check: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: tuple[str, ...]
) -> None:
    (tmp_path / "spoils.py").write_text(SPOILS_ONE)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    command = shlex.join([sys.executable, "spoils.py"])
    assert check("--engine", f"cmd:{command}", *width) == 0
    assert Path("spoilt").exists()


BREAKS = """
from reference_engine import Engine as Right


class Engine(Right):
    def run(self, params):
        match sum(map(ord, str(params["actions"]))) % 4:
            case 0:
                raise SystemExit("enough")
            case 1:
                return {"unsupported": {"what": "nothing of the kind"}}
            case 2:
                raise GeneratorExit
            case _:
                return None
"""


def test_a_python_engine_breaks_the_protocol_in_the_same_way_in_a_process_of_its_own(
    check: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "breaks.py").write_text(BREAKS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))

    def came(path: str) -> dict[str, tuple[Any, ...]]:
        return {
            case: tuple(line.get(key) for key in ("status", "message", "fingerprint"))
            for case, line in results(Path(path)).items()
        }

    assert check("--engine", "python:breaks:Engine", "--report", "jsonl=one.jsonl") == 1
    assert {status for status, *_ in came("one.jsonl").values()} == {"crashed", "protocol", "error"}
    for number, width in enumerate((("-j", "2"), ("--window", "4"))):
        assert check("--engine", "python:breaks:Engine", "--report", f"jsonl={number}.jsonl", *width) == 1
        assert came(f"{number}.jsonl") == came("one.jsonl")


def test_an_engine_behind_an_address_several_at_a_time(check: Callable[..., int]) -> None:
    serve = [sys.executable, "-m", "checker", "serve"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        address = server.stdout.readline().split()[-1]
        assert check("--engine", address, "-j", "2", "--window", "2", "--report", "jsonl=web.jsonl") == 0
        server.send_signal(signal.SIGINT)
        assert server.wait(10) == 130
    assert check("--report", "jsonl=here.jsonl") == 0
    assert results(Path("web.jsonl")) == results(Path("here.jsonl"))


@pytest.mark.parametrize("width", [(), ("-j", "2"), ("--window", "4")])
@pytest.mark.parametrize(("words", "failures"), [(("-x",), 1), (("--max-fail", "1"), 1), (("--max-fail", "3"), 3)])
def test_it_stops_after_so_many_failures_in_any_width(
    check: Callable[..., int], wrong: str, width: tuple[str, ...], words: tuple[str, ...], failures: int
) -> None:
    assert check("--engine", wrong, *words, "--report", "jsonl=r.jsonl", *width) == 1
    told = lines(Path("r.jsonl"))
    assert told[-1]["line"] == "footer"
    assert told[-2]["status"] == "error"
    assert sum(line.get("status") == "error" for line in told) == failures
    assert told[-1]["claimed"] == told[0]["cases"]
    assert told[-1]["run"] < told[-1]["claimed"]
