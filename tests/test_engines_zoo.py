"""
Every way to misbehave, one case among others: that case has exactly this result, and the others keep theirs.

The same with one request at a time, with several requests under way in one process, and with several processes.
"""

import os
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest

from checker.engines import Limits
from checker.engines.child import REPEATS, Child
from checker.engines.hub import Hub
from checker.engines.process import GLANCE
from checker.model import Case, Cite, Corpus, Expectation, Json, Place, Ruling
from checker.reports.text import why_afresh
from checker.running.parallel import Width, verdicts
from checker.running.runner import Event, Finished, run

PROGRAM = str(Path(__file__).parent / "engines" / "child.py")
BAD = 4
"""The case on which the engine misbehaves."""

FAULTS = {
    "none": ("passed", ""),
    "wrong answer": ("failed", "alice.coins: expected 0, came 7"),
    "changes its answer": (
        "protocol",
        "another result when played again: at first alice.coins: expected 0, came ",
    ),
    "changes its mind": (
        "protocol",
        "another result when played again: at first alice.coins: expected 0, came 7; then not so",
    ),
    "refuses": ("refused", "refused action 1, {bad: true}: no"),
    "lacks something": ("unsupported", "the engine does not have the card Flint"),
    "lies in describe": ("protocol", "says that it does not have the game dominion, which it claims"),
    "asks, though it does not claim to": ("protocol", "asks a question, though it does not claim"),
    "crashes": ("crashed", "was killed by SIGSEGV"),
    "exits": ("crashed", "ended with exit code 3"),
    "unknown signal": ("crashed", "was killed by signal "),
    "kills its group": ("crashed", "was killed by SIGKILL"),
    "leaves a child": ("crashed", "ended with exit code 3"),
    "leaves a daemon": ("crashed", "ended with exit code 3"),
    "leaves a daemon, and both hang": ("timed-out", "no answer within 1 s"),
    "leaves a daemon at the end": ("passed", ""),
    "starts a child that talks": ("protocol", "a line that is not JSON: xxx"),
    "half a line": ("crashed", "ended with exit code 1, in the middle of a line"),
    "closes stdout": ("crashed", "closed its standard output"),
    "hangs": ("timed-out", "no answer within 1 s"),
    "stops itself": ("timed-out", "no answer within 1 s"),
    "late": ("timed-out", "no answer within 1 s"),
    "half a line and hangs": ("timed-out", "no answer within 1 s; 22 bytes came of a line"),
    "no line break": ("timed-out", "no answer within 1 s; "),
    "ignores sigterm and hangs": ("timed-out", "no answer within 1 s"),
    "floods stderr for ever": ("timed-out", "no answer within 1 s"),
    "closes stdin and hangs": ("timed-out", "no answer within 1 s"),
    "eats memory": ("crashed", "ended with exit code 1 (its memory is limited to 256 MB)"),
    "garbage": ("protocol", "a line that is not JSON: Loading cards..."),
    "empty line": ("protocol", "a line that is not JSON: an empty line"),
    "byte order mark": ("protocol", "a line that is not JSON"),
    "not utf-8": ("protocol", "a line that is not UTF-8"),
    "nan": ("protocol", "a line that is not JSON"),
    "huge number": ("protocol", "a line that is not JSON"),
    "deep": ("protocol", "a message that nests too deeply"),
    "a list": ("protocol", "a response is an object; this is []"),
    "wrong id": ("protocol", "a response to request 999999, which was never made"),
    "id as text": ("protocol", "a response to request "),
    "no id": ("protocol", "a response without an id"),
    "null id": ("error", "unreadable (-32700)"),
    "null id twice": ("error", "unreadable (-32700)"),
    "null id and a result": ("protocol", "a response to request null, which was never made"),
    "both": ("protocol", "a response has either a result or an error"),
    "no version": ("protocol", 'a response says `"jsonrpc": "2.0"`'),
    "no outcome": ("protocol", "an outcome has one of state, choice, refused, unsupported; this one has nothing"),
    "two outcomes": ("protocol", "an outcome is one thing; this one has state and choice"),
    "result is text": ("protocol", "a result is an object"),
    "half a surrogate": ("refused", "refused action 1, {bad: true}: "),
    "error": ("error", "boom (-32603)"),
    "long line": ("protocol", "a line of more than 1,048,576 bytes"),
    "endless line": ("protocol", "a line of more than 1,048,576 bytes"),
    "floods stderr": ("passed", ""),
    "twice": ("passed", ""),
    "answers for ever": ("passed", ""),
    "byte by byte": ("passed", ""),
    "talks after the answer": ("passed", ""),
    "crashes after the answer": ("passed", ""),
    "exits early": ("passed", ""),
    "ignores shutdown": ("passed", ""),
    "ignores sigterm": ("passed", ""),
    "crashes at shutdown": ("passed", ""),
}
WIDTHS = {"one": Width(), "window": Width(1, 8), "jobs": Width(2, 1), "both": Width(2, 4)}
CITES = (Cite("dominion-exchange", "optional", "later"),)


