"""Holds engines to the corpus: reads rulings, asks an engine, compares, reports. It knows no game's rules."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from checker.api import (
        Case,
        Cite,
        Corpus,
        CorpusError,
        Difference,
        Engine,
        Expectation,
        Hit,
        Ruling,
        Status,
        Unusable,
        UsageError,
        Verdict,
        check,
        find,
        load,
        open_engine,
        results,
        search_words,
    )

__all__ = [
    "Case",
    "Cite",
    "Corpus",
    "CorpusError",
    "Difference",
    "Engine",
    "Expectation",
    "Hit",
    "Ruling",
    "Status",
    "Unusable",
    "UsageError",
    "Verdict",
    "check",
    "find",
    "load",
    "open_engine",
    "results",
    "search_words",
]


def __getattr__(name: str) -> Any:
    """Import a name of the interface when it is first asked for, so that the command line starts without all of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from checker import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return __all__
