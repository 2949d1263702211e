"""An engine that is a program of its own, asked over its standard input and output in JSON lines."""

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from time import monotonic

from checker.engines import (
    BrokenProtocol,
    Crashed,
    EngineError,
    EngineFailure,
    Limits,
    TimedOut,
    Unusable,
    asked_again,
    messages,
    wire,
)
from checker.engines.process import Process, absent, our_python
from checker.model import Json

GRACE = 1.0
"""How many seconds an engine has to end once it is told to."""


RESTARTS = 3
"""After how many failed starts in a row an engine is given up."""

UNREAD = "a response to a request that it could not read"

REPEATS = 100
"""How often in a row an engine may answer a request again."""


def answered(answer: Json, last: int) -> int | None:
    """
    Return the id of the request that a response names; None if it says that it could not read one.

    `last` is the newest id. Raises `BrokenProtocol` for a response to what was never asked.
    """
    if "id" not in answer:
        raise messages.odd(f"a response without an id: {messages.brief(answer)}", answer)
    name = answer["id"]
    if name is None and "error" in answer:
        return None
    if isinstance(name, bool) or not isinstance(name, int) or not 0 < name <= last:
        raise messages.odd(f"a response to request {messages.brief(json.dumps(name))}, which was never made", answer)
    return name


def repeated(request: int, times: int) -> str:
    """Return a note about an answer that is ignored; raises `BrokenProtocol` if they do not end."""
    if times > REPEATS:
        raise BrokenProtocol(f"answers request {request} again and again")
    return f"(request {request} was answered a second time; the second answer is left out)\n"


def unusable(command: Sequence[str], failure: EngineFailure, said: str) -> Unusable:
    """Say that an engine does not tell what it is, with the last that it wrote to its standard error."""
    last = said.strip().rpartition("\n")[2]
    told = f"; its standard error ends: {messages.brief(last)}" if last else ""
    hint = our_python(command) if last.startswith("ModuleNotFoundError") else ""
    if not hint and isinstance(failure, Crashed):
        hint = absent(command)
    return Unusable(f"{command[0]!r} does not answer describe: {failure.message}{told}{hint}", said)


class Piped(ABC):
    """What all engines behind a pipe have in common, however many requests are under way."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        """Keep the command; the program is started when it is first asked."""
        self.command = tuple(command)
        self._limits = limits
        self._process: Process | None = None
        self._last_id = 0
        self._failed_starts = 0
        self._answered = 0
        """How many runs the current process has answered."""
        self._said: list[str] = []

    def stderr(self) -> str:
        """Return what the engine wrote to its standard error since this was last asked."""
        if self._process is not None and (said := self._process.stderr()):
            self._said.append(said)
        if not self._said:
            return ""
        said = "".join(self._said)
        self._said.clear()
        return said

    def close(self) -> None:
        """Ask the engine to end, and make sure that it does."""
        if self._process is not None:
            self._last_id += 1
            self._process.send(wire.request(self._last_id, "shutdown"))
            self._end(GRACE)

    def _run_afresh(self, params: Json) -> Json:
        """
        Return the outcome of a run, in a fresh process if the one that is there fails.

        A process that has answered before may end, or write what nobody asked for, for reasons that have nothing to do
        with this request. So the request then goes to a fresh one, and only what comes there is this request's.
        """
        had_answered = self._process is not None and self._answered > 0
        try:
            return self._run(params)
        except (Crashed, BrokenProtocol) as failure:
            if not had_answered or self._process is not None:
                raise
            self._said.append(asked_again("process", failure))
            return self._run(params)

    @abstractmethod
    def _run(self, params: Json) -> Json:
        """Return the outcome of a run, in a process that is started if there is none."""

    def _started(self) -> Process:
        """Start the program."""
        return Process(self.command, longest_line=self._limits.line, memory=self._limits.memory)

    def _end(self, grace: float = 0.0) -> None:
        if self._process is None:
            return
        process, self._process = self._process, None
        process.end(grace)
        self._said.append(process.stderr())


class Child(Piped):
    """
    An engine behind a pipe, asked one thing at a time; see `checker.engines.lane` for several.

    After a crash, a hang or a line that is no answer, the process is ended with all that it started, and the next
    request goes to a fresh one.
    """

    def __init__(self, command: Sequence[str], limits: Limits | None = None) -> None:
        """Keep the command; the program is started when it is first asked."""
        super().__init__(command, limits or Limits())
        self._description: Json | None = None

    def describe(self, *, rules: bool = False) -> Json:
        """Return what the engine is and claims, asking it once; raises `Unusable`."""
        if self._description is None or (rules and self._process is None):
            self._start()
        assert self._description is not None
        return self._described(rules=True) if rules else self._description

    def run(self, params: Json) -> Json:
        """Return the outcome of a run."""
        return self._run_afresh(params)

    def release(self) -> Process | None:
        """Give the running process away, to be closed by whoever takes it."""
        process, self._process = self._process, None
        return process

    def _run(self, params: Json) -> Json:
        if self._process is None:
            self._restart()
        request = self._ask("run", params)
        result = self._wait(request, self._limits.request)
        self._answered += 1
        return messages.outcome(result, shallow=True)

    def _restart(self) -> None:
        """Start the program again; one that will not start is not waited for in every case."""
        if self._failed_starts >= RESTARTS:
            raise Crashed(f"did not start again, {RESTARTS} times in a row")
        try:
            self._start()
        except Unusable as failure:
            self._failed_starts += 1
            raise Crashed(f"did not start again: {failure.message}") from failure
        self._failed_starts = 0

    def _start(self) -> None:
        self._process = self._started()
        self._answered = 0
        self._description = self._described()

    def _described(self, *, rules: bool = False) -> Json:
        request = self._ask("describe", wire.describing(rules=rules))
        try:
            return messages.description(self._wait(request, self._limits.start))
        except EngineFailure as failure:
            self._end()
            raise unusable(self.command, failure, "".join(self._said)) from failure

    def _ask(self, method: str, params: Json) -> int:
        """Begin a request and return its id."""
        assert self._process is not None
        self._last_id += 1
        self._process.send(wire.request(self._last_id, method, params))
        return self._last_id

    def _wait(self, request: int, seconds: float) -> Json:
        """Wait for the answer to the request under way."""
        assert self._process is not None
        deadline = monotonic() + seconds
        try:
            times = 0
            while True:
                answer = wire.decode(self._process.line(deadline))
                name = answered(answer, self._last_id)
                if name is None and self._answered:  # perhaps one that was answered before
                    raise BrokenProtocol(UNREAD)
                if name in {request, None}:
                    return messages.response(answer)
                times += 1
                self._said.append(repeated(name, times))
        except EngineError as failure:
            self._answered += 1
            self._said.append(failure.more())
            raise
        except TimedOut as failure:
            late = self._process.late(seconds)
            self._end()
            raise late from failure
        except EngineFailure:
            self._end()
            raise
