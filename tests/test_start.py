"""The command `rulings` from its first moment on."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

INTERRUPTED = """
import os, signal, sys
from importlib.abc import MetaPathFinder
from checker.start import main

class Interrupts(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == MODULE:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupts())
sys.argv = ["rulings", "list", "--ids", "614.12"]
sys.exit(main())
"""


@pytest.mark.parametrize(
    "module", ["checker.cli", "argparse", "checker.cli.common", "checker.cli.list_", "checker.reading.corpus"]
)
def test_an_interrupt_while_it_is_loaded_ends_it_quietly(module: str) -> None:
    code = INTERRUPTED.replace("MODULE", repr(module))
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "")


def test_both_ways_to_start_it_are_guarded() -> None:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert told["project"]["scripts"]["rulings"] == "checker.start:main"
    assert "from checker.start import main" in (ROOT / "checker" / "__main__.py").read_text()


def test_nothing_is_loaded_before_the_guard_stands() -> None:
    code = "import sys; before = set(sys.modules); import checker.start; print(*sorted(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert {name for name in run.stdout.split() if name.startswith("checker.")} == {"checker.start"}
