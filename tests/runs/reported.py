"""What the tests of runs read out of reports."""

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
TOPIC = "dominion/exchange"
Json = dict[str, Any]


def lines(path: Path) -> list[Json]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def results(path: Path) -> dict[str, Json]:
    """Each result without what differs from run to run."""
    found = [line for line in lines(path) if line["line"] == "result"]
    assert len({line["case"] for line in found}) == len(found)
    return {line["case"]: {key: value for key, value in line.items() if key != "seconds"} for line in found}


def marked(mark: Path) -> list[Path]:
    """The processes that have a path in their environment."""

    def named(environment: Path) -> bool:
        try:
            return str(mark).encode() in environment.read_bytes()
        except OSError:
            return False

    return [path for path in Path("/proc").glob("[0-9]*/environ") if named(path)]
