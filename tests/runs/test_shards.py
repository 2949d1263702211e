"""Shards, and their reports put together."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.cli import main
from checker.problems import UsageError
from checker.reading.schema import fits
from checker.reports import reading
from checker.running.shard import Shard
from tests.runs.reported import lines, results


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
        ("1.jsonl", "1.jsonl", "2.jsonl", "3.jsonl"): "1.jsonl and 1.jsonl are the same shard, 1/3",
        ("1.jsonl", "1.jsonl"): "1.jsonl and 1.jsonl are the same shard, 1/3",
        ("1.jsonl", "1.jsonl", "--incomplete"): "both tell of",
        ("whole.jsonl", "whole.jsonl"): "both tell of",
        ("1.jsonl", "whole.jsonl"): "not shards of the same number",
    }
    for reports, message in refused.items():
        assert main(["merge", *reports]) == 2
        assert message in capsys.readouterr().err
    assert main(["merge", "1.jsonl", "2.jsonl", "--incomplete", "-o", "part.jsonl"]) == 0
    assert check("--resume", "part.jsonl") == 0
    assert results(Path("part.jsonl")) == results(Path("whole.jsonl"))


def test_shards_are_held_to_a_baseline_together(check: Callable[..., int], wrong: str) -> None:
    for number in (1, 2):
        assert check("--engine", wrong, "--shard", f"{number}/2", "--report", f"jsonl={number}.jsonl") == 1
    assert main(["merge", "1.jsonl", "2.jsonl", "-o", "whole.jsonl"]) == 0
    before = Path("whole.jsonl").read_bytes()
    assert check("--resume", "whole.jsonl", "--write-baseline", "known.yaml") == 0
    assert check("--resume", "whole.jsonl", "--baseline", "known.yaml", "--report", "junit=whole.xml") == 0
    assert Path("whole.jsonl").read_bytes() == before  # nothing was run again
    assert check("--engine", wrong, "--baseline", "known.yaml") == 0
    told = Path("whole.xml").read_text()
    assert all(f'name="{case.partition("#")[2]}"' in told for case in results(Path("whole.jsonl")))


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("corpus", {"hash": "other", "cases": 1}, "different states of the corpus"),
        ("engine", {"spec": "reference", "name": "other", "version": "1"}, "is about other 1"),
        ("selection", ["vampire"], "different selections"),
    ],
)
def test_merge_refuses_what_does_not_belong_together(
    check: Callable[..., int], capsys: pytest.CaptureFixture[str], key: str, value: object, message: str
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
