"""Finds rulings by words, the best first."""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from unicodedata import normalize

from checker.finding.query import texts_of
from checker.model import Case, Corpus, Ruling

_WORD = re.compile(r"[a-z0-9]+(?:[.'\u2019][a-z0-9]+)*")
_SHORTENED = re.compile("(?:n['\u2019]t|['\u2019](?:s|re|ve|ll|d|m))$")
_MARKS = re.compile("[\u0300-\u036f]")
_WHO = "(?:i|you|we|a player|an opponent|my opponent)"
ASKING = {
    r"^what (?:is|are)\b": "definition",
    rf"^(?:must {_WHO}|(?:do|does|am|are|is) {_WHO} (?:have|forced|obliged|required) to)\b": "optional",
}
"""How people ask for a definition, or whether they may decline, and the word of rulings that say so."""
IS = r"\bcount(?:s|ed)? as\b"
"""What people say for `is`: `does exchanging count as gaining`."""

_SAY_NOTHING = """
a about actually also am an and anybody anyone are as at be been by can could did do does ever explain for from get got
happen happens has have hello help hi how i if in into is it its just know made make makes making many may me mean
means much my no not of on or please question really save saves should someone sorry still tell than that the then
there they this to tried tries try trying use used uses using versus vs want wanted wants was we were what when where
which while who whose why will with work worked working works would you your
"""
COMMON = frozenset(_SAY_NOTHING.split())
"""Words that say nothing about what is asked."""

IRREGULAR = {
    **dict.fromkeys(("dying", "died"), "die"),
    **dict.fromkeys(("drawn", "drew"), "draw"),
    **dict.fromkeys(("chose", "chosen"), "choos"),
    **dict.fromkeys(("gone", "goes", "went"), "go"),
    **dict.fromkeys(("taken", "took"), "tak"),
    **dict.fromkeys(("given", "gave"), "giv"),
    **dict.fromkeys(("begun", "began"), "begin"),
    "cant": "cannot",
    "dealt": "deal",
    "left": "leav",
    "lost": "los",
    "became": "becom",
    "came": "com",
    "kept": "keep",
    "paid": "pay",
    "won": "win",
    "sent": "send",
    "spent": "spend",
    "bought": "buy",
    "brought": "bring",
}
"""Forms that no ending reveals, with the stems of their words."""

ALIKE = {
    "swap": "exchang",
    "switch": "exchang",
    "newer": "later",
    "older": "earlier",
    "etb": "enter",
    "ltb": "leav",
    "gy": "graveyard",
    "bf": "battlefield",
    "dmg": "damag",
    "cleanup": "clean",
    "deck": "librari",
    "mv": "valu",
    "cmc": "valu",
    "kill": "destroy",
    "wrath": "destroy",
    "wip": "destroy",
    "pw": "planeswalker",
    "sac": "sacrific",
    "bounc": "return",
    "steal": "control",
    "color": "colour",
    "colorless": "colourless",
    "multicolor": "multicolour",
    "monocolor": "monocolour",
    "traveler": "traveller",
    "artefact": "artifact",
    "two": "several",
}
"""Stems of what people say or how they spell it, with the stems that the rulings use for it."""

TITLE, CARD, STATEMENT, REASON = range(4)
"""Where a word stands."""
WORTH = (6, 5, 3, 1)
"""What a match is worth there."""
_ALIKE, _BEGINNING, _SIMILAR = 0.9, 0.6, 0.4
"""What a match is worth if it is with a synonym, only with a word's beginning, or only similar."""
RARE = 10
"""
What is added to the number of documents that have a word: a word in a single one tells little more than one in five,
since it may be there by chance.
"""
_PAST = 0.55
"""What a ruling or a case is worth if it is in force only in past editions."""
_LEAST_PART, _MISSPELT = 4, 0.85
"""
How long the parts are at least into which a word is split that is not known; how like a known word it is that is none.
"""
_FEW = 2
"""With how few words a card is called by its name."""
_OF_ITS_RULING, _OF_ITS_BEST_CASE = 0.6, 0.5
"""How much a ruling adds to its case, and the case that fits best to its ruling."""

Words = Iterable[tuple[int, str]]
"""Texts, each with its place."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A ruling that fits, and its cases that do."""

    ruling: Ruling
    cases: tuple[Case, ...]
    """The best first."""
    score: float
    """How well it fits, beside other hits of the same words: the number means nothing by itself."""


def search(corpus: Corpus, words: Iterable[str], limit: int | None = None) -> list[Hit]:
    """Return the rulings that fit the words best: by what they say themselves, or by a case that does."""
    return looked_up(corpus, words)[0][:limit]


