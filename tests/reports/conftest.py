"""What reports in files are opened in."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest


@pytest.fixture
def files() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack
