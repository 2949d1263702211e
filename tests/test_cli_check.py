"""`rulings check`, `explore` and `explain`, as they are typed."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from checker.cli import main

ENGINES = Path(__file__).parent / "engines"
SOME = "dominion/exchange/optional"


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_reference_engine_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", SOME]) == 0
    said = capsys.readouterr()
    assert "passed" in said.out.splitlines()[-1]
    assert said.err == ""


def test_the_same_through_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    def results(engine: str) -> list[tuple[object, object, object]]:
        main(["check", SOME, "--json", "--engine", engine])
        return [
            (line["case"], line["status"], line["runs"])
            for line in lines(capsys.readouterr().out)
            if line["line"] == "result"
        ]

    assert results(f"cmd:{shlex.quote(sys.executable)} -m reference_engine") == results("reference") != []


@pytest.fixture
def wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return an engine that loses every card that is discarded."""
    (tmp_path / "wrong_engine.py").write_text(
        "from reference_engine import Engine as Right\n"
        "class Engine(Right):\n"
        "    def run(self, params):\n"
        "        outcome = super().run(params)\n"
        "        for part in outcome.get('state', {}).values():\n"
        "            if isinstance(part, dict):\n"
        "                part.pop('discard', None)\n"
        "        return outcome\n"
    )
    monkeypatch.chdir(tmp_path)
    return "python:wrong_engine:Engine"


