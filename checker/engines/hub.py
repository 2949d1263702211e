"""
One loop that drives many engines at once.

Judging a case is plain code that asks and waits. Here each case is judged in a greenlet: where the code waits, the
loop goes on with another case, whose engine has answered meanwhile. Nothing runs at the same time as anything else, so
that nothing needs a lock, and one core is enough to keep many engines busy.
"""

import selectors
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any, Protocol

from greenlet import GreenletExit, getcurrent, greenlet

from checker.engines.process import GLANCE


class Clocked(Protocol):
    """Something that has its own deadlines to keep."""

    def tick(self, now: float) -> None:
        """See whether anything is overdue; `now` is a time of `monotonic`."""
        ...


class Hub:
    """Runs greenlets until they wait, and wakes them when what they wait for is there."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._ready: deque[tuple[greenlet, tuple[Any, ...], BaseException | None]] = deque()
        self._before: list[Callable[[], None]] = []
        self._clocked: list[Clocked] = []
        self._all: set[greenlet] = set()
        self._next_tick = 0.0

    def spawn(self, work: Callable[[], None]) -> None:
        """Begin some work in the next turn."""
        work_ = greenlet(work)
        self._all.add(work_)
        self._ready.append((work_, (), None))

    def park(self) -> Any:
        """Wait until woken; return what `wake` brings, or raise what `throw` brings."""
        parent = getcurrent().parent
        assert parent is not None
        return parent.switch()

    def wake(self, waiting: greenlet, value: Any = None) -> None:
        """Let work continue in the next turn."""
        self._ready.append((waiting, (value,), None))

    def throw(self, waiting: greenlet, failure: BaseException) -> None:
        """Let work continue with an exception."""
        self._ready.append((waiting, (), failure))

    def watch(self, descriptor: int, callback: Callable[[], None], *, to_write: bool = False) -> None:
        """Call back whenever a descriptor can be read, or written to."""
        event = selectors.EVENT_WRITE if to_write else selectors.EVENT_READ
        self._selector.register(descriptor, event, callback)

    def unwatch(self, descriptor: int) -> None:
        """Watch it no longer."""
        self._selector.unregister(descriptor)

    def before_waiting(self, callback: Callable[[], None]) -> None:
        """Call once, before the loop waits the next time."""
        self._before.append(callback)

    def clock(self, clocked: Clocked) -> None:
        """Give it the time every now and then."""
        self._clocked.append(clocked)

    def ready(self, descriptor: int, seconds: float, *, to_write: bool = False) -> bool:
        """Wait until a descriptor can be read or written to, or for a number of seconds; tell whether it can."""
        waiting = _Waiting(self, getcurrent(), monotonic() + seconds)
        self.watch(descriptor, waiting.ready, to_write=to_write)
        self.clock(waiting)
        try:
            return bool(self.park())
        finally:
            self.unwatch(descriptor)
            self._clocked.remove(waiting)

    def turn(self) -> bool:
        """Continue whatever can be, then wait a little; tell whether anything is left to do."""
        while self._ready:
            work, brought, failure = self._ready.popleft()
            if failure is None:
                work.switch(*brought)
            else:
                work.throw(failure)
            if work.dead:
                self._all.discard(work)
        if not self._all:
            return False
        callbacks, self._before = self._before, []
        for callback in callbacks:
            callback()
        for key, _ in self._selector.select(0 if self._ready else GLANCE):
            key.data()
        if (now := monotonic()) >= self._next_tick:  # however busy others keep the loop
            self._next_tick = now + GLANCE
            for clocked in list(self._clocked):
                clocked.tick(now)
        return True

    def stop(self) -> None:
        """End everything that still waits."""
        self._ready.clear()
        for work in list(self._all):
            work.throw(GreenletExit)
        self._all.clear()

    def close(self) -> None:
        """Stop watching."""
        self._selector.close()


class _Waiting:
    """Work that waits for a descriptor."""

    def __init__(self, hub: Hub, who: greenlet, deadline: float) -> None:
        self._hub = hub
        self._who: greenlet | None = who
        self._deadline = deadline

    def ready(self) -> None:
        """Wake, once."""
        self._wake(told=True)

    def tick(self, now: float) -> None:
        """Wake if it has taken too long."""
        if now >= self._deadline:
            self._wake(told=False)

    def _wake(self, *, told: bool) -> None:
        if self._who is not None:
            self._hub.wake(self._who, told)
            self._who = None
