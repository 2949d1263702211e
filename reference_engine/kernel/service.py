"""The protocol on JSON lines: reads requests, writes responses, keeps nothing between two of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TextIO

Json = dict[str, Any]


class Answering(Protocol):
    """An engine in process."""

    def describe(self, params: Json) -> Json: ...

    def run(self, params: Json) -> Json: ...


def serve(engine: Answering, requests: Iterable[str], responses: TextIO) -> None:
    """Answer requests, one a line, until `shutdown` or the end of the input."""
    for line in requests:
        if not line.strip():
            continue
        response, last = respond(engine, line)
        responses.write(json.dumps(response, ensure_ascii=False, separators=(",", ":")) + "\n")
        responses.flush()
        if last:
            return


def respond(engine: Answering, line: str) -> tuple[Json, bool]:
    """Return the response to one request, and whether it was the last."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        return _error(None, -32700, "not JSON"), False
    if not isinstance(request, dict) or not isinstance(request.get("method"), str) or "id" not in request:
        return _error(None, -32600, "a request needs `method` and `id`"), False
    params = request.get("params", {})
    methods: dict[str, Callable[[Json], Json]] = {
        "describe": engine.describe,
        "run": engine.run,
        "shutdown": lambda _params: {},
    }
    method = methods.get(request["method"])
    if method is None:
        return _error(request["id"], -32601, f"no method {request['method']!r}"), False
    try:
        result = method(params)
    except ValueError as wrong:
        return _error(request["id"], -32602, f"these parameters cannot be played: {wrong}"), False
    except Exception as wrong:  # noqa: BLE001 - whatever goes wrong is an answer by the protocol
        return _error(request["id"], -32603, f"{type(wrong).__name__}: {wrong}"), False
    return {"jsonrpc": "2.0", "id": request["id"], "result": result}, request["method"] == "shutdown"


def _error(request: Any, code: int, message: str) -> Json:
    return {"jsonrpc": "2.0", "id": request, "error": {"code": code, "message": message}}
