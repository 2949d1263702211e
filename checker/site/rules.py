"""Rule numbers: who cites them, and what became of them from one edition to another."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from checker.model import Case, Cite, Corpus, Ruling


@dataclass(slots=True)
class Rule:
    """A rule by its citation key, with all that the corpus has about it."""

    key: str
    source: str = ""
    rule: str = ""
    rulings: dict[str, Ruling] = field(default_factory=dict)
    """Those that cite it in all their cases."""
    cases: dict[str, Case] = field(default_factory=dict)
    """Those that cite it besides their ruling's citations."""
    editions: dict[str, None] = field(default_factory=dict)
    """In which it was read under this number."""
    became: dict[str, str] = field(default_factory=dict)
    """The numbers under which its content stands in later editions, each with that edition."""
    once: dict[str, str] = field(default_factory=dict)
    """The numbers under which its content stood in earlier editions, each with that edition."""
    parts: list[str] = field(default_factory=list)
    """The rules one level below it."""

    @property
    def number_of_cases(self) -> int:
        """How many cases rest on it."""
        return len({*self.cases, *(case.id for ruling in self.rulings.values() for case in ruling.cases)})


class Rules:
    """Every rule that the corpus cites, and those above them."""

    def __init__(self, corpus: Corpus) -> None:
        """Gather the citations of a corpus."""
        self._found: dict[str, Rule] = {}
        self._order = {
            (source, edition["edition"]): place
            for source, told in corpus.sources.get("sources", {}).items()
            for place, edition in enumerate(told.get("editions", ()))
        }
        for ruling in corpus:
            for cite in ruling.cites:
                self._at(cite).rulings.setdefault(ruling.id, ruling)
            for case in ruling.cases:
                for cite in case.cites[len(ruling.cites) :]:
                    self._at(cite).cases.setdefault(case.id, case)
            for cites in (ruling.cites, *(case.cites for case in ruling.cases)):
                for old, new in self._moves(cites):
                    self._at(old).became.setdefault(new.key, new.edition)
                    self._at(new).once.setdefault(old.key, old.edition)
        self._add_above()
        self.all: Mapping[str, Rule] = {key: self._found[key] for key in sorted(self._found, key=order)}

    def _at(self, cite: Cite) -> Rule:
        rule = self._found.setdefault(cite.key, Rule(cite.key, cite.source, cite.rule))
        rule.editions.setdefault(cite.edition)
        return rule

    def _moves(self, cites: Iterable[Cite]) -> Iterator[tuple[Cite, Cite]]:
        """
        Pair the numbers that one text has in two editions.

        Who cites a passage in two editions says so by citing both: what a ruling cites in the newer edition under a
        number that it does not cite in the older one, and the other way round, is the same passage if both stand in one
        chapter, taken in order.
        """
        by_source: dict[str, dict[str, dict[str, Cite]]] = {}
        for cite in cites:
            if cite.key[:1].isdigit():
                by_source.setdefault(cite.source, {}).setdefault(cite.edition, {}).setdefault(cite.rule, cite)
        for source, editions in by_source.items():
            ordered = sorted(editions, key=lambda edition: self._order.get((source, edition), -1))
            for old in ordered[:-1]:
                yield from _pairs(editions[old], editions[ordered[-1]])

    def _add_above(self) -> None:
        """Add the rules above those that are cited, so that a chapter's number leads on; they move with their parts."""
        for key in list(self._found):
            below = key
            while (above := _above(below)) is not None:
                rule = self._found.setdefault(above, Rule(above, self._found[key].source, above))
                if below not in rule.parts:
                    rule.parts.append(below)
                below = above
        for rule in self._found.values():
            rule.parts.sort(key=order)
            if "." not in rule.key:
                continue
            for part in rule.parts:
                self._with_parts(rule, self._found[part])

    def _with_parts(self, rule: Rule, part: Rule) -> None:
        for theirs, name in ((part.became, "became"), (part.once, "once")):
            for key, edition in theirs.items():
                above = _above(key)
                if above and above != rule.key and above in self._found:
                    getattr(rule, name).setdefault(above, edition)


def order(key: str) -> tuple[bool, list[tuple[int, str]]]:
    """Order rules by number, 614.2 before 614.12, and after them those that have names."""
    parts = re.findall(r"[0-9]+|[^0-9]+", key)
    return not key[:1].isdigit(), [(int(part) if part.isdecimal() else -1, part) for part in parts]


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


def _above(key: str) -> str | None:
    """Return the rule that a numbered rule is a part of: 614 for 614.12, 614.12 for 614.12a."""
    if not key[:1].isdigit():
        return None
    if key[-1:].isalpha():
        return key.rstrip("abcdefghijklmnopqrstuvwxyz")
    return key.rpartition(".")[0] or None
