"""How often the cycle collector looks, where much is made and little of it is kept."""

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache


@contextmanager
def seldom() -> Iterator[None]:
    """
    Leave what already exists alone, and let the collector look seldom: this saves a tenth of a long run's time.

    Garbage in cycles waits for it, some ten thousand objects at a time.
    """
    before = gc.get_threshold()
    gc.freeze()  # what was read stays to the end
    gc.set_threshold(20_000, 20, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


@cache
def not_as_the_process_ends() -> None:
    """Spare the collector its last looks through everything, which the system takes back anyway."""
    atexit.register(gc.freeze)
