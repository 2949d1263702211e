"""What CI services read: summary, annotations, badge, the action and the hooks."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import yaml

from checker.cli import main
from checker.judging.verdict import Standing, Status
from checker.reports import open_report, open_summary
from checker.reports.github import Annotations, annotation
from checker.reports.markdown import Markdown, text
from checker.running.runner import Finished
from tests.reports.heard import events, told

ROOT = Path(__file__).resolve().parent.parent


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
    (counts,) = re.findall(r"^\| dominion/exchange \|(.*)\|$", stream.getvalue(), re.MULTILINE)
    assert "70" in counts.split(" | ")[1]


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
    assert stream.getvalue().splitlines()[-1] == "::notice title=rulings::and 20 more cases not as expected"


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


@pytest.mark.parametrize(
    ("passed", "of", "colour"),
    [
        (8, 8, "brightgreen"),
        (999, 1000, "yellow"),
        (90, 100, "yellow"),
        (89, 100, "orange"),
        (1, 100, "orange"),
        (0, 5, "red"),
    ],
)
def test_the_colour_of_a_badge(passed: int, of: int, colour: str) -> None:
    from collections import Counter

    from checker.reports.badge import badge
    from checker.running.runner import Summary

    counts = Counter({Status.PASSED: passed, Status.FAILED: of - passed})
    summary = Summary(counts, of, of, of, of, of, 1.0)
    assert badge(summary)["color"] == colour
    assert badge(summary, ("-k", "w" * 49))["label"] == f"rulings -k {'w' * 49}"
    assert badge(summary, ("-k", "w" * 50))["label"] == "rulings"


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


class Job:
    """A job of the service, as far as the action can see: its files, its variables, and what its expressions say."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.context = {
            "github.action_path": str(ROOT),
            "runner.temp": str(folder / "temp"),
            "steps.python.outputs.python-path": sys.executable,
        }
        installed = folder / "temp" / "rulings" / "bin" / "rulings"
        installed.parent.mkdir(parents=True)
        installed.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m checker "$@"\n')
        installed.chmod(0o755)

    def run(self, *names: str, **given: str) -> list[int]:
        """Run the steps with these names, in their order, until one fails; return their exit codes."""
        inputs = {f"inputs.{key}": str(value.get("default", "")) for key, value in action()["inputs"].items()}
        self.context |= inputs | {f"inputs.{key.replace('_', '-')}": value for key, value in given.items()}
        codes: list[int] = []
        for step in action()["runs"]["steps"]:
            if step.get("name") in names and self._wanted(step) and not any(codes):
                codes.append(self._run(step))
        return codes

    def _wanted(self, step: dict[str, Any]) -> bool:
        if "if" not in step:
            return True
        compared = re.fullmatch(r"\$\{\{ (\S+) == '(\S*)' \}\}", step["if"])
        assert compared, f"the tests cannot tell what {step['if']} means"
        return self.context[compared[1]] == compared[2]

    def _said(self, told: str) -> str:
        return re.sub(r"\$\{\{ (\S+) \}\}", lambda match: self.context[match[1]], told)

    def _run(self, step: dict[str, Any]) -> int:
        told = {key: self._said(value) for key, value in step["env"].items()}
        files = {"GITHUB_OUTPUT": str(self.folder / "output"), "GITHUB_STEP_SUMMARY": str(self.folder / "summary.md")}
        self.done = subprocess.run(
            [*STEP_SHELLS[step["shell"]], step["run"]],
            cwd=self.folder,
            env=os.environ | told | files | UNCOMPILED,
            capture_output=True,
            text=True,
            check=False,
        )
        return self.done.returncode


STEP_SHELLS = {"bash": ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]}
"""How the service runs the steps of each shell."""
UNCOMPILED = {"PIP_NO_COMPILE": "1"}
"""What is installed here is used once: most of it is never imported."""
STEPS = ("Examine the adapter", "Run the cases")


@pytest.fixture
def job(tmp_path: Path) -> Job:
    return Job(tmp_path)


def test_the_action_runs_and_leaves_reports(job: Job, tmp_path: Path) -> None:
    what = "dominion/exchange/optional#declined\ndominion/exchange/changeling"
    assert job.run(*STEPS, engine="reference", what=what, jobs="2", arguments="-v\n--window 2") == [0, 0]
    assert (tmp_path / "output").read_text() == "report=rulings-report\n"
    made = sorted(path.name for path in (tmp_path / "rulings-report").iterdir())
    assert made == ["badge.json", "report.jsonl", "report.xml"]
    assert "is as expected" in (tmp_path / "summary.md").read_text()
    header, *results, _ = map(json.loads, (tmp_path / "rulings-report" / "report.jsonl").read_text().splitlines())
    assert header["selection"] == what.split()
    assert {line["case"].partition("#")[0] for line in results} > {"dominion/exchange/optional"}


