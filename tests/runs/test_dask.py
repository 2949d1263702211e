"""Runs on more than one machine."""

import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.editions import span
from checker.engines import Limits
from checker.judging.verdict import Status
from checker.reading.corpus import load
from checker.reports import reading
from checker.running.executor import judge_all
from reference_engine import Engine
from tests.runs.reported import ROOT, results


@pytest.mark.slow
def test_dask_brings_the_report_of_a_local_run(check: Callable[..., int], corpus: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the extra `dask` is not installed")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    began: list[subprocess.Popen[str]] = []

    def start(*words: str) -> subprocess.Popen[str]:
        began.append(
            subprocess.Popen(
                [sys.executable, "-m", *words],
                cwd=tmp_path,
                env=environment,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        return began[-1]

    place = tmp_path / "scheduler.json"
    try:
        scheduler = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        start(*scheduler, "--scheduler-file", str(place))
        deadline = time.monotonic() + 30
        while not place.exists() or not place.read_text().strip():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        address = json.loads(place.read_text())["address"]
        worker = ["distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        for _ in range(2):
            start(*worker, "--local-directory", str(tmp_path))
        engine = f"cmd:{shlex.quote(sys.executable)} -m reference_engine"
        dask = ["--executor", "dask", "--scheduler", address]
        words = [sys.executable, "-m", "checker", "check", "--corpus", str(corpus), "--engine", engine]
        done = subprocess.run(
            [*words, *dask, "--report", "jsonl=far.jsonl"],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    finally:
        for process in reversed(began):
            process.kill()  # a worker that is asked to end may wait for its scheduler
        for process in began:
            process.communicate(timeout=30)
    assert check("--engine", engine, "--report", "jsonl=near.jsonl") == 0
    assert results(Path("far.jsonl")) == results(Path("near.jsonl"))
    far, near = reading.read(Path("far.jsonl")), reading.read(Path("near.jsonl"))
    assert far.footer is not None
    assert near.footer is not None
    assert {**far.footer, "seconds": 0} == {**near.footer, "seconds": 0}


def test_an_engine_that_is_not_there_on_a_worker(corpus: Path) -> None:
    whole = load(corpus)
    cases = [(case, span(whole, case)) for case in whole.cases.values()][:2]
    judged = judge_all("python:no_such_module:Engine", Limits(), Engine().describe({}), cases)
    assert [each.case for each in judged] == [case.id for case, _ in cases]
    assert {each.verdict.status for each in judged} == {Status.CRASHED}
    assert "no Python module 'no_such_module'" in judged[0].verdict.message


def test_dask_without_a_scheduler(check: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    Path("r.xml").write_text("an earlier report")
    assert check("--executor", "dask", "--report", "junit=r.xml") == 2
    assert Path("r.xml").read_text() == "an earlier report"
    assert "needs a scheduler" in capsys.readouterr().err
