"""Lays out what a person reads in a terminal: sections, hanging lines, and a pager for long output."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from checker.cli import common

if TYPE_CHECKING:
    from rich.console import Console

NARROW = 72
"""Columns below which a table is shown as a list."""
_LEAST = 30
"""The fewest columns that lines are broken to."""


def add_pager(parser: ArgumentParser) -> None:
    """Add `--no-pager`, which `paged` reads."""
    parser.add_argument(
        "--no-pager",
        action="store_true",
        help="on a terminal, show long output without a pager; PAGER in the environment names another pager, or none "
        "if it is empty",
    )


@contextmanager
def paged(args: Namespace) -> "Iterator[Console]":
    """Provide a console to print on; what does not fit on its screen is shown in a pager."""
    console = common.console(args)
    pager = None if args.no_pager or not console.is_terminal else _pager()
    if pager is None:
        yield console
        return
    with console.capture() as captured:
        yield console
    text = captured.get()
    if text.count("\n") < console.height or not _shown(pager, text):
        console.file.write(text)


def _pager() -> list[str] | None:
    """Return the command of the pager, None if there should be none."""
    import shlex

    try:
        command = shlex.split(os.environ.get("PAGER", "less"))
    except ValueError:
        return None
    return command if command and command != ["cat"] else None


def _shown(pager: list[str], text: str) -> bool:
    """Show a text in a pager; return False if it cannot be started."""
    import subprocess

    environment = {**os.environ, "LESS": os.environ.get("LESS", "FRX")}
    try:
        process = subprocess.Popen(pager, stdin=subprocess.PIPE, env=environment)  # noqa: S603 - the reader's own choice
    except OSError:
        return False
    given: bytes | None = text.encode("utf-8", "replace")
    while True:
        try:
            process.communicate(given)  # whoever has read enough ends the pager, and the rest goes nowhere
        except KeyboardInterrupt:  # the pager's business: it goes on
            given = None
        else:
            return True


def head(console: "Console", title: str, aside: str) -> None:
    """Print the title, and something beside it, or below it if there is no room."""
    from rich.text import Text

    between = "" if not aside else "  " if len(title) + len(aside) + 2 <= console.width else "\n  "
    console.print(Text.assemble((title, "bold"), (f"{between}{aside}", "dim")), soft_wrap=True)


def section(console: "Console", label: str) -> None:
    """Begin a section."""
    from rich.text import Text

    console.print()
    console.print(Text(label, style="cyan"))


def text(console: "Console", told: str, indent: int = 2) -> None:
    """Print a paragraph."""
    hanging(console, " ".join(told.split()), "", " " * indent, indent)


def lines(console: "Console", texts: Iterable[str]) -> None:
    """Print lines; a long one is broken and continues further in."""
    for told in texts:
        hanging(console, told, "", "  ", len(told) - len(told.lstrip()) + 4)


def bullet(console: "Console", name: str, told: str) -> None:
    """Print a name and what there is to say about it."""
    hanging(console, name, told, "  ", 6)


def hanging(console: "Console", first: str, rest: str, margin: str, indent: int) -> None:
    """Print a line after a margin, the rest of it further in; `first`, if followed by a `rest`, stands out."""
    from rich.text import Text

    filled = fill(console, f"{first}  {rest}" if rest else first, margin, indent)
    told = Text(filled)
    if rest:
        told.stylize("bold", len(margin), len(margin) + len(first))
    console.print(told, soft_wrap=True)


def fill(console: "Console", told: str, margin: str, indent: int) -> str:
    """Break a line to the width of a terminal."""
    import textwrap

    width = max(_LEAST, console.width)
    indent = min(indent, width // 3)
    return textwrap.fill(
        told,
        width,
        initial_indent=margin,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,  # an id is for copying
        replace_whitespace=False,
    )
