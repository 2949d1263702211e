"""What CI services read: summary, annotations, badge, the action and the hooks; and the pytest plugin."""

import io
import json
import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import yaml

from checker.baseline import Standing
from checker.cli import main
from checker.reports import open_report, open_summary
from checker.reports.github import Annotations, annotation
from checker.reports.markdown import Markdown, text
from checker.runner import Finished
from checker.verdict import Status

sys.path.insert(0, str(Path(__file__).parent))

from test_reports import events, told

ROOT = Path(__file__).resolve().parent.parent
pytest_plugins = ["pytester"]


def test_the_summary_is_markdown_that_an_engine_cannot_break() -> None:
    stream = io.StringIO()
    told(Markdown(stream), *events())
    page = stream.getvalue()
    assert page.startswith("## rulings: mine 1.2 is not as expected\n")
    assert "| dominion/exchange | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 1 |" in page
    assert "| `dominion/exchange/b#case-1` | failed | dominion-exchange:optional, 614.5 |" in page
    assert "\\<boom\\>" in page
    assert "\x00" not in page
    assert text("a|b\nc <i> `d`") == "a\\|b c \\<i\\> \\`d\\`"


def test_only_so_many_failures_are_told() -> None:
    stream = io.StringIO()
    started, _, failed, *_, ended = events()
    told(Markdown(stream), started, *[failed] * 70, ended)
    assert stream.getvalue().count("`dominion/exchange/b#case-1`") == 50
    assert "and 20 more" in stream.getvalue()


def test_annotations_name_file_and_line_and_no_text_breaks_them() -> None:
    stream = io.StringIO()
    told(Annotations(stream), *events())
    lines = stream.getvalue().splitlines()
    assert len(lines) == 6
    assert lines[0].startswith("::error file=corpus/a.yaml,line=7,title=failed%3A dominion/exchange/b#case-1::A thing")
    assert all(line.startswith("::error file=") for line in lines)
    _, _, failed, *_ = events()
    assert isinstance(failed, Finished)
    assert "\n" not in annotation(failed)
    stream = io.StringIO()
    started, *_, ended = events()
    told(Annotations(stream), started, *[failed] * 60, ended)
    assert stream.getvalue().splitlines()[-1] == "::notice title=rulings::and 20 more cases that are not as expected"


def test_known_failures_are_not_annotated() -> None:
    from dataclasses import replace

    stream = io.StringIO()
    told(Annotations(stream), *(replace(e, standing=Standing.KNOWN) for e in events() if isinstance(e, Finished)))
    assert stream.getvalue() == ""


def test_the_badge_counts_what_passed_out_of_what_was_selected(tmp_path: Path) -> None:
    with ExitStack() as files:
        told(open_report(f"badge={tmp_path / 'b.json'}", files), *events())
    assert json.loads((tmp_path / "b.json").read_text()) == {
        "schemaVersion": 1,
        "label": "rulings exchange -k case",
        "message": "1 of 8",
        "color": "orange",
    }


@pytest.mark.parametrize(("passed", "of", "colour"), [(8, 8, "brightgreen"), (95, 100, "yellow"), (0, 5, "red")])
def test_the_colour_of_a_badge(passed: int, of: int, colour: str) -> None:
    from collections import Counter

    from checker.reports.badge import badge
    from checker.runner import Summary

    counts = Counter({Status.PASSED: passed, Status.FAILED: of - passed})
    assert badge(Summary(counts, of, of, of, of, of, 1.0))["color"] == colour


