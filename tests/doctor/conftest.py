"""Engines with one fault each, examined without a process of their own."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from checker.doctor import steps
from checker.doctor.examination import Step
from checker.doctor.examine import examine
from checker.engines import Limits, wire
from checker.model import Corpus, Json
from checker.reading.corpus import load
from checker.serve import respond
from reference_engine import Engine
from tests.test_doctor import Examine, examined

__all__ = ["Examine", "examined"]

Fault = Callable[[Json, Json], Json | None]
"""Changes what a run answers, or what the engine describes, given the parameters, or returns another answer."""

Tried = Callable[..., dict[str, Step]]


def _none(_answer: Json, _params: Json) -> None:
    """Change nothing."""


class _Patient:
    """The reference engine with a fault, behind nothing."""

    pipes = True

    def __init__(self, claims: Fault, run: Fault) -> None:
        self._engine = Engine()
        self._claims, self._fault = claims, run
        self._lines: list[bytes] = []
        self.runs: list[Json] = []

    def describe(self, *, rules: bool = False) -> Json:
        told = deepcopy(self._engine.describe({"rules": rules}))
        return self._claims(told, {}) or told

    def run(self, params: Json) -> Json:
        self.runs.append(params)
        outcome = deepcopy(self._engine.run(params))
        return self._fault(outcome, params) or outcome

    def send(self, line: bytes) -> None:
        self._lines.append(line)

    def receive(self, _seconds: float) -> bytes:
        engine: Any = self
        return wire.encode(respond(engine, self._lines.pop(0))[0])

    def stderr(self) -> str:
        return ""

    def restart(self, *, ending: bool = False) -> float:
        assert not ending
        return 0.0


@pytest.fixture(scope="session")
def little(few: list[str]) -> Corpus:
    """Return the corpus of one ruling."""
    return load(Path(few[1]))


@pytest.fixture
def tried(little: Corpus, monkeypatch: pytest.MonkeyPatch) -> Tried:
    """Return what is found of an engine with a fault at some steps of an examination, and those that they need."""

    def of(*names: str, claims: Fault = _none, run: Fault = _none, corpus: Corpus = little) -> dict[str, Step]:
        wanted = tuple(step for step in steps.STEPS if step[1] or step[0] in names)
        monkeypatch.setattr("checker.doctor.examine.STEPS", wanted)
        done = examine(_Patient(claims, run), corpus, Limits())
        return {step.name: step for step in done}

    return of
