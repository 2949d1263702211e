"""Writes files whole or not at all: a full disk or an interruption leaves what stood there as it was."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from checker.problems import UsageError


def whole(path: Path, content: bytes | str) -> None:
    """
    Give a file its content, and make its folder if that is not there.

    A link stays a link, and a file keeps its permissions. Raises `UsageError` if the system refuses.
    """
    data = content.encode(errors="replace") if isinstance(content, str) else content
    try:
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and not (target.is_file() and os.access(target.parent, os.W_OK)):
            path.write_bytes(data)  # a device, or a file in a folder that takes no other
        else:
            _replace(target, data)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None


def _replace(target: Path, data: bytes) -> None:
    beside = target.with_name(f".{target.name[:200]}.{os.getpid()}.new")
    try:
        beside.write_bytes(data)
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
