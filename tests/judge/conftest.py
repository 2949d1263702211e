"""What judges a case on an engine."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checker.engines import Description, GameClaims
from checker.engines.in_process import InProcess, Plays
from checker.judging.judge import judge
from checker.judging.verdict import Verdict
from checker.model import Case
from checker.positions.vocabulary import Vocabulary
from tests.engines import toy
from tests.judge.cases import Play


@pytest.fixture
def heaps(tmp_path: Path) -> Vocabulary:
    return Vocabulary.of("heaps", toy.write_schema(tmp_path))


@pytest.fixture
def play(heaps: Vocabulary) -> Play:
    def run(case: Case, engine: Callable[[], Plays] = toy.Toy, **claims: Any) -> Verdict:
        asked = InProcess(engine)
        description = Description.of(asked.describe())
        if claims:
            games = {"heaps": GameClaims(**claims)}
            description = Description(description.name, "1", games, description.capabilities)
        return judge(case, asked, heaps, description)

    return run
