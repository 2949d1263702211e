"""
An engine behind an address, asked by HTTP POST of the protocol's messages.

The connection is kept alive. The standard library's client carries it: on loopback it makes four times as many requests
a second as `requests.Session` and twice as many as `urllib3`, and importing it costs a tenth of the time. Time limits
and size limits hold for an answer as a whole, its headers included, which neither of the two offers.
"""

import http.client
from collections.abc import Callable
from time import monotonic
from urllib.parse import quote, urlsplit

from checker.engines import (
    BrokenProtocol,
    Crashed,
    EngineError,
    EngineFailure,
    Limits,
    TimedOut,
    Unusable,
    asked_again,
    messages,
    wire,
)
from checker.engines.connection import TOO_LONG, Connection, Wait, ready
from checker.model import Json
from checker.problems import UsageError

_HEADERS = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "rulings"}
_OK = 200
_CLOSED = "closed the connection before it answered"
_PIECE = 64 << 10
_SIGNS = "/?&=%:@!$'()*+,;~"
"""What stands for itself in a path and a query."""


class Http:
    """An engine behind an address; a failed connection is replaced for the next request."""

    def __init__(self, address: str, limits: Limits | None = None, wait: Wait = ready) -> None:
        """Keep the address; raises `UsageError` if it is none. `wait` lets something else go on meanwhile."""
        self.address = address
        self._limits = limits or Limits()
        self._wait = wait
        self._connection: Connection | None = None
        self._last_id = 0
        self._said = ""
        self._place, self._path = _parts(address)

    def describe(self, *, rules: bool = False) -> Json:
        """Return what the engine is and claims; raises `Unusable`."""

        def line(number: int) -> bytes:
            return wire.request(number, "describe", wire.describing(rules=rules))

        try:
            return messages.description(self._ask(line, self._limits.start))
        except EngineFailure as failure:
            nobody = isinstance(failure.__cause__, ConnectionRefusedError)
            hint = "; is it running? One that has yet to start is not waited for" if nobody else ""
            raise Unusable(f"{self.address} does not answer describe: {failure.message}{hint}") from failure

    def run(self, params: Json) -> Json:
        """Return the outcome of a run."""

        def line(number: int) -> bytes:
            return wire.request(number, "run", params)

        return messages.outcome(self._ask(line, self._limits.request), shallow=True)

    def stderr(self) -> str:
        """Return what it told about its errors, once; what it writes stays where it runs."""
        said, self._said = self._said, ""
        return said

    def close(self) -> None:
        """Close the connection; the engine, which others may be using, goes on."""
        if self._connection is not None:
            self._connection.finish()
            self._connection = None

    def _ask(self, line: Callable[[int], bytes], seconds: float) -> Json:
        """Ask, and once more on a fresh connection if something may be left over from an earlier answer."""
        kept = self._connection is not None
        try:
            return self._asked(line, seconds)
        except BrokenProtocol as failure:
            self.close()
            if not kept:
                raise
            self._said += asked_again("connection", failure)
            return self._asked(line, seconds)

    def _asked(self, line: Callable[[int], bytes], seconds: float) -> Json:
        self._last_id += 1
        return self._answer(self.post(line(self._last_id), seconds))

    def post(self, body: bytes, seconds: float) -> bytes:
        """Send a message and return what comes; raises `EngineFailure`."""
        deadline = monotonic() + seconds
        kept = self._connection is not None
        try:
            try:
                return self._post(body, deadline)
            except _Gone:
                if not kept:
                    raise
                self._said += asked_again("connection", Crashed(_CLOSED))
                return self._post(body, deadline)  # a server may close a connection that nobody uses
        except EngineError:
            raise
        except _Gone as gone:
            raise Crashed(_CLOSED) from gone
        except TimeoutError as error:
            self.close()
            raise TimedOut(f"no answer within {seconds:g} s") from error
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise _failure(error) from error
        except BaseException:
            self.close()
            raise

    def _post(self, body: bytes, deadline: float) -> bytes:
        if self._connection is not None and self._connection.gone():
            self.close()
        if self._connection is None:
            self._connection = Connection(*self._place, self._wait)
        connection = self._connection
        connection.open(deadline, self._limits.line)
        try:
            connection.http.request("POST", self._path, body, _HEADERS)
            response = connection.http.getresponse()
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError) as error:
            self.close()
            raise _Gone from error
        content = self._content(response)
        if response.status != _OK:
            raise _refusal(response, content)
        packed = (response.getheader("Content-Encoding") or "identity").strip().lower()
        if packed != "identity":
            raise BrokenProtocol(f"an answer packed as {messages.brief(packed)}, which nobody asked for")
        kind = (response.getheader("Content-Type") or "").partition(";")[0].strip().lower()
        if kind and kind != "application/json" and not kind.endswith("+json"):
            text = content.decode("utf-8", "replace")
            failure = BrokenProtocol(f"an answer of the type {kind}, not application/json: {messages.brief(text)}")
            failure.instead(text)
            raise failure
        if response.will_close:
            self.close()
        if not content:
            raise BrokenProtocol("an answer with nothing in it: a response is the body of the answer")
        return content

    def _content(self, response: http.client.HTTPResponse) -> bytes:
        """Return an answer's content; the length that it announces is no reason to reserve that much."""
        if response.length is None:
            return b"".join(iter(lambda: response.read(_PIECE), b""))
        if response.length > self._limits.line:
            raise BrokenProtocol(TOO_LONG)
        return response.read()

    def _answer(self, content: bytes) -> Json:
        told = wire.decode(content)
        if "id" not in told:
            raise messages.odd(f"a response without an id: {messages.brief(told)}", told)
        name = told["id"]
        unread = name is None and "error" in told
        if not unread and (isinstance(name, bool | float) or name != self._last_id):
            raise messages.odd(f"a response to request {messages.brief(name)}; the request was {self._last_id}", told)
        try:
            return messages.response(told)
        except EngineError as failure:
            self._said += failure.more()
            raise


