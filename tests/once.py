"""What takes long to make, once for all processes that run tests."""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def shared(factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all processes of a test run share."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def once(folder: Path, make: Callable[[Path], None]) -> Path:
    """Make a folder, or wait until another process has made it; what raised is tried anew by the next."""
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = folder.with_suffix(".done")
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)  # what is left of one that raised
            make(folder)
            done.touch()
    return folder
