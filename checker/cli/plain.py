"""Plain lines for standard output and standard error."""

import sys

from checker.reports.text import clean


def say(line: str = "") -> None:
    """Write a line of the answer."""
    sys.stdout.write(f"{line}\n")


def warn(line: str) -> None:
    """Write a line about the answer, beside it; what an engine had a say in steers no terminal."""
    sys.stderr.write(f"rulings: {clean(line)}\n")
