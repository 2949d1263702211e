"""Runs in parts, cut off and gone on with, put together, held to a baseline, compared: `rulings` as it is typed."""

import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.baseline import Outcome
from checker.cli import main
from checker.problems import UsageError
from checker.reports import alone, opened, reading
from checker.schema import fits
from checker.shard import Shard
from checker.standing import Change, Known, change
from checker.verdict import Standing, Status
from checker.yaml_subset import read as read_yaml

ROOT = Path(__file__).resolve().parent.parent
TOPIC = "dominion/exchange"
Json = dict[str, Any]


ROUNDS = 20 if os.environ.get("RULINGS_SLOW") else 5
"""How often the checker is killed."""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of our own, small and at rest."""
    folder = tmp_path_factory.mktemp("own") / "corpus"
    shutil.copytree(ROOT / "corpus" / "dominion" / "exchange", folder / "dominion" / "exchange")
    shutil.copytree(ROOT / "corpus" / "cards" / "dominion", folder / "cards" / "dominion")
    shutil.copy(ROOT / "corpus" / "sources.yaml", folder)
    for path in sorted((folder / "dominion" / "exchange").iterdir())[6:]:
        path.unlink()
    return folder


@pytest.fixture
def check(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    return lambda *words: main(["check", "--corpus", str(corpus), *map(str, words)])


def lines(path: Path) -> list[Json]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def results(path: Path) -> dict[str, Json]:
    """Each result without what differs from run to run."""
    found = [line for line in lines(path) if line["line"] == "result"]
    assert len({line["case"] for line in found}) == len(found)
    return {line["case"]: {key: value for key, value in line.items() if key != "seconds"} for line in found}


WRONG = """
import os
from reference_engine import Engine as Right


class Engine(Right):
    def run(self, params):
        said = str(params)
        if "Peasant" in said and os.environ.get("WRONG") == "differently":
            return {"state": {"alice": {}}}
        if "Peasant" in said and os.environ.get("WRONG") != "no":
            raise KeyError(f"no Peasant at {id(self):#x}")
        return super().run(params)
"""


@pytest.fixture
def wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return an engine that fails wherever a Peasant is; how, says the variable WRONG."""
    (tmp_path / "peasants.py").write_text(WRONG)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("WRONG", "yes")
    monkeypatch.delitem(sys.modules, "peasants", raising=False)
    return "python:peasants:Engine"


# --- several at a time -----------------------------------------------------------------------------------------------


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


# --- shards, merge, resume -------------------------------------------------------------------------------------------


@given(st.text(), st.integers(1, 50))
def test_each_case_is_in_one_shard(case: str, of: int) -> None:
    case = case.encode("utf-8", "ignore").decode()
    assert sum(Shard(number, of).holds(case) for number in range(1, of + 1)) == 1


def test_a_shard_does_not_move_with_the_corpus() -> None:
    """These numbers are a promise: shards of two versions of the corpus can be told side by side."""
    names = {"declined": 2, "asked-once": 3}
    for slug, number in names.items():
        assert Shard(number, 3).holds(f"dominion/exchange/optional#{slug}")
    for bad in ("0/3", "4/3", "1", "1/0", "a/b", "-1/2", "1/2/3", ""):
        with pytest.raises(UsageError):
            Shard.read(bad)


