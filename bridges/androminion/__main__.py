# ruff: noqa: INP001 - a program, and no package
"""
`python bridges/androminion --class-path PATH`: Androminion behind the protocol, on JSON lines.

Compiles the bridge against the class path, which takes two seconds and is kept for the next time, and becomes Java.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROBE = Path("com", "vdom", "core", "IndirectPlayer.class")
"""A class of the engine that the bridge builds on."""


def main() -> None:
    """Compile the bridge where it is not yet, and run it in place of this process."""
    parser = argparse.ArgumentParser(prog="python bridges/androminion", description="Androminion behind the protocol.")
    parser.add_argument(
        "--class-path",
        metavar="PATH",
        default=os.environ.get("ANDROMINION_CLASS_PATH"),
        help="where the compiled classes of Androminion's vdom are: folders or jars (default: $ANDROMINION_CLASS_PATH)",
    )
    parser.add_argument(
        "--engine-version",
        metavar="NAME",
        default=os.environ.get("ANDROMINION_VERSION", "unknown"),
        help="its version or commit, for reports (default: $ANDROMINION_VERSION)",
    )
    args = parser.parse_args()
    if not args.class_path:
        parser.error("no class path: name one with --class-path or ANDROMINION_CLASS_PATH")
    entries = [Path(entry).resolve() for entry in args.class_path.split(os.pathsep)]
    if not any(entry.is_file() or (entry / PROBE).is_file() for entry in entries):
        parser.error(f"no classes of Androminion at {args.class_path}: {PROBE} is not there")
    java, javac = shutil.which("java"), shutil.which("javac")
    if java is None or javac is None:
        parser.error("java and javac are needed (a JDK of version 8 or newer)")
    class_path = os.pathsep.join(map(str, entries))
    classes = _compiled(javac, class_path)
    arguments = [java, "-cp", os.pathsep.join((str(classes), class_path)), "com.vdom.core.Bridge", args.engine_version]
    os.execv(java, arguments)  # noqa: S606 - the engine's process is this one


def _compiled(javac: str, class_path: str) -> Path:
    """Return the folder of the bridge's classes, compiled against a class path."""
    sources = sorted(HERE.glob("com/vdom/core/*.java"))
    digest = hashlib.sha256(class_path.encode())
    for source in sources:
        digest.update(source.read_bytes())
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulings"
    kept = cache / f"androminion-{digest.hexdigest()[:16]}"
    if kept.is_dir():
        return kept
    cache.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=cache))
    command = [javac, "-nowarn", "-encoding", "UTF-8", "-cp", class_path, "-d", str(fresh), *map(str, sources)]
    came = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - the user's own compiler
    if came.returncode:
        shutil.rmtree(fresh)
        sys.exit(f"the bridge does not compile against this version of Androminion:\n{came.stderr}")
    try:
        fresh.rename(kept)
    except OSError:  # another process was faster
        shutil.rmtree(fresh)
    return kept


if __name__ == "__main__":
    main()
