"""Turns the spec that names an engine on the command line into the engine."""

import os
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from importlib import import_module
from types import ModuleType
from typing import Any

from checker.engines import Engine, Limits, Unusable, messages
from checker.engines.in_process import InProcess, Plays
from checker.problems import UsageError

FORMS = "reference, python:package.module:Class, cmd:program arguments, http://address, or the name of an installed one"

GROUP = "rulings.engines"
"""The entry points by which an installed package offers engines by name, each a class."""


class NoEngineError(UsageError):
    """A spec has none of the forms that name an engine."""

    def __init__(self, spec: str, perhaps: str, there: str = "") -> None:
        super().__init__(f"{spec!r} names no engine", f"{perhaps}an engine is {FORMS}{there}")


def open_engine(spec: str, limits: Limits | None = None) -> Engine:
    """
    Return the engine that a spec names; it is started when it is first asked.

    Raises `NoEngineError` for a spec of no known form, and `Unusable` for an engine that is not there.
    """
    limits = limits or Limits()
    kind, colon, rest = spec.partition(":")
    match kind:
        case "reference" if not colon:
            return InProcess(_reference, trusted=True)
        case "python" if rest:
            return InProcess(_python(rest))
        case "cmd" if rest.strip():
            from checker.engines.child import Child

            return Child(_words(rest), limits)
        case "http" | "https" if rest:
            from checker.engines.http import Http

            return Http(spec, limits)
        case _ if not colon:
            return InProcess(_installed(spec))
        case _:
            raise NoEngineError(spec, _perhaps(spec, ()))


def _installed(name: str) -> Callable[[], Plays]:
    """Return the class that an installed package offers by this name."""
    from importlib.metadata import entry_points

    offered = {point.name: point for point in entry_points(group=GROUP)}
    if name not in offered:
        there = f"installed are {', '.join(sorted(offered))}" if offered else "none is installed"
        raise NoEngineError(name, _perhaps(name, offered), f"; {there}")
    return _python(f"{offered[name].module}:{offered[name].attr}")


RUN_BY = {".py": "python", ".js": "node", ".mjs": "node", ".jar": "java -jar"}
"""What runs a file, by the ending of its name."""


def _perhaps(spec: str, installed: Iterable[str]) -> str:
    """Return what a spec of no known form may have meant."""
    import shutil
    from difflib import get_close_matches

    first = spec.split(maxsplit=1)[0] if spec.split() else ""
    program = next((run for ending, run in RUN_BY.items() if first.endswith(ending)), None)
    near = get_close_matches(spec, ["reference", *installed], n=1)
    if program:
        meant = f"cmd:{program} {spec}"
    elif re.fullmatch(r"[\w.-]+:\d+(/\S*)?", spec):
        meant = f"http://{spec}"
    elif re.fullmatch(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*", spec):
        meant = f"python:{spec}"
    elif near:
        meant = near[0]
    elif first and shutil.which(first):
        meant = f"cmd:{spec}"
    else:
        return ""
    return f"perhaps {meant!r}; "


def _words(command: str) -> list[str]:
    import shlex

    try:
        return shlex.split(command)
    except ValueError as error:
        raise UsageError(f"cmd:{command}: {error}", "quote words as for a shell") from error


def _reference() -> Plays:
    from reference_engine import Engine as Reference

    engine: Plays = Reference()
    return engine


def _python(path: str) -> Callable[[], Plays]:
    """Return the class that a path such as `package.module:Class` names."""
    where, colon, name = path.partition(":")
    if not (colon and name and all(where.split("."))):
        package, _, last = where.rpartition(".")
        hint = (
            f"perhaps python:{package}:{last}"
            if package and last[:1].isupper()
            else "write python:package.module:Class"
        )
        raise UsageError(f"python:{path} names no class", hint)
    module = _module(where)
    made: Any = module
    for part in name.split("."):
        if not hasattr(made, part):
            raise Unusable(f"{where} has no {name!r}{_like(part, [word for word in vars(made) if word[:1] != '_'])}")
        made = getattr(made, part)
    if not callable(made):
        raise Unusable(f"{where}:{name} is not a class")
    lacks = [method for method in ("describe", "run") if isinstance(made, type) and not hasattr(made, method)]
    if lacks:
        like = _like(lacks[0], [word for word in vars(made) if word[:1] != "_"])
        raise Unusable(f"{where}:{name} has no method {lacks[0]!r}{like}")
    found: Callable[[], Plays] = made
    return found


def _module(where: str) -> ModuleType:
    """Import a module, from the current folder too, as `python -m` would."""
    here = os.getcwd()  # noqa: PTH109 - a string is what `sys.path` holds
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        with redirect_stdout(sys.stderr):  # what some modules greet with is no part of what we tell
            return import_module(where)
    except ModuleNotFoundError as error:
        if error.name and (where == error.name or where.startswith(f"{error.name}.")):
            raise Unusable(f"no Python module {error.name!r}; looked in {here} and what is installed") from error
        raise Unusable(f"{where} cannot be imported: {error}") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # importing somebody's code can raise anything
        raise Unusable(f"{where} cannot be imported: {type(error).__name__}: {messages.brief(error)}") from error


def _like(word: str, known: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, known, n=1)
    return f"; perhaps {near[0]!r}" if near else ""
