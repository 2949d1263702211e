"""
A null engine: answers every `run` with the same state, doing no more than reading and writing JSON.

With the argument `echo` it is the bare echo that the checker is measured against: it sends back each message as it
is, parsed and written anew.
"""

import json
import sys
from typing import Any

DESCRIPTION = {"protocol": 1, "name": "null", "version": "1", "games": {"dominion": {}}, "capabilities": []}
STATE = {"state": {"alice": {"coins": 0}}}


def result(request: dict[str, Any]) -> dict[str, Any]:
    if request["method"] == "run":
        return STATE
    return DESCRIPTION if request["method"] == "describe" else {}


def main(*, echo: bool) -> None:
    out = sys.stdout.buffer
    for line in sys.stdin.buffer:
        request = json.loads(line)
        response = request if echo else {"jsonrpc": "2.0", "id": request["id"], "result": result(request)}
        out.write(json.dumps(response).encode() + b"\n")
        out.flush()
        if request["method"] == "shutdown":
            return


if __name__ == "__main__":
    main(echo="echo" in sys.argv[1:])
