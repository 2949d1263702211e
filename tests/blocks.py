"""The blocks of commands in the README and the docs, and how one is run."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
_BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)

MUTATION = "python -m tests.mutation "
"""How the block begins that `test_mutation` runs, and looks at what it prints."""


def blocks() -> list[tuple[str, str]]:
    """Return every shell block with its page, but those that set an environment up, which CI runs word for word."""
    found = [(page.name, block) for page in PAGES for block in _BLOCK.findall(page.read_text(encoding="utf-8"))]
    return [(page, block) for page, block in found if not block.startswith("python3 -m venv ")]


def run_block(block: str, folder: Path) -> None:
    """Run a block in a folder that looks like a checkout; it has to end with 0."""
    folder.mkdir(exist_ok=True)
    here = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{here}{os.pathsep}{os.environ['PATH']}", "PYTHONSAFEPATH": "1"}
    if block.startswith("python -m tests."):
        del environment["PYTHONSAFEPATH"]  # of this folder, and of no package that is installed
    for name in ("corpus", "checker", "reference_engine", "schemas", "docs", "tests"):
        (folder / name).symlink_to(ROOT / name)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
