"""Finds rulings and cases by what a person calls them: an id, the beginning of one, a topic, a rule, a card."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from checker.editions import standing, stands
from checker.finding.expression import compile_expression
from checker.model import EACH, Case, Cite, Corpus, Ruling, card_slug
from checker.problems import UsageError
from checker.reading.references import texts


@dataclass(frozen=True, slots=True)
class Found:
    """What was asked for, in the order of the corpus, each once."""

    rulings: tuple[Ruling, ...]
    """Those asked for, and those that the cases belong to."""
    cases: tuple[Case, ...]


def find(corpus: Corpus, what: str | Sequence[str] = (), expression: str | None = None) -> Found:
    """
    Return the rulings and cases that any of the words names, and of these those that the expression fits.

    A word is a case's or a ruling's id, the beginning of one up to a slash (`dominion/exchange`), the end of a case's
    (`optional#declined`), a pattern with `*`, a topic (`exchange`), a slug, a rule's number, which stands for those
    below it too (`614`, `614.5`), a rule's key (`dominion-exchange:not-gained`), a source, a card's name, or a report
    (`magefree/mage#9444`), of which the repository stands for all. Without a word, everything is meant.
    The expression is made of parts of ids and titles, `and`, `or`, `not` and parentheses.

    Raises `UsageError` for a word that names nothing, and for an expression that cannot be read.
    """
    fits = compile_expression(expression) if expression is not None else None
    what = [what] if isinstance(what, str) else what
    rulings = set() if what else set(corpus.rulings)
    cases = set() if what else set(corpus.cases)
    for word in what:
        names = _named(corpus, word)
        if not names:
            raise UsageError(f"nothing is called `{word}`", _hint(corpus, word))
        rulings |= {name for name in names if "#" not in name}
        cases |= {name for name in names if "#" in name}
    if fits:
        cases = {name for name in cases if fits(f"{name} {corpus.cases[name].title}")}
        rulings = {name for name in rulings if fits(name)}
    rulings |= {name.partition("#")[0] for name in cases}
    return Found(
        tuple(ruling for ruling in corpus if ruling.id in rulings),
        tuple(case for case in corpus.cases.values() if case.id in cases),
    )


def in_force(corpus: Corpus, found: Found) -> Found:
    """Return those that are in force in the corpus's edition, each ruling with those of its cases that are."""
    if corpus.edition == EACH:
        return found
    return Found(
        tuple(
            replace(ruling, cases=standing(corpus, ruling.cases)) for ruling in found.rulings if stands(corpus, ruling)
        ),
        standing(corpus, found.cases),
    )


def texts_of(case: Case) -> set[str]:
    """Return every text of a case's position and script; the names of its cards are among them."""
    return set(texts([case.given, list(case.steps), list(case.choices)]))


def _names_in(case: Case) -> set[str]:
    """Return the texts that can be a card's name; a zone, a player or `1/1` cannot."""
    return {text for text in texts_of(case) if text != text.lower()}


def _named(corpus: Corpus, word: str) -> set[str]:
    """Return the ids of what a word names, by the first way of naming that yields anything."""
    word = word.strip().strip("/")
    for way in (_by_id, _by_place, _by_passage_or_card, _by_report):
        if found := set(way(corpus, word)):
            return found
    return set()


def _whole(ruling: Ruling) -> Iterator[str]:
    yield ruling.id
    yield from (case.id for case in ruling.cases)


def _by_id(corpus: Corpus, word: str) -> Iterator[str]:
    if word in corpus.cases:
        yield word
    elif word in corpus.rulings:
        yield from _whole(corpus.rulings[word])


def _by_place(corpus: Corpus, word: str) -> Iterator[str]:
    """By the beginning of an id, the end of a case's, a pattern, a topic, the slug of a ruling or that of a case."""
    slug = word.removeprefix("#")
    end = f"/{word}" if "#" in word else None
    for ruling in corpus:
        parts = ruling.id.split("/")
        if (
            f"{ruling.id}/".startswith(f"{word}/")
            or word in parts[1:]
            or ("*" in word and fnmatchcase(ruling.id, word))
        ):
            yield from _whole(ruling)
        else:
            yield from (
                case.id
                for case in ruling.cases
                if case.slug == slug
                or (end is not None and case.id.endswith(end))
                or ("*" in word and fnmatchcase(case.id, word))
            )


def _by_passage_or_card(corpus: Corpus, word: str) -> Iterator[str]:
    """By what is cited or by a card: a card's name is also how what is printed on it is cited, by few of its cases."""
    yield from _by_rule(corpus, word)
    yield from _by_card(corpus, word)


