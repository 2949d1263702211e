"""The Comprehensive Rules as published in plain text: rules in order, their examples, and the glossary."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import islice
from string import ascii_lowercase

from checker.rules_text.decode import RulesTextError, decode

MOST = 20_000
"""The most rules that a rules text may have; the longest edition so far has 3,300."""

_BREAK = re.compile("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")
_DATE = re.compile(r"\beffective\s+(?:as\s+of|on)?\s*([A-Z][a-z]+)\.?\s+(\d{1,2})\s*,\s*(\d{4})")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)

# `100.`, `100.1.`, `100.1a`; and as they were also printed: `119.1d.`, `606.5` without a dot, `901.4.All` without a
# space, and `704.5aa` where the alphabet ran out.
_RULE = re.compile(r"(\d{3}\.\d{1,3}[a-z]{0,2})(?![\da-z])\.?(?!\d)\s*(.*)", re.DOTALL)
_SECTION = re.compile(r"(\d{3})\.\s+(\S.*)", re.DOTALL)
_CHAPTER = re.compile(r"(\d)\.\s+(\S.*)", re.DOTALL)
_EXAMPLE = re.compile(r"_*examples?\b_*\s*:_*\s*(.*)", re.IGNORECASE | re.DOTALL)
_UNFINISHED = re.compile(r"(?:\b(?:rules?|and|or|see|through|to|section|of|than)|[,(\u2013\u2014-])$", re.IGNORECASE)
_PARTS = re.compile(r"(\d{1,3})(?:\.(\d{1,9})([a-z]*))?", re.ASCII)


class NoNumbersError(RulesTextError):
    """A text without a numbered rule."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered passage: a chapter (`6`), a section (`614`), a rule (`614.12`) or a subrule (`614.12a`)."""

    number: str
    text: str
    """Without the number and the examples; further paragraphs follow after a line break."""
    examples: tuple[str, ...] = ()
    line: int = 0
    """The line of the file on which it starts, counted from 1."""
    occurrence: int = 1
    """Editions have used a number twice; the second rule with it has 2 here."""

    @property
    def key(self) -> str:
        """What identifies it within its edition: its number, with `(2)` for a second rule of that number."""
        return self.number if self.occurrence == 1 else f"{self.number} ({self.occurrence})"


@dataclass(frozen=True, slots=True)
class Term:
    """An entry of the glossary."""

    name: str
    text: str
    line: int = 0


@dataclass(frozen=True)
class Edition:
    """A rules text as in force from a certain day."""

    effective: date
    rules: tuple[Rule, ...]
    """In the order of the text, including chapters and sections with their headings."""
    glossary: tuple[Term, ...] = ()
    name: str = field(default="", compare=False)
    """Where it was read from, for messages."""

    @property
    def edition(self) -> str:
        """The edition's name in citations, its date in ISO form."""
        return self.effective.isoformat()

    def told_from(self, other: "Edition") -> str:
        """Return the edition's name, and where it was read from if the other text bears the same date."""
        same_date = other.edition == self.edition and other != self
        return f"{self.edition} ({self.name})" if self.name and same_date else self.edition

    @cached_property
    def by_key(self) -> dict[str, Rule]:
        """Every rule by its key."""
        return {rule.key: rule for rule in self.rules}

    @cached_property
    def below(self) -> dict[str, tuple[str, ...]]:
        """The numbers directly under each number, in order."""
        found: dict[str, list[str]] = {}
        for rule in self.rules:
            found.setdefault(parent(rule.number), []).append(rule.number)
        return {above: tuple(numbers) for above, numbers in found.items()}

    @cached_property
    def duplicates(self) -> tuple[str, ...]:
        """Numbers that the text uses more than once."""
        return tuple(dict.fromkeys(rule.number for rule in self.rules if rule.occurrence > 1))


def order(key: str) -> tuple[int, int, int, str]:
    """Return where a rule belongs: 614.9 before 614.10, 704.5z before 704.5aa, and names after all numbers."""
    match = _PARTS.fullmatch(key)
    if match is None:
        return (1000, 0, 0, key)
    section, rule, letters = match.groups()
    if len(section) == 1:  # a chapter comes before the sections that bear its digit
        return (int(section) * 100, -1, 0, key)
    return (int(section), int(rule or 0), len(letters or ""), key)


def stem(number: str) -> str:
    """Return a number without the letters of a sub-rule."""
    return number.rstrip(ascii_lowercase)


def parent(number: str) -> str:
    """Return the number that a number stands under, or `""`: 614.12a, 614.12, 614, 6."""
    rule = stem(number)
    if rule != number:
        return rule
    head, dot, _ = number.partition(".")
    if dot:
        return head
    return head[0] if len(head) > 1 else ""


def parse(data: bytes, name: str) -> Edition:
    """
    Read a rules text in any condition in which it was published.

    `name` is what messages call it. Raises `RulesTextError` for anything that is not a whole rules text.
    """
    text = decode(data, name)
    lines = [line.strip(" \t\xa0\u2007\u202f\u200b\ufeff") for line in _BREAK.split(text)]
    start = _body(lines, name)
    effective = _effective(lines[:start], text, name)
    glossary_at = next((at for at in range(start, len(lines)) if lines[at].lower() == "glossary"), len(lines))
    rules = tuple(islice(_numbered(_rules(lines, start, glossary_at)), MOST + 1))
    if len(rules) > MOST:
        raise RulesTextError(f"{name}: more than {MOST:,} numbered rules; no rules text has so many")
    credits_at = next((at for at in range(glossary_at, len(lines)) if lines[at].lower() == "credits"), len(lines))
    _whole(lines[:start], rules, glossary_at < len(lines), credits_at < len(lines), name)
    return Edition(effective, rules, tuple(_terms(lines, glossary_at + 1, credits_at)), name)