def test_shards_put_together_are_the_whole(check: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert check("dominion", "--report", "jsonl=whole.jsonl") == 0
    names = []
    for number in (1, 2, 3):
        names.append(f"{number}.jsonl")
        assert check("dominion", "--shard", f"{number}/3", "--report", f"jsonl={names[-1]}") == 0
    assert main(["merge", *names, "-o", "merged.jsonl"]) == 0
    assert results(Path("merged.jsonl")) == results(Path("whole.jsonl"))
    whole, merged = reading.read(Path("whole.jsonl")), reading.read(Path("merged.jsonl"))
    assert merged.complete
    assert merged.footer is not None
    assert whole.footer is not None
    assert {**merged.footer, "seconds": 0} == {**whole.footer, "seconds": 0}
    assert {**merged.header, "started": 0} == {**whole.header, "started": 0}
    assert all(fits("report", line) for line in lines(Path("merged.jsonl")))
    capsys.readouterr()
    refused = {
        ("1.jsonl", "2.jsonl"): "shard 3 of 3 is missing",
        ("1.jsonl", "1.jsonl", "2.jsonl", "3.jsonl"): "both tell of",
        ("1.jsonl", "whole.jsonl"): "not shards of the same number",
    }
    for reports, message in refused.items():
        assert main(["merge", *reports]) == 2
        assert message in capsys.readouterr().err
    assert main(["merge", "1.jsonl", "2.jsonl", "--incomplete", "-o", "part.jsonl"]) == 0
    assert check("--resume", "part.jsonl") == 0
    assert results(Path("part.jsonl")) == results(Path("whole.jsonl"))


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("corpus", {"hash": "other", "cases": 1}, "different states of the corpus"),
        ("engine", {"spec": "reference", "name": "other", "version": "1"}, "is about other 1"),
        ("selection", ["vampire"], "different selections"),
    ],
)
def test_merge_refuses_what_does_not_belong_together(
    check: Callable[..., int], capsys: pytest.CaptureFixture[str], key: str, value: Any, message: str
) -> None:
    check("--report", "jsonl=one.jsonl")
    told = lines(Path("one.jsonl"))
    told[0][key] = value
    Path("two.jsonl").write_text("".join(json.dumps(line) + "\n" for line in told))
    capsys.readouterr()
    assert main(["merge", "one.jsonl", "two.jsonl"]) == 2
    assert message in capsys.readouterr().err
    Path("cut.jsonl").write_text("".join(json.dumps(line) + "\n" for line in told[:-1]))
    assert main(["merge", "cut.jsonl"]) == 2
    assert "it has no footer" in capsys.readouterr().err


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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_disk_is_told(check: Callable[..., int], capfd: pytest.CaptureFixture[str]) -> None:
    for report in ("jsonl", "junit", "markdown", "badge"):
        assert check("dominion/exchange/changeling", "--report", f"{report}=/dev/full") == 2
        assert "rulings: cannot write: No space left on device" in capfd.readouterr().err
    assert check("--resume", "/dev/full") == 2
    assert "/dev/full is no file" in capfd.readouterr().err


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
    assert not [path for path in Path("/proc").glob("[0-9]*/environ") if str(tmp_path).encode() in _read(path)]
    done = subprocess.run([*words[:-len(width)], "-j", "2", "--window", "8", "--resume", "r.jsonl"],
                          cwd=tmp_path, env=environment, check=False, capture_output=True)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert reading.read(tmp_path / "r.jsonl").complete


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_fail_fast_in_any_width(check: Callable[..., int], wrong: str) -> None:
    for width in (("-j", "2"), ("--window", "4")):
        assert check("--engine", wrong, "-x", "--report", "jsonl=r.jsonl", *width) == 1
        told = lines(Path("r.jsonl"))
        assert told[-1]["line"] == "footer"
        assert told[-2]["status"] == "error"
        assert sum(line.get("status") == "error" for line in told) == 1
        assert told[-1]["claimed"] == told[0]["cases"]


def _loads(line: bytes) -> Json:
    """Return a result line; nothing for other lines and half ones."""
    if not line.endswith(b"\n"):
        return {}
    told: Json = json.loads(line)
    return told if told["line"] == "result" else {}


