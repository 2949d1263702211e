# ruff: noqa: INP001 - a program, and no package
"""`python bridges/xmage --class-path PATH`: XMage behind the protocol, on JSON lines."""

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "kit" / "python"))

from launch import Bridge, launch  # noqa: E402 - found only now
from words import table  # noqa: E402

OPTIONS = (
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Xss8m",
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:hashCode=2",
)
"""
Small processes without threads of their own. All objects have one hash code: the engine keeps objects in hash tables by
their identity, and would go through them in another order each time.
"""

if __name__ == "__main__":
    launch(
        Bridge(
            folder=HERE,
            name="XMage",
            prefix="XMAGE",
            probe="mage/game/GameImpl.class",
            sources="bridge/*.java",
            main="bridge.Run",
            options=OPTIONS,
        ),
        lambda: {"words.json": json.dumps(table(HERE.parents[1] / "corpus" / "cards" / "mtg"))},
    )
