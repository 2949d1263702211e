"""
Writes `docs/commands.md`: every command with its arguments, options and examples, as the commands' own help has them.

    python -m checker.documenting.command_docs > docs/commands.md
"""

import re
import sys
from argparse import Action, ArgumentParser
from collections.abc import Iterator

from checker.prose import capital

_HEAD = """\
# Commands

Every command with its options, generated from the commands themselves; do not edit this page by hand. To regenerate it:
`python -m checker.documenting.command_docs > docs/commands.md`. `rulings COMMAND --help` shows the same in a terminal.

Every command takes `--corpus DIR`, to read another corpus than the one that is shipped, and `--no-color`, as with
`NO_COLOR` in the environment. Both may also stand before the command.
"""
_GLOBAL = frozenset({"help", "corpus", "no_color"})


def main() -> None:
    """Print the page."""
    sys.stdout.write(document())


def document() -> str:
    """Return the page as Markdown."""
    return "\n".join((_HEAD, *(line for name, parser in commands() for line in _command(name, parser))))


def commands() -> Iterator[tuple[str, ArgumentParser]]:
    """Yield every command's name and parser, in the order of `rulings --help`."""
    from checker.cli import parser

    for action in parser()._actions:  # noqa: SLF001 - argparse has no other way to ask
        if action.dest == "command" and isinstance(action.choices, dict):
            yield from action.choices.items()


def options(parser: ArgumentParser) -> Iterator[Action]:
    """Yield a command's arguments and options, but for those that every command has."""
    for action in parser._actions:  # noqa: SLF001
        if action.dest not in _GLOBAL:
            yield action


def _command(name: str, parser: ArgumentParser) -> Iterator[str]:
    told = _prose(parser.description or "")
    yield from (f"## {name}", "", capital(told), "")
    rows = [f"| {_called(action)} | {_help(parser, action)} |" for action in options(parser)]
    if rows:
        yield from ("| argument | what it is |", "| --- | --- |", *rows, "")
    examples, _, codes = (parser.epilog or "").partition("\n\n")
    lines = re.sub(r"^examples:\n", "", examples).rstrip().splitlines()
    if lines:
        yield from ("```text", *(line.removeprefix("  ") for line in lines), "```", "")
    if codes:
        yield from (_prose(capital(codes)) + ".", "")


def _called(action: Action) -> str:
    if not action.option_strings:
        return f"`{action.metavar or action.dest}`"
    value = ""
    if action.nargs != 0:
        told = ",".join(map(str, action.choices)) if action.choices else str(action.metavar or action.dest.upper())
        value = f" {{{told}}}" if action.choices else f" {told}"
    return ", ".join(f"`{option}{value}`" for option in action.option_strings).replace("|", "\\|")


def _help(parser: ArgumentParser, action: Action) -> str:
    told = parser._get_formatter()._expand_help(action) if action.help else ""  # noqa: SLF001
    return _prose(told).replace("|", "\\|")


def _prose(text: str) -> str:
    return " ".join(text.split())


if __name__ == "__main__":
    main()
