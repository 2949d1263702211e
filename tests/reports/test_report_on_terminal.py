"""What a person is told of a run on the terminal."""

import io
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

from checker import load
from checker.engines import Description, GameClaims
from checker.judging.verdict import Status, Verdict
from checker.model import Place
from checker.positions.compare import Difference
from checker.reports.junit import JUnit
from checker.reports.markdown import Markdown
from checker.reports.terminal import Terminal, summed
from checker.running.runner import Ended, Event, Finished, Started, Summary
from tests.reports.heard import events, told
from tests.telling import case, corpus


def shown(*, verbose: bool = False, terminal: bool = False, width: int = 200) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=width, force_terminal=terminal, highlight=False)
    told(Terminal(console, verbose=verbose, limits=" --timeout 60"), *events())
    return stream.getvalue()


def test_the_terminal_tells_what_a_person_needs() -> None:
    text = shown()
    for words in (
        "failed dominion/exchange/b#case-1",
        "A thing happens",
        "What dominion/exchange/b says.",
        "why    It follows so.",
        "doubt  The other page says otherwise.",
        "dominion-exchange:optional (2019-10-01), 614.5 (2024-03-08)",
        "corpus/a.yaml:7",
        "alice.discard",
        "(missing: Page)",
        "alice, exchange, page: decline",
        "rulings check 'dominion/exchange/b#case-1' --engine 'cmd:my engine'",
        "noise",
        "1 unsupported: outside the engine's claims: the card Page",
    ):
        assert words in text, words
    assert "passed dominion" not in text
    assert "\x1b" not in text
    assert "KeyError: \\x00\\x1b[31m & <boom>" in text


def test_nothing_that_an_engine_or_a_path_says_steers_a_terminal_or_breaks_a_report() -> None:
    odd = replace(case("dominion/exchange/a#odd"), place=Place(Path("corpus/\x1b[31m.yaml"), 7))
    whole = corpus(odd)
    found = Difference("after the refusal: \x1b[31m.hand", ["\x1b[31m"], ["\x1b[31m"], "\x1b[31m")
    verdict = Verdict(Status.FAILED, "\x1b[31m", (found,), 1, {})
    heard: list[Event] = [
        Started("reference", Description("mine", "1.2", {}), whole, 1),
        Finished(odd, whole.rulings[odd.ruling], verdict),
        Ended(Summary(Counter([Status.FAILED]), 1, 1, 1, 1, 1, 1.0)),
    ]
    stream, document = io.StringIO(), io.StringIO()
    told(Terminal(Console(file=stream, width=200)), *heard)
    assert "\x1b" not in stream.getvalue().replace("corpus/\x1b", "")
    told(JUnit(document), *heard)
    assert ET.fromstring(document.getvalue()).find("*/testcase[@file]") is not None  # noqa: S314 - our own


def test_what_is_to_be_copied_is_not_wrapped() -> None:
    text = shown(width=20)
    assert re.search(r"^  where  \S*corpus/a\.yaml:7$", text, re.MULTILINE)
    assert (
        "  again  rulings check 'dominion/exchange/b#case-1' --engine 'cmd:my engine' --timeout 60 --corpus mine\n"
        in text
    )


def test_the_summary_is_last_and_has_the_denominator() -> None:
    assert shown().splitlines()[-1] == (
        "20 cases in the corpus, 8 selected, 7 within the engine's claims, 7 run: "
        "1 passed, 1 failed, 1 refused, 1 unsupported, 1 error, 1 timed-out, 1 crashed, 1 protocol (12 runs, 4.00 s)"
    )
    cut = Summary(Counter({Status.PASSED: 2}), 20, 8, 7, 2, 2, 1.0, interrupted=True)
    assert "interrupted with 6 cases to go; 2 passed" in summed(cut)


