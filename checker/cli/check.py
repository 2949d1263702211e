"""`rulings check`: runs cases on an engine."""

import sys
from argparse import Namespace
from contextlib import ExitStack
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

from checker.cli import asking, common

if TYPE_CHECKING:
    from checker.runner import Listener

EXAMPLES = """\
  rulings check                                     every case, on the reference engine
  rulings check dominion/exchange 614.5             a topic, and whatever cites a rule
  rulings check -k 'not vampire' -x                 stop at the first failure
  rulings check --engine 'cmd:python my_engine.py'  a program that speaks the protocol
  rulings check --engine python:my.module:Engine    a Python class
  rulings check --report junit=results.xml          for a CI service"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser."""
    parser = common.command(
        subparsers, "check", summary="run cases on an engine", description=__doc__.split(": ", 1)[1], examples=EXAMPLES
    )
    common.add_selection(parser)
    asking.add_engine(parser)
    parser.add_argument("-x", "--fail-fast", action="store_true", help="stop at the first case that fails")
    parser.add_argument(
        "--report", metavar="KIND=FILE", action="append", default=[], help="also write a report: jsonl or junit"
    )
    parser.add_argument("--json", action="store_true", help="write the report to standard output, as JSON lines")
    parser.add_argument("-v", "--verbose", action="store_true", help="tell every case")


def run(args: Namespace) -> int:
    """Run the command and return its exit code."""
    from checker.engines import Unusable
    from checker.query import find
    from checker.runner import run as run_cases

    corpus = common.corpus(args)
    cases = find(corpus, args.what, args.expression).cases
    if not cases:
        return asking.fail("no case is selected", common.WRONG_USAGE)
    selection = [*args.what, *(("-k", args.expression) if args.expression else ())]
    try:
        with ExitStack() as files, asking.opened(args) as engine:
            engine.describe()  # before a report of an earlier run is written over
            listeners = _listeners(args, files)
            summary = run_cases(
                corpus, cases, engine, args.engine, listeners, selection=selection, fail_fast=args.fail_fast
            )
    except Unusable as failure:
        return asking.fail(f"the engine cannot be used: {failure.message}", common.ENGINE_UNUSABLE)
    if summary.interrupted:
        return common.INTERRUPTED
    if not summary.claimed:
        return asking.fail("none of the cases lies within the engine's claims", common.ENGINE_UNUSABLE)
    return common.AS_EXPECTED if summary.as_expected else common.NOT_AS_EXPECTED


def _listeners(args: Namespace, files: ExitStack) -> "list[Listener]":
    from checker.reports import open_report

    listeners = [open_report(told, files) for told in args.report]
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    if args.json:
        from checker.reports.jsonl import JsonLines

        return [JsonLines(sys.stdout), *listeners]
    from checker.reports.terminal import Terminal

    terminal = Terminal(common.console(args), verbose=args.verbose)
    files.callback(terminal.close)
    return [terminal, *listeners]
