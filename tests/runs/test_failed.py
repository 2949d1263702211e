"""What an earlier report says that it failed, run again."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.runs.reported import lines, results


def bad(path: str) -> set[str]:
    return {case for case, line in results(Path(path)).items() if line["status"] not in {"passed", "unsupported"}}


def test_what_failed_is_run_again_on_the_engine_that_failed_it(
    check: Callable[..., int], wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    check("--engine", wrong, "--report", "jsonl=first.jsonl")
    failed = bad("first.jsonl")
    assert 0 < len(failed) < len(results(Path("first.jsonl")))
    assert check("--failed", "first.jsonl", "--report", "jsonl=again.jsonl") == 1
    assert results(Path("again.jsonl")).keys() == failed == bad("again.jsonl")
    assert lines(Path("again.jsonl"))[0]["engine"]["spec"] == wrong
    some = {case for case in failed if "optional" in case or "both" in case}
    assert check("--failed", "first.jsonl", "-k", "optional or both", "--report", "jsonl=some.jsonl") == 1
    assert results(Path("some.jsonl")).keys() == some
    monkeypatch.setenv("WRONG", "no")
    assert check("--failed", "first.jsonl", "--report", "jsonl=first.jsonl") == 0
    assert results(Path("first.jsonl")).keys() == failed
    assert check("--resume", "first.jsonl") == 0


def test_what_is_known_to_fail_is_no_failure(check: Callable[..., int], wrong: str) -> None:
    check("--engine", wrong, "-k", "optional", "--write-baseline", "known.yaml")
    assert check("--engine", wrong, "--baseline", "known.yaml", "--report", "jsonl=first.jsonl") == 1
    check("--failed", "first.jsonl", "--report", "jsonl=again.jsonl")
    assert results(Path("again.jsonl"))
    assert not any("optional" in case for case in results(Path("again.jsonl")))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--failed", "good.jsonl"), "in good.jsonl everything is as expected"),
        (
            ("--failed", "bad.jsonl", "dominion/exchange/changeling#taken"),
            "none of what is not as expected in bad.jsonl is selected",
        ),
        (("--failed", "bad.jsonl", "--resume", "r.jsonl"), "--failed and --resume each say which cases are run"),
        (("--failed", "none.jsonl"), "cannot read none.jsonl"),
    ],
)
def test_what_cannot_be_run_again(
    check: Callable[..., int],
    wrong: str,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    message: str,
) -> None:
    check("-k", "not-gained or optional", "--report", "jsonl=good.jsonl")
    check("--engine", wrong, "-k", "optional or hermit", "--report", "jsonl=bad.jsonl")
    capsys.readouterr()
    assert check(*words) == 2
    assert message in capsys.readouterr().err
