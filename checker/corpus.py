"""Reads a corpus from its folder."""

import hashlib
from pathlib import Path
from typing import Any

import yaml12

from checker.locate import data
from checker.model import Case, Cite, Corpus, Expectation, Json, Place, Ruling
from checker.problems import CorpusError, Problem


def load(root: Path | None = None) -> Corpus:
    """
    Read every ruling below `root`, or of the corpus that is shipped.

    Raises `CorpusError` with everything that is wrong with it.
    """
    root = root or data("corpus")
    if not (root / "sources.yaml").is_file():
        raise CorpusError([Problem(Place(root), "is no corpus: there is no `sources.yaml` in it")])
    digest = hashlib.sha256()
    rulings: dict[str, Ruling] = {}
    for path in sorted(root.rglob("*.yaml")):
        relative = path.relative_to(root)
        content = path.read_bytes()
        digest.update(f"{relative.as_posix()}\0{len(content)}\0".encode() + content)
        if relative.parts[0] != "cards" and len(relative.parts) > 1:
            ruling = _ruling(path, yaml12.parse_yaml(content.decode()))
            rulings[ruling.id] = ruling
    return Corpus(
        root=root,
        rulings=dict(sorted(rulings.items())),
        sources=yaml12.parse_yaml((root / "sources.yaml").read_text("utf-8")),
        cards={},
        digest=digest.hexdigest(),
    )


def _ruling(path: Path, document: Json) -> Ruling:
    cites = _cites(document)
    return Ruling(
        id=document["ruling"],
        statement=document["statement"].strip(),
        kind=document["kind"],
        cites=cites,
        place=Place(path),
        cases=tuple(_case(document["ruling"], path, cites, case) for case in document.get("cases", ())),
        from_edition=document.get("from"),
        until_edition=document.get("until"),
        disputed=document.get("disputed"),
        superseded=document.get("superseded"),
        differs_from=tuple(document.get("differs_from", ())),
        see=tuple(document.get("see", ())),
        notes=document.get("notes"),
    )


def _cites(document: Json) -> tuple[Cite, ...]:
    return tuple(Cite(**cite) for cite in document.get("cites", ()))


def _case(ruling: str, path: Path, cites: tuple[Cite, ...], case: Json) -> Case:
    refused: Any = case.get("refused")
    return Case(
        id=f"{ruling}#{case['case']}",
        game=ruling.partition("/")[0],
        title=case["title"],
        place=Place(path),
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
        from_edition=case.get("from"),
        until_edition=case.get("until"),
        found=tuple(case.get("found", ())),
        control=tuple(case.get("control", ())),
        unchanged=case.get("unchanged", False),
    )
