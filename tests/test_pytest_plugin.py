"""Cases as items of pytest, in a project of its own."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
pytest_plugins = ["pytester"]


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
    result = plugged(own, "--rulings-engine", "python:wrong:Engine", "--junitxml", "r.xml",
                     "-o", "junit_family=xunit1")  # fmt: skip
    assert result.ret == 1
    result.stdout.fnmatch_lines(["error: dominion/exchange/hermit-madman#*", "rules: dominion-*", "*KeyError*Madman*"])
    assert "judge.py" not in result.stdout.str()
    (told,) = re.findall(r'<testcase [^>]*name="nothing-gained"[^>]*>', (own.path / "r.xml").read_text())
    (line,) = re.findall(r' line="(\d+)"', told)
    lines = (own.path / "rules/dominion/exchange/hermit-madman.yaml").read_text().splitlines()
    assert lines[int(line)] == "- case: nothing-gained"
    assert "-> given" not in result.stdout.str()


def test_very_verbose_tells_what_was_asked_and_answered(own: pytest.Pytester) -> None:
    result = plugged(own, "--rulings-engine", "python:wrong:Engine", "-vv", "-k", "hermit-madman")
    result.stdout.fnmatch_lines(
        ["*- Captured requests and answers call -*", "  request 1 of 1, which*", "*-> given: {", "*<- KeyError*"]
    )


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
    result = plugged(own, "--rulings-engine", "")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--rulings-engine names no engine*"])
    result = plugged(own, "--rulings-engine", "reference", "--rulings-timeout", "-1")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*'-1' is not a number of seconds*"])


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


LACKS = """
    from reference_engine import Engine as Right

    class Engine(Right):
        def run(self, params):
            if params.get("edition") != "2019-10-01":
                raise KeyError("not as of that edition")
            return {"unsupported": {"what": "choice"}} if "Madman" in str(params) else super().run(params)
"""


def test_a_case_is_played_as_of_an_edition_and_skipped_unless_the_baseline_says_otherwise(own: pytest.Pytester) -> None:
    own.makepyfile(lacks=LACKS)
    words = ("--rulings-engine", "python:lacks:Engine", "--rulings-edition", "2019-10-01", "-m", "rulings")
    outcomes = plugged(own, *words).parseoutcomes()
    assert outcomes.keys() == {"passed", "skipped", "deselected"}
    case = "dominion/exchange/hermit-madman#nothing-gained"
    (own.path / "k.yaml").write_text(f'baseline: 1\ncases:\n- case: "{case}"\n  status: "failed"\n')
    held = plugged(own, *words, "--rulings-baseline", "k.yaml")
    assert held.parseoutcomes() == {**outcomes, "skipped": outcomes["skipped"] - 1, "failed": 1}
    held.stdout.fnmatch_lines([f"unsupported: {case} *"])


def test_cases_are_selected_by_their_titles_and_rules_too(own: pytest.Pytester) -> None:
    titled = plugged(own, "--rulings-engine", "reference", "-k", "Pages and none").parseoutcomes()
    assert titled["passed"] == 1, "Of two Pages, none, one or both may be exchanged"
    ruled = plugged(own, "--rulings-engine", "reference", "-k", "dominion-exchange:optional").parseoutcomes()
    assert ruled["passed"] > 10


def test_an_engine_has_the_time_that_it_is_given_and_is_ended(own: pytest.Pytester) -> None:
    ended = own.path / "ended"
    program = own.makepyfile(
        sleeps=f"""
        import json, sys, time
        for line in sys.stdin:
            request = json.loads(line)
            if request["method"] == "shutdown":
                open({str(ended)!r}, "w").close()
                break
            if "Throne Room" in line:
                time.sleep(60)
            result = {{"unsupported": {{"what": "action"}}}}
            if request["method"] == "describe":
                claims = {{"games": {{"dominion": {{}}}}, "capabilities": []}}
                result = {{"protocol": 1, "name": "x", "version": "1", **claims}}
            print(json.dumps({{"jsonrpc": "2.0", "id": request["id"], "result": result}}), flush=True)
        """
    )
    words = ("--rulings-engine", f"cmd:{sys.executable} {program}", "--rulings-timeout", "0.5")
    result = plugged(own, *words, "-k", "asked-once or declined")
    result.stdout.fnmatch_lines(["timed-out: dominion/exchange/optional#asked-once *", "*no answer within 0.5 s*"])
    assert result.parseoutcomes()["failed"] == 1
    assert ended.exists()
