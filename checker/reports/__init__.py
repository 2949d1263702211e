"""What is told of a run, and to whom: each report is a listener of `checker.runner`."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from checker.problems import UsageError

if TYPE_CHECKING:
    from checker.runner import Listener

KINDS = ("jsonl", "junit")
"""The kinds of report that can be written to a file."""


def open_report(told: str, files: ExitStack) -> "Listener":
    """
    Return the report that `KIND=FILE` names; its file is closed with `files`.

    Raises `UsageError` for an unknown kind, and for a file that cannot be written.
    """
    kind, equals, name = told.partition("=")
    if not equals or not name:
        raise UsageError(f"{told!r} is no report", "a report is KIND=FILE, such as junit=results.xml")
    if kind not in KINDS:
        raise UsageError(f"there is no report of the kind {kind!r}", f"there are {' and '.join(KINDS)}")
    try:
        # An engine may answer with half a surrogate pair, which no encoding has; its escape is what JSON writes too.
        stream = files.enter_context(Path(name).open("w", encoding="utf-8", errors="backslashreplace"))  # noqa: SIM115
    except OSError as error:
        raise UsageError(f"cannot write {name}: {error.strerror}") from error
    if kind == "jsonl":
        from checker.reports.jsonl import JsonLines

        return JsonLines(stream)
    from checker.reports.junit import JUnit

    return JUnit(stream)
