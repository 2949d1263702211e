# ruff: noqa: INP001 - a program, and no package
"""
`python bridges/xmage --class-path PATH`: XMage behind the protocol, on JSON lines.

Compiles the bridge against the class path, which takes some seconds and is kept for the next time, and becomes Java.
"""

import argparse
import importlib
import json
import os
import shutil
import sys
import zipfile
from pathlib import Path

from words import table

HERE = Path(__file__).resolve().parent
CARDS = HERE.parents[1] / "corpus" / "cards" / "mtg"
KIT = HERE.parent / "kit" / "python"
WORDS = "words.json"
"""The labels, targets and modes of the card data, beside the classes."""
PROBE = "mage/game/GameImpl.class"
"""A class of the engine that the bridge builds on."""
OPTIONS = (
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Xss8m",
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:hashCode=2",
)
"""
Small processes without threads of their own. All objects have one hash code: the engine keeps objects in hash tables by
their identity, and would go through them in another order each time.
"""


def main() -> None:
    """Compile the bridge where it is not yet, and run it in place of this process."""
    parser = argparse.ArgumentParser(prog="python bridges/xmage", description="XMage behind the protocol.")
    parser.add_argument(
        "--class-path",
        metavar="PATH",
        default=os.environ.get("XMAGE_CLASSPATH"),
        help="where XMage's classes and its libraries are: folders, jars, folder/* (default: $XMAGE_CLASSPATH)",
    )
    parser.add_argument(
        "--engine-version",
        metavar="NAME",
        default=os.environ.get("XMAGE_VERSION", "unknown"),
        help="its version or commit, for reports (default: $XMAGE_VERSION)",
    )
    args = parser.parse_args()
    if not args.class_path:
        parser.error("no class path: name one with --class-path or XMAGE_CLASSPATH")
    entries = [entry for part in args.class_path.split(os.pathsep) if part for entry in _entries(part)]
    if not any(map(_has_engine, entries)):
        parser.error(f"no classes of XMage at {args.class_path}: {PROBE} is not there")
    java, javac = shutil.which("java"), shutil.which("javac")
    if java is None or javac is None:
        parser.error("java and javac are needed (a JDK of version 17 or newer)")
    class_path = os.pathsep.join(map(str, entries))
    sys.path.insert(1, str(KIT))
    compile_bridge = importlib.import_module("compiled").compiled
    words = json.dumps(table(CARDS))
    kept = compile_bridge("xmage", javac, class_path, sorted(HERE.glob("bridge/*.java")), {WORDS: words})
    os.chdir(kept)  # where the engine keeps a card database, should it want one
    paths = os.pathsep.join((str(kept), class_path))
    arguments = [java, *OPTIONS, "-cp", paths, "bridge.Bridge", args.engine_version, str(kept / WORDS)]
    os.execv(java, arguments)  # noqa: S606 - the engine's process is this one


def _entries(part: str) -> list[Path]:
    if part.endswith("*"):
        return sorted(Path(part[:-1]).resolve().glob("*.jar"))
    return [Path(part).resolve()]


def _has_engine(entry: Path) -> bool:
    if entry.is_dir():
        return (entry / PROBE).is_file()
    return zipfile.is_zipfile(entry) and PROBE in zipfile.ZipFile(entry).namelist()


if __name__ == "__main__":
    main()
