# ruff: noqa: INP001 - a program, and no package
"""`python bridges/forge --class-path PATH`: Forge behind the protocol; FORGE_RES names the folder with its cards."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "kit" / "python"))

from launch import ALIKE, Bridge, launch  # noqa: E402 - found only now
from words import beside  # noqa: E402

if __name__ == "__main__":
    cards = ("FORGE_RES", "cardsfolder")
    launch(Bridge(HERE, "Forge", "FORGE", "forge/game/GameAction.class", ("-Xss4m", *ALIKE), data=cards), beside)
