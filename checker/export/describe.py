"""
Writes the part of `docs/data.md` that describes the tables and views.

    python -m checker.export.describe
"""

import sys
from collections.abc import Iterator

from checker.export.sqlite import SEARCHED, VIEWS
from checker.export.tables import TABLES


def markdown() -> str:
    """Return what the tables and views hold, as Markdown."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    for table in TABLES:
        yield from (f"### {table.name}", "", table.about, "", "| column | what it holds |", "| --- | --- |")
        yield from (f"| `{column.name}` | {column.about} |" for column in table.columns)
        yield ""
    yield from ("### about", "", "What each table and view holds, and under `corpus` the digest of the corpus.", "")
    yield from ("## Views", "", "| view | a row is |", "| --- | --- |")
    yield from (f"| `{name}` | {about} |" for name, (about, _) in VIEWS.items())
    yield from ("", "## Full-text search", "", "| table | looks at |", "| --- | --- |")
    yield from (
        f"| `{name}_fts` | {', '.join(f'`{column}`' for column in columns)} |" for name, columns in SEARCHED.items()
    )
    yield ""


if __name__ == "__main__":
    sys.stdout.write(markdown())
