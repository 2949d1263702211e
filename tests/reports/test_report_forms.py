"""What is told of a run, in each form."""

import io
import json
import re
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema_rs
import pytest
from rich.console import Console

from checker.engines import Description
from checker.judging.verdict import Standing, Status, Verdict
from checker.positions.compare import Difference
from checker.problems import UsageError
from checker.reading.locate import data
from checker.reports import open_report
from checker.reports.github import Annotations
from checker.reports.jsonl import JsonLines
from checker.reports.junit import JUnit, suites
from checker.reports.markdown import Markdown
from checker.reports.terminal import Terminal
from checker.running.runner import Ended, Finished, Started, Summary
from tests.reports.heard import CHOICE, events, told
from tests.telling import case, corpus


def report_schema() -> jsonschema_rs.Draft202012Validator:
    schema = json.loads((data("schemas") / "report.schema.json").read_text())
    ruling = json.loads((data("schemas") / "ruling.schema.json").read_text())
    # Only `answer` is referred to; the parts that lead on to the games' schemas are left out.
    answers = {"$id": ruling["$id"], "$defs": {key: ruling["$defs"][key] for key in ("answer", "player")}}
    registry = jsonschema_rs.Registry([(ruling["$id"], answers)])
    return jsonschema_rs.Draft202012Validator(schema, registry=registry)


def test_json_lines_are_as_the_schema_says() -> None:
    stream = io.StringIO()
    heard = [event for event in events() if not (isinstance(event, Finished) and "boom" in event.verdict.message)]
    told(JsonLines(stream), *heard)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    schema = report_schema()
    for line in lines:
        schema.validate(line)
    assert [line["line"] for line in lines] == ["header", *["result"] * 7, "footer"]
    assert lines[0]["corpus"] == {"hash": sha256().hexdigest(), "cases": 8}
    assert lines[2]["differences"][0]["choices"] == [CHOICE]
    assert "actual" not in lines[2]["differences"][1]
    assert lines[2]["rules"] == ["dominion-exchange:optional", "614.5"]
    assert "request" in lines[2]
    assert [answer["choose"] for answer in lines[2]["unasked"]] == ["page", "exchange"]
    assert lines[-1]["counts"]["failed"] == 1
    assert (lines[-1]["cases"], lines[-1]["claimed"], lines[-1]["run"]) == (20, 7, 7)


def test_a_failure_is_told_with_what_was_played_and_a_checkpoint_goes_by_the_action_before_it() -> None:
    one = replace(
        case("dominion/exchange/a#played"),
        given={"alice": {"hand": {"page": "Page"}}},
        steps=({"expect": {}}, {"play": "page"}, {"clean-up": "alice"}, {"expect": {}}, {"play": "page"}),
        choices=(CHOICE,),
        cards=({"card": "Odd"},),
    )
    whole = corpus(one)
    found = (Difference("step 1: alice.coins", 1, 0), Difference("step 4: alice.coins", 2, 0))
    verdict = Verdict(Status.FAILED, "step 4: alice.coins: expected 2, came 0 (and 1 more)", found)
    for make in (lambda out: Terminal(Console(file=out, width=200)), JUnit, Markdown, Annotations):
        out = io.StringIO()
        start = Started("e", Description("mine", "1.2", {}), whole, 1, ())
        end = Ended(Summary(Counter({Status.FAILED: 1}), 1, 1, 1, 1, 1, 1.0))
        told(make(out), start, Finished(one, whole.rulings[one.ruling], verdict, 0.5, ""), end)
        text = out.getvalue()
        assert re.search("after action 2: alice.coins|at the start: alice.coins", text), make
        assert "step" not in text, make
        if make not in {Markdown, Annotations}:
            for words in ("card: Odd", "hand: page: Page", "1. play: page", "2. clean-up: alice", "3. play: page"):
                assert words in text, (make, words)
            assert "kind: exchange, about: page, choose: decline" in text
            assert "at the start: alice.coins" in text