def corpus(number: int, faults: Sequence[str] = ()) -> Corpus:
    """Return so many cases, one of them bad, or else with these faults in turn."""

    def steps(place: int) -> tuple[Json, ...]:
        if faults:
            return ({"fault": faults[place % len(faults)]},)
        return ({"bad": True},) if place == BAD else ()

    cases = tuple(
        Case(
            id=f"dominion/zoo/cage#case-{place}",
            game="dominion",
            title="A thing happens",
            place=Place(Path("corpus/cage.yaml"), place + 1),
            given={"alice": {}},
            steps=steps(place),
            choices=(),
            expectation=Expectation(expect={"alice": {"coins": 0}}),
            cites=CITES,
        )
        for place in range(number)
    )
    ruling = Ruling("dominion/zoo/cage", "It is shut.", "must", CITES, Place(Path("corpus/cage.yaml")), cases)
    return Corpus(Path("corpus"), {ruling.id: ruling}, {"sources": {}})


class Heard(list[Finished]):
    def hear(self, event: Event) -> None:
        if isinstance(event, Finished):
            self.append(event)


def results(fault: str, width: Width, number: int = 10, faults: Sequence[str] = ()) -> Heard:
    whole = corpus(number, faults)
    command = [sys.executable, PROGRAM, fault]
    # What is not about time may take its time on a busy machine.
    request = 1.0 if any(FAULTS.get(name, ("",))[0] == "timed-out" for name in (fault, *faults)) else 30.0
    limits = Limits(request, start=30.0, line=1 << 20, memory=256 << 20 if fault == "eats memory" else None)
    engine = Child(command, limits)
    heard = Heard()

    def wide(cases: Iterable[Case]) -> Iterator[Finished]:
        return verdicts(whole, cases, "cmd:child", engine, limits, width)

    source = None if width == Width() else wide
    try:
        run(whole, list(whole.cases.values()), engine, "cmd:child", [heard], source=source)
    finally:
        engine.close()
    return heard


WHOLE = {
    "none",
    "exits early",
    "ignores shutdown",
    "ignores sigterm",
    "crashes at shutdown",
    "leaves a daemon at the end",
    "changes its mind",
    "eats memory",
}
"""Faults of a whole process, which another fault may end, or with a limit of its own; the others are of one request."""


def cells() -> list[tuple[str, str]]:
    """Every fault with one request at a time, those of a process with a window; in every width where it may be slow."""
    slow = bool(os.environ.get("RULINGS_SLOW"))
    return [
        (fault, width)
        for fault in FAULTS
        for width in WIDTHS
        if slow or width == "one" or (width == "window" and fault in {*WHOLE, "hangs", "crashes"})
    ]


def still_there(mark: str) -> list[Path]:
    """Return the processes that have a mark in their environment, apart from this one."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark.encode() in path.read_bytes():
                found.append(path)
    return found


@pytest.mark.parametrize(("fault", "width"), cells())
def test_one_case_falls_and_the_others_stand(fault: str, width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_TEST_GAME", "dominion")
    mark = f"{os.getpid()} {fault} {width}"
    monkeypatch.setenv("RULINGS_TEST_MARK", mark)
    came = {finished.case.id.rpartition("-")[2]: finished.verdict for finished in results(fault, WIDTHS[width])}
    assert not still_there(mark)
    bad = came.pop(str(BAD))
    status, message = FAULTS[fault]
    assert (str(bad.status), bad.message[: len(message)]) == (status, message), bad.message
    assert sorted(map(int, came)) == [0, 1, 2, 3, 5, 6, 7, 8, 9]
    assert {str(verdict.status) for verdict in came.values()} == {"passed"}, came


def test_an_engine_that_does_not_start_again_is_given_up_soon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULINGS_TEST_GAME", "dominion")
    script = tmp_path / "once.sh"
    script.write_text(f'#!/bin/sh\nmkdir "$0.ran" || sleep 60\nexec {sys.executable} {PROGRAM} exits\n')
    script.chmod(0o755)
    for width in (Width(), Width(1, 4)):
        (tmp_path / "once.sh.ran").rmdir() if (tmp_path / "once.sh.ran").exists() else None
        whole = corpus(12)
        limits = Limits(request=1.0, start=0.4)
        engine = Child([str(script)], limits)
        heard = Heard()
        source = None
        if width != Width():
            source = lambda cases: verdicts(whole, cases, "cmd:x", engine, limits, width)  # noqa: B023, E731
        run(whole, list(whole.cases.values()), engine, "cmd:x", [heard], source=source)
        assert len(heard) == 12
        assert {str(one.verdict.status) for one in heard} == {"passed", "crashed"}
        assert any("3 times in a row" in one.verdict.message for one in heard)
        engine.close()


def test_of_requests_under_way_beside_one_that_fails_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are made again, of a fresh process, but it is known why: the summary is to tell only what nobody knows."""
    monkeypatch.setenv("RULINGS_TEST_GAME", "dominion")
    came = results("crashes", WIDTHS["window"])
    assert sorted(str(one.verdict.status) for one in came) == ["crashed", *["passed"] * 9]
    assert not [why for one in came if str(one.verdict.status) == "passed" for why in why_afresh(one.stderr)]


