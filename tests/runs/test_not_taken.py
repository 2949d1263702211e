"""An engine that takes no answers to a question is told what is odd about the question."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.runs.reported import ROOT, TOPIC

ODD = """
from reference_engine import Engine as Right


class Engine(Right):
    odd = {}

    def run(self, params):
        outcome = super().run({**params, "answers": [], "first": 0})
        if "choice" in outcome:
            outcome["choice"] |= self.odd
        return outcome
"""


@pytest.fixture(scope="module")
def corpus() -> Path:
    return ROOT / "corpus"


@pytest.mark.parametrize(
    ("odd", "told"),
    [
        ({}, "each time it was sent {player: alice, kind: exchange, about: page, choose: exchange}\n"),
        ({"kind": "exchanges"}, "the game has no kind of question `exchanges` (did you mean `exchange`?)"),
        ({"player": "Alice"}, "there is no player `Alice` (did you mean `alice`?)"),
        ({"about": "card#17"}, "nothing that was given is `card#17`"),
    ],
)
def test_what_is_odd_about_a_question_whose_answers_are_not_taken(
    check: Callable[..., int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    odd: dict[str, str],
    told: str,
) -> None:
    (tmp_path / "odd.py").write_text(ODD.replace("odd = {}", f"odd = {odd}"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "odd", raising=False)
    monkeypatch.setenv("COLUMNS", "400")
    assert check("--engine", "python:odd:Engine", f"{TOPIC}/optional#asked-again", "-x", "--messages") == 1
    out = capsys.readouterr().out
    assert "asks the same question forever" in out
    assert told in out
    assert out.count("<- the same") > 1  # and of what grows by one answer each time only that one is shown
    assert "-> answers: and then [" in out
