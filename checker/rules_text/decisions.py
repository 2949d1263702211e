"""
What people decided about rulings whose passages changed: `decisions/<source>.json` in the corpus.

A decision is about what the passage said when it was judged, not about an edition: it holds for every edition that
says the same, and the alarm comes back with the next change of the passage.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from checker import writing
from checker.rules_text import stored

_WRITER = "rulings gate TEXT --decide"


@dataclass(frozen=True, slots=True)
class Decision:
    """One judgement of one ruling on one changed passage; `schemas/decisions.schema.json` describes each part."""

    ruling: str
    rule: str
    edition: str
    part: str | None
    now: str | None
    text: str
    decision: str
    by: str
    date: str
    why: str

    @property
    def key(self) -> "Key":
        """What it is found by: the ruling, its citation, and what the cited passage said."""
        return (self.ruling, self.rule, self.edition, self.part, self.text)


Key = tuple[str, str, str, str | None, str]


def file(root: Path, source: str) -> Path:
    """Return where a corpus keeps the decisions about a source."""
    return root / "decisions" / f"{source}.json"


def read(root: Path, source: str) -> Mapping[Key, Decision]:
    """Return the decisions about a source, the last one about each thing; raises `CorpusError`."""
    document = stored.read(file(root, source), "decisions", _WRITER) or {"decisions": ()}
    made = [Decision(**{"part": None, **entry}) for entry in document["decisions"]]
    return {decision.key: decision for decision in made}


def add(root: Path, source: str, made: Sequence[Decision]) -> Path:
    """Add decisions to the corpus's file, after those that are there; return the file."""
    path = file(root, source)
    document = stored.read(path, "decisions", _WRITER) or {"source": source, "decisions": []}
    for decision in made:
        fields = asdict(decision)
        if fields["part"] is None:
            del fields["part"]
        document["decisions"].append(fields)
    writing.whole(path, json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    return path
