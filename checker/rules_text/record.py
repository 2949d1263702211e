"""
Fingerprints in the corpus: of each cited passage a sketch, of its edition an outline.

`fingerprints/<source>/<edition>.json` lets a later text be compared with an edition that is not at hand. The
outline, a short digest of every rule's words in order, tells rules that are merely worded alike from the cited one.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checker import writing
from checker.model import Json
from checker.rules_text import stored
from checker.rules_text.align import Passage
from checker.rules_text.fingerprint import Sketch, packed, unpacked

_WRITER = "rulings gate TEXT --record"


@dataclass(frozen=True, slots=True)
class Record:
    """What the corpus knows about an edition of a source."""

    source: str
    edition: str
    passages: tuple[Passage, ...]
    """Every rule in order, with a sketch if it is cited."""


def path(root: Path, source: str, edition: str) -> Path:
    """Return where a corpus keeps an edition's fingerprints."""
    return root / "fingerprints" / source / f"{edition}.json"


def write(root: Path, source: str, edition: str, passages: Sequence[Passage], cited: Iterable[str]) -> Path:
    """Write the fingerprints of the passages cited, by their keys; return the file."""
    keep = set(cited)
    document = {
        "source": source,
        "edition": edition,
        "outline": [f"{passage.wording} {passage.key}" for passage in passages],
        "passages": {passage.key: _stored(passage) for passage in passages if passage.key in keep},
    }
    file = path(root, source, edition)
    writing.whole(file, _laid_out(document))
    return file


def _stored(passage: Passage) -> dict[str, Any]:
    assert passage.sketch is not None
    sketch = passage.sketch.stored()
    examples = {"examples": list(passage.examples)} if passage.examples else {}
    return {"text": passage.text, **examples, "whole": sketch.whole, "sketch": packed(sketch.runs)}


def _laid_out(document: dict[str, Any]) -> str:
    """Return JSON with one rule per line, so that a diff shows a change as one line."""
    outline = ",\n".join(f"  {json.dumps(line)}" for line in document["outline"])
    passages = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in document["passages"].items())
    return (
        f'{{\n "source": {json.dumps(document["source"])},\n "edition": {json.dumps(document["edition"])},\n'
        f' "outline": [\n{outline}\n ],\n "passages": {{\n{passages}\n }}\n}}\n'
    )


def read(root: Path, source: str, edition: str) -> Record | None:
    """Return what is recorded of an edition, `None` if nothing is; raises `CorpusError` for a damaged file."""
    file = path(root, source, edition)
    document = stored.read(file, "fingerprints", _WRITER)
    if document is None:
        return None
    entries = document["passages"]
    try:
        passages = tuple(_passage(line, entries) for line in document["outline"])
    except ValueError:
        raise stored.damaged(file, "a sketch in it is damaged", _WRITER) from None
    if document["source"] != source or document["edition"] != edition:
        raise stored.damaged(file, "it is of another source or edition than its path says", _WRITER)
    if missing := set(entries) - {passage.key for passage in passages}:
        raise stored.damaged(file, f"rule {min(missing)} is not in its outline", _WRITER)
    return Record(source, edition, passages)


def numbers(root: Path, source: str, edition: str) -> frozenset[str]:
    """Return the numbers of all rules of a recorded edition; none if nothing is recorded of it."""
    record = read(root, source, edition)
    return frozenset(key for each in record.passages for key in (each.key, each.number)) if record else frozenset()


def _passage(line: str, entries: Json) -> Passage:
    wording, _, key = line.partition(" ")
    number = key.partition(" ")[0]
    if key not in entries:
        return Passage(key, number, "", wording, ())
    entry = entries[key]
    sketch = Sketch(unpacked(entry["sketch"]), whole=entry["whole"])
    return Passage(key, number, entry["text"], wording, tuple(entry.get("examples", ())), stored=sketch)
