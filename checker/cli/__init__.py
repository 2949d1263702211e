"""The command `rulings`: one module for each of its commands."""

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from checker.cli.common import WRONG_USAGE
from checker.problems import CorpusError, UsageError

COMMANDS = (
    *("check", "validate", "list", "show", "search", "explore", "explain"),
    *("gate", "diff", "history", "rebase", "cite-check"),
)
"""In the order in which `rulings --help` tells them; each is a module of this package."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    parser, modules = _parser()
    try:
        args = parser.parse_args(argv)
    except SystemExit as stop:
        return int(stop.code or 0)
    try:
        return int(modules[args.command].run(args))
    except CorpusError as error:
        for problem in error.problems:
            print(f"rulings: {problem}", file=sys.stderr)
        return WRONG_USAGE
    except UsageError as error:
        print(f"rulings: {error.message}", file=sys.stderr)
        return WRONG_USAGE


def _parser() -> tuple[ArgumentParser, dict[str, ModuleType]]:
    parser = ArgumentParser(
        prog="rulings",
        description="Reads the rulings of card games and holds engines to them.",
        formatter_class=RawDescriptionHelpFormatter,
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    modules: dict[str, ModuleType] = {}
    for name in COMMANDS:
        module = f"checker.cli.{name.replace('-', '_')}"
        if find_spec(module):
            modules[name] = import_module(module)
            modules[name].add_parser(subparsers)
    return parser, modules
