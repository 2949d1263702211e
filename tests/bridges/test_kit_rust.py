"""What bridges in Rust share: its own tests, and a whole bridge over it, to an engine that knows two cards."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bridges.rust import built, needed
from tests.once import once, shared

ROOT = Path(__file__).resolve().parents[2]
KIT = Path("bridges", "kit", "rust")
SERVER = Path("checker", "adapters", "rust", "src", "server.rs")
CASES = (
    "mtg/exchange/definition#life-totals",
    "mtg/exchange/life-totals#target-player-gone",
    "mtg/exchange/life-totals#two-different-players",
    "mtg/exchange/life-totals#two-other-players",
    "mtg/exchange/life-totals#very-high-total",
)
"""Those that take no cards but the two."""


def rulings(*arguments: str) -> str:
    command = [sys.executable, "-m", "checker", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where cargo has put what it makes of a copy of the kit, whose own tests have passed."""

    def fill(fresh: Path) -> None:
        shutil.copytree(ROOT / KIT, fresh / KIT, ignore=shutil.ignore_patterns("target", "Cargo.lock"))
        (fresh / SERVER).parent.mkdir(parents=True)
        shutil.copy(ROOT / SERVER, fresh / SERVER)

    needed()
    home = once(shared(tmp_path_factory) / "kit", fill)
    built(["cargo", "test"], home / KIT, {"CARGO_TARGET_DIR": str(home / "target")})
    return home / "target"


def test_a_whole_bridge_passes_the_doctor_and_its_cases(target: Path) -> None:
    engine = f"cmd:{target / 'debug' / 'examples' / 'tiny'}"
    assert "0 wrong, 0 with advice" in rulings("doctor", "--engine", engine)
    assert f"{len(CASES)} run: {len(CASES)} passed" in rulings("check", *CASES, "--engine", engine)
