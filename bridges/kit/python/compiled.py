# ruff: noqa: INP001 - a part of programs, and of no package
"""A bridge in Java: its sources and the kit's, compiled against the user's own engine and kept for the next time."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

BRIDGES = Path(__file__).resolve().parents[2]
KIT = BRIDGES / "kit" / "java" / "kit"
JSON = BRIDGES.parent / "checker" / "adapters" / "java" / "Json.java"
"""The reader that adapters in Java begin with."""


def compiled(
    name: str, javac: str, class_path: str, sources: Sequence[Path], beside: Mapping[str, str] | None = None
) -> Path:
    """
    Return the folder of a bridge's classes, with the texts that stand beside them by their files' names.

    Ends the process with the compiler's words if it does not compile.
    """
    beside = beside or {}
    kit = sorted(KIT.glob("*.java"))
    digest = hashlib.sha256(class_path.encode())
    for source in (*sources, *kit, JSON):
        digest.update(source.read_bytes())
    for text in beside.values():
        digest.update(text.encode())
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulings"
    kept = cache / f"{name}-{digest.hexdigest()[:16]}"
    if kept.is_dir():
        return kept
    cache.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=cache))
    reader = fresh / "Json.java"
    reader.write_text(f"package kit;\n{JSON.read_text(encoding='utf-8')}", encoding="utf-8")
    options = ["-nowarn", "-encoding", "UTF-8", "-cp", os.pathsep.join(filter(None, (str(fresh), class_path)))]
    for processor, files in ((["-proc:none"], [*kit, reader]), (["-processor", "kit.Unasked"], sources)):
        if not files:  # the bridge's own are in another language
            continue
        command = [javac, *options, *processor, "-d", str(fresh), *map(str, files)]
        came = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - the user's own compiler
        if came.returncode:
            shutil.rmtree(fresh)
            sys.exit(f"the bridge does not compile against this version of the engine:\n{came.stderr}")
    for file, text in beside.items():
        (fresh / file).write_text(text, encoding="utf-8")
    try:
        fresh.rename(kept)
    except OSError:  # another process was faster
        shutil.rmtree(fresh)
    return kept
