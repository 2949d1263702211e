# ruff: noqa: INP001 - a program, and no package
"""`python bridges/magarena --class-path PATH`: Magarena behind the protocol; MAGARENA_SCRIPTS names its cards."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "kit" / "python"))

from launch import SMALL, Bridge, launch  # noqa: E402 - found only now
from words import beside  # noqa: E402

if __name__ == "__main__":
    options = ("-Xss4m", "-Djava.awt.headless=true", *SMALL)
    scripts = ("MAGARENA_SCRIPTS", "Forest.txt")
    launch(Bridge(HERE, "Magarena", "MAGARENA", "magic/model/MagicGame.class", options, data=scripts), beside)
