"""An engine that is a Python class, asked by calling it."""

import json
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any, Protocol

import orjson

from checker.engines import INSIDE, BrokenProtocol, Crashed, EngineError, EngineFailure, Unusable, messages, wire
from checker.model import Json


class Plays(Protocol):
    """What a Python engine has: the protocol's two methods, each taking parameters and returning a result."""

    def describe(self, params: Json) -> Json:
        """Answer `describe`."""
        ...

    def run(self, params: Json) -> Json:
        """Answer `run`."""
        ...


class InProcess:
    """
    An engine in this process.

    There is no time limit here, and a crash of the interpreter is a crash of the checker: an engine that may do either
    is better run as a child.
    """

    def __init__(self, make: Callable[[], Plays], *, trusted: bool = False) -> None:
        """
        Keep what makes the engine; it is made when it is first asked.

        `trusted` says that its messages need no checking, and that it leaves what it is given as it was: this is for
        the reference engine, whose own tests show both.
        """
        self._make = make
        self._trusted = trusted
        self._made: Plays | None = None
        self._described: Json | None = None
        self._said = ""

    def describe(self, *, rules: bool = False) -> Json:
        """Return what the engine is and claims, asking it once; raises `Unusable`."""
        if self._described is None or rules:
            self._described = self._describe(rules=rules)
        return self._described

    def _describe(self, *, rules: bool) -> Json:
        try:
            told = self._call("describe", wire.describing(rules=rules))
            return told if self._trusted else messages.description(told)
        except EngineFailure as failure:
            raise Unusable(f"the engine does not say what it is: {failure.message}") from failure

    def run(self, params: Json) -> Json:
        """Return the outcome of a run."""
        told = self._call("run", params)
        return told if self._trusted else messages.outcome(told)

    def stderr(self) -> str:
        """Return where its last error came from, once; its output goes where ours goes."""
        said, self._said = self._said, ""
        return said

    def close(self) -> None:
        """Forget the engine."""
        self._made = None

    def _call(self, method: str, params: Json) -> Json:
        try:
            if self._trusted:
                return self._answer(getattr(self._engine(), method)(params))
            with redirect_stdout(sys.stderr):  # standard output is for what we tell, which may be JSON
                return self._answer(_plain(getattr(self._engine(), method)(_copy(params))))
        except EngineFailure:
            raise
        except SystemExit as stop:
            raise Crashed(f"the engine called exit({messages.brief(repr(stop.code))})") from stop
        except KeyboardInterrupt:  # a person's, for all that can be told
            raise
        except BaseException as error:  # whatever else an engine raises is that engine's result
            # With the code that it has in a process of its own, so that it is the same failure there.
            said = messages.brief(error)
            kind = type(error).__name__
            failure = EngineError(f"{kind}: {said}" if said else kind, _trace(error), code=INSIDE)
            self._said = failure.more()
            raise failure from error

    def _engine(self) -> Plays:
        if self._made is None:
            self._made = self._make()
        return self._made

    def _answer(self, told: Any) -> Json:
        if not isinstance(told, dict):
            raise BrokenProtocol(f"a result is an object; this is {messages.brief(told)}")
        return told


def _copy(params: Json) -> Json:
    """Return a copy of a request, with which the engine may do as it likes."""
    try:
        copied: Json = orjson.loads(orjson.dumps(params))
    except TypeError:  # a number of more than 64 bits, or half a surrogate pair
        copied = json.loads(json.dumps(params))
    return copied


def _plain(value: Any) -> Any:
    """Return an engine's answer as it would come through JSON: a copy, since the engine may change its own."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except RecursionError as error:
        raise BrokenProtocol("a message that nests too deeply") from error
    except (TypeError, ValueError) as error:
        raise BrokenProtocol(f"a result is JSON: {messages.brief(error)}") from error


def _trace(error: BaseException) -> str:
    """Return where in the engine an exception came from, as Python's traceback has it."""
    from traceback import format_exception

    trace = error.__traceback__
    return "".join(format_exception(type(error), error, trace.tb_next if trace else None))
