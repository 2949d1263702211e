"""The pages of rulings and cases: what they are for."""

from collections.abc import Sequence

from checker import search
from checker.export.documents import case_document, ruling_document
from checker.model import Case, Json, Ruling
from checker.site.board import Drawing
from checker.site.core import Site, as_json, human
from checker.site.links import up
from checker.site.scenes import Scene
from checker.site.telling import Branch, Teller, prose
from checker.vocabulary import Vocabulary


def ruling_and_cases(site: Site, scenes: list[Scene]) -> None:
    """Write the page of a ruling and those of its cases."""
    ruling = site.corpus.rulings[scenes[0].case.ruling]
    for place, scene in enumerate(scenes):
        before = scenes[place - 1].case if place else None
        after = scenes[place + 1].case if place + 1 < len(scenes) else None
        case_page(site, ruling, scene, before, after)
    ruling_page(site, ruling, scenes)


def case_page(site: Site, ruling: Ruling, scene: Scene, before: Case | None, after: Case | None) -> None:
    """Write the page of a case, and the case as JSON beside it; `before` and `after` are its neighbours."""
    case = scene.case
    path = site.links.case(case.id)
    root = up(path)
    drawing = Drawing(case, scene.vocabulary, site.cards, scene.before, scene.after)
    if not scene.agrees:  # what the engine shows is then not what is expected, and bears no tick
        drawing.expected = {}
    tell = _teller(site, case, drawing.names, root)
    first, then = drawing.boards()
    if scene.verdict is not None and not scene.agrees:
        site.disagreeing.append(case.id)
    site.page(
        "case",
        path,
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
        previous=_neighbour(site, before, root),
        next=_neighbour(site, after, root),
        crumbs=site.crumbs(ruling, ruled=True),
        **_script(case, tell),
        **_expectation(case, tell),
        **_outcome(scene, tell),
    )
    site.write(f"{path.removesuffix('.html')}.json", as_json(case_document(ruling, case, scene.given)))
    names = site.card_names(case)
    site.index.add(
        "case",
        case.title,
        path,
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
    """Return what the engine did, and the tree of choices where there is more than one way to go."""
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


def _teller(site: Site, case: Case, names: dict[str, str], root: str) -> Teller:
    words = Vocabulary.of(case.game).words
    return Teller(case, names, site.card_link(case.game, root), site.rule_link(root), words)


def _neighbour(site: Site, case: Case | None, root: str) -> Json | None:
    return {"href": root + site.links.case(case.id), "title": case.title} if case else None


def ruling_page(site: Site, ruling: Ruling, scenes: Sequence[Scene]) -> None:
    """Write the page of a ruling, and the ruling as JSON beside it."""
    path = site.links.ruling(ruling.id)
    root = up(path)
    rule = site.rule_link(root)
    shown = [
        {
            "case": scene.case,
            "href": root + site.links.case(scene.case.id),
            "cards": site.card_names(scene.case),
            "agrees": scene.agrees,
            "why": bool(scene.case.why),
        }
        for scene in scenes
    ]
    site.page(
        "ruling",
        path,
        ruling=ruling,
        title=human(ruling.id.rpartition("/")[2]),
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
        cases=shown,
        crumbs=site.crumbs(ruling),
    )
    document = {**ruling_document(ruling), "cases": [case.id for case in ruling.cases]}
    site.write(f"{path.removesuffix('.html')}.json", as_json(document))
    site.index.add(
        "ruling",
        human(ruling.id.rpartition("/")[2]),
        path,
        " ".join(ruling.statement.split()),
        search.of_ruling(ruling),
        past=search.past(ruling),
    )
