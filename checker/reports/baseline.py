"""Writes a baseline from the results of a run, keeping what people wrote into the one before."""

import json
from pathlib import Path
from typing import Any

from checker import writing
from checker.judging.verdict import HARMLESS, Standing
from checker.model import Json
from checker.prose import many
from checker.reports.script import where
from checker.reports.text import clean
from checker.running.baseline import Baseline, Entry
from checker.running.fingerprint import fingerprint
from checker.running.runner import Ended, Event, Finished, Started, Summary

_HEAD = """\
# What is known to fail on this engine. `rulings check --write-baseline` writes this file anew, and keeps `reason`,
# `issue` and `flaky` of every case that stays in it.
"""


class BaselineWriter:
    """
    Writes what failed when a run ends.

    What was not run stays as it was, if the corpus has the case. With `prune`, nothing is added or changed: entries of
    cases that pass or are no more are taken out.
    """

    def __init__(self, path: Path, before: Baseline, *, prune: bool = False) -> None:
        """Write to this file in the end."""
        self._path = path
        self._before = before
        self._prune = prune
        self._started: Started | None = None
        self._entries: dict[str, Entry] = {}
        self._selected: set[str] = set()
        self.written = ""
        """What was written, when the run has ended: how many entries, or how many were taken out."""

    def hear(self, event: Event) -> None:
        """Note what failed, or write the file."""
        match event:
            case Started():
                self._started = event
            case Finished():
                self._selected.add(event.case.id)
                entry = self._entry(event)
                if entry is not None:
                    self._entries[event.case.id] = entry
            case Ended(summary):
                self._write(summary)

    def _entry(self, event: Finished) -> Entry | None:
        old = self._before.entries.get(event.case.id)
        verdict = event.verdict
        if old is not None and old.flaky:
            return old
        if self._prune:
            return old if event.standing is not Standing.FIXED else None
        if verdict.status in HARMLESS:
            return None
        return Entry(
            event.case.id,
            verdict.status,
            fingerprint(verdict),
            " ".join(where(event.case, verdict.message).split())[:200],
            old.reason if old else None,
            old.issue if old else None,
        )

    def _write(self, summary: Summary) -> None:
        started = self._started
        assert started is not None
        kept = {
            name: entry
            for name, entry in self._before.entries.items()
            if name not in self._selected and name in started.corpus.cases
        }
        entries = dict(sorted({**kept, **self._entries}.items()))
        told: Json = {"baseline": 1, "engine": f"{started.engine.name} {started.engine.version}"}
        if self._prune:
            told |= {"selection": list(self._before.selection or ())} if self._before.selection is not None else {}
            told |= {"claimed": self._before.claimed} if self._before.claimed is not None else {}
            told |= {"played": self._before.played} if self._before.played is not None else {}
        elif summary.counts.total() == summary.selected:  # what a stopped run left may be unsupported
            told |= {"selection": list(started.selection), "claimed": summary.claimed, "played": summary.played}
        told["cases"] = [entry.json() for entry in entries.values()]
        writing.whole(self._path, written(told, as_json=self._path.suffix == ".json"))
        if self._prune:
            gone = len(self._before.entries) - len(entries)
            self.written = f"{many(gone, 'case') if gone else 'nothing'} taken out of {self._path}"
        else:
            self.written = f"{many(len(entries), 'case')} written to {self._path}"
            if "claimed" not in told:
                self.written += "; since the run was stopped, later ones cannot tell whether there are fewer to play"


def written(told: Json, *, as_json: bool) -> str:
    """Return a baseline as JSON, or as YAML in which every text is quoted as in JSON, so that it can be read again."""
    told = _cleaned(told)
    if as_json:
        return json.dumps(told, ensure_ascii=False, indent=2) + "\n"
    lines = [f"{key}: {_scalar(value)}" for key, value in told.items() if key != "cases"]
    lines.append("cases:" if told["cases"] else "cases: []")
    for entry in told["cases"]:
        lines += [
            f"{'- ' if not index else '  '}{key}: {_scalar(value)}" for index, (key, value) in enumerate(entry.items())
        ]
    return _HEAD + "\n".join(lines) + "\n"


def _cleaned(value: Any) -> Any:
    match value:
        case str():
            return clean(value)
        case list():
            return [_cleaned(item) for item in value]
        case dict():
            return {key: _cleaned(item) for key, item in value.items()}
        case _:
            return value


def _scalar(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
