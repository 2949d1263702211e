"""
How the checker reaches an engine.

An engine is anything with `describe`, `run`, `stderr` and `close` (`Engine`). Whatever goes wrong on the way is one of
the failures below, each of which is a result of its own in a report, and never a failure of the checker.

    start -> describe            Unusable: there is nothing to check
    run   -> an outcome          TimedOut, Crashed, BrokenProtocol, EngineError: this case has that result, and the
                                 next one starts afresh
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from checker.model import Json

PROTOCOL = 1
"""The version of the protocol that this checker speaks."""


_KEPT = 20_000
"""How many characters are kept of what came in place of an answer."""

INSIDE = -32603
"""JSON-RPC's number for an internal error."""


class EngineFailure(Exception):  # noqa: N818 - a failure of the engine's, not an error of ours
    """An engine did not answer as it should; carries what happened, on one line."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.came = ""
        """What came in place of an answer, where anything did; of what is very long, the beginning."""

    def instead(self, came: str) -> None:
        """Note what came in place of an answer, unless that is known."""
        self.came = self.came or (came if len(came) <= _KEPT else f"{came[:_KEPT]} …")


class Unusable(EngineFailure):
    """The engine cannot be used at all: it is not there, does not start, or does not say what it is."""

    def __init__(self, message: str, said: str = "") -> None:
        """Keep what it wrote to its standard error beside the line that tells what happened."""
        super().__init__(message)
        self.said = said


class TimedOut(EngineFailure):
    """No answer came within the time limit."""


UNENDED = "without a line break: end each answer with one, and flush it"
"""How a failure says that an answer came of which nothing told the end."""


class Crashed(EngineFailure):
    """The engine's process ended instead of answering."""


class BrokenProtocol(EngineFailure):
    """The engine answered with something that the protocol does not allow."""


class EngineError(EngineFailure):
    """The engine answered that something went wrong inside it."""

    def __init__(self, message: str, data: Any = None, *, code: int | None = None) -> None:
        super().__init__(message if code is None else f"{message} ({code})")
        self.said = message
        self.code = INSIDE if code is None else code
        self.data = data

    def more(self) -> str:
        """Return what the engine tells about the error besides its message, such as a stack trace, in lines."""
        if not self.data:
            return ""
        text = self.data if isinstance(self.data, str) else json.dumps(self.data, ensure_ascii=False)
        return f"{text.rstrip()}\n"


class RelayedTimeOutError(EngineError, TimedOut):
    """A server in front of the engine got no answer from it in time."""


class RelayedCrashError(EngineError, Crashed):
    """A server in front of the engine saw it end."""


class RelayedBreachError(EngineError, BrokenProtocol):
    """A server in front of the engine got an answer from it that the protocol does not allow."""


_RELAYED: Mapping[str, tuple[type[EngineFailure], type[EngineError]]] = {
    "timed-out": (TimedOut, RelayedTimeOutError),
    "crashed": (Crashed, RelayedCrashError),
    "protocol": (BrokenProtocol, RelayedBreachError),
}
"""What a server met and what its client raises, by the word in the error's data that stands for both on the way."""


def asked_again(of: str, failure: EngineFailure) -> str:
    """Return a note, kept with what the engine wrote, that a request went to a fresh process or connection, and why."""
    return f"(asked again of a fresh {of}; before: {failure.message})\n"


def error_told(code: int, message: str, data: Any) -> EngineError:
    """Return what an error in a response says: an error of the engine, or another failure that a server relays."""
    if isinstance(data, dict) and data.keys() == {"failure"} and str(data["failure"]) in _RELAYED:
        return _RELAYED[str(data["failure"])][1](message)
    return EngineError(message, data, code=code)


def error_telling(failure: EngineFailure) -> tuple[int, str, Any]:
    """Return code, message and data of the error by which a server reports a failure to its client."""
    for word, (met, _) in _RELAYED.items():
        if isinstance(failure, met):
            return INSIDE, failure.message, {"failure": word}
    if isinstance(failure, EngineError):
        return failure.code, failure.said, failure.data
    return INSIDE, f"cannot be used: {failure.message}", None


@dataclass(frozen=True, slots=True)
class Limits:
    """What an engine may use."""

    request: float = 10.0
    """Seconds for an answer."""
    start: float = 30.0
    """Seconds until it has said what it is."""
    line: int = 16 << 20
    """Bytes of an answer."""
    memory: int | None = None
    """Bytes of address space for its process; None is no limit."""


class Engine(Protocol):
    """
    An engine, however it is reached.

    `run` keeps nothing between two calls, for all that the checker can tell. Both methods raise `EngineFailure`.
    """

    def describe(self, *, rules: bool = False) -> Json:
        """
        Return what the engine is and claims, as `description` in the protocol's schema.

        With `rules`, the rules that can be broken are asked for too: to list them may cost an engine its start.
        """
        ...

    def run(self, params: Json) -> Json:
        """Return the outcome of a position and the actions in it."""
        ...

    def stderr(self) -> str:
        """Return what the engine wrote to its standard error since this was last asked."""
        ...

    def close(self) -> None:
        """End the engine; it can be closed twice."""
        ...


@dataclass(frozen=True, slots=True)
class GameClaims:
    """What an engine claims of one game; None is no limit."""

    cards: frozenset[str] | None = None
    editions: tuple[str, ...] | None = None
    actions: frozenset[str] | None = None
    wordings: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The wordings that it plays, by card; a card left out is no limit."""
    unseen: frozenset[str] = frozenset()
    """Facts that it cannot tell; none is no limit."""
    unset: frozenset[str] = frozenset()
    """Facts that it cannot be given; none is no limit."""


@dataclass(frozen=True, slots=True)
class Description:
    """What an engine is and what it claims."""

    name: str
    version: str
    games: Mapping[str, GameClaims]
    capabilities: frozenset[str] = frozenset()
    rules: tuple[Json, ...] = field(default=(), repr=False)
    """The rules that can be broken, as `breakableRule` in the protocol's schema."""

    @staticmethod
    def of(told: Json) -> "Description":
        """Read the result of `describe`, which has been validated."""
        return Description(
            name=told["name"],
            version=told["version"],
            games={
                game: GameClaims(
                    cards=frozenset(claims["cards"]) if "cards" in claims else None,
                    editions=tuple(claims["editions"]) if "editions" in claims else None,
                    actions=frozenset(claims["actions"]) if "actions" in claims else None,
                    wordings={card: frozenset(names) for card, names in claims.get("wordings", {}).items()},
                    unseen=frozenset(claims.get("unseen", ())),
                    unset=frozenset(claims.get("unset", ())),
                )
                for game, claims in told["games"].items()
            },
            capabilities=frozenset(told["capabilities"]),
            rules=tuple(told.get("rules", ())),
        )
