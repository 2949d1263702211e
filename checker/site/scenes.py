"""Plays each case on an engine that tells its steps: the position before, every result, the verdict."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from checker.editions import span
from checker.engines import Description, Engine, EngineFailure
from checker.judging.claims import actions
from checker.judging.explore import Leaf, TooManyChoices
from checker.judging.judge import judge
from checker.judging.play import OutsideClaims, Settled, prepare
from checker.judging.verdict import Status, Verdict
from checker.model import Case, Corpus, Json
from checker.positions.vocabulary import Vocabulary

MOST_LEAVES = 48
"""The most results of a case that are shown."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A case as an engine plays it."""

    case: Case
    vocabulary: Vocabulary
    before: Json
    """The position before the first action, written out: as the engine reports it, or else as the case gives it."""
    given: Json
    """The position as the case gives it, written out."""
    verdict: Verdict
    """The verdict of a check on the engine."""
    after: Json | None = None
    """The first result's position, written out; None if there is none, or if an action was refused."""
    leaves: tuple[Leaf, ...] = ()
    """The results, in the order found; none if the engine cannot play the case."""
    more: bool = False
    """Whether there are more results than are shown."""

    @property
    def agrees(self) -> bool:
        """Whether the engine reaches what the case expects."""
        return self.verdict.status is Status.PASSED

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
    """An engine, and what has to be known about it to play cases."""

    def __init__(self, corpus: Corpus, engine: Engine) -> None:
        """Ask the engine what it is; raises `Unusable`."""
        self.corpus = corpus
        self.engine = engine
        self.description = Description.of(engine.describe(rules=True))

    def scene(self, case: Case) -> Scene:
        """Play a case. Whatever the engine does wrong is reported in the verdict."""
        vocabulary = Vocabulary.of(case.game)
        given = vocabulary.given(case.given)
        engine = _Remembering(self.engine, case, tells="trace" in self.description.capabilities)
        known = span(self.corpus, case)
        verdict = judge(case, engine, vocabulary, self.description, span=known)
        try:
            play = prepare(case, engine, vocabulary, self.description, known, whole=True)
            start = play.run([], [])
            before = vocabulary.answered(start["state"]) if "state" in start else given
            found = play.leaves(play.actions)
            leaves = tuple(islice(found, MOST_LEAVES))
            more = next(found, None) is not None
            if leaves and engine.tells and "trace" not in leaves[0].outcome:
                told = play.run(play.actions, leaves[0].answers, {"trace": True})
                leaves = (replace(leaves[0], outcome=told), *leaves[1:])
        except (OutsideClaims, EngineFailure, TooManyChoices, Settled):
            return Scene(case, vocabulary, given, given, verdict)
        first = leaves[0].outcome if leaves else {}
        after = None if "refused" in first or "state" not in first else vocabulary.answered(first["state"])
        if not vocabulary.shaped(before) or (after is not None and not vocabulary.shaped(after)):
            return Scene(case, vocabulary, given, given, verdict)  # there is nothing that could be drawn
        return Scene(case, vocabulary, before, given, verdict, after, leaves, more)


@dataclass(slots=True)
class _Remembering:
    """
    An engine that is asked the same thing only once.

    The judge and the reader of a case make the same runs of its script, one to compare a part of the result, the other
    to show all of it; here every such run is made for both, with the whole position. The first result is told step by
    step, so runs are asked for their steps until there is a result.
    """

    engine: Engine
    case: Case
    tells: bool
    """Whether the engine tells its steps."""
    script: Sequence[Json] = field(init=False)
    known: dict[str, Json] = field(default_factory=dict)
    told: bool = False

    def __post_init__(self) -> None:
        self.script = actions(self.case)

    def describe(self, *, rules: bool = False) -> Json:
        return self.engine.describe(rules=rules)

    def run(self, params: Json) -> Json:
        done = params["actions"]
        whole_script = done == self.script
        if done and not whole_script:  # a look at what is between, for the judge alone
            return self.engine.run(params)
        wants_steps = whole_script and self.tells and (not self.told or "trace" in params)
        key = json.dumps([whole_script, params.get("answers"), params.get("trace", False)])
        outcome = self.known.get(key)
        if outcome is None:
            whole: dict[str, Any] = {name: value for name, value in params.items() if name != "observe"}
            if whole_script and self.case.expectation.throughout is not None:
                whole["moments"] = True
            if wants_steps:
                whole["trace"] = True
            outcome = self.known[key] = self.engine.run(whole)
            self.told = self.told or (whole_script and "choice" not in outcome)
        return outcome

    def stderr(self) -> str:
        return self.engine.stderr()

    def close(self) -> None:
        """Leave the engine open: it belongs to the caller."""
