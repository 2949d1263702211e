"""Whatever a case expects counts: with any part of it otherwise the case fails."""

import os
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from checker.editions import span
from checker.engines import Description, Engine
from checker.engines.spec import open_engine
from checker.judging.judge import judge
from checker.judging.verdict import Status
from checker.model import Case, Json
from checker.positions.vocabulary import Vocabulary
from checker.reading.corpus import load

ALL = bool(os.environ.get("RULINGS_SLOW"))
"""Whether every part of every case is tried, and not one of each."""

Path = tuple[str | int, ...]
RESULTS = ("expect", "possible", "throughout")


def parts(told: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield whatever is not made of other things, and what is empty, each with where it stands."""
    inner = told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list | tuple) else ()
    if not inner:
        yield path, told
    for key, value in inner:
        yield from parts(value, (*path, key))


def otherwise(value: Any) -> Any:
    """Return another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return {"alice": "bob", "bob": "alice", "Wastes": "Forest"}.get(value, "Wastes")
    return {"[]": ["Wastes"], "{}": {"R": 1}, "None": "alice"}[str(value)]


def changed(told: Any, path: Path) -> Any:
    """Return what is told, with the part at a place otherwise."""
    if not path:
        return otherwise(told)
    key, *rest = path
    made: Any = dict(told) if isinstance(told, dict) else list(told)
    made[key] = changed(told[key], tuple(rest))
    return tuple(made) if isinstance(told, tuple) else made


def variants(case: Case) -> list[tuple[Path, Case]]:
    """Return the case with each part of what it expects otherwise, at the end and at each checkpoint."""
    found: list[tuple[Path, Case]] = []
    for name in RESULTS:
        told = getattr(case.expectation, name)
        for path, _ in parts(told) if told else ():
            wanted = replace(case.expectation, **{name: changed(told, path)})
            found.append(((name, *path), replace(case, expectation=wanted)))
    steps: Json = {str(place): step for place, step in enumerate(case.steps)}
    for place, step in steps.items():
        looks = [name for name in RESULTS if name in step]
        for path in [(name, *path) for name in looks for path, _ in parts(step[name])]:
            other = {**steps, place: changed(step, path)}
            found.append(((place, *path), replace(case, steps=tuple(other.values()))))
    return found


class Kept:
    """An engine that plays nothing twice: it tells the whole position, whatever of it is looked at."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.played: dict[str, Json] = {}

    def describe(self, *, rules: bool = False) -> Json:
        return self._engine.describe(rules=rules)

    def run(self, params: Json) -> Json:
        said = {key: value for key, value in params.items() if key != "observe"}
        if (asked := repr(said)) not in self.played:
            self.played[asked] = self._engine.run(said)
        return self.played[asked]

    def stderr(self) -> str:
        return self._engine.stderr()

    def close(self) -> None:
        self._engine.close()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_what_a_case_expects_counts(part: int) -> None:
    corpus = load()
    engine = Kept(open_engine("reference"))
    description = Description.of(engine.describe())
    for case in list(corpus.cases.values())[part::4]:
        engine.played.clear()
        tried = variants(case)
        for path, variant in tried if ALL or not tried else [Random(case.id).choice(tried)]:  # noqa: S311 - no secret
            verdict = judge(variant, engine, Vocabulary.of(case.game), description, span=span(corpus, case))
            assert verdict.status is Status.FAILED, (case.id, path)