def _body(lines: Sequence[str], name: str) -> int:
    """Return where the rules begin: at the headings right above the first rule with a text."""
    first = next((at for at, line in enumerate(lines) if _RULE.match(line)), None)
    if first is None:
        raise NoNumbersError(
            f"{name}: no numbered rules in it; expected the plain text of the rules, `100.1.` and so on"
        )
    at = first
    while at > 0 and (not lines[at - 1] or _SECTION.fullmatch(lines[at - 1]) or _CHAPTER.fullmatch(lines[at - 1])):
        at -= 1
        if _CHAPTER.fullmatch(lines[at]):
            break
    return at


def _effective(head: Sequence[str], text: str, name: str) -> date:
    match = _DATE.search(" ".join(head)) or _DATE.search(" ".join(text[-4000:].split()))
    if match is not None:
        month, day, year = match.groups()
        try:
            return date(int(year), _MONTHS.index(month) + 1, int(day))
        except ValueError:
            pass
    raise RulesTextError(
        f"{name}: it does not say from when it is in force; expected a line like "
        "`These rules are effective as of August 7, 2026.` near its top"
    )


def _rules(lines: Sequence[str], start: int, end: int) -> Iterator[Rule]:
    number, text, examples, line = "", [""], [""], 0
    chapter = section = 0
    for at in range(start, end):
        content = lines[at]
        if not content:
            continue
        new = None if _continues(lines[at - 1]) else _start(content, chapter, section)
        if new is not None:
            if number:
                yield _finished(number, text, examples, line)
            number, first = new
            text, examples, line = [first], [], at + 1
            if "." in number:
                section = int(number[:3])
            elif len(number) == 1:
                chapter, section = int(number), int(number) * 100 - 1
            else:
                section = int(number)
        elif (example := _EXAMPLE.match(content)) is not None:
            examples.append(example[1])
        elif examples:
            examples[-1] += "\n" + content
        else:
            text.append(content)
    if number:
        yield _finished(number, text, examples, line)


def _continues(before: str) -> bool:
    """Tell whether the line above breaks off in the middle of a reference, as wrapped text does."""
    return bool(before) and _UNFINISHED.search(before) is not None


def _start(line: str, chapter: int, section: int) -> tuple[str, str] | None:
    """Return the number and the text of a line that starts a rule, if it does: numbers only go up."""
    if (match := _RULE.match(line)) is not None:
        return (match[1], match[2]) if int(match[1][:3]) >= section else None
    if (match := _SECTION.match(line)) is not None:
        return (match[1], match[2]) if int(match[1]) > section else None
    if (match := _CHAPTER.match(line)) is not None:
        return (match[1], match[2]) if int(match[1]) == chapter + 1 or chapter == 0 else None
    return None


def _finished(number: str, text: Iterable[str], examples: Iterable[str], line: int) -> Rule:
    return Rule(number, "\n".join(text).strip(), tuple(example.strip() for example in examples), line)


def _numbered(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Count the rules that have the same number."""
    seen: dict[str, int] = {}
    for rule in rules:
        seen[rule.number] = times = seen.get(rule.number, 0) + 1
        yield rule if times == 1 else Rule(rule.number, rule.text, rule.examples, rule.line, times)


def _terms(lines: Sequence[str], start: int, end: int) -> Iterator[Term]:
    """Read the glossary: an entry is a name on a line of its own with its text below, and a blank line ends it."""
    at = start
    while at < end:
        if not lines[at]:
            at += 1
            continue
        stop = at
        while stop < end and lines[stop]:
            stop += 1
        yield Term(lines[at], "\n".join(lines[at + 1 : stop]), at + 1)
        at = stop


def _whole(head: Sequence[str], rules: Sequence[Rule], glossary: bool, credits: bool, name: str) -> None:  # noqa: A002
    """Refuse a text that lacks what its own table of contents announces, such as a broken download."""
    last = rules[-1].key if rules else "nothing"
    have = {rule.number for rule in rules}
    announced = [match[1] for line in head if (match := _SECTION.fullmatch(line)) is not None]
    missing = next((at for at, number in enumerate(announced) if number not in have), None)
    if missing is not None:
        later = next((number for number in announced[missing:] if number in have), "")
        where = f"has a hole before section {later}" if later else "breaks off"
        end = "it is not there" if later else f"the last rule in it is {last}"
        raise RulesTextError(
            f"{name}: the text {where}: its table of contents announces section {announced[missing]}, "
            f"but {end}; expected the whole file"
        )
    if not announced and not rules[0].number.startswith(("1", "0")):
        raise RulesTextError(
            f"{name}: the beginning of the text is not there: the first rule in it is {rules[0].number}; "
            "expected the whole file"
        )
    titles = {line.lower() for line in head}
    for title, found in (("glossary", glossary), ("credits", credits)):
        if title in titles and not found:
            after = f"after rule {last}" if title == "glossary" else "in the glossary"
            raise RulesTextError(f"{name}: the text breaks off {after}: no {title} follows; expected the whole file")