def test_a_wrong_engine_fails_and_is_told_why(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", SOME, "--engine", wrong]) == 1
    text = capsys.readouterr().out
    assert f"failed {SOME}#" in text
    assert "dominion-exchange:optional" in text
    assert f"--engine {wrong}" in text
    assert "within the engine's claims" in text.splitlines()[-1]


def test_no_line_that_is_piped_ends_in_blanks(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", SOME, "--engine", wrong])
    text = capsys.readouterr().out
    assert "expected " in text
    assert [line for line in text.splitlines() if line != line.rstrip()] == []


def test_a_corpus_without_cases_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "sources.yaml").write_text("games: {}\nsources: {}\n")
    assert main(["check", "--corpus", str(tmp_path)]) == 2
    assert f"the corpus in {tmp_path} has no cases; name another one" in capsys.readouterr().err


def test_fail_fast_and_reports(wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reports = ["--report", f"jsonl={tmp_path}/r.jsonl", "--report", f"junit={tmp_path}/r.xml"]
    assert main(["check", SOME, "-x", "--engine", wrong, *reports]) == 1
    assert "stopped with" in capsys.readouterr().out
    written = lines((tmp_path / "r.jsonl").read_text())
    assert written[-2]["status"] == "failed"
    assert "request" in written[-2]
    assert ET.parse(tmp_path / "r.xml").getroot().get("failures") == "1"  # noqa: S314 - our own


def test_a_request_from_a_report_shows_the_failure_again(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", SOME, "-x", "--engine", wrong, "--json"])
    result = lines(capsys.readouterr().out)[-2]
    request = {"jsonrpc": "2.0", "id": 1, "method": "run", "params": result["request"]}
    answer = subprocess.run(
        [sys.executable, "-m", "reference_engine"],
        input=json.dumps(request) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "state" in json.loads(answer.stdout)["result"]


def test_an_engine_that_breaks_on_some_cases_goes_on_with_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "sometimes.py"
    program.write_text(
        "import json, os, sys\n"
        "from reference_engine import Engine\n"
        "engine = Engine()\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    if request['method'] == 'describe':\n"
        "        result = engine.describe({})\n"
        "    elif request['method'] == 'shutdown':\n"
        "        break\n"
        "    else:\n"
        "        if 'Peasant' in json.dumps(request['params']['given']):\n"
        "            os._exit(7)\n"
        "        result = engine.run(request['params'])\n"
        "    print(json.dumps({'jsonrpc': '2.0', 'id': request['id'], 'result': result}), flush=True)\n"
    )
    command = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(program))}"
    assert main(["check", "dominion/exchange/traveller-lines", "--json", "--engine", command]) == 1
    results = [line for line in lines(capsys.readouterr().out) if line["line"] == "result"]
    assert {line["status"] for line in results} == {"passed", "crashed"}
    assert {line["message"] for line in results if line["status"] == "crashed"} == {"ended with exit code 7"}


def test_an_interrupt_tells_what_is_known_and_leaves_no_process(tmp_path: Path) -> None:
    program = tmp_path / "slow.py"
    program.write_text(
        "import json, os, sys, time\n"
        "from reference_engine import Engine\n"
        "engine, runs = Engine(), 0\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    runs += request['method'] == 'run'\n"
        "    if runs > 3:\n"
        f"        open({str(tmp_path / 'number')!r}, 'w').write(str(os.getpid()))\n"
        "        time.sleep(60)\n"
        "    result = getattr(engine, request['method'])(request.get('params', {}))\n"
        "    print(json.dumps({'jsonrpc': '2.0', 'id': request['id'], 'result': result}), flush=True)\n"
    )
    command = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(program))}"
    code = "import sys; from checker.cli import main; sys.exit(main(sys.argv[1:]))"
    words = [
        sys.executable,
        "-c",
        code,
        "check",
        "--json",
        "--engine",
        command,
        "--report",
        f"junit={tmp_path / 'r.xml'}",
    ]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        told = [running.stdout.readline()]
        while not (tmp_path / "number").exists() or not (number := (tmp_path / "number").read_text()):
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        told += running.stdout.readlines()
    results = [json.loads(line) for line in told]
    assert running.returncode == 130
    assert [line["line"] for line in results] == ["header", *["result"] * (len(results) - 2), "footer"]
    assert results[-1]["run"] == len(results) - 2 < results[-1]["claimed"]
    assert ET.parse(tmp_path / "r.xml").getroot().get("tests") == str(len(results) - 2)  # noqa: S314 - our own
    with pytest.raises(ProcessLookupError):
        os.kill(int(number), 0)


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGHUP])
def test_no_engine_is_left_behind_by_a_command_that_is_told_to_end(tmp_path: Path, told: signal.Signals) -> None:
    number = tmp_path / "number"
    deaf = f"import os, pathlib, time; pathlib.Path({str(number)!r}).write_text(str(os.getpid())); time.sleep(60)"
    code = "import sys; from checker.cli import main; sys.exit(main(sys.argv[1:]))"
    engine = f"cmd:{sys.executable} -c {shlex.quote(deaf)}"
    with subprocess.Popen([sys.executable, "-c", code, "doctor", "--engine", engine], stdout=subprocess.PIPE) as run:
        while not number.exists() or not number.read_text():
            time.sleep(0.02)
        run.send_signal(told)
    assert run.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["check", "--engine", "cmd:/no/such/engine"], 3, "cannot start '/no/such/engine': there is no such program"),
        (["check", "--engine", "python::E"], 2, "python::E names no class; write python:package.module:Class"),
        (["check", "--engine", "python:.here:E"], 2, "python:.here:E names no class"),
        (["check", "--engine", "python:no_such_module_at_all:E"], 3, "no Python module 'no_such_module_at_all'"),
        (["check", "--engine", f"cmd:{sys.executable} -c pass"], 3, "does not answer describe: ended with exit code 0"),
        (["check", "--engine", f"cmd:{sys.executable} -c pass"], 3, "\nrulings: `rulings doctor` with that engine"),
        (
            ["check", "--engine", f"cmd:{sys.executable} {ENGINES / 'child.py'} none"],
            3,
            "none of the cases lies within the engine's claims; `rulings doctor` says",
        ),
        (
            ["check", "--engine", "http://localhost:1"],
            3,
            "http://localhost:1 does not answer describe: cannot be reached",
        ),
        (["check", "--engine", "referense"], 2, "'referense' names no engine"),
        (["check", "--engine", "python my_engine.py"], 2, "; perhaps 'cmd:python my_engine.py'; an engine is"),
        (["check", "--engine", "my_engine.py"], 2, "; perhaps 'cmd:python my_engine.py'; an engine is"),
        (["check", "--engine", "./adapter.mjs --fast"], 2, "; perhaps 'cmd:node ./adapter.mjs --fast'; an engine is"),
        (["check", "--engine", "adapter.jar"], 2, "; perhaps 'cmd:java -jar adapter.jar'; an engine is"),
        (["check", "--engine", "localhost:8000"], 2, "; perhaps 'http://localhost:8000'; an engine is"),
        (["check", "--engine", "my_engine.rules:Engine"], 2, "; perhaps 'python:my_engine.rules:Engine'; an engine is"),
        (["check", "--engine", "referense"], 2, "; perhaps 'reference'; an engine is"),
        (["check", "dominon"], 2, "nothing is called `dominon`; did you mean `dominion`"),
        (["check", "no such thing"], 2, "nothing is called `no such thing`"),
        (["check", SOME, "-k", "nothing_that_there_is"], 2, "no case is selected"),
        (["prove", SOME, "-k", "nothing_that_there_is"], 2, "no case is selected"),
        (
            ["list", "--limit", "3"],
            2,
            "has no option `--limit`; `rulings list --help` lists the options\n",
        ),
        (["check", "--engin", "reference"], 2, "`rulings check` has no option `--engin`; did you mean `--engine`?\n"),
        (["check", "--tmeout=3"], 2, "`rulings check` has no option `--tmeout`; did you mean `--timeout`"),
        (["--vers"], 2, "`rulings` has no option `--vers`; did you mean `--version`"),
        (["serve", "reference", "x"], 2, "rulings serve: error: unrecognized arguments: x"),
        (["compare", "reference", "referens"], 2, "'referens' names no engine, and no report; perhaps 'reference'"),
        (["check", SOME, "--window", "1" + "0" * 20], 2, "is too many; 10,000 are the most"),
        (["check", SOME, "-j", "10001"], 2, "10001 is too many; 10,000 are the most"),
        (["explore", f"{SOME}#declined", "--limit", "1" + "0" * 20], 2, "is too many; 1,000,000,000 are the most"),
        (["check", "--timeout", "0"], 2, "'0' is not a number of seconds"),
        (
            ["check", "--report", "html=x"],
            2,
            "badge and github; `rulings site DIR --report FILE` makes pages",
        ),
        (["check", "--report", "xml=x"], 2, "there is no report of the kind 'xml'; there are jsonl, "),
        (
            ["explain", f"{SOME}#declined", "--engine", f"cmd:{sys.executable} {ENGINES / 'child.py'} none"],
            3,
            "\nrulings: without --engine the reference engine shows it; `rulings check` with --messages tells",
        ),
        (["check", SOME, "--report", "jsonl=-"], 2, "names no file; --json writes JSON lines to standard output"),
        (["check", SOME, "--engine", ""], 2, "'' names no engine"),
        (["check", SOME, "--scheduler", "tcp://x:1"], 2, "--scheduler is for dask; add --executor dask"),
        (["check", SOME, "--json", "--report", "github"], 2, "both write to standard output"),
        (["check", SOME, "--report", "jsonl=x", "--report", "junit=./x"], 2, "x would be written twice"),
        (["check", SOME, "--report", "jsonl=x", "--resume", "x"], 2, "x would be written twice"),
        (["serve", "--host", "a..b"], 2, "cannot listen on a..b:0: "),
        (["serve", "--host", "\udcff"], 2, "cannot listen on \\udcff:0: "),
        (["serve", "--port", "99999"], 2, "cannot listen on 127.0.0.1:99999: "),
        (["serve", "python:no_such_module:Engine"], 3, "the engine cannot be used: no Python module 'no_such_module'"),
        (["doctor", "--engine", "python:no_such_module:Engine"], 3, "the engine cannot be used: no Python module"),
        (["merge", "x.jsonl", "-o", ""], 2, "argument -o/--output: the name is empty"),
        (["export", "--to", "csv", "-o", ""], 2, "argument -o/--output: the name is empty"),
        (["site", ""], 2, "argument DIR: the name is empty"),
        (["site", "-"], 2, "argument DIR: `-` names no file"),
        (["cite-check", "src", "--rules", "x.txt", "--sarif", "-"], 2, "argument --sarif: `-` names no file"),
        (["site", "/dev/null"], 2, "cannot write /dev/null: it is no folder"),
        (["new-adapter", "python", ""], 2, "argument DIR: the name is empty"),
        (["cite-check", "", "--rules", "x.txt"], 2, "argument PATH: the name is empty"),
        (["list", "--corpus", ""], 2, "argument --corpus: the name is empty"),
        (["compare"], 2, "the following arguments are required: FIRST, SECOND\n"),
        (["compare", "before.jsonl", "reference"], 2, "there is no report before.jsonl"),
        (["validate", "/dev/null"], 2, "`/dev/null` is not in the corpus"),
        (["explain", "dominion/exchange/player-orders#all-outcomes", "--way", "99"], 2, "there are 5 ways"),
        (["explain", f"{SOME}#declined", "--way", "0"], 2, "'0' is not a whole number of at least 1"),
        (["explore", SOME], 2, "names"),
        (["explain", "no such thing"], 2, "nothing is called"),
        (["search", "moon", "--limit", "-1"], 2, "argument --limit: '-1' is not a whole number of at least 1"),
        (["show", "Lim-D\u00fbl's Vault"], 2, "`rulings search 'Lim-D\u00fbl'\"'\"'s Vault'` looks for words"),
        (["show", "optional#declind"], 2, "did you mean `optional#declined` or "),
        (["show", "lifelink"], 2, "did you mean `evra-lifelink` or `lifelink-twice`? `rulings search"),
        (["show", "Dictate"], 2, "did you mean `Dictate of the Twin Gods`? `rulings search"),
        (["show", "mirage"], 2, "did you mean `Mirage Mirror` or `Convincing Mirage`? `rulings search"),
        (["show", "bloodmoon"], 2, "did you mean `Blood Moon` or"),
        (["show", " "], 2, "nothing is called ` `; `rulings list` lists all"),
        (["explain", f"{SOME}#declined", "--engine", "cmd:/no/such/engine"], 3, "there is no such program"),
        (
            ["check", SOME, "--engine", "cmd:sleep 9", "--start-timeout", "0.2"],
            3,
            "no answer within 0.2 s; --start-timeout gives it more seconds",
        ),
    ],
)
def test_one_clear_message_and_no_traceback(
    words: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == code
    said = capsys.readouterr().err
    assert message in said
    assert "Traceback" not in said


def test_what_is_told_of_an_engine_steers_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--engine", f"cmd:{sys.executable} -c 'print(chr(27) + chr(99))'"]) == 3
    assert "a line that is not JSON: \\x1bc" in capsys.readouterr().err


def test_explore_shows_every_choice_and_every_result(capsys: pytest.CaptureFixture[str]) -> None:
    name = "dominion/exchange/player-orders#all-outcomes"
    assert main(["explore", name]) == 0
    text = capsys.readouterr().out
    assert "alice, order: peasant" in text
    assert "5 ways to choose, 3 different results" in text
    assert main(["explore", name, "--json", "--limit", "2"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["case"], told["complete"], len(told["results"])) == (name, False, 2)


def test_explore_leaves_out_what_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", "mtg/replacement/enters#under-blood-moon"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "subtypes: [Mountain]" in text
    assert "null" not in text
    assert "false" not in text
    assert "1 way to choose, one result" in text


def test_explain_tells_the_steps_with_their_rules(capsys: pytest.CaptureFixture[str]) -> None:
    name = "dominion/exchange/player-orders#all-outcomes"
    assert main(["explain", name]) == 0
    assert "dominion-rules:clean-up" in capsys.readouterr().out
    assert main(["explain", name, "--way", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["steps"][0]["rule"]
    assert told["choices"]
    assert main(["explain", name, "--way", "99"]) == 2


def test_steps_that_an_engine_tells_without_end_or_with_escapes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deep_steps.py").write_text(
        "from reference_engine import Engine as Right\n"
        "class Engine(Right):\n"
        "    def run(self, params):\n"
        "        outcome = super().run(params)\n"
        "        told = [{'text': 'So far\\x1b[31m in', 'depth': 10**9}] if params.get('trace') else []\n"
        "        return {**outcome, 'trace': told} if told else outcome\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert main(["explain", f"{SOME}#declined", "--engine", "python:deep_steps:Engine"]) == 0
    told = capsys.readouterr().out
    assert "So far\\x1b[31m in" in told
    assert max(map(len, told.splitlines())) < 200


def test_heavy_modules_are_not_loaded_for_the_parser() -> None:
    code = (
        "import sys; from checker.cli import main; main(['check', '-h']); "
        "heavy = {'rich', 'jsonschema', 'jsonschema_rs', 'subprocess', 'requests'}; "
        "print(sorted(heavy & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
