"""Moves the corpus's citations to another edition, editing the files in place: only numbers and editions change."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checker.model import Cite, Corpus, Place
from checker.problems import CorpusError, Problem
from checker.rules_text.judge import Judgement, Verdict


@dataclass(frozen=True, slots=True)
class Move:
    """A ruling's citation, and the rule that it is to name."""

    ruling: str
    cite: Cite
    rule: str


@dataclass(frozen=True)
class Plan:
    """What can be rewritten, and what a person has to see first."""

    edition: str
    moves: tuple[Move, ...]
    left: tuple[tuple[str, Verdict], ...]
    """Rulings, each with a citation that is left alone because somebody has to judge it."""


def plan(judgement: Judgement) -> Plan:
    """
    Say which citations can name the new edition instead.

    Those whose passage says the same can, and those of which somebody decided that the ruling stands or was changed
    to fit, if the passage is still one piece.
    """
    moves, left = [], []
    for verdict in judgement.verdicts:
        if verdict.cite.edition == judgement.edition:
            continue
        for hanger in verdict.hangers:
            if hanger.again is not None:  # it is cited as it was on purpose, beside what it became
                continue
            decided = hanger.decision is not None and hanger.decision.decision != "retired"
            one = verdict.fate is not None and len(verdict.fate.new) == 1
            if verdict.fate is not None and one and (decided or not verdict.judge):
                moves.append(Move(hanger.ruling, verdict.cite, verdict.fate.new[0]))
            elif hanger.decision is None or decided:
                left.append((hanger.ruling, verdict))
    return Plan(judgement.edition, tuple(moves), tuple(left))


def rewritten(corpus: Corpus, plan: Plan) -> Iterator[tuple[Path, bytes]]:
    """Yield each file that changes with its new content; nothing but the rules and editions cited is different."""
    by_ruling: dict[str, dict[Cite, str]] = defaultdict(dict)
    for move in plan.moves:
        by_ruling[move.ruling][move.cite] = move.rule
    for ruling, moves in by_ruling.items():
        path = corpus.rulings[ruling].place.path
        before = path.read_bytes()
        after = _rewritten(before.decode(), path, moves, plan.edition).encode()
        if after != before:
            yield path, after


def _rewritten(text: str, path: Path, moves: Mapping[Cite, str], edition: str) -> str:
    changes = []
    for node in _cites(text, path):
        fields = {key.value: value for key, value in node.value}
        values = {name: value.value for name, value in fields.items()}
        cite = Cite(values["source"], values["rule"], values["edition"], values.get("part"))
        if cite in moves:
            changes.append((fields["rule"], moves[cite]))
            changes.append((fields["edition"], edition))
    for node, value in sorted(changes, key=lambda change: change[0].start_mark.index, reverse=True):
        start, end = node.start_mark.index, node.end_mark.index
        quote = text[start] if text[start] in "\"'" else '"'
        text = f"{text[:start]}{quote}{value}{quote}{text[end:]}"
    return text


def _cites(text: str, path: Path) -> Iterator[Any]:
    """Yield the nodes of all citations of a ruling's file, its own and its cases'."""
    import yaml

    try:
        root: Any = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.YAMLError as error:  # the corpus has been read already, so this is another writer at work
        raise CorpusError([Problem(Place(path), f"not YAML: {error}")]) from None
    fields = _fields(root)
    yield from _items(fields.get("cites"))
    for case in _items(fields.get("cases")):
        yield from _items(_fields(case).get("cites"))


def _fields(node: Any) -> dict[str, Any]:
    return {key.value: value for key, value in node.value}


def _items(node: Any) -> list[Any]:
    return list(node.value) if node is not None else []
