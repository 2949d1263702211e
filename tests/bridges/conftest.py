"""What bridges in Rust share, built once for all the tests that need it."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
KIT = Path("bridges", "kit", "rust")
SERVER = Path("checker", "adapters", "rust", "src", "server.rs")


@pytest.fixture(scope="session")
def cargo(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Return what has cargo do something with a copy of the kit and a toy over it, and tells where its programs are."""
    if not shutil.which("cargo"):
        pytest.skip("cargo is not installed")
    base = tmp_path_factory.getbasetemp()
    home = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "rust"  # one for all processes
    if not home.is_dir():
        fresh = tmp_path_factory.mktemp("fresh")
        shutil.copytree(ROOT / KIT, fresh / KIT, ignore=shutil.ignore_patterns("target", "Cargo.lock"))
        shutil.copy(Path(__file__).with_name("toy.rs"), fresh / KIT / "examples")
        (fresh / SERVER).parent.mkdir(parents=True)
        shutil.copy(ROOT / SERVER, fresh / SERVER)
        try:
            fresh.rename(home)
        except OSError:  # another process was faster
            assert home.is_dir()

    def run(*arguments: str) -> Path:
        environment = {**os.environ, "CARGO_TARGET_DIR": str(home / "target"), "CARGO_NET_RETRY": "0"}
        done = subprocess.run(
            ["cargo", *arguments], cwd=home / KIT, env=environment, capture_output=True, text=True, check=False
        )
        wants = any(word in done.stderr for word in ("serde_json", "requires rustc"))
        if done.returncode and wants and "error[" not in done.stderr:
            pytest.skip("the crate serde_json cannot be had here, or not by this Rust")
        assert done.returncode == 0, done.stdout + done.stderr
        return home / "target" / "debug" / "examples"

    return run
