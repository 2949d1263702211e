"""The pages of rulings and cases, which the site exists for."""

from collections.abc import Mapping
from dataclasses import dataclass

from checker.export.documents import case_document, ruling_document
from checker.finding import search
from checker.model import Case, Json, Ruling
from checker.site.board import Drawing
from checker.site.core import Page, Site, as_json, human
from checker.site.index import Entry
from checker.site.links import across, up
from checker.site.scenes import Scene
from checker.site.telling import Branch, Teller, prose


@dataclass(frozen=True, slots=True)
class Shown:
    """A case whose page has been written, and its result."""

    page: Page
    agrees: bool
    """Whether the engine reaches what the case expects."""


def case_page(site: Site, ruling: Ruling, place: int) -> Shown:
    """Play the case at this place in a ruling; write its page, and beside it the case as JSON."""
    case = ruling.cases[place]
    scene = site.stage.scene(case)
    path = site.links.case(case.id)
    root = up(path)
    drawing = Drawing(case, scene.vocabulary, site.cards, scene.before, scene.after)
    if not scene.agrees:  # what the engine shows is then not what is expected, and bears no tick
        drawing.expected = {}
    tell = _teller(site, case, scene, drawing.names, root)
    first, then = drawing.boards()
    site.write(f"{path.removesuffix('.html')}.json", as_json(case_document(ruling, case, scene.given)))
    page = site.page(
        "case",
        path,
        _entry(site, ruling, case),
        case=case,
        ruling=ruling,
        scene=scene,
        engine=site.stage.description.name,
        link=site.links.ruling(ruling.id),
        card_url=site.card_link(case.game, root),
        before=first,
        after=then,
        why=tell.prose(case.why) if case.why else "",
        statement=tell.prose(ruling.statement),
        cites=site.cites(dict.fromkeys(case.cites), root),
        previous=_neighbour(site, ruling, place - 1, root),
        next=_neighbour(site, ruling, place + 1, root),
        crumbs=site.crumbs(ruling, ruled=True),
        **_script(case, tell),
        **_expectation(case, tell),
        **_outcome(scene, tell),
    )
    return Shown(page, scene.agrees)


def _entry(site: Site, ruling: Ruling, case: Case) -> Entry:
    names = site.named[case.id]
    return Entry.of(
        "case",
        case.title,
        site.links.case(case.id),
        ", ".join(names) or human(ruling.id),
        search.of_case(ruling, case, names),
        past=search.past(ruling, case),
    )


def _script(case: Case, tell: Teller) -> Json:
    return {"steps": list(tell.steps()), "choices": [tell.choice(choice) for choice in case.choices]}


def _expectation(case: Case, tell: Teller) -> Json:
    wanted = case.expectation
    return {
        "expect": list(tell.expected(wanted.expect)) if wanted.expect else [],
        "possible": [list(tell.expected(part)) for part in wanted.possible],
        "throughout": list(tell.expected(wanted.throughout)) if wanted.throughout else [],
        "offered": [tell.offer(offer) for offer in wanted.offered],
        "not_offered": [tell.offer(offer) for offer in wanted.not_offered],
    }


def _outcome(scene: Scene, tell: Teller) -> Json:
    """Return what the engine did, and the tree of choices if there is more than one way to go."""
    branches: list[Branch] = []
    results = 0
    if len(scene.leaves) > 1:
        answered = scene.vocabulary.answered
        changes = [
            tell.changes(scene.before, answered(leaf.outcome["state"]))
            if "refused" not in leaf.outcome and "state" in leaf.outcome
            else ()
            for leaf in scene.leaves
        ]
        branches, results = tell.tree(scene.leaves, changes)
    return {
        "happened": list(tell.happened(scene.trace)),
        "way": [tell.choice(choice) for choice in scene.leaves[0].choices] if scene.leaves else [],
        "branches": branches,
        "results": results,
    }


def _teller(site: Site, case: Case, scene: Scene, names: dict[str, str], root: str) -> Teller:
    cards = site.card_link(case.game, root)
    return Teller(case, scene.before["players"], names, cards, site.rule_link(root), scene.vocabulary.words)


def _neighbour(site: Site, ruling: Ruling, place: int, root: str) -> Json | None:
    if not 0 <= place < len(ruling.cases):
        return None
    case = ruling.cases[place]
    return {"href": root + site.links.case(case.id), "title": case.title}


def ruling_page(site: Site, ruling: Ruling, shown: Mapping[str, Shown]) -> Page:
    """Write the page of a ruling, and the ruling as JSON beside it; `shown` has its cases."""
    path = site.links.ruling(ruling.id)
    root = up(path)
    rule = site.rule_link(root)
    title = human(ruling.id.rpartition("/")[2])
    document = {**ruling_document(ruling), "cases": [case.id for case in ruling.cases]}
    site.write(f"{path.removesuffix('.html')}.json", as_json(document))
    entry = Entry.of(
        "ruling",
        title,
        path,
        " ".join(ruling.statement.split()),
        search.of_ruling(ruling),
        past=search.past(ruling),
    )
    return site.page(
        "ruling",
        path,
        entry,
        ruling=ruling,
        title=title,
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
            (label, [site.short(site.corpus.rulings[name], root) for name in names if name in site.corpus.rulings])
            for label, names in (("See also", ruling.see), ("Differs from", ruling.differs_from))
            if names
        ],
        cites=site.cites(ruling.cites, root),
        cases=[_listed(site, case, shown[case.id], path) for case in ruling.cases],
        crumbs=site.crumbs(ruling),
    )


def _listed(site: Site, case: Case, shown: Shown, path: str) -> Json:
    """Return what the page of its ruling, at `path`, lists of a case."""
    return {
        "case": case,
        "href": across(path, shown.page.path),
        "cards": site.named[case.id],
        "agrees": shown.agrees,
        "why": bool(case.why),
    }
