"""Texts of reports: what is shortened, what is escaped, what is counted, and what is no report."""

from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from checker.judging.verdict import Status
from checker.problems import UsageError
from checker.reports import open_report, reading, text
from checker.reports.afresh import Afresh
from checker.reports.badge import badge
from checker.reports.jsonl import footer
from checker.reports.terminal import summed
from checker.running.runner import Finished, Summary
from tests.reports.heard import events, told


@pytest.mark.parametrize(("number", "shown"), [(10, 10), (11, 11), (12, 11), (99, 11)])
def test_of_many_lines_the_ends_are_shown_and_the_rest_counted(number: int, shown: int) -> None:
    lines = [f"line {place}" for place in range(number)]
    came = text.ends("\n".join(lines))
    assert (len(came), came[:5], came[-5:]) == (shown, lines[:5], lines[-5:])
    assert (came[5] == f"… and {number - 10} lines more") is (number > 11)


@pytest.mark.parametrize("sign", ["\x1b", "\x7f", "\x9b", "\u2028", "\u202a", "\u202e", "\u2066", "\ufeff", "\ud800"])
def test_what_steers_a_terminal_or_turns_a_text_round_is_escaped(sign: str) -> None:
    escape = f"\\x{ord(sign):02x}" if ord(sign) < 0x100 else f"\\u{ord(sign):04x}"
    assert text.clean(f"a{sign}b") == f"a{escape}b"
    assert text.clean("n\xe9\t\u20ac \u2013 \U0001f600\n") == "n\xe9\t\u20ac \u2013 \U0001f600\n"


@pytest.mark.parametrize("status", Status)
def test_only_what_passed_is_counted_as_asked_again(status: Status) -> None:
    again, one = Afresh(), next(event for event in events() if isinstance(event, Finished))
    note = "(asked again of a fresh process; before: ended with exit code 1)\n"
    again.note(replace(one, verdict=replace(one.verdict, status=status), stderr=note))
    assert bool([*again.told()]) is (status is Status.PASSED)


def test_a_run_without_a_result_says_so() -> None:
    none = Summary(Counter(), 20, 8, 7, 0, 0, 1.0, interrupted=True)
    assert ", 0 run: interrupted with 8 cases to go; nothing (0 runs, 1.00 s)" in summed(none)
    assert footer(none)["counts"] == {}
    assert not replace(none, selected=0).idle
    assert badge(none)["color"] == "lightgrey"
    assert footer(replace(none, counts=Counter({Status.PASSED: 2})))["counts"] == {"passed": 2}


def test_nothing_follows_the_end_of_a_report(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    with ExitStack() as files:
        told(open_report(f"jsonl={path}", files), *events())
    whole = path.read_text()
    *_, result, end = whole.splitlines(keepends=True)
    assert reading.read(path).footer is not None
    for line in (end, result.replace("#", "#another-")):
        path.write_text(whole + line)
        with pytest.raises(UsageError, match="is not allowed here"):
            reading.read(path)
