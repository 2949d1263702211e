"""What a program responds to lines of the protocol."""

import json
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def served(command: list[str], *lines: str) -> list[dict[str, Any]]:
    """Return what a program responds to lines."""
    given = "".join(f"{line}\n" for line in lines)
    came = subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True, check=True, timeout=300)
    return [json.loads(line) for line in came.stdout.splitlines()]


class Program:
    """A program that goes on to serve until it is closed."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def respond(self, line: str) -> dict[str, Any]:
        """Return what it responds to one line."""
        given, told = self._process.stdin, self._process.stdout
        assert given is not None
        assert told is not None
        given.write(f"{line}\n")
        given.flush()
        came: dict[str, Any] = json.loads(told.readline())
        return came

    def close(self) -> None:
        """End its input; it has to end well by itself."""
        self._process.communicate(timeout=60)
        assert self._process.returncode == 0


def request(number: object, method: str, **params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
