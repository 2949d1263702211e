"""
Reads a corpus from its folder.

A corpus holds `sources.yaml`, a file for each ruling (`<game>/<topic>/<slug>.yaml`) and one for each card
(`cards/<game>/<slug>.yaml`). Whatever a run uses is checked against its schema on every run; the conventions that
concern only those who write rulings are in `checker/reading/conventions.py`. Cards are listed and not read: the
checker plays no game.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any

from checker.model import CARDS, Case, Cite, Corpus, Expectation, Json, Place, Ruling, is_card
from checker.problems import CorpusError, Problem
from checker.reading import kept, schema, yaml_strict, yaml_subset
from checker.reading.locate import data, shown
from checker.reading.yaml_strict import Document

SOURCES = "sources.yaml"
_LINES = "lines of cases"
"""The kind under which they are cached."""
_CASE = b"case:"
_BEFORE_CASE = re.compile(rb" *- +(?:\{ *)?")
"""What precedes the key in the line that begins a case."""


@dataclass(frozen=True)
class Reading:
    """A corpus as far as it can be read, and what is wrong with the rest."""

    corpus: Corpus
    problems: tuple[Problem, ...]
    documents: Mapping[Path, Document] = field(default_factory=dict)
    """With `lines`: every file that could be read, with the lines of its parts."""


def load(root: Path | str | None = None) -> Corpus:
    """
    Read every ruling below `root`, or of the corpus that is shipped.

    Raises `CorpusError` with everything that keeps it from being used.
    """
    reading = read(Path(root) if root is not None else None)
    if reading.problems:
        raise CorpusError(reading.problems)
    return reading.corpus


def read(root: Path | None = None, *, lines: bool = False) -> Reading:
    """
    Read what can be read; with `lines`, slowly, and tell where everything stands.

    Raises `CorpusError` where there is no corpus at all.
    """
    root = data("corpus") if root is None else root
    if not root.is_dir():
        raise CorpusError([Problem(Place(root), "there is no such folder")])
    if not (root / SOURCES).is_file():
        hint = f"a corpus is a folder with `{SOURCES}` and a folder for each game"
        raise CorpusError([Problem(Place(root), "this is not a corpus", hint)])
    reader = _Reader(shown(root), lines=lines)
    return reader.read()


class _Reader:
    def __init__(self, root: Path, *, lines: bool) -> None:
        self.root = root
        self.lines = lines
        readers = (__file__, yaml_subset.__file__, yaml_strict.__file__)
        self.kept = kept.Values(root, (*map(Path, readers), *schema.files()))
        self.problems: list[Problem] = []
        self.endless: set[str] = set()
        """Files that may not be read."""
        self.documents: dict[Path, Document] = {}
        self.rulings: dict[str, Ruling] = {}

    def read(self) -> Reading:
        sources: Json = {"games": {}, "sources": {}}
        files = sorted(_files(self.root))
        for name in files:
            if not name.endswith(".yaml"):
                if (ending := Path(name).suffix).lower() in {".yml", ".yaml"}:
                    hint = "it has to end with `.yaml` to be found"
                    self._problem(Place(self.root / name), f"the name ends with `{ending}`", hint)
            elif name.startswith(f"{CARDS}/"):
                if not is_card(name):
                    hint = "a card is in `cards/<game>/<slug>.yaml`"
                    self._problem(Place(self.root / name), "the file is in no game's folder", hint)
                elif not _readable(f"{self.root}/{name}"):
                    self._content(name)  # tells why
            elif (content := self._content(name)) is None:
                continue
            elif name == SOURCES:
                sources = self._value(self.root / name, content, "sources") or sources
            else:
                self._ruling(self.root / name, content, name)
        if not self.problems:
            self.kept.keep()
        corpus = Corpus(
            root=self.root,
            rulings=dict(sorted(self.rulings.items())),
            sources=sources,
            files=tuple(name for name in files if name.endswith(".yaml") and name not in self.endless),
        )
        return Reading(corpus, tuple(self.problems), self.documents)

    def _content(self, name: str) -> bytes | None:
        path = self.root / name
        try:
            mode = path.stat().st_mode
            if S_ISREG(mode):
                return path.read_bytes()
            what = "a folder" if S_ISDIR(mode) else "a pipe, a device or the like"
            self._problem(Place(path), f"this is not a regular file but {what}")
            self.endless.add(name)
        except OSError as error:
            self._problem(Place(path), f"the file cannot be read: {error.strerror}")
        return None

    def _ruling(self, path: Path, content: bytes, name: str) -> None:
        document = self._value(path, content, "ruling")
        if document is None:
            return
        if document["ruling"] != name.removesuffix(".yaml"):
            hint = f"the path makes it `{name.removesuffix('.yaml')}`"
            self._problem(self._place(path, "ruling"), f"`ruling` is `{document['ruling']}`", hint)
            return
        lines = self._case_lines(path, content, document)
        first: dict[str, int] = {}
        for case, line in zip(document.get("cases", ()), lines, strict=True):
            if (before := first.setdefault(case["case"], line)) != line:
                message = f"the case `{case['case']}` appears a second time"
                self._problem(Place(path, line), message, f"line {before} has it already")
        self.rulings[document["ruling"]] = _ruling(path, document, lines)

    def _value(self, path: Path, content: bytes, name: str) -> Json | None:
        """Return a file's value if it fits its schema; otherwise note what is wrong."""
        try:
            if not self.lines:
                if (known := self.kept.get(name, content)) is not None:
                    return known  # type: ignore[no-any-return]
                value = yaml_subset.read(content, path)
                if schema.fits(name, value):
                    self.kept.put(name, content, value)
                    return value  # type: ignore[no-any-return]
            document = self.documents[path] = yaml_subset.read_with_lines(content, path)
        except CorpusError as error:
            self.problems += error.problems
            return None
        if schema.fits(name, document.value):
            return document.value  # type: ignore[no-any-return]
        from checker.reading.schema_errors import problems

        self.problems += problems(name, document)
        return None

    def _case_lines(self, path: Path, content: bytes, document: Json) -> list[int]:
        """Return the line of each case, as it was found before or as it is found now."""
        if self.lines:
            return self._find_case_lines(path, content, document)
        known: list[int] | None = self.kept.get(_LINES, content)
        if known is None:
            known = self._find_case_lines(path, content, document)
            self.kept.put(_LINES, content, known)
        return known

    def _find_case_lines(self, path: Path, content: bytes, document: Json) -> list[int]:
        """Return the line of each case: by a cheap look at the text, or, if in doubt, by reading strictly."""
        cases = document.get("cases", ())
        lines: list[int] = []
        line, end = 1, 0
        found = content.find(_CASE)
        while found >= 0:
            start = content.rfind(b"\n", 0, found) + 1
            if _BEFORE_CASE.fullmatch(content, start, found):
                line += content.count(b"\n", end, start)
                end = start
                lines.append(line)
            found = content.find(_CASE, found + 1)
        if len(lines) == len(cases):
            return lines
        strict = self.documents.get(path) or yaml_subset.read_with_lines(content, path)
        return [strict.place(("cases", index)).line for index in range(len(cases))]

    def _place(self, path: Path, key: str) -> Place:
        document = self.documents.get(path) or yaml_subset.read_with_lines(path.read_bytes(), path)
        return document.place((key,))

    def _problem(self, place: Place, message: str, hint: str | None = None) -> None:
        self.problems.append(Problem(place, message, hint))


