"""What went to and fro in a case that fails, on the terminal and in a report."""

import json
import shutil
import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from checker.engines.in_process import InProcess
from checker.judging.play import MOST_NOTED
from checker.judging.verdict import Message, Status, Verdict
from checker.reports.messages import MOST, laid_out, lines
from checker.reports.terminal import SENT
from reference_engine import Engine
from tests.runs.reported import ROOT, TOPIC, results
from tests.serving import serving

DECLINED = f"{TOPIC}/optional#declined"
AGAIN = f"{TOPIC}/optional#asked-again"

EMPTY_HANDED = """
from reference_engine import Engine as Right


class Engine(Right):
    def run(self, params):
        outcome = super().run(params)
        outcome.get("state", {}).get("alice", {}).pop("hand", None)
        return outcome
"""

SAYS = """
import json
import sys

for line in sys.stdin:
    asked = json.loads(line)
    if asked["method"] == "describe":
        result = {"protocol": 1, "name": "x", "version": "1", "games": {"dominion": {}}, "capabilities": ["choices"]}
        print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
    elif asked["method"] == "run":
        print(sys.argv[1].replace("ID", str(asked["id"])), flush=True)
"""


@pytest.fixture(scope="module")
def corpus(corpus: Path) -> Path:
    """The corpus of a few cases, and what is asked for by its name here."""
    for name in ("changeling", "optional"):
        shutil.copy(ROOT / "corpus" / TOPIC / f"{name}.yaml", corpus / TOPIC)
    return corpus


@pytest.fixture
def empty_handed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "empty_handed.py").write_text(EMPTY_HANDED)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.delitem(sys.modules, "empty_handed", raising=False)
    return "python:empty_handed:Engine"


@pytest.fixture
def says(tmp_path: Path) -> Callable[[str], str]:
    """An engine that answers every run with a line."""
    (tmp_path / "says.py").write_text(SAYS)
    return lambda line: f"cmd:{sys.executable} {tmp_path / 'says.py'} '{line}'"


def test_a_report_has_each_request_of_a_failing_case_with_its_answer(
    check: Callable[..., int], empty_handed: str
) -> None:
    assert check("--engine", empty_handed, AGAIN, "--messages", "--report", "jsonl=out.jsonl") == 1
    line = results(Path("out.jsonl"))[AGAIN]
    messages = line["messages"]
    assert len(messages) == line["runs"]
    assert line["request"] in [message["request"] for message in messages]
    right = InProcess(Engine, trusted=True)
    for message in messages:  # each request is whole, and the answer is the one that it got
        answer = right.run(message["request"])
        answer["state"]["alice"].pop("hand", None)
        assert message["answer"] == json.loads(json.dumps(answer))


@pytest.mark.parametrize("width", [(), ("-j", "2"), ("--window", "4")])
def test_they_are_told_however_the_cases_are_run(
    check: Callable[..., int], empty_handed: str, width: tuple[str, ...]
) -> None:
    words = (f"{TOPIC}/optional", f"{TOPIC}/changeling", "--messages", *width)
    check("--engine", empty_handed, *words, "--report", "jsonl=out.jsonl")
    bad = [line for line in results(Path("out.jsonl")).values() if line["status"] not in {"passed", "unsupported"}]
    assert bad
    assert all(len(line["messages"]) == line["runs"] for line in bad)


def test_nobody_is_told_who_did_not_ask_or_of_what_passes(check: Callable[..., int], empty_handed: str) -> None:
    check("--engine", empty_handed, TOPIC, "--report", "jsonl=silent.jsonl")
    assert not any("messages" in line for line in results(Path("silent.jsonl")).values())
    check("--engine", empty_handed, TOPIC, "--messages", "--report", "jsonl=out.jsonl")
    found = results(Path("out.jsonl")).values()
    assert {line["status"] for line in found} >= {"passed", "failed"}
    assert all(("messages" in line) == (line["status"] != "passed") for line in found)


LACKS = '{"jsonrpc": "2.0", "id": ID, "result": {"unsupported": {"what": "action", "name": "play"}}}'


