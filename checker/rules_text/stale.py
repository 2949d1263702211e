"""Judges the citations in a source tree by a rules text."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from checker.rules_text.align import Alignment, Kind, align, passages
from checker.rules_text.beside import Beside, line_of
from checker.rules_text.read import Edition, order, parent, stem
from checker.rules_text.scan import Mention, mentions


class Finding(StrEnum):
    """What is wrong with a citation, or worth a look."""

    MISSING = "missing-rule"
    MOVED = "moved-rule"
    MOVED_REWORDED = "moved-and-reworded-rule"
    SPLIT = "split-rule"
    MERGED = "merged-rule"
    GONE = "gone-rule"
    UNSURE = "perhaps-newer-number"
    REWORDED = "reworded-rule"

    @property
    def stale(self) -> bool:
        """Whether the number is wrong, rather than the rule's wording different."""
        return self is not Finding.REWORDED


_BY_KIND = {
    Kind.RENUMBERED: Finding.MOVED,
    Kind.MOVED: Finding.MOVED_REWORDED,
    Kind.SPLIT: Finding.SPLIT,
    Kind.MERGED: Finding.MERGED,
    Kind.GONE: Finding.GONE,
    Kind.REWORDED: Finding.REWORDED,
}

_BETTER = 3
"""By how many more telling words another rule has to fit what stands beside a citation."""
_FEW, _SHARE = 3, 50
"""How many citations, and one in how many, have to be of other editions for a tree to count as mixed."""
_MANY = 100


@dataclass(frozen=True, slots=True)
class Found:
    """A citation that there is something to say about."""

    path: Path
    line: int
    column: int
    """Counted from 1, in characters."""
    end_column: int
    mention: Mention
    finding: Finding
    now: tuple[str, ...]
    """Where the rule is now."""
    message: str
    replacement: bytes | None = None
    """What belongs in the number's place, if that is certain."""
    backed: bool = False
    """Whether the words beside it show that the older rule of this number is meant."""
    source_line: str = ""


@dataclass
class Tally:
    """What was looked at."""

    citations: int = 0
    files: int = 0
    fit_old: int = 0
    """Citations that only the older text explains: by number, or by the words beside them."""
    fit_new: int = 0
    """Citations that only the newer text explains."""

    def mixed(self, found: Sequence[Found]) -> bool:
        """Whether the numbers in a tree come from editions besides the one that it is said to be written for."""
        others = sum(each.finding in (Finding.MISSING, Finding.UNSURE) for each in found)
        return others >= _FEW and others * _SHARE > self.citations


class _Source:
    """A file, in which citations are found from beginning to end."""

    def __init__(self, path: Path, data: bytes) -> None:
        self.path, self.data = path, data
        self._seen, self._line, self._column = 0, 1, 1

    def found(self, mention: Mention, finding: Finding, now: tuple[str, ...], message: str) -> Found:
        """Return the finding about the next citation, and where that is."""
        passed = self.data[self._seen : mention.start]
        if lines := passed.count(b"\n"):
            self._line, self._column = self._line + lines, 1
            passed = passed[passed.rfind(b"\n") + 1 :]
        self._column += len(passed.decode(errors="replace"))
        self._seen = mention.start
        start, end = line_of(self.data, mention)
        line = self.data[start:end].decode(errors="replace").rstrip("\r")
        end_column = self._column + mention.end - mention.start
        return Found(self.path, self._line, self._column, end_column, mention, finding, now, message, source_line=line)


