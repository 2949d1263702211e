"""Reports and engines compared case by case."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker import load
from checker.cli import main
from checker.judging.verdict import Standing, Status
from checker.running.baseline import Entry, Outcome
from checker.running.changes import Change, Known, change
from reference_engine import Engine
from tests.runs.reported import Json, results

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


@pytest.mark.parametrize(
    ("second", "code", "told"), [("referens", 2, "names no engine"), ("http://127.0.0.1:9", 3, "cannot be reached")]
)
def test_no_engine_plays_before_the_other_is_known_to_be_there(
    second: str, code: int, told: str, corpus: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(Engine, "run", lambda _, params: asked.append(params))
    assert main(["compare", "--corpus", str(corpus), "reference", second]) == code
    assert told in capsys.readouterr().err
    assert not asked


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


def test_words_select_by_ids_and_titles_in_reports_as_in_runs(
    check: Callable[..., int], corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = [case for case in load(corpus).cases.values() if case.ruling == "dominion/exchange/changeling"]
    ids = " ".join(case.id for case in cases)
    in_titles = {word for case in cases for word in case.title.lower().split() if word.isalpha()} - {"and", "or", "not"}
    words = min(word for word in in_titles if word not in ids)
    check("dominion/exchange/changeling", "--report", "jsonl=whole.jsonl")
    check("dominion/exchange/changeling", "-k", words, "--report", "jsonl=some.jsonl")
    number = len(results(Path("some.jsonl")))
    assert 0 < number < len(results(Path("whole.jsonl")))
    for second in ("whole.jsonl", "reference"):
        capsys.readouterr()
        assert main(["compare", "--corpus", str(corpus), "whole.jsonl", second, "-k", words, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["counts"] == {"same": number}
    capsys.readouterr()  # an engine is run on those cases of a report that an expression fits
    assert main(["compare", "--corpus", str(corpus), "some.jsonl", "reference", "-k", "not zzz", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"] == {"same": number}
    check("dominion/exchange/changeling", "-k", "taken or declined", "--report", "jsonl=two.jsonl")
    capsys.readouterr()
    assert main(["compare", "--corpus", str(corpus), "two.jsonl", "reference", "-k", "not taken", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"] == {"same": 1}
    head, first, *rest = Path("some.jsonl").read_text().splitlines(keepends=True)
    Path("gone.jsonl").write_text("".join([head, first.replace("#", "#once-there-"), *rest]))
    capsys.readouterr()
    assert main(["compare", "--corpus", str(corpus), "gone.jsonl", "gone.jsonl", "-k", "once-there"]) == 0
    assert capsys.readouterr().out.endswith("\n1 same\n")


def test_what_got_worse_ends_with_1_unless_told_and_what_was_cut_off_is_told(
    check: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    few = ("dominion/exchange/changeling#taken", "dominion/exchange/changeling#declined")
    check(*few, "--report", "jsonl=good.jsonl")
    head, first, second, end = Path("good.jsonl").read_text().splitlines(keepends=True)
    reports = {
        "broken": head + first.replace('"passed"', '"crashed"') + second + end,
        "lost": head + first.replace('"passed"', '"unsupported"') + second + end,
        "only-first": head + first,
    }
    for kind, text in reports.items():
        Path("other.jsonl").write_text(text)
        capsys.readouterr()
        assert main(["compare", "good.jsonl", "other.jsonl"]) == 1
        told = capsys.readouterr()
        assert told.out.endswith(f"\n1 same, 1 {kind}\n")
        assert ("other.jsonl was cut off; it has 1 of 2 cases\n" in told.err) is (kind == "only-first")
        assert main(["compare", "other.jsonl", "good.jsonl"]) == 0
        assert main(["compare", "good.jsonl", "other.jsonl", "--fail-on", "gained,otherwise"]) == 0


def test_two_states_of_the_corpus_are_compared_and_that_is_told(
    check: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    check("dominion/exchange/changeling#taken", "--report", "jsonl=now.jsonl")
    now = Path("now.jsonl").read_text()
    Path("then.jsonl").write_text(now.replace(json.loads(now.splitlines()[0])["corpus"]["hash"], "0" * 64))
    for first, same in (("now.jsonl", True), ("then.jsonl", False)):
        capsys.readouterr()
        assert main(["compare", first, "now.jsonl", "--json"]) == 0
        told = capsys.readouterr()
        assert json.loads(told.out)["same_corpus"] is same
        assert ("the two are about different states of the corpus" in told.err) is not same


def test_no_more_of_a_kind_are_listed_than_anybody_reads(
    check: Callable[..., int], corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check("--report", "jsonl=good.jsonl")
    number = len(results(Path("good.jsonl")))
    Path("cut.jsonl").write_text(Path("good.jsonl").read_text().partition("\n")[0] + "\n")
    capsys.readouterr()
    assert main(["compare", "--corpus", str(corpus), "cut.jsonl", "good.jsonl"]) == 0
    out = capsys.readouterr().out
    assert out.count(" - -> passed") == 50 < number
    assert f"\n  and {number - 50} cases more; --json has all\n" in out


def test_a_failure_is_known_by_what_differs() -> None:
    known = Entry("a#b", Status.FAILED, fingerprint="1" * 16)
    assert known.standing(Outcome(Status.FAILED, "1" * 16)) is Standing.KNOWN
    assert known.standing(Outcome(Status.FAILED, "2" * 16)) is Standing.OTHER
    assert known.standing(Outcome(Status.CRASHED, "1" * 16)) is Standing.OTHER
    assert known.standing(Outcome(Status.UNSUPPORTED)) is Standing.OTHER
    assert known.standing(Outcome(Status.PASSED)) is Standing.FIXED
    assert Entry("a#b", Status.FAILED).standing(Outcome(Status.FAILED, "2" * 16)) is Standing.KNOWN


def test_what_is_wrong_in_another_way_is_told_with_what_is_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def report(name: str, *found: Json, message: str = "table: expected 1, came 2", status: str = "failed") -> None:
        lines = Path("good.jsonl").read_text().splitlines()
        told: Json = {"line": "result", "case": "dominion/exchange/needs-a-copy#empty-pile", "status": status}
        told |= {"message": message, "differences": list(found)}
        Path(name).write_text("\n".join([lines[0], json.dumps(told), lines[-1], ""]))

    def told(*words: str) -> list[str]:
        capsys.readouterr()
        assert main(["compare", *words]) == 0
        return [line.strip() for line in capsys.readouterr().out.splitlines() if line.startswith("    ")]

    table, heap, hand, deck = ({"path": path, "expected": 1, "actual": 2} for path in ("table", "heap", "hand", "deck"))
    main(["check", "dominion/exchange/needs-a-copy#empty-pile", "--report", "jsonl=good.jsonl"])
    report("a.jsonl", table, heap)
    report("b.jsonl", table, {**heap, "actual": 3})
    assert told("a.jsonl", "b.jsonl") == [
        "first   heap: expected 1, came 2",
        "second  heap: expected 1, came 3",
    ]
    report("c.jsonl", table, heap, hand, deck, {**deck, "path": "exile"})
    assert told("a.jsonl", "c.jsonl") == [
        "second  hand: expected 1, came 2",
        "second  deck: expected 1, came 2",
        "second  and 1 difference more",
    ]
    report("d.jsonl", message="ended with exit code 1", status="crashed")
    assert told("d.jsonl", "a.jsonl")[:2] == [
        "first   ended with exit code 1",
        "second  table: expected 1, came 2",
    ]
