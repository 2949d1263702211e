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
_MARGIN = "  "


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


class Page:
    """
    What is laid out to be read on a console, and printed whenever a part of it is complete.

    To print each line by itself takes several times as long.
    """

    def __init__(self, console: "Console") -> None:
        """Begin an empty page, as wide as the console."""
        self._console = console
        self._width = max(_LEAST, console.width)
        self._parts: list[str | tuple[str, str]] = []

    def print(self) -> None:
        """Print what has been laid out since the last time."""
        from rich.text import Text

        self._console.print(Text.assemble(*self._parts), soft_wrap=True, end="")
        self._parts.clear()

    def line(self, *parts: str | tuple[str, str]) -> None:
        """Add a line as it is: texts, some of them with a style."""
        self._parts += [*parts, "\n"]

    def head(self, title: str, aside: str) -> None:
        """Add the title, and something beside it, or below it if there is no room."""
        between = "" if not aside else "  " if len(title) + len(aside) + 2 <= self._width else "\n  "
        self.line((title, "bold"), (f"{between}{aside}", "dim"))

    def section(self, label: str) -> None:
        """Begin a section."""
        self.line()
        self.line((label, "cyan"))

    def text(self, told: str, indent: int = 2) -> None:
        """Add a paragraph."""
        self.line(self.fill(" ".join(told.split()), " " * indent, indent))

    def lines(self, texts: Iterable[str]) -> None:
        """Add lines; a long one is broken and continues further in."""
        for told in texts:
            self.line(self.fill(told, _MARGIN, len(told) - len(told.lstrip()) + 4))

    def bullet(self, name: str, told: str) -> None:
        """Add a name, which stands out, and what there is to say about it."""
        filled = self.fill(f"{name}  {told}", _MARGIN, 6)
        end = len(_MARGIN) + len(name)
        self.line(_MARGIN, (filled[len(_MARGIN) : end], "bold"), filled[end:])

    def fill(self, told: str, margin: str, indent: int) -> str:
        """Break a line that is longer than the page is wide; it begins after a margin and continues further in."""
        import textwrap

        if len(margin) + len(told) <= self._width:
            return f"{margin}{told}"
        return textwrap.fill(
            told,
            self._width,
            initial_indent=margin,
            subsequent_indent=" " * min(indent, self._width // 3),
            break_on_hyphens=False,
            break_long_words=False,  # an id is for copying
            replace_whitespace=False,
        )
