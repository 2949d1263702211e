# ruff: noqa: INP001 - a program, and no package
"""
`python bridges/matrix.py ENGINE REPORT`: brings an engine's row and column in docs/engines/README.md up to date.

ENGINE is the name that the page has for it, REPORT the file that `rulings check GAME --report jsonl=REPORT` wrote.
"""

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "docs" / "engines" / "README.md"
FAILURES = ("failed", "refused", "error", "timed-out", "crashed", "protocol")
PLURAL = {"error": ("exception", "exceptions"), "crashed": ("crash", "crashes")}


def main() -> None:
    """Rewrite the page."""
    engine, report = sys.argv[1:3]
    told = [json.loads(line) for line in Path(report).read_text(encoding="utf-8").splitlines()]
    page = PAGE.read_text(encoding="utf-8")
    results = [line for line in told if line["line"] == "result"]
    PAGE.write_text(_matrix(_row(page, engine, results), engine, results), encoding="utf-8")


def _row(page: str, engine: str, results: list[dict[str, Any]]) -> str:
    """Bring the counts in the first table up to date."""
    by = Counter(result["status"] for result in results)
    claimed = sum(result.get("claimed", True) for result in results)
    numbers = [len(results), claimed, len(results) - by["unsupported"], by["passed"]]
    otherwise = ", ".join(f"{by[status]} {_word(status, by[status])}" for status in FAILURES if by[status]) or "-"
    counts = " | ".join([*(f"{number:,}" for number in numbers), otherwise])
    new, found = re.subn(rf"(?m)^(\| {re.escape(engine)} [^|]*\|[^|]*\|[^|]*\|) .* \|$", rf"\1 {counts} |", page)
    if found != 1:
        sys.exit(f"{PAGE} has no row for {engine}")
    return new


def _word(status: str, number: int) -> str:
    return PLURAL[status][number != 1] if status in PLURAL else status


def _matrix(page: str, engine: str, results: list[dict[str, Any]]) -> str:
    """Bring an engine's column in the table of rulings up to date, with a row for what it plays a case of."""
    lines = page.splitlines()
    start = next(
        (at for at, line in enumerate(lines) if line.startswith("| ruling |") and engine in _cells(line)), None
    )
    if start is None:
        sys.exit(f"{PAGE} has no column for {engine}")
    place = _cells(lines[start]).index(engine)
    end = next(at for at in range(start, len(lines)) if not lines[at].startswith("|"))
    rows = {cells[0]: cells for cells in map(_cells, lines[start + 2 : end])}
    cases: Counter[str] = Counter()
    played: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    for result in results:
        ruling = result["case"].partition("/")[2].partition("#")[0]
        cases[ruling] += 1
        played[ruling] += result["status"] != "unsupported"
        passed[ruling] += result["status"] == "passed"
    width = len(_cells(lines[start]))
    for ruling, number in cases.items():
        name = f"`{ruling}`"
        if name in rows or played[ruling]:
            row = rows.setdefault(name, [name, *["-"] * (width - 1)])
            row[1] = str(number)
            row[place] = f"{passed[ruling]} of {played[ruling]}" if played[ruling] else "-"
    table = [f"| {' | '.join(rows[name])} |" for name in sorted(rows)]
    return "\n".join([*lines[: start + 2], *table, *lines[end:]]) + "\n"


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


if __name__ == "__main__":
    main()
