# ruff: noqa: INP001 - a program, and no package
"""`python bridges/magarena --class-path PATH`: Magarena behind the protocol; MAGARENA_SCRIPTS names its cards."""

import json
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "kit" / "python"))

from launch import Bridge, launch  # noqa: E402 - found only now
from words import table  # noqa: E402

OPTIONS = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss4m", "-Djava.awt.headless=true")
"""Small processes without threads and windows of their own."""


def beside() -> dict[str, str]:
    """Return the words of the card data, and where the engine's card scripts are."""
    scripts = Path(os.environ.get("MAGARENA_SCRIPTS") or "nowhere").resolve()
    if not (scripts / "Forest.txt").is_file():
        sys.stderr.write(f"no cards of Magarena: MAGARENA_SCRIPTS must name its folder `scripts`, not {scripts}\n")
        sys.exit(2)
    return {"words.json": json.dumps(table(HERE.parents[1] / "corpus" / "cards" / "mtg")), "scripts.txt": str(scripts)}


if __name__ == "__main__":
    launch(
        Bridge(
            folder=HERE,
            name="Magarena",
            prefix="MAGARENA",
            probe="magic/model/MagicGame.class",
            sources="**/*.java",
            main="bridge.Run",
            options=OPTIONS,
        ),
        beside,
    )
