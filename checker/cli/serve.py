"""`rulings serve`: serves an engine to others, over HTTP or on standard input and output."""

import os
import sys
from argparse import Namespace
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, BinaryIO

from checker.cli import asking, common
from checker.cli.plain import say

if TYPE_CHECKING:
    from checker.engines import Engine

_EXAMPLES = """\
  rulings serve                                  the reference engine, on a free port of this machine
  rulings serve --port 8000                      then: rulings check --engine http://127.0.0.1:8000
  rulings serve 'cmd:java -jar adapter.jar'      any engine
  rulings serve python:my.module:Engine --stdio  a Python class as a program on JSON lines

exit codes: 0 it has ended, 2 wrong usage, 3 the engine cannot be used"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(
        subparsers,
        "serve",
        summary="serves an engine over HTTP, or on standard input and output",
        description="Serves an engine over HTTP, by default to this machine only, or on standard input and output.",
        examples=_EXAMPLES,
    )
    parser.add_argument("engine", metavar="SPEC", nargs="?", default="reference", help=asking.SPEC)
    parser.add_argument("--port", metavar="N", type=int, default=0, help="the port; a free one if left out")
    parser.add_argument(
        "--host", metavar="H", default="127.0.0.1", help="the address to listen on (default: %(default)s)"
    )
    parser.add_argument("--stdio", action="store_true", help="read requests from standard input instead")
    asking.add_limits(parser)


def run(args: Namespace) -> int:
    """Run the command until it is ended, and return its exit code."""
    from checker.engines import Unusable

    try:
        with asking.opened(args) as engine:
            return _serve(args, engine)
    except Unusable as failure:
        return asking.unusable(failure)


def _serve(args: Namespace, engine: "Engine") -> int:
    from checker.serve import Server, on_lines

    if args.stdio:
        on_lines(engine, sys.stdin.buffer, _apart())
        return common.AS_EXPECTED
    try:
        server = Server(engine, args.host, args.port)
    except (OSError, OverflowError, TypeError, UnicodeError) as error:  # the last two of a host that is no name
        return asking.fail(f"cannot listen on {args.host}:{args.port}: {error}", common.WRONG_USAGE)
    with server:
        say(f"{args.engine} is at {server.address}")
        sys.stdout.flush()
        server.serve_forever()
    return common.AS_EXPECTED


def _apart() -> BinaryIO:
    """Return standard output for responses alone; what an engine prints there goes to standard error from now on."""
    sys.stdout.flush()
    responses = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # or what is printed would stand with a later case, or nowhere
    return responses
