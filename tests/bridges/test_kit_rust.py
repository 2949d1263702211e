"""What bridges in Rust share: its own tests, and a whole bridge over it, to an engine that knows two cards."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
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


def test_its_own_tests_pass(cargo: Callable[..., Path]) -> None:
    cargo("test")


def test_a_whole_bridge_passes_the_doctor_and_its_cases(cargo: Callable[..., Path]) -> None:
    engine = f"cmd:{cargo('build', '--examples') / 'tiny'}"
    assert "0 wrong, 0 with advice" in rulings("doctor", "--engine", engine)
    assert f"{len(CASES)} run: {len(CASES)} passed" in rulings("check", *CASES, "--engine", engine)
