"""Engines that are programs of their own, well behaved and not."""

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from checker.cli import main
from checker.engines import BrokenProtocol, Crashed, EngineError, Limits, TimedOut, Unusable, messages, wire
from checker.engines.child import Child, answered
from checker.engines.spec import open_engine
from checker.problems import UsageError

PROGRAM = str(Path(__file__).parent / "engines" / "child.py")
GOOD = {"game": "heaps", "given": {}, "actions": []}
BAD = {"game": "heaps", "given": {}, "actions": [{"bad": True}]}

Start = Callable[..., Child]


@pytest.fixture
def start() -> Iterator[Start]:
    made: list[Child] = []

    def child(fault: str, **limits: Any) -> Child:
        made.append(Child([sys.executable, PROGRAM, fault], Limits(**{"request": 10, "start": 10, **limits})))
        return made[-1]

    yield child
    for engine in made:
        engine.close()


def process_of(engine: Child) -> int:
    number = engine.run(GOOD)["state"]["alice"]["points"]
    assert isinstance(number, int)
    return number


def test_one_process_answers_many(start: Start) -> None:
    engine = start("none")
    assert engine.describe()["name"] == "child"
    assert process_of(engine) == process_of(engine)
    assert engine.stderr() == ""


@pytest.mark.parametrize(
    ("fault", "failure", "message"),
    [
        ("crashes", Crashed, "was killed by SIGSEGV"),
        ("exits", Crashed, "ended with exit code 3"),
        ("leaves a child", Crashed, "ended with exit code 3"),
        ("half a line", Crashed, 'ended with exit code 1, in the middle of a line: {"jsonrpc": "2.0", "id'),
        ("garbage", BrokenProtocol, "a line that is not JSON: Loading cards..."),
        ("not utf-8", BrokenProtocol, "a line that is not UTF-8: invalid start byte at byte 2"),
        ("nan", BrokenProtocol, 'a line that is not JSON: {"jsonrpc"'),
        ("deep", BrokenProtocol, "a message that nests too deeply"),
        ("wrong id", BrokenProtocol, "a response to request 999999, which was never made"),
        ("no id", BrokenProtocol, "a response without an id"),
        ("both", BrokenProtocol, "a response has either a result or an error; this one has both"),
        ("no version", BrokenProtocol, 'a response says `"jsonrpc": "2.0"`'),
        ("long line", BrokenProtocol, "a line of more than 16,777,216 bytes"),
        ("endless line", BrokenProtocol, "a line of more than 16,777,216 bytes"),
        ("closes stdout", Crashed, "closed its standard output"),
    ],
)
def test_after_a_fault_a_fresh_process_goes_on(
    start: Start, fault: str, failure: type[Exception], message: str
) -> None:
    engine = start(fault)
    before = process_of(engine)
    with pytest.raises(failure) as raised:
        engine.run(BAD)
    assert str(raised.value).startswith(message)
    assert process_of(engine) != before


@pytest.mark.parametrize("fault", ["hangs", "half a line and hangs", "floods stderr for ever"])
def test_a_hang_ends_at_the_time_limit(start: Start, fault: str) -> None:
    engine = start(fault, request=0.5)
    engine.describe()
    with pytest.raises(TimedOut, match=r"no answer within 0\.5 s"):
        engine.run(BAD)
    assert process_of(engine)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("no line break", r"; \d\d bytes came without a line break: end each answer with one"),
        ("half a line and hangs", "; 22 bytes came of a line that does not end"),
        ("hangs", ""),
    ],
)
def test_of_an_answer_whose_end_does_not_come_it_is_told_how_much_came(start: Start, fault: str, told: str) -> None:
    with pytest.raises(TimedOut) as raised:
        start(fault, request=0.3).run(BAD)
    assert re.fullmatch(rf"no answer within 0\.3 s{told}(, and flush it)?", raised.value.message)
    assert bool(raised.value.came) is bool(told)


def test_an_error_is_an_answer(start: Start) -> None:
    engine = start("error")
    before = process_of(engine)
    with pytest.raises(EngineError, match=r"boom \(-32603\)"):
        engine.run(BAD)
    assert process_of(engine) == before
    assert engine.stderr() == '["a.c:7"]\n'


def test_an_error_that_names_no_request_is_heard_from_a_fresh_process(start: Start) -> None:
    engine = start("null id")
    before = process_of(engine)
    for _ in range(2):
        with pytest.raises(EngineError, match=r"unreadable \(-32700\)"):
            engine.run(BAD)
    assert process_of(engine) != before


