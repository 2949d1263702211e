"""Three editions of the rules of a game that there is not."""

from pathlib import Path

import pytest

from tests.rules_text.harbour_books import LATE_TEXT, NEW_TEXT, OLD_TEXT


@pytest.fixture
def books(tmp_path: Path) -> dict[str, str]:
    found = {}
    for name, text in (("old", OLD_TEXT), ("new", NEW_TEXT), ("late", LATE_TEXT)):
        path = tmp_path / f"{name}.txt"
        path.write_text(text, "utf-8")
        found[name] = str(path)
    return found
