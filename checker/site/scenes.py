"""Plays each case on an engine that tells its steps: the position before, every result, the verdict."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from checker.engines import Description, Engine, EngineFailure
from checker.explore import Leaf, TooManyChoices
from checker.judge import judge
from checker.model import Case, Corpus, Json
from checker.play import OutsideClaims, Settled, prepare
from checker.runner import editions
from checker.verdict import Status, Verdict
from checker.vocabulary import Vocabulary

MOST_LEAVES = 48
"""How many results of a case are shown."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A case as an engine plays it."""

    case: Case
    vocabulary: Vocabulary
    before: Json
    """The position before the first action, written out: as the engine tells it, or as the case gives it."""
    given: Json
    """The position as the case gives it, written out."""
    after: Json | None = None
    """The first result's position, written out; None where there is none, or where an action was refused."""
    leaves: tuple[Leaf, ...] = ()
    """The results, in the order in which they are found; none if the engine cannot play the case."""
    more: bool = False
    """Whether there are more results than are shown."""
    verdict: Verdict | None = None
    """What a check of the engine says of the case."""

    @property
    def agrees(self) -> bool:
        """Whether the engine comes to what the case expects."""
        return self.verdict is not None and self.verdict.status is Status.PASSED

    @property
    def refused(self) -> Json | None:
        """The refusal, where the first result is one."""
        told: Json | None = self.leaves[0].outcome.get("refused") if self.leaves else None
        return told

    @property
    def trace(self) -> list[Json]:
        """The steps of the first result."""
        return list(self.leaves[0].outcome.get("trace", ())) if self.leaves else []


class Stage:
    """An engine, and what has to be known of it to play cases."""

    def __init__(self, corpus: Corpus, engine: Engine) -> None:
        """Ask the engine what it is; raises `Unusable`."""
        self.corpus = corpus
        self.engine = engine
        self.description = Description.of(engine.describe())

    def scenes(self) -> Iterator[Scene]:
        """Play every case of the corpus, in order."""
        for case in self.corpus.cases.values():
            yield self.scene(case)

    def scene(self, case: Case) -> Scene:
        """Play a case. Whatever the engine does wrong is told as its verdict."""
        vocabulary = Vocabulary.of(case.game)
        given = vocabulary.given(case.given)
        engine = _Remembering(self.engine, trace="trace" in self.description.capabilities)
        known = editions(self.corpus, case)
        verdict = judge(case, engine, vocabulary, self.description, editions=known)
        try:
            play = prepare(case, engine, vocabulary, self.description, known, whole=True)
            start = play.run([], [])
            before = vocabulary.answered(start["state"]) if "state" in start else given
            found = play.leaves(play.actions)
            leaves = tuple(islice(found, MOST_LEAVES))
            more = next(found, None) is not None
        except (OutsideClaims, EngineFailure, TooManyChoices, Settled):
            return Scene(case, vocabulary, given, given, verdict=verdict)
        first = leaves[0].outcome if leaves else {}
        after = None if "refused" in first or "state" not in first else vocabulary.answered(first["state"])
        return Scene(case, vocabulary, before, given, after, leaves, more, verdict)


@dataclass(slots=True)
class _Remembering:
    """
    An engine that is asked the same only once.

    The judge and the reader of a case make the same runs, one to compare a part of the result, the other to show all of
    it; here every run is made for both: the whole position, with its steps.
    """

    engine: Engine
    trace: bool
    known: dict[str, Json] = field(default_factory=dict)

    def describe(self, *, rules: bool = False) -> Json:
        return self.engine.describe(rules=rules)

    def run(self, params: Json) -> Json:
        key = json.dumps([params["actions"], params.get("answers"), params.get("moments", False)])
        if key not in self.known:
            whole: dict[str, Any] = {name: value for name, value in params.items() if name != "observe"}
            if self.trace:
                whole["trace"] = True
            self.known[key] = self.engine.run(whole)
        return self.known[key]

    def stderr(self) -> str:
        return self.engine.stderr()

    def close(self) -> None:
        """Leave the engine open: it is not ours."""
