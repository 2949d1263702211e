# ruff: noqa: INP001 - a program, and no package
"""`python bridges/pydominion --engine-path DIR`: pydominion behind the protocol, on JSON lines."""

import argparse
import contextlib
import importlib
import json
import os
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

Json = dict[str, Any]

HOME = "https://github.com/dwagon/pydominion"


def main() -> None:
    """Serve requests from standard input until `shutdown` or its end."""
    parser = argparse.ArgumentParser(prog="python bridges/pydominion", description=__doc__.split(": ")[1])
    parser.add_argument(
        "--engine-path",
        metavar="DIR",
        type=Path,
        default=os.environ.get("PYDOMINION_PATH"),
        help="a checkout of pydominion (default: $PYDOMINION_PATH)",
    )
    args = parser.parse_args()
    if args.engine_path is None or not (args.engine_path / "dominion" / "Game.py").is_file():
        parser.error(f"no checkout of pydominion at {args.engine_path}: name one with --engine-path or PYDOMINION_PATH")
    root = args.engine_path.resolve()
    responses, sys.stdout = sys.stdout, sys.stderr  # the engine prints
    sys.path.insert(1, str(root))
    os.chdir(root)  # the engine looks for its cards below the working directory
    try:
        importlib.import_module("dominion.Game")  # before its other modules, which import one another
        script = importlib.import_module("script")
    except ImportError as wrong:
        parser.error(f"pydominion cannot be loaded: {wrong}; its requirements.txt tells what it needs")
    methods: dict[str, Callable[[Json], Json]] = {
        "describe": lambda _params: {
            **script.describe(),
            "version": _version(root),
            "homepage": HOME,
            "issues": f"{HOME}/issues",
        },
        "run": script.run,
        "shutdown": lambda _params: {},
    }
    for line in sys.stdin:
        response, last = _respond(line, methods)
        responses.write(json.dumps(response) + "\n")
        responses.flush()
        if last:
            return


def _respond(line: str, methods: dict[str, Callable[[Json], Json]]) -> tuple[Json, bool]:
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


def _version(root: Path) -> str:
    """Return the commit of a checkout, or that it is unknown."""
    asked = ["git", "-C", str(root), "rev-parse", "--short=12", "HEAD"]
    if (root / ".git").exists():
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            return subprocess.run(  # noqa: S603 - a fixed program
                asked, capture_output=True, text=True, check=True, timeout=5
            ).stdout.strip()
    return os.environ.get("PYDOMINION_VERSION", "unknown")


if __name__ == "__main__":
    main()
