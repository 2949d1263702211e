"""Builds the site: plays the cases, fills the templates, writes the files."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from checker.engines import Engine
from checker.model import Corpus
from checker.problems import UsageError
from checker.running import collecting
from checker.running.forked import spread
from checker.site import lists, rulings
from checker.site.core import Page, Site
from checker.site.engines import Run, histories
from checker.site.index import Index
from checker.site.rulings import Shown
from checker.site.scenes import Stage


@dataclass(frozen=True, slots=True)
class Built:
    """What was written."""

    pages: int
    cases: int
    disagreeing: tuple[str, ...]
    """Cases in which the engine that played them came to something other than what they expect."""


def build(corpus: Corpus, folder: Path, engine: Engine, reports: Iterable[Run] = (), jobs: int = 1) -> Built:
    """
    Write the site of a corpus into a folder; other files there are left alone.

    `engine` plays the cases; its steps are the explanation. In several `jobs` the pages are written by processes that
    are forked from this one, for an engine in it; they are the same pages. Raises `UsageError` for a folder that cannot
    be written, and `Unusable` for an engine that does not say what it is.
    """
    if (folder / "index.html").exists() and not (folder / "static" / "search.js").exists():
        raise UsageError(f"{folder} has an `index.html` of another origin", "name a folder for the pages alone")
    site = Site(corpus, folder, Stage(corpus, engine), histories(reports))
    try:
        with collecting.seldom():
            return _write(site, jobs)
    except OSError as error:
        why = "it is no folder" if isinstance(error, FileExistsError) else error.strerror
        raise UsageError(f"cannot write {error.filename or folder}: {why}") from error


def _write(site: Site, jobs: int) -> Built:
    site.copy()
    shown = _cases(site, jobs)
    index, pages = Index(), 0
    for page in _pages(site, shown, jobs):
        pages += 1
        if page.entry is not None:
            index.add(page.entry)
    site.write("static/search-index.js", index.script().encode())
    return Built(pages, len(shown), tuple(name for name, case in shown.items() if not case.agrees))


def _cases(site: Site, jobs: int) -> dict[str, Shown]:
    """Write the page of every case, in a number of processes, and return the results by id, in order."""
    places = [(ruling, place) for ruling in site.corpus for place in range(len(ruling.cases))]
    came = spread(lambda at: rulings.case_page(site, *at), places, jobs)
    return dict(zip(site.corpus.cases, came, strict=True))


def _pages(site: Site, shown: Mapping[str, Shown], jobs: int) -> Iterator[Page]:
    """Write all other pages, and yield every page in the order in which the search lists equally good matches."""
    for ruling in site.corpus:
        yield from (shown[case.id].page for case in ruling.cases)
        yield rulings.ruling_page(site, ruling, shown)
    yield from lists.topics(site)
    yield from list(spread(partial(lists.rule_page, site), list(site.rules.all.values()), jobs))
    yield lists.rules(site)
    used = lists.used(site)
    yield from list(spread(partial(lists.card_page, site), used, jobs))
    yield lists.cards(site, used)
    yield from lists.engines(site)
    yield from lists.docs(site)
    yield lists.home(site)
