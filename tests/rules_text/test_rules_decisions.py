"""What a decision does to what the gate says of a small corpus."""

import json
from pathlib import Path

import pytest

from checker.rules_text import decisions
from tests.rules_text.harbour_books import NEW_TEXT
from tests.rules_text.harbour_corpus import findings, gate

PURPOSE = "Example: Ada shows Bo a card on purpose. Bo is allowed to remember it."


def of_the_example(harbour: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[str, str | None]:
    """What became of the cited example, and what is decided about it."""
    capsys.readouterr()
    gate(harbour, text, "--json")
    found = json.loads(capsys.readouterr().out)["citations"]
    (one,) = (each for each in found if each["part"] == "example 1")
    return one["example"], one["rulings"][0]["decision"]


def test_a_decision_ends_the_alarm_until_the_words_change_again(
    harbour: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    decide = ["--as", "stands", "--by", "Ada", "--why", "a fee is a fee", "--date", "2032-06-07"]
    assert gate(harbour, books["new"], "--decide", "harbour/ships/docking", *decide) == 0
    capsys.readouterr()
    gate(harbour, books["new"])
    out = capsys.readouterr().out
    assert "stands, says Ada on 2032-06-07: a fee is a fee" in out
    assert "3 decisions are waiting." in out
    assert "rulings rebase TEXT" in out
    assert out.endswith("and --decide RULING --as … --by … --why … records a decision.\n")
    # The third edition went back to the old words, so there the decision is not even needed.
    assert findings(harbour, books["late"], capsys)[("302.1", None)] == "unchanged"
    again = NEW_TEXT.replace("free and deep", "free, deep and dry")
    Path(books["new"]).write_text(again, "utf-8")
    gate(harbour, books["new"])
    assert "4 decisions are waiting." in capsys.readouterr().out


def test_a_decision_about_an_example_names_it(
    harbour: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    gate(harbour, books["new"], "--json")
    open_ = json.loads(capsys.readouterr().out)["citations"]
    (ruling,) = {each["ruling"] for one in open_ if one["rule"] == "102.1" for each in one["rulings"]}
    assert gate(harbour, books["new"], "--decide", ruling, "--as", "stands", "--by", "Ada", "--why", "read") == 0
    assert capsys.readouterr().out.endswith(f"{ruling} stands, on 102.1, example 1\n")


def test_a_decision_can_be_about_one_citation_of_several(
    harbour: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    decide = ("--decide", "harbour/ships/storms", "--as", "stands", "--by", "Ada", "--why", "read")
    assert gate(harbour, books["new"], *decide, "--rule", "303.1") == 0
    assert capsys.readouterr().out.endswith("harbour/ships/storms stands, on 303.1\n")
    assert gate(harbour, books["new"]) == 1
    assert "3 decisions are waiting." in capsys.readouterr().out
    assert gate(harbour, books["new"], *decide) == 0
    assert capsys.readouterr().out.endswith("harbour/ships/storms stands, on 305.5\n")


def test_all_decided_is_nothing_to_decide(harbour: Path, books: dict[str, str]) -> None:
    for ruling in ("harbour/ships/docking", "harbour/ships/storms", "harbour/players/showing"):
        decide = ["--as", "changed", "--by", "Bo", "--why", "rewritten"]
        assert gate(harbour, books["new"], "--decide", ruling, *decide) == 0
    assert gate(harbour, books["new"]) == 0


def test_a_decision_about_an_example_holds_for_that_example_alone(
    harbour: Path, books: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    decided = ("--decide", "harbour/players/showing", "--as", "stands", "--by", "A", "--why", "the same point")
    assert gate(harbour, books["new"], *decided) == 0
    assert of_the_example(harbour, books["new"], capsys) == ("changed", "stands")
    again = harbour.parent / "again.txt"
    assert PURPOSE in NEW_TEXT
    again.write_text(NEW_TEXT.replace(PURPOSE, "Example: Ada shows Bo a card by accident."), "utf-8")
    assert of_the_example(harbour, str(again), capsys) == ("changed", None)


def test_an_example_in_another_place_is_to_be_looked_at(harbour: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mistake = "Example: Ada shows Bo a card by mistake. Bo has to forget it."
    for examples, example in ((mistake, "same"), (f"Example: Cy shows nobody a card.\n\n{mistake}", "moved")):
        text = harbour.parent / f"{example}.txt"
        text.write_text(NEW_TEXT.replace(PURPOSE, examples), "utf-8")
        assert of_the_example(harbour, str(text), capsys) == (example, None)


def test_of_two_decisions_about_one_thing_the_later_counts(tmp_path: Path) -> None:
    made = [
        decisions.Decision("a/b/c", "1.1", "2031-03-08", None, "1.1", "0" * 16, verdict, "A", "2032-07-01", "read")
        for verdict in ("stands", "retired")
    ]
    (tmp_path / "decisions").mkdir()
    decisions.add(tmp_path, "harbour-rules", made)
    (told,) = decisions.read(tmp_path, "harbour-rules").values()
    assert told.decision == "retired"
