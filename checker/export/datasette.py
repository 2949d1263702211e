"""
What Datasette gets beside the database: descriptions of tables and columns, where to begin, some questions.

It goes with `datasette rulings.db --metadata datasette.json`; the names of tables are looked up under the name of the
database's file.
"""

import json

from checker.export.sqlite import VIEWS
from checker.export.tables import TABLES, Table
from checker.model import Json

DATABASE = "rulings"
"""The database's name, which Datasette takes from the file."""

_FACETS = {
    "rulings": ["game", "topic", "kind"],
    "cases": ["shows", "needs"],
    "cites": ["source", "edition"],
    "cards": ["game", "types"],
    "reports": ["verdict", "repository"],
    "faults": ["repository"],
}
"""The columns that a table is best filtered by."""

_LABELS = {"cards": "card", "rulings": "id", "editions": "title"}
"""What a row is called where another refers to it, if not by its title."""

QUERIES = {
    "cases_with_two_cards": (
        "Cases with two cards",
        "Which cases speak of two cards at once?",
        """SELECT cases.id, cases.title FROM cases
JOIN case_cards AS one ON one."case" = cases.id AND one.card = :card
JOIN case_cards AS other ON other."case" = cases.id AND other.card = :other_card
ORDER BY cases.id""",
    ),
    "rulings_on_a_rule": (
        "Rulings that rest on a rule",
        "What rests on a rule, such as 614.12 or dominion-exchange:no-pile?",
        """SELECT DISTINCT rulings.id, rulings.statement FROM rulings JOIN cites ON cites.ruling = rulings.id
WHERE cites.key = :rule ORDER BY rulings.id""",
    ),
}
"""Queries with blanks to fill in: a title, the question, and the SQL."""


_MOST_COLUMNS = 7


def metadata() -> bytes:
    """Return the file that Datasette reads."""
    tables: Json = {
        table.name: _said(
            {
                "description": table.about,
                "columns": {column.name: column.about for column in table.columns} if _fit(table) else None,
                "facets": _FACETS.get(table.name),
                "label_column": _LABELS.get(table.name),
            }
        )
        for table in TABLES
    }
    views: Json = {
        name: _said({"description": about, "facets": _FACETS.get(name)}) for name, (about, _) in VIEWS.items()
    }
    document = {
        "title": "rulings",
        "description": "What the rules of card games say, as data: rulings, cases that pin them down, and the cards.",
        "license": "MIT",
        "databases": {
            DATABASE: {
                "tables": {**tables, **views},
                "queries": {
                    name: {"title": title, "description": asks, "sql": sql}
                    for name, (title, asks, sql) in QUERIES.items()
                },
            }
        },
    }
    return f"{json.dumps(document, indent=2)}\n".encode()


def _fit(table: Table) -> bool:
    """Tell whether what columns hold may stand above the rows: a long list would push the search box off the screen."""
    return len(table.columns) <= _MOST_COLUMNS


def _said(value: Json) -> Json:
    return {key: part for key, part in value.items() if part is not None}
