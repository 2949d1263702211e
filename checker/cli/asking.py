"""What the commands that ask an engine share."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from checker.cli import common
from checker.cli.plain import warn
from checker.problems import UsageError
from checker.running import forked

if TYPE_CHECKING:
    from checker.engines import Engine, EngineFailure, Limits
    from checker.model import Case, Corpus

SPEC = "reference, python:package.module:Class, 'cmd:program arguments', http://address or an installed engine's name"
"""How the help of commands says what names an engine."""


TELLS_NO_RULES = "the engine does not claim `broken`, the capability by which it says which rules it has and breaks one"
"""What is told where an engine's rules are wanted, and it tells of none."""


def add_engine(parser: ArgumentParser) -> None:
    """Add the options that name an engine and limit it."""
    parser.add_argument(
        "--engine",
        metavar="SPEC",
        default="reference",
        help=f"{SPEC} (default: reference)",
    )
    add_limits(parser)


_SECONDS, _START_SECONDS = 10.0, 30.0
"""The defaults of `Limits`, said again here since a command's help need not import what reaches an engine."""


def add_limits(parser: ArgumentParser) -> None:
    """Add the options that limit an engine."""
    parser.add_argument(
        "--timeout", metavar="S", type=seconds, default=_SECONDS, help="seconds for each answer (default: %(default)g)"
    )
    parser.add_argument(
        "--start-timeout",
        metavar="S",
        type=seconds,
        default=_START_SECONDS,
        help="seconds until the engine says what it is (default: %(default)g)",
    )
    parser.add_argument("--memory", metavar="MB", type=count, help="megabytes of address space for an engine's process")


def count(told: str, most: int = 1_000_000_000) -> int:
    """Read a number of things, at least one."""
    if not told.isascii() or not told.isdigit() or not int(told):
        raise ArgumentTypeError(f"{told.strip()!r} is not a whole number of at least 1")
    if int(told) > most:
        raise ArgumentTypeError(f"{told} is too many; {most:,} are the most")
    return int(told)


def at_a_time(told: str) -> int:
    """Read how many things may be under way at a time, each of which takes memory."""
    return count(told, 10_000)


def jobs(told: str) -> int:
    """Read a number of processes; `auto` is one for each processor."""
    return forked.processors() if told == "auto" else at_a_time(told)


def worth(engine: "Engine", cases: int) -> int:
    """Return how many forked processes cases are worth on an engine; one if it is a process of its own."""
    from checker.engines.in_process import InProcess

    return forked.worth(cases) if isinstance(engine, InProcess) else 1


def limits(args: Namespace) -> "Limits":
    """Return the limits that the command line sets."""
    from checker.engines import Limits

    memory = args.memory << 20 if args.memory else None
    return Limits(request=args.timeout, start=args.start_timeout, memory=memory)


def told_limits(args: Namespace) -> str:
    """Return the options that set the limits that the command line sets, as they follow other words."""
    set_to = {
        "--timeout": f"{args.timeout:g}" if args.timeout != _SECONDS else "",
        "--start-timeout": f"{args.start_timeout:g}" if args.start_timeout != _START_SECONDS else "",
        "--memory": str(args.memory or ""),
    }
    return "".join(f" {name} {value}" for name, value in set_to.items() if value)


def seconds(told: str) -> float:
    """Read a number of seconds."""
    try:
        number = float(told)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise ArgumentTypeError(f"{told!r} is not a number of seconds")
    return number


@contextmanager
def opened(args: Namespace) -> "Iterator[Engine]":
    """Open the engine that the command line names, and close it in the end."""
    from checker.engines.spec import open_engine

    engine = open_engine(args.engine, limits(args))
    try:
        yield engine
    finally:
        engine.close()


def one_case(corpus: "Corpus", what: str) -> "Case":
    """Return the one case that a word names; raises `UsageError` if it names several, or none in force."""
    from checker.editions import as_told, limits_of, stands
    from checker.finding.query import find

    cases = find(corpus, [what]).cases
    if len(cases) != 1:
        some = ", ".join(f"`{case.id}`" for case in cases[:3])
        raise UsageError(f"`{what}` names {len(cases)} cases", f"name one, such as {some}" if some else None)
    if not stands(corpus, cases[0]):
        limits = limits_of(cases[0])
        raise UsageError(
            f"`{cases[0].id}` is not in force in {as_told(corpus)}", f"it is in force {limits}" if limits else None
        )
    return cases[0]


def no_cases(corpus: "Corpus") -> UsageError:
    """Return what is wrong if no case is left to be played: the corpus has none, or none is selected."""
    if not corpus.cases:
        return UsageError(f"the corpus in {corpus.root} has no cases", "name another one with --corpus DIR")
    return UsageError("no case is selected")


def unusable(failure: "EngineFailure") -> int:
    """Tell why an engine cannot be used, and the option that gives a slow one longer; return the exit code."""
    from checker.engines import BrokenProtocol, Crashed, EngineError, TimedOut, Unusable
    from checker.reports.text import clean, ends

    slow = "; --start-timeout gives it more seconds" if isinstance(failure.__cause__, TimedOut) else ""
    warn(f"the engine cannot be used: {failure.message}{slow}")
    if isinstance(failure.__cause__, TimedOut | Crashed | BrokenProtocol | EngineError):
        warn("`rulings doctor` with that engine shows what was sent and what came, and how to mend it")
    told = ends(failure.said) if isinstance(failure, Unusable) else []
    if len(told) > 1:  # which of the lines tells what happened depends on the language
        warn("\n  ".join(["its standard error:", *map(clean, told)]))
    return common.ENGINE_UNUSABLE


def cannot_show(failure: Exception, args: Namespace) -> int:
    """Tell why an engine cannot show a case, and what can; return the exit code."""
    from checker.judging.play import OutsideClaims

    fail(str(failure), common.ENGINE_UNUSABLE)
    if isinstance(failure, OutsideClaims) and args.engine != "reference":
        warn("without --engine the reference engine shows it; `rulings check` with --messages tells what yours answers")
    return common.ENGINE_UNUSABLE


def fail(message: str, code: int) -> int:
    """Tell why a command cannot go on, and return its exit code."""
    warn(message)
    return code
