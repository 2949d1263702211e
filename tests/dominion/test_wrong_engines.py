"""Every wrong engine falls, and by cases that cite the rule it breaks."""

from collections.abc import Iterator

import pytest

from checker.engines import Description
from checker.engines.in_process import InProcess
from checker.judging.judge import judge
from checker.judging.verdict import Status
from checker.model import Case, Corpus
from checker.positions.vocabulary import Vocabulary
from reference_engine import Engine
from tests.dominion.wrong_engines import BROKEN, SPOILT, Broken, Spoilt


def fallen(corpus: Corpus, engine: Engine, rule: str | None = None) -> Iterator[Case]:
    """
    The cases that come out wrong, of all or of those that cite a rule.

    That an engine does not play a case, or breaks down in it, shows nothing here.
    """
    connected = InProcess(lambda: engine)
    description = Description.of(connected.describe())
    vocabulary = Vocabulary.of("dominion")
    for case in corpus.cases.values():
        if case.game == "dominion" and (rule is None or rule in {cite.key for cite in case.cites}):
            verdict = judge(case, connected, vocabulary, description)
            if verdict.status in {Status.FAILED, Status.REFUSED}:
                yield case


def test_right_engine_passes(corpus: Corpus) -> None:
    assert not list(fallen(corpus, Engine()))


@pytest.mark.parametrize("name", BROKEN)
def test_broken_rule_is_noticed_by_cases_that_cite_it(corpus: Corpus, name: str) -> None:
    assert any(fallen(corpus, Broken(BROKEN[name]), BROKEN[name].rule))


@pytest.mark.parametrize("engine", SPOILT)
def test_spoilt_engine_is_noticed_by_cases_that_cite_the_rule(corpus: Corpus, engine: type[Spoilt]) -> None:
    assert any(fallen(corpus, engine(), engine.rule))
