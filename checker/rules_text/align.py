"""
What became of every rule between two editions, by its text and its surroundings, never by its number alone.

Identical passages are paired first, then those of the same words, then the most alike; where that leaves a doubt,
what stands above, before and after decides. What is left over is looked for inside other rules (merged) and as a
piece of another rule (split).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from checker.rules_text.fingerprint import Sketch, digest, left, likeness, sketch, within
from checker.rules_text.normal import normal, wording
from checker.rules_text.read import Edition, parent

# Chosen by reading what falls close to each line between neighbouring editions from 2013 to 2026.
ALIKE = 0.5
"""The likeness from which two passages that nothing else connects are taken for one."""
_ALIKE_IN_PLACE = 0.2
"""The likeness that is enough under the same heading, or between the same neighbours."""
_CLOSE = 4
"""The surroundings that make up for little likeness: the same heading, or both neighbours."""
_SURROUNDED = 8
"""The surroundings of the same heading and both neighbours."""
_PIECE = 0.6
"""How much of a piece has to come from the rule that it is said to come from."""
_FAR_PIECE = 0.75
"""The same, for a piece that stands under another heading."""
_PIECE_RUNS = 6
"""A piece shorter than this many runs of words proves nothing."""

SHORT = 10
"""How many digits of a digest of words are kept, so that an outline of 3,000 rules stays a small file."""


class Kind(StrEnum):
    """What became of a rule."""

    UNCHANGED = "unchanged"
    REFERENCES = "references"
    EXAMPLES = "examples"
    RENUMBERED = "renumbered"
    REWORDED = "reworded"
    MOVED = "renumbered-and-reworded"
    SPLIT = "split"
    MERGED = "merged"
    GONE = "gone"
    NEW = "new"

    @property
    def words(self) -> str:
        """How it is put in a sentence."""
        return _WORDS[self]


_WORDS = {
    Kind.UNCHANGED: "unchanged",
    Kind.REFERENCES: "only cross-references or punctuation changed",
    Kind.EXAMPLES: "only its examples changed",
    Kind.RENUMBERED: "renumbered",
    Kind.REWORDED: "reworded",
    Kind.MOVED: "renumbered and reworded",
    Kind.SPLIT: "split",
    Kind.MERGED: "merged into another rule",
    Kind.GONE: "gone",
    Kind.NEW: "new",
}


@dataclass(frozen=True)
class Passage:
    """A rule as the comparison sees it: from a text at hand, or from what the corpus recorded of one."""

    key: str
    number: str
    text: str
    """Digest of the normalised text; empty if only the outline of its edition is known."""
    wording: str
    """Digest of its words alone, `SHORT`."""
    examples: tuple[str, ...]
    """Digests of its examples."""
    words: tuple[str, ...] | None = None
    """Its words, if the text is at hand."""
    stored: Sketch | None = None
    """Its sketch, if that is all there is; neither, if only the digest of the wording is known."""

    @cached_property
    def sketch(self) -> Sketch | None:
        """Hashes of its runs of words, if more than a digest is known of it."""
        return sketch(self.words) if self.words is not None else self.stored


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one rule."""

    kind: Kind
    old: str | None
    """Its key in the older text; `None` for a new rule."""
    new: tuple[str, ...]
    """Where it is now: the main part first; for a new rule the rule itself."""
    likeness: float = 1.0
    """How alike the old and new wordings are, from 0 to 1, by runs of three words."""
    same_text: bool = False
    """Whether nothing but the number changed."""
    examples: bool = False
    """Whether its examples changed too."""
    source: str | None = None
    """The older rule that a new one was split from."""

    @property
    def moved(self) -> bool:
        """Whether its number has changed."""
        return self.old is not None and bool(self.new) and self.new[0] != self.old


