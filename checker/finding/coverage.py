"""What the corpus covers, and what it does not: passages, cited rules, rules of an engine, cards."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from checker.finding.query import texts_of
from checker.model import Case, Corpus, Ruling, card_slug, same_rule
from checker.rules_text.read import order


class Kind(StrEnum):
    """What a case shows about its rule."""

    HAPPENS = "happens"
    """Something comes about by the rule."""
    DOES_NOT = "does not"
    """Something does not come about: nothing changes, an action is refused, or an option is not offered."""
    CHOICE = "choice"
    """Which results, or which options, there are: all of them, and no others."""


def kind(case: Case) -> Kind:
    """Return what a case shows, by the form of its expectation."""
    wanted = case.expectation
    if wanted.possible or wanted.offered:
        return Kind.CHOICE
    negative = case.unchanged or wanted.refused is not None or wanted.not_offered
    return Kind.DOES_NOT if negative or any("illegal" in step for step in case.steps) else Kind.HAPPENS


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that can be covered, and how much it is."""

    name: str
    rulings: int
    cases: Mapping[Kind, int]
    why_not: str | None = None
    """Why nothing can show it, if it is history or plain fact."""

    @property
    def total(self) -> int:
        """How many cases there are of all kinds."""
        return sum(self.cases.values())


def _line(name: str, rulings: Iterable[Ruling], cases: Iterable[Case], why_not: str | None = None) -> Line:
    return Line(name, len(list(rulings)), Counter(kind(case) for case in cases), why_not)


def by_ruling(rulings: Sequence[Ruling]) -> list[Line]:
    """Return a line for each ruling."""
    return [
        _line(ruling.id, [ruling], ruling.cases, "a note: nothing to play" if ruling.kind == "note" else None)
        for ruling in rulings
    ]


def by_rule(corpus: Corpus, rulings: Sequence[Ruling]) -> list[Line]:
    """Return a line for each rule that is cited, and for each passage that a source names, cited or not."""
    games = {ruling.game for ruling in rulings}
    named = [
        f"{source}:{passage}"
        for source, told in corpus.sources["sources"].items()
        if told["game"] in games
        for passage in told.get("passages", {})
    ]
    cited = [cite.key for ruling in rulings for case in ruling.cases for cite in case.cites]
    cited += [cite.key for ruling in rulings for cite in ruling.cites]
    return [_rule_line(key, rulings) for key in sorted({*named, *cited}, key=order)]


def _rule_line(key: str, rulings: Sequence[Ruling]) -> Line:
    citing = [ruling for ruling in rulings if any(cite.key == key for cite in ruling.cites)]
    cases = [case for ruling in rulings for case in ruling.cases if any(cite.key == key for cite in case.cites)]
    notes = bool(citing) and all(ruling.kind == "note" for ruling in citing)
    return _line(key, citing, cases, "a note: nothing to play" if notes else None)


def by_card(corpus: Corpus, cases: Sequence[Case]) -> list[Line]:
    """Return a line for each card of the corpus."""
    using: dict[tuple[str, str], list[Case]] = {key: [] for key in corpus.cards}
    games = {case.game for case in cases}
    for case in cases:
        for name in texts_of(case):
            slug = (case.game, card_slug(name))
            if slug in using:
                using[slug].append(case)
    return [
        _line(f"{game}/{slug}", {case.ruling: corpus.rulings[case.ruling] for case in found}.values(), found)
        for (game, slug), found in using.items()
        if game in games
    ]


def by_engine_rule(
    rules: Iterable[str], cases: Sequence[Case], reached: Mapping[str, frozenset[str]], corpus: Corpus
) -> list[Line]:
    """Return a line for each rule of an engine: the cases that it plays a part in."""
    return [
        _line(
            rule,
            [each for each in corpus if any(same_rule(cite.key, rule) for cite in each.cites)],
            [case for case in cases if rule in reached[case.id]],
        )
        for rule in dict.fromkeys(rules)
    ]
