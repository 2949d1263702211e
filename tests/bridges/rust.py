"""Programs in Rust, where they can be built."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.once import once, shared

ROOT = Path(__file__).resolve().parents[2]
LACKING = ("no matching package named", "failed to get `serde_json`", "failed to download", "requires rustc")
"""What cargo says where the one crate that is needed cannot be had: without a network, or by a Rust that is too old."""
BRIEFLY = {"CARGO_PROFILE_DEV_DEBUG": "0", "CARGO_PROFILE_TEST_DEBUG": "0", "CARGO_INCREMENTAL": "0"}
"""Nobody debugs what is built here, or builds it again."""
TOY = {
    "toy/src/main.rs": Path(__file__).with_name("toy.rs").read_text(encoding="utf-8"),
    "toy/Cargo.toml": """
[package]
name = "bridge"
edition = "2021"
version = "0.1.0"

[dependencies]
engine = { path = "$engine" }
kit = { path = "$kit" }
serde_json = "1"
""",
    "checkout/Cargo.lock": "version = 3\n",
    "checkout/engine/Cargo.toml": '[package]\nname = "engine"\nedition = "2021"\nversion = "0.1.0"\n',
    "checkout/engine/src/lib.rs": 'pub fn play() { println!("an engine prints"); }\n',
}
"""A bridge, and a checkout of an engine."""


def needed() -> None:
    """Skip where there is no Rust."""
    if not shutil.which("cargo"):
        pytest.skip("cargo is not installed")


def skip_without_crates(done: subprocess.CompletedProcess[str]) -> None:
    """Skip where that is why cargo has failed."""
    if done.returncode and any(words in done.stderr for words in LACKING):
        pytest.skip("the crate serde_json cannot be had here, or not by this Rust")


def built(command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> str:
    """Return what a command says that has cargo build something; skip where the crate that it takes cannot be had."""
    environment = {**os.environ, "CARGO_NET_RETRY": "0", **BRIEFLY, **variables}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    skip_without_crates(done)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def toy(factory: pytest.TempPathFactory) -> list[str]:
    """Return the command of the toy in Rust, compiled as a bridge is: with an engine out of a checkout."""
    needed()

    def fill(fresh: Path) -> None:
        for path, text in TOY.items():
            (fresh / path).parent.mkdir(parents=True, exist_ok=True)
            (fresh / path).write_text(text, encoding="utf-8")

    folder = once(shared(factory) / "rust", fill)
    script = (
        "import sys; sys.path.insert(0, 'bridges/kit/python'); from pathlib import Path; import compiled\n"
        "toy, checkout = map(Path, sys.argv[1:])\n"
        "print(compiled.built(toy, 'cargo', checkout, Path('engine'), '1'))"
    )
    command = [sys.executable, "-c", script, str(folder / "toy"), str(folder / "checkout")]
    variables = {"XDG_CACHE_HOME": str(folder), "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0"}
    kept = [built(command, ROOT, variables).strip() for _ in range(2)]
    assert kept[0] == kept[1]  # compiled once
    return [kept[0]]
