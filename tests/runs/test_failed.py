"""What an earlier report says that it failed, run again."""

from collections.abc import Callable
from pathlib import Path

import pytest

from checker.running.shard import Shard
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
    some = {case for case in failed if "optional" in case or "both-ways" in case}
    assert check("--failed", "first.jsonl", "-k", "optional or both-ways", "--report", "jsonl=some.jsonl") == 1
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
        (("--failed", "cut.jsonl"), "in cut.jsonl nothing has failed so far, but it is not complete; `rulings check"),
        (("--failed", "other.jsonl"), "is 1 case that the corpus does not have, such as `dominion"),
        (("--failed", "bad.jsonl", "no such thing"), "nothing is called `no such thing`"),
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
    good = Path("good.jsonl").read_text().splitlines(keepends=True)
    Path("cut.jsonl").write_text("".join(good[:-1]))
    gone = good[1].replace("#", "#no-such-").replace('"passed"', '"failed"')
    Path("other.jsonl").write_text("".join([good[0], gone, *good[2:]]))
    check("--engine", wrong, "-k", "optional or hermit", "--report", "jsonl=bad.jsonl")
    capsys.readouterr()
    assert check(*words) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("good.jsonl",), "in good.jsonl everything is as expected; nothing is left to run\n"),
        (
            ("bad.jsonl", "dominion/exchange/changeling#taken"),
            "none of what is not as expected in bad.jsonl is selected; nothing is left to run\n",
        ),
        (("one.jsonl", "--shard", "1/2"), "what is not as expected in one.jsonl is in other shards\n"),
    ],
)
def test_where_nothing_is_left_to_run_all_is_well(
    check: Callable[..., int], wrong: str, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str
) -> None:
    check("-k", "not-gained or optional", "--report", "jsonl=good.jsonl")
    check("--engine", wrong, "-k", "optional or hermit", "--report", "jsonl=bad.jsonl")
    other = next(case for case in bad("bad.jsonl") if not Shard.read("1/2").holds(case))
    check("--engine", wrong, other, "--report", "jsonl=one.jsonl")
    capsys.readouterr()
    assert check("--failed", *words) == 0
    assert capsys.readouterr() == (message, "")
    assert check("--failed", *words, "--json") == 0
    assert capsys.readouterr() == ("", f"rulings: {message}")


def test_what_the_corpus_has_no_more_is_told(
    check: Callable[..., int], wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check("--engine", wrong, "--report", "jsonl=bad.jsonl")
    told = Path("bad.jsonl").read_text().splitlines(keepends=True)
    first = next(number for number, line in enumerate(told) if '"error"' in line)
    told[first] = told[first].replace("#", "#no-such-")
    Path("bad.jsonl").write_text("".join(told))
    capsys.readouterr()
    assert check("--failed", "bad.jsonl") == 1
    said = capsys.readouterr().err
    assert "left out of what is not as expected in bad.jsonl: 1 case that the corpus does not have, such as `" in said
