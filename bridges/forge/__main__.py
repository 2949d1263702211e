# ruff: noqa: INP001 - a program, and no package
"""`python bridges/forge --class-path PATH`: Forge behind the protocol; FORGE_RES names the folder with its cards."""

import json
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "kit" / "python"))

from launch import Bridge, launch  # noqa: E402 - found only now
from words import table  # noqa: E402

OPTIONS = (
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Xss4m",
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:hashCode=2",
)
"""
Small processes without threads of their own. All objects have one hash code: the engine keeps objects in hash tables by
their identity, and would go through them in another order each time.
"""


def beside() -> dict[str, str]:
    """Return the words of the card data, and name the engine's own folder for the Java process by its whole path."""
    res = Path(os.environ.get("FORGE_RES") or "nowhere").resolve()
    if not (res / "cardsfolder").is_dir():
        sys.stderr.write(f"no cards of Forge: FORGE_RES must name its folder `res`, and {res} has no cardsfolder\n")
        sys.exit(2)
    os.environ["FORGE_RES"] = str(res)
    return {"words.json": json.dumps(table(HERE.parents[1] / "corpus" / "cards" / "mtg"))}


if __name__ == "__main__":
    launch(
        Bridge(
            folder=HERE,
            name="Forge",
            prefix="FORGE",
            probe="forge/game/GameAction.class",
            sources="bridge/*.java",
            main="bridge.Run",
            options=OPTIONS,
        ),
        beside,
    )
