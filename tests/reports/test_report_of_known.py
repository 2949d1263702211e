"""What reports say of failures that a baseline lists, and of runs that are not of today's rules."""

import io
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from checker.engines import Description, GameClaims
from checker.judging.verdict import Standing, Status
from checker.model import Place
from checker.reports.github import annotation
from checker.reports.one_more import one_more
from checker.reports.terminal import DETAILED, Terminal
from checker.running.runner import Event, Finished, Started
from tests.reports.heard import events, told
from tests.telling import case, corpus


def shown(*heard: Event, verbose: bool = False) -> str:
    stream = io.StringIO()
    told(Terminal(Console(file=stream, width=200), verbose=verbose), *heard)
    return stream.getvalue()


def failed() -> Finished:
    return next(one for one in events() if isinstance(one, Finished) and one.verdict.status is Status.FAILED)


def test_known_failures_are_told_only_to_who_wants_every_case() -> None:
    started, *_ = events()
    known = replace(failed(), standing=Standing.KNOWN)
    assert shown(started, known) == ""
    assert "failed dominion/exchange/b#case-1 (known)  alice.discard: expected" in shown(started, known, verbose=True)


def test_known_failures_take_no_place_from_those_that_are_told_in_full() -> None:
    started, *_ = events()
    known, new = (replace(failed(), standing=standing) for standing in (Standing.KNOWN, Standing.NEW))
    text = shown(started, *[known] * DETAILED, new)
    assert text.startswith("failed dominion/exchange/b#case-1 (a new failure)\n")
    assert "What dominion/exchange/b says." in text


def test_what_is_to_be_run_again_is_so_as_of_the_same_edition() -> None:
    started, *_ = events()
    assert isinstance(started, Started)
    then = replace(started, corpus=replace(started.corpus, edition="2019-10-01"))
    again = "rulings check 'dominion/exchange/b#case-1' --engine 'cmd:my engine'"
    assert f"{again} --edition 2019-10-01" in shown(then, failed())
    assert "--edition" not in shown(started, failed())


def test_a_comma_in_the_name_of_a_file_ends_no_part_of_an_annotation() -> None:
    one = failed()
    line = annotation(replace(one, case=replace(one.case, place=Place(Path("my, corpus/a:b.yaml"), 7))))
    assert line.startswith("::error file=my%2C corpus/a%3Ab.yaml,line=7,title=failed%3A dominion")


def test_a_card_that_a_case_defines_is_none_that_the_engine_would_need() -> None:
    own = replace(
        case("dominion/exchange/a#own"),
        given={"alice": {"hand": ["My Own", "Page"], "deck": []}, "bob": {"deck": []}},
        cards=({"card": "My Own"},),
    )
    for capabilities, more in ((frozenset({"define-card"}), [("Page", 1)]), (frozenset(), [])):
        claims = {"dominion": GameClaims(cards=frozenset({"Copper"}))}
        assert one_more(corpus(own), Description("mine", "1", claims, capabilities), [own]) == more
