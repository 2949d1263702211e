"""Runs that were cut off, killed or interrupted, and gone on with: nothing that was told is lost."""

import json
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from checker.cli import main
from checker.reports import alone, opened, reading
from tests.runs.reported import ROOT, Json, lines, marked, results

ROUNDS = 20 if os.environ.get("RULINGS_SLOW") else 5
"""How often the checker is killed."""


def test_a_report_can_be_gone_on_with_wherever_it_was_cut_off(check: Callable[..., int]) -> None:
    check("dominion", "-k", "not all", "--report", "jsonl=whole.jsonl")
    whole = Path("whole.jsonl").read_bytes()
    wanted = results(Path("whole.jsonl"))
    ends = [len(whole) - 1, len(whole) // 2, whole.index(b"\n") + 1, whole.index(b"\n") + 9]
    for end in ends:
        Path("cut.jsonl").write_bytes(whole[:end])
        assert check("--resume", "cut.jsonl", "--report", "junit=r.xml", "-j", "2") == 0
        assert results(Path("cut.jsonl")) == wanted
        assert [line["line"] for line in lines(Path("cut.jsonl"))][-1] == "footer"
        assert f'tests="{len(wanted)}"' in Path("r.xml").read_text()
        before = Path("cut.jsonl").read_bytes()
        assert check("--resume", "cut.jsonl") == 0
        assert Path("cut.jsonl").read_bytes() == before


def test_a_case_that_a_report_tells_of_twice_is_no_two_cases(
    check: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    check("--report", "jsonl=whole.jsonl")
    header, first, *rest = Path("whole.jsonl").read_bytes().splitlines(keepends=True)
    Path("twice.jsonl").write_bytes(b"".join([header, first, first, *rest]))
    for words in (["check", "--resume", "twice.jsonl"], ["merge", "twice.jsonl"], ["compare", *["twice.jsonl"] * 2]):
        assert main(words) == 2
        assert "twice.jsonl:3: `dominion/exchange/" in capsys.readouterr().err


def test_a_report_is_kept_if_the_engine_cannot_be_used(
    check: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    check("--report", "jsonl=r.jsonl", "--report", "junit=r.xml")
    before = Path("r.jsonl").read_bytes(), Path("r.xml").read_bytes()
    for engine in ("cmd:/no/such/engine", "cmd:false", "python:no_such_module:Engine"):
        assert check("--engine", engine, "--report", "jsonl=r.jsonl", "--report", "junit=r.xml") == 3
        assert (Path("r.jsonl").read_bytes(), Path("r.xml").read_bytes()) == before
    assert check("--engine", "cmd:/no/such/engine", "--report", "jsonl=.") == 2
    assert "cannot write .: Is a directory" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no disk that is always full")
@pytest.mark.parametrize("kind", ["jsonl", "junit", "markdown", "badge"])
def test_a_report_on_a_full_disk_takes_no_other_with_it(
    check: Callable[..., int], kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check("--report", f"{kind}=/dev/full", "--report", "jsonl=r.jsonl") == 2
    told = capsys.readouterr()
    assert "cases in the corpus" in told.out
    assert told.err == "rulings: cannot write /dev/full: No space left on device\n"
    assert reading.read(Path("r.jsonl")).complete
    assert main(["merge", "r.jsonl", "-o", "/dev/full"]) == 2
    assert capsys.readouterr().err == "rulings: cannot write /dev/full: No space left on device\n"
    assert check("--resume", "/dev/full") == 2
    assert "/dev/full is not a file" in capsys.readouterr().err


@pytest.mark.parametrize(("output", "code", "told"), [("gone", 130, ""), ("full", 2, "No space left on device\n")])
@pytest.mark.parametrize("option", ["--verbose", "--json"])
@pytest.mark.usefixtures("check")
def test_reports_in_files_are_whole_though_standard_output_is_not(
    corpus: Path, output: str, code: int, told: str, option: str
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("the system has no disk that is always full")
    kinds = ("jsonl", "junit", "markdown", "badge")
    words = [word for kind in kinds for word in ("--report", f"{kind}=r.{kind}")]
    program = [sys.executable, "-m", "checker", "check", "--corpus", str(corpus), "--engine", "reference", option]
    reads, writes = os.pipe()
    os.close(reads)  # as of `| head`, which has ended
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            [*program, *words, "--write-baseline", "known.yaml"],
            stdout=writes if output == "gone" else full,
            stderr=subprocess.PIPE,
            check=False,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
        )
    os.close(writes)
    assert (ended.returncode, ended.stderr) == (code, f"rulings: cannot write: {told}" if told else "")
    assert reading.read(Path("r.jsonl")).complete
    assert Path("r.junit").read_text().endswith("</testsuites>\n")
    assert all(Path(f"r.{kind}").stat().st_size for kind in kinds)
    assert Path("known.yaml").read_text().endswith("cases: []\n")


def test_resume_begins_where_there_is_nothing_and_refuses_what_is_of_another_run(
    check: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    assert check("--resume", "new.jsonl") == 0
    assert reading.read(Path("new.jsonl")).complete
    capsys.readouterr()
    assert check("--resume", "new.jsonl", "dominion/exchange/changeling") == 2
    assert "is about other cases: every case" in capsys.readouterr().err
    assert main(["check", "--corpus", str(ROOT / "corpus"), "--resume", "new.jsonl"]) == 2
    assert "another state of the corpus" in capsys.readouterr().err
    (tmp_path / "other.py").write_text(
        "from reference_engine import Engine as E\n"
        "class Engine(E):\n"
        "    def describe(self, params):\n"
        "        return {**super().describe(params), 'name': 'other'}\n"
    )
    assert check("--resume", "new.jsonl", "--engine", "python:other:Engine") == 2
    assert "is about rulings reference engine" in capsys.readouterr().err
    Path("bad.jsonl").write_text('{"line": "header"}\n{}\n')
    for path in ("bad.jsonl", "other.py"):
        assert check("--resume", path) == 2
        assert "Traceback" not in capsys.readouterr().err


JUNK: list[Any] = [None, -1, 10**30, "x", "\ud800", [], ["--shard"], ["--shard", "x"], ["-k"], {}, {"hash": []}]


def test_two_runs_do_not_write_to_one_report(
    check: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.jsonl"
    with ExitStack() as files:
        alone(opened(kept, files), kept)
        assert check("--resume", str(kept)) == 2
        assert "another run is writing to" in capsys.readouterr().err
    assert kept.stat().st_size == 0  # what is empty is begun
    assert check("--resume", str(kept)) == 0
    assert lines(kept)[-1]["line"] == "footer"


def test_no_line_of_a_report_is_a_fault_of_ours(check: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    check("dominion/exchange/changeling", "--report", "jsonl=good.jsonl")
    told = lines(Path("good.jsonl"))
    for place in (0, 1, len(told) - 1):
        for key in told[place]:
            for junk in JUNK:
                bad = [*told[:place], {**told[place], key: junk}, *told[place + 1 :]]
                Path("bad.jsonl").write_text("".join(json.dumps(line) + "\n" for line in bad))
                assert main(["merge", "bad.jsonl"]) in {0, 2}, (key, junk)
    for junk in ([], ["-k"], ["--shard"]):
        bad = [{**told[0], "selection": junk}, *told[1:]]
        Path("bad.jsonl").write_text("".join(json.dumps(line) + "\n" for line in bad))
        assert check("--resume", "bad.jsonl") in {0, 2}
    assert "a fault of rulings itself" not in capsys.readouterr().err


SLOW = """
import time
from reference_engine import Engine as Right


class Engine(Right):
    def run(self, params):
        time.sleep(0.002)
        return super().run(params)
"""


@pytest.mark.slow
def test_killed_at_any_moment_nothing_that_was_told_is_lost(corpus: Path, tmp_path: Path) -> None:
    """With SIGKILL, again and again; every run goes on with what the one before left."""
    (tmp_path / "slow.py").write_text(SLOW)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}
    words = [sys.executable, "-m", "checker", "check", "--corpus", str(corpus), "--json"]
    words += ["--engine", "python:slow:Engine", "--resume", "r.jsonl"]
    report = tmp_path / "r.jsonl"
    dice = random.Random(614)  # noqa: S311 - not for secrets
    told: dict[str, Json] = {}
    killed = 0
    for number in range(400):
        extra = ["--window", "4"] if number % 2 else []
        with subprocess.Popen([*words, *extra], cwd=tmp_path, env=environment, stdout=subprocess.PIPE) as run:
            assert run.stdout is not None
            run.stdout.readline()  # it is under way
            if killed < ROUNDS:
                time.sleep(dice.uniform(0, 0.12))
                run.kill()
            run.stdout.read()
        if killed < ROUNDS and run.returncode == -signal.SIGKILL:
            killed += 1
        now = {line["case"]: line for line in map(_loads, report.read_bytes().splitlines(keepends=True)) if line}
        assert told.items() <= now.items(), "something that was told is gone"
        told = now
        if run.returncode == 0:
            if killed >= ROUNDS:
                break
            report.unlink()  # complete before it was killed often enough: once more from the start
            told = {}
    assert killed == ROUNDS
    assert reading.read(report).complete
    assert main(["check", "--corpus", str(corpus), "--report", f"jsonl={tmp_path}/whole.jsonl"]) == 0
    assert {case: line["status"] for case, line in results(report).items()} == {
        case: line["status"] for case, line in results(tmp_path / "whole.jsonl").items()
    }


@pytest.mark.parametrize(
    ("width", "interrupt"), [(("-j", "2", "--window", "2"), signal.SIGINT), (("--window", "1"), signal.SIGTERM)]
)
def test_interrupted_it_tells_what_is_known_leaves_no_process_and_can_be_gone_on_with(
    corpus: Path, tmp_path: Path, width: tuple[str, ...], interrupt: signal.Signals
) -> None:
    (tmp_path / "slow.py").write_text(SLOW.replace("0.002", "0.02"))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT))), "MARK": str(tmp_path)}
    engine = f"cmd:{shlex.quote(sys.executable)} -m checker serve --stdio python:slow:Engine"
    words = [sys.executable, "-m", "checker", "check", "--corpus", str(corpus), "--engine", engine, *width]
    with subprocess.Popen(
        [*words, "--json", "--resume", "r.jsonl"], cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        for _ in range(6):
            run.stdout.readline()
        run.send_signal(interrupt)
        run.stdout.read()
    assert run.returncode == 130
    report = reading.read(tmp_path / "r.jsonl")
    assert report.footer is not None
    assert not report.complete
    assert 5 <= report.results < report.header["cases"]
    assert report.footer["run"] < report.footer["claimed"] == report.header["cases"]
    assert not marked(tmp_path)
    done = subprocess.run([*words[:-len(width)], "-j", "2", "--window", "8", "--resume", "r.jsonl"],
                          cwd=tmp_path, env=environment, check=False, capture_output=True)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert reading.read(tmp_path / "r.jsonl").complete


def _loads(line: bytes) -> Json:
    """Return a result line; nothing for other lines and half ones."""
    if not line.endswith(b"\n"):
        return {}
    told: Json = json.loads(line)
    return told if told["line"] == "result" else {}
