"""
Shows that the corpus bites: breaks one rule of an engine at a time and looks which cases notice.

All that it needs of an engine is in the protocol: `describe` lists the rules that can be broken, and how; `run` takes
`broken`. Only cases that a rule had a part in, by the engine's own trace, are run with that rule broken.
"""

import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

from checker.editions import span
from checker.engines import Description, Engine, EngineFailure, TimedOut
from checker.judging.explore import Bounds, TooManyChoices
from checker.judging.judge import judge
from checker.judging.play import OutsideClaims, Settled, prepare
from checker.judging.reached import rules_reached
from checker.judging.verdict import Status
from checker.model import Case, Corpus, Json, same_rule
from checker.positions.vocabulary import Vocabulary
from checker.running.forked import spread

BOUNDS = Bounds(leaves=400, depth=80)
"""How far choices are explored on a broken engine: far enough to notice, near enough for an engine that runs wild."""

PATIENCE = 5.0
"""
How many seconds of work a broken engine in this process may take for one run; one that takes longer has been noticed.

Work, and not time that passes, so that a busy machine makes no difference to what is noticed.
"""


NOTICED = frozenset({Status.FAILED, Status.REFUSED, Status.TIMED_OUT})
"""
What shows that a case notices: it came out otherwise, or did not end.

A broken engine that only breaks down, or says that it cannot go on, plays nothing that a case could be right about.
"""


@dataclass(frozen=True, slots=True)
class Breakage:
    """One way to break one rule."""

    rule: str
    """The rule, as citations name it."""
    how: str
    game: str | None = None
    harmless: str | None = None
    """Why it makes no difference, for a way to break a rule that is declared to make none."""

    def asked(self) -> Json:
        """What `run` is told."""
        return {"rule": self.rule, "how": self.how}


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of breaking a rule in one way."""

    breakage: Breakage
    touched: int
    """How many cases the rule had a part in."""
    fallen: tuple[str, ...]
    """Which of them noticed."""
    citing: tuple[str, ...]
    """Which of those cite the rule."""

    @property
    def survives(self) -> bool:
        """Whether nothing noticed, though something should have."""
        return not self.fallen and self.breakage.harmless is None


class Broken:
    """An engine with a rule broken in each run."""

    def __init__(self, engine: Engine, breakage: Breakage) -> None:
        self._engine = engine
        self._broken = breakage.asked()

    def describe(self, *, rules: bool = False) -> Json:
        """Return what the engine says of itself."""
        return self._engine.describe(rules=rules)

    def run(self, params: Json) -> Json:
        """Run a script with the rule broken."""
        with patience(PATIENCE):
            return self._engine.run({**params, "broken": self._broken})

    def stderr(self) -> str:
        """Return what the engine wrote to its standard error."""
        return self._engine.stderr()

    def close(self) -> None:
        """End the engine."""
        self._engine.close()


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Give up on what works longer in this process, if the platform can; raises `TimedOut`."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def give_up(_signal: int, _frame: FrameType | None) -> None:
        raise TimedOut(f"no answer within {seconds:g} s")

    before = signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def breakages(description: Description) -> list[Breakage]:
    """Return every way to break every rule of an engine, in the order in which it tells them."""
    return [
        Breakage(rule["rule"], how, rule.get("game"), rule.get("harmless", {}).get(how))
        for rule in description.rules
        for how in rule["how"]
    ]


def reach(
    corpus: Corpus, cases: Sequence[Case], engine: Engine, description: Description, jobs: int = 1
) -> Mapping[str, frozenset[str]]:
    """
    Return the rules that had a part in each case, by the case's id; a case that cannot be played has none.

    In several `jobs` they are played by processes that are forked from this one, for an engine in it.
    """

    def reached(case: Case) -> frozenset[str]:
        try:
            vocabulary = Vocabulary.of(case.game)
            play = prepare(case, engine, vocabulary, description, span(corpus, case), needing=("trace",))
            return frozenset(rules_reached(case, play, play.leaves(play.actions, also={"trace": True})))
        except (OutsideClaims, EngineFailure, Settled, TooManyChoices):
            return frozenset()

    return {case.id: rules for case, rules in zip(cases, spread(reached, cases, jobs), strict=True)}


def prove(
    corpus: Corpus,
    cases: Sequence[Case],
    engine: Engine,
    description: Description,
    breakage: Breakage,
    *,
    every: bool = False,
) -> Proof:
    """
    Run cases with one rule broken, those that cite the rule first, until one notices; with `every`, all of them.

    So the first case to notice cites the rule if any does.
    """
    broken = Broken(engine, breakage)
    fallen: list[str] = []
    citing: list[str] = []
    for case in sorted(cases, key=lambda case: not _cites(case, breakage.rule)):
        verdict = judge(case, broken, Vocabulary.of(case.game), description, span=span(corpus, case), bounds=BOUNDS)
        if verdict.status in NOTICED:
            fallen.append(case.id)
            if _cites(case, breakage.rule):
                citing.append(case.id)
            if not every:
                break
    return Proof(breakage, len(cases), tuple(fallen), tuple(citing))


def _cites(case: Case, rule: str) -> bool:
    return any(same_rule(cite.key, rule) for cite in case.cites)


def unneeded(cases: Sequence[Case], proofs: Sequence[Proof]) -> list[str]:
    """
    Return the cases that notice nothing that others don't, given proofs of `every` case.

    Such a case may be there for its readers, for what it shows of an engine other than this one, or for nothing.
    """
    alone = {proof.fallen[0] for proof in proofs if len(proof.fallen) == 1}
    return [case.id for case in cases if case.id not in alone]


def unnoticed_rulings(corpus: Corpus, cases: Sequence[Case], proofs: Sequence[Proof]) -> list[str]:
    """Return the rulings that bind and whose own rule the engine has, but whose cases notice no way to break it."""
    notice: dict[str, set[str]] = {}
    for proof in proofs:
        for case in proof.fallen:
            notice.setdefault(case.partition("#")[0], set()).add(proof.breakage.rule)
    broken = {proof.breakage.rule for proof in proofs if proof.breakage.harmless is None}
    run = {case.ruling for case in cases}
    return [
        ruling.id
        for ruling in corpus
        if ruling.id in run
        and ruling.kind in {"must", "may"}
        and any(same_rule(ruling.cites[0].key, rule) for rule in broken)
        and not any(same_rule(ruling.cites[0].key, rule) for rule in notice.get(ruling.id, ()))
    ]


def as_json(proof: Proof) -> dict[str, Any]:
    """Return a proof as JSON writes it."""
    told: dict[str, Any] = {
        **proof.breakage.asked(),
        "touched": proof.touched,
        "fallen": list(proof.fallen),
        "citing": list(proof.citing),
    }
    if proof.breakage.harmless is not None:
        told["harmless"] = proof.breakage.harmless
    return told
