"""What the commands share: their parser's usual parts, the corpus that is asked for, the terminal."""

import json
import os
import re
import sys
from argparse import (
    SUPPRESS,
    ArgumentParser,
    ArgumentTypeError,
    HelpFormatter,
    Namespace,
    RawDescriptionHelpFormatter,
)
from collections.abc import Callable
from functools import cached_property
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

from checker.prose import capital

if TYPE_CHECKING:
    from rich.console import Console

    from checker.model import Corpus

AS_EXPECTED = 0
NOT_AS_EXPECTED = 1
WRONG_USAGE = 2
ENGINE_UNUSABLE = 3
INTERNAL_ERROR = 70
INTERRUPTED = 130

_USUAL = 80
"""The columns of a terminal that does not say how many it has."""

WHAT = (
    "a ruling's or a case's id, the beginning of one (`dominion/exchange`), the end of a case's (`optional#declined`), "
    "a topic, a rule's number or key (`614.5`, `dominion-exchange:not-gained`), a source, a card's name, "
    "or a report of an engine's fault (`magefree/mage#9444`, `magefree/mage`)"
)
"""How the help of commands says what WHAT may be."""


class Help(RawDescriptionHelpFormatter):
    """Fits paragraphs to the terminal; what has lines of its own, such as examples, keeps them."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = RawDescriptionHelpFormatter if "\n" in text else HelpFormatter
        return lines._fill_text(self, text, width, indent)  # noqa: SLF001 - this is one of them


def command(subparsers: Any, name: str, *, summary: str, description: str = "", examples: str) -> ArgumentParser:
    """Add a command with what every command has: examples, `--corpus` and `--no-color`."""
    parser: ArgumentParser = subparsers.add_parser(
        name,
        help=summary,
        description=description or f"{capital(summary)}.",
        epilog=f"examples:\n{examples}",
        formatter_class=Help,
        allow_abbrev=False,  # or an option that comes later would change what a part of its name means
    )
    add_globals(parser, default=SUPPRESS)
    return parser


def add_globals(parser: ArgumentParser, default: Any = None) -> None:
    """Add the options that may precede or follow the command; a command's own default must not win."""
    parser.add_argument(
        "--corpus",
        metavar="DIR",
        type=named,
        default=default,
        help="read the corpus in this folder, not the one that is shipped",
    )
    parser.add_argument(
        "--no-color",
        action="store_true",
        default=default or False,
        help="no colour, as with NO_COLOR in the environment",
    )


def named(told: str) -> Path:
    """Read the name of a file or folder; an empty one, from an unset variable, is not this folder, and `-` no file."""
    if not told:
        raise ArgumentTypeError("the name is empty")
    if told == "-":
        raise ArgumentTypeError("`-` names no file, and standard input and output are not meant here; ./- names one")
    return Path(told)


def output(told: str) -> Path | None:
    """Read the name of a file to write to; `-` stands for standard output, as None does."""
    return None if told == "-" else file(told)


def file(told: str) -> Path:
    """Read the name of a file to write to, which does not end as a folder's does."""
    if of_folder(told):
        raise ArgumentTypeError(f"{told!r} is the name of a folder; name a file in it")
    return named(told)


def of_folder(told: str) -> bool:
    """Whether a name ends as that of a folder, there or not; a path no longer tells."""
    return told.endswith(("/", os.sep))


def add_selection(parser: ArgumentParser) -> None:
    """Add `WHAT…` and `-k`, which `selected` reads."""
    parser.add_argument("what", metavar="WHAT", nargs="*", default=[], help=f"{WHAT}; everything if left out")
    parser.add_argument(
        "-k",
        dest="expression",
        metavar="EXPR",
        help="of these, those whose id and title match an expression: `vampire and not bat`",
    )


def add_edition(parser: ArgumentParser, default: str | None = "each") -> None:
    """Add `--edition`, which `corpus` reads; without a default, the command has to supply the usual one."""
    parser.add_argument(
        "--edition",
        metavar="EDITION",
        default=default,
        help="what is in force in this edition of the rules, such as `2024-03-08`; or `newest`, for what is in force "
        "today; or `each`, for every case by the newest edition in which it is in force "
        f"(default: {default or 'newest'})",
    )


def corpus(args: Namespace) -> "Corpus":
    """Load the corpus that the command line names, as of the edition that it names; raises `CorpusError`."""
    from checker.reading.corpus import load

    if args.corpus is None:
        tell_of_another()
    loaded = load(args.corpus)
    edition = getattr(args, "edition", None)
    if edition is None:
        return loaded
    from checker.editions import at

    return at(loaded, edition)


def tell_of_another() -> None:
    """Warn if the corpus here is not the one that is read: a checkout, while another version is installed."""
    from checker.cli.plain import warn
    from checker.reading import locate

    here = Path("corpus")
    if locate.installed() and locate.is_corpus(here) and not locate.same(here, locate.data("corpus")):
        warn("this reads the installed corpus; the one in ./corpus is another, and `--corpus corpus` reads it")


def own_corpus(args: Namespace) -> "Corpus":
    """Load the corpus that a command will write to; raises `UsageError` for the one that was installed."""
    from checker.problems import UsageError
    from checker.reading.locate import installed

    if args.corpus is None and installed():
        raise UsageError(
            "the installed corpus is not written to, since the next installation would undo it",
            "name yours, as with `--corpus corpus` in a checkout",
        )
    return corpus(args)


class _Trimmed:
    """A file that takes the lines of a terminal, and writes them without trailing blanks."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        return self._file.write(re.sub(r" +$", "", text, flags=re.MULTILINE))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class _PlainConsole:
    """A console for what is no terminal, without rich; what only rich can print is left to rich."""

    is_terminal = False

    def __init__(self, make: "Callable[[], Console]", file: TextIO) -> None:
        self._make = make
        self.file = file

    @cached_property
    def _console(self) -> "Console":
        return self._make()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._console, name)


def console(args: Namespace) -> "Console":
    """Return a console that is plain when piped, and without colour when asked."""
    file = sys.stdout
    if file.isatty() or any(os.environ.get(name) for name in ("FORCE_COLOR", "TTY_COMPATIBLE")):
        return _console(args, file=file)
    return cast("Console", _PlainConsole(lambda: _console(args, file=cast("TextIO", _Trimmed(file))), file))


def _console(args: Namespace, *, file: TextIO) -> "Console":
    from rich.console import Console

    class Terminal(Console):
        def on_broken_pipe(self) -> None:  # rich would end the program with 1
            raise BrokenPipeError

    plain = args.no_color or bool(os.environ.get("NO_COLOR"))
    terminal = Terminal(file=file, no_color=plain, highlight=False, soft_wrap=False)
    if not terminal.width:  # COLUMNS=0, as where nobody has said how wide it is
        terminal.width = _USUAL
    return terminal


def json_stdout() -> TextIO:
    """Return standard output to write JSON to, which is UTF-8 whatever the locale."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    return sys.stdout


def print_json(value: Any) -> None:
    """Print a value as JSON, for other programs."""
    json_stdout().write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