def test_a_process_that_ends_between_requests_harms_none(start: Start) -> None:
    engine = start("exits early")
    assert len({process_of(engine) for _ in range(4)}) == 4
    assert "(asked again of a fresh process; before: ended with exit code" in engine.stderr()


def test_stderr_is_kept_and_not_judged(start: Start) -> None:
    engine = start("floods stderr")
    assert "state" in engine.run(BAD)
    said = engine.stderr()
    assert said.endswith("the last complaint")
    assert len(said) <= 65_536
    assert engine.stderr() == ""


def test_an_answer_given_twice_harms_nobody_else(start: Start) -> None:
    engine = start("twice")
    before = process_of(engine)
    assert "state" in engine.run(BAD)
    assert process_of(engine) == before
    assert "answered a second time" in engine.stderr()


@pytest.mark.parametrize("fault", ["reads nothing", "closes stdin"])
def test_a_request_that_nobody_reads_does_not_block(start: Start, fault: str) -> None:
    engine = start(fault, request=0.5)
    engine.describe()
    with pytest.raises((TimedOut, BrokenProtocol)):
        engine.run({**GOOD, "given": {"long": "x" * 5_000_000}})


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (
            "crashes at start",
            "does not answer describe: ended with exit code 2; its standard error ends: no Java found",
        ),
        ("hangs at start", "does not answer describe: no answer within 0.5 s"),
        ("banner", "does not answer describe: a line that is not JSON: Welcome to the engine"),
        ("another version", "the engine speaks version 2 of the protocol, this checker version 1"),
    ],
)
def test_an_engine_that_does_not_start_is_unusable(start: Start, fault: str, message: str) -> None:
    with pytest.raises(Unusable) as raised:
        start(fault, start=0.5).describe()
    assert message in str(raised.value)


def test_a_limit_that_the_system_does_not_take(start: Start) -> None:
    with pytest.raises(Unusable, match="the system does not accept 1,152,921,504,606,846,976 MB as a limit"):
        start("none", memory=1 << 80).describe()


@pytest.mark.parametrize("fault", ["none", "ignores shutdown", "ignores sigterm"])
def test_closing_ends_the_process(start: Start, fault: str) -> None:
    engine = start(fault)
    number = process_of(engine)
    engine.close()
    engine.close()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_an_installed_package_offers_engines_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "offered.py").write_text("from reference_engine import Engine\nclass Half: pass\n")
    package = tmp_path / "offered-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: offered\nVersion: 1\n")
    (package / "entry_points.txt").write_text(
        "[rulings.engines]\nmine = offered:Engine\nhalf = offered:Half\ngone = offered:Gone\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    for width in ("1", "2"):
        assert main(["check", "dominion/exchange/optional", "--engine", "mine", "-j", width]) == 0
    assert main(["check", "dominion/exchange/optional", "--engine", "mind"]) == 2
    assert "installed are gone, half, mine" in capsys.readouterr().err
    with pytest.raises(Unusable, match="offered has no 'Gone'"):
        open_engine("gone")
    with pytest.raises(Unusable, match="offered:Half has no method 'describe'"):
        open_engine("half")


def test_the_forms_of_a_spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_engine.py").write_text(
        "class Engine:\n    def describe(self, params): return {}\n    def run(self, params): return {}\n"
        "class Half:\n    def describe(self, params): return {}\n    def runs(self, params): return {}\n"
    )
    (tmp_path / "broken_engine.py").write_text("import nothing_of_the_kind\n")
    (tmp_path / "raising_engine.py").write_text("raise ValueError('no cards')\n")
    unusable = {
        "python:no_such_module_here:Engine": "no Python module 'no_such_module_here'",
        "python:my_engine:Engin": "my_engine has no 'Engin'; perhaps 'Engine'",
        "python:my_engine:Half": "my_engine:Half has no method 'run'; perhaps 'runs'",
        "python:broken_engine:Engine": "broken_engine cannot be imported: No module named 'nothing_of_the_kind'",
        "python:raising_engine:Engine": "raising_engine cannot be imported: ValueError: no cards",
        "cmd:/no/such/program": "cannot start '/no/such/program': there is no such program",
        "http://localhost:1": "cannot be reached",
    }
    for spec, message in unusable.items():
        with pytest.raises(Unusable) as raised:
            open_engine(spec).describe()
        assert message in str(raised.value), spec
    for spec in ("referenc", "python:", "python:my_engine", "python:my_engine.Engine", "cmd:", "cmd:a 'b", "ftp://x"):
        with pytest.raises(UsageError):
            open_engine(spec)
    with pytest.raises(Unusable, match="does not say what it is: the result of describe is not"):
        open_engine("python:my_engine:Engine").describe()
    child = open_engine(f"cmd:{shlex.quote(sys.executable)} {shlex.quote(PROGRAM)} none")
    assert child.describe()["name"] == "child"
    child.close()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"id": 1, "result": {"state": {"deck": [' + b"5, " * 200 + b'x], "a": 1}}}', "(wrong at character 641, in "),
        (b"{'id': 1}", "(wrong at character 2, in {'id': 1})"),
        (b"{", "{ (the line ends before the message does)"),
        (b"{ready}", "a line that is not JSON: {ready}"),
        ('{"id": 1}'.encode("utf-16-le"), "(it looks like UTF-16)"),
        (b'{"jsonrpc": "1.0", "id": 1}', 'a response says `"jsonrpc": "2.0"`; this one has {"jsonrpc": "1.0"}'),
        (b'{"Jsonrpc": "2.0", "Id": 1}', 'a response says `"jsonrpc": "2.0"`; this one has ["Jsonrpc", "Id"]'),
        (b'{"jsonrpc": "2.0", "result": {}, "error": null}', "this one has both; leave out what is null"),
        (b'{"id": 1, "result": {"state": {"deck": {"a": 1, "b": 2, "a": 3}}}}', 'an object with the key "a" twice'),
        (b'{"id": 1, "result": {"state": {"coins": -1e999}}}', "(-1e999 is more than a number can be)"),
    ],
)
def test_where_a_message_is_wrong_is_told(line: bytes, message: str) -> None:
    with pytest.raises(BrokenProtocol) as raised:
        messages.response(wire.decode(line))
    assert raised.value.message.endswith(message) or (message[:1] == "(" and message in raised.value.message)


