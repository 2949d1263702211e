"""An installed package has the corpus and the schemas with it, and works from any folder."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's contents, as they lie in `site-packages`."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def rulings(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = "import sys; from checker.cli import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=site.parent,
        env=os.environ | {"PYTHONPATH": str(site), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_wheel_has_what_the_checkout_has(unpacked: Path) -> None:
    for folder in ("corpus", "schemas"):
        there = {path.relative_to(ROOT / folder) for path in (ROOT / folder).rglob("*.*") if path.is_file()}
        packed = {
            path.relative_to(unpacked / "rulings_data" / folder)
            for path in (unpacked / "rulings_data" / folder).rglob("*.*")
            if path.is_file()
        }
        assert packed == there
    assert not (unpacked / "tests").exists()


def test_installed_check_runs_the_corpus_it_came_with(unpacked: Path) -> None:
    done = rulings(unpacked, "check", "dominion/exchange/optional")
    assert done.returncode == 0, done.stderr
    assert "passed" in done.stdout


def test_installed_engine_runs_as_a_child(unpacked: Path) -> None:
    engine = f"cmd:{sys.executable} -m reference_engine"
    done = rulings(unpacked, "check", "dominion/exchange/optional", "--engine", engine)
    assert done.returncode == 0, done.stdout + done.stderr
