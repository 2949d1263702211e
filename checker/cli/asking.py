"""What the commands share that ask an engine."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from checker.problems import UsageError

if TYPE_CHECKING:
    from checker.engines import Engine
    from checker.model import Case, Corpus


def add_engine(parser: ArgumentParser) -> None:
    """Add the options that name an engine and limit it."""
    parser.add_argument(
        "--engine",
        metavar="SPEC",
        default="reference",
        help="reference, python:package.module:Class or 'cmd:program arguments' (default: %(default)s)",
    )
    parser.add_argument(
        "--timeout", metavar="S", type=seconds, default=10.0, help="seconds for each answer (default: %(default)g)"
    )


def seconds(told: str) -> float:
    """Read a number of seconds."""
    try:
        number = float(told)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise ArgumentTypeError(f"{told!r} is no number of seconds")
    return number


@contextmanager
def opened(args: Namespace) -> "Iterator[Engine]":
    """Open the engine that the command line names, and close it in the end."""
    from checker.engines.spec import Limits, open_engine

    engine = open_engine(args.engine, Limits(request=args.timeout))
    try:
        yield engine
    finally:
        engine.close()


def one_case(corpus: "Corpus", what: str) -> "Case":
    """Return the one case that a word names; raises `UsageError` if it names several."""
    from checker.query import find

    cases = find(corpus, [what]).cases
    if len(cases) != 1:
        some = ", ".join(f"`{case.id}`" for case in cases[:3])
        raise UsageError(f"`{what}` names {len(cases)} cases", f"name one, such as {some}" if some else None)
    return cases[0]


def fail(message: str, code: int) -> int:
    """Tell why a command cannot go on, and return its exit code."""
    sys.stderr.write(f"rulings: {message}\n")
    return code
