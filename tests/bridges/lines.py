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


def request(number: object, method: str, **params: object) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
