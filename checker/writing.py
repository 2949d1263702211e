"""Writes files whole or not at all: a full disk or an interruption leaves the old content as it was."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from checker.problems import UsageError


def whole(path: Path, content: bytes | str) -> None:
    """
    Give a file its content, and make its folder if that is not there.

    A link stays a link, and a file keeps its permissions. Raises `UsageError` if the system refuses.
    """
    data = content.encode(errors="replace") if isinstance(content, str) else content
    with _refusals(path):
        target = made(path)
        if _takes_its_place(path, target):
            _replace(target, data)
        else:
            path.write_bytes(data)


def ready(*paths: Path | None) -> None:
    """
    Raise `UsageError` for a file that `whole` could not write, before there is any work that would be lost by it.

    The file stays as it is, though its folder is made; None stands for standard output.
    """
    for path in paths:
        if path is not None:
            with _refusals(path):
                _try(path)


def made(path: Path) -> Path:
    """Return the file that is meant, its folder made if need be; raises `OSError` as the system does."""
    try:
        target = path.resolve()
        ring = target.is_symlink()
    except RuntimeError:  # as Python before 3.13 tells of links in a ring
        ring = True
    if ring:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:  # and that it is no folder is what is wrong
        raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from None
    return target


def _try(path: Path) -> None:
    target = made(path)
    if target.is_dir():
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    if _takes_its_place(path, target):
        beside = _beside(target)
        beside.touch()
        beside.unlink()
    elif not os.access(path, os.W_OK):  # to open a pipe would be to end what reads it
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))


@contextmanager
def _refusals(path: Path) -> Iterator[None]:
    """Tell what the system refuses to do with a file."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None


def _takes_its_place(path: Path, target: Path) -> bool:
    """Whether a new file can take its place: not that of a device or pipe, nor in a folder that takes no other file."""
    return not path.exists() or (path.is_file() and os.access(target.parent, os.W_OK))


def _beside(target: Path) -> Path:
    # No name is longer than some 255 bytes, of which a letter takes up to four.
    return target.with_name(f".{target.name[:40]}.{os.getpid()}.new")


def _replace(target: Path, data: bytes) -> None:
    beside = _beside(target)
    try:
        beside.write_bytes(data)
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
