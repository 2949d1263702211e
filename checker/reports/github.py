"""Annotations: lines that GitHub Actions shows beside the files that they name."""

from typing import TextIO

from checker.prose import many
from checker.reports.script import where
from checker.reports.text import clean, shortened
from checker.running.runner import Ended, Event, Finished

MOST = 40
"""How many annotations are written; the service shows no more than some ten of a kind a step."""


class Annotations:
    """Writes a workflow command for each case that is wrong, as it comes."""

    def __init__(self, stream: TextIO) -> None:
        """Write to this stream, which is left open."""
        self._stream = stream
        self._written = 0
        self._left = 0

    def hear(self, event: Event) -> None:
        """Write a line."""
        match event:
            case Finished() if event.wrong:
                if self._written < MOST:
                    self._stream.write(annotation(event) + "\n")
                    self._written += 1
                else:
                    self._left += 1
            case Ended() if self._left:
                self._stream.write(f"::notice title=rulings::and {many(self._left, 'more case')} not as expected\n")
            case _:
                return
        self._stream.flush()


def annotation(event: Finished) -> str:
    """Return the workflow command that tells of a case."""
    place, verdict = event.case.place, event.verdict
    standing = f" ({event.standing})" if event.standing else ""
    title = f"{verdict.status}{standing}: {event.case.id}"
    rules = ", ".join(dict.fromkeys(cite.key for cite in event.case.cites))
    text = "\n".join((event.case.title, clean(shortened(where(event.case, verdict.message))), f"rules: {rules}"))
    known = {"file": str(place.path), "line": str(place.line), "title": clean(title)}
    properties = ",".join(f"{key}={_property(value)}" for key, value in known.items())
    return f"::error {properties}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