def looked_up(corpus: Corpus, words: Iterable[str]) -> tuple[list[Hit], list[str]]:
    """Return all rulings that fit the words, the best first, and which of the words are nowhere in the corpus."""
    asked = re.sub(IS, " ", " ".join(words).lower())
    also = [word for how, word in ASKING.items() if re.search(how, asked)]
    index, documents, spread = _indexed(corpus)
    query = _asked(" ".join((asked, *also)), spread, documents)
    meant = [
        _telling(_meant(stem, spread) | dict.fromkeys(joined, 1.0), spread, len(documents))
        for stem, joined in query.items()
    ]
    hits = [hit for entry in index if (hit := entry.hit(meant)) is not None]
    hits.sort(key=lambda hit: (-hit.score, hit.ruling.id))
    known = [word for word in _WORD.findall(_plain(asked)) if not _says_nothing(word)]
    unknown = (word for word in known if max(_meant(_stem(word), spread).values(), default=0) <= _SIMILAR)
    return hits, list(dict.fromkeys(unknown))


def _asked(text: str, known: Collection[str], documents: "Sequence[_Document]") -> dict[str, set[str]]:
    """
    Return the stems of what is asked, each with the known words that it makes up with the word beside it.

    People write `life link` for lifelink and `bloodmoon` for Blood Moon.
    """
    words = [part for word in _WORD.findall(_plain(text)) for part in _split(word, known, documents)]
    asked: dict[str, set[str]] = {}
    for place, word in enumerate(words):
        if not _says_nothing(word):
            joined = {_stem(one + other) for one, other in pairwise(words[max(0, place - 1) : place + 2])}
            asked.setdefault(_stem(word), set()).update(joined.intersection(known))
    return asked


def _split(word: str, known: Collection[str], documents: "Sequence[_Document]") -> tuple[str, ...]:
    """Return a word, or, where it is not known, the two that it is made up of if some title or card has both."""
    stem = _stem(word)
    if not word.isalpha() or stem in known or stem in ALIKE or get_close_matches(stem, known, 1, _MISSPELT):
        return (word,)
    for place in range(_LEAST_PART, len(word) - _LEAST_PART + 1):
        both = word[:place], word[place:]
        stems_of_both = [_stem(part) for part in both]
        if all(part in known for part in stems_of_both) and any(
            all(document.places.get(part, REASON) <= CARD for part in stems_of_both) for document in documents
        ):
            return both
    return (word,)


def of_ruling(ruling: Ruling) -> Words:
    """Yield what a ruling is found by."""
    yield TITLE, ruling.id
    yield CARD, " ".join(cite.key for cite in ruling.cites)
    yield STATEMENT, ruling.statement
    yield REASON, " ".join(filter(None, (ruling.notes, ruling.disputed, ruling.superseded, ruling.kind)))


def of_case(ruling: Ruling, case: Case, cards: Iterable[str]) -> Words:
    """Yield what a case is found by; `cards` are the names of those that it mentions."""
    yield TITLE, f"{case.title} {case.slug}"
    named = [word for card in cards for word in (card, initials(card))]
    yield CARD, " ".join((*named, *(cite.key for cite in case.cites)))
    yield STATEMENT, f"{ruling.statement} {ruling.id}"
    yield REASON, case.why or ""


@lru_cache(maxsize=4096)
def initials(card: str) -> str:
    """Return what players call a card for short, as `rip` for Rest in Peace; nothing if its name has fewer words."""
    words = _WORD.findall(_plain(card))
    return "".join(word[0] for word in words) if len(words) > _FEW else ""


def places(words: Words) -> dict[str, int]:
    """Return each word's stem, with the best place that it stands in."""
    found: dict[str, int] = {}
    for place, text in words:
        for stem in stems(text):
            if place < found.get(stem, len(WORTH)):
                found[stem] = place
    return found


def past(ruling: Ruling, case: Case | None = None) -> bool:
    """Tell whether a ruling or a case is in force only in past editions."""
    until = case.until_edition if case is not None else None
    return bool(ruling.until_edition or ruling.superseded or until)


class _Document:
    """A ruling or a case, by its words."""

    __slots__ = ("name", "places", "worth")

    def __init__(self, title: str, words: Words, *, past: bool) -> None:
        self.name = stems(title)
        self.places = places(words)
        self.worth = _PAST if past else 1.0

    def score(self, meant: "Sequence[_Telling]") -> float:
        """Return what it is worth by its own words: less where those are missing that tell most."""
        total = known = there = 0.0
        for tells in meant:
            most = max(tells.values(), default=0.0)
            value = max(
                (WORTH[place] * tells[stem] for stem in tells if (place := self.places.get(stem)) is not None),
                default=0.0,
            )
            total += value
            known += most
            there += most if value else 0.0
        if not total:
            return 0.0
        named = sum(any(word in tells for tells in meant) for word in self.name) / max(1, len(self.name))
        return total * (there / known) ** 2 * (1 + named / 2) * self.worth


