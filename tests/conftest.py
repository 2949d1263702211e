"""What tests of several commands share."""

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from checker.model import Corpus
from checker.reading.corpus import load
from tests.outputs import as_agreed

pytest_plugins = ["tests.site.fixtures"]  # one browser a process, whoever asks for it
CORPUS = Path(__file__).resolve().parent.parent / "corpus"

# A slow machine is no fault: no example has to be made or tried within a time.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


def pytest_configure(config: pytest.Config) -> None:
    """Where several processes share the tests, let each have such as stand together, and so share what they need."""
    if getattr(config.option, "dist", None) == "load":
        config.option.dist = "worksteal"


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    """The corpus that is shipped."""
    return load()


@pytest.fixture(scope="session", autouse=True)
def python() -> Iterator[None]:
    """Let `python` be found, as in an environment that is in use: a system may have no more than `python3`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
        yield


@pytest.fixture(scope="session", autouse=True)
def outputs() -> Iterator[None]:
    """Have whatever a command prints as JSON compared with its schema."""
    with as_agreed():
        yield


@pytest.fixture(scope="session", autouse=True)
def interrupts() -> None:
    """Let what tests start be interrupted, though a shell has what it starts in the background ignore that."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def few(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the option that names a corpus of one ruling on Dominion, since the whole one takes its time to read."""
    made = tmp_path_factory.mktemp("few") / "corpus"
    shutil.copytree(CORPUS / "cards" / "dominion", made / "cards" / "dominion")
    (made / "dominion" / "exchange").mkdir(parents=True)
    shutil.copy(CORPUS / "dominion" / "exchange" / "optional.yaml", made / "dominion" / "exchange")
    shutil.copy(CORPUS / "sources.yaml", made)
    return ["--corpus", str(made)]
