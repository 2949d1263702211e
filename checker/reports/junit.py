"""The report as JUnit XML, in the shape that the readers of CI services agree on: a suite for each ruling."""

from collections.abc import Iterable
from itertools import groupby
from typing import TextIO
from xml.etree import ElementTree as ET

from checker.judging.verdict import Standing, Status
from checker.reports.script import script, where
from checker.reports.terminal import differences
from checker.reports.text import clean
from checker.running.runner import Ended, Event, Finished

_ELEMENT = {
    Status.PASSED: None,
    Status.FAILED: "failure",
    Status.REFUSED: "failure",
    Status.UNSUPPORTED: "skipped",
    Status.ERROR: "error",
    Status.TIMED_OUT: "error",
    Status.CRASHED: "error",
    Status.PROTOCOL: "error",
}


class JUnit:
    """Collects results and writes them when the run ends, since the counts come first in the file."""

    def __init__(self, stream: TextIO) -> None:
        """Write to this stream, which is left open."""
        self._stream = stream
        self._finished: list[Finished] = []

    def hear(self, event: Event) -> None:
        """Take note of a case, or write the file."""
        match event:
            case Finished():
                self._finished.append(event)
            case Ended(summary):
                self._stream.write('<?xml version="1.0" encoding="utf-8"?>\n')
                document = suites(self._finished, summary.seconds)
                ET.indent(document)
                self._stream.write(ET.tostring(document, encoding="unicode") + "\n")
                self._stream.flush()
            case _:
                pass


def suites(finished: Iterable[Finished], seconds: float) -> ET.Element:
    """Return the whole document."""
    known = sorted(finished, key=lambda event: event.ruling.id)
    root = ET.Element("testsuites", {"name": "rulings", **_numbers(known)})
    root.set("time", f"{seconds:.3f}")
    for name, events in groupby(known, key=lambda event: event.ruling.id):
        of_ruling = list(events)
        suite = ET.SubElement(root, "testsuite", {"name": name, **_numbers(of_ruling)})
        suite.set("time", f"{sum(event.seconds for event in of_ruling):.3f}")
        for event in of_ruling:
            suite.append(_case(event))
    return root


def _numbers(finished: list[Finished]) -> dict[str, str]:
    kinds = [_kind(event) for event in finished]
    return {
        "tests": str(len(kinds)),
        "failures": str(kinds.count("failure")),
        "errors": str(kinds.count("error")),
        "skipped": str(kinds.count("skipped")),
    }


def _kind(event: Finished) -> str | None:
    """Return the element for a result: a known failure is skipped, a deviation from the baseline fails."""
    match event.standing:
        case Standing.KNOWN:
            return "skipped"
        case Standing.FIXED | Standing.OTHER:
            return "failure"
        case _:
            return _ELEMENT[event.verdict.status]


def _case(event: Finished) -> ET.Element:
    case, verdict = event.case, event.verdict
    element = ET.Element(
        "testcase",
        classname=event.ruling.id,
        name=case.slug,
        time=f"{event.seconds:.3f}",
        file=clean(str(case.place.path)),
        line=str(case.place.line),
    )
    if (kind := _kind(event)) is not None:
        told = where(case, verdict.message)
        said = {
            Standing.KNOWN: f"known to fail: {told}",
            Standing.FIXED: "passes, and the baseline says that it fails",
        }
        message = said.get(event.standing, told) if event.standing else told
        found = ET.SubElement(element, kind, message=clean(message))
        if kind != "skipped":
            found.set("type", str(verdict.status))
            rules = ", ".join(dict.fromkeys(cite.key for cite in case.cites))
            reasons = [text for text in (case.why, event.ruling.disputed) if text]
            what = [*script(case), *differences(case, verdict)]
            lines = [case.title, event.ruling.statement, *reasons, f"Rules: {rules}", *what]
            found.text = clean("\n".join(lines))
    if event.stderr:
        ET.SubElement(element, "system-err").text = clean(event.stderr)
    return element
