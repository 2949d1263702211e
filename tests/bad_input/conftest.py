"""A small corpus to spoil, and what `rulings validate` says of it."""

import shutil
from pathlib import Path

import pytest

from checker.cli import main
from checker.reading.locate import data
from tests.bad_input.spoiling import FILE, RULING, SOURCES, Told


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small corpus that is as it should be; tests spoil it."""
    monkeypatch.chdir(tmp_path)
    root = tmp_path / "corpus"
    (root / "dominion/exchange").mkdir(parents=True)
    (root / "cards/dominion").mkdir(parents=True)
    (root / "sources.yaml").write_text(SOURCES)
    (root / FILE).write_text(RULING)
    shipped = data("corpus") / "cards/dominion"
    for name in ("peasant", "soldier", "fugitive"):
        shutil.copy(shipped / f"{name}.yaml", root / "cards/dominion")
    return root


@pytest.fixture
def told(corpus: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """Run `rulings validate` on the spoilt corpus; return what it says is wrong."""

    def run(*options: str) -> list[str]:
        code = main(["validate", "--corpus", str(corpus), *options])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert err == ""
        *found, last = out.splitlines()
        assert code == (1 if found else 0), out
        assert ("Nothing is wrong" in last) == (not found)
        return found

    return run
