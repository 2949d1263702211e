"""What the reports of an engine say of it, one after the other, and what the index of the search knows of a page."""

import json

from checker.finding import search
from checker.site.engines import Change, Run, failing, histories
from checker.site.index import Entry, Index
from tests.telling import case, corpus

A, B, C, D = (f"dominion/exchange/a#{slug}" for slug in ("one", "two", "three", "four"))


def ran(started: str, engine: str = "mine", **results: str) -> Run:
    names = {"a": A, "b": B, "c": C, "d": D}
    told = {names[slug]: {"case": names[slug], "status": status} for slug, status in results.items()}
    return Run(engine, "1", started, "0" * 64, told, complete=True)


def test_reports_are_put_in_the_order_of_time_by_engine() -> None:
    late, early, other = ran("2026-02-01", a="passed"), ran("2026-01-01", a="failed"), ran("2026-01-15", "other")
    mine, others = histories([late, other, early])
    assert (mine.engine, mine.reports, mine.last) == ("mine", [early, late], late)
    assert others.reports == [other]
    assert others.changes == []


def test_what_has_got_worse_is_told_first() -> None:
    (history,) = histories(
        [
            ran("2026-01-01", a="failed", b="passed", c="failed"),
            ran("2026-02-01", a="passed", b="failed", c="crashed", d="passed"),
        ]
    )
    assert history.changes == [
        Change(B, "passed", "failed"),
        Change(C, "failed", "crashed"),
        Change(A, "failed", "passed"),
        Change(D, "not run", "passed"),
    ]


def test_a_case_that_was_not_run_neither_passed_nor_failed() -> None:
    (history,) = histories([ran("2026-01-01", a="passed", b="timed-out", c="unsupported")])
    assert history.ruling([A, B, C, D]) == (1, 1, 2)


def test_failures_stand_in_the_order_of_the_corpus_and_those_of_cases_that_are_gone_last() -> None:
    whole = corpus(case(B), case(A))
    gone = "dominion/exchange/gone#case"
    run = ran("2026-01-01", a="failed", b="failed")
    (history,) = histories([Run(**{**{name: getattr(run, name) for name in Run.__slots__},
                                   "results": {gone: {"case": gone, "status": "error"}, **run.results}})])  # fmt: skip
    found = failing(history, whole)
    assert {name: [result["case"] for result in results] for name, results in found.items()} == {
        "dominion/exchange/a": [B, A],
        "dominion/exchange/gone": [gone],
    }
    assert [*found] == ["dominion/exchange/a", "dominion/exchange/gone"]


def test_the_index_tells_what_is_of_the_past() -> None:
    index = Index()
    for past in (False, True):
        index.add(Entry.of("ruling", "Docking", "d.html", "x" * 200, [(search.TITLE, "ships")], past=past))
    told = json.loads(index.script().removeprefix("window.RULINGS_INDEX=").rstrip().removesuffix(";"))
    assert [document[-1] for document in told["documents"]] == [0, 1]
    assert {len(document[3]) for document in told["documents"]} == {160}
    assert told["terms"] == ["ship"]
    assert told["postings"] == [[search.TITLE, len(search.WORTH)]]
