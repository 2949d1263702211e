"""
What the words beside a citation say about the rule that it means.

A number alone does not say of which edition it is. The words around it may: those that few rules have tell which rule
is spoken of, and a date tells of which text.
"""

import re
from collections import Counter
from functools import cached_property

from checker.rules_text.normal import normal, wording
from checker.rules_text.read import Edition, parent, stem
from checker.rules_text.scan import Mention

_BEFORE, _AFTER = 80, 240
"""How many bytes around a citation are looked at for words that tell which rule it means."""
_LINE = 2_000
"""How many bytes of a line are looked at before a citation and after it."""
_WORD = re.compile(r"[a-z]{4,}")
_HEADS = frozenset(("rule", "rules", "section", "sections", "comprehensive"))
"""Words that introduce a citation, and so point to no rule."""
_STEM = 6
"""How many letters of a word are compared: `target` and `targets`, `distribute` and `distribution` are one."""
_DATE = re.compile(rb"(?<!\d)((?:19|20)\d\d)(-?)([01]\d)\2([0-3]\d)(?!\d)")
_OTHER = re.compile(rb"[1-9]\d\d\.\d+")
_BLANK = re.compile(rb"\n[^\w\n]*\n")
_TELLING = 40
"""A word that stands in more rules than this points to none of them."""
_HEADING_WORDS = 4
"""A rule with no more words than this is a heading."""


class Beside:
    """Looks at what stands beside citations that were written for one text and are checked against a newer one."""

    def __init__(self, was: Edition, rules: Edition) -> None:
        self.was, self.rules = was, rules
        self._words: dict[tuple[str, str], frozenset[str]] = {}

    def dated(self, data: bytes, mention: Mention) -> str | None:
        """Return the date that stands in the line of a citation, if it is not that of the older text."""
        start, end = line_of(data, mention)
        match = _DATE.search(data, start, end)
        day = b"-".join(match.group(1, 3, 4)).decode() if match else None
        return day if day != self.was.edition else None

    def fits(self, data: bytes, mention: Mention) -> tuple[int, str, int]:
        """
        Count the telling words beside a citation that the older rule has which it names, or a rule beside that one.

        Return it with the other older rule that has the most of them, and how many.
        """
        family = stem(mention.number)
        beside = {word for word in _after(data, mention) if word in self._rules_of}
        fits = Counter(number for word in beside for number in {stem(each) for each in self._rules_of[word]})
        own = fits.pop(family, 0)
        return (own, *max(fits.items(), key=lambda one: (one[1], one[0]), default=("", 0)))

    def fits_each(self, data: bytes, mention: Mention) -> tuple[int, int]:
        """Count the words beside a citation that only the older rule of its number has, and those of the newer one."""
        old, new = self._telling(self.was, mention.number), self._telling(self.rules, mention.number)
        beside = _beside(data, mention)
        return len(beside & (old - new)), len(beside & (new - old))

    def speaks_of(self, data: bytes, mention: Mention) -> str | None:
        """Return the heading of another rule that the line of a citation names."""
        own = self._telling(self.was, mention.number)
        start, end = line_of(data, mention)
        beside = _stems(normal(data[start:end].decode(errors="replace")).lower())
        return next((self._headings[word] for word in beside if word in self._headings and word not in own), None)

    @cached_property
    def _rules_of(self) -> dict[str, list[str]]:
        """Return for each telling word the rules of the older text that have it."""
        found: dict[str, list[str]] = {}
        for rule in self.was.rules:
            for word in _stems(" ".join(wording(normal(rule.text)))):
                if self._spread[word] <= _TELLING:
                    found.setdefault(word, []).append(rule.key)
        return found

    @cached_property
    def _spread(self) -> Counter[str]:
        """Return in how many rules of the older text each word stands."""
        return Counter(word for rule in self.was.rules for word in set(_stems(" ".join(wording(normal(rule.text))))))

    @cached_property
    def _headings(self) -> dict[str, str]:
        """Return the telling words of headings in the older text, each with the heading that it is from."""
        headings: dict[str, str] = {}
        for rule in self.was.rules:
            words = wording(normal(rule.text))
            if len(words) <= _HEADING_WORDS:
                headings.update((word, f"{rule.number} ({rule.text})") for word in _stems(" ".join(words)))
        return {word: heading for word, heading in headings.items() if self._spread[word] <= _TELLING}

    def _telling(self, edition: Edition, number: str) -> frozenset[str]:
        """Return the words of a rule and of what it stands under."""
        key = (edition.edition, number)
        if key not in self._words:
            texts, above = [], number
            while above and len(above) > len("100"):
                texts.append(edition.by_key[above].text if above in edition.by_key else "")
                above = parent(above)
            self._words[key] = frozenset(_stems(" ".join(wording(normal(" ".join(texts))))))
        return self._words[key]


def line_of(data: bytes, mention: Mention) -> tuple[int, int]:
    """Return where the line of a citation begins and ends; for one that a machine wrote, only what stands nearby."""
    first, last = max(0, mention.start - _LINE), min(len(data), mention.end + _LINE)
    start, end = data.rfind(b"\n", first, mention.start), data.find(b"\n", mention.end, last)
    return start + 1 if start >= 0 else first, end if end >= 0 else last


def _beside(data: bytes, mention: Mention) -> set[str]:
    """Return the words around a citation: those of its line and a little more."""
    around = data[max(0, mention.start - _BEFORE) : mention.end + _AFTER].decode(errors="replace")
    return set(_stems(normal(around).lower()))


def _after(data: bytes, mention: Mention) -> set[str]:
    """Return the words of a citation's line and what follows it, up to another citation or a blank line."""
    end = mention.end + _AFTER
    for pattern in (_OTHER, _BLANK):
        if (match := pattern.search(data, mention.end, end)) is not None:
            end = match.start()
    line = line_of(data, mention)[0]
    start = max([line, *(match.end() for match in _OTHER.finditer(data, line, mention.start))])
    return set(_stems(normal(data[start:end].decode(errors="replace")).lower()))


def _stems(text: str) -> list[str]:
    """Return the longer words of a text in lower case, in order, cut so that their forms are alike."""
    return [word[:_STEM] for word in _WORD.findall(text) if word not in _HEADS]
