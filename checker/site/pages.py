"""Builds the site: makes what each page says, fills the templates, writes the files."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from shutil import copytree
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from checker.engines import Engine
from checker.export.documents import case_document, ruling_document
from checker.locate import data
from checker.model import Case, Cite, Corpus, Json, Ruling, card_slug
from checker.problems import UsageError
from checker.query import cards_of
from checker.site import index as search
from checker.site.board import Drawing, plain_frame
from checker.site.cards import Cards
from checker.site.docs import Document, documents
from checker.site.engines import History, Report, failing, histories
from checker.site.layout import layout
from checker.site.links import Links, up
from checker.site.rules import Rule, Rules, order
from checker.site.scenes import Scene, Stage
from checker.site.telling import Teller, prose
from checker.vocabulary import Vocabulary

_MANY = 8
"""How many results are told in full beside the tree of choices."""


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
    site = _Site(corpus, folder, Stage(corpus, engine), histories(reports))
    try:
        return site.build()
    except OSError as error:
        raise UsageError(f"cannot write {error.filename or folder}: {error.strerror}") from error


class _Site:
    def __init__(self, corpus: Corpus, folder: Path, stage: Stage, engines: Sequence[History]) -> None:
        self.corpus = corpus
        self.folder = folder
        self.stage = stage
        self.engines = engines
        self.links = Links()
        self.rules = Rules(corpus)
        self.cards = Cards(corpus)
        self.index = search.Index()
        self.documents: list[Document] = documents()
        self.written = 0
        self.disagreeing: list[str] = []
        self._made: set[Path] = set()
        self._templates: dict[str, Template] = {}
        self._summaries = {rule["rule"]: rule.get("summary", "") for rule in stage.description.rules}
        for name in corpus.rulings:  # ids come before all else, so that their addresses depend on nothing
            self.links.ruling(name)
        for name in corpus.cases:
            self.links.case(name)

    # --- writing -----------------------------------------------------------------------------------------------------

    @cached_property
    def _environment(self) -> Environment:
        environment = Environment(
            loader=PackageLoader("checker.site"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        environment.filters.update(pips=_pips, words=_words, human=_human)
        environment.globals.update(
            games=self.corpus.sources.get("games", {}), has_engines=bool(self.engines), has_docs=bool(self.documents)
        )
        return environment

    def page(self, template: str, path: str, **told: Any) -> None:
        """Fill a template and write it."""
        if template not in self._templates:
            self._templates[template] = self._environment.get_template(f"{template}.html")
        text = self._templates[template].render(root=up(path), path=path, **told)
        self.write(path, text)
        self.written += 1

    def write(self, path: str, text: str) -> None:
        """Write a file of the site."""
        target = self.folder / path
        if target.parent not in self._made:
            target.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(target.parent)
        # Half a surrogate pair has no encoding.
        target.write_bytes(text.encode("utf-8", "replace"))

    def build(self) -> Built:
        """Write everything."""
        self.folder.mkdir(parents=True, exist_ok=True)
        copytree(Path(__file__).parent / "static", self.folder / "static", dirs_exist_ok=True)
        copytree(data("schemas"), self.folder / "schemas", dirs_exist_ok=True)
        for _, scenes in groupby(self.stage.scenes(), key=lambda scene: scene.case.ruling):
            self._ruling(list(scenes))
        for ruling in self.corpus:
            if not ruling.cases:
                self._ruling_page(ruling, [])
        self._topics()
        self._rules()
        self._cards()
        self._engines()
        self._docs()
        self._home()
        self.write("static/search-index.js", self.index.script())
        return Built(self.written, len(self.corpus.cases), tuple(self.disagreeing))

    # --- links -------------------------------------------------------------------------------------------------------

    def rule_link(self, root: str, own: str = "") -> "Any":
        """Return what gives the address of a rule's page from a page at `root`."""

        def link(key: str) -> str | None:
            rule = self.rules.all.get(key)
            if rule is None or key == own or ("." not in key and ":" not in key):
                return None
            return root + self.links.rule(key)

        return link

    def card_link(self, game: str, root: str) -> "Any":
        """Return what gives the address of a card's page."""

        def link(name: str) -> str | None:
            return root + self.links.card(game, name) if self.cards.has(game, name) else None

        return link

    def cites(self, cites: Iterable[Cite], root: str) -> list[Json]:
        """Return citations, gathered by rule, with where each can be read."""
        sources = self.corpus.sources.get("sources", {})
        told: dict[tuple[str, str], Json] = {}
        for cite in cites:
            source = sources.get(cite.source, {})
            edition = next((e for e in source.get("editions", ()) if e["edition"] == cite.edition), {})
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

    # --- rulings and cases -------------------------------------------------------------------------------------------

    def _ruling(self, scenes: list[Scene]) -> None:
        ruling = self.corpus.rulings[scenes[0].case.ruling]
        for place, scene in enumerate(scenes):
            before = scenes[place - 1].case if place else None
            after = scenes[place + 1].case if place + 1 < len(scenes) else None
            self._case(ruling, scene, before, after)
        self._ruling_page(ruling, scenes)

    def _teller(self, case: Case, names: dict[str, str], root: str) -> Teller:
        zones = frozenset(_fields(case.game))
        return Teller(case, names, self.card_link(case.game, root), self.rule_link(root), zones)

    def _case(self, ruling: Ruling, scene: Scene, before: Case | None, after: Case | None) -> None:
        case = scene.case
        path = self.links.case(case.id)
        root = up(path)
        drawing = Drawing(case, scene.vocabulary, self.cards, scene.before, scene.after)
        tell = self._teller(case, drawing.names, root)
        first, then = drawing.boards()
        expected = case.expectation
        branches, results = [], 0
        if len(scene.leaves) > 1:
            changes = [
                tell.changes(scene.before, scene.vocabulary.answered(leaf.outcome["state"]))
                if "refused" not in leaf.outcome and "state" in leaf.outcome
                else ()
                for leaf in scene.leaves
            ]
            branches, results = tell.tree(scene.leaves, changes)
        if scene.verdict is not None and not scene.agrees:
            self.disagreeing.append(case.id)
        names = self._card_names(case)
        self.page(
            "case",
            path,
            case=case,
            ruling=ruling,
            scene=scene,
            engine=self.stage.description.name,
            link=self.links.ruling(ruling.id),
            card_url=self.card_link(case.game, root),
            before=first,
            after=then,
            steps=list(tell.steps()),
            choices=[tell.choice(choice) for choice in case.choices],
            expect=list(tell.expected(expected.expect)) if expected.expect else [],
            possible=[list(tell.expected(part)) for part in expected.possible],
            throughout=list(tell.expected(expected.throughout)) if expected.throughout else [],
            offered=[tell.offer(offer) for offer in expected.offered],
            not_offered=[tell.offer(offer) for offer in expected.not_offered],
            why=tell.prose(case.why) if case.why else "",
            statement=tell.prose(ruling.statement),
            happened=list(tell.happened(scene.trace)),
            way=[tell.choice(choice) for choice in scene.leaves[0].choices] if scene.leaves else [],
            branches=branches,
            results=results,
            cites=self.cites(dict.fromkeys(case.cites), root),
            previous=self._neighbour(before, root),
            next=self._neighbour(after, root),
            crumbs=self._crumbs(ruling, ruled=True),
        )
        self.write(f"{path.removesuffix('.html')}.json", _json(case_document(ruling, case)))
        self.index.add(
            "case",
            case.title,
            path,
            ", ".join(names) or _human(ruling.id),
            (
                (search.TITLE, f"{case.title} {case.slug}"),
                (search.CARD, " ".join(names)),
                (search.CARD, " ".join(cite.key for cite in case.cites)),
                (search.STATEMENT, f"{ruling.statement} {ruling.id}"),
                (search.REASON, case.why or ""),
            ),
            past=_past(ruling) or case.until_edition is not None,
        )

    def _neighbour(self, case: Case | None, root: str) -> Json | None:
        return {"href": root + self.links.case(case.id), "title": case.title} if case else None

    def _card_names(self, case: Case) -> list[str]:
        """Return the cards that a case names and that the corpus has data of, each once."""
        found = {name: None for name in sorted(cards_of(case)) if self.cards.has(case.game, name)}
        by_slug = {card_slug(name): name for name in found}
        return [str(self.cards.named(case.game, name).get("card", name)) for name in by_slug.values()]

    def _ruling_page(self, ruling: Ruling, scenes: Sequence[Scene]) -> None:
        path = self.links.ruling(ruling.id)
        root = up(path)
        rule = self.rule_link(root)
        shown = [
            {
                "case": scene.case,
                "href": root + self.links.case(scene.case.id),
                "cards": self._card_names(scene.case),
                "agrees": scene.agrees,
                "why": bool(scene.case.why),
            }
            for scene in scenes
        ]
        self.page(
            "ruling",
            path,
            ruling=ruling,
            title=_human(ruling.id.rpartition("/")[2]),
            statement=prose(ruling.statement, rule),
            texts=[
                (label, prose(text, rule))
                for label, text in (
                    ("Disputed", ruling.disputed),
                    ("Superseded", ruling.superseded),
                    ("Notes", ruling.notes),
                )
                if text
            ],
            related=[
                (label, [self._short(self.corpus.rulings[name], root) for name in names if name in self.corpus.rulings])
                for label, names in (("See also", ruling.see), ("Differs from", ruling.differs_from))
                if names
            ],
            cites=self.cites(ruling.cites, root),
            cases=shown,
            crumbs=self._crumbs(ruling),
        )
        document = {**ruling_document(ruling), "cases": [case_document(ruling, case) for case in ruling.cases]}
        self.write(f"{path.removesuffix('.html')}.json", _json(document))
        self.index.add(
            "ruling",
            _human(ruling.id.rpartition("/")[2]),
            path,
            " ".join(ruling.statement.split()),
            (
                (search.TITLE, ruling.id),
                (search.CARD, " ".join(cite.key for cite in ruling.cites)),
                (search.STATEMENT, ruling.statement),
                (search.REASON, " ".join(filter(None, (ruling.notes, ruling.disputed, ruling.superseded)))),
            ),
            past=_past(ruling),
        )

    def _crumbs(self, ruling: Ruling, *, ruled: bool = False) -> list[tuple[str, str]]:
        game, topic, *_ = [*ruling.id.split("/"), ""]
        title = self.corpus.sources.get("games", {}).get(game, {}).get("title", game)
        crumbs = [(title, self.links.topic(game)), (_human(topic), self.links.topic(f"{game}/{topic}"))]
        if ruled:
            crumbs.append((_human(ruling.id.rpartition("/")[2]), self.links.ruling(ruling.id)))
        return crumbs

    def _short(self, ruling: Ruling, root: str) -> Json:
        return {
            "href": root + self.links.ruling(ruling.id),
            "title": _human(ruling.id.rpartition("/")[2]),
            "says": " ".join(ruling.statement.split()),
            "cases": len(ruling.cases),
            "past": _past(ruling),
            "disputed": ruling.disputed is not None,
        }

    # --- lists -------------------------------------------------------------------------------------------------------

    def _by_topic(self) -> dict[str, dict[str, list[Ruling]]]:
        games: dict[str, dict[str, list[Ruling]]] = {}
        for ruling in self.corpus:
            games.setdefault(ruling.game, {}).setdefault(ruling.id.split("/")[1], []).append(ruling)
        return games

    def _topics(self) -> None:
        for game, topics in self._by_topic().items():
            title = self.corpus.sources.get("games", {}).get(game, {}).get("title", game)
            everything = [(topic, f"{game}/{topic}", rulings) for topic, rulings in topics.items()]
            self._topic(title, game, everything, [])
            for topic, name, rulings in everything:
                self._topic(_human(topic), name, [(topic, name, rulings)], [(title, self.links.topic(game))])

    def _topic(
        self, title: str, name: str, topics: list[tuple[str, str, list[Ruling]]], crumbs: list[tuple[str, str]]
    ) -> None:
        path = self.links.topic(name)
        root = up(path)
        told = [
            (_human(topic), root + self.links.topic(below), [self._short(ruling, root) for ruling in rulings])
            for topic, below, rulings in topics
        ]
        self.page("topic", path, title=title, topics=told, crumbs=crumbs, whole=len(topics) > 1 or not crumbs)

    def _rules(self) -> None:
        chapters: dict[str, list[tuple[str, Rule]]] = {}
        for key, rule in self.rules.all.items():
            path = self.links.rule(key)
            self._rule(rule, path)
            chapters.setdefault(rule.source, []).append((path, rule))
        sources = self.corpus.sources.get("sources", {})
        self.page(
            "rules",
            "rules/index.html",
            sources=[(sources.get(name, {}), name, rules) for name, rules in chapters.items()],
            sorted_by=order,
        )

    def _rule(self, rule: Rule, path: str) -> None:
        root = up(path)
        source = self.corpus.sources.get("sources", {}).get(rule.source, {})
        title = rule.rule if rule.key[:1].isdigit() else _human(rule.rule)
        url = source.get("url", "")
        says = self._summaries.get(rule.key, "")
        self.page(
            "rule",
            path,
            rule=rule,
            title=title,
            source=source,
            url=url if url.startswith(("http://", "https://")) else "",
            at=source.get("passages", {}).get(rule.rule, {}).get("at", ""),
            says=says,
            engine=self.stage.description.name,
            rulings=[self._short(ruling, root) for ruling in rule.rulings.values()],
            cases=[self._listed(case, root) for case in rule.cases.values()],
            became=self._moved(rule.became, root),
            once=self._moved(rule.once, root),
            parts=[(part, root + self.links.rule(part), self.rules.all[part]) for part in rule.parts],
        )
        now = f"now {', '.join(rule.became)}: " if rule.became else ""
        chief = next(iter(rule.rulings.values()), None)
        cases = rule.number_of_cases
        says = " ".join(chief.statement.split()) if chief else f"{cases} case{'s' * (cases != 1)}"
        words = [(search.TITLE, rule.key), (search.TITLE, title), (search.CARD, " ".join(rule.became))]
        self.index.add("rule", title, path, f"{now}{says}", (*words, (search.REASON, says)))

    def _moved(self, moves: dict[str, str], root: str) -> list[Json]:
        return [{"key": key, "href": root + self.links.rule(key), "edition": edition} for key, edition in moves.items()]

    def _listed(self, case: Case, root: str) -> Json:
        return {"href": root + self.links.case(case.id), "title": case.title, "ruling": case.ruling}

    def _cards(self) -> None:
        using: dict[tuple[str, str], list[Case]] = {}
        for case in self.corpus.cases.values():
            for slug in dict.fromkeys(card_slug(name) for name in cards_of(case)):
                if (case.game, slug) in self.corpus.cards:
                    using.setdefault((case.game, slug), []).append(case)
        listed: dict[str, list[tuple[str, str, int]]] = {}
        for game, card in self.cards.all:
            path = self.links.card(game, card["card"])
            cases = using.get((game, card_slug(card["card"])), [])
            self._card(game, card, path, cases)
            listed.setdefault(game, []).append((card["card"], path, len(cases)))
        self.page("cards", "cards/index.html", cards=listed)

    def _card(self, game: str, card: Json, path: str, cases: list[Case]) -> None:
        root = up(path)
        place = self.corpus.card(game, card["card"])
        told = place.path.read_text(encoding="utf-8", errors="replace") if place else ""
        by_ruling = [
            (self._short(self.corpus.rulings[name], root), [self._listed(case, root) for case in some])
            for name, some in groupby(cases, key=lambda case: case.ruling)
        ]
        frame = plain_frame(layout(game), card["card"], "", card)
        self.page("card", path, game=game, card=card, frame=frame, told=told, rulings=by_ruling, cases=len(cases))
        says = f"{len(cases)} case{'s' * (len(cases) != 1)}"
        types = " ".join(str(word) for key in ("supertypes", "types", "subtypes") for word in card.get(key, ()))
        self.index.add("card", card["card"], path, f"{types} — {says}", ((search.TITLE, card["card"]),))

    def _engines(self) -> None:
        if not self.engines:
            return
        rows = [
            {
                "ruling": self._short(ruling, "../"),
                "told": [history.ruling([case.id for case in ruling.cases]) for history in self.engines],
            }
            for ruling in self.corpus
            if ruling.cases
        ]
        paths = [self.links.engine(history.engine) for history in self.engines]
        engines = list(zip(self.engines, paths, strict=True))
        self.page("engines", "engines/index.html", engines=engines, rows=rows, corpus=self.corpus)
        for history, path in engines:
            root = up(path)
            wrong = [
                (
                    name,
                    root + self.links.ruling(name) if name in self.corpus.rulings else None,
                    [(result, self._found(result["case"], root)) for result in results],
                )
                for name, results in failing(history, self.corpus).items()
            ]
            changes = [(change, self._found(change.case, root)) for change in history.changes]
            self.page("engine", path, history=history, wrong=wrong, changes=changes, corpus=self.corpus)

    def _found(self, name: str, root: str) -> Json:
        case = self.corpus.cases.get(name)
        return self._listed(case, root) if case else {"href": None, "title": name, "ruling": ""}

    def _docs(self) -> None:
        if not self.documents:
            return
        listed = [(document, self.links.doc(document.name)) for document in self.documents]
        self.page("docs", "docs/index.html", documents=listed)
        for document, path in listed:
            self.page("doc", path, document=document)
            words = ((search.TITLE, document.title), (search.REASON, document.text))
            self.index.add("page", document.title, path, document.about, words)

    def _home(self) -> None:
        topics = [
            (
                game,
                self.links.topic(game),
                [
                    (_human(topic), self.links.topic(f"{game}/{topic}"), len(rulings), sum(len(r.cases) for r in rulings))
                    for topic, rulings in below.items()
                ],
            )
            for game, below in self._by_topic().items()
        ]
        examples = self._examples()
        self.page("home", "index.html", corpus=self.corpus, topics=topics, examples=examples, rules=len(self.rules.all))

    def _examples(self) -> Iterator[str]:
        """Yield some words to look for: those of cases that engines got wrong, since those are what people ask."""
        asked = [case for case in self.corpus.cases.values() if case.found and len(self._card_names(case)) > 1]
        for _, some in groupby(asked[:: max(1, len(asked) // 4)][:4], key=lambda case: case.id):
            yield " ".join(self._card_names(next(some))[:2])


# --- what the pages share --------------------------------------------------------------------------------------------


def _fields(game: str) -> Iterator[str]:
    vocabulary = Vocabulary.of(game)
    yield from vocabulary.top.fields
    yield from vocabulary.player.fields


def _past(ruling: Ruling) -> bool:
    return ruling.until_edition is not None or ruling.superseded is not None


def _pips(cost: str) -> Markup:
    """Return a cost with its symbols as pips: `{2}{R}`, or a number alone."""
    symbols = re.findall(r"\{([^{}]*)\}", cost) or [cost]
    return Markup("").join(Markup('<span class="pip pip-{}">{}</span>').format(_words(s), s) for s in symbols)


def _words(text: str) -> str:
    """Return a text as the name of a class."""
    return re.sub(r"[^a-z0-9]+", "-", str(text).lower()).strip("-")


def _human(slug: str) -> str:
    """Return a slug or a key as a person would write it."""
    text = slug.replace("-", " ").replace("_", " ")
    return text[:1].upper() + text[1:]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"
