"""What a baseline makes of each result, and what becomes of each of its entries."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from checker.engines import Description
from checker.judging.verdict import Standing, Status, Verdict
from checker.positions.compare import Difference
from checker.reports.baseline import BaselineWriter
from checker.running.baseline import Baseline, Entry, Outcome, Standings, load
from checker.running.fingerprint import fingerprint
from checker.running.runner import Ended, Finished, Started, Summary
from tests.telling import case, corpus

HAND = Difference("alice.hand", ["Page"], [], choices=({"player": "alice", "kind": "exchange", "choose": "page"},))
DECK = Difference("alice.deck", 5, 4)
FAILED = Verdict(Status.FAILED, "alice.hand: expected [Page], came []", (HAND, DECK))


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (replace(FAILED, differences=(DECK, HAND)), True),
        (replace(FAILED, differences=(HAND, DECK, HAND), message="put otherwise", runs=7), True),
        (replace(FAILED, differences=(HAND.after(()), DECK)), True),
        (replace(FAILED, differences=(replace(HAND, note="missing: Page"), DECK)), True),
        (replace(FAILED, differences=(HAND,)), False),
        (replace(FAILED, differences=(HAND, replace(DECK, actual=3))), False),
        (replace(FAILED, differences=(HAND, replace(DECK, expected=6))), False),
        (replace(FAILED, differences=(HAND, replace(DECK, path="bob.deck"))), False),
        (replace(FAILED, status=Status.PROTOCOL), False),
    ],
)
def test_a_failure_is_the_same_if_it_comes_to_the_same_whatever_led_there(other: Verdict, same: bool) -> None:
    assert (fingerprint(FAILED) == fingerprint(other)) is same


def test_a_baseline_of_yesterday_holds_today() -> None:
    """These are a promise: baselines are kept in files, and read by later versions."""
    places = tuple(Difference(f"alice.hand.{name}", name, None) for name in "abcdefg")
    assert fingerprint(Verdict(Status.FAILED, "", places)) == "f18dcaff710ddcd1"
    assert fingerprint(Verdict(Status.FAILED, "", places[::-1])) == "f18dcaff710ddcd1"
    assert fingerprint(Verdict(Status.ERROR, "KeyError: 'Page' at 0x7f3a")) == "80c19371922597b1"
    assert fingerprint(Verdict(Status.TIMED_OUT, "no answer within 10 s")) == "54b19a9506989399"
    assert fingerprint(Verdict(Status.PASSED)) == ""


@pytest.mark.parametrize(
    ("status", "one", "other", "same"),
    [
        (Status.CRASHED, "ended with exit code 1", "ended with exit code 2", True),
        (Status.ERROR, "no Page at 0x7f3a", "no Page at 0xBEEF", True),
        (Status.ERROR, "took 1.5 s", "took 12 s", True),
        (Status.ERROR, "no Page", "no Peasant", False),
        (Status.TIMED_OUT, "no answer within 10 s", "no answer within 5 s; 12 bytes came", True),
    ],
)
def test_messages_are_the_same_but_for_numbers_and_a_time_limit_whatever_came(
    status: Status, one: str, other: str, same: bool
) -> None:
    assert (fingerprint(Verdict(status, one)) == fingerprint(Verdict(status, other))) is same


@pytest.mark.parametrize("status", Status)
def test_a_flaky_case_may_pass_or_fail_in_any_way(status: Status) -> None:
    entry = Entry("a#b", Status.FAILED, "1" * 16, flaky=True)
    assert entry.standing(Outcome(status, "2" * 16)) is Standing.KNOWN


def test_fewer_are_missed_only_in_the_same_selection_and_each_number_by_itself() -> None:
    whole = corpus(case("dominion/exchange/a#case"))

    def missed(selection: tuple[str, ...], claimed: int, played: int) -> tuple[Any, Any]:
        standings = Standings(Baseline({}, selection=("mtg",), claimed=5, played=4))
        standings.end(whole, selection, claimed, played)
        return standings.fewer, standings.fewer_played

    assert missed(("mtg",), 5, 4) == (None, None)
    assert missed(("mtg",), 6, 5) == (None, None)
    assert missed(("mtg",), 4, 4) == ((4, 5), None)
    assert missed(("mtg",), 5, 3) == (None, (3, 4))
    assert missed((), 1, 1) == (None, None)


BEFORE = {
    "known": Entry(
        "dominion/exchange/a#known", Status.FAILED, fingerprint(FAILED), "as ever", reason="a fault of ours"
    ),
    "other": Entry("dominion/exchange/a#other", Status.ERROR, "1" * 16, "as it was", issue="https://example.org/1"),
    "fixed": Entry("dominion/exchange/a#fixed", Status.FAILED, "2" * 16, "gone by now"),
    "flaky": Entry("dominion/exchange/a#flaky", Status.FAILED, "3" * 16, "now and then", flaky=True),
    "gone": Entry("dominion/exchange/a#gone", Status.FAILED),
    "left": Entry("dominion/exchange/a#left", Status.FAILED),
}
"""Entries for cases that fail as they did, fail otherwise, pass, may do either, are no more, and are not selected."""

CAME = {
    "known": FAILED,
    "other": FAILED,
    "fixed": Verdict(Status.PASSED),
    "flaky": Verdict(Status.PASSED),
    "new": FAILED,
}


def written(path: Path, *, prune: bool) -> tuple[Baseline, str]:
    """Write a baseline over `BEFORE` after a run of what `CAME`."""
    cases = {slug: case(f"dominion/exchange/a#{slug}") for slug in (*CAME, "left")}
    whole = corpus(*cases.values())
    before = Baseline({entry.case: entry for entry in BEFORE.values()}, selection=("dominion",), claimed=50, played=40)
    standings = Standings(before)
    writer = BaselineWriter(path, before, prune=prune)
    writer.hear(Started("x", Description("mine", "1.2", {}), whole, len(CAME), ("-k", "not left")))
    for slug, verdict in CAME.items():
        one = cases[slug]
        standing = standings.add(one.id, Outcome(verdict.status, fingerprint(verdict)))
        writer.hear(Finished(one, whole.rulings[one.ruling], verdict, standing=standing))
    counts = Counter(verdict.status for verdict in CAME.values())
    writer.hear(Ended(Summary(counts, 6, len(CAME), 5, 5, 5, 1.0, played=5)))
    return load(path), writer.written


@pytest.mark.parametrize("name", ["known.yaml", "known.json"])
def test_to_prune_takes_out_what_passes_or_is_no_more_and_changes_nothing_else(tmp_path: Path, name: str) -> None:
    after, told = written(tmp_path / name, prune=True)
    assert after.entries == {
        entry.case: entry for slug, entry in BEFORE.items() if slug in {"known", "other", "flaky", "left"}
    }
    assert (after.selection, after.claimed, after.played) == (("dominion",), 50, 40)
    assert told == f"2 cases taken out of {tmp_path / name}"


def test_to_write_tells_what_fails_now_and_keeps_what_people_wrote(tmp_path: Path) -> None:
    after, told = written(tmp_path / "known.yaml", prune=False)
    entries = {name.partition("#")[2]: entry for name, entry in after.entries.items()}
    assert set(entries) == {"known", "other", "new", "flaky", "left"}
    assert entries["flaky"] == BEFORE["flaky"]
    assert entries["left"] == BEFORE["left"]
    assert {entries[slug].fingerprint for slug in ("known", "other", "new")} == {fingerprint(FAILED)}
    assert (entries["known"].reason, entries["other"].issue) == ("a fault of ours", "https://example.org/1")
    assert (after.selection, after.claimed, after.played) == (("-k", "not left"), 5, 5)
    assert told == f"5 cases written to {tmp_path / 'known.yaml'}"
