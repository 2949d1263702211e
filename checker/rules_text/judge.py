"""Every citation of the corpus to a rules text, checked against one edition of it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from checker.model import Case, Cite, Corpus, Ruling
from checker.problems import UsageError
from checker.rules_text import decisions, record
from checker.rules_text.align import Alignment, Fate, Kind, Passage, align, passages
from checker.rules_text.decisions import Decision
from checker.rules_text.fingerprint import digest
from checker.rules_text.read import Edition, order
from checker.rules_text.readings import EXAMPLE, Readings

CERTAIN = frozenset({Kind.UNCHANGED, Kind.REFERENCES, Kind.EXAMPLES, Kind.RENUMBERED})
"""The passage still says the same; only its number, its references or its examples can differ."""


Example = Literal["same", "moved", "changed", "unknown"]


@dataclass(frozen=True, slots=True)
class Hanger:
    """A ruling that rests on a citation, with those of its cases that do."""

    ruling: str
    cases: tuple[str, ...]
    decision: Decision | None = None
    """The decision about it, if the passage still says what it said then."""
    again: Cite | None = None
    """The newer citation by which the ruling shows that the passage has been read again since."""


@dataclass(frozen=True)
class Verdict:
    """What became of a cited passage."""

    cite: Cite
    fate: Fate | None
    """`None` if nothing is recorded of the passage, so that nothing can be said."""
    text: str
    """The digest of what the passage says now."""
    example: Example | None
    """What became of the cited example, if one is cited; `unknown` if the cited edition had none such."""
    number_now: str | None
    """If the number now belongs to another rule: that rule's older number, or `another` if nobody knows."""
    hangers: tuple[Hanger, ...]
    later: bool = False
    """Whether the citation is of a later edition than the text, which then shows only what the passage said before."""
    left_out: bool = False
    """Whether the passage is not there, and `sources.yaml` says that this edition does not have it."""

    @property
    def judge(self) -> bool:
        """Whether the change is one that a person has to judge, decided or not."""
        if self.fate is None:
            return True
        if self.example is not None and self.example != "same":
            return True
        return self.fate.kind not in CERTAIN

    @property
    def open(self) -> tuple[Hanger, ...]:
        """The rulings that await a decision."""
        if self.later or self.left_out or not self.judge:
            return ()
        return tuple(hanger for hanger in self.hangers if hanger.decision is None and hanger.again is None)


@dataclass(frozen=True)
class Judgement:
    """All citations of one source against one edition."""

    source: str
    edition: str
    verdicts: tuple[Verdict, ...]
    out_of_force: int
    """How many rulings were left out because they are limited to other editions."""

    @property
    def open(self) -> int:
        """How many decisions are awaited."""
        return sum(len(verdict.open) for verdict in self.verdicts)


def source_of(corpus: Corpus, wanted: str | None) -> str:
    """Return the source that a rules text is an edition of: the one named, else the only one cited by number."""
    sources = corpus.sources["sources"]
    if wanted is not None:
        if wanted not in sources:
            raise UsageError(f"there is no source `{wanted}`; the corpus has {', '.join(sorted(sources))}")
        return wanted
    cited = sorted({cite.source for ruling in corpus for cite in _all(ruling) if cite.rule[:1].isdigit()})
    if len(cited) != 1:
        have = f"several sources by number ({', '.join(cited)})" if cited else "no source by number"
        raise UsageError(f"the corpus cites {have}; say which one the text is with --source")
    return cited[0]


def _all(ruling: Ruling) -> Iterable[Cite]:
    yield from ruling.cites
    for case in ruling.cases:
        yield from case.cites[len(ruling.cites) :]


def hanging(
    rulings: Iterable[Ruling], source: str, *, numbered: bool = True
) -> Mapping[Cite, dict[str, tuple[str, ...]]]:
    """
    Return for each citation of a source, by number or by name, the rulings and cases that rest on it.

    A ruling's own citation carries all of its cases.
    """
    found: dict[Cite, dict[str, tuple[str, ...]]] = defaultdict(dict)
    for ruling in rulings:
        for cite in ruling.cites:
            if cite.source == source and cite.rule[:1].isdigit() is numbered:
                found[cite][ruling.id] = tuple(case.id for case in ruling.cases)
        for case in ruling.cases:
            for cite in case.cites[len(ruling.cites) :]:
                if cite.source == source and cite.rule[:1].isdigit() is numbered:
                    before = found[cite].get(ruling.id, ())
                    if case.id not in before:
                        found[cite][ruling.id] = (*before, case.id)
    return found


