"""What is known to fail."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.problems import UsageError
from checker.reading.schema import fits
from checker.reading.yaml_subset import read as read_yaml
from checker.running.baseline import load
from tests.runs.reported import lines, results


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
    assert "(not the failure in the baseline)" in said
    assert "failing in another way (other)" in said
    assert check("--engine", wrong, "--baseline", name, "--tolerate", "other") == 0
    capsys.readouterr()
    assert check("--engine", wrong, "--baseline", name, "--tolerate", "other", "-x") == 0
    assert "stopped" not in capsys.readouterr().out
    assert check("--engine", wrong, "--baseline", name, "-x") == 1
    assert "stopped with" in capsys.readouterr().out
    assert check("--engine", wrong, "--baseline", name, "--write-baseline", "now.json") == 1
    assert check("--engine", wrong, "--baseline", "now.json") == 0

    monkeypatch.setenv("WRONG", "no")
    capsys.readouterr()
    assert check("--engine", wrong, "--baseline", name) == 1
    said = capsys.readouterr().out
    assert f"against the baseline: {len(told['cases'])} passing now (fixed)" in said
    line = "(the baseline says that it fails)  passes now; --prune-baseline takes it out"
    assert said.count(line) == len(told["cases"])
    assert "  came" not in said
    assert check("--engine", wrong, "--baseline", name, "--tolerate", "fixed") == 0
    assert check("--engine", wrong, "--baseline", name, "--prune-baseline", "--report", "markdown=r.md") == 1
    assert f"{len(told['cases'])} cases taken out of {name}" in capsys.readouterr().out
    assert Path("r.md").read_text().count("passes now") == len(told["cases"])
    assert read_yaml(Path(name).read_bytes(), Path(name))["cases"] == []
    monkeypatch.setenv("WRONG", "yes")
    assert check("--engine", wrong, "--baseline", name) == 1
    said = capsys.readouterr().out
    assert "(a new failure)" in said
    assert f"against the baseline: {len(told['cases'])} new" in said


ODD = """
from reference_engine import Engine as Right


class Engine(Right):
    def describe(self, params):
        return {**super().describe(params), "name": "odd \\U0001f600\\u202e\\x1b"}

    def run(self, params):
        raise ValueError("boom \\U0001f600 \\u2028 \\ufeff \\x85 \\x1b \\ud800" + "\\u898f" * 200)
"""


@pytest.mark.parametrize("name", ["known.yaml", "known.json"])
def test_whatever_an_engine_says_a_baseline_can_be_read_again(
    check: Callable[..., int],
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "odd.py").write_text(ODD)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert check("--engine", "python:odd:Engine", "--write-baseline", name) == 0
    assert check("--engine", "python:odd:Engine", "--baseline", name) == 0, capsys.readouterr().err


def test_known_failures_stop_no_run(check: Callable[..., int], wrong: str) -> None:
    check("--engine", wrong, "--write-baseline", "known.yaml")
    assert check("--engine", wrong, "--baseline", "known.yaml", "--max-fail", "1", "--report", "jsonl=all.jsonl") == 0
    told = lines(Path("all.jsonl"))
    assert told[-1]["run"] == told[-1]["claimed"]


def test_a_baseline_of_many_failures_is_longer_than_a_ruling(check: Callable[..., int], wrong: str) -> None:
    assert check("--engine", wrong, "--write-baseline", "k.json") == 0
    told = json.loads(Path("k.json").read_text())
    told["cases"][0]["reason"] = "because " * 200_000
    Path("k.json").write_text(json.dumps(told))
    assert check("--engine", wrong, "--baseline", "k.json") == 0


def test_cases_that_are_unsupported_by_now_are_missed_though_they_lie_within_the_claims(
    check: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "forgets.py").write_text(
        "from reference_engine import Engine as Right\n\n"
        "class Engine(Right):\n"
        "    def run(self, params):\n"
        "        if 'Changeling' in str(params):\n"
        "            return super().run(params)\n"
        "        return {'unsupported': {'what': 'choice', 'name': 'x'}}\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    assert check("--write-baseline", "k.yaml") == 0
    assert check("--baseline", "k.yaml") == 0
    capsys.readouterr()
    assert check("--engine", "python:forgets:Engine", "--baseline", "k.yaml") == 1
    said = capsys.readouterr().out
    assert re.search(r"\d+ cases played; there were \d+ when the baseline was written \(fewer\)", said)
    assert "against the baseline: fewer cases\n" in said
    assert check("--engine", "python:forgets:Engine", "--baseline", "k.yaml", "--tolerate", "fewer") == 0
    assert check("dominion/exchange/changeling", "--engine", "python:forgets:Engine", "--baseline", "k.yaml") == 0


def test_a_run_that_stopped_does_not_say_how_many_cases_it_would_have_played(
    check: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lacks.py").write_text(
        "from reference_engine import Engine as Right\n\n"
        "class Engine(Right):\n"
        "    runs = 0\n"
        "    def run(self, params):\n"
        "        self.runs += 1\n"
        "        if self.runs == 1:\n"
        "            raise KeyError('x')\n"
        "        return {'unsupported': {'what': 'choice', 'name': 'x'}}\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    engine = ("--engine", "python:lacks:Engine")
    assert check(*engine, "-x", "--write-baseline", "k.yaml") == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("1 case written to k.yaml; since the run was stopped, ")
    assert check(*engine, "--baseline", "k.yaml") == 0


def test_what_people_wrote_is_kept(check: Callable[..., int], wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert check("--engine", wrong, "--write-baseline", "k.json") == 0
    assert re.search(r"\n\d+ cases written to k.json\n$", capsys.readouterr().out)
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
    assert "the baseline lists dominion/exchange/gone#case, which the corpus does not have" in said
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
        "twice.yaml": ("baseline: 1\ncases:\n" + entry + entry, "twice.yaml:5: `a#b` appears a second time"),
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


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the system has no device without an end")
def test_what_has_no_end_is_no_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} would be read without an end"))
    with pytest.raises(UsageError, match=r"/dev/zero has more than 33,554,432 bytes"):
        load(Path("/dev/zero"))


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
    for words in (["--write-baseline", "out/"], ["--resume", "out/"], ["--report", "jsonl=out/"]):
        assert check(*words) == 2
        assert "is the name of a folder; name a file in it" in capsys.readouterr().err
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
        assert "known.yaml is the baseline, and would be overwritten" in capsys.readouterr().err
    assert check("--baseline", "known.yaml", "--write-baseline", "known.yaml") == 0
    assert Path("known.yaml").read_text() == before


FORGETS = """
from reference_engine import Engine as Right


class Engine(Right):
    def run(self, params):
        outcome = super().run(params)
        outcome.get("state", {}).pop("alice", None)
        return outcome
"""


def test_a_baseline_names_a_checkpoint_as_a_report_does(
    check: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "drops.py").write_text(FORGETS)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "drops", raising=False)
    assert check("--engine", "python:drops:Engine", "--write-baseline", "k.json") == 0
    told = [entry["message"] for entry in json.loads(Path("k.json").read_text())["cases"]]
    places = {message.partition(": ")[0] for message in told if message.startswith("after action ")}
    assert places
    assert not any(message.startswith("step ") for message in told)
    said = capsys.readouterr().out
    assert all(place in said for place in places)
