"""A case and a corpus to tell of."""

from pathlib import Path
from typing import Any

from checker.model import Case, Cite, Corpus, Expectation, Place, Ruling

CITES = (Cite("dominion-exchange", "optional", "2019-10-01"), Cite("mtg-cr", "614.5", "2024-03-08"))


def case(name: str, **expected: Any) -> Case:
    return Case(
        id=name,
        game="dominion",
        title="A thing happens",
        place=Place(Path("corpus/a.yaml"), 7),
        given={"alice": {}},
        steps=(),
        choices=(),
        expectation=Expectation(**(expected or {"expect": {"alice": {"coins": 0}}})),
        cites=CITES,
        why="It follows\nso.",
    )


def corpus(*cases: Case) -> Corpus:
    names = list(dict.fromkeys(one.ruling for one in cases))
    rulings = {
        name: Ruling(
            name,
            f"What {name} says.",
            "must",
            CITES,
            cases[0].place,
            tuple(c for c in cases if c.ruling == name),
            disputed="The other page says otherwise.",
        )
        for name in names
    }
    return Corpus(Path("mine"), rulings, {"sources": {}})
