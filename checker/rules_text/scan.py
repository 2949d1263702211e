"""Finds citations of numbered rules in any text: `CR 614.5`, `rules 701.12a-c`, `[CR#614.5]`, `614.1a` in a comment."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from checker.rules_text.read import stem

# A number as rules have it. Neither side may be a digit, or a dot with a digit: no versions, addresses, dates, floats.
_NUMBER = re.compile(rb"(?<![\d.])[1-9]\d\d\.\d{1,3}(?:([a-z])\1?)?(?![\w-]*\.\d)(?!\w)")
# A whole section needs a word before it that says so.
_SECTION = re.compile(
    rb"(?<![A-Za-z\d_])(?:((?-i:CR)[ \t]?[#:]?[ \t]?|comp(?:rehensive|\.)?[ _]rules?[ \t]+)|rules?[ \t]+)"
    rb"([1-9]\d\d)(?![\w%]|\.\w|[,:]\d|[/-]\d(?!\d\d(?!\w)))",
    re.IGNORECASE,
)
_HEAD = re.compile(
    rb"(?<![A-Za-z\d])(?:CR|MTG|rules?|rulings?|sections?|\xc2\xa7)(?:[ \t]+(?:no\.?|nos\.?|numbers?))?"
    rb"[\s#:.(\[\"'`=*/_-]*\Z",
    re.IGNORECASE,
)
_HEAD_LENGTH = 48
_BETWEEN = re.compile(
    rb"(?:[\s,/&+;()\[\]`'\"*#|-]|\xe2\x80[\x92-\x95]|\b(?:and|or|to|through|thru|CR|rules?)\b)*\Z", re.IGNORECASE
)
_BETWEEN_LENGTH = 40
_DASH = re.compile(
    rb"\s?(?:-|\xe2\x80[\x92-\x95]|\.\.)\s?(?:CR\s*)?\Z|\s(?:to|through|thru)\s(?:CR\s*|rules?\s*)?\Z", re.IGNORECASE
)
# What may follow without being a number of its own: `614.1a-c`, `614.1a/b`, `614.1a and b`.
_TAIL = re.compile(
    rb"(?P<range>-|\xe2\x80[\x92-\x95])(?P<to>([a-z])\3?)(?![\w'])(?!\.\w)"
    rb"|(?P<list>/|,[ \t]?(?:and[ \t]|or[ \t])?|[ \t](?:and|or|&)[ \t])(?P<also>[b-z])(?![\w'(-])(?!\.\w)"
)
_SECTION_TAIL = re.compile(
    rb"(?:[ \t]?(?P<range>-|\xe2\x80[\x92-\x95])[ \t]?|/|,[ \t]?(?:and[ \t]|or[ \t])?|[ \t](?:and|or|&)[ \t])"
    rb"([1-9]\d\d)(?!\w|[.,/-]\w)"
)
_LOOKS_LIKE_UNIT = frozenset("defghklmpsuwx")
"""Letters that also end a float or a measure: `100.5f`, `250.0ms`."""
_COMMENT = re.compile(rb"//|#|/\*|^\s*\*|--|<!--|;;|\"\"\"|'''|^\s*%")
_PROSE = (".md", ".txt", ".rst", ".adoc", ".org", ".html", ".tex")


@dataclass(frozen=True, slots=True)
class Mention:
    """A rule named somewhere: which one, and the bytes that name it."""

    number: str
    start: int
    end: int
    """Where the number is; for a short form such as the `c` of `614.1a-c`, only that."""
    short: bool = False
    link: Literal["range", "list"] | None = None
    """How it continues the previous mention."""


def mentions(data: bytes, known: Callable[[str], bool], path: str = "") -> Iterator[Mention]:
    """
    Yield the citations in a file's content, in order.

    `known` says whether there is, or was, a rule of that number. Where no word such as `CR` or `rule` stands before
    it, only a number with a letter counts, and only if it or its parent is known.
    """
    last: Mention | None = None
    for start, end, headed in _candidates(data, known):
        if last is not None and start < last.end:
            continue
        link = _link(data, last, start)
        number = data[start:end].decode()
        if not (headed or link or _bare(data, start, number, known, path)):
            last = None
            continue
        last = Mention(number, start, end, link=link)
        yield last
        for last in _tails(data, last):  # noqa: B020 - the last tail is what comes before the next number
            yield last


def _candidates(data: bytes, known: Callable[[str], bool]) -> Iterator[tuple[int, int, bool]]:
    """Yield where numbers are, and whether a word before them says that they are rules."""
    found = []
    for match in _NUMBER.finditer(data):
        start = match.start()
        before = data[max(0, start - _HEAD_LENGTH) : start]
        headed = _HEAD.search(before) is not None
        if headed or not before[-1:].isalpha():
            found.append((start, match.end(), headed))
    found += [
        (*match.span(2), True) for match in _SECTION.finditer(data) if match[1] is not None or known(match[2].decode())
    ]
    found.sort()
    yield from found


def _link(data: bytes, last: Mention | None, start: int) -> Literal["range", "list"] | None:
    if last is None or start - last.end > _BETWEEN_LENGTH:
        return None
    between = data[last.end : start]
    if not between or _BETWEEN.match(between) is None:
        return None
    return "range" if _DASH.match(between) else "list"


def _bare(data: bytes, start: int, number: str, known: Callable[[str], bool], path: str) -> bool:
    """Judge a number that no word introduces."""
    letter = number[-1]
    if not letter.isalpha() or data[start - 1 : start] in {b"$", b"-", b"_", b"/", b"\\", b"@", b"="}:
        return False
    if letter in _LOOKS_LIKE_UNIT:
        return known(number) and _in_words(data, start, path)
    return known(number) or (known(stem(number)) and _in_words(data, start, path))


def _in_words(data: bytes, start: int, path: str) -> bool:
    """Tell whether a place is in a comment or in a file of prose."""
    line = data[data.rfind(b"\n", 0, start) + 1 : start]
    return path.lower().endswith(_PROSE) or _COMMENT.search(line) is not None


def _tails(data: bytes, before: Mention) -> Iterator[Mention]:
    """Yield the short forms that follow a lettered number, and the sections that follow a section."""
    while "." not in before.number and (match := _SECTION_TAIL.match(data, before.end)) is not None:
        link: Literal["range", "list"] = "list" if match["range"] is None else "range"
        before = Mention(match[2].decode(), *match.span(2), link=link)
        yield before
    while before.number[-1].isalpha() and (match := _TAIL.match(data, before.end)) is not None:
        group = "to" if match["to"] is not None else "also"
        letters = match[group].decode()
        rule = stem(before.number)
        if (len(letters), letters) <= (len(before.number) - len(rule), before.number[len(rule) :]):
            return
        before = Mention(
            rule + letters, match.start(group), match.end(group), short=True, link="range" if group == "to" else "list"
        )
        yield before
