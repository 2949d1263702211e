"""The page with the matrix of engines: a program keeps it, and what it says agrees with itself."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from bridges import matrix

ROOT = Path(__file__).resolve().parents[2]

PAGE = """\
| engine | page | bridge | cases | claimed | played | passed | otherwise |
| --- | --- | --- | --: | --: | --: | --: | --- |
| One 0.1 | [one](one.md) | [bridge](b) | 1 | 1 | 1 | 1 | - |
| Two | [two](two.md) | [bridge](b) | 9 | 9 | 9 | 9 | - |

| ruling | cases | One | Two |
| --- | --: | --: | --: |
| `exchange/b` | 1 | 1 of 1 | 2 of 3 |

The end.
"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    page = tmp_path / "README.md"
    page.write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(matrix, "PAGE", page)
    return page


def run(page: Path, monkeypatch: pytest.MonkeyPatch, engine: str, **statuses: str) -> str:
    lines: list[dict[str, object]] = [{"line": "header"}]
    for case, status in statuses.items():
        line: dict[str, object] = {"line": "result", "case": f"mtg/exchange/{case[0]}#{case}", "status": status}
        if status == "unsupported":
            line["claimed"] = False
        lines.append(line)
    report = page.parent / "report.jsonl"
    report.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["matrix.py", engine, str(report)])
    matrix.main()
    return page.read_text(encoding="utf-8")


def test_an_engines_row_and_column_are_rewritten(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = run(page, monkeypatch, "One", a1="passed", a2="failed", a3="error", b1="unsupported", c1="unsupported")
    assert "| One 0.1 | [one](one.md) | [bridge](b) | 5 | 3 | 3 | 1 | 1 failed, 1 exception |" in told
    assert "| Two | [two](two.md) | [bridge](b) | 9 | 9 | 9 | 9 | - |" in told
    assert "| `exchange/a` | 3 | 1 of 3 | - |\n| `exchange/b` | 1 | - | 2 of 3 |\n\nThe end.\n" in told
    assert "exchange/c" not in told


def test_an_engine_that_the_page_does_not_have_is_told(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match="no row for Three"):
        run(page, monkeypatch, "Three", a1="passed")


def test_the_page_agrees_with_itself() -> None:
    page = (ROOT / "docs" / "engines" / "README.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("|")]
    counts = {row[0].split(" `")[0].split(" 0")[0]: row for row in rows if "[bridge]" in "|".join(row)}
    played: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    columns: list[str] = []
    for row in rows:
        columns = row[2:] if row[0] == "ruling" else columns
        for engine, cell in zip(columns, row[2:], strict=False):
            if row[0].startswith("`") and (told := re.fullmatch(r"(\d+) of (\d+)", cell)):
                passed[engine] += int(told[1])
                played[engine] += int(told[2])
    assert {name: (row[5], row[6]) for name, row in counts.items()} == {
        name: (f"{played[name]:,}", f"{passed[name]:,}") for name in counts
    }
