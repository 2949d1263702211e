"""Cards as data: one file a card, found by the card's name and read when it is first needed."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar
from unicodedata import normalize

from reference_engine.kernel.run import Unsupported

T = TypeVar("T")

_LINE = 300
"""More bytes than the line with a card's name has."""

_ROOT = Path(__file__).resolve().parent.parent.parent


def shipped(data: str) -> Path:
    """A folder of data that comes with the engine: beside the packages in a checkout, else in `rulings_data`."""
    beside = _ROOT / data
    return beside if beside.is_dir() else _ROOT / "rulings_data" / data


def file_name(card: str) -> str:
    """The name of a card's file: its letters and digits in lower case, with hyphens between words."""
    plain = re.sub("['\u2019\u0300-\u036f]", "", normalize("NFD", card.lower()))
    return "-".join(re.findall("[a-z0-9]+", plain)) + ".yaml"


def several(told: Any) -> list[Any]:
    """Return what card data tells, one thing or a list of them, as a list."""
    return told if isinstance(told, list) else [told]


class Library(dict[str, Mapping[str, Any]]):
    """The cards of one game by their names, each read when it is first asked for; what was read never changes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[Hashable, Any] = {}

    def __missing__(self, card: str) -> Mapping[str, Any]:
        """Read a card's data. Raises `Unsupported` for a card that has none."""
        from yaml12 import read_yaml  # late: not needed to say what the engine is

        try:
            data: Any = read_yaml(f"{self._folder}/{file_name(card)}")
        except OSError:
            raise Unsupported("card", card) from None
        if not isinstance(data, dict) or data.get("card") != card:
            raise Unsupported("card", card)
        self[card] = data
        return data

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made of a card's data under this key, making it the first time; it must never change."""
        made: T | None = self._made.get(key)
        if made is None:
            made = self._made[key] = make()
        return made

    def names(self) -> Iterable[str]:
        """The names of all cards, sorted by their files; each stands in its file's first line."""
        for entry in sorted(os.scandir(self._folder), key=lambda entry: entry.name):
            if entry.name.endswith(".yaml"):
                with open(entry, "rb", buffering=0) as file:  # noqa: PTH123 - a path takes ten times as long
                    first = file.read(_LINE).partition(b"\n")[0].decode()
                yield first.removeprefix("card:").strip().strip("\"'")


def words(data: Any) -> Iterator[str]:
    """Yield the words of card data that may be names."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for each in data.values() if isinstance(data, dict) else data:
            yield from words(each)
