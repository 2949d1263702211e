# ruff: noqa: INP001 - a program, and no package
"""`python bridges/xmage --class-path PATH`: XMage behind the protocol, on JSON lines."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "kit" / "python"))

from launch import ALIKE, Bridge, launch  # noqa: E402 - found only now
from words import beside  # noqa: E402

if __name__ == "__main__":
    launch(Bridge(HERE, "XMage", "XMAGE", "mage/game/GameImpl.class", ("-Xss8m", *ALIKE)), beside)