@pytest.mark.parametrize(
    ("status", "interrupted", "style"),
    [
        (Status.PASSED, False, "32"),
        (Status.PASSED, True, "1;31"),
        (Status.UNSUPPORTED, False, "1;31"),
        (Status.FAILED, False, "1;31"),
    ],
)
def test_only_a_whole_run_that_checked_something_is_green(status: Status, interrupted: bool, style: str) -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=200, force_terminal=True, color_system="standard", highlight=False)
    told(Terminal(console), Ended(Summary(Counter({status: 8}), 20, 8, 8, 8, 8, 1.0, interrupted=interrupted)))
    assert stream.getvalue().splitlines()[-1].startswith(f"\x1b[{style}m20 cases")


def test_verbose_tells_every_case() -> None:
    assert "passed dominion/exchange/a#case-0" in shown(verbose=True)


def test_verbose_tells_the_slowest_cases() -> None:
    first, *finished, ended = events()
    times = [0.25, 12.5, 3.0, 99.0, 0.5, 0.125, 7.0, 1.0]
    ran = [
        replace(one, seconds=seconds, verdict=replace(one.verdict, runs=0 if number == 3 else number + 1))
        for number, (one, seconds) in enumerate(zip(finished, times, strict=True))
        if isinstance(one, Finished)
    ]
    many = [replace(one, case=replace(one.case, id=f"{one.case.id}-{turn}")) for turn in (1, 2) for one in ran]
    stream = io.StringIO()
    told(Terminal(Console(file=stream, width=200), verbose=True), first, *many, ended)
    assert (
        "the slowest cases:\n"
        "  12.500 s  dominion/exchange/b#case-1-2 (2 runs)\n"
        "  12.500 s  dominion/exchange/b#case-1-1 (2 runs)\n"
        "   7.000 s  dominion/exchange/a#case-6-2 (7 runs)\n"
        "   7.000 s  dominion/exchange/a#case-6-1 (7 runs)\n"
        "   3.000 s  dominion/exchange/a#case-2-2 (3 runs)\n"
    ) in stream.getvalue()
    assert "99.000" not in stream.getvalue()  # what was not run took no time of the engine's
    assert stream.getvalue().partition("the slowest cases:")[2].count(" s  dominion") == 10
    assert "slowest" not in shown()


def test_only_the_first_failures_are_told_in_full() -> None:
    stream = io.StringIO()
    terminal = Terminal(Console(file=stream, width=200))
    started, _, failed, *_, ended = events()
    told(terminal, started, *[failed] * 25, ended)
    assert stream.getvalue().count("A thing happens") == 20
    assert "of 5 failures only a line is shown" in stream.getvalue()


def test_with_many_failures_it_is_told_where_to_begin() -> None:
    def at(ruling: str, number: int, verdict: Verdict) -> Finished:
        one = case(f"dominion/exchange/{ruling}#case-{number}")
        one = replace(one, steps=({"clean-up": "alice"},) * (9 - number))
        return Finished(one, corpus(one).rulings[one.ruling], verdict)

    bad = Verdict(Status.FAILED, "no")
    few = [at("a", 1, bad), at("b", 1, bad), at("b", 2, bad), at("b", 3, Verdict(Status.PASSED))]
    more = [*few, at("b", 4, bad), at("b", 5, Verdict(Status.UNSUPPORTED)), at("c", 1, bad), at("c", 2, bad)]
    started, *_, ended = events()
    stream, page = io.StringIO(), io.StringIO()
    told(Terminal(Console(file=stream, width=200)), started, *more, ended)
    told(Markdown(page), started, *more, ended)
    assert "by ruling, with the shortest of its cases to begin with:\n" in stream.getvalue()
    assert re.findall(r"^  (\d of \d)  (\S+)$", stream.getvalue(), re.MULTILINE) == [
        ("3 of 4", "dominion/exchange/b#case-4"),
        ("2 of 2", "dominion/exchange/c#case-2"),
        ("1 of 1", "dominion/exchange/a#case-1"),
    ]
    assert "| `dominion/exchange/b` | 3 of 4 | `dominion/exchange/b#case-4` |" in page.getvalue()
    for heard in (few, [at("b", number, bad) for number in range(8)]):  # few, and all of one ruling
        stream = io.StringIO()
        told(Terminal(Console(file=stream, width=200)), started, *heard, ended)
        assert "to begin with" not in stream.getvalue()