def in_force(thing: Ruling | Case, edition: str) -> bool:
    """Whether a ruling or a case says anything about an edition; editions named by dates are in order."""
    return (thing.from_edition or "") <= edition <= (thing.until_edition or "~")


def _as_of(ruling: Ruling, edition: str) -> Ruling:
    """Return a ruling with the cases that say anything about an edition."""
    return replace(ruling, cases=tuple(case for case in ruling.cases if in_force(case, edition)))


def judge(corpus: Corpus, source: str, text: Edition, against: str | None = None) -> Judgement:
    """
    Hold every citation of `source`, or those of the edition `against`, against a rules text.

    Reads fingerprints and decisions of the corpus; raises `CorpusError` if they are damaged.
    """
    now = passages(text)
    by_key = {passage.key: passage for passage in now}
    made = decisions.read(corpus.root, source)
    rulings = [_as_of(ruling, text.edition) for ruling in corpus if in_force(ruling, text.edition)]
    cited = hanging(rulings, source)
    readings = Readings(corpus, source)
    verdicts = []
    for edition in sorted({cite.edition for cite in cited}):
        if against is not None and edition != against:
            continue
        before = _before(corpus, source, edition, text, now)
        comparison = align(before, now) if before is not None else None
        known = {passage.key: passage for passage in before or ()}
        for cite, rulings_of in cited.items():
            if cite.edition == edition:
                verdict = _verdict(cite, rulings_of, known, by_key, comparison, made)
                again = {ruling: readings.again(corpus.rulings[ruling], cite) for ruling in rulings_of}
                hangers = tuple(replace(hanger, again=again[hanger.ruling]) for hanger in verdict.hangers)
                verdicts.append(replace(verdict, hangers=hangers, later=edition > text.edition))
    verdicts.sort(key=lambda verdict: (order(verdict.cite.rule), verdict.cite.edition, verdict.cite.part or ""))
    return Judgement(source, text.edition, tuple(verdicts), len(corpus.rulings) - len(rulings))


def _before(
    corpus: Corpus, source: str, edition: str, text: Edition, now: Sequence[Passage]
) -> Sequence[Passage] | None:
    """Return the passages of the cited edition: as recorded, or from the text itself if it is that edition."""
    recorded = record.read(corpus.root, source, edition)
    if recorded is not None:
        return recorded.passages
    return now if edition == text.edition else None


def _verdict(
    cite: Cite,
    rulings: Mapping[str, tuple[str, ...]],
    known: Mapping[str, Passage],
    now: Mapping[str, Passage],
    comparison: Alignment | None,
    made: Mapping[decisions.Key, Decision],
) -> Verdict:
    passage = known.get(cite.rule)
    fate = comparison.fates[cite.rule] if comparison is not None and passage is not None and passage.text else None
    text, number_now = "", None
    example: Example | None = None
    if comparison is not None and passage is not None and fate is not None:
        parts = [now[key] for key in fate.new]
        text = digest("|".join(part.text for part in parts))
        example = _example(cite, passage, parts)
        if example is not None:
            text = digest(text + "|" + "|".join(parts[0].examples if parts else ()))
        if fate.moved or not fate.new:
            number_now = comparison.back.get(cite.rule, "another") if cite.rule in now else None
    hangers = tuple(
        Hanger(ruling, cases, made.get((ruling, cite.rule, cite.edition, cite.part, text)))
        for ruling, cases in rulings.items()
    )
    return Verdict(cite, fate, text, example, number_now, hangers)


def _example(cite: Cite, passage: Passage, parts: Sequence[Passage]) -> Example | None:
    """Return what became of the example that a citation names, `None` if it names none."""
    match = EXAMPLE.search(cite.part or "")
    if match is None:
        return None
    place = int(match[1] or 1) - 1
    if not 0 <= place < len(passage.examples):
        return "unknown"
    theirs = parts[0].examples if parts else ()
    if passage.examples[place] not in theirs:
        return "changed"
    return "same" if theirs[place : place + 1] == (passage.examples[place],) else "moved"
