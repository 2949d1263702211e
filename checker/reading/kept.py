"""
Keeps in the user's cache folder what can be computed or fetched again.

The folder is `rulings` in `XDG_CACHE_HOME`, or in `~/.cache`; it can be deleted at any time, and where it cannot be
written nothing is kept.
"""

import hashlib
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import orjson

WORTH: Final = 1 << 16
"""The size from which on a corpus is kept, in bytes: a smaller one is read as quickly."""


def folder(kind: str) -> Path:
    """Return the folder for one kind of thing; it need not be there."""
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if base.is_absolute():  # any other is to be ignored, says the specification
        return base / "rulings" / kind
    try:
        return Path.home() / ".cache" / "rulings" / kind
    except RuntimeError:  # nobody's home
        return Path(os.devnull) / kind


def write(path: Path, content: bytes) -> None:
    """Write a file at once and whole, or not at all: a cache that cannot be written is no cache."""
    fresh = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(content)
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


class Values:
    """
    The values of a corpus's files that were read before and found to fit their schemas.

    Each is known by its file's whole content, and all of them only to the reader and the schemas that judged them: so
    none can be out of date, and what is kept is used without being judged again.
    """

    def __init__(self, root: Path, judges: Iterable[Path]) -> None:
        """Take what is kept for a corpus; `judges` are the files whose change makes it worthless."""
        name = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:32]
        self._path = folder("corpus") / f"{name}.json"
        self._judges = tuple(judges)
        self._used: dict[str, Any] = {}
        self._size = 0

    @cached_property
    def _judged(self) -> str:
        return _digest(self._judges)

    @cached_property
    def _values(self) -> Mapping[str, Any]:
        try:
            told = orjson.loads(self._path.read_bytes())
        except (OSError, ValueError):
            return {}
        right = isinstance(told, dict) and told.get("judges") == self._judged and isinstance(told.get("values"), dict)
        return told["values"] if right else {}

    def get(self, name: str, content: bytes) -> Any:
        """Return the value of a file; None where it is not known."""
        key = _key(name, content)
        value = self._values.get(key)
        if value is not None:
            self._use(key, value, content)
        return value

    def put(self, name: str, content: bytes, value: Any) -> None:
        """Take the value of a file that has been found in order."""
        self._use(_key(name, content), value, content)

    def _use(self, key: str, value: Any, content: bytes) -> None:
        self._used[key] = value
        self._size += len(content)

    def keep(self) -> None:
        """Keep what was used, if there is anything new in it, and drop the rest."""
        if self._size >= WORTH and self._used.keys() != self._values.keys():
            write(self._path, orjson.dumps({"judges": self._judged, "values": self._used}))


def _key(name: str, content: bytes) -> str:
    return f"{name} {hashlib.sha256(content).hexdigest()}"


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        content = path.read_bytes()
        digest.update(f"{path.name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()
