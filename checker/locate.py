"""Where the corpus and the schemas are, in a checkout and in an installed package, and how a path is told."""

import shlex
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent


@cache
def data(name: str) -> Path:
    """
    Return the folder `corpus` or `schemas`.

    In a checkout it lies beside the packages; a wheel carries it in `rulings_data`, so that the names do not
    clash with anybody else's in `site-packages`.
    """
    beside = _ROOT / name
    return beside if (_ROOT / "pyproject.toml").is_file() and beside.is_dir() else _ROOT / "rulings_data" / name


def shown(path: Path) -> Path:
    """Return a path by the shorter of its names: relative to where the user is, if it lies there."""
    absolute = path.resolve()
    here = Path.cwd()
    return absolute.relative_to(here) if absolute.is_relative_to(here) else absolute


def option(root: Path) -> str:
    """Return the option that names a corpus, with a blank before it; nothing for the one that is read anyway."""
    return "" if root.resolve() == data("corpus").resolve() else f" --corpus {shlex.quote(str(root))}"
