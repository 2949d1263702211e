"""
Restarts: to go on from the position that the engine tells has to lead to what going on without a break leads to.

A case is played, and at a moment what the engine tells is written down as a `given`. From there what is left of the
case is played anew, with the answers that were given after that moment. Nothing may come out differently: what it tells
and asks, and what it refuses.

A position does not say everything. The tests of each game list what it cannot say, and pass such moments over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from reference_engine.kernel.run import Halt, Question, Run, Word

Json = dict[str, Any]
ENOUGH = 300
"""More questions than any case asks."""


class Noting(Run):
    """Notes every question with what is taken, those with only one way to answer them as well."""

    def __init__(self, answers: Sequence[Json]) -> None:
        super().__init__(answers=answers, first=ENOUGH)
        self.noted: list[Json] = []

    def ask(self, question: Question) -> list[Word]:
        taken = super().ask(question)
        self.noted.append(question.as_json() | {"chosen": list(taken) if question.most is not None else taken[0]})
        return taken


@dataclass(frozen=True)
class Moment:
    """Where a game can be taken up again: a position, and what is still to be done and asked in it."""

    given: Json
    actions: Sequence[Json]
    asked: int
    """How many questions had been asked before."""


@dataclass(frozen=True)
class Game:
    """What these tests have to know of a game."""

    set_up: Callable[[Run, Json], Any]
    """Makes a table."""
    position: Callable[[Any, Json], Json]
    """Writes down what a table tells, as a `given`."""
    unsaid: Callable[[Any, Json], str]
    """Tells what matters at a moment and cannot be said, or nothing."""
    unordered: Collection[str]
    """The zones whose order means nothing."""
    left_out: Collection[str] = ()
    """What counts from the position on, and so differs."""

    def played(
        self, said: Json, answers: Sequence[Json], look: Callable[[int, Any, Noting], None] | None = None
    ) -> tuple[Any, list[Json]]:
        """Return what a script leads to and all questions that are asked."""
        run = Noting(answers)
        try:
            table = self.set_up(run, said)
            for number, action in enumerate(said["actions"]):
                if look is not None:
                    look(number, table, run)
                table.perform(action)
            return self._alike(table.state()), run.noted
        except Halt as stop:
            return repr(stop), run.noted

    def differing(self, said: Json) -> tuple[int, list[str]]:
        """Return how many times a case was taken up again, and what differed."""
        found: list[Moment] = []

        def look(number: int, table: Any, run: Noting) -> None:
            if not self.unsaid(table, said):
                found.append(Moment(self.position(table, said["given"]), said["actions"][number:], len(run.noted)))

        end, asked = self.played(said, said["answers"], look)
        wrong = []
        for moment in found:
            later = asked[moment.asked :]
            # answers from before come last, since a type or name that one of them gives may be offered
            answers = [answer(each) for each in (*later, *asked)]
            came = self.played({**said, "given": moment.given, "actions": moment.actions}, answers)
            if came != (end, later):
                wrong.append(f"before {moment.actions[0]}: {came} instead of {(end, later)}")
        return len(found), wrong

    def _alike(self, value: Any, key: str = "") -> Any:
        """Return a state in which the order of what has none does not show."""
        if isinstance(value, dict):
            return {name: self._alike(part, name) for name, part in value.items() if name not in self.left_out}
        if not isinstance(value, list):
            return value
        parts = [self._alike(part) for part in value]
        return sorted(parts, key=repr) if key in self.unordered else parts


def answer(asked: Json) -> Json:
    """Return a question that was asked as the answer that it got."""
    return {key: asked[key] for key in ("player", "kind", "about") if key in asked} | {"choose": asked["chosen"]}
