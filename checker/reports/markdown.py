"""A summary in Markdown, for a CI service's page of a job or for an issue."""

from collections import Counter
from dataclasses import replace
from typing import TextIO

from checker.judging.verdict import Standing, Status
from checker.reports.afresh import Afresh
from checker.reports.by_ruling import ByRuling
from checker.reports.script import where
from checker.reports.terminal import FIXED, compared, summed
from checker.reports.text import clean
from checker.running.runner import Ended, Event, Finished, Started, Summary

MOST = 50
"""How many failures are shown; a job's page holds a megabyte."""


class Markdown:
    """Notes what is wrong as it comes, and writes the page when the run ends."""

    def __init__(self, stream: TextIO) -> None:
        """Write to this stream, which is left open."""
        self._stream = stream
        self._engine = ""
        self._wrong: list[str] = []
        self._more = 0
        self._topics: dict[str, Counter[Status]] = {}
        self._by_ruling = ByRuling()
        self._afresh = Afresh()

    def hear(self, event: Event) -> None:
        """Note a result, or write the page."""
        match event:
            case Started():
                self._engine = f"{event.engine.name} {event.engine.version}"
            case Finished():
                self._by_ruling.note(event)
                self._afresh.note(event)
                topic = event.case.ruling.rpartition("/")[0]
                self._topics.setdefault(topic, Counter())[event.verdict.status] += 1
                if event.wrong and len(self._wrong) < MOST:
                    self._wrong.append(_failure(event))
                elif event.wrong:
                    self._more += 1
            case Ended(summary):
                self._stream.write("\n".join(self._page(summary)) + "\n")
                self._stream.flush()

    def _page(self, summary: Summary) -> list[str]:
        good = summary.as_expected and not summary.interrupted
        verdict = "played nothing" if summary.idle else "is as expected" if good else "is not as expected"
        lines = [f"## rulings: {text(self._engine)} {verdict}", "", f"{text(summed(summary))}.", ""]
        for line in self._afresh.told():
            lines += [f"{text(line)}.", ""]
        if summary.against is not None:
            lines += [*(f"- {text(line)}" for line in compared(summary.against)), ""]
        statuses = [status for status in Status if summary.counts[status]]
        if statuses:
            lines += [_row(["topic", *map(str, statuses)]), _row(["---", *("---:" for _ in statuses)])]
            for topic, counts in sorted(self._topics.items()):
                lines.append(_row([topic, *(str(counts[status] or "") for status in statuses)]))
            lines.append("")
        if broken := self._by_ruling.told():
            lines += [_row(["ruling", "not as expected", "begin with"]), _row(["---", "---:", "---"])]
            lines += [
                _row([f"`{case.ruling}`", f"{wrong} of {run}", f"`{case.id}`"]) for case, wrong, run in broken[:MOST]
            ]
            lines.append("")
        if self._wrong:
            lines += [_row(["case", "came to", "rules", "what happened"]), _row(["---"] * 4), *self._wrong]
            lines += ["", f"and {self._more:,} more" if self._more else ""]
        return lines


def _failure(event: Finished) -> str:
    verdict = event.verdict
    rules = ", ".join(dict.fromkeys(cite.key for cite in event.case.cites))
    what = FIXED if event.standing is Standing.FIXED else verdict.message
    if verdict.differences:
        first = verdict.differences[0]
        what = str(replace(first, path=where(event.case, first.path), note=""))
    standing = f" ({event.standing})" if event.standing else ""
    short = what if len(what) <= 300 else f"{what[:300]} …"  # noqa: PLR2004 - a cell of a table
    return _row([f"`{event.case.id}`", f"{verdict.status}{standing}", text(rules), text(short)])


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def text(told: str) -> str:
    """Return a text so that Markdown shows it as it stands."""
    told = " ".join(clean(told).split())
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>|#~" else sign for sign in told)
