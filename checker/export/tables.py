"""The corpus as rows: every table with its columns, and what each column holds."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from checker.export.documents import cards, expectation
from checker.finding.coverage import kind
from checker.finding.query import texts_of
from checker.judging.claims import needs
from checker.model import Case, Cite, Corpus, card_slug, report_address
from checker.positions.vocabulary import Vocabulary

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, what SQLite is told of it, and what it holds."""

    name: str
    type: str
    about: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table: what a row of it is, its columns, and how its rows are made."""

    name: str
    about: str
    columns: tuple[Column, ...]
    rows: Callable[[Corpus], Iterator[Row]]
    keys: tuple[str, ...] = ()
    """Constraints, as SQL."""


def _games(corpus: Corpus) -> Iterator[Row]:
    for game, told in corpus.sources.get("games", {}).items():
        yield game, told["title"], told["publisher"]


def _sources(corpus: Corpus) -> Iterator[Row]:
    for source, told in corpus.sources.get("sources", {}).items():
        yield source, told["game"], told["title"], told["authority"], told.get("url"), _text(told.get("about"))


def _editions(corpus: Corpus) -> Iterator[Row]:
    for source, told in corpus.sources.get("sources", {}).items():
        for position, edition in enumerate(told["editions"], start=1):
            yield source, edition["edition"], position, edition["title"], edition.get("url")


def _rulings(corpus: Corpus) -> Iterator[Row]:
    for ruling in corpus:
        game, topic, slug = ruling.id.split("/")
        yield (
            ruling.id,
            game,
            topic,
            slug,
            ruling.kind,
            _text(ruling.statement),
            _keys(ruling.cites),
            ruling.from_edition,
            ruling.until_edition,
            _text(ruling.disputed),
            _text(ruling.superseded),
            _text(ruling.notes),
            len(ruling.cases),
        )


def _related(corpus: Corpus) -> Iterator[Row]:
    for ruling in corpus:
        yield from ((ruling.id, "see", other) for other in ruling.see)
        yield from ((ruling.id, "differs from", other) for other in ruling.differs_from)


def _cases(corpus: Corpus) -> Iterator[Row]:
    for ruling in corpus:
        for number, case in enumerate(ruling.cases, start=1):
            yield (
                case.id,
                case.ruling,
                number,
                case.title,
                str(kind(case)),
                _text(case.why),
                _keys(case.cites),
                "; ".join(_cards_of(corpus, case)),
                case.from_edition,
                case.until_edition,
                int(case.unchanged),
                " ".join(needs(case)),
            )


def _scripts(corpus: Corpus) -> Iterator[Row]:
    for case in corpus.cases.values():
        yield (
            case.id,
            _json(case.given),
            _json(Vocabulary.of(case.game).given(case.given)),
            _json(list(case.steps)),
            _json(list(case.choices)),
            _json({key: part for key, part in expectation(case).items() if part not in (None, [])}),
        )


def _cites(corpus: Corpus) -> Iterator[Row]:
    for ruling in corpus:
        yield from (_cite(ruling.id, None, cite) for cite in ruling.cites)
        for case in ruling.cases:
            yield from (_cite(ruling.id, case.id, cite) for cite in case.cites[len(ruling.cites) :])


def _cite(ruling: str, case: str | None, cite: Cite) -> Row:
    return ruling, case, cite.key, cite.source, cite.rule, cite.edition, cite.part


def _card_rows(corpus: Corpus) -> Iterator[Row]:
    for game, data in cards(corpus).items():
        for card in data:
            words = (" ".join(map(str, card.get(key, ()))) for key in ("supertypes", "types", "subtypes"))
            cost = card.get("cost")
            types = " ".join(filter(None, words))
            yield game, card["card"], types, None if cost is None else str(cost), _json(card)


def _case_cards(corpus: Corpus) -> Iterator[Row]:
    for case in corpus.cases.values():
        yield from ((case.id, case.game, name) for name in _cards_of(corpus, case))


def _reports(corpus: Corpus) -> Iterator[Row]:
    for case in corpus.cases.values():
        for verdict, reports in (("fault", case.found), ("no fault", case.control)):
            for report in reports:
                yield case.id, report, re.split("[#@]", report)[0], report_address(report), verdict


_names: dict[str, dict[tuple[str, str], str]] = {}
"""The names of the cards of the corpus that was asked for last, by its digest: two tables need them for every case."""


def _cards_of(corpus: Corpus, case: Case) -> list[str]:
    """Return the names of the cards that a case mentions and that the corpus has data for."""
    if corpus.digest not in _names:
        _names.clear()
        _names[corpus.digest] = {
            (game, card_slug(card["card"])): card["card"] for game, data in cards(corpus).items() for card in data
        }
    known = _names[corpus.digest]
    found = {known.get((case.game, card_slug(name))) for name in texts_of(case)}
    return sorted(name for name in found if name)


def _keys(cites: tuple[Cite, ...]) -> str:
    return "; ".join(dict.fromkeys(cite.key for cite in cites))


def _text(text: str | None) -> str | None:
    return " ".join(text.split()) if text else None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _columns(told: str) -> tuple[Column, ...]:
    """Parse columns, one per line: name, type, what it holds."""
    split = (line.strip().split(maxsplit=2) for line in told.strip().splitlines())
    return tuple(Column(name, kind.replace("_", " "), about) for name, kind, about in split)


_RULING = "FOREIGN KEY (ruling) REFERENCES rulings (id)"
_CASE = 'FOREIGN KEY ("case") REFERENCES cases (id)'
_GAME = "FOREIGN KEY (game) REFERENCES games (game)"
_CARD = "FOREIGN KEY (game, card) REFERENCES cards (game, card)"
_SOURCE = "FOREIGN KEY (source) REFERENCES sources (source)"

TABLES = (
    Table(
        "games",
        "The games.",
        _columns("""
            game TEXT_PRIMARY_KEY the name that begins the ids of its rulings
            title TEXT its full name
            publisher TEXT who publishes its rules
        """),
        _games,
    ),
    Table(
        "sources",
        "The documents that rulings cite.",
        _columns("""
            source TEXT_PRIMARY_KEY the name that citations use
            game TEXT the game whose rules it states
            title TEXT what it is called
            authority TEXT official, card, or secondary
            url TEXT where it can be read
            about TEXT what kind of document it is
        """),
        _sources,
        (_GAME,),
    ),
    Table(
        "editions",
        "The editions of each source, the oldest first.",
        _columns("""
            source TEXT the source
            edition TEXT the name that citations use
            position INTEGER its place in time, counted from 1
            title TEXT how the document writes it
            url TEXT where this edition can be read
        """),
        _editions,
        ("PRIMARY KEY (source, edition)", _SOURCE),
    ),
    Table(
        "rulings",
        "What the rules say, one thing per row.",
        _columns("""
            id TEXT_PRIMARY_KEY game, topic and slug
            game TEXT the game
            topic TEXT the topic within the game
            slug TEXT the name within the topic
            kind TEXT must, may, definition, example or note
            statement TEXT what the rules say, in words of our own
            rules TEXT the rules that it cites, by key, with semicolons between them
            from_edition TEXT the first edition in which it is in force, if not the first known
            until_edition TEXT the last edition in which it is in force, if it no longer is
            disputed TEXT why the reading is in doubt
            superseded TEXT what took its place
            notes TEXT what else a reader should know
            cases INTEGER how many cases it has
        """),
        _rulings,
        (_GAME,),
    ),
    Table(
        "related",
        "Which rulings lead to which.",
        _columns("""
            ruling TEXT from this one
            how TEXT see, or differs from
            other TEXT to this one
        """),
        _related,
        (_RULING, "FOREIGN KEY (other) REFERENCES rulings (id)"),
    ),
    Table(
        "cases",
        "Positions that pin rulings down.",
        _columns("""
            id TEXT_PRIMARY_KEY the ruling, a number sign and a name
            ruling TEXT the ruling
            number INTEGER its place in the ruling, counted from 1
            title TEXT what it shows
            shows TEXT happens, does not, or choice
            why TEXT how the result follows from the rules
            rules TEXT the rules that it rests on, by key, with semicolons between them
            cards TEXT the cards in it, with semicolons between them
            from_edition TEXT the first edition in which it is in force, if not the first known
            until_edition TEXT the last edition in which it is in force, if it no longer is
            unchanged INTEGER 1 if the point is that nothing happens
            needs TEXT the capabilities that an engine has to have, with blanks between them
        """),
        _cases,
        (_RULING,),
    ),
    Table(
        "scripts",
        "What each case begins with, does and expects, in full: one row per case.",
        _columns("""
            case TEXT_PRIMARY_KEY the case
            given TEXT the position as the case gives it (JSON)
            position TEXT the position with every short form written out (JSON)
            steps TEXT what is done, and what is looked at on the way (JSON)
            choices TEXT the answers that are scripted (JSON)
            expectation TEXT what is expected: expect, possible, refused, offered, not_offered, throughout (JSON)
        """),
        _scripts,
        (_CASE,),
    ),
    Table(
        "cites",
        "Which passage each ruling or case rests on.",
        _columns("""
            ruling TEXT the ruling
            case TEXT the case, for what it cites besides its ruling; otherwise NULL
            key TEXT the rule as engines and reports name it
            source TEXT the source
            rule TEXT the rule's number, or the name of the passage
            edition TEXT the edition that was read
            part TEXT which part of the rule
        """),
        _cites,
        (_RULING, _CASE, _SOURCE),
    ),
    Table(
        "cards",
        "The cards that cases need, as data.",
        _columns("""
            game TEXT the game
            card TEXT its name
            types TEXT its type line
            cost TEXT what it costs
            data TEXT all of it (JSON)
        """),
        _card_rows,
        ("PRIMARY KEY (game, card)", _GAME),
    ),
    Table(
        "case_cards",
        "Which cards are in which case.",
        _columns("""
            case TEXT the case
            game TEXT the game
            card TEXT the card
        """),
        _case_cards,
        ('PRIMARY KEY ("case", card)', _CASE, _CARD),
    ),
    Table(
        "reports",
        "Public reports about engines on which cases are based.",
        _columns("""
            case TEXT the case
            report TEXT repository and number or commit
            repository TEXT owner and repository
            url TEXT where it can be read
            verdict TEXT fault if the engine was wrong, no fault if it was right
        """),
        _reports,
        (_CASE,),
    ),
)
"""In an order in which every row follows what it refers to."""
