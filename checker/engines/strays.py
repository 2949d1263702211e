"""
Processes that an engine started and that left its process group.

A process group is ended as a whole, but what calls `setsid`, as a daemon does, is in it no longer. So every engine
carries a mark among its environment variables, which all that it starts inherits, and where the system shows the
environment of processes (Linux), whatever bears the mark is found. What cleans its environment is not.
"""

import os
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

VARIABLE: Final = "RULINGS_ENGINE"
"""Which engine a process belongs to; one that runs within another engine's bears both marks."""

_PROCESSES: Final = Path("/proc")
_ROUNDS: Final = 10
"""How often to look again, since what is being ended may be starting more."""


def marked() -> tuple[Mapping[str, str], bytes]:
    """Return the environment for a new engine, and the mark in it that is this engine's alone."""
    mark = f"{os.urandom(8).hex()};"
    return {**os.environ, VARIABLE: os.environ.get(VARIABLE, "") + mark}, mark.encode()


def end(mark: bytes) -> None:
    """End every process that bears a mark."""
    for _ in range(_ROUNDS):
        found = False
        for number in _bearing(mark):
            found = True
            try:
                os.kill(number, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue
        if not found:
            return


def _bearing(mark: bytes) -> Iterator[int]:
    """Yield the processes that bear a mark; one that has ended and was not waited for bears none any more."""
    for folder in _PROCESSES.glob("[0-9]*"):
        try:
            environment = (folder / "environ").read_bytes()
        except OSError:  # somebody else's, or gone
            continue
        if mark in environment:
            yield int(folder.name)