def test_reasons_that_are_left_out_are_counted() -> None:
    stream = io.StringIO()
    terminal = Terminal(Console(file=stream, width=200))
    started, *_, ended = events()
    first = next(event for event in events() if isinstance(event, Finished))
    lacks = (Verdict(Status.UNSUPPORTED, f"no card {chr(65 + number)}") for number in range(12))
    told(terminal, started, *(replace(first, verdict=lack) for lack in lacks), ended)
    assert stream.getvalue().count("1 unsupported: no card ") == 10
    assert "2 unsupported for other reasons; -v lists each" in stream.getvalue()
    stream = io.StringIO()
    lacks = (Verdict(Status.UNSUPPORTED, f"no card {chr(65 + number)}") for number in range(12))
    terminal = Terminal(Console(file=stream, width=200), verbose=True)
    told(terminal, started, *(replace(first, verdict=lack) for lack in lacks), ended)
    assert stream.getvalue().count("1 unsupported: no card ") == 12
    assert "for other reasons" not in stream.getvalue()


def test_of_much_on_standard_error_the_first_lines_and_the_last_are_shown() -> None:
    first = next(event for event in events() if isinstance(event, Finished) and event.wrong)
    trace = "Exception in thread main: no such zone\n" + "".join(f"    at mine.Zone.line{n}\n" for n in range(20))
    stream = io.StringIO()
    started, *_ = events()
    told(Terminal(Console(file=stream, width=200)), started, replace(first, stderr=trace))
    lines = [line.strip() for line in stream.getvalue().splitlines()]
    place = lines.index("its standard error:")
    assert lines[place + 1 : place + 8] == [
        "Exception in thread main: no such zone",
        *(f"at mine.Zone.line{n}" for n in range(4)),
        "… and 11 lines more",
        "at mine.Zone.line15",
    ]
    assert lines[place + 11] == "at mine.Zone.line19"


@pytest.mark.parametrize(("status", "and_"), [(Status.FAILED, ""), (Status.ERROR, ", and the data of its error")])
def test_what_the_checker_notes_is_not_told_as_what_the_engine_wrote(status: Status, and_: str) -> None:
    started, *finished = events()
    first = next(event for event in finished if isinstance(event, Finished) and event.verdict.status is status)
    note = "(asked again of a fresh process; before: ended with exit code 1)\n"
    for wrote in ("", "index out of range\n"):
        stream = io.StringIO()
        told(Terminal(Console(file=stream, width=200)), started, replace(first, stderr=wrote + note))
        lines = [line.strip() for line in stream.getvalue().splitlines()]
        assert note.strip() in lines
        assert (f"its standard error{and_}:" in lines) is bool(wrote)


def test_what_runs_into_the_time_limit_is_told_how_to_get_longer() -> None:
    assert "limit  --timeout gives an answer more seconds" in shown()


def test_a_run_ends_with_the_cards_that_would_bring_the_most_cases_within_the_claims() -> None:
    whole = load()
    ruling = whole.rulings["mtg/replacement/once-per-event"]
    cards = frozenset({"Runeclaw Bear", "Wastes"})

    def said(claims: dict[str, GameClaims]) -> str:
        stream = io.StringIO()
        mine = Description("mine", "1", claims)
        lacks = Verdict(Status.UNSUPPORTED, "outside the engine's claims", claimed=False)
        finished = [Finished(one, ruling, lacks) for one in ruling.cases]
        counts = Counter({Status.UNSUPPORTED: len(finished)})
        summary = Summary(counts, len(whole.cases), len(finished), 0, 0, 0, 0.1)
        terminal = Terminal(Console(file=stream, width=200))
        told(terminal, Started("cmd:mine", mine, whole, len(finished)), *finished, Ended(summary))
        return stream.getvalue()

    more = "with one card more it would be sent more cases: Gratuitous Violence (3 cases)"
    assert more in said({"mtg": GameClaims(cards=cards, actions=frozenset({"attack", "pass to"}))})
    for claims in ({"mtg": GameClaims(cards=cards, actions=frozenset({"concede"}))}, {"mtg": GameClaims()}, {}):
        assert "with one card more" not in said(claims)
