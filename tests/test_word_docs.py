"""The page of card words is what the schemas and the cards make of it."""

from pathlib import Path

from checker.documenting import word_docs
from checker.reading.yaml_subset import read

PAGE = Path(__file__).resolve().parent.parent / "docs" / "card-words.md"


def test_page_is_fresh() -> None:
    assert PAGE.read_text("utf-8") == word_docs.document(), (
        "python -m checker.documenting.word_docs > docs/card-words.md"
    )


def test_every_word_has_an_example() -> None:
    in_keywords = [  # in definitions of keywords only
        "mtg: pattern: enters as",
        "mtg: pattern: shares a creature type with",
        "mtg: event: left",
        "mtg: amount: cast before",
        "mtg: amount: colors spent on",
        "mtg: instruction: cost",
    ]
    assert word_docs.missing() == in_keywords


def test_examples_can_be_read_as_they_stand() -> None:
    examples = [line.partition("`")[2] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("  ")]
    whole = [each.removesuffix("`") for each in examples if "…" not in each]
    assert whole
    for each in whole:
        read(f"[{each}]".encode(), PAGE)
