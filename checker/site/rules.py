"""Rule numbers: who cites them, and what became of them from one edition to another."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from checker.finding.moves import above, moves
from checker.model import Case, Cite, Corpus, Ruling
from checker.rules_text.read import order


@dataclass(slots=True)
class Rule:
    """A rule by its citation key, with all that the corpus has on it."""

    key: str
    source: str = ""
    rule: str = ""
    rulings: dict[str, Ruling] = field(default_factory=dict)
    """Rulings that cite it for all their cases."""
    cases: dict[str, Case] = field(default_factory=dict)
    """Those that cite it besides their ruling's citations."""
    editions: dict[str, None] = field(default_factory=dict)
    """In which it was read under this number."""
    became: dict[str, list[str]] = field(default_factory=dict)
    """The numbers of today for what it meant in earlier editions, each with those editions."""
    once: dict[str, list[str]] = field(default_factory=dict)
    """The numbers under which its content stood in earlier editions, each with those editions."""
    stands: bool = False
    """Whether anything cites it, or a part of it, in the newest edition that is cited at all."""
    parts: list[str] = field(default_factory=list)
    """The rules one level below it."""

    @property
    def now(self) -> list[str]:
        """Today's numbers, if this one belongs to earlier editions only."""
        return [] if self.stands else list(self.became)

    @property
    def number_of_cases(self) -> int:
        """How many cases rest on it."""
        return len({*self.cases, *(case.id for ruling in self.rulings.values() for case in ruling.cases)})


class Rules:
    """Every rule that the corpus cites, and the rules above them."""

    def __init__(self, corpus: Corpus) -> None:
        """Gather the citations of a corpus."""
        self._found: dict[str, Rule] = {}
        for ruling in corpus:
            for cite in ruling.cites:
                self._at(cite).rulings.setdefault(ruling.id, ruling)
            for case in ruling.cases:
                for cite in case.cites[len(ruling.cites) :]:
                    self._at(cite).cases.setdefault(case.id, case)
        for move in moves(corpus):
            for key, other, field_of in ((move.old, move.new, "became"), (move.new, move.old, "once")):
                rule = self._found.setdefault(key, Rule(key, move.source, key))
                getattr(rule, field_of).setdefault(other, []).append(move.edition)
        self._add_above()
        self._mark_standing(corpus)
        self.all: Mapping[str, Rule] = {key: self._found[key] for key in sorted(self._found, key=order)}

    def _at(self, cite: Cite) -> Rule:
        rule = self._found.setdefault(cite.key, Rule(cite.key, cite.source, cite.rule))
        rule.editions.setdefault(cite.edition)
        return rule

    def _mark_standing(self, corpus: Corpus) -> None:
        places = {
            (source, edition["edition"]): place
            for source, told in corpus.sources.get("sources", {}).items()
            for place, edition in enumerate(told.get("editions", ()))
        }
        newest: dict[str, int] = {}
        for rule in self._found.values():
            for edition in rule.editions:
                newest[rule.source] = max(newest.get(rule.source, -1), places.get((rule.source, edition), -1))
        for rule in self._found.values():
            if any(places.get((rule.source, edition), -1) == newest[rule.source] for edition in rule.editions):
                key: str | None = rule.key
                while key is not None:
                    self._found[key].stands = True
                    key = above(key)

    def _add_above(self) -> None:
        """Add the rules above those cited, so that a chapter's number leads somewhere; they move with their parts."""
        for key in list(self._found):
            below = key
            while (higher := above(below)) is not None:
                rule = self._found.setdefault(higher, Rule(higher, self._found[key].source, higher))
                if below not in rule.parts:
                    rule.parts.append(below)
                below = higher
        for rule in self._found.values():
            rule.parts.sort(key=order)
            if "." not in rule.key:
                continue
            for part in rule.parts:
                self._with_parts(rule, self._found[part])

    def _with_parts(self, rule: Rule, part: Rule) -> None:
        for theirs, name in ((part.became, "became"), (part.once, "once")):
            for key, editions in theirs.items():
                higher = above(key)
                if higher and higher != rule.key and higher in self._found:
                    getattr(rule, name).setdefault(higher, editions)
