from __future__ import annotations

from typing import Any, Protocol

import pytest

from checker.positions.vocabulary import Vocabulary
from reference_engine import Engine

Json = dict[str, Any]


class Play(Protocol):
    """Plays actions from a position, and returns the outcome."""

    def __call__(self, given: Json, *actions: Json, answers: tuple[Json, ...] = (), **more: Any) -> Json: ...


class Explore(Protocol):
    """Plays actions from a position in every way that there is, and returns the states."""

    def __call__(self, given: Json, *actions: Json, most: int = 400, **more: Any) -> list[Json]: ...


@pytest.fixture(scope="session")
def play() -> Play:
    engine = Engine()
    vocabulary = Vocabulary.of("mtg")

    def run(given: Json, *actions: Json, answers: tuple[Json, ...] = (), **more: Any) -> Json:
        given = vocabulary.given(given)  # an engine is sent no short forms
        return engine.run({"game": "mtg", "given": given, "actions": list(actions), "answers": list(answers), **more})

    return run


@pytest.fixture(scope="session")
def explore(play: Play) -> Explore:
    """Every final state over all choices, with a bound on how many there may be."""

    def run(given: Json, *actions: Json, most: int = 400, **more: Any) -> list[Json]:
        states: list[Json] = []
        waiting: list[tuple[Json, ...]] = [()]
        runs = 0
        while waiting:
            answers = waiting.pop()
            runs += 1
            assert runs <= most, "exploring does not end"
            outcome = play(given, *actions, answers=answers, **more)
            if "choice" not in outcome:
                states.append(outcome["state"])
                continue
            choice = outcome["choice"]
            about = {key: choice[key] for key in ("player", "kind", "about") if key in choice}
            waiting += [(*answers, {**about, "choose": option}) for option in _answers(choice)]
        return states

    return run


def _answers(choice: Json) -> list[Any]:
    options = choice["options"]
    if "max" not in choice:
        return list(dict.fromkeys(options))
    from itertools import combinations, permutations

    pick = permutations if choice.get("ordered") else combinations
    found = {each for size in range(choice["min"], choice["max"] + 1) for each in pick(options, size)}
    return [list(each) for each in sorted(found)]
