"""Plain lines for standard output and standard error; no text from outside can steer the terminal."""

import os
import sys
from pathlib import Path

from checker.reports.text import clean


def say(line: str = "") -> None:
    """Write one or more lines of the answer."""
    sys.stdout.write(f"{clean(line)}\n")


def warn(line: str) -> None:
    """Write a line about the answer; if that cannot be written, the exit code alone has to tell."""
    try:
        sys.stderr.write(f"rulings: {clean(line)}\n")
        sys.stderr.flush()
    except (OSError, ValueError):  # a full disk, or closed by an engine: not tried again as the process ends
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open to the end
