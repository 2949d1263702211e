"""A program behind pipes: lines out, lines in, each with a time limit; nothing that it does can block us."""

import os
import re
import selectors
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from checker.engines import UNENDED, BrokenProtocol, Crashed, TimedOut, Unusable, strays, wire
from checker.engines.messages import brief

STDERR_KEPT: Final = 64 << 10
"""How much of a program's standard error is kept, from its end."""

_CHUNK: Final = 1 << 16
"""As much as a pipe holds; more would cost a new allocation for each read."""

DEAF: Final = "closed its standard input, but did not end"

GLANCE: Final = 0.25
"""After how many seconds of silence to check whether the program is still there."""


_OF_A_SHELL = re.compile(r"^[A-Za-z_]\w*=|^~|[$*]|^(cd|source|export|set|ulimit|exec)$")
"""Words at a command's beginning that mean something to a shell, and nothing to the system."""


def _meant(command: Sequence[str]) -> str:
    """Return what may have been meant by the name of a program that does not exist."""
    if _OF_A_SHELL.search(command[0]):
        return f"; it is started without a shell: perhaps \"cmd:sh -c '{' '.join(command)}'\""
    there = "/" not in command[0] and Path(command[0]).is_file()
    return f"; perhaps 'cmd:./{' '.join(command)}'" if there else our_python(command)


def our_python(command: Sequence[str]) -> str:
    """Return a hint at the Python that runs the checker, for a command that means another one, or none."""
    found = shutil.which(command[0])
    if not re.fullmatch(r"python3?", command[0]) or (found and Path(found).parent == Path(sys.executable).parent):
        return ""
    return f"; perhaps 'cmd:{sys.executable} {' '.join(command[1:])}', the Python that rulings is installed for"


def _run_by(command: Sequence[str]) -> str:
    """Return a hint at what runs a file that the system does not run by itself."""
    from checker.engines.spec import RUN_BY

    if program := RUN_BY.get(Path(command[0]).suffix):
        return f"; perhaps 'cmd:{program} {' '.join(command)}'"
    return f"; perhaps after 'chmod +x {command[0]}'" if Path(command[0]).is_file() else ""


_OF_A_FILE = re.compile(r"[^\s=-][^\s=]*\.[A-Za-z]\w{0,4}")
"""An argument that looks like the name of a file, such as `adapter.mjs`."""

_NO_FILE_AFTER = frozenset(("-c", "-e", "-m", "-p"))
"""Options of interpreters that a module or a piece of a program follows."""


def absent(command: Sequence[str]) -> str:
    """Return which argument of a command looks like a file and is none, for a program that ended at once."""
    for place, word in enumerate(command[1:], 1):
        if not _OF_A_FILE.fullmatch(word) or command[place - 1] in _NO_FILE_AFTER or Path(word).exists():
            continue
        for first in range(1, place):
            if Path(whole := " ".join(command[first : place + 1])).is_file():
                return f"; quote a name with blanks in it: '{whole}'"
        return f"; there is no file {word!r}{'' if Path(word).is_absolute() else f' in {Path.cwd()}'}"
    return ""


