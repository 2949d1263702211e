"""
An engine behind a pipe, with several requests under way.

Who is to blame when a process with several requests under way ends, hangs or talks nonsense cannot be known. So each of
these requests is then made once more with the process to itself, and what comes of it there is what counts: a
window of any width gives the results that a window of one gives.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

from greenlet import getcurrent, greenlet

from checker.engines import (
    BrokenProtocol,
    Crashed,
    EngineError,
    EngineFailure,
    Limits,
    Unusable,
    asked_again,
    messages,
    wire,
)
from checker.engines.child import RESTARTS, UNREAD, Piped, answered, repeated, unusable
from checker.engines.hub import Hub
from checker.engines.process import DEAF, Process
from checker.model import Json


@dataclass(slots=True)
class _Lost:
    """The requests that were under way when a process failed."""

    why: EngineFailure
    left: int
    """How many of them have not been made again."""
    blamed: bool = False
    """Whether one failed again, with the process to itself."""


class _Unsure(Exception):  # noqa: N818 - never leaves this module
    """A request failed, perhaps through no fault of its own."""

    def __init__(self, lost: _Lost) -> None:
        super().__init__()
        self.lost = lost


class Lane(Piped):
    """An engine that any number of a hub's greenlets ask at once."""

    def __init__(
        self, hub: Hub, command: Sequence[str], limits: Limits, description: Json, process: Process | None = None
    ) -> None:
        """Keep how to start it; `process` is one that has said what it is, and has been asked nothing since."""
        super().__init__(command, limits)
        self._hub = hub
        self._description = description
        self._last_id = 1  # the first request asked what the engine is
        self._waiting: dict[int, greenlet] = {}
        """Who waits for which answer."""
        self._starting = False
        self._progress = 0.0
        """When the last answer came, or the first request was made since."""
        self._repeated = 0
        """How many answers in a row came that nobody waits for."""
        self._owner: greenlet | None = None
        """Who has the process to itself."""
        self._claimants = 0
        """How many wait to have it to themselves."""
        self._gate: list[greenlet] = []
        self._dirty = False
        hub.clock(self)
        if process is not None:
            self._take(process)

    # --- an engine, to those who ask ---------------------------------------------------------------------------------

    def describe(self, *, rules: bool = False) -> Json:  # noqa: ARG002 - the runner asks no more than was asked at first
        """Return what the engine is and claims."""
        return self._description

    def run(self, params: Json) -> Json:
        """Return the outcome of a run while other requests are under way."""
        while self._owner is not None or self._claimants:
            self._wait_at_gate()
        try:
            return self._run(params)
        except _Unsure as unsure:
            lost = unsure.lost
        self._claimants += 1
        try:
            while self._owner is not None or self._waiting or self._starting:
                self._wait_at_gate()
        finally:
            self._claimants -= 1
        self._owner = getcurrent()
        try:
            return self._run_afresh(params)
        except EngineFailure:
            lost.blamed = True
            raise
        finally:
            lost.left -= 1
            if not lost.left and not lost.blamed:
                self._said.append(asked_again("process", lost.why))
            self._owner = None
            self._open_gate()

    # --- asking ------------------------------------------------------------------------------------------------------

    def _run(self, params: Json) -> Json:
        while self._process is None or self._starting:
            if self._starting:
                self._wait_at_gate()
            else:
                self._start()
        process = self._process
        answer = self._ask("run", params)
        try:
            result = messages.response(answer)
        except EngineError as failure:
            self._answered += 1
            self._said.append(failure.more())
            raise
        except BrokenProtocol as failure:
            raise self._spoilt(process, failure) from failure
        self._answered += 1
        return messages.outcome(result, shallow=True)

    def _spoilt(self, process: Process, failure: BrokenProtocol) -> Exception:
        """End a process that answered with what is no response; return what becomes of the request."""
        alone = self._owner is not None or not (self._waiting or self._answered)
        lost = _Lost(failure, 1)
        if self._process is process:  # it may have ended since
            self._end_with_all(lost)
        return failure if alone else _Unsure(lost)

    def _start(self) -> None:
        """Start a process and ask what it is; others wait at the gate meanwhile."""
        if self._failed_starts >= RESTARTS:
            raise Crashed(f"did not start again, {RESTARTS} times in a row")
        self._starting = True
        try:
            self._take(self._started())
            messages.description(messages.response(self._ask("describe", wire.describing())))
        except EngineFailure as failure:
            self._end()
            self._failed_starts += 1
            why = failure if isinstance(failure, Unusable) else unusable(self.command, failure, "".join(self._said))
            raise Crashed(f"did not start again: {why.message}") from failure
        else:
            self._failed_starts = 0
        finally:
            self._starting = False
            self._open_gate()

    def _ask(self, method: str, params: Json) -> Json:
        assert self._process is not None
        self._last_id += 1
        if not self._waiting:
            self._progress = monotonic()
        self._waiting[self._last_id] = getcurrent()
        self._process.queue(wire.request(self._last_id, method, params))
        if not self._dirty:
            self._dirty = True
            self._hub.before_waiting(self._send)
        answer: Json = self._hub.park()
        return answer

    def _wait_at_gate(self) -> None:
        self._gate.append(getcurrent())
        self._hub.park()

    def _open_gate(self) -> None:
        waiting, self._gate = self._gate, []
        for one in waiting:
            self._hub.wake(one)

    # --- the loop's side ---------------------------------------------------------------------------------------------

    def _take(self, process: Process) -> None:
        self._process = process
        self._answered = self._repeated = 0
        self._hub.watch(process.fileno(), self._receive)

    def _send(self) -> None:
        self._dirty = False
        self._receive()

    def _receive(self) -> None:
        """Send and receive what the pipes allow, and hand each answer to whoever waits for it."""
        process = self._process
        if process is None:
            return
        process.pump()
        try:
            while (line := process.received()) is not None:
                self._deliver(wire.decode(line))
            if process.ended:
                process.check()
        except EngineFailure as failure:
            self._fail(failure)

    def _deliver(self, answer: Json) -> None:
        name = answered(answer, self._last_id)
        if name is None:
            if len(self._waiting) != 1 or self._answered:  # it could not read a request, but which?
                raise BrokenProtocol(UNREAD)
            (name,) = self._waiting
        waiting = self._waiting.pop(name, None)
        if waiting is None:
            self._repeated += 1
            self._said.append(repeated(name, self._repeated))
            return
        self._repeated = 0
        self._progress = monotonic()
        self._hub.wake(waiting, answer)
        if not self._waiting and self._gate:
            self._open_gate()

    def tick(self, now: float) -> None:
        """Check whether the process is still there, and whether it takes too long."""
        process = self._process
        if process is None or not self._waiting:
            return
        self._receive()
        if self._process is not process or not self._waiting:
            return
        limit = self._limits.start if self._starting else self._limits.request
        try:
            process.check()
        except Crashed as failure:
            self._fail(failure)
            return
        if process.deaf and now > self._progress + min(limit, 1.0):
            self._fail(BrokenProtocol(DEAF))
        elif now > self._progress + limit:
            self._fail(process.late(limit))

    def _fail(self, failure: EngineFailure) -> None:
        """End the process because of a failure, whoever's fault it was."""
        stale = isinstance(failure, Crashed | BrokenProtocol) and self._answered > 0
        alone = self._owner is not None or self._starting or (len(self._waiting) == 1 and not stale)
        self._end_with_all(_Lost(failure, 0), alone=alone)

    def _end_with_all(self, lost: _Lost, *, alone: bool = False) -> None:
        """End the process, and tell those who wait for it why, or that nobody can know whose fault it was."""
        waiting, self._waiting = self._waiting, {}
        lost.left += len(waiting)
        self._end()
        for one in waiting.values():
            self._hub.throw(one, lost.why if alone else _Unsure(lost))
        self._open_gate()

    def _end(self, grace: float = 0.0) -> None:
        if self._process is None:
            return
        self._hub.unwatch(self._process.fileno())
        super()._end(grace)
        del self._said[:-8]
