"""Programs in Java that use what bridges in it share, where they can be compiled."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.once import once, shared

ROOT = Path(__file__).resolve().parents[2]
TOYS = [Path(__file__).with_name(f"{name}.java") for name in ("Toy", "Asks", "Steps")]


def toy(name: str, factory: pytest.TempPathFactory) -> list[str]:
    """Return the command of one of the toys, compiled as a bridge is; skip where there is no JDK."""
    if not shutil.which("javac"):
        pytest.skip("no JDK")
    home = once(shared(factory) / "java", _compile)
    return ["java", "-cp", (home / "classes").read_text(encoding="utf-8"), name]


def _compile(home: Path) -> None:
    home.mkdir()
    script = (
        "import sys; sys.path.insert(0, 'bridges/kit/python'); from pathlib import Path; import compiled\n"
        "print(compiled.compiled('toys', 'javac', '', [Path(each) for each in sys.argv[1:]]))"
    )
    command = [sys.executable, "-c", script, *map(str, TOYS)]
    env = {**os.environ, "XDG_CACHE_HOME": str(home)}
    kept = [
        subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=env).stdout.strip()
        for _ in range(2)
    ]
    assert kept[0] == kept[1]  # compiled once
    (home / "classes").write_text(kept[0], encoding="utf-8")