def test_a_person_is_told_which_choices_led_there_and_which_answers_of_the_case_no_question_took() -> None:
    ways = (
        "after  alice, exchange, page: decline",
        "unused alice, order: page; alice, exchange, page: exchange (answers of the case that no question took)",
    )
    for report in (Terminal(Console(file=(out := io.StringIO()), width=200)), JUnit(out)):
        out.truncate(0)
        told(report, *events())
        assert all(way in out.getvalue() for way in ways)


def test_each_json_line_is_there_as_soon_as_it_is_known(tmp_path: Path, files: ExitStack) -> None:
    path = tmp_path / "report.jsonl"
    report = open_report(f"jsonl={path}", files)
    for number, event in enumerate(events()[:4], start=1):
        report.hear(event)
        assert len(path.read_text().splitlines()) == number


def test_words_that_no_encoding_has_are_written_anyhow(tmp_path: Path, files: ExitStack) -> None:
    for kind in ("jsonl", "junit"):
        told(open_report(f"{kind}={tmp_path / kind}", files), *events())
        assert (tmp_path / kind).read_bytes().decode("utf-8")


def test_junit() -> None:
    stream = io.StringIO()
    told(JUnit(stream), *events())
    root = ET.fromstring(stream.getvalue())  # noqa: S314 - our own
    assert root.attrib == {
        "name": "rulings",
        "tests": "8",
        "failures": "2",
        "errors": "4",
        "skipped": "1",
        "time": "4.000",
    }
    assert [(suite.get("name"), suite.get("tests"), suite.get("time")) for suite in root] == [
        ("dominion/exchange/a", "4", "2.000"),
        ("dominion/exchange/b", "4", "2.000"),
    ]
    by_name = {element.get("name"): element for element in root.iter("testcase")}
    failure = by_name["case-1"].find("failure")
    assert failure is not None
    assert failure.get("type") == "failed"
    for words in ("What dominion/exchange/b says.", "It follows\nso.", "The other page says otherwise."):
        assert words in (failure.text or "")
    assert "dominion-exchange:optional, 614.5" in (failure.text or "")
    assert by_name["case-3"].find("skipped") is not None
    error = by_name["case-4"].find("error")
    assert error is not None
    assert error.get("message") == "KeyError: \\x00\\x1b[31m & <boom> \\ufffe\\ud800"
    assert by_name["case-6"].findtext("system-err") == "noise\\x07\n"
    assert [child.tag for child in by_name["case-0"]] == []


@pytest.mark.parametrize(
    ("standing", "tag", "message"),
    [
        (Standing.KNOWN, "skipped", "known to fail: KeyError: "),
        (Standing.FIXED, "failure", "passes, and the baseline says that it fails"),
        (Standing.OTHER, "failure", "KeyError: "),
        (Standing.NEW, "error", "KeyError: "),
        (None, "error", "KeyError: "),
    ],
)
def test_junit_goes_by_the_baseline_where_there_is_one(standing: Standing | None, tag: str, message: str) -> None:
    finished = next(event for event in events() if isinstance(event, Finished) and event.verdict.status is Status.ERROR)
    (suite,) = suites([replace(finished, standing=standing)], 1.0)
    (element,) = suite
    assert element[0].tag == tag
    assert element[0].attrib["message"].startswith(message)


@pytest.mark.parametrize(("interrupted", "said"), [(False, "is as expected"), (True, "is not as expected")])
def test_a_page_does_not_call_as_expected_what_was_cut_off(interrupted: bool, said: str) -> None:
    stream = io.StringIO()
    *_, last = events()
    assert isinstance(last, Ended)
    good = replace(last.summary, counts=Counter({Status.PASSED: 1}), interrupted=interrupted)
    told(Markdown(stream), Ended(good))
    assert said in stream.getvalue().splitlines()[0]


def test_a_report_makes_the_folder_that_it_is_written_to(tmp_path: Path, files: ExitStack) -> None:
    open_report(f"jsonl={tmp_path}/not/yet/there.jsonl", files)
    assert (tmp_path / "not/yet/there.jsonl").is_file()


def test_reports_that_cannot_be(tmp_path: Path, files: ExitStack) -> None:
    (tmp_path / "file").touch()
    for bad in ("junit", "junit=", "html=x", f"jsonl={tmp_path}", f"jsonl={tmp_path}/file/x"):
        with pytest.raises(UsageError):
            open_report(bad, files)
