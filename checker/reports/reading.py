"""Reads reports in JSON lines, also those that were cut off."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from checker.judging.verdict import HARMLESS, Message, Standing, Status, Verdict
from checker.model import NEWEST, Json
from checker.positions.compare import MISSING, Difference
from checker.problems import UsageError
from checker.reading.schema import fits
from checker.running.shard import Shard

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


@dataclass(frozen=True, slots=True)
class Report:
    """A report as far as it goes; its results are read when they are asked for."""

    path: Path
    header: Json
    footer: Json | None
    results: int
    """How many there are."""
    length: int
    """How many bytes its header and its whole results take."""

    def __iter__(self) -> Iterator[Json]:
        """Yield the result lines."""
        with self.path.open("rb") as stream:
            for line in stream:
                told = _line(line)
                if told is not None and told["line"] == "result":
                    yield told

    @property
    def corpus(self) -> str:
        """The hash of the corpus that was run."""
        return str(self.header["corpus"]["hash"])

    @property
    def engine(self) -> tuple[str, str]:
        """The engine's name and version."""
        told = self.header["engine"]
        return told.get("name", told["spec"]), told.get("version", "")

    @property
    def selection(self) -> list[str]:
        """What selected the cases, the shard and the edition left out."""
        told = list(self.header.get("selection", ()))
        for option in ("--shard", "--edition"):
            if option in told:
                place = told.index(option)
                del told[place : place + 2]
        return told

    @property
    def chosen(self) -> tuple[list[str], str | None]:
        """The words and the expression in the selection, each as it was given."""
        words = self.selection
        if "-k" not in words[:-1]:
            return words, None
        place = words.index("-k")
        return words[:place] + words[place + 2 :], words[place + 1]

    @property
    def edition(self) -> str:
        """As of which edition of the rules the cases were run: a name, `newest` or `each`."""
        return str(self.header.get("edition", NEWEST))

    @property
    def shard(self) -> Shard | None:
        """The part of the selection that was run; None if it was the whole."""
        told = self.header.get("selection", ())
        return Shard.read(told[told.index("--shard") + 1]) if "--shard" in told[:-1] else None

    @property
    def complete(self) -> bool:
        """Whether it has a footer and a result for every case that was selected."""
        return self.footer is not None and self.results >= self.header["cases"]


def read(path: Path) -> Report:
    """Read a report; raises `UsageError` for a file that is not one, or is damaged before its end."""
    header: Json | None = None
    footer: Json | None = None
    length = 0
    cases: set[str] = set()
    if path.exists() and not path.is_file():
        raise UsageError(f"{path} is not a file", "a report is read more than once")
    try:
        with path.open("rb") as stream:
            for number, told, bytes_long in _whole_lines(path, stream):
                if (told["line"] == "header") != (number == 1) or footer is not None:
                    raise UsageError(f"{path}:{number}: a {told['line']} is not allowed here")
                if told["line"] == "footer":
                    footer = told
                    continue
                if told["line"] == "header":
                    header = told
                elif told["case"] in cases:
                    raise UsageError(f"{path}:{number}: `{told['case']}` appears a second time")
                else:
                    cases.add(told["case"])
                length += bytes_long
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    if header is None:
        raise UsageError(f"{path} is not a report: it has no header", "`rulings check --report jsonl=FILE` writes one")
    return Report(path, header, footer, len(cases), length)


def _whole_lines(path: Path, stream: BinaryIO) -> Iterator[tuple[int, Json, int]]:
    """Yield the number of each line, its content, and its length; the last may be cut off in the middle."""
    for number, line in enumerate(stream, start=1):
        told = _line(line)
        if told is not None:
            yield number, told, len(line)
        elif stream.read(1):
            raise UsageError(f"{path}:{number}: this is not a line of a report", "a report is JSON lines")


def _line(line: bytes) -> Json | None:
    """Return the content of a whole line of a report; None for anything else."""
    if not line.endswith(b"\n"):
        return None
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict):
        return None
    try:
        good = fits("report", told)
    except ValueError:  # the schema cannot be asked about half a surrogate pair, which an engine may have said
        good = fits("report", json.loads(_SURROGATE.sub(b"?", line)))
    return told if good else None


def wrong(line: Json) -> bool:
    """Tell whether a result was not as expected: by its baseline, or else by the rules."""
    if "standing" in line:
        return bool(line["standing"] != Standing.KNOWN)
    return Status(line["status"]) not in HARMLESS


def verdict(line: Json) -> Verdict:
    """Return the verdict of a result line."""
    runs = line.get("runs", 0)
    status = Status(line["status"])
    return Verdict(
        status,
        line.get("message", ""),
        tuple(map(_difference, line.get("differences", ()))),
        runs,
        line.get("request"),
        claimed=line.get("claimed", status is not Status.UNSUPPORTED or runs > 0),
        messages=tuple(Message(**told) for told in line.get("messages", ())),
        unasked=tuple(line.get("unasked", ())),
    )


def _difference(told: Json) -> Difference:
    actual: Any = told.get("actual", MISSING)
    return Difference(told["path"], told["expected"], actual, choices=tuple(told.get("choices", ())))
