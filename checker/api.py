"""
The rulings and the checker for Python programs; every name can be imported from `checker`.

    import checker

    corpus = checker.load()
    for case, verdict in checker.check(corpus, ["614.5"], engine="python:my.engine:Engine"):
        print(case.id, verdict.status)
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from checker.editions import at, span, standing
from checker.engines import Description, Engine, Unusable
from checker.engines.in_process import InProcess, Plays
from checker.engines.spec import open_engine
from checker.finding.query import find
from checker.finding.search import Hit, search
from checker.judging.explore import TooManyChoices
from checker.judging.play import OutsideClaims, Settled, prepare
from checker.judging.verdict import Status, Verdict
from checker.model import NEWEST, Case, Cite, Corpus, Expectation, Ruling
from checker.positions.compare import Difference
from checker.positions.vocabulary import Vocabulary
from checker.problems import CorpusError, UsageError
from checker.reading.corpus import load
from checker.running.runner import verdicts


def check(
    corpus: Corpus,
    what: str | Sequence[str] = (),
    *,
    engine: str | Engine | Plays = "reference",
    edition: str = NEWEST,
) -> Iterator[tuple[Case, Verdict]]:
    """
    Run cases on an engine and yield each result as soon as it is known.

    `what` names rulings, cases, topics, rules or cards, as on the command line; nothing is everything. `engine` is a
    spec as on the command line, an engine, or an object with the methods `describe` and `run` of the protocol. One that
    is named by a spec is closed in the end. Run are the cases that stand in an `edition` of the rules, by the rules of
    then; `newest` stands for today, `each` for every case by the newest edition in which it stands.

    Raises `UsageError` for a word that names nothing and an edition that no game has, and `Unusable` for an engine that
    does not say what it is.
    """
    corpus = at(corpus, edition)
    cases = standing(corpus, find(corpus, what).cases)
    asked = _engine(engine)
    try:
        description = Description.of(asked.describe())
        for finished in verdicts(corpus, cases, asked, description):
            yield finished.case, finished.verdict
    finally:
        if isinstance(engine, str):
            asked.close()


def results(corpus: Corpus, case: Case, *, engine: str | Engine | Plays = "reference") -> list[Mapping[str, Any]]:
    """
    Return every outcome that a case can lead to, with the choices that led there, as `outcome` and `choices`.

    An outcome is as the protocol has it: `state`, or `refused`; with `trace` where the engine tells its steps.

    Raises `UsageError` where the case lies outside of what the engine can do, or has more results than anybody wants to
    wait for, and `EngineFailure` where the engine does not answer as it should.
    """
    asked = _engine(engine)
    try:
        description = Description.of(asked.describe())
        vocabulary = Vocabulary.of(case.game)
        play = prepare(case, asked, vocabulary, description, span(corpus, case), whole=True)
        also = {"trace": True} if "trace" in description.capabilities else {}
        return [{"outcome": leaf.outcome, "choices": leaf.choices} for leaf in play.leaves(play.actions, also=also)]
    except (OutsideClaims, TooManyChoices, Settled) as failure:
        raise UsageError(str(failure)) from failure
    finally:
        if isinstance(engine, str):
            asked.close()


def search_words(corpus: Corpus, words: str, limit: int | None = None) -> list[Hit]:
    """Return the rulings that fit the words, the best first, each with its cases that fit."""
    return search(corpus, words.split(), limit)


def _engine(engine: str | Engine | Plays) -> Engine:
    if isinstance(engine, str):
        return open_engine(engine)
    if hasattr(engine, "close") and hasattr(engine, "stderr"):
        return engine  # type: ignore[return-value]
    return InProcess(lambda: engine)


__all__ = [
    "Case",
    "Cite",
    "Corpus",
    "CorpusError",
    "Difference",
    "Engine",
    "Expectation",
    "Hit",
    "Ruling",
    "Status",
    "Unusable",
    "UsageError",
    "Verdict",
    "check",
    "find",
    "load",
    "open_engine",
    "results",
    "search_words",
]
