"""The command `rulings`: one module for each of its commands."""

import errno
import os
import signal
import sys
from argparse import SUPPRESS, Action, ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from threading import current_thread, main_thread
from types import ModuleType
from typing import Any, Never

from checker.cli.common import INTERNAL_ERROR, INTERRUPTED, WRONG_USAGE, Help, add_globals
from checker.cli.plain import warn
from checker.problems import CorpusError, UsageError
from checker.running import collecting
from checker.running.ending import ENDS

COMMANDS = (
    *("check", "validate", "list", "show", "search", "explore", "explain", "prove", "coverage"),
    *("gate", "diff", "history", "rebase", "cite-check", "merge", "compare", "fuzz", "doctor", "new-adapter"),
    *("serve", "export", "site"),
)
"""In the order in which `rulings --help` lists them; each is a module of this package."""

_EXAMPLES = """\
examples:
  rulings check                                     run every case on the reference engine
  rulings check dominion --engine 'cmd:my-engine'   run some on your own engine
  rulings search vampire bat                        find a ruling
  rulings show dominion/exchange/not-gained         read it

exit codes: 0 all is as expected, 1 something is not, 2 wrong usage or a corpus that cannot be used,
3 the engine could not be used at all, or played nothing, 70 a fault of rulings itself"""

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})
"""What keeps a file from being written that could be opened; the last of them, that an engine has closed it."""

_OF_A_NAME = frozenset({errno.EACCES, errno.ELOOP, errno.ENAMETOOLONG, errno.EPERM, errno.EROFS})
"""What keeps a file from even being looked at, which is the fault of whoever named it."""

_SHOWN = 20
"""How many faults of a corpus are reported by a command that wanted to use it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; nothing that goes wrong ends in a traceback."""
    collecting.not_as_the_process_ends()
    words = list(sys.argv[1:] if argv is None else argv)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - until the end
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper):  # a locale may lack a letter, and so does every encoding half a surrogate
            stream.reconfigure(errors="backslashreplace")
    try:
        with _ended_as_interrupted(), collecting.seldom():
            code = _answered(words)
            sys.stdout.flush()
    except CorpusError as error:
        return _corpus_error(error)
    except UsageError as error:
        return _say(f"{error.message}; {error.hint}" if error.hint else error.message)
    except OSError as error:
        return _refused(error)
    except ModuleNotFoundError as error:
        return _missing(error)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told
        return _internal(error)
    except BaseException as error:  # noqa: BLE001 - what is no interruption is raised again
        return _interrupted(error)
    return code


@contextmanager
def _ended_as_interrupted() -> Iterator[None]:
    """Treat what asks us to end like a person's interrupt, so that engines are ended too."""
    ours = [each for each in ENDS if current_thread() is main_thread() and signal.getsignal(each) == signal.SIG_DFL]
    for each in ours:
        signal.signal(each, signal.default_int_handler)
    try:
        yield
    finally:
        for each in ours:
            signal.signal(each, signal.SIG_DFL)


def _refused(error: OSError) -> int:
    """Tell why the system does not take what is written, or does not let us at what is named."""
    if error.errno in _OF_A_NAME and error.filename is not None:
        return _say(f"cannot use {error.filename}: {error.strerror}")
    try:
        Path.cwd()
    except FileNotFoundError:
        return _say("the folder in which this was started is gone")
    if not isinstance(error, BrokenPipeError) and error.errno not in _FULL:
        return _internal(error)
    try:
        sys.stdout.flush()
    except OSError:  # whoever read has gone, or the disk is full; what is still in the buffer has nowhere to go either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return INTERRUPTED if isinstance(error, BrokenPipeError) else _say(f"cannot write: {error.strerror}")


def _missing(error: ModuleNotFoundError) -> int:
    """Tell which package is missing where this was started without being installed."""
    package = (error.name or "").partition(".")[0]
    if package in ("", "checker", "reference_engine"):
        return _internal(error)
    return _say(f"the package `{package}` is not installed; in a checkout, `pip install .` installs all that is needed")


