"""The text files of a source tree: those that version control knows, or all that are there."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from checker.problems import UsageError

LIMIT = 8 * 1024 * 1024
"""Larger files are data, not source; they are counted and left out."""
_SKIPPED = frozenset(
    {".git", ".hg", ".svn", ".jj", "node_modules", "__pycache__", ".venv", "venv", ".tox", ".mypy_cache"}
)


@dataclass
class Tree:
    """Walks paths and keeps count of what it left out."""

    paths: Sequence[Path]
    files: int = 0
    large: list[Path] = field(default_factory=list)
    unreadable: list[Path] = field(default_factory=list)
    binary: list[Path] = field(default_factory=list)
    """Of those that were named one by one; in a folder they are left out silently."""

    def contents(self) -> Iterator[tuple[Path, bytes]]:
        """Yield each text file with its content; raises `UsageError` for a path that is not there."""
        seen: set[str] = set()
        for path in self.paths:
            if not path.exists():
                raise UsageError(f"{path}: there is no such file or folder")
            named = not path.is_dir()
            for file in [path] if named else _files(path):
                if not named and file.is_symlink():
                    continue  # it stands elsewhere, in this tree or in one that nobody asked about
                if (real := os.path.realpath(file)) not in seen:  # however it is named
                    seen.add(real)
                    content = self._content(file)
                    if content is not None:
                        self.files += 1
                        yield file, content
                    elif named and file not in (*self.large, *self.unreadable):
                        self.binary.append(file)

    def _content(self, file: Path) -> bytes | None:
        try:
            if not file.is_file():
                return None
            with file.open("rb") as handle:
                data = handle.read(LIMIT + 1)
        except OSError:
            self.unreadable.append(file)
            return None
        if b"\0" in data[:8192]:
            return None
        if len(data) > LIMIT:
            self.large.append(file)
            return None
        return data


def _files(folder: Path) -> Iterator[Path]:
    """Yield a folder's files: tracked and new ones where git knows the folder, so that `.gitignore` is respected."""
    try:
        told = subprocess.run(  # noqa: S603 - the folder is an argument of its own, after -C
            ["git", "-C", str(folder), "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"],  # noqa: S607
            capture_output=True,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        told = b""
    if told:
        yield from (folder / os.fsdecode(name) for name in sorted(told.split(b"\0")) if name)
        return
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED)
        yield from (Path(root, name) for name in sorted(names))
