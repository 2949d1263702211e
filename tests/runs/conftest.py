"""A corpus of our own to run, and an engine that is wrong."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from checker.cli import main
from tests.runs.reported import ROOT

RULINGS, CASES = 6, 12
"""How many rulings the corpus has, and how many cases each of them at most."""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of our own, small and at rest."""
    folder = tmp_path_factory.mktemp("own") / "corpus"
    shutil.copytree(ROOT / "corpus" / "dominion" / "exchange", folder / "dominion" / "exchange")
    shutil.copytree(ROOT / "corpus" / "cards" / "dominion", folder / "cards" / "dominion")
    shutil.copy(ROOT / "corpus" / "sources.yaml", folder)
    for number, path in enumerate(sorted((folder / "dominion" / "exchange").iterdir())):
        if number < RULINGS:
            head, *cases = path.read_text(encoding="utf-8").split("\n- case:")
            path.write_text("\n- case:".join([head, *cases[:CASES]]), encoding="utf-8")
        else:
            path.unlink()
    return folder


@pytest.fixture
def check(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    return lambda *words: main(["check", "--corpus", str(corpus), *map(str, words)])


WRONG = """
import os
from reference_engine import Engine as Right


class Engine(Right):
    def run(self, params):
        said = str(params)
        if "Peasant" in said and os.environ.get("WRONG") == "differently":
            return {"state": {"alice": {}}}
        if "Peasant" in said and os.environ.get("WRONG") != "no":
            raise KeyError(f"no Peasant at {id(self):#x}")
        return super().run(params)
"""


@pytest.fixture
def wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return an engine that fails wherever a Peasant is; how, says the variable WRONG."""
    (tmp_path / "peasants.py").write_text(WRONG)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("WRONG", "yes")
    monkeypatch.delitem(sys.modules, "peasants", raising=False)
    return "python:peasants:Engine"
