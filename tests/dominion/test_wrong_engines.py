"""Every wrong engine falls, and by cases that cite the rule it breaks."""

from collections.abc import Iterator

import pytest

from checker.corpus import load
from checker.engines import Description
from checker.engines.in_process import InProcess
from checker.judge import judge
from checker.model import Case
from checker.verdict import Status
from checker.vocabulary import Vocabulary
from reference_engine import Engine
from tests.dominion.wrong_engines import BROKEN, SPOILT, Broken, Spoilt


def fallen(engine: Engine) -> Iterator[Case]:
    """The cases that come out wrong; that an engine does not play a case, or breaks down in it, shows nothing here."""
    connected = InProcess(lambda: engine)
    description = Description.of(connected.describe())
    vocabulary = Vocabulary.of("dominion")
    for case in load().cases.values():
        if case.game == "dominion":
            verdict = judge(case, connected, vocabulary, description)
            if verdict.status in {Status.FAILED, Status.REFUSED}:
                yield case


def citing(cases: Iterator[Case], rule: str) -> list[str]:
    return [case.id for case in cases if rule in {cite.key for cite in case.cites}]


def test_right_engine_passes() -> None:
    assert not list(fallen(Engine()))


@pytest.mark.parametrize("name", BROKEN)
def test_broken_rule_is_noticed_by_cases_that_cite_it(name: str) -> None:
    assert citing(fallen(Broken(BROKEN[name])), BROKEN[name].rule)


@pytest.mark.parametrize("engine", SPOILT)
def test_spoilt_engine_is_noticed_by_cases_that_cite_the_rule(engine: type[Spoilt]) -> None:
    assert citing(fallen(engine()), engine.rule)
