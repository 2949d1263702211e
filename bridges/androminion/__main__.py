# ruff: noqa: INP001 - a program, and no package
"""
`python bridges/androminion --class-path PATH`: Androminion behind the protocol, on JSON lines.

Compiles the bridge against the class path, which takes two seconds and is kept for the next time, and becomes Java.
"""

import argparse
import importlib
import os
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
KIT = HERE.parent / "kit" / "python"
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
        parser.error("java and javac are needed (a JDK of version 17 or newer)")
    class_path = os.pathsep.join(map(str, entries))
    sys.path.insert(1, str(KIT))
    compile_bridge = importlib.import_module("compiled").compiled
    classes = compile_bridge("androminion", javac, class_path, sorted(HERE.glob("com/vdom/core/*.java")))
    arguments = [java, "-cp", os.pathsep.join((str(classes), class_path)), "com.vdom.core.Bridge", args.engine_version]
    os.execv(java, arguments)  # noqa: S606 - the engine's process is this one


if __name__ == "__main__":
    main()