def test_the_summary_of_a_job_is_added_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "summary.md"
    page.write_text("# before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(page))
    assert main(["check", "dominion/exchange/optional"]) == 0
    assert page.read_text().startswith("# before\n## rulings: rulings reference engine")
    monkeypatch.delenv("GITHUB_STEP_SUMMARY")
    with ExitStack() as files:
        assert list(open_summary(files)) == []


# --- the action and the hooks ----------------------------------------------------------------------------------------


def action() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
    return read


def shell(name: str, folder: Path, **given: str) -> subprocess.CompletedProcess[str]:
    """Run a step of the action as the service would, with our command in the place of the installed one."""
    (step,) = (step for step in action()["runs"]["steps"] if step["name" if "name" in step else "uses"] == name)
    inputs = {key.upper(): str(value.get("default", "")) for key, value in action()["inputs"].items()}
    told = {key: inputs.get(key, "") for key in step["env"]}
    rulings = folder / "rulings"
    rulings.write_text(f'#!/bin/sh\nexec {sys.executable} -m checker "$@"\n')
    rulings.chmod(0o755)
    files = {"GITHUB_OUTPUT": str(folder / "output"), "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}
    environment = os.environ | told | files | {"RULINGS": str(rulings), "PYTHONPATH": str(ROOT)} | given
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_action_runs_and_leaves_reports(tmp_path: Path) -> None:
    done = shell("Run the cases", tmp_path, ENGINE="reference", WHAT="dominion/exchange/optional", JOBS="2")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "output").read_text() == "report=rulings-report\n"
    made = sorted(path.name for path in (tmp_path / "rulings-report").iterdir())
    assert made == ["badge.json", "report.jsonl", "report.xml"]
    assert "is as expected" in (tmp_path / "summary.md").read_text()


def test_the_action_fails_when_the_engine_does_and_runs_no_input_as_code(tmp_path: Path) -> None:
    done = shell("Run the cases", tmp_path, ENGINE='cmd:false "$(touch owned)"; touch owned', WHAT="$(touch owned)")
    assert done.returncode == 2
    done = shell("Run the cases", tmp_path, ENGINE="cmd:false $(touch owned); touch owned")
    assert done.returncode == 3
    assert not (tmp_path / "owned").exists()
    assert shell("Examine the adapter", tmp_path, ENGINE="cmd:false").returncode == 3


def test_no_input_stands_in_a_script_and_every_input_is_used() -> None:
    steps = action()["runs"]["steps"]
    assert all("${{" not in step.get("run", "") for step in steps)
    used = json.dumps(steps)
    assert all(f"inputs.{name} " in used or f"inputs.{name}}}" in used for name in action()["inputs"])
    assert all(value["description"] for value in action()["inputs"].values())


def test_hooks_name_commands_that_there_are(tmp_path: Path) -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    for hook in hooks:
        program, command = hook["entry"].split()
        assert program == "rulings"
        assert main([command, "--help"]) == 0
        assert {"id", "name", "entry", "language"} <= hook.keys()
    if shutil.which("pre-commit"):
        subprocess.run(["pre-commit", "validate-manifest", ROOT / ".pre-commit-hooks.yaml"], check=True)
    validate = next(hook for hook in hooks if hook["id"] == "rulings-validate")
    shutil.copytree(ROOT / "corpus" / "dominion", tmp_path / "corpus" / "dominion")
    shutil.copytree(ROOT / "corpus" / "cards" / "dominion", tmp_path / "corpus" / "cards" / "dominion")
    shutil.copy(ROOT / "corpus" / "sources.yaml", tmp_path / "corpus")
    command = [sys.executable, "-m", "checker", *validate["entry"].split()[1:], *validate["args"]]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}

    def hook() -> int:
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False).returncode

    assert hook() == 0
    (tmp_path / "corpus" / "dominion" / "exchange" / "optional.yaml").write_text("ruling: no\n")
    assert hook() == 1


