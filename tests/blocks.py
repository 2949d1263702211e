"""The blocks of commands in the README and the docs, and how one is run."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("dominion", "mtg")
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
_BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)

CASES = 4
"""How many cases a ruling has, beside those that the pages name, where a block is run for what its commands do."""
OF_ALL = ("rulings site ", "rulings validate")
"""How the blocks begin that are run for what comes of the whole corpus, too."""
MUTATION = "python -m tests.mutation "
"""How the block begins that `test_mutation` runs, and looks at what it prints."""


def blocks() -> list[tuple[str, str]]:
    """Return every shell block with its page, but those that set an environment up, which CI runs word for word."""
    found = [(page.name, block) for page in PAGES for block in _BLOCK.findall(page.read_text(encoding="utf-8"))]
    return [(page, block) for page, block in found if not block.startswith("python3 -m venv ")]


def of_few_cases(folder: Path) -> None:
    """Make a checkout whose rulings have few cases: what a command does it does with them, in a third of the time."""
    for name in ("checker", "reference_engine"):  # compiled already
        shutil.copytree(ROOT / name, folder / name)
    for name in ("schemas", "docs", "tests", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)
    named = {slug for page in PAGES for slug in re.findall(r"#([\w-]+)", page.read_text(encoding="utf-8"))}
    (folder / "corpus").mkdir()
    for path in (ROOT / "corpus").iterdir():
        if path.name not in GAMES:
            (folder / "corpus" / path.name).symlink_to(path)
    for path in (path for game in GAMES for path in (ROOT / "corpus" / game).rglob("*.yaml")):
        head, *cases = path.read_text(encoding="utf-8").split("\n- case: ")
        few = [case for number, case in enumerate(cases) if number < CASES or case.partition("\n")[0] in named]
        target = folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("\n- case: ".join([head, *few]).rstrip() + "\n", encoding="utf-8")


def run_block(block: str, folder: Path, checkout: Path = ROOT) -> None:
    """Run a block in a folder that looks like a checkout, by the code of one; it has to end with 0."""
    folder.mkdir(exist_ok=True)
    here = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{here}{os.pathsep}{os.environ['PATH']}", "PYTHONSAFEPATH": "1"}
    if checkout != ROOT:  # else it is installed
        environment["PYTHONPATH"] = str(checkout)
    if block.startswith("python -m tests."):
        del environment["PYTHONSAFEPATH"]  # of this folder, and of no package that is installed
    for name in ("corpus", "checker", "reference_engine", "schemas", "docs", "tests"):
        (folder / name).symlink_to(checkout / name)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
