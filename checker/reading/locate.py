"""Where the corpus and the schemas are, in a checkout and in an installed package, and how a path is shown."""

import os
import shlex
from functools import cache
from pathlib import Path

from checker.problems import UsageError

_INSTALLED = "rulings_data"
"""The folder of an installed package that has the data."""
_ROOT = Path(__file__).resolve().parents[2]


@cache
def data(name: str) -> Path:
    """
    Return the folder `corpus` or `schemas`, or `docs`, which need not be there.

    In a checkout it lies beside the packages; a wheel carries it in `rulings_data`, so that the names do not
    clash with anybody else's in `site-packages`. Raises `UsageError` for packages that were copied without them, or
    that are in an archive.
    """
    beside = _ROOT / name
    if (_ROOT / "pyproject.toml").is_file() and beside.is_dir():
        return beside
    within = _ROOT / _INSTALLED / name
    if name != "docs" and not within.is_dir():
        hint = "unpacked sources as a whole, or `pip install .` in them, have it"
        raise UsageError(f"rulings lacks its own folder `{name}`, which is not at {within}", hint)
    return within


def installed() -> bool:
    """Tell whether the data are those of an installed package, which nobody edits, and not those of a checkout."""
    return data("corpus").parent.name == _INSTALLED


def is_corpus(root: Path) -> bool:
    """Tell whether a folder looks like a corpus that can be read."""
    return os.access(root / "sources.yaml", os.R_OK)


def same(one: Path, other: Path) -> bool:
    """Tell whether two folders have the same files, as far as they can be read."""
    try:
        there = _sizes(one)
        return there == _sizes(other) and all(
            (one / name).read_bytes() == (other / name).read_bytes() for name in there
        )
    except OSError:
        return False


def _sizes(root: Path) -> dict[str, int]:
    """Return the sizes of the files below a folder, by their paths from there; what begins with a dot is left out."""
    return {
        path.relative_to(root).as_posix(): path.stat().st_size
        for path in root.rglob("[!.]*")
        if path.is_file() and path.suffix in {".yaml", ".json"}
    }


def shown(path: Path) -> Path:
    """Return the shorter form of a path: relative to the current folder, if it is below that."""
    absolute = path.resolve()
    here = Path.cwd()
    return absolute.relative_to(here) if absolute.is_relative_to(here) else absolute


def corpus_option(root: Path) -> str:
    """Return the option that names a corpus, with a blank before it; nothing for the one that is read anyway."""
    return "" if root.resolve() == data("corpus").resolve() else f" --corpus {shlex.quote(str(root))}"
