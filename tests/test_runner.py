"""The course of a run: what is told, in which order, and what ends it."""

from dataclasses import replace
from typing import Any

import pytest

from checker.engines.in_process import InProcess
from checker.runner import Event, run
from checker.verdict import Status
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
