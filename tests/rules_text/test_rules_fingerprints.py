"""Every passage that the corpus cites from a text of rules has its fingerprint in the corpus, and no other has one."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from checker.model import Cite, Corpus

NO_TEXT = {"dominion-rules"}
"""Sources of rules, gathered from so many booklets that no one text of them can be read."""


def wanted(corpus: Corpus) -> dict[tuple[str, str], set[str]]:
    """Return what is cited, by source and edition, from sources of rules whose text can be read."""
    found: dict[tuple[str, str], set[str]] = {}
    for ruling in corpus:
        for cite in (*ruling.cites, *(cite for case in ruling.cases for cite in case.cites)):
            if cite.source not in NO_TEXT and corpus.sources["sources"][cite.source]["authority"] != "card":
                found.setdefault((cite.source, cite.edition), set()).add(cite.rule)
    return found


def differences(corpus: Corpus) -> Iterator[str]:
    """Say what has no fingerprint, or has one for nothing, and how that is mended."""
    cited = wanted(corpus)
    have = {(path.parent.name, path.stem): path for path in (corpus.root / "fingerprints").glob("*/*.json")}
    for source, edition in sorted({*cited, *have}):
        rules = cited.get((source, edition), set())
        path = have.get((source, edition))
        kept = set(json.loads(path.read_text("utf-8"))["passages"]) if path else set()
        if not rules:
            yield f"nothing is cited from {source}, {edition}: delete {path}"
            continue
        for name in sorted(rules ^ kept):
            what = "no fingerprint" if name in rules else "a fingerprint for nothing"
            yield f"{source}, {edition}: {what} of {name}; run {command(corpus, source, edition)}"


def command(corpus: Corpus, source: str, edition: str) -> str:
    """Return the command that writes the fingerprints of an edition."""
    if corpus.sources["sources"][source].get("passages"):
        return (
            f"`rulings gate TEXT --record --source {source} --edition {edition} --passage NAME=PLACE`,"
            " where TEXT is that document and PLACE is where `--outline` shows the passage"
        )
    return f"`rulings gate TEXT --record --source {source}`, where TEXT is that edition of the rules"


def test_what_is_cited_has_its_fingerprint(corpus: Corpus) -> None:
    assert not list(differences(corpus))


@pytest.mark.parametrize(
    ("cite", "told"),
    [
        (Cite("mtg-cr", "999.1", "2026-08-07"), "no fingerprint of 999.1; run `rulings gate TEXT --record --source"),
        (Cite("mtg-cr", "999.1", "2013-05-01"), "2013-05-01: no fingerprint of 999.1; run `rulings gate TEXT --record"),
        (Cite("mtg-type-changing", "new", "theros"), "fingerprint of new; run `rulings gate TEXT --record --source"),
    ],
)
def test_a_passage_newly_cited_needs_one(corpus: Corpus, cite: Cite, told: str) -> None:
    """So does one that only a case cites."""
    name, ruling = next((name, ruling) for name, ruling in corpus.rulings.items() if ruling.cases)
    case = replace(ruling.cases[-1], cites=(*ruling.cases[-1].cites, cite))
    by_case = replace(ruling, cases=(*ruling.cases[:-1], case))
    for one in (replace(ruling, cites=(*ruling.cites, cite)), by_case):
        said = set(differences(replace(corpus, rulings={**corpus.rulings, name: one}))) - set(differences(corpus))
        assert len(said) == 1
        assert told in said.pop()


def test_what_nobody_cites_has_none(corpus: Corpus) -> None:
    less = {name: ruling for name, ruling in corpus.rulings.items() if not name.startswith("mtg/type-changing/")}
    said = list(differences(replace(corpus, rulings=less)))
    assert any("nothing is cited from mtg-type-changing, theros: delete" in each for each in said)
    assert any("mtg-cr, 2026-08-07: a fingerprint for nothing of " in each for each in said)
