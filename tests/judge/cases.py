"""Cases in a game that nobody else knows, and what judges them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from checker.engines.in_process import Plays
from checker.judging.verdict import Verdict
from checker.model import Case, Expectation, Json, Place
from tests.engines import toy


class Play(Protocol):
    """Judges a case on an engine, by the claims that it makes or by these."""

    def __call__(self, case: Case, engine: Callable[[], Plays] = toy.Toy, **claims: Any) -> Verdict: ...


def request(verdict: Verdict) -> Json:
    """The request that shows what is wrong."""
    assert verdict.request is not None
    return verdict.request


def case(
    *steps: Json,
    given: Json | None = None,
    choices: tuple[Json, ...] = (),
    cards: tuple[Json, ...] = (),
    **expected: Any,
) -> Case:
    return Case(
        id="heaps/taking/stones#case",
        game="heaps",
        title="A case",
        place=Place(Path("stones.yaml"), 3),
        given={"table": ["Flint", "Agate"]} if given is None else given,
        steps=steps,
        choices=choices,
        expectation=Expectation(**expected),
        cites=(),
        cards=cards,
    )


TAKE = {"take": "Flint"}
ASK = {"ask": ["yes", "no"]}
