# ruff: noqa: INP001 - a program, and no package
"""`python bridges/androminion --class-path PATH`: Androminion behind the protocol, on JSON lines."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "kit" / "python"))

from launch import Bridge, launch  # noqa: E402 - found only now

if __name__ == "__main__":
    probe = "com/vdom/core/IndirectPlayer.class"
    launch(Bridge(HERE, "Androminion", "ANDROMINION", probe, main="com.vdom.core.Bridge"))