def test_the_action_takes_an_expression_of_several_words(job: Job, tmp_path: Path) -> None:
    given = {"engine": "reference", "what": "dominion/exchange/optional", "doctor": "false", "jobs": "1"}
    assert job.run(*STEPS, **given, expression="player and not once") == [0]
    header = json.loads((tmp_path / "rulings-report" / "report.jsonl").read_text().splitlines()[0])
    assert header["selection"] == ["dominion/exchange/optional", "-k", "player and not once"]


def test_the_action_takes_a_baseline_and_a_shard(job: Job, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(
        "from reference_engine import Engine as Right\n"
        "class Engine(Right):\n"
        "    def run(self, params):\n"
        "        raise KeyError('nothing works')\n"
    )
    what, engine = "dominion/exchange/changeling", f"cmd:{sys.executable} -m checker serve --stdio python:wrong:Engine"
    given = {"engine": engine, "what": what, "jobs": "1", "doctor": "false"}
    assert job.run(*STEPS, **given) == [1]
    assert "::error file=" in job.done.stdout
    assert job.run(*STEPS, **given, arguments="--write-baseline known.yaml") == [0]
    assert job.run(*STEPS, **given, baseline="known.yaml", shard="1/2", arguments="--tolerate fewer") == [0]
    assert "::error file=" not in job.done.stdout
    assert job.run(*STEPS, **given | {"engine": "reference"}, baseline="known.yaml") == [1]


def test_the_action_fails_when_the_engine_does_and_runs_no_input_as_code(job: Job, tmp_path: Path) -> None:
    engine = 'cmd:false "$(touch owned)"; touch owned'
    assert job.run("Run the cases", engine=engine, what="$(touch owned)") == [2]
    assert job.run("Run the cases", engine="cmd:false $(touch owned); touch owned") == [3]
    assert not (tmp_path / "owned").exists()
    assert job.run(*STEPS, engine="cmd:false") == [3]


def test_the_action_installs_what_it_runs(job: Job, tmp_path: Path) -> None:
    if not os.environ.get("RULINGS_INSTALLS"):
        pytest.skip("installs from the package index; set RULINGS_INSTALLS")
    shutil.rmtree(tmp_path / "temp")
    assert job.run("Install rulings", *STEPS, engine="reference", what="dominion/exchange/optional") == [0, 0, 0]


def test_no_input_stands_in_a_script_and_every_input_is_used() -> None:
    steps = action()["runs"]["steps"]
    assert all("${{" not in step.get("run", "") for step in steps)
    used = json.dumps(steps)
    assert all(f"inputs.{name} " in used or f"inputs.{name}}}" in used for name in action()["inputs"])
    assert all(value["description"] for value in action()["inputs"].values())


def test_hooks_name_commands_that_there_are(tmp_path: Path) -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    for each in hooks:
        program, command = each["entry"].split()
        assert program == "rulings"
        assert main([command, "--help"]) == 0
        assert {"id", "name", "entry", "language"} <= each.keys()
    validate = next(each for each in hooks if each["id"] == "rulings-validate")
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


def test_pre_commit_runs_the_hooks(tmp_path: Path) -> None:
    if shutil.which("pre-commit") is None:
        pytest.skip("pre-commit is not installed")
    if not os.environ.get("RULINGS_INSTALLS"):
        pytest.skip("installs from the package index; set RULINGS_INSTALLS")

    environment = os.environ | {"PRE_COMMIT_HOME": str(tmp_path / "kept")} | UNCOMPILED

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words, cwd=tmp_path / "mine", env=environment, capture_output=True, text=True, check=False
        )

    hooks = tmp_path / "rulings"
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, tracked.split("\0")):
        if (ROOT / name).is_file():
            (hooks / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, hooks / name)
    mine = tmp_path / "mine" / "corpus"
    shutil.copytree(ROOT / "corpus" / "dominion", mine / "dominion")
    shutil.copytree(ROOT / "corpus" / "cards" / "dominion", mine / "cards" / "dominion")
    shutil.copy(ROOT / "corpus" / "sources.yaml", mine)
    for folder in (hooks, tmp_path / "mine"):
        git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(folder)]
        for words in (["init", "-q"], ["add", "-A", "-f"], ["commit", "-q", "-m", "all"]):
            subprocess.run([*git, *words], check=True, capture_output=True)
    assert run("pre-commit", "validate-manifest", str(hooks / ".pre-commit-hooks.yaml")).returncode == 0
    (head,) = run("git", "-C", str(hooks), "rev-parse", "HEAD").stdout.split()
    repo = {"repo": str(hooks), "rev": head, "hooks": [{"id": "rulings-validate"}]}
    (tmp_path / "mine" / ".pre-commit-config.yaml").write_text(json.dumps({"repos": [repo]}))
    hook = ["pre-commit", "run", "--all-files"]  # `try-repo` would install for each run
    done = run(*hook)
    assert done.returncode == 0, done.stdout
    (mine / "dominion" / "exchange" / "optional.yaml").write_text("ruling: no\n")
    done = run(*hook)
    assert done.returncode == 1
    assert "corpus/dominion/exchange/optional.yaml:1: " in done.stdout