@pytest.mark.parametrize("width", ["one", "window"])
def test_answers_given_twice_may_be_many_if_they_are_not_in_a_row(width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_TEST_GAME", "dominion")
    came = results("none", WIDTHS[width], number=REPEATS + 20, faults=["twice"])
    assert {str(one.verdict.status) for one in came} == {"passed"}
    assert not [why for one in came for why in why_afresh(one.stderr)]


def test_requests_and_answers_that_fill_the_pipes_are_no_deadlock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is many times as long as a pipe holds, and the engine reads nothing while it writes."""
    monkeypatch.setenv("RULINGS_TEST_GAME", "dominion")
    whole = corpus(24)
    cases = [replace(case, given={"alice": {"log": "x" * 900_000}}) for case in whole.cases.values()]
    engine = Child([sys.executable, PROGRAM, "answers at length"])
    heard = Heard()
    run(whole, cases, engine, "x", [heard],
        source=lambda dealt: verdicts(whole, dealt, "x", engine, Limits(), Width(1, 8)))  # fmt: skip
    assert {str(one.verdict.status) for one in heard} == {"passed"}
    assert len(heard) == 24


def test_answers_may_come_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_TEST_GAME", "dominion")
    came = results("answers backwards", Width(1, 8), number=32)
    assert sorted(int(one.case.id.rpartition("-")[2]) for one in came) == list(range(32))
    assert {str(one.verdict.status) for one in came} == {"passed"}


def of_their_own_fault(animals: Sequence[str], came: Sequence[Finished]) -> None:
    """See that each case has the result of its own fault."""
    assert sorted(int(one.case.id.rpartition("-")[2]) for one in came) == list(range(len(animals)))
    for one in came:
        fault = animals[int(one.case.id.rpartition("-")[2])]
        status, message = FAULTS[fault]
        message = message.replace("{bad: true}", f"{{fault: {fault}}}")
        assert (str(one.verdict.status), one.verdict.message[: len(message)]) == (status, message), fault


SLOW = bool(os.environ.get("RULINGS_SLOW"))
QUICK = [fault for fault in FAULTS if fault not in WHOLE and FAULTS[fault][0] != "timed-out"]
SLEEPY = [fault for fault in FAULTS if FAULTS[fault][0] == "timed-out"]


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS if SLOW else ["both"])
@pytest.mark.parametrize("animals", [QUICK, ["none", *SLEEPY, "none"]], ids=["quick", "sleepy"])
def test_all_animals_in_one_run_bring_what_each_alone_brings(
    animals: list[str], width: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULINGS_TEST_GAME", "dominion")
    of_their_own_fault(animals, results("none", WIDTHS[width], number=len(animals), faults=animals))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12) if SLOW else [1])
def test_so_do_they_in_any_order(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULINGS_TEST_GAME", "dominion")
    dice = random.Random(seed)  # noqa: S311 - not for secrets
    animals = [dice.choice(QUICK) for _ in range(30)]
    of_their_own_fault(animals, results("none", list(WIDTHS.values())[seed % 4], number=30, faults=animals))


class Counts:
    """Counts how often it is told the time."""

    times = 0

    def tick(self, _now: float) -> None:
        self.times += 1


def test_limits_are_looked_after_while_others_keep_the_loop_busy() -> None:
    hub, counts = Hub(), Counts()
    ends = monotonic() + 4 * GLANCE
    read, write = os.pipe()
    os.write(write, b"always there to be read")

    def busy() -> None:
        while monotonic() < ends:
            assert hub.ready(read, 60.0)

    hub.clock(counts)
    hub.spawn(busy)
    while hub.turn():
        assert counts.times <= 5
    hub.close()
    os.close(read)
    os.close(write)
    assert counts.times >= 3
