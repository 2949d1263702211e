"""The course of a run: what is told, in which order, and what ends it."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from checker.engines.in_process import InProcess
from checker.judging.verdict import Status
from checker.running.runner import Event, Finished, run
from tests.engines import toy
from tests.telling import case, corpus


class Heard:
    def __init__(self) -> None:
        self.events: list[Event] = []

    def hear(self, event: Event) -> None:
        self.events.append(event)


class Interrupts(toy.Toy):
    def describe(self, params: dict[str, Any]) -> dict[str, Any]:
        return {**super().describe(params), "games": {"dominion": {}}}

    def run(self, _params: dict[str, Any]) -> dict[str, Any]:
        self.count = getattr(self, "count", 0) + 1
        if self.count == 4:  # the second case fails, and is played twice
            raise KeyboardInterrupt
        return {"state": {"alice": {"coins": min(self.count - 1, 1)}}}


def test_an_interrupt_loses_nothing_and_the_end_is_told() -> None:
    cases = [case(f"dominion/exchange/a#case-{number}") for number in range(5)]
    heard = Heard()
    summary = run(corpus(*cases), cases, InProcess(Interrupts), "x", [heard])
    assert [type(event).__name__ for event in heard.events] == ["Started", "Finished", "Finished", "Ended"]
    assert (summary.interrupted, summary.run, summary.claimed, summary.selected) == (True, 2, 5, 5)
    assert summary.counts == {Status.PASSED: 1, Status.FAILED: 1}


def test_fail_fast_stops_at_the_first_failure() -> None:
    cases = [case(f"dominion/exchange/a#case-{number}") for number in range(5)]
    heard = Heard()
    summary = run(corpus(*cases), cases, InProcess(Interrupts), "x", [heard], max_fail=1)
    assert (summary.run, summary.interrupted, summary.as_expected) == (2, False, False)


class Odd(Interrupts):
    def run(self, params: dict[str, Any]) -> dict[str, Any]:
        return {"state": {"alice": {"coins": params["given"]["alice"]["coins"] % 2}}}


@pytest.mark.parametrize(("most", "ran"), [(1, 2), (2, 4), (3, 5), (None, 5)])
def test_it_stops_after_so_many_failures(most: int | None, ran: int) -> None:
    cases = [
        replace(case(f"dominion/exchange/a#case-{number}"), given={"alice": {"coins": number}}) for number in range(5)
    ]
    summary = run(corpus(*cases), cases, InProcess(Odd), "x", [], max_fail=most)
    assert (summary.run, summary.counts[Status.FAILED]) == (ran, min(most or 2, 2))


class Claims(Interrupts):
    """Knows one card, and fails whatever it plays."""

    def describe(self, params: dict[str, Any]) -> dict[str, Any]:
        return {**super().describe(params), "games": {"dominion": {"cards": ["Copper"]}}}

    def run(self, _params: dict[str, Any]) -> dict[str, Any]:
        return {"state": {"alice": {"coins": 1}}}


@pytest.mark.parametrize(("most", "ran"), [(1, 1), (None, 2)])
def test_claimed_are_those_that_an_engine_could_play_whether_or_not_they_were_run(most: int | None, ran: int) -> None:
    cases = [
        replace(case(f"dominion/exchange/a#case-{number}"), given={"alice": {"hand": [card]}})
        for number, card in enumerate(("Copper", "Gold", "Copper", "Gold"))
    ]
    summary = run(corpus(*cases), cases, InProcess(Claims), "x", [], max_fail=most)
    assert (summary.run, summary.claimed, summary.played, summary.selected) == (ran, 2, 2, 4)


def test_what_failed_in_an_earlier_run_stops_none_that_goes_on_with_it() -> None:
    cases = [case(f"dominion/exchange/a#case-{number}") for number in range(3)]
    heard = Heard()
    run(corpus(*cases), cases, InProcess(Claims), "x", [heard], max_fail=1)
    known = [replace(event, known=True) for event in heard.events if isinstance(event, Finished)]
    summary = run(corpus(*cases), cases, InProcess(Claims), "x", [], max_fail=2, known=known)
    assert (len(known), summary.counts) == (1, {Status.FAILED: 3})


@pytest.mark.parametrize("status", Status)
def test_as_expected_is_what_passes_or_is_not_supported(status: Status) -> None:
    cases = [case("dominion/exchange/a#case")]
    summary = run(corpus(*cases), cases, InProcess(Claims), "x", [])
    told = replace(summary, counts=Counter({status: 1}))
    assert told.as_expected is (status in {Status.PASSED, Status.UNSUPPORTED})
