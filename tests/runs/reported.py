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
