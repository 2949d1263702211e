"""Any form of the corpus as bytes: the same corpus gives the same bytes."""

import csv
import io
import json
from collections.abc import Iterator

from checker.export.documents import case_lines, corpus_document
from checker.export.tables import TABLES, Table
from checker.model import Corpus


def whole(corpus: Corpus) -> bytes:
    """Return the corpus as one JSON document, a ruling and a card to a line, so that it can be read and compared."""
    document = corpus_document(corpus)
    parts = []
    for key, value in document.items():
        if key == "rulings":
            parts.append(f'"rulings": {_lines(value, "  ")}')
        elif key == "cards":
            games = (f"  {_compact(game)}: {_lines(cards, '    ')}" for game, cards in value.items())
            parts.append('"cards": {\n' + ",\n".join(games) + "\n}")
        else:
            parts.append(f"{_compact(key)}: {_compact(value)}")
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode("utf-8", "backslashreplace")


def lines(corpus: Corpus) -> bytes:
    """Return every case as a line of JSON."""
    text = "".join(f"{_compact(case)}\n" for case in case_lines(corpus))
    return text.encode("utf-8", "backslashreplace")


def tables(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield every table's name and its rows as CSV (RFC 4180), the names of the columns first."""
    for each in TABLES:
        yield each.name, table(corpus, each)


def table(corpus: Corpus, which: Table) -> bytes:
    """Return a table as CSV."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(column.name for column in which.columns)
    writer.writerows(which.rows(corpus))
    return stream.getvalue().encode("utf-8", "backslashreplace")


def _lines(values: list[object], indent: str) -> str:
    return "[\n" + ",\n".join(f"{indent}{_compact(value)}" for value in values) + f"\n{indent[2:]}]"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