def passages(edition: Edition) -> list[Passage]:
    """Return the passages of a text at hand, in its order."""
    found = []
    for rule in edition.rules:
        plain = normal(rule.text)
        words = tuple(wording(plain))
        examples = tuple(digest(normal(example)) for example in rule.examples)
        found.append(Passage(rule.key, rule.number, digest(plain), digest(" ".join(words))[:SHORT], examples, words))
    return found


@dataclass(frozen=True)
class Alignment:
    """Two texts side by side."""

    fates: Mapping[str, Fate]
    """What became of each older rule, by its key, in the older order."""
    fresh: Mapping[str, Fate]
    """Newer rules that no older one became, by their keys, in the newer order."""
    back: Mapping[str, str]
    """For each newer rule, the older one that it continues, if any."""


def align(old: Sequence[Passage], new: Sequence[Passage]) -> Alignment:
    """Find what became of every rule of `old` in `new`, and which rules of `new` are new."""
    return _Aligner(old, new).result()


class _Aligner:
    """The work of one comparison: pairs found so far, both ways, as places in the two texts."""

    def __init__(self, old: Sequence[Passage], new: Sequence[Passage]) -> None:
        self.old, self.new = old, new
        self.to: dict[int, int] = {}
        self.fro: dict[int, int] = {}
        self.old_above, self.new_above = _above(old), _above(new)

    def result(self) -> Alignment:
        if all(passage.text for passage in self.old):  # else a twin of a passage could be known by its words alone
            self.same(lambda passage: passage.text)
        self.same(lambda passage: passage.wording)
        self.alike(lambda score, _company: score >= ALIKE)
        self.headings()
        self.alike(lambda score, company: score >= _ALIKE_IN_PLACE and company >= _CLOSE)
        self.headings()
        self.short()
        split = self.pieces()
        merged = self.merged()
        return self.told(split, merged)

    # -- pairs

    def pair(self, old: int, new: int) -> None:
        self.to[old] = new
        self.fro[new] = old

    def company(self, old: int, new: int) -> int:
        """Count what speaks for a pair besides its words: heading, neighbours, and, last and least, the number."""
        above = self.old_above[old]
        score = 0
        if above is not None and self.to.get(above, -1) == self.new_above[new]:
            score += 4
        elif above is None and self.new_above[new] is None:
            score += 1
        score += 2 * (self.to.get(old - 1, -2) == new - 1) + 2 * (self.to.get(old + 1, -2) == new + 1)
        return score + (self.old[old].text == self.new[new].text) + (self.old[old].key == self.new[new].key)

    def same(self, of: Callable[[Passage], str]) -> None:
        """Pair passages of the same digest: at once if each side has only one, the others by surroundings."""
        here, there = defaultdict(list), defaultdict(list)
        for at, passage in enumerate(self.old):
            if at not in self.to:
                here[of(passage)].append(at)
        for at, passage in enumerate(self.new):
            if at not in self.fro:
                there[of(passage)].append(at)
        several = []
        for value, ours in here.items():
            theirs = there.get(value, ())
            if len(ours) == 1 and len(theirs) == 1:
                self.pair(ours[0], theirs[0])
            elif theirs:
                several.append((ours, theirs))
        for ours, theirs in several:
            self.greedily((self.company(one, other), one, other) for one in ours for other in theirs)

    def alike(self, enough: Callable[[float, int], bool]) -> None:
        """Pair what is left by likeness and surroundings, the best pair first."""
        where = defaultdict(list)
        for at, passage in enumerate(self.new):
            if at not in self.fro and passage.sketch is not None:
                for run in passage.sketch.runs:
                    where[run].append(at)
        found = []
        for at, passage in enumerate(self.old):
            if at in self.to or passage.sketch is None:
                continue
            common = Counter(place for run in passage.sketch.runs for place in where.get(run, ()))
            for other, shared in common.items():
                theirs = self.new[other].sketch
                assert theirs is not None
                if theirs.whole and passage.sketch.whole:
                    score = 2 * shared / (len(passage.sketch.runs) + len(theirs.runs))
                else:
                    score = likeness(passage.sketch, theirs)
                if score >= _ALIKE_IN_PLACE and enough(score, company := self.company(at, other)):
                    found.append((score + company / 40, at, other))
        self.greedily(found)

    def short(self) -> None:
        """Pair rules too short for runs of words, such as a cost whose number changed, by words and place."""
        places = {passage.key: at for at, passage in enumerate(self.new)}
        for at, passage in enumerate(self.old):
            other = places.get(passage.key)
            if other is None or at in self.to or other in self.fro:
                continue
            ours, theirs = Counter(passage.words or ()), Counter(self.new[other].words or ())
            common = 2 * (ours & theirs).total()
            if common and common >= (ours + theirs).total() * ALIKE and self.company(at, other) >= _SURROUNDED:
                self.pair(at, other)

    def greedily(self, scored: Iterable[tuple[float, int, int]]) -> None:
        for _, one, other in sorted(scored, key=lambda entry: (-entry[0], entry[1], entry[2])):
            if one not in self.to and other not in self.fro:
                self.pair(one, other)

    def headings(self) -> None:
        """Pair headings that were reworded by what stands under them: a section keeps its rules when it is renamed."""
        votes: dict[tuple[int, int], int] = defaultdict(int)
        children: dict[int, int] = defaultdict(int)
        for at, above in enumerate(self.old_above):
            if above is not None:
                children[above] += 1
                over = self.new_above[self.to[at]] if at in self.to else None
                if over is not None and above not in self.to and over not in self.fro:
                    votes[above, over] += 1
        self.greedily((count, one, other) for (one, other), count in votes.items() if count * 2 > children[one])

    # -- pieces

    def pieces(self) -> dict[int, list[int]]:
        """Find newer rules that were taken out of an older one."""
        found = self.taken_out()
        lost = [whole for whole in found if whole not in self.to]
        for whole in lost:  # its largest piece is what the rule is now; the others were split from it
            self.pair(whole, max(found[whole], key=lambda at: (len(_known(self.new[at]).runs), -at)))
        found = self.taken_out() if lost else found
        for whole, parts in found.items():  # of several pieces, the one that kept the number is what the rule is now
            kept = next((part for part in parts if self.new[part].key == self.old[whole].key), None)
            if kept is not None:
                found[whole] = sorted({*parts, self.to[whole]} - {kept})
                del self.fro[self.to[whole]]
                self.pair(whole, kept)
        return found

    def taken_out(self) -> dict[int, list[int]]:
        changed = [at for at, passage in enumerate(self.old) if passage.sketch is not None and self.is_changed(at)]
        fresh = [at for at in range(len(self.new)) if at not in self.fro]
        found = defaultdict(list)
        for piece, whole in self.inside(self.new, fresh, self.old, changed):
            now = self.new[self.to[whole]].sketch if whole in self.to else None
            part, once = _known(self.new[piece]), _known(self.old[whole])
            enough = _PIECE if self.near(whole, piece) else _FAR_PIECE
            if left(part, once, now) >= _PIECE and within(part, once) >= enough:
                found[whole].append(piece)
        return dict(found)

    def near(self, old: int, new: int) -> bool:
        """Whether a newer passage stands under the same heading as an older one, or under what that one became."""
        above = self.new_above[new]
        here = self.old_above[old]
        return above is not None and above in {self.to.get(old), None if here is None else self.to.get(here)}

    def merged(self) -> dict[int, int]:
        """Find newer rules that took in an older one."""
        lost = [at for at, passage in enumerate(self.old) if at not in self.to and passage.sketch is not None]
        changed = [at for at in range(len(self.new)) if at not in self.fro or self.is_changed(self.fro[at])]
        found = {}
        for piece, whole in self.inside(self.old, lost, self.new, changed):
            before = self.old[self.fro[whole]].sketch if whole in self.fro else None
            if left(_known(self.old[piece]), _known(self.new[whole]), before) >= _PIECE:
                found[piece] = whole
        for piece, whole in list(found.items()):
            # Of several that became one, the rule of its number is the one that stayed.
            if self.old[piece].key == self.new[whole].key and whole in self.fro:
                other = self.fro[whole]
                del found[piece], self.to[other]
                self.pair(piece, whole)
                found[other] = whole
        return found

    def is_changed(self, old: int) -> bool:
        return old not in self.to or self.old[old].wording != self.new[self.to[old]].wording

    @staticmethod
    def inside(
        pieces: Sequence[Passage], candidates: Iterable[int], wholes: Sequence[Passage], targets: Iterable[int]
    ) -> Iterable[tuple[int, int]]:
        """Return for each candidate the target that holds most of it, if it holds enough."""
        where = defaultdict(list)
        for at in targets:
            for run in _known(wholes[at]).runs if wholes[at].sketch else ():
                where[run].append(at)
        for at in candidates:
            part = pieces[at].sketch
            if part is None or len(part.runs) < _PIECE_RUNS:
                continue
            near = {place for run in part.runs for place in where.get(run, ())}
            best = max(near, key=lambda place: (within(part, _known(wholes[place])), -place), default=None)
            if best is not None and within(part, _known(wholes[best])) >= _PIECE:
                yield at, best

    # -- words for it

    def told(self, split: Mapping[int, list[int]], merged: Mapping[int, int]) -> Alignment:
        fates = {}
        for at, passage in enumerate(self.old):
            if at in self.to:
                fates[passage.key] = self.fate(at, self.to[at], split.get(at, ()))
            elif at in merged:
                fates[passage.key] = Fate(
                    Kind.MERGED, passage.key, (self.new[merged[at]].key,), self.measure(at, merged[at])
                )
            else:
                fates[passage.key] = Fate(Kind.GONE, passage.key, (), 0.0)
        origin = {piece: self.old[whole].key for whole, parts in split.items() for piece in parts}
        fresh = {
            passage.key: Fate(Kind.NEW, None, (passage.key,), 0.0, source=origin.get(at))
            for at, passage in enumerate(self.new)
            if at not in self.fro
        }
        back = {self.new[new].key: self.old[old].key for new, old in self.fro.items()}
        return Alignment(fates, fresh, back)

    def fate(self, old: int, new: int, parts: Sequence[int]) -> Fate:
        ours, theirs = self.old[old], self.new[new]
        moved = ours.key != theirs.key
        same_text, same_words = ours.text == theirs.text, ours.wording == theirs.wording
        examples = bool(ours.text) and ours.examples != theirs.examples
        if parts:
            kind = Kind.SPLIT
        elif not same_words:
            kind = Kind.MOVED if moved else Kind.REWORDED
        elif moved:
            kind = Kind.RENUMBERED
        elif examples:
            kind = Kind.EXAMPLES
        else:
            kind = Kind.UNCHANGED if same_text else Kind.REFERENCES
        score = 1.0 if same_words else self.measure(old, new)
        keys = (theirs.key, *(self.new[part].key for part in parts))
        return Fate(kind, ours.key, keys, score, same_text, examples)

    def measure(self, old: int, new: int) -> float:
        ours, theirs = self.old[old].sketch, self.new[new].sketch
        return likeness(ours, theirs) if ours is not None and theirs is not None else 0.0


def _known(passage: Passage) -> Sketch:
    assert passage.sketch is not None
    return passage.sketch


def _above(passages: Sequence[Passage]) -> list[int | None]:
    """Return for each passage the place of its parent: the nearest one before it with that number."""
    last: dict[str, int] = {}
    found = []
    for at, passage in enumerate(passages):
        found.append(last.get(parent(passage.number)))
        last[passage.number] = at
    return found