def _interrupted(error: BaseException) -> int:
    """Return the exit code of an interruption, which a library that is not in Python tells in a way of its own."""
    if not isinstance(error, KeyboardInterrupt) and "KeyboardInterrupt" not in str(error):
        raise error
    return INTERRUPTED


def _internal(error: Exception) -> int:
    """Report a fault of ours; raise it where somebody looks for faults."""
    if os.environ.get("RULINGS_DEBUG"):
        raise error
    what = " ".join(f"{type(error).__name__}: {error}".split())
    _say(f"a fault of rulings itself, please report it with what you typed: {what}")
    _say("with RULINGS_DEBUG=1 in the environment you see where it happened")
    return INTERNAL_ERROR


def _answered(words: list[str]) -> int:
    try:
        return _run(words)
    except SystemExit as stop:  # argparse has said what there is to say
        return stop.code if isinstance(stop.code, int) else 0


def _run(words: list[str]) -> int:
    command = words[0] if words else ""
    if command and not command.startswith("-") and command not in COMMANDS:
        from checker.hints import did_you_mean

        hint = did_you_mean(command, COMMANDS) or "`rulings --help` lists the commands"
        raise UsageError(f"there is no command `{command}`", hint)
    if command == "search":  # -1/-1 is no option, which a blank tells
        words = [f"{word} " if word[:1] == "-" and word[1:2].isdigit() else word for word in words]
    parser, modules, parsers = _parser([command] if command in COMMANDS else COMMANDS)
    args, unknown = parser.parse_known_args(words)
    if unknown:
        _unknown(parsers.get(args.command, parser), unknown)
    if args.command is None:
        parser.print_help()
        return WRONG_USAGE
    code: int = modules[args.command].run(args)
    return code


def _unknown(parser: ArgumentParser, words: Sequence[str]) -> Never:
    """Tell of words that a command does not know: of an option, those that it has like it; else its usage."""
    option = next((word.partition("=")[0] for word in words if word.startswith("-")), None)
    if option is None:
        parser.error(f"unrecognized arguments: {' '.join(words)}")
    from checker.hints import did_you_mean

    has = [name for action in parser._actions for name in action.option_strings]  # noqa: SLF001 - there is no other way
    hint = did_you_mean(option, has) or f"`{parser.prog} --help` lists the options"
    raise UsageError(f"`{parser.prog}` has no option `{option}`", hint)


def parser() -> ArgumentParser:
    """Return the parser of every command, for those who document them."""
    return _parser(COMMANDS)[0]


def _module(command: str) -> str:
    return {"list": "list_"}.get(command, command.replace("-", "_"))


def _parser(commands: Sequence[str]) -> tuple[ArgumentParser, dict[str, ModuleType], dict[str, ArgumentParser]]:
    """Make a parser for some commands, and one for each; those that are not asked for need not be imported."""
    parser = ArgumentParser(
        prog="rulings",
        description="Shows what the rules of card games say, and checks game engines against it.",
        epilog=_EXAMPLES,
        formatter_class=Help,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, default=SUPPRESS, help="show the version and exit")
    add_globals(parser)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    modules: dict[str, ModuleType] = {}
    for name in commands:
        modules[name] = import_module(f"checker.cli.{_module(name)}")
        modules[name].add_parser(subparsers)
    return parser, modules, subparsers.choices


class _Version(Action):
    """Looks the version up only when it is asked for, since the look-up is slow."""

    def __call__(self, parser: ArgumentParser, _args: Namespace, _values: Any, _option: str | None = None) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("rulings")
        except PackageNotFoundError:
            number = "(not installed)"
        sys.stdout.write(f"rulings {number}\n")
        parser.exit()


def _corpus_error(error: CorpusError) -> int:
    for problem in error.problems[:_SHOWN]:
        _say(str(problem))
    if (more := len(error.problems) - _SHOWN) > 0:
        _say(f"and {more} more; `rulings validate` tells all")
    return WRONG_USAGE


def _say(line: str) -> int:
    """Write a line on standard error; return the exit code for wrong usage, which most such lines are about."""
    warn(line)
    return WRONG_USAGE
