# ruff: noqa: INP001 - a part of programs, and of no package
"""How a bridge on Java is started: its arguments, the user's own engine, the bridge compiled against it, and Java."""

import argparse
import os
import shutil
import sys
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from compiled import compiled

VERSION = "its version or commit, for reports"
"""What `--engine-version` takes."""
SMALL = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
"""For Java: small processes without threads of their own."""
ALIKE = (*SMALL, "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2")
"""
The same, and all objects have one hash code: for an engine that keeps objects in hash tables by their identity, and
would go through them in another order each time.
"""
KOTLIN = ("org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-stdlib", "-no-reflect", "-jvm-target", "21")
"""Its compiler, which is itself a program on Java."""


@dataclass(frozen=True)
class Bridge:
    """A bridge on Java: the engine's name, its variables' prefix, a class of it to know it by, and the bridge's own."""

    folder: Path
    name: str
    prefix: str
    probe: str
    options: tuple[str, ...] = ()
    """For Java."""
    main: str = "bridge.Run"
    kotlin: bool = False
    """Whether its own sources are in Kotlin."""
    data: tuple[str, str] | None = None
    """The variable that names a folder of the engine's, such as that of its cards, and what is in it."""


def launch(bridge: Bridge, beside: Callable[[], Mapping[str, str]] = dict) -> NoReturn:
    """
    Compile a bridge where it is not yet, and run it in place of this process, in the folder of its classes.

    `beside` tells texts by the names of the files that are to stand there; `data.txt` names the folder of the engine's
    data. The bridge is given the engine's version.
    """
    parser = argparse.ArgumentParser(
        prog=f"python bridges/{bridge.folder.name}", description=f"{bridge.name} behind the protocol."
    )
    add_options(
        parser,
        ("--class-path", "PATH", f"{bridge.prefix}_CLASS_PATH", "where its classes are: folders, jars, folder/*"),
        ("--engine-version", "NAME", f"{bridge.prefix}_VERSION", VERSION),
    )
    if bridge.kotlin:
        add_options(parser, ("--kotlin", "PATH", f"{bridge.prefix}_KOTLIN", "the Kotlin compiler, as a class path"))
    args = parser.parse_args()
    if not args.class_path:
        parser.error(f"no class path: name one with --class-path or {bridge.prefix}_CLASS_PATH")
    entries = jars(args.class_path)
    if not any(has(entry, bridge.probe) for entry in entries):
        parser.error(f"no classes of {bridge.name} at {args.class_path}: {bridge.probe} is not there")
    java, javac = shutil.which("java"), shutil.which("javac")
    if java is None or javac is None:
        parser.error(f"java and javac are needed (a JDK of version {21 if bridge.kotlin else 17} or newer)")
    kotlin: list[str] = []
    if bridge.kotlin:
        if not args.kotlin:
            parser.error(f"no compiler: name the class path of Kotlin's with --kotlin or {bridge.prefix}_KOTLIN")
        kotlin = [java, *bridge.options, "-cp", os.pathsep.join(map(str, jars(args.kotlin))), *KOTLIN]
    texts = {**beside(), **({"data.txt": named(*bridge.data)} if bridge.data else {})}
    class_path = os.pathsep.join(map(str, entries))
    sources = sorted(bridge.folder.rglob("*.kt" if bridge.kotlin else "*.java"))
    kept = compiled(bridge.folder.name, javac, class_path, sources, texts, kotlin)
    os.chdir(kept)
    path = os.pathsep.join((str(kept), class_path))
    arguments = [java, *bridge.options, "-cp", path, bridge.main, args.engine_version or "unknown"]
    os.execv(java, arguments)  # noqa: S606 - the engine's process is this one


def named(variable: str, holds: str) -> str:
    """Return the whole path of the folder that a variable names; ends the process if that does not hold this."""
    folder = Path(os.environ.get(variable) or "nowhere").resolve()
    if (folder / holds).exists():
        return str(folder)
    sys.stderr.write(f"{variable} must name the engine's folder with its cards, and {folder} has no {holds}\n")
    sys.exit(2)


def add_options(parser: argparse.ArgumentParser, *rows: tuple[str, str, str, str]) -> None:
    """Take options of a name, a placeholder, the variable that gives its default, and what `--help` tells of it."""
    for option, metavar, variable, told in rows:
        default = os.environ.get(variable)
        parser.add_argument(option, metavar=metavar, default=default, help=f"{told} (default: ${variable})")


def jars(paths: str) -> list[Path]:
    """Return the folders and jars of a class path, `folder/*` written out."""
    parts = [part for part in paths.split(os.pathsep) if part]
    found = [
        sorted(Path(part[:-1]).resolve().glob("*.jar")) if part.endswith("*") else [Path(part).resolve()]
        for part in parts
    ]
    return [entry for entries in found for entry in entries]


def has(entry: Path, probe: str) -> bool:
    """Tell whether a folder or a jar has a file."""
    if entry.is_dir():
        return (entry / probe).is_file()
    return zipfile.is_zipfile(entry) and probe in zipfile.ZipFile(entry).namelist()
