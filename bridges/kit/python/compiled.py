# ruff: noqa: INP001 - a part of programs, and of no package
"""A bridge that is compiled against the user's own engine, and kept for the next time."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from string import Template

BRIDGES = Path(__file__).resolve().parents[2]
KIT = BRIDGES / "kit" / "java" / "kit"
BRIEFLY = "-J-XX:TieredStopAtLevel=1"
"""Has the compiler, which ends soon, not make itself as fast as it can: that takes as long as to compile the bridge."""
JSON = BRIDGES.parent / "checker" / "adapters" / "java" / "Json.java"
"""The reader that adapters in Java begin with."""
RUST = BRIDGES / "kit" / "rust"
SERVER = BRIDGES.parent / "checker" / "adapters" / "rust" / "src" / "server.rs"
"""What adapters in Rust begin with; the kit has it by this path."""


def kept(name: str, parts: Iterable[str | bytes], fill: Callable[[Path], None]) -> Path:
    """Return a folder that is filled the first time that something is asked for with these parts."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode() if isinstance(part, str) else part)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulings"
    cache.mkdir(parents=True, exist_ok=True)
    folder = cache / f"{name}-{digest.hexdigest()[:16]}"
    if not folder.is_dir():
        fresh = Path(tempfile.mkdtemp(dir=cache))
        try:
            fill(fresh)
            fresh.rename(folder)
        except OSError:  # another process was faster
            if not folder.is_dir():
                raise
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return folder


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None) -> None:
    """Run a compiler in a folder; ends the process with its words if the bridge does not compile."""
    came = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if came.returncode:
        sys.exit(f"the bridge does not compile against this version of the engine:\n{came.stderr}")


def compiled(
    name: str,
    javac: str,
    class_path: str,
    sources: Sequence[Path],
    beside: Mapping[str, str] | None = None,
    kotlin: Sequence[str] = (),
) -> Path:
    """
    Return the folder of a bridge's classes, with the texts that stand beside them by their files' names.

    `kotlin` is the compiler of the bridge's own sources, if they are not in Java.
    """
    texts = beside or {}
    kit = sorted(KIT.glob("*.java"))

    def fill(fresh: Path) -> None:
        reader = fresh / "Json.java"
        reader.write_text(f"package kit;\n{JSON.read_text(encoding='utf-8')}", encoding="utf-8")
        options = ["-cp", os.pathsep.join(filter(None, (str(fresh), class_path))), "-d", str(fresh), "-nowarn"]
        run([javac, BRIEFLY, *options, "-encoding", "UTF-8", "-proc:none", *map(str, (*kit, reader))], fresh)
        own = [*kotlin] or [javac, BRIEFLY, "-encoding", "UTF-8", "-processor", "kit.Unasked"]
        run([*own, *options, *map(str, sources)], fresh)
        for file, text in texts.items():
            (fresh / file).write_text(text, encoding="utf-8")

    compiler = Path(shutil.which(javac) or javac).resolve()  # what it compiles, an older JDK need not run
    parts = (str(compiler), class_path)
    return kept(name, (*parts, *(each.read_bytes() for each in (*sources, *kit, JSON)), *texts.values()), fill)


def built(
    folder: Path, cargo: str, checkout: Path, engine: Path, version: str, variables: Mapping[str, str] | None = None
) -> Path:
    """
    Return the program of a bridge in Rust, compiled with the user's own engine, of a checkout with some version.

    In the bridge's manifest `$engine` stands for the engine's crate, which is a folder of the checkout, and `$kit` for
    what bridges in Rust do alike. Other crates are taken as the checkout's lock file says.
    """
    manifest = (folder / "Cargo.toml").read_text(encoding="utf-8")
    lock = checkout / "Cargo.lock"
    kit = [RUST / "Cargo.toml", SERVER, *sorted((RUST / "src").glob("*.rs"))]
    sources = sorted((folder / "src").glob("*.rs"))
    target = kept(f"{folder.name}-target", [str(checkout)], lambda _: None)

    def fill(fresh: Path) -> None:
        shutil.copytree(folder / "src", fresh / "src")
        places = Template(manifest).substitute(engine=checkout / engine, kit=RUST)
        (fresh / "Cargo.toml").write_text(places, encoding="utf-8")
        shutil.copy(lock, fresh)
        environment = {**os.environ, **(variables or {}), "CARGO_TARGET_DIR": str(target)}
        run([cargo, "build", "--release"], fresh, environment)
        shutil.copy(target / "release" / "bridge", fresh)

    parts = [each.read_bytes() for each in (*sources, *kit, lock)]
    return kept(folder.name, [*parts, manifest, str(checkout), version], fill) / "bridge"