# --- pytest ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def own(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with a test of its own, a corpus of two rulings, and an engine that is wrong about one."""
    pytester.makepyfile(test_own="def test_own(): pass")
    corpus = pytester.path / "rules"
    (corpus / "dominion" / "exchange").mkdir(parents=True)
    shutil.copy(ROOT / "corpus" / "sources.yaml", corpus)
    for name in ("optional", "hermit-madman"):
        shutil.copy(ROOT / "corpus" / "dominion" / "exchange" / f"{name}.yaml", corpus / "dominion" / "exchange")
    pytester.makepyfile(
        wrong="""
        from reference_engine import Engine as Right

        class Engine(Right):
            def run(self, params):
                if "Madman" in str(params):
                    raise KeyError("Madman")
                return super().run(params)
        """
    )
    return pytester


def plugged(pytester: pytest.Pytester, *words: str) -> pytest.RunResult:
    without = ("-p", "no:benchmark", "-p", "no:hypothesispytest")
    return pytester.runpytest_subprocess(*without, "--rulings-corpus", "rules", *words)


def test_cases_are_items(own: pytest.Pytester) -> None:
    result = plugged(own, "--rulings-engine", "reference", "-v")
    outcomes = result.parseoutcomes()
    assert outcomes.keys() == {"passed"}
    assert outcomes["passed"] > 10
    result.stdout.fnmatch_lines(
        ["rules/dominion/exchange/optional.yaml::declined PASSED*", "test_own.py::test_own PASSED*"]
    )
    few = plugged(own, "--rulings-engine", "reference", "-k", "declined and optional")
    assert few.parseoutcomes()["passed"] < 4
    only = plugged(
        own, "--rulings-engine", "reference", "-m", "rulings", "--rulings-what", "dominion/exchange/optional"
    )
    assert only.parseoutcomes()["deselected"] == 1
    one = plugged(own, "--rulings-engine", "reference", "rules/dominion/exchange/optional.yaml::declined")
    assert one.parseoutcomes() == {"passed": 1}


def test_failures_are_told_without_a_traceback_of_ours(own: pytest.Pytester) -> None:
    result = plugged(own, "--rulings-engine", "python:wrong:Engine", "--junitxml", "r.xml")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["error: dominion/exchange/hermit-madman#*", "rules: dominion-*", "*KeyError*Madman*"])
    assert "judge.py" not in result.stdout.str()
    assert "hermit-madman" in (own.path / "r.xml").read_text()


def test_a_baseline_makes_known_failures_xfail(own: pytest.Pytester) -> None:
    check = ["check", "--corpus", "rules", "--engine", "python:wrong:Engine", "--write-baseline", "k.yaml"]
    subprocess.run([sys.executable, "-m", "checker", *check], cwd=own.path, check=True, capture_output=True,
                   env=os.environ | {"PYTHONPATH": str(ROOT)})  # fmt: skip
    result = plugged(own, "--rulings-engine", "python:wrong:Engine", "--rulings-baseline", "k.yaml")
    assert result.ret == 0
    assert result.parseoutcomes()["xfailed"] > 0
    result = plugged(own, "--rulings-engine", "reference", "--rulings-baseline", "k.yaml")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*passes, and the baseline says that it fails: take it out"])


def test_what_cannot_be_used_is_told(own: pytest.Pytester) -> None:
    result = plugged(own, "--rulings-engine", "cmd:/no/such/engine")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "there is no such program" in result.stdout.str() + result.stderr.str()
    result = own.runpytest_subprocess("--rulings-engine", "reference", "--rulings-corpus", "nowhere")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*there is no such folder*"])


def test_without_the_option_nothing_is_loaded(own: pytest.Pytester) -> None:
    own.makepyfile(
        test_own="""
        import sys
        def test_own():
            assert "checker.pytest_plugin" in sys.modules
            assert not [name for name in sys.modules if name.startswith("checker.") and name != "checker.pytest_plugin"]
        """
    )
    result = own.runpytest_subprocess("-p", "no:benchmark")
    result.assert_outcomes(passed=1)


def test_xdist(own: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    result = plugged(own, "--rulings-engine", "reference", "-n", "2")
    assert result.parseoutcomes().keys() == {"passed"}
