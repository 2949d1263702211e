"""Work that is spread over forked processes comes back whole and in order, whatever becomes of them."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.running.forked import possible, spread, worth

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork"),
    pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning"),  # the tests' own runner has threads
]


@settings(max_examples=30)
@given(st.lists(st.integers(), max_size=20), st.integers(1, 5))
def test_what_comes_is_what_comes_of_each_in_order(things: list[int], jobs: int) -> None:
    assert list(spread(lambda thing: thing * 2, things, jobs)) == [thing * 2 for thing in things]


def test_each_process_has_its_share() -> None:
    numbers = list(spread(lambda _: os.getpid(), range(6), 3))
    assert numbers[:3] == numbers[3:]
    assert len({*numbers, os.getpid()}) == 4


def test_what_a_process_leaves_is_done_here() -> None:
    here = os.getpid()

    def work(thing: int) -> tuple[int, bool]:
        if thing == 4 and os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return thing, os.getpid() == here

    assert list(spread(work, range(8), 2)) == [(thing, thing in (4, 6)) for thing in range(8)]


def test_what_cannot_be_sent_is_made_here() -> None:
    functions: list[Callable[[], int]] = list(spread(lambda thing: lambda: thing, range(3), 2))
    assert [function() for function in functions] == [0, 1, 2]


def test_what_the_work_raises_is_raised_here() -> None:
    came = spread(lambda thing: 6 // thing, [2, 3, 0, 1], 2)
    assert [next(came), next(came)] == [3, 2]
    with pytest.raises(ZeroDivisionError):
        next(came)


def test_where_no_process_can_be_had_all_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def fork() -> int:
        raise BlockingIOError("no room")

    monkeypatch.setattr(os, "fork", fork)
    assert list(spread(lambda _: os.getpid(), range(3), 2)) == [os.getpid()] * 3


def test_no_process_is_left_when_nobody_wants_more() -> None:
    came = spread(lambda _: os.getpid(), range(1_000), 2)
    numbers = {next(came), next(came)}
    came.close()
    for number in numbers:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


def test_a_process_whose_reader_is_gone_ends(tmp_path: Path) -> None:
    told = tmp_path / "numbers"
    middle = os.fork()
    if not middle:
        came = spread(lambda _: (os.getpid(), b" " * 10_000), range(1_000), 2)
        told.write_text(f"{next(came)[0]} {next(came)[0]}")
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(middle, 0)
    for number in told.read_text().split():
        _wait_for_its_end(int(number))


def _wait_for_its_end(number: int) -> None:
    import time

    for _ in range(500):
        try:
            state = Path(f"/proc/{number}/stat").read_text().rsplit(") ")[-1][0]
        except OSError:
            return
        if state == "Z":  # ended, and nobody has asked yet
            return
        time.sleep(0.01)
    pytest.fail(f"process {number} is still there")


def test_few_cases_are_worth_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checker.running.forked.processors", lambda: 4)
    monkeypatch.setattr("checker.running.forked.active_count", lambda: 1)
    assert [worth(cases) for cases in (0, 1, 199, 200, 399, 400, 10_000)] == [1, 1, 1, 2, 3, 4, 4]
    monkeypatch.setattr("checker.running.forked.active_count", lambda: 2)
    assert not possible()
    assert worth(10_000) == 1