# --- baselines -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["known.yaml", "known.json"])
def test_what_is_known_to_fail_may_fail(
    check: Callable[..., int],
    wrong: str,
    name: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert check("--engine", wrong) == 1
    assert check("--engine", wrong, "--write-baseline", name) == 0
    told = read_yaml(Path(name).read_bytes(), Path(name))
    assert fits("baseline", told)
    assert len(told["cases"]) > 3
    capsys.readouterr()
    assert check("--engine", wrong, "--baseline", name, "--report", "jsonl=r.jsonl", "--report", "junit=r.xml") == 0
    assert f"against the baseline: {len(told['cases'])} known" in capsys.readouterr().out
    assert {line.get("standing") for line in results(Path("r.jsonl")).values()} == {None, "known"}
    assert 'failures="0" errors="0"' in Path("r.xml").read_text()

    monkeypatch.setenv("WRONG", "differently")
    assert check("--engine", wrong, "--baseline", name) == 1
    said = capsys.readouterr().out
    assert "(not the failure that the baseline tells)" in said
    assert "failing otherwise (other)" in said
    assert check("--engine", wrong, "--baseline", name, "--tolerate", "other") == 0

    monkeypatch.setenv("WRONG", "no")
    assert check("--engine", wrong, "--baseline", name) == 1
    assert f"against the baseline: {len(told['cases'])} passing by now (fixed)" in capsys.readouterr().out
    assert check("--engine", wrong, "--baseline", name, "--tolerate", "fixed") == 0
    assert check("--engine", wrong, "--baseline", name, "--prune-baseline") == 1
    assert read_yaml(Path(name).read_bytes(), Path(name))["cases"] == []
    monkeypatch.setenv("WRONG", "yes")
    assert check("--engine", wrong, "--baseline", name) == 1
    said = capsys.readouterr().out
    assert "(a new failure)" in said
    assert f"against the baseline: {len(told['cases'])} new" in said


def test_what_people_wrote_is_kept(check: Callable[..., int], wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert check("--engine", wrong, "--write-baseline", "k.json") == 0
    told = json.loads(Path("k.json").read_text())
    first, second, *_ = told["cases"]
    first |= {"reason": "Peasants are unknown", "issue": "https://example.org/1"}
    second["flaky"] = True
    gone = {"case": "dominion/exchange/gone#case", "status": "failed"}
    misspelt = {"case": first["case"][:-1], "status": "failed"}
    Path("k.json").write_text(json.dumps({**told, "claimed": 9_999, "cases": [*told["cases"], gone, misspelt]}))
    capsys.readouterr()
    assert check("--engine", wrong, "--baseline", "k.json") == 1
    said = capsys.readouterr().out
    assert "the baseline tells of dominion/exchange/gone#case, which the corpus does not have" in said
    assert "there were 9,999 when the baseline was written (fewer)" in said
    assert f"{misspelt['case']}, which the corpus does not have; did you mean `{first['case']}`" in said
    assert "2 for no case (unknown)" in said
    assert check("--engine", wrong, "--baseline", "k.json", "--tolerate", "unknown", "--tolerate", "fewer") == 0
    assert check("dominion/exchange/changeling", "--engine", wrong, "--write-baseline", "k.json") == 0
    again = json.loads(Path("k.json").read_text())
    assert [entry["case"] for entry in again["cases"]] == [entry["case"] for entry in told["cases"]]
    assert {**again["cases"][0]} == first
    assert again["cases"][1]["flaky"] is True


def test_a_baseline_that_is_none(check: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    entry = '- case: "a#b"\n  status: "failed"\n'
    files = {
        "twice.yaml": ("baseline: 1\ncases:\n" + entry + entry, "twice.yaml:5: `a#b` stands here a second time"),
        "status.yaml": ('baseline: 1\ncases:\n- case: "a#b"\n  status: "passed"\n', "status.yaml:4"),
        "no.yaml": ("- a\n", "no.yaml"),
    }
    for name, (text, message) in files.items():
        Path(name).write_text(text)
        assert check("--baseline", name) == 2
        assert message in capsys.readouterr().err
    for words in (["--baseline", "missing.yaml"], ["--prune-baseline"], ["--tolerate", "new"]):
        assert check(*words) == 2
    Path("empty.yaml").write_text("baseline: 1\ncases: []\n")
    assert check("--baseline", "empty.yaml", "--tolerate", "nothing") == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_told_before_anything_is_run(
    check: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("folder").mkdir()
    Path("file").touch()
    Path("ring").symlink_to("ring")
    for name, why in {
        "folder": "Is a directory",
        "file/known.yaml": "Not a directory",
        "ring": "Too many levels of symbolic links",
        "k" * 300: "File name too long",
    }.items():
        for words in (["--write-baseline", name], ["--report", f"junit={name}"]):
            assert check(*words) == 2
            came = capsys.readouterr()
            assert f"cannot write {name}: {why}" in came.err
            assert came.out == ""
    assert check("--write-baseline", "new/known.yaml", "--resume", "k" * 300) == 2
    assert f"cannot use {'k' * 300}: File name too long" in capsys.readouterr().err
    assert sorted(path.name for path in Path().iterdir()) == ["file", "folder", "ring"]


def test_a_baseline_is_not_written_over_by_a_report(
    check: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert check("--write-baseline", "known.yaml") == 0
    before = Path("known.yaml").read_text()
    for words in (["--report", "junit=./known.yaml"], ["--resume", "known.yaml"]):
        assert check("--baseline", "known.yaml", *words) == 2
        assert "known.yaml is the baseline, and would be written over" in capsys.readouterr().err
    assert check("--baseline", "known.yaml", "--write-baseline", "known.yaml") == 0
    assert Path("known.yaml").read_text() == before


# --- comparing -------------------------------------------------------------------------------------------------------

OUTCOMES = st.none() | st.builds(
    Known, st.builds(Outcome, st.sampled_from(list(Status)), st.sampled_from(["1" * 16, "2" * 16]))
)


@given(OUTCOMES, OUTCOMES)
@settings(max_examples=200)
def test_each_pair_of_results_has_one_name_and_its_opposite(one: Known | None, other: Known | None) -> None:
    if one is None and other is None:
        return
    opposite = {
        Change.FIXED: Change.BROKEN,
        Change.GAINED: Change.LOST,
        Change.ONLY_FIRST: Change.ONLY_SECOND,
    }
    opposite |= {there: here for here, there in opposite.items()}
    named = change(one, other)
    if one and other and Status.PASSED in {one.outcome.status, other.outcome.status} and named is not Change.SAME:
        assert named in opposite or one.outcome.status is other.outcome.status
    if named is not Change.OTHERWISE and Status.PASSED not in {
        known.outcome.status for known in (one, other) if known and known.outcome.fingerprint
    }:
        assert change(other, one) is opposite.get(named, named)


def test_two_reports_and_two_engines(
    check: Callable[..., int],
    wrong: str,
    corpus: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def compare(*words: str) -> tuple[int, Json]:
        capsys.readouterr()
        code = main(["compare", "--corpus", str(corpus), *words, "--json"])
        return code, json.loads(capsys.readouterr().out)

    check("--report", "jsonl=good.jsonl")
    check("--engine", wrong, "--report", "jsonl=bad.jsonl")
    monkeypatch.setenv("WRONG", "differently")
    check("--engine", wrong, "--report", "jsonl=other.jsonl")
    code, told = compare("good.jsonl", "bad.jsonl")
    assert code == 1
    assert set(told["counts"]) == {"same", "broken"}
    broken = told["counts"]["broken"]
    code, told = compare("bad.jsonl", "good.jsonl")
    assert (code, told["counts"]["fixed"]) == (0, broken)
    code, told = compare("bad.jsonl", "other.jsonl")
    assert (code, told["counts"]["otherwise"]) == (0, broken)
    assert compare("bad.jsonl", "other.jsonl", "--fail-on", "otherwise")[0] == 1
    assert compare("good.jsonl", "bad.jsonl", "--fail-on", "none")[0] == 0
    code, told = compare("reference", wrong)
    assert (code, told["counts"]["broken"]) == (1, broken)
    assert compare("good.jsonl", "reference")[1]["counts"] == {"same": broken + told["counts"]["same"]}
    code, told = compare("good.jsonl", "reference", "dominion/exchange/changeling")
    assert code == 0
    assert set(told["counts"]) == {"same"}
    check("dominion/exchange/changeling", "-k", "not discarded", "--shard", "1/2", "--report", "jsonl=part.jsonl")
    code, told = compare("part.jsonl", "reference")  # an engine is run on what the report is about
    assert (code, told["counts"]) == (0, {"same": len(results(Path("part.jsonl")))})
    Path("cut.jsonl").write_text("".join(Path("good.jsonl").read_text().splitlines(keepends=True)[:4]))
    code, told = compare("good.jsonl", "cut.jsonl")
    assert code == 1
    assert told["counts"]["same"] == 3
    assert main(["compare", "--corpus", str(corpus), "good.jsonl", "bad.jsonl"]) == 1
    assert "broken: passed and is wrong" in capsys.readouterr().out
    assert main(["compare", "good.jsonl", "nothing"]) == 2
    assert main(["compare", "good.jsonl", "bad.jsonl", "--fail-on", "all"]) == 2


def test_a_failure_is_known_by_what_differs() -> None:
    entry = {"status": Status.FAILED, "fingerprint": "1" * 16}
    from checker.baseline import Entry

    known = Entry("a#b", **entry)  # type: ignore[arg-type]
    assert known.standing(Outcome(Status.FAILED, "1" * 16)) is Standing.KNOWN
    assert known.standing(Outcome(Status.FAILED, "2" * 16)) is Standing.OTHER
    assert known.standing(Outcome(Status.CRASHED, "1" * 16)) is Standing.OTHER
    assert known.standing(Outcome(Status.UNSUPPORTED)) is Standing.OTHER
    assert known.standing(Outcome(Status.PASSED)) is Standing.FIXED
    assert Entry("a#b", Status.FAILED).standing(Outcome(Status.FAILED, "2" * 16)) is Standing.KNOWN


# --- more than one machine -------------------------------------------------------------------------------------------


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


def test_dask_without_a_scheduler(check: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert check("--executor", "dask") == 2
    assert "needs a scheduler" in capsys.readouterr().err