class Judge:
    """Judges the citations of files by a rules text, and by the older one that they were written for, if known."""

    def __init__(self, rules: Edition, was: Edition | None = None) -> None:
        self.rules, self.was = rules, was
        self.tally = Tally()
        self._beside = Beside(was, rules) if was is not None else None

    @cached_property
    def alignment(self) -> Alignment | None:
        """What became of the older text's rules."""
        return align(passages(self.was), passages(self.rules)) if self.was is not None else None

    def known(self, number: str) -> bool:
        """Whether either text has this rule."""
        return number in self.rules.by_key or (self.was is not None and number in self.was.by_key)

    def file(self, path: Path, data: bytes) -> list[Found]:
        """Return the findings about a file."""
        named = list(mentions(data, self.known, str(path)))
        if not named or _is_rules_text(data, named) or _REPORT.match(data):
            return []
        self.tally.files += 1
        self.tally.citations += len(named)
        found: list[Found] = []
        source = _Source(path, data)
        for group in _groups(named):
            judged = [self._judge(source, mention) for mention in group]
            found += self._with_replacements(group, judged)
        return found

    def _judge(self, source: _Source, mention: Mention) -> Found | None:
        number = mention.number
        fate = self.alignment.fates.get(number) if self.alignment is not None else None
        if fate is None:
            if number in self.rules.by_key:
                self.tally.fit_new += self.was is not None
                return None
            return source.found(mention, Finding.MISSING, (), self._missing(number))
        finding = _BY_KIND.get(fate.kind)
        if finding is None:
            return None
        self.tally.fit_old += number not in self.rules.by_key
        now = f": now {', '.join(sorted(fate.new, key=order))}" if fate.new else ""
        message = fate.kind.words + (now if fate.moved else "")
        if finding.stale and number in self.rules.by_key and number not in fate.new:
            message += f"; {number} is now {self._meaning(number)}"
            if self._fits_new(source.data, mention):
                finding = Finding.UNSURE
                message = (
                    f"the words beside it fit what {number} is now ({self._meaning(number)}); if not, {fate.kind.words}"
                )
                message += now
        backed = False
        if finding is Finding.MOVED:
            doubt, backed = self._doubt(source.data, mention)
            if doubt:
                finding, message = Finding.UNSURE, f"{message}; but {doubt}"
        found = source.found(mention, finding, fate.new, message)
        return replace(found, backed=True) if backed else found

    def _doubt(self, data: bytes, mention: Mention) -> tuple[str, bool]:
        """Return the evidence that a citation is not one of the older text, or else the evidence that it is."""
        assert self._beside is not None
        if (dated := self._beside.dated(data, mention)) is not None:
            return f"the line names the edition {dated}", False
        own, number, other = self._beside.fits(data, mention)
        if other >= own + _BETTER:
            return f"the words beside it fit {number} better", False
        backed = own > other
        if not backed and (heading := self._beside.speaks_of(data, mention)) is not None:
            return f"the words beside it speak of {heading}", False
        return "", backed

    def _missing(self, number: str) -> str:
        texts = self.rules.edition
        if self.was is not None:
            texts = f"{self.rules.told_from(self.was)} nor in {self.was.told_from(self.rules)}"
        above = parent(number)
        while above and above not in self.rules.by_key:
            above = parent(above)
        below = self.rules.below.get(above, ()) if above else ()
        has = (
            "nothing below it" if not below else f"only {below[0]}" if below[1:] == () else f"{below[0]} to {below[-1]}"
        )
        return f"there is no such rule in {texts}" + (f"; {above} has {has}" if above else "")

    def _meaning(self, number: str) -> str:
        assert self.alignment is not None
        before = self.alignment.back.get(number)
        return f"what was {before}" if before is not None else "a new rule"

    def _fits_new(self, data: bytes, mention: Mention) -> bool:
        """Whether the words beside a citation fit what its number means now better than what it meant before."""
        assert self._beside is not None
        old, new = self._beside.fits_each(data, mention)
        self.tally.fit_old += old > new
        self.tally.fit_new += new > old
        return new > old

    def _with_replacements(self, group: Sequence[Mention], judged: Sequence[Found | None]) -> Iterable[Found]:
        """Add what to write instead, if it is certain for the whole of a range or list."""
        wrong = [found for found in judged if found is not None]
        stems = [self._stem(mention) for mention in group]
        ranges = all(self._same_range(before, after) for before, after in pairwise(group) if after.link == "range")
        shorts = all(
            before == after
            for before, after, mention in zip(stems, stems[1:], group[1:], strict=False)
            if mention.short
        )
        sure = all(found.finding in (Finding.MOVED, Finding.REWORDED) for found in wrong) and ranges and shorts
        for found in wrong:
            if sure and found.finding is Finding.MOVED:
                number = found.now[0]
                text = number[len(stem(number)) :] if found.mention.short else number
                yield replace(found, replacement=text.encode())
            else:
                yield found

    def _now(self, number: str) -> str:
        fate = self.alignment.fates.get(number) if self.alignment is not None else None
        return fate.new[0] if fate is not None and fate.new else number

    def _stem(self, mention: Mention) -> str:
        return stem(self._now(mention.number))

    def _same_range(self, first: Mention, last: Mention) -> bool:
        """Whether everything from one rule to the other is still together, in order and with nothing in between."""
        if self.was is None:
            return True
        before = _between(self.was, first.number, last.number)
        return [self._now(number) for number in before] == _between(
            self.rules, self._now(first.number), self._now(last.number)
        )


