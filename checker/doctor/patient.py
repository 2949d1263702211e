"""Adapters that can be sent anything, as the doctor does."""

from time import monotonic
from typing import Protocol

from checker.engines import Crashed, Limits, TimedOut
from checker.engines.process import Process, absent

PATIENCE = 3.0
"""How many seconds an adapter has to end once it is told to."""


class Patient(Protocol):
    """An adapter that can be sent anything."""

    pipes: bool
    """Whether it is a program behind pipes, with an input that can end."""

    def send(self, line: bytes) -> None:
        """Send a line."""
        ...

    def receive(self, seconds: float) -> bytes:
        """Return the next line; raises `EngineFailure`."""
        ...

    def stderr(self) -> str:
        """Return what it wrote to its standard error since this was last asked."""
        ...

    def restart(self, *, ending: bool = False) -> float:
        """End it, by ending its input if `ending`; return how many seconds that took. It starts when it is asked."""
        ...


class PipedPatient:
    """A program behind pipes."""

    pipes = True

    def __init__(self, command: tuple[str, ...], limits: Limits) -> None:
        """Keep the command."""
        self._command = command
        self._limits = limits
        self._process: Process | None = None
        self._answered = False
        self._said = ""

    def send(self, line: bytes) -> None:
        """Send a line, to a fresh process if there is none."""
        if self._process is None:
            self._process = Process(self._command, longest_line=self._limits.line, memory=self._limits.memory)
        self._process.send(line)

    def receive(self, seconds: float) -> bytes:
        """Return the next line."""
        assert self._process is not None
        try:
            line = self._process.line(monotonic() + seconds)
        except TimedOut as failure:
            raise TimedOut(f"no line within {seconds:g} s{self._process.unfinished()}") from failure
        except Crashed as failure:
            if self._answered:
                raise
            raise Crashed(f"{failure.message}{absent(self._command)}") from failure
        self._answered = True
        return line

    def stderr(self) -> str:
        """Return what it wrote."""
        said = self._said + (self._process.stderr() if self._process is not None else "")
        self._said = ""
        return said

    def restart(self, *, ending: bool = False) -> float:
        """End it; with `ending`, wait for it to end by itself for some seconds."""
        began = monotonic()
        if self._process is not None:
            self._process.end(PATIENCE if ending else 0.0)
            self._said += self._process.stderr()
            self._process = None
        return monotonic() - began


class PostedPatient:
    """An engine behind an address."""

    pipes = False

    def __init__(self, address: str, limits: Limits) -> None:
        """Keep the address."""
        from checker.engines.http import Http

        self._http = Http(address, limits)
        self._unsent: list[bytes] = []

    def send(self, line: bytes) -> None:
        """Keep a line until its answer is asked for."""
        self._unsent.append(line)

    def receive(self, seconds: float) -> bytes:
        """Post the next line and return what comes."""
        return self._http.post(self._unsent.pop(0), seconds).rstrip(b"\n")

    def stderr(self) -> str:
        """Return nothing."""
        return ""

    def restart(self, *, ending: bool = False) -> float:  # noqa: ARG002 - others are using it
        """Close the connection; the engine keeps running."""
        self._unsent.clear()
        self._http.close()
        return 0.0
