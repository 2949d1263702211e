"""
What people decided about rulings whose passages changed: `decisions.yaml` in the corpus.

A decision is about what the passage said when it was judged, not about an edition: it holds for every edition that
says the same, and the alarm comes back with the next change of the passage.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checker.model import Place
from checker.problems import CorpusError, Problem

VERDICTS = ("stands", "changed", "retired")
"""The ruling still says what the rules say; it was rewritten; it was taken out of force."""

_HEAD = """\
# What people decided about rulings whose passages changed; `rulings gate` reads it and adds to it.
decisions:
"""
_FIELDS = ("ruling", "source", "rule", "edition", "now", "text", "decision", "by", "date", "why")


@dataclass(frozen=True, slots=True)
class Decision:
    """One judgement of one ruling on one changed passage."""

    ruling: str
    source: str
    rule: str
    edition: str
    """The edition that the citation names."""
    now: str | None
    """Where the passage was when it was judged; `None` if it was gone."""
    text: str
    """The digest of what it said then."""
    decision: str
    by: str
    date: str
    why: str


Key = tuple[str, str, str, str, str]


def file(root: Path) -> Path:
    """Return where a corpus keeps its decisions."""
    return root / "decisions.yaml"


def read(root: Path) -> Mapping[Key, Decision]:
    """Return the decisions of a corpus by ruling, source, rule, edition and text; raises `CorpusError`."""
    path = file(root)
    if not path.is_file():
        return {}
    from checker.yaml_subset import read_with_lines

    document = read_with_lines(path.read_bytes(), path)
    entries = document.value.get("decisions") if isinstance(document.value, dict) else None
    if not isinstance(entries, list):
        raise CorpusError([Problem(document.place(), "it has no list `decisions`", "`rulings gate TEXT --decide` writes it")])
    found: dict[Key, Decision] = {}
    problems = []
    for at, entry in enumerate(entries):
        wrong = _wrong(entry)
        if wrong:
            problems.append(Problem(document.place(("decisions", at)), wrong))
            continue
        made = Decision(**entry)
        found[key(made.ruling, made.source, made.rule, made.edition, made.text)] = made
    if problems:
        raise CorpusError(problems)
    return found


def key(ruling: str, source: str, rule: str, edition: str, text: str) -> Key:
    """Return what a decision is found by."""
    return (ruling, source, rule, edition, text)


def _wrong(entry: Any) -> str | None:
    if not isinstance(entry, dict) or set(entry) != set(_FIELDS):
        return f"a decision has exactly these fields: {', '.join(_FIELDS)}"
    for name, value in entry.items():
        if not (isinstance(value, str) and value) and not (name == "now" and value is None):
            return f"`{name}` has to be text in quotes"
    if entry["decision"] not in VERDICTS:
        return f"`decision` is one of {', '.join(VERDICTS)}, not `{entry['decision']}`"
    return None


def add(root: Path, made: list[Decision]) -> Path:
    """Append decisions to the corpus's file, and leave what is there as it is."""
    path = file(root)
    before = path.read_text("utf-8") if path.is_file() else _HEAD
    if not before.endswith("\n"):
        before += "\n"
    path.write_text(before + "".join(map(_written, made)), "utf-8", newline="\n")
    return path


def _written(decision: Decision) -> str:
    # JSON text is quoted YAML text, and quoted it stays text whatever it says.
    lines = [
        f"{name}: {json.dumps(getattr(decision, name), ensure_ascii=False)}"
        for name in _FIELDS
    ]
    return "\n- " + "\n  ".join(lines) + "\n"
