"""Every citation of the corpus to a document without numbers, held against that document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from checker.model import Cite, Corpus, Json, Ruling
from checker.problems import UsageError
from checker.rules_text import decisions, documents
from checker.rules_text.align import Kind
from checker.rules_text.documents import Document, Print
from checker.rules_text.judge import Hanger, Judgement, Verdict, hanging
from checker.rules_text.readings import cited_with

UNKNOWN = "a text of no known edition"
"""The name of a document whose edition nobody has said; it is taken to be the newest."""


@dataclass(frozen=True)
class Source:
    """A source whose passages have names."""

    name: str
    editions: tuple[str, ...]
    passages: Mapping[str, Json]

    @staticmethod
    def of(corpus: Corpus, name: str | None) -> "Source | None":
        """Return a source if its passages have names, None if they have numbers; raises `UsageError` for cards."""
        told = corpus.sources["sources"].get(name, {})
        if told.get("authority") == "card":
            raise UsageError(f"`{name}` is a source of cards, and not of rules", "the gate reads rules")
        if name is None or not told.get("passages"):
            return None
        return Source(name, tuple(each["edition"] for each in told["editions"]), told["passages"])

    def has(self, passage: str, edition: str) -> bool:
        """Tell whether an edition has a passage, as `sources.yaml` says; one that it does not know, as the newest."""
        known = edition if edition in self.editions else self.editions[-1]
        return known in self.passages[passage].get("editions", self.editions)

    def age(self, edition: str) -> int:
        """Return the place of an edition among those known, oldest first; an unknown one comes last."""
        return self.editions.index(edition) if edition in self.editions else len(self.editions)

    def check(self, edition: str | None) -> str:
        """Return an edition that was named, or a word for none; raises `UsageError` for one that the source lacks."""
        if edition is not None and edition not in self.editions:
            raise UsageError(f"`{self.name}` has no edition `{edition}`", f"it has {', '.join(self.editions)}")
        return edition or UNKNOWN


def judge(corpus: Corpus, source: Source, document: Document, edition: str, against: str | None = None) -> Judgement:
    """Hold every citation of a source, or those of the edition `against`, against a document that is its `edition`."""
    made = decisions.read(corpus.root, source.name)
    kept = {name: documents.read_kept(corpus.root, source.name, name) for name in source.editions}
    verdicts = [
        _verdict(corpus, source, document, edition, cite, kept[cite.edition].get(cite.rule), rulings, made)
        for cite, rulings in hanging(corpus, source.name, numbered=False).items()
        if against in {None, cite.edition}
    ]
    order = list(source.passages)
    verdicts.sort(key=lambda verdict: (order.index(verdict.cite.rule), source.age(verdict.cite.edition)))
    return Judgement(source.name, edition, tuple(verdicts), 0)


def _verdict(
    corpus: Corpus,
    source: Source,
    document: Document,
    edition: str,
    cite: Cite,
    known: Sequence[Print] | None,
    rulings: Mapping[str, tuple[str, ...]],
    made: Mapping[decisions.Key, decisions.Decision],
) -> Verdict:
    found = document.find(cite.rule, known) if known else None
    text = found.text if found else ""
    hangers = tuple(
        Hanger(
            ruling,
            cases,
            made.get((ruling, cite.rule, cite.edition, cite.part, text)),
            _again(source, corpus.rulings[ruling], cite),
        )
        for ruling, cases in rulings.items()
    )
    other = found is not None and found.fate.kind in {Kind.GONE, Kind.REWORDED}
    return Verdict(
        cite,
        found.fate if found else None,
        text,
        None,
        None,
        hangers,
        later=source.age(cite.edition) > source.age(edition),
        left_out=other and not source.has(cite.rule, edition),
    )


def _again(source: Source, ruling: Ruling, cite: Cite) -> Cite | None:
    """Return a ruling's newer citation of the same passage, which has the same name in every edition."""
    age = source.age(cite.edition)
    found = [
        max(
            (each for each in cites if each.source == cite.source and each.rule == cite.rule),
            key=lambda each: source.age(each.edition),
        )
        for cites in cited_with(ruling, cite)
    ]
    return found[0] if found and all(source.age(each.edition) > age for each in found) else None


def gather(
    corpus: Corpus, source: Source, document: Document, edition: str, places: Mapping[str, str]
) -> tuple[dict[str, tuple[Print, ...]], list[str]]:
    """
    Return what to keep of an edition, and the passages cited whose place nobody has said.

    What was recorded before and still stands there need not be given again. Raises `UsageError` for no place.
    """
    before = documents.read_kept(corpus.root, source.name, edition)
    cited = {cite.rule for cite in hanging(corpus, source.name, numbered=False) if cite.edition == edition}
    kept, missing = {}, []
    for name in source.passages:
        if not source.has(name, edition):
            continue
        if name in places:
            kept[name] = document.prints(places[name])
        elif name in before and document.find(name, before[name]).fate.kind is Kind.UNCHANGED:
            kept[name] = before[name]
        elif name in cited:
            missing.append(name)
    return kept, missing
