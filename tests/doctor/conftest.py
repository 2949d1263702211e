"""Engines with one fault each, to be examined."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.test_doctor import Examine, examined

__all__ = ["Examine", "examined"]

Faulty = Callable[..., str]

_ENGINE = """
from reference_engine import Engine as Right

class Engine(Right):
    def describe(self, params):
        told = super().describe(params)
        told = {**told, "games": {game: dict(claims) for game, claims in told["games"].items()}}
        claims = told["games"]["dominion"]
        # DESCRIBE
        return told

    def run(self, params):
        outcome = super().run(params)
        state, choice = outcome.get("state"), outcome.get("choice")
        # RUN
        return outcome
"""


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Faulty:
    """Return the reference engine with a fault in what it describes, or in how a run comes out."""

    def made(*, describe: str = "pass", run: str = "pass") -> str:
        source = _ENGINE.replace("# DESCRIBE", describe).replace("# RUN", run)
        (tmp_path / "with_a_fault.py").write_text(source)
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.delitem(__import__("sys").modules, "with_a_fault", raising=False)
        return "python:with_a_fault:Engine"

    return made