def test_they_are_told_of_cases_that_the_engine_calls_unsupported_too(
    check: Callable[..., int], says: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--engine", says(LACKS), f"{TOPIC}/optional", "--messages")
    check(*words, "--report", "jsonl=out.jsonl")
    found = {case: line["messages"] for case, line in results(Path("out.jsonl")).items() if line["runs"]}
    lack = {"unsupported": {"what": "action", "name": "play"}}
    assert all([message["answer"] for message in messages] == [lack] for messages in found.values())
    told = capsys.readouterr().out
    assert told.count("request 1 of 1, which came back unsupported") == SENT < len(found)
    assert f"(of {len(found) - SENT} unsupported case" in told
    assert f"unsupported {next(iter(found))}  the engine does not have the action play\n  request 1" in told
    check(*words, "-v")
    assert capsys.readouterr().out.count("request 1 of 1") == len(found)


def test_a_report_that_is_gone_on_with_still_has_them(check: Callable[..., int], empty_handed: str) -> None:
    check("--engine", empty_handed, TOPIC, "--messages", "--report", "jsonl=out.jsonl")
    whole = Path("out.jsonl").read_text().splitlines(keepends=True)
    Path("half.jsonl").write_text("".join(whole[: len(whole) // 2]))
    check("--resume", "half.jsonl", "--messages", "--report", "jsonl=again.jsonl")
    assert results(Path("again.jsonl")) == results(Path("out.jsonl"))


@pytest.mark.parametrize(
    ("line", "failure", "came"),
    [
        ("once upon a time", "a line that is not JSON", "once upon a time"),
        ('{"jsonrpc": "2.0", "id": ID, "result": {"stat": {}}}', "an outcome has one of", '{"stat": {}}'),
        ('{"jsonrpc": "2.0", "id": ID, "result": {}, "error": {}}', "either a result or an error", '"error": {}'),
        ('{"jsonrpc": "2.0", "id": 999, "result": {}}', "which was never made", '"id": 999'),
        ('{"jsonrpc": "2.0", "id": ID, "error": {"code": 7, "message": "no"}}', "no (7)", '"code": 7'),
    ],
)
@pytest.mark.parametrize("width", [(), ("-j", "2", "--window", "2")])
def test_what_comes_in_place_of_an_answer_is_told(
    check: Callable[..., int], says: Callable[[str], str], line: str, failure: str, came: str, width: tuple[str, ...]
) -> None:
    check("--engine", says(line), DECLINED, "--messages", "--report", "jsonl=out.jsonl", *width)
    (message,) = results(Path("out.jsonl"))[DECLINED]["messages"]
    assert failure in message["failure"]
    assert came in message["came"]
    assert "answer" not in message


class NoEngine(BaseHTTPRequestHandler):
    """Says what it is, and answers each run with a page."""

    def do_POST(self) -> None:
        """Answer."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        described = asked["method"] == "describe"
        told = {"protocol": 1, "name": "x", "version": "1", "games": {"dominion": {}}, "capabilities": []}
        page = json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": told}) if described else "<h1>Sorry</h1>"
        self.send_response(200 if described else 502)
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


def test_what_a_server_sends_in_place_of_an_answer_is_told(check: Callable[..., int]) -> None:
    with serving(NoEngine) as address:
        check("--engine", address, "-k", "card", TOPIC, "--messages", "--report", "jsonl=out.jsonl")
    said = [line["messages"] for line in results(Path("out.jsonl")).values() if line["status"] == "error"]
    assert said
    assert all(messages[-1]["came"] == "<h1>Sorry</h1>" for messages in said)


def test_the_terminal_shows_what_was_asked_and_what_is_new_in_the_next_request(
    check: Callable[..., int], empty_handed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check("--engine", empty_handed, AGAIN, "--messages")
    told = capsys.readouterr().out
    first, second = told.partition("  request 2 of 5")[::2]
    assert '    -> actions: [\n         {"play": "page"}, {"clean-up": "alice"}, {"begin turn": "bob"}' in first
    assert '    -> given: {\n         "players": ["alice", "bob"],' in first
    assert second.startswith(
        ", which shows the failure: as request 1, except\n"
        '    -> actions: [{"play": "page"}, {"clean-up": "alice"}]\n'
        "    -> checkpoints is left out\n"
        "    <- state: {\n"
    )
    assert "request" not in second.partition("request 3")[0].partition("except")[2]
    check("--engine", empty_handed, AGAIN)
    assert "->" not in capsys.readouterr().out


def test_of_many_requests_the_first_are_shown_and_the_one_that_shows_the_failure() -> None:
    messages = tuple(Message({"answers": [number]}, {"state": {}}) for number in range(100))
    told = list(lines(Verdict(Status.FAILED, "x", (), 700, messages[60].request, messages=messages)))
    shown = [line for line in told if line.startswith("  request")]
    assert len(shown) == MOST + 1
    assert shown[-1] == f"  request 61 of 700, which shows the failure: as request {MOST}, except"
    assert told[-1] == "  the report that `rulings check --report jsonl=FILE` writes has more of them"
    one = list(lines(Verdict(Status.FAILED, "x", (), 1, messages[0].request, messages=messages[:1])))
    assert one == ["  request 1 of 1, which shows the failure", "    -> answers: [0]", "    <- state: {}"]


def test_what_an_engine_answers_steers_no_terminal() -> None:
    told = Message({}, failure="bad \x1b[2J", came="line\n\x1b[31mred")
    both = lines(Verdict(Status.PROTOCOL, "x", messages=(told, Message({}, {"state": {"\x9b": "\u202e"}}))))
    assert not set("".join(both)) & {"\x1b", "\x9b", "\u202e"}


def test_json_is_laid_out_without_loss() -> None:
    value = {
        "a": ["x" * 60, {"b": list(range(90)), "c": {}, "long" * 40: "y" * 300}, []],
        "d": None,
        "e": [[["z" * 99]]],
    }
    for wide in (40, 100):
        told = laid_out(value, 8, wide)
        assert json.loads("\n".join(told)) == value
        assert list(json.loads("\n".join(told))) == list(value)
    assert laid_out([1, {"a": 2}]) == ['[1, {"a": 2}]']
    assert laid_out(["x" * 50, "y" * 50]) == ["[", f'  "{"x" * 50}",', f'  "{"y" * 50}"', "]"]
    assert max(map(len, laid_out(list(range(500))))) <= 100


ENDLESS = """
from reference_engine import Engine as Right


class Engine(Right):
    def run(self, params):
        question = {"player": "alice", "kind": "gain", "options": ["a", "b"]}
        if len(params["answers"]) < 12:
            return {"choice": question}
        return {"state": {}}
"""


def test_of_thousands_of_requests_the_first_are_kept(
    check: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "endless.py").write_text(ENDLESS)
    monkeypatch.syspath_prepend(str(tmp_path))
    case = f"{TOPIC}/optional#sculptor-has-to-gain"
    check("--engine", "python:endless:Engine", case, "--messages", "--report", "jsonl=out.jsonl")
    line = results(Path("out.jsonl"))[case]
    assert line["runs"] > MOST_NOTED
    assert len(line["messages"]) == MOST_NOTED
