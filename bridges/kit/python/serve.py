# ruff: noqa: INP001 - a part of programs, and of no package
"""Requests on standard input, responses on standard output, a line each: what every bridge in Python does alike."""

import json
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

Json = dict[str, Any]
Methods = dict[str, Callable[[Json], Json]]


def take_output() -> TextIO:
    """Return where responses go, and send to standard error whatever else prints, such as the engine."""
    responses, sys.stdout = sys.stdout, sys.stderr
    return responses


def serve(methods: Methods, responses: TextIO) -> None:
    """Serve requests from standard input until `shutdown` or its end; `methods` are `describe` and `run`."""
    for line in sys.stdin:
        response, last = respond(line, {**methods, "shutdown": lambda _params: {}})
        responses.write(json.dumps(response) + "\n")
        responses.flush()
        if last:
            return


def respond(line: str, methods: Methods) -> tuple[Json, bool]:
    """Return the response to one request, and whether it was the last."""
    try:
        request = json.loads(line)
        response: Json = {"jsonrpc": "2.0", "id": request["id"]}
    except ValueError:
        return {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "not JSON"}}, False
    except (KeyError, TypeError):
        return {"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "no request of the protocol"}}, False
    if request.get("method") not in methods:
        return {**response, "error": {"code": -32601, "message": f"no method {request.get('method')!r}"}}, False
    try:
        response["result"] = methods[request["method"]](request.get("params", {}))
    except Exception as wrong:  # noqa: BLE001 - whatever the engine does is an answer by the protocol
        place = traceback.extract_tb(wrong.__traceback__)[-1]
        told = f"{type(wrong).__name__} in {place.name} of {Path(place.filename).name}: {wrong}".splitlines()[0]
        response["error"] = {"code": -32603, "message": told, "data": traceback.format_exc()}
    return response, request["method"] == "shutdown"
