"""The site being written: addresses, templates, files, and what several pages share."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import orjson
from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from checker.finding.query import texts_of
from checker.finding.search import past
from checker.model import Case, Cite, Corpus, Json, Ruling, report_address
from checker.positions.compare import show
from checker.prose import capital, in_words, many
from checker.reading.locate import data
from checker.reports.terminal import never_asked
from checker.site.board import Frame
from checker.site.cards import Cards
from checker.site.docs import Document, documents
from checker.site.engines import History
from checker.site.index import Entry
from checker.site.links import Links, up
from checker.site.rules import Rules
from checker.site.scenes import Stage

Link = Callable[[str], str | None]
"""Gives the address of the page for a name; None if there is none."""


@dataclass(frozen=True, slots=True)
class Page:
    """What the rest of the site has to know of a page that has been written, perhaps by another process."""

    path: str
    entry: Entry | None = None
    """How the search finds it; None if it does not."""


class Site:
    """What is needed to write pages; writing one changes nothing here that another page would show."""

    def __init__(self, corpus: Corpus, folder: Path, stage: Stage, engines: Sequence[History]) -> None:
        self.corpus = corpus
        self.folder = folder
        self.stage = stage
        self.engines = engines
        self.links = Links()
        self.rules = Rules(corpus)
        self.cards = Cards(corpus)
        self.documents: tuple[Document, ...] = documents()
        self.named = {case.id: self._named(case) for case in corpus.cases.values()}
        """The cards that each case names and that the corpus has data of, each once."""
        self.summaries = {rule["rule"]: rule.get("summary", "") for rule in stage.description.rules}
        self._root = f"{folder}/"
        self._made: set[str] = set()
        self._templates = self._read_templates()
        self._give_addresses()

    def _give_addresses(self) -> None:
        """Give out the addresses that any page may ask for, ids first, so that they depend on no page's order."""
        for name in self.corpus.rulings:
            self.links.ruling(name)
        for name in self.corpus.cases:
            self.links.case(name)
        for key in self.rules.all:
            self.links.rule(key)
        for game, slug in sorted(self.corpus.cards):
            self.links.card(game, slug)

    def _read_templates(self) -> dict[str, Template]:
        """Return every template by its name; reading one takes longer than filling it."""
        environment = Environment(
            loader=PackageLoader("checker.site"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        environment.filters.update(pips=_pips, css_class=_css_class, human=human, report=report_address)
        environment.filters.update(show=show, many=many, never_asked=never_asked)
        drawn = Drawn(environment)
        environment.globals.update(
            drawn=drawn,
            games=self.corpus.sources.get("games", {}),
            has_engines=bool(self.engines),
            has_docs=bool(self.documents),
        )
        return {name.removesuffix(".html"): environment.get_template(name) for name in environment.list_templates()}

    def page(self, template: str, path: str, entry: Entry | None = None, **told: Any) -> Page:
        """Fill a template and write it."""
        text = self._templates[template].render(root=up(path), path=path, **told)
        self.write(path, text.encode("utf-8", "replace"))  # half a surrogate pair has no encoding
        return Page(path, entry)

    def write(self, path: str, content: bytes) -> None:
        """Write a file of the site."""
        parent = path.rpartition("/")[0]
        if parent not in self._made:
            (self.folder / parent).mkdir(parents=True, exist_ok=True)
            self._made.add(parent)
        with open(f"{self._root}{path}", "wb", buffering=0) as file:  # noqa: PTH123 - thousands of files: half the time
            left = memoryview(content)
            while left:  # a disk that gets full takes a part of it first, and says so only of the next
                left = left[file.write(left) :]

    def copy(self) -> None:
        """Copy what every site has: style, search, schemas; of style and script only what a browser needs."""
        self.folder.mkdir(parents=True, exist_ok=True)
        static = Path(__file__).parent / "static"
        self._copy(static, "static")
        for name, comment in (("search.js", "//"), ("style.css", "/*")):  # a comment there is a line of its own
            lines = map(str.strip, (static / name).read_text(encoding="utf-8").splitlines())
            needed = "\n".join(line for line in lines if line and not line.startswith(comment))
            self.write(f"static/{name}", needed.encode())
        self._copy(data("schemas"), "schemas")

    def _copy(self, files: Path, to: str) -> None:
        """Copy what is in a folder, file by file, so that the system's refusal names one and says why."""
        for path in sorted(files.rglob("*")):
            if path.is_file():
                self.write(f"{to}/{path.relative_to(files).as_posix()}", path.read_bytes())

    # --- what more than one page tells -------------------------------------------------------------------------------

    def rule_link(self, root: str) -> Link:
        """Return a function that gives the address of a rule's page, from a page at `root`."""

        def link(key: str) -> str | None:
            rule = self.rules.all.get(key)
            if rule is None or ("." not in key and ":" not in key):
                return None
            return root + self.links.rule(key)

        return link

    def card_link(self, game: str, root: str) -> Link:
        """Return a function that gives the address of a card's page."""

        def link(name: str) -> str | None:
            return root + self.links.card(game, name) if self.cards.has(game, name) else None

        return link

    def cites(self, cites: Iterable[Cite], root: str) -> list[Json]:
        """Return citations, grouped by rule, with where each can be read."""
        sources = self.corpus.sources.get("sources", {})
        told: dict[tuple[str, str], Json] = {}
        for cite in cites:
            source = sources.get(cite.source, {})
            edition: Json = next((e for e in source.get("editions", ()) if e["edition"] == cite.edition), {})
            entry = told.setdefault(
                (cite.source, cite.rule),
                {
                    "rule": cite.rule,
                    "href": root + self.links.rule(cite.key),
                    "source": source.get("title", cite.source),
                    "authority": source.get("authority", ""),
                    "at": source.get("passages", {}).get(cite.rule, {}).get("at", ""),
                    "editions": [],
                },
            )
            url = edition.get("url") or source.get("url") or ""
            where = (cite.edition, cite.part or "", url if url.startswith(("http://", "https://")) else "")
            if where not in entry["editions"]:
                entry["editions"].append(where)
        return list(told.values())

    def _named(self, case: Case) -> list[str]:
        named = (self.cards.named(case.game, name).get("card") for name in sorted(texts_of(case)))
        return [*dict.fromkeys(name for name in named if name)]

    def crumbs(self, ruling: Ruling, *, ruled: bool = False) -> list[tuple[str, str]]:
        """Return titles and addresses of what a ruling lies in: game and topic, and with `ruled` the ruling itself."""
        game, topic, *_ = [*ruling.id.split("/"), ""]
        title = self.corpus.sources.get("games", {}).get(game, {}).get("title", game)
        crumbs = [(title, self.links.topic(game)), (human(topic), self.links.topic(f"{game}/{topic}"))]
        if ruled:
            crumbs.append((human(ruling.id.rpartition("/")[2]), self.links.ruling(ruling.id)))
        return crumbs

    def short(self, ruling: Ruling, root: str) -> Json:
        """Return what a page at `root` tells of a ruling in a list of them."""
        return {
            "href": root + self.links.ruling(ruling.id),
            "title": human(ruling.id.rpartition("/")[2]),
            "says": " ".join(ruling.statement.split()),
            "cases": len(ruling.cases),
            "past": past(ruling),
            "disputed": ruling.disputed is not None,
        }

    def by_topic(self) -> dict[str, dict[str, list[Ruling]]]:
        """Return the rulings by game and by topic."""
        games: dict[str, dict[str, list[Ruling]]] = {}
        for ruling in self.corpus:
            games.setdefault(ruling.game, {}).setdefault(ruling.id.split("/")[1], []).append(ruling)
        return games

    def listed(self, case: Case, root: str) -> Json:
        """Return what a page at `root` tells of a case in a list of them."""
        return {"href": root + self.links.case(case.id), "title": case.title, "ruling": case.ruling}


class Drawn:
    """Draws each frame only once: the same cards stand before and after, and in case after case."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._known: dict[tuple[Any, ...], Markup] = {}

    def __call__(self, frame: Frame, href: str | None, now: bool) -> Markup:
        """Return the frame as HTML; `now` says that it belongs to the position afterwards."""
        key = (frame.key, frame.card, href, frame.count, frame.cost, frame.hue, frame.altered, now)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Markup(self._macro(frame, href, now))  # noqa: S704 - the template has escaped it
        return known

    @cached_property
    def _macro(self) -> Callable[[Frame, str | None, bool], str]:
        macro: Callable[[Frame, str | None, bool], str] = self._environment.get_template("macros.html").module.frame  # type: ignore[attr-defined]
        return macro


@lru_cache(maxsize=1024)
def _pips(cost: str) -> Markup:
    """Return a cost with its symbols as pips: `{2}{R}`, or a number alone."""
    symbols = re.findall(r"\{([^{}]*)\}", cost) or [cost]
    return Markup("").join(Markup('<span class="pip pip-{}">{}</span>').format(_css_class(s), s) for s in symbols)


def _css_class(text: str) -> str:
    """Return a text as the name of a CSS class."""
    return re.sub(r"[^a-z0-9]+", "-", str(text).lower()).strip("-")


def human(slug: str) -> str:
    """Return a slug or a key as a person would write it."""
    return capital(in_words(slug.replace("-", " ")))


def as_json(value: Any) -> bytes:
    """Return a value as a JSON document."""
    try:
        return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)
    except orjson.JSONEncodeError:  # half a surrogate pair has no encoding; JSON's escape of it has
        return f"{json.dumps(value)}\n".encode()
