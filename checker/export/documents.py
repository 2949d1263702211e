"""Rulings, cases and cards as JSON values; `schemas/export.schema.json` describes them."""

from collections.abc import Iterator
from pathlib import Path

from checker.judging.claims import actions, needs
from checker.model import Case, Cite, Corpus, Json, Place, Ruling
from checker.positions.vocabulary import Vocabulary
from checker.problems import CorpusError, Problem
from checker.reading import schema
from checker.reading.yaml_subset import read, read_with_lines

VERSION = 1
"""The version of the format."""


def corpus_document(corpus: Corpus) -> Json:
    """
    Return the whole corpus as one value: every ruling and every card as its file has it, and the sources.

    Raises `CorpusError` for a card whose file cannot be read.
    """
    return {
        "export": VERSION,
        "corpus": {
            "hash": corpus.digest,
            "rulings": len(corpus.rulings),
            "cases": len(corpus.cases),
            "cards": len(corpus.cards),
        },
        "games": corpus.sources.get("games", {}),
        "sources": corpus.sources.get("sources", {}),
        "rulings": [_file(ruling.place.path) for ruling in corpus],
        "cards": cards(corpus),
    }


def cards(corpus: Corpus) -> dict[str, list[Json]]:
    """Return the data of every card, by game and in the order of names; raises `CorpusError`."""
    found: dict[str, list[Json]] = {}
    for (game, _), place in sorted(corpus.cards.items()):
        found.setdefault(game, []).append(_card(game, place.path))
    return found


def _card(game: str, path: Path) -> Json:
    """Return a card's data, which nothing but `rulings validate` has judged so far."""
    card = _file(path)
    name = f"{game}/card"
    if schema.exists(name) and not schema.fits(name, card):
        from checker.reading.schema_errors import problems

        raise CorpusError(problems(name, read_with_lines(path.read_bytes(), path)))
    return card


def case_lines(corpus: Corpus) -> Iterator[Json]:
    """Yield every case as a value of its own, that needs nothing beside it."""
    for ruling in corpus:
        for case in ruling.cases:
            yield case_document(ruling, case)


def ruling_document(ruling: Ruling) -> Json:
    """Return a ruling without its cases."""
    return _said(
        {
            "ruling": ruling.id,
            "game": ruling.game,
            "statement": " ".join(ruling.statement.split()),
            "kind": ruling.kind,
            "cites": [_cite(cite) for cite in ruling.cites],
            "from": ruling.from_edition,
            "until": ruling.until_edition,
            "disputed": ruling.disputed,
            "superseded": ruling.superseded,
            "differs_from": list(ruling.differs_from),
            "see": list(ruling.see),
            "notes": ruling.notes,
        }
    )


def case_document(ruling: Ruling, case: Case, position: Json | None = None) -> Json:
    """
    Return a case with what its ruling says, its position in full, and the capabilities that it needs.

    `position` is `given` written out, for those who have it already.
    """
    vocabulary = Vocabulary.of(case.game)
    given = vocabulary.given(case.given) if position is None else position
    return _said(
        {
            "case": case.id,
            "ruling": case.ruling,
            "game": case.game,
            "title": case.title,
            "statement": " ".join(ruling.statement.split()),
            "kind": ruling.kind,
            "why": case.why,
            "cites": [_cite(cite) for cite in dict.fromkeys(case.cites)],
            "from": case.from_edition,
            "until": case.until_edition,
            "needs": needs(case),
            "cards": vocabulary.cards(given),
            "defines": list(case.cards),
            "given": case.given,
            "position": given,
            "steps": list(case.steps),
            "actions": actions(case),
            "choices": list(case.choices),
            **expectation(case),
            "unchanged": case.unchanged or None,
            "found": list(case.found),
            "control": list(case.control),
        },
        keep=("cards", "needs", "given", "position", "actions", "cites"),
    )


def expectation(case: Case) -> Json:
    """Return what a case expects, in its file's words; null or an empty list for what it does not mention."""
    wanted = case.expectation
    return {
        "expect": wanted.expect,
        "possible": list(wanted.possible),
        "refused": None if wanted.refused is None else {"action": wanted.refused + 1},
        "offered": list(wanted.offered),
        "not_offered": list(wanted.not_offered),
        "throughout": wanted.throughout,
    }


def _cite(cite: Cite) -> Json:
    return _said(
        {"key": cite.key, "source": cite.source, "rule": cite.rule, "edition": cite.edition, "part": cite.part}
    )


def _said(value: Json, keep: tuple[str, ...] = ()) -> Json:
    """Return a value without what is not given."""
    return {key: part for key, part in value.items() if key in keep or (part is not None and part != [])}


def _file(path: Path) -> Json:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CorpusError([Problem(Place(path), f"the file cannot be read: {error.strerror}")]) from error
    value: Json = read(content, path)
    return value
