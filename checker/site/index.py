"""
The index that the search in the browser uses: documents, and for each word the documents that have it.

It is a script, not a file to be fetched, so that it works where pages are opened from a folder. The browser ranks as
`rulings search` does (`checker/finding/search.py`); `static/search.js` has the other half.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from checker.finding.search import ALIKE, ASKING, COMMON, IRREGULAR, IS, RARE, WORTH, Words, places

KINDS = ("case", "ruling", "rule", "card", "page")
_CLASSES = len(WORTH)
_LONG = 160
"""Characters of a document's second line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A document, as it is found and as it is listed."""

    kind: str
    title: str
    url: str
    says: str
    places: Mapping[str, int]
    """The stems of its words, each with the best place that it stands in."""
    past: bool = False
    """Whether it is in force only in past editions."""

    @staticmethod
    def of(kind: str, title: str, url: str, says: str, words: Words, *, past: bool = False) -> "Entry":
        """Make the entry for a document that is found by these words."""
        short = says if len(says) <= _LONG else f"{says[: _LONG - 1].rstrip()}…"
        return Entry(kind, title, url, short, places(words), past)


@dataclass(slots=True)
class Index:
    """Gathers documents and their words."""

    documents: list[list[str | int]] = field(default_factory=list)
    _terms: dict[str, list[int]] = field(default_factory=dict)

    def add(self, entry: Entry) -> None:
        """Add a document."""
        number = len(self.documents)
        self.documents.append([KINDS.index(entry.kind), entry.title, entry.url, entry.says, int(entry.past)])
        for stem, place in entry.places.items():
            self._terms.setdefault(stem, []).append(number * _CLASSES + place)

    def script(self) -> str:
        """Return the index as a script that sets `RULINGS_INDEX`."""
        terms = sorted(self._terms)
        told = {
            "worth": WORTH,
            "rare": RARE,
            "common": sorted(COMMON),
            "irregular": IRREGULAR,
            "alike": ALIKE,
            "asking": list(ASKING.items()),
            "is": IS,
            "documents": self.documents,
            "terms": terms,
            "postings": [_deltas(self._terms[term]) for term in terms],
        }
        text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        # Half a surrogate pair has no encoding; JSON's escape of it has.
        plain = text.encode("utf-8", "backslashreplace").decode("utf-8")
        return f"window.RULINGS_INDEX={plain};\n"


def _deltas(numbers: list[int]) -> list[int]:
    """Return each number's distance from the one before it, which takes fewer characters."""
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]
