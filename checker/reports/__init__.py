"""Reports of a run: each is a listener of `checker.running.runner`."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

from checker import writing
from checker.problems import UsageError

if TYPE_CHECKING:
    from checker.running.runner import Event, Listener

KINDS = ("jsonl", "junit", "markdown", "badge")
"""The kinds of report that are written to a file."""

SUMMARY = "GITHUB_STEP_SUMMARY"
"""The variable in which a CI service names the file for a job's summary, if it has one."""


class InFile:
    """
    A report that is written to a file.

    Once its file cannot be written any more it hears nothing, and `lost` says why: the run goes on, and so do the
    other reports.
    """

    def __init__(self, listener: "Listener", path: Path) -> None:
        """Write with this listener, to this file."""
        self._listener = listener
        self._path = path
        self.lost = ""

    def hear(self, event: "Event") -> None:
        """Hand an event on."""
        if self.lost:
            return
        try:
            self._listener.hear(event)
        except OSError as error:
            self.lost = f"cannot write {self._path}: {error.strerror}"


class OnOutput:
    """
    A report on standard output, beside others that are in files.

    Once nobody reads it, or it takes no more, it hears nothing, and `refusal` is what the system said: the others go
    on, since a file that ends in the middle would be the worse for it.
    """

    def __init__(self, listener: "Listener") -> None:
        """Write with this listener."""
        self._listener = listener
        self.refusal: OSError | None = None

    def hear(self, event: "Event") -> None:
        """Hand an event on."""
        if self.refusal is None:
            try:
                self._listener.hear(event)
            except OSError as error:
                self.refusal = error


def on_output(listener: "Listener", others: "Iterable[Listener]") -> "Listener":
    """Return a report on standard output so that it does not keep others from going on, if any of them is in a file."""
    return OnOutput(listener) if any(not isinstance(each, OnOutput) for each in others) else listener


_PAGES = frozenset({"html", "site", "pages"})


def report_file(told: str) -> Path | None:
    """Return the file of the report that `KIND=FILE` names; `github` has none. Raises `UsageError` for any other."""
    kind, _, name = told.partition("=")
    if told == "github":
        return None
    if kind not in KINDS:
        pages = "; `rulings site DIR --report FILE` makes pages of jsonl=FILE" if kind in _PAGES else ""
        raise UsageError(f"there is no report of the kind {kind!r}", f"there are {', '.join(KINDS)} and github{pages}")
    if not name:
        raise UsageError(f"{told!r} is not a report", "a report is KIND=FILE, such as junit=results.xml")
    if name == "-":
        raise UsageError(f"{told!r} names no file", "--json writes JSON lines to standard output")
    if name.endswith(("/", os.sep)):
        raise UsageError(f"{name} is the name of a folder", "name a file in it")
    return Path(name)


def open_report(told: str, files: ExitStack) -> "Listener":
    """
    Return the report that `KIND=FILE` names; its file is closed with `files`. `github` needs no file.

    Raises `UsageError` for an unknown kind, and for a file that cannot be written.
    """
    path = report_file(told)
    if path is None:
        from checker.reports.github import Annotations

        return OnOutput(Annotations(sys.stdout))
    return InFile(_writer(told.partition("=")[0], opened(path, files)), path)


def _writer(kind: str, stream: TextIO) -> "Listener":
    match kind:
        case "jsonl":
            from checker.reports.jsonl import JsonLines

            return JsonLines(stream)
        case "junit":
            from checker.reports.junit import JUnit

            return JUnit(stream)
        case "badge":
            from checker.reports.badge import Badge

            return Badge(stream)
        case _:
            from checker.reports.markdown import Markdown

            return Markdown(stream)


def open_summary(files: ExitStack) -> "Iterator[Listener]":
    """Yield the report for the CI service's job summary, if there is one."""
    name = os.environ.get(SUMMARY)
    if name:
        yield InFile(_writer("markdown", opened(Path(name), files, mode="a")), Path(name))


def opened(path: Path, files: ExitStack, mode: str = "w") -> "TextIO":
    """Return a file to be written, closed with `files`, and make its folder if need be; raises `UsageError`."""
    try:
        writing.made(path)
        # An engine may answer with half a surrogate pair, which no encoding has; its escape is what JSON writes too.
        stream = cast("TextIO", path.open(mode, encoding="utf-8", errors="backslashreplace"))
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error
    files.callback(_closed, stream)
    return stream


def _closed(stream: "TextIO") -> None:
    """Close a file; what could not be written was reported when it was flushed."""
    with suppress(OSError):
        stream.close()


def alone(stream: "TextIO", path: Path) -> None:
    """Raise `UsageError` if another run is writing to this file; if the system cannot tell, none is."""
    try:
        import fcntl

        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UsageError(f"another run is writing to {path}", "wait until it has ended") from None
    except (ImportError, OSError):
        return