def _by_rule(corpus: Corpus, word: str) -> Iterator[str]:
    number = re.sub(r"^(?:cr|rule)\s*(?=\d)", "", word.lower()).rstrip(".")
    for ruling in corpus:
        if any(_cites(cite, word, number) for cite in ruling.cites):
            yield from _whole(ruling)
        else:
            yield from (case.id for case in ruling.cases if any(_cites(cite, word, number) for cite in case.cites))


def _cites(cite: Cite, word: str, number: str) -> bool:
    if word in {cite.key, cite.rule, cite.source, f"{cite.source}:{cite.rule}"}:
        return True
    if not number[:1].isdigit() or not cite.rule.startswith(number):
        return False
    after = cite.rule[len(number) : len(number) + 1]
    return not after or after == "." or (after.isalpha() and "." in number)


def _by_card(corpus: Corpus, word: str) -> Iterator[str]:
    slug = card_slug(word)
    if slug:
        yield from (
            case.id for case in corpus.cases.values() if any(card_slug(name) == slug for name in _names_in(case))
        )


def _by_report(corpus: Corpus, word: str) -> Iterator[str]:
    """By the report that a case is made of, `owner/repository#number`, or by the repository, for all of its reports."""
    yield from (
        case.id
        for case in corpus.cases.values()
        if any(word in {report, re.split("[#@]", report)[0]} for report in (*case.found, *case.control))
    )


def _hint(corpus: Corpus, word: str) -> str:
    """Return what may have been meant."""
    if moved := moved_number(corpus, word):
        return moved
    names: dict[str, str] = {}
    for ruling in corpus:
        topic = ruling.id.rpartition("/")[0]
        for name in (topic, ruling.id, *ruling.id.split("/"), *(cite.key for cite in ruling.cites)):
            names.setdefault(name.lower(), name)
        for case in ruling.cases:
            for name in (case.id, case.id.rpartition("/")[2], case.slug, *_names_in(case)):
                names.setdefault(name.lower(), name)
    from difflib import get_close_matches  # late: for words that name nothing
    from shlex import quote

    parts = [f"`{name}`" for name in _cards_with(corpus, word)]
    close = parts or [f"`{names[name]}`" for name in get_close_matches(word.lower(), names, 3, 0.65)]
    if close and not parts and get_close_matches(word.lower(), names, 1, _SURELY):
        return f"did you mean {' or '.join(close)}?"
    if not word.strip():
        return "`rulings list` lists all"
    words = f"`rulings search {quote(word)}` looks for words"
    return f"did you mean {' or '.join(close)}? {words}" if close else f"{words}, `rulings list` lists all"


def _cards_with(corpus: Corpus, word: str) -> list[str]:
    """Return some cards of whose names a word is a part, which is nearer to them than to a name that looks alike."""
    part = card_slug(word)
    if len(part) < _PART:
        return []
    meant = {key for key in corpus.cards if f"-{part}-" in f"-{key[1]}-"}
    cases = corpus.cases.values()
    names = {name for case in cases for name in _names_in(case) if (case.game, card_slug(name)) in meant}
    return sorted(names, key=lambda name: (len(name), name))[:3]


_PART = 4
"""The fewest letters by which a card is called in part."""
_SURELY = 0.8
"""How like a name a word is that is meant for it; `lifelink` is not meant for a case that is called `evra-lifelink`."""
_NUMBER = re.compile(r"(?:cr\s*|rule\s*)?(\d{3}\.\d+[a-z]?)")
_SIGNS = "?!.,;:()"
"""What stands around a number in a sentence."""


def moved_number(corpus: Corpus, word: str) -> str | None:
    """Return what a rule's number meant in earlier editions, as a sentence; None if it is none, or has not moved."""
    number = _NUMBER.fullmatch(word.lower().strip(_SIGNS))
    if number is None:
        return None
    from checker.finding.moves import meant_before, moves

    return meant_before(number[1], moves(corpus))


def cited_today(corpus: Corpus) -> frozenset[str]:
    """Return the numbers of rules that are cited from the newest edition of their source."""
    newest = {
        name: told["editions"][-1]["edition"] for name, told in corpus.sources["sources"].items() if told["editions"]
    }
    cites = {cite for ruling in corpus for case in ruling.cases for cite in (*ruling.cites, *case.cites)}
    return frozenset(cite.rule for cite in cites if newest.get(cite.source) == cite.edition)
