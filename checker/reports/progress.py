"""Shows how far a run is, for somebody who waits at a terminal."""

from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

_LONG = 1.0
"""After how many seconds a run is long enough for a bar."""


class Bar:
    """A bar at the bottom of a terminal, while a run is long; where there is no terminal, nothing."""

    def __init__(self, console: "Console", what: str, total: int) -> None:
        """Count so many of these things."""
        self._console = console
        self._what = what
        self._total = total
        self._began = monotonic()
        self._progress: Progress | None = None

    def reach(self, number: int) -> None:
        """Show that so many are done."""
        if self._progress is None:
            if not self._console.is_terminal or monotonic() - self._began < _LONG:
                return
            from rich.progress import Progress

            self._progress = Progress(console=self._console, transient=True)
            self._progress.add_task(self._what, total=self._total)
            self._progress.start()
        self._progress.update(self._progress.task_ids[0], completed=number)

    def clear(self) -> None:
        """Give the terminal back as it was, for other output; can be called twice."""
        if self._progress is not None:
            self._progress.stop()
            self._progress = None
