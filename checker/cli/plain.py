"""Plain lines for standard output and standard error."""

import sys


def say(line: str = "") -> None:
    """Write a line of the answer."""
    sys.stdout.write(f"{line}\n")


def warn(line: str) -> None:
    """Write a line about the answer, beside it."""
    sys.stderr.write(f"rulings: {line}\n")
