"""Finds rulings by words, the best first."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from checker.model import Case, Corpus, Ruling
from checker.query import cards_of

_WORD = re.compile(r"[a-z0-9]+(?:[.'\u2019][a-z0-9]+)*")
_COMMON = frozenset(
    "a|an|and|are|as|at|be|by|for|from|in|into|is|it|its|no|not|of|on|or|that|the|then|to|with".split("|")  # noqa: SIM905
)
_TITLE, _CARD, _STATEMENT, _REASON = 6.0, 5.0, 3.0, 1.0
_BEGINNING, _SIMILAR = 0.6, 0.4
"""What a match is worth that is only of a word's beginning, or only similar."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A ruling that fits, and its cases that do."""

    ruling: Ruling
    cases: tuple[Case, ...]
    """The best first."""
    score: float


def search(corpus: Corpus, words: Iterable[str], limit: int | None = None) -> list[Hit]:
    """Return the rulings that fit the words best; one that has more of the words comes before one that has fewer."""
    query = [stem for word in words for stem in stems(word)]
    index = [_Entry(ruling) for ruling in corpus]
    spread = Counter(stem for entry in index for stem in entry.weights)
    meant = [(word, _meant(word, spread)) for word in dict.fromkeys(query)]
    hits = []
    for entry in index:
        score = _score(entry.weights, meant, spread, len(index))
        if score:
            score *= 1 + entry.named(meant) / 2
            ranked = sorted(((_score(own, meant, spread, len(index)), case) for case, own in entry.cases), key=_first)
            cases = tuple(case for value, case in ranked if value)
            hits.append(Hit(entry.ruling, cases, score))
    hits.sort(key=lambda hit: (-hit.score, hit.ruling.id))
    return hits[:limit]


def _first(ranked: tuple[float, Case]) -> float:
    return -ranked[0]


class _Entry:
    """The words of a ruling, each with what it is worth there."""

    __slots__ = ("cases", "name", "ruling", "weights")

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling
        self.name = stems(ruling.id.rpartition("/")[2])
        self.weights: dict[str, float] = {}
        self.cases: list[tuple[Case, dict[str, float]]] = []
        _add(self.weights, _TITLE, ruling.id, *(cite.key for cite in ruling.cites))
        _add(self.weights, _STATEMENT, ruling.statement)
        _add(self.weights, _REASON, ruling.notes or "", ruling.disputed or "", ruling.superseded or "", ruling.kind)
        for case in ruling.cases:
            own: dict[str, float] = {}
            _add(own, _TITLE, case.slug, case.title, *(cite.key for cite in case.cites[len(ruling.cites) :]))
            _add(own, _CARD, *cards_of(case))
            _add(own, _REASON, case.why or "")
            self.cases.append((case, own))
            for stem, weight in own.items():  # a case speaks for its ruling, though not as loudly
                self.weights[stem] = max(self.weights.get(stem, 0.0), weight * 0.8)

    def named(self, meant: Sequence[tuple[str, dict[str, float]]]) -> float:
        """Return which part of the words of the ruling's name was asked for."""
        asked = {other for _, others in meant for other in others}
        return sum(word in asked for word in self.name) / max(1, len(self.name))


def _add(weights: dict[str, float], weight: float, *texts: str) -> None:
    for text in texts:
        for stem in stems(text):
            if weights.get(stem, 0.0) < weight:
                weights[stem] = weight


def _meant(word: str, known: Iterable[str]) -> dict[str, float]:
    """Return the known words that a word may mean, with how much each is worth."""
    found = {other: 1.0 if other == word else _BEGINNING for other in known if other.startswith(word)}
    similar = [] if word in found else get_close_matches(word, known, 3, 0.75)
    return dict.fromkeys(similar, _SIMILAR) | found


def _score(
    weights: dict[str, float], meant: Sequence[tuple[str, dict[str, float]]], spread: Counter[str], size: int
) -> float:
    values = [
        max(
            (weights.get(other, 0.0) * worth * math.log(1 + size / spread[other]) for other, worth in others.items()),
            default=0,
        )
        for _, others in meant
    ]
    matched = sum(value > 0 for value in values)
    return sum(values) * (matched / len(values)) ** 3 if matched else 0.0


@lru_cache(maxsize=4096)
def stems(text: str) -> tuple[str, ...]:
    """Return the words of a text without their commonest endings, so that `exchanged` finds `exchanges`."""
    return tuple(_stem(word) for word in _WORD.findall(text.lower()) if word not in _COMMON)


_LEAST_STEM = 3


@lru_cache(maxsize=16_384)
def _stem(word: str) -> str:
    word = word.replace("'", "").replace("\u2019", "")
    if word.isalpha():
        for ending in ("ing", "ies", "es", "ed", "s", "e"):
            if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM and not word.endswith("ss"):
                return word[: -len(ending)]
    return word