@pytest.mark.parametrize(
    ("described", "message"),
    [
        ({"protocol": "1"}, 'the engine speaks version "1" of the protocol, this checker version 1'),
        ({"protocol": [1]}, "the engine speaks version [1] of the protocol, this checker version 1"),
        (
            {"protocol": 1, "name": "a", "version": "1", "games": {}, "Capabilities": []},
            '"capabilities" is a required property; it has "Capabilities"',
        ),
    ],
)
def test_what_is_wrong_with_a_description_is_told(described: dict[str, Any], message: str) -> None:
    with pytest.raises(BrokenProtocol) as raised:
        messages.description(described)
    assert raised.value.message.endswith(message)


def test_a_program_that_is_not_found_may_be_meant_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "adapter").write_text("#!/bin/sh\n")
    for command, meant in {
        "adapter --fast": "no such program; perhaps 'cmd:./adapter --fast'",
        "MODE=fast ./adapter": "perhaps \"cmd:sh -c 'MODE=fast ./adapter'\"",
        "cd sub && ./adapter": "perhaps \"cmd:sh -c 'cd sub && ./adapter'\"",
        "~/adapter": "perhaps \"cmd:sh -c '~/adapter'\"",
    }.items():
        with pytest.raises(Unusable) as raised:
            open_engine(f"cmd:{command}").describe()
        assert raised.value.message.endswith(meant)


def test_the_python_that_has_rulings_is_hinted_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hint = f"; perhaps 'cmd:{sys.executable} -m my_engine', the Python that rulings is installed for"

    def told() -> str:
        with pytest.raises(Unusable) as raised:
            open_engine("cmd:python -m my_engine").describe()
        return raised.value.message

    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_engine.py").write_text("import nothing_of_the_kind\n")
    monkeypatch.setenv("PATH", str(tmp_path / "elsewhere"))
    assert told() == f"cannot start 'python': there is no such program{hint}"
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/python").symlink_to(sys.executable)
    assert told().endswith(f"No module named 'nothing_of_the_kind'{hint}")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    assert told().endswith("No module named 'nothing_of_the_kind'")
    (tmp_path / "my_engine.py").write_text("raise ValueError\n")
    monkeypatch.setenv("PATH", str(tmp_path / "elsewhere"))
    assert hint not in told()


def test_all_that_it_said_before_it_ended_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = tmp_path / "panics.py"
    program.write_text("import sys\nsys.exit('panic: no cards\\n\\nmain.main()\\n\\tmain.go:5')\n")
    assert main(["check", "dominion", "--engine", f"cmd:{shlex.quote(sys.executable)} {program}"]) == 3
    assert "\n  panic: no cards\n" in capsys.readouterr().err


def test_an_id_of_another_type_is_told_as_such() -> None:
    with pytest.raises(BrokenProtocol, match='a response to request "1", which was never made'):
        answered({"id": "1"}, 1)