def _parts(address: str) -> tuple[tuple[str, int | None, bool], str]:
    """Return host, port and whether it is TLS, and the path."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
        (host or "").encode("idna")
    except ValueError:
        host = None
    if not host or parts.username:
        raise UsageError(f"{address!r} is not an address", "an address looks like http://localhost:8000")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if not path.isascii() or not path.isprintable() or " " in path:
        raise UsageError(f"{address!r} is not an address", f"perhaps {address.removesuffix(path)}{quote(path, _SIGNS)}")
    return (host, port, parts.scheme == "https"), path


class _Gone(Exception):  # noqa: N818 - never leaves this module
    """The connection was closed before any part of an answer came."""


def _failure(error: Exception) -> EngineFailure:
    """Return what an exception of the client's says of the engine."""
    match error:
        case http.client.IncompleteRead():
            return Crashed(f"closed the connection in the middle of an answer: {messages.brief(str(error))}")
        case http.client.HTTPException():
            return BrokenProtocol(f"not HTTP: {type(error).__name__}: {messages.brief(error)}")
        case _:
            return Crashed(f"cannot be reached: {messages.brief(error)}")


def _refusal(response: http.client.HTTPResponse, content: bytes) -> EngineFailure:
    """Return what an answer whose status is not 200 says of the engine, with all that it holds."""
    failure = _refused(response, messages.brief(content.decode("utf-8", "replace")))
    failure.instead(content.decode("utf-8", "replace"))
    return failure


def _refused(response: http.client.HTTPResponse, said: str) -> EngineFailure:
    told = f"HTTP status {response.status} {response.reason}".rstrip()
    where = response.getheader("Location")
    if where is not None:
        return BrokenProtocol(f"{told}: redirects to {messages.brief(where)}; use that address instead")
    if response.status >= 500:  # noqa: PLR2004 - the server's own failures
        return EngineError(f"{told}: {said}" if said else told)
    return BrokenProtocol(f"{told}, where 200 is expected even for an error: {said}")
