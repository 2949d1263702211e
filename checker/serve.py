"""Serves any engine to others: over HTTP, or on standard input and output."""

import json
import sys
from collections.abc import Iterable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from typing import Any, BinaryIO

from checker.engines import BrokenProtocol, Engine, EngineFailure, error_telling, wire
from checker.model import Json

MOST = 16 << 20
"""The most bytes of a request."""

_DIGITS = 20
"""Of more no length is made: Python makes no number of very many."""

_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def _is_near(address: str) -> bool:
    return address.startswith("127.") or address == "::1"


def respond(engine: Engine, line: bytes) -> tuple[Json, bool]:
    """Return the response to one request, and whether it was the last."""
    try:
        told = wire.decode(line)
    except BrokenProtocol as failure:
        return _error(None, -32700, failure.message), False
    number, method, params = told.get("id"), told.get("method"), told.get("params", {})
    if isinstance(number, bool) or not isinstance(number, int | str) or not isinstance(method, str):
        return _error(None, -32600, "a request needs `method` and `id`"), False
    if not isinstance(params, dict):
        return _error(number, -32602, "`params` is an object"), False
    try:
        match method:
            case "describe":
                result = engine.describe(rules=params.get("rules") is True)
            case "run":
                result = engine.run(params)
            case "shutdown":
                result = {}
            case _:
                return _error(number, -32601, f"no method {method!r}"), False
    except EngineFailure as failure:
        return _error(number, *error_telling(failure)), False
    return {"jsonrpc": "2.0", "id": number, "result": result}, method == "shutdown"


def without_trace(response: Json) -> Json:
    """Return a response without the details of an error, except what kind of failure it is."""
    error = response.get("error", {})
    more = error.get("data")
    if more is None or (isinstance(more, dict) and more.keys() == {"failure"}):
        return response
    return {**response, "error": {key: value for key, value in error.items() if key != "data"}}


def _error(number: int | str | None, code: int, message: str, data: Any = None) -> Json:
    error = {"code": code, "message": message} | ({"data": data} if data else {})
    return {"jsonrpc": "2.0", "id": number, "error": error}


def on_lines(engine: Engine, requests: Iterable[bytes], responses: BinaryIO) -> None:
    """Answer requests, one a line, until `shutdown` or the end of the input."""
    for line in requests:
        if not line.strip():
            continue
        response, last = respond(engine, line)
        responses.write(wire.encode(response))
        responses.flush()
        if last:
            return


class Server(ThreadingHTTPServer):
    """Answers POST requests, each connection on a thread of its own, the engine one request at a time."""

    daemon_threads = True
    request_queue_size = 1024  # as many may come at once as `check --jobs` and `--window` ask for

    def __init__(self, engine: Engine, host: str, port: int) -> None:
        """Bind to an address; port 0 takes one that is free. Raises `OSError`."""
        self.engine = engine
        self.turn = Lock()
        super().__init__((host, port), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that went away before it had its answer."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    @property
    def address(self) -> str:
        """Where it is reached."""
        return f"http://{self.server_address[0]!s}:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Server
    server_version = "rulings"
    sys_version = ""
    timeout = 300

    def do_POST(self) -> None:
        """Answer a request of the protocol."""
        refused = self._refused()
        if refused is not None:
            self.close_connection = True
            self._send(*refused)
            return
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        if len(body) < length:  # it went away in the middle of it
            self.close_connection = True
            return
        with self.server.turn:
            response, _ = respond(self.server.engine, body)
        if not _is_near(str(self.server.server_address[0])):  # it may be a stack trace, with paths of this machine
            response = without_trace(response)
        self._send(HTTPStatus.OK, response)

    def do_GET(self) -> None:
        """Tell somebody with a browser what this is."""
        self.close_connection = True
        what = "an engine for rulings: send the protocol's messages by POST"
        self._send(HTTPStatus.METHOD_NOT_ALLOWED, _error(None, -32600, what))

    def _refused(self) -> tuple[HTTPStatus, Json] | None:
        """Return why a request is rejected; no page in a browser can send one that is accepted."""
        if self.headers.get_content_type() != "application/json":
            return HTTPStatus.UNSUPPORTED_MEDIA_TYPE, _error(None, -32600, "the type has to be application/json")
        host = (self.headers.get("Host") or "").rpartition(":")[0] or self.headers.get("Host") or ""
        if str(self.server.server_address[0]).startswith("127.") and host not in _LOOPBACK:
            return HTTPStatus.FORBIDDEN, _error(None, -32600, f"this is not {host}")
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit():
            return HTTPStatus.LENGTH_REQUIRED, _error(None, -32600, "a request needs its length")
        if len(length) > _DIGITS or int(length) > MOST:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, _error(None, -32600, f"more than {MOST:,} bytes")
        return None

    def _send(self, status: HTTPStatus, message: Json) -> None:
        content = json.dumps(message, ensure_ascii=True).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - named so there
        """Say nothing."""
