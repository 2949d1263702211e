# ruff: noqa: INP001 - a program, and no package
"""`python bridges/forge --class-path PATH`: Forge behind the protocol; FORGE_RES names the folder with its cards."""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "kit" / "python"))

from launch import ALIKE, Bridge, launch, named  # noqa: E402 - found only now
from words import beside  # noqa: E402


def cards() -> dict[str, str]:
    """Name the engine's own folder for the Java process by its whole path, and return the words of the card data."""
    os.environ["FORGE_RES"] = named("FORGE_RES", "cardsfolder")
    return beside()


if __name__ == "__main__":
    launch(Bridge(HERE, "Forge", "FORGE", "forge/game/GameAction.class", ("-Xss4m", *ALIKE)), cards)
