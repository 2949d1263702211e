"""Words in card data that mean nothing are found, each with its place."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from yaml12 import read_yaml

from checker.cli import main
from checker.reading.card_words import undefined
from checker.reading.locate import data

CARDS = sorted((data("corpus") / "cards" / "mtg").glob("*.yaml"))


def spell(do: Any, **beside: Any) -> dict[str, Any]:
    return {"card": "Trial", "types": ["Sorcery"], "abilities": [{"spell": do, **beside}]}


def test_every_word_of_the_corpus_means_something() -> None:
    found = {path.stem: [word.word for word in undefined("mtg", read_yaml(str(path)))] for path in CARDS}
    assert {stem: words for stem, words in found.items() if words} == {}


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (spell({"destroy": "victim"}), ["victim"]),
        (spell({"destroy": "victim"}, targets={"victim": {"type": "Creature"}}), []),
        (spell([{"draw": 1, "as": "drawn"}, {"discard": "drawn"}]), []),
        (spell([{"draw": 1, "as": "drawn"}, {"discard": "drwan"}]), ["drwan"]),
        (spell({"damage": "Y", "to": "it"}), ["Y"]),
        (spell({"damage": "X", "to": {"player": "oponent"}}), ["oponent"]),
        (spell({"gain life": {"power of": "bear"}}), ["bear"]),
        (spell({"if": {"did": "something"}, "then": {"draw": 1}}), ["something"]),
        (spell({"choose": "color", "as": "hue"}), []),
        (spell({"discard": "amount"}), []),
    ],
)
def test_a_word_is_known_to_every_card_or_given_by_this_one(card: Any, words: list[str]) -> None:
    assert [word.word for word in undefined("mtg", card)] == words


def test_validate_tells_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = tmp_path / "corpus"
    (root / "mtg/replacement").mkdir(parents=True)
    (root / "cards/mtg").mkdir(parents=True)
    shutil.copy(data("corpus") / "sources.yaml", root)
    (root / "cards/mtg/shock.yaml").write_text(
        'card: Shock\ncost: "{R}"\ntypes: [Instant]\nabilities:\n- spell: {damage: 2, to: that}\n  targets: {it: any}\n'
    )
    assert main(["validate", "--corpus", str(root)]) == 1
    told = capsys.readouterr()
    assert "shock.yaml:5: `that` means nothing in this card's data" in told.out + told.err
