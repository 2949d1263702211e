"""Three editions of the rules of a game that there is not, and a small corpus that cites the first."""

from pathlib import Path

import pytest

from checker.cli import main
from tests.rules_text.harbour_books import LATE_TEXT, NEW_TEXT, OLD_TEXT
from tests.rules_text.harbour_corpus import FILES


@pytest.fixture
def books(tmp_path: Path) -> dict[str, str]:
    found = {}
    for name, text in (("old", OLD_TEXT), ("new", NEW_TEXT), ("late", LATE_TEXT)):
        path = tmp_path / f"{name}.txt"
        path.write_text(text, "utf-8")
        found[name] = str(path)
    return found


@pytest.fixture
def harbour(tmp_path: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]) -> Path:
    root = tmp_path / "corpus"
    for name, content in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    assert main(["gate", books["old"], "--corpus", str(root), "--record"]) == 0
    assert "8 passages of 2031-03-08" in capsys.readouterr().out
    return root