def _readable(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.R_OK)  # noqa: PTH113 - a `Path` for each card takes its time


def _files(root: Path) -> Iterator[str]:
    """
    Yield the files below a folder, relative to it; what begins with a dot is not looked at.

    A link to a folder is followed, unless that lies in here itself, contains it, or has been linked to already, as
    in a ring of links. A folder that is called as a file should be is yielded too.
    """
    top = root.resolve()
    linked: set[Path] = set()
    for folder, folders, files in os.walk(root, followlinks=True):
        if folder != str(root) and os.path.islink(folder):  # noqa: PTH114 - as above
            real = Path(folder).resolve()
            if real in linked or real.is_relative_to(top) or top.is_relative_to(real):
                folders.clear()
                continue
            linked.add(real)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        below = os.path.relpath(folder, root).replace(os.sep, "/")
        for name in (*files, *(name for name in folders if name.endswith(".yaml"))):
            if not name.startswith("."):
                yield name if below == "." else f"{below}/{name}"


def _ruling(path: Path, document: Json, lines: list[int]) -> Ruling:
    cites = _cites(document)
    cases = zip(document.get("cases", ()), lines, strict=True)
    return Ruling(
        id=document["ruling"],
        statement=document["statement"].strip(),
        kind=document["kind"],
        cites=cites,
        place=Place(path),
        cases=tuple(_case(document, Place(path, line), cites, case) for case, line in cases),
        from_edition=document.get("from"),
        until_edition=document.get("until"),
        disputed=document.get("disputed"),
        superseded=document.get("superseded"),
        differs_from=tuple(document.get("differs_from", ())),
        see=tuple(document.get("see", ())),
        notes=document.get("notes"),
    )


def _cites(document: Json) -> tuple[Cite, ...]:
    return tuple([Cite(**cite) for cite in document["cites"]]) if "cites" in document else ()


def _case(ruling: Json, place: Place, cites: tuple[Cite, ...], case: Json) -> Case:
    refused: Any = case.get("refused")
    return Case(
        id=f"{ruling['ruling']}#{case['case']}",
        game=ruling["ruling"].partition("/")[0],
        title=case["title"],
        place=place,
        given=case["given"],
        steps=tuple(case.get("actions", ())),
        choices=tuple(case.get("choices", ())),
        expectation=Expectation(
            expect=case.get("expect"),
            possible=tuple(case.get("possible", ())),
            refused=refused["action"] - 1 if refused else None,
            offered=tuple(case.get("offered", ())),
            not_offered=tuple(case.get("not_offered", ())),
            throughout=case.get("throughout"),
        ),
        cites=cites + _cites(case),
        cards=tuple(case.get("cards", ())),
        why=case.get("why"),
        from_edition=case.get("from", ruling.get("from")),
        until_edition=case.get("until", ruling.get("until")),
        found=tuple(case.get("found", ())),
        control=tuple(case.get("control", ())),
        unchanged=case.get("unchanged", False),
    )
