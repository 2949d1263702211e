"""The report as JSON lines, as `schemas/report.schema.json` describes them."""

from datetime import UTC, datetime
from typing import TextIO

from checker.engines.wire import encode
from checker.judging.verdict import HARMLESS, Status
from checker.model import Json
from checker.running.fingerprint import fingerprint
from checker.running.runner import Ended, Event, Finished, Started, Summary


class JsonLines:
    """Writes each event as a line and flushes it, so that an interrupted run loses nothing that was known."""

    def __init__(self, stream: TextIO, *, goes_on: bool = False) -> None:
        """Write to this stream, which is left open; with `goes_on`, what is known stands in it already."""
        self._stream = stream
        self._goes_on = goes_on

    def hear(self, event: Event) -> None:
        """Write a line."""
        match event:
            case Started():
                if self._goes_on:
                    return
                line = header(event)
            case Finished():
                if self._goes_on and event.known:
                    return
                line = result(event)
            case Ended():
                line = footer(event.summary)
        self._stream.write(written(line))
        self._stream.flush()


def written(line: Json) -> str:
    """Return a line as it stands in a report."""
    return encode(line).decode()


def header(event: Started) -> Json:
    """Return the first line: what is run, and on which engine."""
    from importlib.metadata import version

    return {
        "line": "header",
        "report": 1,
        "rulings": version("rulings"),
        "corpus": {"hash": event.corpus.digest, "cases": len(event.corpus.cases)},
        "engine": {"spec": event.spec, "name": event.engine.name, "version": event.engine.version},
        "cases": event.selected,
        "edition": event.corpus.edition,
        "out_of_force": event.out_of_force,
        "selection": list(event.selection),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def result(event: Finished) -> Json:
    """Return the line of one case."""
    verdict = event.verdict
    line: Json = {"line": "result", "case": event.case.id, "status": str(verdict.status)}
    if verdict.message:
        line["message"] = verdict.message
    if not verdict.claimed:
        line["claimed"] = False
    if verdict.status not in HARMLESS:
        line["fingerprint"] = fingerprint(verdict)
    if event.standing is not None:
        line["standing"] = str(event.standing)
    if event.case.cites:
        line["rules"] = list(dict.fromkeys(cite.key for cite in event.case.cites))
    if verdict.differences:
        line["differences"] = [difference.json() for difference in verdict.differences]
    line |= {"unasked": list(verdict.unasked)} if verdict.unasked else {}
    line["runs"] = verdict.runs
    line["seconds"] = round(event.seconds, 6)
    if verdict.request is not None and verdict.status is not Status.PASSED:
        line["request"] = verdict.request
    line |= {"messages": [message.json() for message in verdict.messages]} if verdict.messages else {}
    if event.stderr:
        line["stderr"] = event.stderr
    return line


def footer(summary: Summary) -> Json:
    """Return the last line: the summary."""
    return {
        "line": "footer",
        "counts": {str(status): summary.counts[status] for status in Status if summary.counts[status]},
        "cases": summary.cases,
        "claimed": summary.claimed,
        "run": summary.run,
        "seconds": round(summary.seconds, 6),
    }
