"""The pages around the rulings: topics, rules, cards, engines, documents, and the front page."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from checker.finding import search
from checker.model import Case, Json, Ruling, card_slug
from checker.site.board import plain_frame
from checker.site.core import Page, Site, human
from checker.site.engines import failing
from checker.site.index import Entry
from checker.site.layout import layout
from checker.site.links import up
from checker.site.rules import Rule


def topics(site: Site) -> Iterator[Page]:
    """Write the pages of games and of their topics."""
    for game, topics in site.by_topic().items():
        title = site.corpus.sources.get("games", {}).get(game, {}).get("title", game)
        everything = [(topic, f"{game}/{topic}", rulings) for topic, rulings in topics.items()]
        yield _topic(site, title, game, everything, [])
        for topic, name, rulings in everything:
            yield _topic(site, human(topic), name, [(topic, name, rulings)], [(title, site.links.topic(game))])


def _topic(
    site: Site, title: str, name: str, topics: list[tuple[str, str, list[Ruling]]], crumbs: list[tuple[str, str]]
) -> Page:
    path = site.links.topic(name)
    root = up(path)
    told = [
        (human(topic), root + site.links.topic(below), [site.short(ruling, root) for ruling in rulings])
        for topic, below, rulings in topics
    ]
    return site.page("topic", path, title=title, topics=told, crumbs=crumbs, whole=len(topics) > 1 or not crumbs)


def rules(site: Site) -> Page:
    """Write the list of rules."""
    chapters: dict[str, list[tuple[str, Rule]]] = {}
    for key, rule in site.rules.all.items():
        chapters.setdefault(rule.source, []).append((site.links.rule(key), rule))
    sources = site.corpus.sources.get("sources", {})
    return site.page(
        "rules",
        "rules/index.html",
        sources=[(sources.get(name, {}), name, rules) for name, rules in chapters.items()],
    )


def rule_page(site: Site, rule: Rule) -> Page:
    """Write the page of a rule."""
    path = site.links.rule(rule.key)
    root = up(path)
    source = site.corpus.sources.get("sources", {}).get(rule.source, {})
    title = rule.rule if rule.key[:1].isdigit() else human(rule.rule)
    url = source.get("url", "")
    return site.page(
        "rule",
        path,
        _entry(rule, title, path),
        rule=rule,
        title=title,
        source=source,
        url=url if url.startswith(("http://", "https://")) else "",
        at=source.get("passages", {}).get(rule.rule, {}).get("at", ""),
        says=site.summaries.get(rule.key, ""),
        engine=site.stage.description.name,
        rulings=[site.short(ruling, root) for ruling in rule.rulings.values()],
        cases=[site.listed(case, root) for case in rule.cases.values()],
        became=_moved(site, rule.became, root),
        once=_moved(site, rule.once, root),
        parts=[(part, root + site.links.rule(part), site.rules.all[part]) for part in rule.parts],
    )


def _entry(rule: Rule, title: str, path: str) -> Entry:
    now = f"now {', '.join(rule.now)}: " if rule.now else ""
    chief = next(iter(rule.rulings.values()), None)
    cases = rule.number_of_cases
    says = " ".join(chief.statement.split()) if chief else f"{cases} case{'s' * (cases != 1)}"
    words = [(search.TITLE, rule.key), (search.TITLE, title), (search.CARD, " ".join(rule.now))]
    return Entry.of("rule", title, path, f"{now}{says}", (*words, (search.REASON, says)))


def _moved(site: Site, moves: dict[str, list[str]], root: str) -> list[Json]:
    return [{"key": key, "href": root + site.links.rule(key), "editions": editions} for key, editions in moves.items()]


@dataclass(frozen=True, slots=True)
class Used:
    """A card, and the cases that name it."""

    game: str
    card: Json
    path: str
    cases: tuple[Case, ...]


def used(site: Site) -> list[Used]:
    """Return every card with the cases that name it."""
    using: dict[tuple[str, str], list[Case]] = {}
    for case in site.corpus.cases.values():
        for name in site.named[case.id]:
            using.setdefault((case.game, card_slug(name)), []).append(case)
    return [
        Used(game, card, site.links.card(game, name), tuple(using.get((game, card_slug(name)), ())))
        for game, card in site.cards.all
        for name in (card["card"],)
    ]


def cards(site: Site, used: Iterable[Used]) -> Page:
    """Write the list of cards."""
    listed: dict[str, list[tuple[str, str, int]]] = {}
    for each in used:
        listed.setdefault(each.game, []).append((each.card["card"], each.path, len(each.cases)))
    return site.page("cards", "cards/index.html", cards=listed)


def card_page(site: Site, used: Used) -> Page:
    """Write the page of a card."""
    game, card, path, cases = used.game, used.card, used.path, used.cases
    root = up(path)
    place = site.corpus.card(game, card["card"])
    told = place.path.read_text(encoding="utf-8", errors="replace") if place else ""
    by_ruling = [
        (site.short(site.corpus.rulings[name], root), [site.listed(case, root) for case in some])
        for name, some in groupby(cases, key=lambda case: case.ruling)
    ]
    frame = plain_frame(layout(game), card["card"], "", card)
    frame.key = path
    says = f"{len(cases)} case{'s' * (len(cases) != 1)}"
    types = " ".join(str(word) for key in ("supertypes", "types", "subtypes") for word in card.get(key, ()))
    words = ((search.TITLE, card["card"]), (search.TITLE, search.initials(card["card"])))
    entry = Entry.of("card", card["card"], path, f"{types} — {says}", words)
    return site.page(
        "card", path, entry, game=game, card=card, frame=frame, told=told, rulings=by_ruling, cases=len(cases)
    )


def engines(site: Site) -> Iterator[Page]:
    """Write the matrix of engines and rulings, and a page for each engine; nothing without reports."""
    if not site.engines:
        return
    told = {
        ruling.id: [history.ruling([case.id for case in ruling.cases]) for history in site.engines]
        for ruling in site.corpus
    }
    rows = [
        {
            "ruling": site.short(ruling, "../"),
            "topic": " · ".join(title for title, _ in site.crumbs(ruling)),
            "told": told[ruling.id],
        }
        for ruling in site.corpus
        if any(passed or failed for passed, failed, _ in told[ruling.id])
    ]
    paths = [site.links.engine(history.engine) for history in site.engines]
    engines = list(zip(site.engines, paths, strict=True))
    yield site.page("engines", "engines/index.html", engines=engines, rows=rows, corpus=site.corpus)
    for history, path in engines:
        root = up(path)
        rule = site.rule_link(root)
        wrong = [
            (
                name,
                root + site.links.ruling(name) if name in site.corpus.rulings else None,
                [
                    (result, _found(site, result["case"], root), [(key, rule(key)) for key in result.get("rules", ())])
                    for result in results
                ],
            )
            for name, results in failing(history, site.corpus).items()
        ]
        changes = [(change, _found(site, change.case, root)) for change in history.changes]
        kinds = Counter(f"{change.before} → {change.after}" for change, _ in changes)
        yield site.page("engine", path, history=history, wrong=wrong, changes=changes, kinds=kinds, corpus=site.corpus)


def _found(site: Site, name: str, root: str) -> Json:
    case = site.corpus.cases.get(name)
    return site.listed(case, root) if case else {"href": None, "title": name, "ruling": ""}


def docs(site: Site) -> Iterator[Page]:
    """Write the project's own documents; nothing if the package was built without them."""
    if not site.documents:
        return
    listed = [(document, site.links.doc(document.name)) for document in site.documents]
    yield site.page("docs", "docs/index.html", documents=listed)
    for document, path in listed:
        words = ((search.TITLE, document.title), (search.REASON, document.text))
        yield site.page("doc", path, Entry.of("page", document.title, path, document.about, words), document=document)


def home(site: Site) -> Page:
    """Write the front page."""
    topics = [
        (
            game,
            site.links.topic(game),
            [
                (human(topic), site.links.topic(f"{game}/{topic}"), len(rulings), sum(len(r.cases) for r in rulings))
                for topic, rulings in below.items()
            ],
        )
        for game, below in site.by_topic().items()
    ]
    told: Json = {"corpus": site.corpus, "topics": topics, "rules": len(site.rules.all), "examples": _examples(site)}
    return site.page("home", "index.html", **told)


def _examples(site: Site) -> Iterator[str]:
    """Yield some example searches: cards that engines get wrong, a number that moved, a ruling."""
    asked = Counter(
        name for case in site.corpus.cases.values() if case.found for name in site.named[case.id] if name in case.title
    )
    yield from sorted(asked, key=lambda name: (-asked[name], name))[:3]
    yield from [rule.key for rule in site.rules.all.values() if rule.now and rule.rulings][:1]
    if site.corpus.rulings:
        longest = max(site.corpus, key=lambda ruling: len(ruling.cases))
        yield human(longest.id.rpartition("/")[2]).lower()
