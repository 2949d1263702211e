# ruff: noqa: INP001 - a program, and no package
"""`python bridges/argentum --class-path PATH --kotlin PATH`: Argentum behind the protocol, on JSON lines."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "kit" / "python"))

from launch import SMALL, Bridge, launch  # noqa: E402 - found only now
from words import beside  # noqa: E402

PROBE = "com/wingedsheep/engine/core/ActionProcessor.class"

if __name__ == "__main__":
    launch(Bridge(HERE, "Argentum", "ARGENTUM", PROBE, (*SMALL, "-Xss8m"), main="bridge.BridgeKt", kotlin=True), beside)
