"""`rulings export`: the rulings as data, in one file or several."""

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from checker import writing
from checker.cli import common
from checker.problems import UsageError

FORMS = ("json", "jsonl", "csv", "sqlite", "datasette")
_FILES = {"json": "rulings.json", "jsonl": "cases.jsonl", "sqlite": "rulings.db", "datasette": "datasette.json"}
"""What the file of a form may be called."""

_EXAMPLES = """\
  rulings export --to json -o rulings.json      everything, as the files of the corpus have it
  rulings export --to jsonl | head -1           one case per line, each with everything it needs
  rulings export --to sqlite -o rulings.db      tables, views and full-text search
  rulings export --to csv -o tables             the same tables, one file each
  rulings export --to csv --table cases         one of them
  rulings export --to datasette -o datasette.json   metadata for Datasette, to go with the database

exit codes: 0 it was written, 2 wrong usage or a corpus that cannot be used"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(
        subparsers,
        "export",
        summary="writes the rulings as data",
        description="Writes the corpus as JSON, JSON lines, CSV or SQLite, or metadata for Datasette to go with the "
        "SQLite file. The same corpus gives the same bytes.",
        examples=_EXAMPLES,
    )
    parser.add_argument("--to", choices=FORMS, required=True, help="the form")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=_named,
        help="where to write; a folder for csv. Standard output if left out, or `-`",
    )
    parser.add_argument("--table", metavar="NAME", help="with csv: only this table")


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.export import write
    from checker.export.tables import TABLES

    output = _output(args)
    if args.to != "csv" or args.table is not None:
        writing.ready(output)
    corpus = common.corpus(args)
    named = {table.name: table for table in TABLES}
    if args.table is not None and (args.to != "csv" or args.table not in named):
        hint = f"there are {', '.join(named)}" if args.to == "csv" else "it goes with `--to csv`"
        raise UsageError(
            f"there is no table `{args.table}`" if args.to == "csv" else "--table does not go with this format", hint
        )
    match args.to:
        case "json":
            _write(output, write.whole(corpus))
        case "jsonl":
            _write(output, write.lines(corpus))
        case "sqlite":
            from checker.export.sqlite import database

            if output is None and sys.stdout.isatty():
                raise UsageError("a database does not belong on a terminal", "name a file with -o")
            _write(output, database(corpus))
        case "datasette":
            from checker.export.datasette import metadata

            _write(output, metadata())
        case "csv" if args.table is not None:
            _write(output, write.table(corpus, named[args.table]))
        case _:
            folder = _folder(output)
            for name, content in write.tables(corpus):
                _write(folder / f"{name}.csv", content)
    return common.AS_EXPECTED


def _named(told: str) -> str:
    """Read a name as it was given: whether a folder's is right depends on what is written."""
    if told != "-":
        common.named(told)
    return told


def _output(args: Namespace) -> Path | None:
    """Return where to write; None for standard output."""
    if args.output in (None, "-"):
        return None
    if common.of_folder(args.output) and (args.to != "csv" or args.table is not None):
        inside = f"{args.output}{_FILES.get(args.to, f'{args.table}.csv')}"
        raise UsageError(f"{args.output} is the name of a folder", f"name a file in it, such as {inside}")
    return Path(args.output)


def _folder(path: Path | None) -> Path:
    if path is None:
        raise UsageError("several tables need a folder", "name it with -o, or name one with --table")
    if path.is_file():
        raise UsageError(f"{path} is a file", "several tables need a folder; name that, or one with --table")
    return path


def _write(path: Path | None, content: bytes) -> None:
    if path is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return
    writing.whole(path, content)