class _Entry:
    """A ruling with its cases."""

    __slots__ = ("cases", "own", "ruling")

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling
        self.own = _Document(ruling.id.rpartition("/")[2], of_ruling(ruling), past=past(ruling))
        self.cases = [
            _Document(case.title, of_case(ruling, case, texts_of(case)), past=past(ruling, case))
            for case in ruling.cases
        ]

    def hit(self, meant: "Sequence[_Telling]") -> Hit | None:
        own = self.own.score(meant)
        scores = [(document.score(meant), case) for document, case in zip(self.cases, self.ruling.cases, strict=True)]
        ranked = sorted((scored for scored in scores if scored[0]), key=lambda scored: -scored[0])
        best = ranked[0][0] if ranked else 0.0
        score = max(own + _OF_ITS_BEST_CASE * best, best + _OF_ITS_RULING * own if best else 0.0)
        return Hit(self.ruling, tuple(case for _, case in ranked), score) if score else None


_Indexed = tuple[list[_Entry], list[_Document], Counter[str]]
"""The rulings of a corpus, all documents among them, and in how many of these each word stands."""
_last: list[tuple[Corpus, _Indexed]] = []
"""The corpus that was searched last, and what was made of it: who searches once does so again."""


def _indexed(corpus: Corpus) -> _Indexed:
    """Return what a corpus is searched by; to make it takes longer than to search."""
    if not _last or _last[0][0] is not corpus:
        index = [_Entry(ruling) for ruling in corpus]
        documents = [document for entry in index for document in (entry.own, *entry.cases)]
        spread = Counter(stem for document in documents for stem in document.places)
        _last[:] = [(corpus, (index, documents, spread))]
    return _last[0][1]


_Telling = dict[str, float]
"""The known words that a word may mean, each with its weight: rare words weigh more."""


def _telling(meant: dict[str, float], spread: Counter[str], size: int) -> _Telling:
    telling = {stem: math.log(1 + size / (RARE + spread[stem])) for stem in meant}
    # A rule that few cite tells no more than the one above it that was asked for.
    most = next((telling[stem] for stem, worth in meant.items() if worth == 1.0 and stem[-1].isdigit()), math.inf)
    return {stem: worth * min(telling[stem], most) for stem, worth in meant.items()}


def _meant(word: str, known: Collection[str]) -> dict[str, float]:
    """Return the known words that a word may mean, with how much each is worth."""
    found = {
        other: 1.0 if other == word else _BEGINNING
        for other in known
        if other.startswith(word) and not (word[-1].isdigit() and other[len(word) : len(word) + 1].isdigit())
    }
    alike = ALIKE.get(word, word)
    if alike in known and found.get(alike, 0.0) < _ALIKE:
        found[alike] = _ALIKE
    similar = [] if alike in found else get_close_matches(word, known, 3, 0.75)
    return dict.fromkeys(similar, _SIMILAR) | found


@lru_cache(maxsize=4096)
def stems(text: str) -> tuple[str, ...]:
    """Return the words of a text without their commonest endings, so that `exchanged` finds `exchanges`."""
    return tuple(_stem(word) for word in _WORD.findall(_plain(text)) if not _says_nothing(word))


def _plain(text: str) -> str:
    """Return a text in lower case and without accents, as people type it."""
    return text.lower() if text.isascii() else _MARKS.sub("", normalize("NFD", text.lower()))


@lru_cache(maxsize=16_384)
def _says_nothing(word: str) -> bool:
    """Tell whether a word is a common one, also as in `there's` and `doesn't`, but not as in `can't`."""
    return word in COMMON or _SHORTENED.sub("", word) in COMMON


_LEAST_STEM = 3
_ENDINGS = ("ing", "ies", "ied", "es", "ed", "s", "e", "y")
_TWICE = re.compile(r"([bdgmnprt])\1")


@lru_cache(maxsize=16_384)
def _stem(word: str) -> str:
    """Return a word without its ending; `static/search.js` of the site has the same in the browser's language."""
    word = word.replace("'", "").replace("\u2019", "")
    if word in IRREGULAR:
        return IRREGULAR[word]
    if not (word.isascii() and word.isalpha()):
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM and not word.endswith("ss"):
            rest = word[: -len(ending)]
            if ending in ("ies", "ied"):
                return f"{rest}i"
            if ending == "y":
                return word if rest[-1] in "aeiou" else f"{rest}i"
            return rest[:-1] if ending in ("ing", "ed") and _TWICE.fullmatch(rest[-2:]) else rest
    return word
