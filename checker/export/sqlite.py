"""The corpus as an SQLite database, with full-text search and views; the same corpus gives the same bytes."""

import sqlite3

from checker.export.documents import VERSION
from checker.export.tables import TABLES, Table
from checker.model import Corpus

APPLICATION = 0x52554C45
"""What `PRAGMA application_id` says: RULE."""

VIEWS = {
    "rule_index": (
        "Each rule by key, with how many rulings and cases rest on it.",
        """
        SELECT key, source, rule, group_concat(DISTINCT edition) AS editions, count(DISTINCT ruling) AS rulings,
               (
                   SELECT count(*) FROM cases
                   WHERE id IN (SELECT "case" FROM cites AS own WHERE own.key = cites.key)
                      OR ruling IN (SELECT ruling FROM cites AS whole WHERE whole.key = cites.key AND "case" IS NULL)
               ) AS cases
        FROM cites GROUP BY key, source, rule ORDER BY key
        """,
    ),
    "card_index": (
        "Each card, with how many cases and rulings it is in.",
        """
        SELECT cards.game, cards.card, cards.types, count(case_cards."case") AS cases,
               count(DISTINCT cases.ruling) AS rulings
        FROM cards LEFT JOIN case_cards USING (game, card) LEFT JOIN cases ON cases.id = case_cards."case"
        GROUP BY cards.game, cards.card ORDER BY cards.game, cards.card
        """,
    ),
    "faults": (
        "Each public report of a fault in an engine, with the case and the ruling that it broke.",
        """
        SELECT reports.repository, reports.report, reports.url, cases.id AS "case", cases.title, rulings.statement
        FROM reports JOIN cases ON cases.id = reports."case" JOIN rulings ON rulings.id = cases.ruling
        WHERE reports.verdict = 'fault' ORDER BY reports.repository, reports.report, cases.id
        """,
    ),
    "moved": (
        "Rulings that cite one source by different rules in two editions: where numbers may have moved.",
        """
        SELECT DISTINCT old.ruling, old.source, old.rule AS old_rule, old.edition AS old_edition,
               new.rule AS new_rule, new.edition AS new_edition
        FROM cites AS old JOIN cites AS new USING (ruling, source)
        JOIN editions AS before ON before.source = old.source AND before.edition = old.edition
        JOIN editions AS after ON after.source = new.source AND after.edition = new.edition
        WHERE old."case" IS NULL AND new."case" IS NULL AND before.position < after.position
          AND old.rule GLOB '[0-9]*' AND new.rule GLOB '[0-9]*'
          AND old.rule NOT IN (SELECT rule FROM cites WHERE ruling = new.ruling AND edition = new.edition)
          AND new.rule NOT IN (SELECT rule FROM cites WHERE ruling = old.ruling AND edition = old.edition)
        ORDER BY old.source, old.rule, new.rule, old.ruling
        """,
    ),
}
"""Views by name: what a row is, and how it is found."""

SEARCHED = {
    "rulings": ("id", "statement", "rules", "disputed", "superseded", "notes"),
    "cases": ("id", "title", "why", "rules", "cards"),
}
"""The tables with full-text search, each by `<table>_fts`, and the columns searched."""


def database(corpus: Corpus) -> bytes:
    """Return the database as the bytes of its file; raises `CorpusError` for a card that cannot be read."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.execute("PRAGMA page_size = 4096")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("BEGIN")
        for table in TABLES:
            connection.execute(_create(table))
            places = ", ".join("?" * len(table.columns))
            connection.executemany(f'INSERT INTO "{table.name}" VALUES ({places})', table.rows(corpus))  # noqa: S608
        connection.execute("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT)")
        connection.execute("INSERT INTO about VALUES ('corpus', ?)", (corpus.digest,))
        connection.executemany(
            "INSERT INTO about VALUES (?, ?)",
            [(name, about) for name, about in ((table.name, table.about) for table in TABLES)]
            + [(name, about) for name, (about, _) in VIEWS.items()],
        )
        for indexed, column in (("cites", "key"), ("cites", "ruling"), ("cases", "ruling"), ("case_cards", "card")):
            connection.execute(f"CREATE INDEX {indexed}_{column} ON {indexed} ({column})")
        for name, (about, select) in VIEWS.items():
            connection.execute(f"CREATE VIEW {name} AS -- {about}\n{select.strip()}")
        for name, columns in SEARCHED.items():
            listed = ", ".join(columns)
            connection.execute(
                f"CREATE VIRTUAL TABLE {name}_fts USING fts5 "
                f"({listed}, content=\"{name}\", tokenize='porter unicode61 remove_diacritics 2')"
            )
            connection.execute(f"INSERT INTO {name}_fts ({name}_fts) VALUES ('rebuild')")  # noqa: S608
            connection.execute(f"INSERT INTO {name}_fts ({name}_fts) VALUES ('optimize')")  # noqa: S608
        connection.execute("COMMIT")
        connection.execute("VACUUM")
        return connection.serialize()
    finally:
        connection.close()


def _create(table: Table) -> str:
    """Return the statement that makes a table; SQLite keeps its comments, so that `.schema` explains the columns."""
    lines = [
        *(f'  "{column.name}" {column.type}' for column in table.columns),
        *(f"  {key}" for key in table.keys),
    ]
    comments = [*(column.about for column in table.columns), *("" for _ in table.keys)]
    last = len(lines) - 1
    told = [
        f"{line}{',' if place < last else ''}{f' -- {comment}' if comment else ''}"
        for place, (line, comment) in enumerate(zip(lines, comments, strict=True))
    ]
    return f'CREATE TABLE "{table.name}" ( -- {table.about}\n' + "\n".join(told) + "\n)"
