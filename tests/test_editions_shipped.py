"""Which cases of the shipped corpus stand in which edition, and the reference engine by each."""

from dataclasses import replace

import pytest

import checker
from checker import editions
from checker.model import EACH, Corpus


@pytest.fixture(scope="module")
def shipped() -> Corpus:
    return checker.load()


def test_the_shipped_corpus_has_limited_cases_on_both_sides(shipped: Corpus) -> None:
    past = {case.id for case in shipped.cases.values()} - {
        case.id for case in editions.standing(shipped, shipped.cases.values())
    }
    assert "mtg/replacement/as-it-would-enter-until-2017#own-ability" in past
    assert len(past) < len(shipped.cases) / 50, "what is shipped is about the rules of today"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "told"),
    [("mtg", "2013-05-01"), ("mtg", "2013-11-01"), ("mtg", "2024-03-08"), ("dominion", "2019-10-01")],
)
def test_the_reference_engine_plays_by_the_edition_given(shipped: Corpus, game: str, told: str) -> None:
    came = {case.id: verdict.status for case, verdict in checker.check(shipped, [game], edition=told)}
    assert not [case for case, status in came.items() if status != "passed"]


def test_the_reference_engine_plays_what_stands_only_in_some_editions(shipped: Corpus) -> None:
    limited = [case.id for case in shipped.cases.values() if editions.limits_of(case)]
    assert {str(verdict.status) for _, verdict in checker.check(shipped, limited, edition=EACH)} == {"passed"}
    past = [name for name in limited if "until-2017" in name]
    (case,) = (shipped.cases[name] for name in past if "blood-moon" in name)
    today = replace(case, until_edition=None)  # the same case by the rules of today
    ruling = replace(shipped.rulings[case.ruling], cases=(today,))
    changed = replace(shipped, rulings={ruling.id: ruling})
    assert [str(verdict.status) for _, verdict in checker.check(changed)] == ["failed"]
