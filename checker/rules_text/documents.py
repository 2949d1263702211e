"""
Documents whose rules have no numbers: a page of a wiki, an article.

Nothing in such a document names a passage, so it is looked for by what it says, wherever it stands. What is kept of it
is how many words it has, their digests, and a sketch; where it stood is told once, by whoever records it, as a
paragraph and perhaps its sentences.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from checker import writing
from checker.model import Json
from checker.problems import UsageError
from checker.rules_text import stored
from checker.rules_text.align import ALIKE, Fate, Kind
from checker.rules_text.decode import decode
from checker.rules_text.fingerprint import Sketch, digest, likeness, packed, runs, sketch, unpacked
from checker.rules_text.normal import normal, tokens
from checker.rules_text.record import path as file_of

_WRITER = "rulings gate TEXT --record"

# What programs leave in the text of a page that they save: the names of pictures, marks of footnotes and of editing.
_PICTURE = re.compile(r"(?P<name>[^\W\d_][\w' ]*?)(?P<ending>'s|s)?(?P=name)\.(?:jpe?g|png|gif|svg)\b")
_MARK = re.compile(r"\[(?:\d{1,3}|edit| ?\| ?)\]")
_BULLET = re.compile(r"\s*(?:[\u2022\u00b7\u25e6\u2023*]|[-\u2013]\s|\d{1,2}\.\s)\s*")
_SENTENCE = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=[\"'(\[]?[A-Z])")
_WHERE = re.compile(r"(\d+)(?:\.(\d+))?(?:-(\d+)(?:\.(\d+))?)?")
_SHORT = 3
_CHANGES = (Kind.UNCHANGED, Kind.REFERENCES, Kind.REWORDED, Kind.GONE)
"""What can become of a passage, the smallest change first."""


@dataclass(frozen=True, slots=True)
class Print:
    """What is kept of a passage, or of a separate part of it."""

    text: str
    """The digest of its normalised text, from its first word to its last."""
    wording: str
    """The digest of its words."""
    words: int
    sketch: Sketch


@dataclass(frozen=True, slots=True)
class Found:
    """What became of a passage in a document."""

    fate: Fate
    text: str
    """The digest of what it says now, or of nothing if it is gone."""


@dataclass(frozen=True)
class Document:
    """A document at hand."""

    name: str
    paragraphs: tuple[tuple[str, ...], ...]
    """Each paragraph, heading or item of a list by its sentences, normalised."""

    @cached_property
    def text(self) -> str:
        """All of it on one line."""
        return " ".join(sentence for paragraph in self.paragraphs for sentence in paragraph)

    @cached_property
    def _places(self) -> list[tuple[str, int, int]]:
        return tokens(self.text)

    @cached_property
    def _words(self) -> list[str]:
        return [word for word, _, _ in self._places]

    @cached_property
    def _runs(self) -> list[int]:
        return runs(self._words)

    def prints(self, where: str) -> tuple[Print, ...]:
        """Return what is kept of a passage at places such as `3`, `3.2-4` or `3.2,8`; raises `UsageError`."""
        return tuple(self._print(place) for place in where.split(","))

    def _print(self, where: str) -> Print:
        text = " ".join(self._sentences(where))
        found = tokens(text)
        if not found:
            raise UsageError(f"there is no word at `{where}` in {self.name}", "--outline numbers what there is")
        words = [word for word, _, _ in found]
        whole = text[found[0][1] : found[-1][2]]
        return Print(digest(whole), digest(" ".join(words)), len(words), sketch(words))

    def _sentences(self, where: str) -> Iterator[str]:
        match = _WHERE.fullmatch(where)
        if match is None:
            raise UsageError(
                f"`{where}` is no place in a document",
                "a place is a paragraph, perhaps with sentences, as 3, 3.2, 3.2-4 or 3-5; two places are 3.2,8",
            )
        first, sentence, last, end = (int(part) if part else None for part in match.groups())
        assert first is not None
        if sentence is not None and last is not None and end is None:  # 3.2-4: sentences 2 to 4 of one paragraph
            last, end = first, last
        last = last or first
        if not 1 <= first <= last <= len(self.paragraphs):
            raise UsageError(f"there is no paragraph {where} in {self.name}", "--outline numbers what there is")
        end = end if end is not None else sentence if last == first and sentence is not None else None
        for number in range(first, last + 1):
            told = self.paragraphs[number - 1]
            start = sentence - 1 if sentence is not None and number == first else 0
            yield from told[start : end if end is not None and number == last else len(told)]

    def find(self, name: str, known: Sequence[Print]) -> Found:
        """Look for a passage wherever it may stand; of several parts, return the one that changed most."""
        parts = [self._find(part) for part in known]
        kind, likeness, _ = max(parts, key=lambda part: (_CHANGES.index(part[0]), -part[1]))
        new = () if kind is Kind.GONE else (name,)
        texts = [text for _, _, text in parts]
        text = texts[0] if len(texts) == 1 else digest("|".join(texts))
        return Found(Fate(kind, name, new, likeness, kind is Kind.UNCHANGED), text)

    def _find(self, known: Print) -> tuple[Kind, float, str]:
        exact = self._exact(known)
        if exact is not None:
            return Kind.UNCHANGED if exact == known.text else Kind.REFERENCES, 1.0, exact
        score, start, end = self._likest(known)
        if score < ALIKE:
            return Kind.GONE, 0.0, digest("")
        return Kind.REWORDED, score, self._digest(start, end)

    def _exact(self, known: Print) -> str | None:
        """Return the digest of a text with the same words, the very same text if it is there."""
        found = None
        for start in range(len(self._words) - known.words + 1):
            if known.words >= _SHORT and self._runs[start] not in known.sketch.runs and known.sketch.whole:
                continue
            end = start + known.words
            if digest(" ".join(self._words[start:end])) == known.wording:
                found = self._digest(start, end)
                if found == known.text:
                    break
        return found

    def _likest(self, known: Print) -> tuple[float, int, int]:
        """Return the stretch of words that is most like a passage: how alike it is, and where it begins and ends."""
        hits = [run in known.sketch.runs for run in self._runs]
        sums = [0, *accumulate(map(int, hits))]
        best = (0.0, 0, 0)
        for width in {max(1, known.words * part // 3) for part in (2, 3, 4, 5)}:
            last = max(1, len(hits) - width + 1)
            start = max(range(last), key=lambda at: sums[min(at + width, len(hits))] - sums[at])
            stretch = [at for at in range(start, min(start + width, len(hits))) if hits[at]]
            if stretch:
                first, end = stretch[0], stretch[-1] + _SHORT
                best = max(best, (likeness(known.sketch, sketch(self._words[first:end])), first, end))
        return best

    def _digest(self, start: int, end: int) -> str:
        return digest(self.text[self._places[start][1] : self._places[end - 1][2]])


def read(data: bytes, name: str) -> Document:
    """Read the plain text of a document in any encoding; raises `RulesTextError` for what is no plain text."""
    text = decode(data, name)
    paragraphs = (tuple(_SENTENCE.split(_cleaned(each))) for each in _paragraphs(text))
    return Document(name, tuple(each for each in paragraphs if each != ("",)))


def _cleaned(paragraph: str) -> str:
    plain = normal(paragraph)
    return " ".join(_MARK.sub(" ", _PICTURE.sub(r"\g<name>\g<ending>", plain)).split())


def _paragraphs(text: str) -> Iterator[str]:
    """Yield paragraphs: what blank lines separate, and each item of a list; wrapped lines are joined."""
    gathered: list[str] = []
    for line in [*re.split("\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]", text), ""]:
        bullet = _BULLET.match(line)
        if gathered and (not line.strip() or bullet):
            yield " ".join(gathered)
            gathered = []
        if line.strip():
            gathered.append(line[bullet.end() :] if bullet else line)


def write(root: Path, source: str, edition: str, passages: Mapping[str, Sequence[Print]]) -> Path:
    """Write what is kept of an edition of a document, and return the file."""
    told = {name: {"parts": [_stored(part) for part in parts]} for name, parts in sorted(passages.items())}
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in told.items())
    file = file_of(root, source, edition)
    head = f'{{\n "source": {json.dumps(source)},\n "edition": {json.dumps(edition)},\n "passages": {{\n'
    writing.whole(file, f"{head}{lines}\n }}\n}}\n")
    return file


def _stored(known: Print) -> Json:
    kept = known.sketch.stored()
    return {
        "words": known.words,
        "text": known.text,
        "wording": known.wording,
        "whole": kept.whole,
        "sketch": packed(kept.runs),
    }


def read_kept(root: Path, source: str, edition: str) -> dict[str, tuple[Print, ...]]:
    """Return what is kept of an edition of a document, by the passages' names; raises `CorpusError` for damage."""
    file = file_of(root, source, edition)
    document = stored.read(file, "fingerprints", _WRITER)
    if document is None:
        return {}
    try:
        return {name: tuple(map(_read_print, entry["parts"])) for name, entry in document["passages"].items()}
    except (KeyError, ValueError):
        raise stored.damaged(file, "a passage in it is damaged", _WRITER) from None


def _read_print(entry: Json) -> Print:
    kept = Sketch(unpacked(entry["sketch"]), whole=entry["whole"])
    return Print(entry["text"], entry["wording"], entry["words"], kept)


def outline(document: Document) -> Iterator[str]:
    """Yield the sentences of a document with the places by which `--passage` names them."""
    for number, paragraph in enumerate(document.paragraphs, start=1):
        for sentence, text in enumerate(paragraph, start=1):
            yield f"{number}.{sentence}  {text}"


def named(told: Iterable[str], names: Sequence[str]) -> dict[str, str]:
    """Read `NAME=PLACE` for each passage; raises `UsageError` for a name that the source does not have."""
    places: dict[str, str] = {}
    for word in told:
        name, sign, where = word.partition("=")
        if not sign or name not in names:
            raise UsageError(f"`{word}` names no passage", f"write NAME=PLACE, with one of {', '.join(names)}")
        places[name] = where
    return places