def settled(found: Sequence[Found], tally: Tally) -> list[Found]:
    """
    Return the findings with only those replacements that are certain in view of all of them.

    None, if the tree mostly cites the newer text already; of a number that is in doubt anywhere in the tree, and in a
    tree that cites several editions, only those that the words beside them back.
    """
    doubtful = {each.mention.number for each in found if each.finding is Finding.UNSURE}
    newer, mixed = tally.fit_new > tally.fit_old, tally.mixed(found)

    def doubt(each: Found) -> str:
        if newer:
            return "the tree mostly cites a newer text"
        if each.backed:
            return ""
        return (
            "the tree cites several editions"
            if mixed
            else "it is in doubt elsewhere" * (each.mention.number in doubtful)
        )

    return [
        replace(each, replacement=None, message=f"{each.message}; not certain, as {why}")
        if each.replacement is not None and (why := doubt(each))
        else each
        for each in found
    ]


def fixed(data: bytes, found: Iterable[Found]) -> bytes:
    """Return a file's content with every certain replacement made; raises `ValueError` if it is not what was read."""
    for each in sorted(found, key=lambda each: each.mention.start, reverse=True):
        if each.replacement is not None:
            cited = data[each.mention.start : each.mention.end]
            if not cited or not each.mention.number.encode().endswith(cited):
                raise ValueError(f"{each.mention.number} is no longer there")
            data = data[: each.mention.start] + each.replacement + data[each.mention.end :]
    return data


def _between(edition: Edition, first: str, last: str) -> list[str]:
    """Return the rules from one to the other that are on the same level."""
    level = edition.below.get(parent(first), ())
    if first not in level or last not in level:
        return [first, last]
    return list(level[level.index(first) : level.index(last) + 1])


def _groups(named: Sequence[Mention]) -> Iterable[list[Mention]]:
    """Group what is one range or shares a stem: it is rewritten together or not at all."""
    group: list[Mention] = []
    for mention in named:
        if group and not (mention.link == "range" or mention.short):
            yield group
            group = []
        group.append(mention)
    if group:
        yield group


_REPORT = re.compile(rb'\{"line":"header","report":|\{\s*"\$schema": *"[^"]*sarif')
"""How reports of `rulings check` and SARIF begin: they repeat numbers that others have cited."""


def _is_rules_text(data: bytes, named: Sequence[Mention]) -> bool:
    """Whether a file is itself a rules text: many of its lines begin with a number."""
    if len(named) < _MANY:
        return False
    begun = len(re.findall(rb"^[1-9]\d\d\.\d+[a-z]{0,2}\.? ", data, re.MULTILINE))
    return begun >= _MANY and begun * 3 > len(named)


def counts(found: Iterable[Found]) -> dict[Finding, int]:
    """Return how many findings there are of each kind."""
    counted = Counter(each.finding for each in found)
    return {finding: counted[finding] for finding in Finding if counted[finding]}
