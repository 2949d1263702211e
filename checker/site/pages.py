"""Builds the site: plays the cases, fills the templates, writes the files."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from checker import collecting
from checker.engines import Engine
from checker.model import Corpus
from checker.problems import UsageError
from checker.site import lists, rulings
from checker.site.core import Site
from checker.site.engines import Report, histories
from checker.site.scenes import Stage


@dataclass(frozen=True, slots=True)
class Built:
    """What was written."""

    pages: int
    cases: int
    disagreeing: tuple[str, ...]
    """Cases of which the engine that played them makes something else than they expect."""


def build(corpus: Corpus, folder: Path, engine: Engine, reports: Iterable[Report] = ()) -> Built:
    """
    Write the site of a corpus into a folder; what else lies there stays.

    `engine` plays the cases; its steps are the explanation. Raises `UsageError` for a folder that cannot be written,
    and `Unusable` for an engine that does not say what it is.
    """
    site = Site(corpus, folder, Stage(corpus, engine), histories(reports))
    try:
        with collecting.seldom():
            _write(site)
    except OSError as error:
        why = "it is no folder" if isinstance(error, FileExistsError) else error.strerror
        raise UsageError(f"cannot write {error.filename or folder}: {why}") from error
    return Built(site.written, len(corpus.cases), tuple(site.disagreeing))


def _write(site: Site) -> None:
    site.copy()
    for _, scenes in groupby(site.stage.scenes(), key=lambda scene: scene.case.ruling):
        rulings.ruling_and_cases(site, list(scenes))
    for ruling in site.corpus:
        if not ruling.cases:
            rulings.ruling_page(site, ruling, [])
    for around in (lists.topics, lists.rules, lists.cards, lists.engines, lists.docs, lists.home):
        around(site)
    site.write("static/search-index.js", site.index.script().encode())
