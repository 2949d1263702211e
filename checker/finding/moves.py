"""
Rule numbers that have moved: what a number of an earlier edition is called in the newest one.

Two things tell: a ruling that cites one passage in two editions, and the fingerprints of whole editions that the corpus
keeps (`corpus/fingerprints`), which are aligned by what the rules say. A number alone tells nothing: 701.12 was that of
regenerating in 2013 and is that of exchanging today.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from checker.model import Cite, Corpus
from checker.rules_text.read import stem


@dataclass(frozen=True, slots=True)
class Move:
    """A number in an earlier edition, and the number of the same rule in a later one."""

    source: str
    old: str
    new: str
    edition: str
    """The earlier one."""
    later: str


def moves(corpus: Corpus) -> list[Move]:
    """Return every move of a rule that the corpus cites, the earliest editions first; raises `CorpusError`."""
    found: dict[tuple[str, str, str, str], Move] = {}
    for move in (*_by_fingerprints(corpus), *_by_citations(corpus)):
        found.setdefault((move.source, move.old, move.new, move.edition), move)
    order = _places(corpus)
    return sorted(found.values(), key=lambda move: (order.get((move.source, move.edition), -1), move.old, move.new))


def above(key: str) -> str | None:
    """Return the rule that a numbered rule is a part of: 614 for 614.12, 614.12 for 614.12a."""
    if not key[:1].isdigit():
        return None
    rule = stem(key)
    return rule if rule != key else key.rpartition(".")[0] or None


def _editions(corpus: Corpus) -> Iterator[tuple[str, str]]:
    for source, told in corpus.sources.get("sources", {}).items():
        yield from ((source, edition["edition"]) for edition in told.get("editions", ()))


def _places(corpus: Corpus) -> dict[tuple[str, str], int]:
    """Return the place of each edition of each source in time, the oldest of a source first."""
    return {edition: place for place, edition in enumerate(_editions(corpus))}


# --- by the fingerprints of editions ---------------------------------------------------------------------------------


def _by_fingerprints(corpus: Corpus) -> Iterator[Move]:
    from checker.rules_text.align import ALIKE, align
    from checker.rules_text.record import Record, read

    records: dict[str, list[Record]] = {}
    cited = _cited(corpus)
    for source, edition in _editions(corpus):
        if cited.get(source) and (record := read(corpus.root, source, edition)) is not None:
            records.setdefault(source, []).append(record)
    for source, (*earlier, newest) in records.items():
        for record in earlier:
            for old, fate in align(record.passages, newest.passages).fates.items():
                if fate.moved and fate.likeness >= ALIKE and fate.new[0] in cited[source]:
                    yield Move(source, old, fate.new[0], record.edition, newest.edition)


def _cited(corpus: Corpus) -> dict[str, set[str]]:
    """Return the numbers that the corpus cites of each source, with those above them, but for whole chapters."""
    found: dict[str, set[str]] = {}
    for ruling in corpus:
        for cite in (*ruling.cites, *(cite for case in ruling.cases for cite in case.cites)):
            key: str | None = cite.key
            while key is not None and key[:1].isdigit() and "." in key:
                found.setdefault(cite.source, set()).add(key)
                key = above(key)
    return found


# --- by what rulings cite --------------------------------------------------------------------------------------------


def _by_citations(corpus: Corpus) -> Iterator[Move]:
    order = _places(corpus)
    for ruling in corpus:
        for cites in (ruling.cites, *(case.cites for case in ruling.cases)):
            for old, new in _pairs_of(cites, order):
                yield Move(old.source, old.key, new.key, old.edition, new.edition)


def _pairs_of(cites: Iterable[Cite], order: Mapping[tuple[str, str], int]) -> Iterator[tuple[Cite, Cite]]:
    """
    Pair the numbers that one text has in two editions.

    Who cites a passage in two editions says so by citing both: what a ruling cites in the newer edition under a number
    that it does not cite in the older one, and the other way round, is the same passage if both stand in one chapter,
    taken in order.
    """
    by_source: dict[str, dict[str, dict[str, Cite]]] = {}
    for cite in cites:
        if cite.key[:1].isdigit():
            by_source.setdefault(cite.source, {}).setdefault(cite.edition, {}).setdefault(cite.rule, cite)
    for source, editions in by_source.items():
        ordered = sorted(editions, key=lambda edition: order.get((source, edition), -1))
        for old in ordered[:-1]:
            yield from _pairs(editions[old], editions[ordered[-1]])


def _pairs(old: Mapping[str, Cite], new: Mapping[str, Cite]) -> Iterator[tuple[Cite, Cite]]:
    """Pair what is cited only in one edition with what is cited only in the other; where that is in doubt, nothing."""
    gone = [cite for rule, cite in old.items() if rule not in new]
    come = [cite for rule, cite in new.items() if rule not in old]
    for chapter in dict.fromkeys(_chapter(cite.rule) for cite in gone):
        before = [cite for cite in gone if _chapter(cite.rule) == chapter]
        after = [cite for cite in come if _chapter(cite.rule) == chapter]
        if len(before) == len(after):
            yield from zip(before, after, strict=True)


def _chapter(rule: str) -> str:
    return rule.partition(".")[0]


def meant_before(number: str, known: Sequence[Move]) -> str | None:
    """Return what a number meant in earlier editions, as a sentence; None if it has not moved."""
    by_new: dict[str, list[str]] = {}
    for move in known:
        if move.old == number:
            by_new.setdefault(move.new, []).append(move.edition)
    if not by_new:
        return None
    parts = [f"{_listed(editions)} it was the number of what is now {new}" for new, editions in by_new.items()]
    return f"{number}: in the edition{'s' * any(len(each) > 1 for each in by_new.values())} {', and in '.join(parts)}"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
