# ruff: noqa: INP001 - a program, and no package
"""
`python bridges/argentum --class-path PATH --kotlin PATH`: Argentum behind the protocol, on JSON lines.

Compiles the bridge against the class path, which takes half a minute and is kept for the next time, and becomes Java.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(1, str(HERE.parent / "kit" / "python"))

from compiled import compiled  # noqa: E402 - found only now
from launch import VERSION, add_options, has, jars  # noqa: E402
from words import table  # noqa: E402

PROBE = "com/wingedsheep/engine/core/ActionProcessor.class"
"""A class of the engine that the bridge builds on."""
COMPILER = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"
OPTIONS = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss8m")
"""Small processes without threads of their own."""


def main() -> None:
    """Compile the bridge where it is not yet, and run it in place of this process."""
    parser = argparse.ArgumentParser(prog="python bridges/argentum", description="Argentum behind the protocol.")
    add_options(
        parser,
        ("--class-path", "PATH", "ARGENTUM_CLASS_PATH", "its classes and libraries: folders, jars, folder/*"),
        ("--kotlin", "PATH", "ARGENTUM_KOTLIN", "the Kotlin compiler, as a class path"),
        ("--engine-version", "NAME", "ARGENTUM_VERSION", VERSION),
    )
    args = parser.parse_args()
    if not args.class_path:
        parser.error("no class path: name one with --class-path or ARGENTUM_CLASS_PATH")
    entries = jars(args.class_path)
    if not any(has(entry, PROBE) for entry in entries):
        parser.error(f"no classes of Argentum at {args.class_path}: {PROBE} is not there")
    if not args.kotlin:
        parser.error("no compiler: name the class path of Kotlin's with --kotlin or ARGENTUM_KOTLIN")
    java, javac = shutil.which("java"), shutil.which("javac")
    if java is None or javac is None:
        parser.error("java and javac are needed (a JDK of version 21 or newer)")
    kit = compiled("argentum", javac, "", ())
    engine = os.pathsep.join(map(str, entries))
    bridge = _kotlin(java, jars(args.kotlin), os.pathsep.join((str(kit), engine)), kit)
    path = os.pathsep.join((str(bridge), str(kit), engine))
    arguments = [args.engine_version or "unknown", str(_words(kit))]
    os.execv(java, [java, *OPTIONS, "-cp", path, "bridge.BridgeKt", *arguments])  # noqa: S606


def _words(kit: Path) -> Path:
    """Return the file with the words of the card data; it changes more often than what is compiled."""
    text = json.dumps(table(HERE.parents[1] / "corpus" / "cards" / "mtg"))
    kept = kit.with_name(f"argentum-words-{hashlib.sha256(text.encode()).hexdigest()[:16]}.json")
    if not kept.is_file():
        with tempfile.NamedTemporaryFile("w", dir=kit.parent, delete=False) as fresh:
            fresh.write(text)
        Path(fresh.name).replace(kept)
    return kept


def _kotlin(java: str, compiler: Sequence[Path], class_path: str, kit: Path) -> Path:
    """Return the folder of the classes that the bridge's own sources make."""
    sources = sorted(HERE.glob("bridge/*.kt"))
    digest = hashlib.sha256(class_path.encode())
    for source in sources:
        digest.update(source.read_bytes())
    kept = kit.with_name(f"{kit.name}-{digest.hexdigest()[:16]}")
    if kept.is_dir():
        return kept
    fresh = Path(tempfile.mkdtemp(dir=kit.parent))
    options = ["-no-stdlib", "-no-reflect", "-nowarn", "-jvm-target", "21", "-cp", class_path, "-d", str(fresh)]
    run = [java, *OPTIONS, "-cp", os.pathsep.join(map(str, compiler)), COMPILER]
    came = subprocess.run([*run, *options, *map(str, sources)], capture_output=True, text=True, check=False)  # noqa: S603
    if came.returncode:
        shutil.rmtree(fresh)
        sys.exit(f"the bridge does not compile against this version of the engine:\n{came.stderr}")
    try:
        fresh.rename(kept)
    except OSError:  # another process was faster
        shutil.rmtree(fresh)
    return kept


if __name__ == "__main__":
    main()
