"""Plain lines for standard output and standard error; what anybody else had a say in steers no terminal."""

import sys
from contextlib import suppress

from checker.reports.text import clean


def say(line: str = "") -> None:
    """Write a line of the answer, or several."""
    sys.stdout.write(f"{clean(line)}\n")


def warn(line: str) -> None:
    """Write a line about the answer, beside it; where that cannot be written, the exit code has to tell alone."""
    with suppress(OSError, ValueError):  # a full disk, or closed by an engine
        sys.stderr.write(f"rulings: {clean(line)}\n")
