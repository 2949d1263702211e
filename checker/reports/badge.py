"""A badge: the file that shields.io draws one from (`https://img.shields.io/endpoint?url=…`)."""

import json
from typing import TextIO

from checker.judging.verdict import Status
from checker.model import Json
from checker.running.runner import Ended, Event, Started, Summary

_GOOD, _FAIR = 1.0, 0.9


class Badge:
    """Writes the file when the run ends."""

    def __init__(self, stream: TextIO) -> None:
        """Write to this stream, which is left open."""
        self._stream = stream
        self._selection: tuple[str, ...] = ()

    def hear(self, event: Event) -> None:
        """Take note, or write."""
        match event:
            case Started():
                self._selection = event.selection
            case Ended(summary):
                json.dump(badge(summary, self._selection), self._stream, ensure_ascii=False, indent=2)
                self._stream.write("\n")
                self._stream.flush()
            case _:
                pass


def badge(summary: Summary, selection: tuple[str, ...] = ()) -> Json:
    """Return the badge: how many of the selected cases passed, so that claiming less gains nothing."""
    passed, of = summary.counts[Status.PASSED], summary.selected
    share = passed / of if of else 0.0
    colour = "brightgreen" if share >= _GOOD else "yellow" if share >= _FAIR else "orange"
    if not passed:
        colour = "lightgrey" if summary.idle or not summary.run else "red"
    label = " ".join(("rulings", *selection))
    return {
        "schemaVersion": 1,
        "label": label if len(label) <= 60 else "rulings",  # noqa: PLR2004 - as much as a badge holds
        "message": f"{passed:,} of {of:,}",
        "color": colour,
    }