class Process:
    """
    A program in a process and a process group of its own.

    One thread does it all: writing, reading and waiting take turns as the pipes allow, so that a program that reads
    nothing, or writes without end to either of its outputs, runs into the time limit and not into a deadlock.
    """

    def __init__(self, command: Sequence[str], *, longest_line: int, memory: int | None = None) -> None:
        """Start the program, perhaps with a limit to its address space in bytes; raises `Unusable` if that fails."""
        if os.name != "posix":
            raise Unusable("an engine behind a pipe needs a POSIX system")
        environment, self._mark = strays.marked()
        try:
            self._popen = subprocess.Popen(  # noqa: S603 - the command is the user's own
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env=environment,
                preexec_fn=_limiter(memory),  # noqa: PLW1509 - one system call, and none of our threads run
            )
        except FileNotFoundError as error:
            raise Unusable(f"cannot start {command[0]!r}: there is no such program{_meant(command)}") from error
        except (OSError, ValueError) as error:
            raise Unusable(f"cannot start {command[0]!r}: {error}{_run_by(command)}") from error
        except subprocess.SubprocessError as error:  # which is all that is told of what went wrong in `_limiter`
            limit = f"{(memory or 0) >> 20:,} MB"
            raise Unusable(f"cannot start {command[0]!r}: the system does not accept {limit} as a limit") from error
        assert self._popen.stdin and self._popen.stdout and self._popen.stderr  # noqa: PT018 - all three are pipes
        self._in, self._out, self._err = (
            stream.fileno() for stream in (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        )
        self._longest_line = longest_line
        self._memory = memory
        self._unsent = bytearray()
        self._blocked = False
        """Whether something unsent waits for the pipe to take it."""
        self._received = bytearray()
        self._searched = 0
        self._said = bytearray()
        self._selector = selectors.DefaultSelector()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)
        self._open = {self._in, self._out, self._err}

    def send(self, line: bytes) -> None:
        """Begin to send a line; what the pipe does not take now is sent while waiting for an answer."""
        if not self._unsent and self._in in self._open:
            try:
                sent = os.write(self._in, line)
            except BlockingIOError:
                sent = 0
            except OSError:
                self._close(self._in)
                sent = 0
            if sent == len(line):
                return
            line = line[sent:]
        self._unsent += line
        self._write()

    def queue(self, line: bytes) -> None:
        """Take a line to be sent with the next `pump`."""
        self._unsent += line

    def fileno(self) -> int:
        """Return a descriptor that becomes readable when `pump` has something to do."""
        return self._selector.fileno()

    def pump(self) -> None:
        """Send and receive what the pipes allow, without waiting."""
        if self._unsent:
            self._write()
        self._wait(0)

    def received(self) -> bytes | None:
        """Return the next line if it is there; raises `BrokenProtocol` for one that is too long."""
        end = self._received.find(b"\n", self._searched)
        if end >= 0:
            line = bytes(self._received[:end])
            del self._received[: end + 1]
            self._searched = 0
            return line
        self._searched = len(self._received)
        if self._searched > self._longest_line:
            raise BrokenProtocol(f"a line of more than {self._longest_line:,} bytes")
        return None

    def check(self) -> None:
        """Raise `Crashed` if no line can come any more."""
        # What it started may hold its output open, and will not answer in its place.
        if self._out not in self._open or self._exit_code() is not None:
            raise Crashed(self._ending())

    @property
    def ended(self) -> bool:
        """Whether its output is closed."""
        return self._out not in self._open

    @property
    def deaf(self) -> bool:
        """Whether something is left to send that it will never read."""
        return bool(self._unsent) and self._in not in self._open

    def line(self, deadline: float) -> bytes:
        """Return the next line by a time of `monotonic`; raises `TimedOut`, `Crashed` or `BrokenProtocol`."""
        while True:
            if self._received and (line := self.received()) is not None:
                return line
            if self.ended:
                raise Crashed(self._ending())
            if self.deaf:
                deadline = min(deadline, monotonic() + 1.0)  # it can no longer be asked; did it end?
            left = deadline - monotonic()
            if left <= 0:
                if self.deaf:
                    raise BrokenProtocol(DEAF)
                raise TimedOut("no answer within the time limit")
            if not self._wait(min(left, GLANCE)):
                self.check()

    def late(self, seconds: float) -> TimedOut:
        """Return the failure that no answer came in time, with what has come of one: perhaps all but its line break."""
        failure = TimedOut(f"no answer within {seconds:g} s{self.unfinished()}")
        failure.instead(self._received.decode("utf-8", "backslashreplace"))
        return failure

    def unfinished(self) -> str:
        """Say how much has come of a line, as the end of a sentence; nothing if none has begun."""
        if not self._received:
            return ""
        try:
            wire.decode(bytes(self._received))
        except BrokenProtocol:
            return f"; {len(self._received):,} bytes came of a line that does not end"
        return f"; {len(self._received):,} bytes came {UNENDED}"

    def stderr(self) -> str:
        """Return the end of what the program wrote to its standard error since this was last asked."""
        if not self._said:  # what stood in the pipe was read with the line that came after it
            return ""
        said = self._said.decode("utf-8", "replace")
        self._said.clear()
        return said

    def end(self, grace: float = 0.0) -> None:
        """Close the program's input, give it some seconds to end, then end it and everything that it started."""
        self._unsent.clear()
        self._close(self._in)
        deadline = monotonic() + grace
        while self._out in self._open and (left := deadline - monotonic()) > 0:
            self._received.clear()
            if not self._wait(min(left, GLANCE)) and self._exit_code() is not None:
                break  # what it started holds its output open
        self._kill()
        self._popen.wait()
        strays.end(self._mark)
        if self._err in self._open:
            self._read(self._err)
        for pipe in list(self._open):
            self._close(pipe)
        self._selector.close()

    def _kill(self) -> None:
        # Nobody has waited for the process yet, so its number, which is its group's too, cannot be anybody else's.
        try:
            os.killpg(self._popen.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self._popen.kill()

    def _wait(self, seconds: float) -> bool:
        """Do what the pipes allow, as soon as they allow anything; return whether they did in time."""
        ready = self._selector.select(seconds)
        for key, _ in ready:
            if key.fd == self._in:
                self._write()
            else:
                self._read(key.fd)
        return bool(ready)

    def _read(self, pipe: int) -> None:
        try:
            chunk = os.read(pipe, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        if not chunk:
            self._close(pipe)
        elif pipe == self._out:
            self._received += chunk
        else:
            self._said += chunk
            del self._said[:-STDERR_KEPT]

    def _write(self) -> None:
        if self._in not in self._open:
            return
        try:
            sent = os.write(self._in, self._unsent)
        except BlockingIOError:
            sent = 0
        except OSError:
            self._close(self._in)
            return
        del self._unsent[:sent]
        if self._unsent and not self._blocked:
            self._selector.register(self._in, selectors.EVENT_WRITE)
        elif self._blocked and not self._unsent:
            self._selector.unregister(self._in)
        self._blocked = bool(self._unsent)

    def _close(self, pipe: int) -> None:
        if pipe not in self._open:
            return
        self._open.discard(pipe)
        if pipe != self._in or self._blocked:
            self._selector.unregister(pipe)
        for stream in (self._popen.stdin, self._popen.stdout, self._popen.stderr):
            if stream and not stream.closed and stream.fileno() == pipe:
                stream.close()

    def _ending(self) -> str:
        """Say how the program ended."""
        half = f", in the middle of a line: {brief(self._received.decode(errors='replace'))}" if self._received else ""
        deadline = monotonic() + 0.5  # a process ends a little later than its output
        while (code := self._exit_code()) is None and monotonic() < deadline:
            sleep(0.005)
        if code is None:
            return f"closed its standard output{half}"
        limit = f" (its memory is limited to {self._memory >> 20} MB)" if self._memory else ""
        if code < 0:
            known = {number.value: number.name for number in signal.Signals}
            return f"was killed by {known.get(-code, f'signal {-code}')}{half}{limit}"
        return f"ended with exit code {code}{half}{limit}"

    def _exit_code(self) -> int | None:
        """
        Return the exit code, negative for a signal; None if the process goes on.

        It is not reaped yet, so that its number stays its own until the whole group is ended.
        """
        if not hasattr(os, "waitid"):  # older Pythons on macOS
            return self._popen.poll()
        found = os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status


def _limiter(memory: int | None) -> Callable[[], None] | None:
    """Return a function that limits a process's address space, to be called in it before its program starts."""
    if memory is None:
        return None
    import resource

    return lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
