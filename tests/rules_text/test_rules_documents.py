"""Documents without numbers: an article about Harbour, a game that does not exist, in two editions."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.cli import main
from checker.problems import UsageError
from checker.rules_text import documents
from checker.rules_text.align import Kind
from checker.rules_text.decode import RulesTextError

ARTICLE = """\
Towing, from the pages of the guild

Towing is what a tug does to a ship. The ship that is towed is not sailing, and its crew may rest.

Rules

  • A tug that tows a ship pays the fee of three coins, and the owner of the ship pays nothing at all.
  • It is optional.
  • A ship can be towed only once in each round; a second tug finds it moored at the quay.
  • BarksBark.jpg and SloopsSloop.jpg are towed by two tugs, one before and one behind the ship.[1]

Towing is not trading, so that nothing that watches for a trade sees it.
"""
LATER = """\
Rules

  • It is optional.
  • A tug that tows a ship pays the fee of four coins, and the owner of the ship pays nothing at all.
  • Towing is not trading, so that nothing that watches for a trade sees it.

Towing is what a tug does to a ship. The ship that is towed is not sailing, and its crew may rest.

A ship that lies in the dock is never towed, whoever owns it and whatever the harbour master says about it.
"""
PLACES = {
    "definition": "2.1",
    "resting": "2.2",
    "fee": "4",
    "optional": "5",
    "once": "6",
    "barks": "7",
    "not-trading": "8",
    "both": "2.2,8",
}
SOURCES = """\
games:
  harbour: {title: Harbour, publisher: Nobody, rules: towing}
sources:
  towing:
    title: Towing
    game: harbour
    authority: secondary
    editions:
    - {edition: "2031", title: First}
    - {edition: "undated", title: Second}
    passages:
      definition: {at: "first sentence"}
      resting: {at: "second sentence"}
      fee: {at: "on the fee"}
      optional: {at: "on its being optional"}
      once: {at: "on once a round", editions: ["2031"]}
      barks: {at: "on barks"}
      not-trading: {at: "last"}
      both: {at: "second sentence, and the last"}
  tugs:
    title: Tugs
    game: harbour
    authority: card
    editions: [{edition: "1", title: First}]
"""
Gate = Callable[..., tuple[int, str, str]]


def article(text: str = ARTICLE) -> documents.Document:
    return documents.read(text.encode(), "an article")


def became(text: str, before: str = ARTICLE) -> dict[str, str]:
    """Return what became of each passage of an article in another text."""
    known, now = article(before), article(text)
    return {name: str(now.find(name, known.prints(place)).fate.kind) for name, place in PLACES.items()}


UNCHANGED = dict.fromkeys(PLACES, "unchanged")


def test_what_became_of_each_passage() -> None:
    assert became(LATER) == {
        "definition": "unchanged",
        "resting": "unchanged",
        "fee": "reworded",
        "optional": "unchanged",
        "once": "gone",
        "barks": "gone",
        "not-trading": "unchanged",
        "both": "unchanged",
    }


@pytest.mark.parametrize(
    "changed",
    [
        ARTICLE.replace("\n", "\r\n"),
        ARTICLE.replace("\n", "\r"),
        ARTICLE.replace("  \u2022 ", "* "),
        ARTICLE.replace("  \u2022 ", "- "),
        ARTICLE.replace("BarksBark.jpg", "Barks").replace("SloopsSloop.jpg", "Sloops").replace("[1]", ""),
        ARTICLE.replace("pays the fee of three coins, and", "pays the fee\nof three coins, and"),
        ARTICLE.replace("Rules\n", "Rules[ | ]\n"),
        "Menu\nSearch\n\n" + ARTICLE + "\nRetrieved from the guild\n",
    ],
)
def test_how_a_page_was_saved_is_no_change(changed: str) -> None:
    assert became(changed) == UNCHANGED


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_every_encoding_says_the_same(codec: str) -> None:
    now = documents.read(ARTICLE.encode(codec), "an article")
    assert now.paragraphs == article().paragraphs


def test_another_number_or_word_is_another_wording() -> None:
    assert became(ARTICLE.replace("three coins", "3 coins"))["fee"] == "reworded"
    assert became(ARTICLE.replace("only once", "only twice"))["once"] == "reworded"
    assert became(ARTICLE.replace("quay.", "quay!").replace("round; a", "round, a"))["once"] == "references"


def test_of_several_parts_the_one_that_changed_most_is_told() -> None:
    assert became(ARTICLE.replace("may rest", "has to rest"))["both"] == "reworded"
    assert became(ARTICLE.replace("Towing is not trading", "Nobody trades")[:-60])["both"] == "gone"


def test_a_passage_within_a_longer_paragraph_is_found() -> None:
    assert became(ARTICLE.replace("\n\n", " ").replace("  \u2022 ", "").replace("\n", " ")) == UNCHANGED


WORDS = st.lists(
    st.sampled_from(["tug", "ship", "quay", "tow", "moor", "pay", "sail", "rest", "crew"]), min_size=4, max_size=9
)


@settings(max_examples=40, deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_wherever_a_passage_stands_it_is_found(paragraphs: list[list[str]], chance: random.Random) -> None:
    told = [" ".join(words).capitalize() + "." for words in paragraphs]
    known = article("\n\n".join(told))
    chance.shuffle(told)
    now = article("\n\n".join(told))
    for number in range(1, len(known.paragraphs) + 1):
        assert now.find("it", known.prints(str(number))).fate.kind is Kind.UNCHANGED


@pytest.mark.parametrize("place", ["", "0", "9.1x", "40", "2.9", "3-2", "2.2,", "a", "2.0-0"])
def test_a_place_that_is_none_is_told(place: str) -> None:
    with pytest.raises(UsageError):
        article().prints(place)


@pytest.mark.parametrize(
    ("place", "words"),
    [("2", 22), ("2.1", 9), ("2.1-2", 22), ("2-3", 23), ("2.2-3.1", 14), ("5", 3)],
)
def test_places(place: str, words: int) -> None:
    assert [part.words for part in article().prints(place)] == [words]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (b"<!DOCTYPE html><html>", "this is a web page"),
        (b"\x00\x01\x02" * 99, "binary data"),
        (b"%PDF-1.7", "a PDF"),
    ],
)
def test_what_is_no_text_is_told(data: bytes, message: str) -> None:
    with pytest.raises(RulesTextError, match=message):
        documents.read(data, "an article")


# -- the gate


def ruling(name: str, *cites: tuple[str, str]) -> str:
    lines = "".join(f'- {{source: towing, rule: "{rule}", edition: "{edition}"}}\n' for rule, edition in cites)
    return f"ruling: harbour/tugs/{name}\nstatement: It is so.\nkind: note\ncites:\n{lines}"


@pytest.fixture
def gate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Gate:
    root = tmp_path / "corpus"
    (root / "harbour" / "tugs").mkdir(parents=True)
    (root / "sources.yaml").write_text(SOURCES, "utf-8")

    def run(text: str, *words: str, **rulings: str) -> tuple[int, str, str]:
        for name, content in rulings.items():
            (root / "harbour" / "tugs" / f"{name}.yaml").write_text(content, "utf-8")
        path = tmp_path / "article.txt"
        path.write_text(text, "utf-8")
        code = main(["gate", str(path), "--corpus", str(root), "--source", "towing", *words])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


TOLD = [word for name, place in PLACES.items() for word in ("--passage", f"{name}={place}")]
FIRST = {"a": ruling("a", ("fee", "2031"), ("optional", "2031")), "b": ruling("b", ("once", "2031"))}


def test_nothing_is_to_decide_about_the_document_that_was_read(gate: Gate) -> None:
    assert gate(ARTICLE, "--record", "--edition", "2031", *TOLD, **FIRST)[0] == 0
    code, out, _ = gate(ARTICLE)
    assert code == 0
    assert "3 citations of towing against a text of no known edition: 3 unchanged." in out


def test_another_document_is_taken_for_one(gate: Gate) -> None:
    gate(ARTICLE, "--record", "--edition", "2031", *TOLD, **FIRST)
    code, _, said = gate("How to bake bread.\n\nTake flour, water and salt, and wait.\n")
    assert code == 1
    assert "nothing cited from towing is in" in said
    assert "is it another document?" in said
    assert not gate(LATER)[2]


def test_a_changed_passage_waits_for_a_decision_and_one_ends_the_alarm(gate: Gate) -> None:
    gate(ARTICLE, "--record", "--edition", "2031", *TOLD, **FIRST)
    code, out, _ = gate(LATER)
    assert code == 1
    assert "To decide:\n  fee (2031): reworded, about " in out
    assert "Not in this edition, as sources.yaml says:\n  once (2031): gone" in out
    assert "1 decision is waiting." in out
    decide = ("--decide", "harbour/tugs/a", "--as", "stands", "--by", "Ada", "--why", "it is no number of ours")
    assert gate(LATER, *decide)[0] == 0
    code, out, _ = gate(LATER)
    assert code == 0
    assert "stands, says Ada" in out
    assert gate(LATER.replace("four coins", "five coins"))[0] == 1, "the next change of the passage raises it again"


def test_a_passage_is_read_again_by_its_name(gate: Gate) -> None:
    gate(ARTICLE, "--record", "--edition", "2031", *TOLD, **FIRST)
    both = {"a": ruling("a", ("fee", "2031"), ("fee", "undated"))}
    places = (
        "--passage",
        "fee=3",
        "--passage",
        "definition=5.1",
        "--passage",
        "resting=5.2",
        "--passage",
        "optional=2",
    )
    assert gate(LATER, "--record", "--edition", "undated", *places, **both)[::2] == (0, "")
    code, out, _ = gate(LATER, "--edition", "undated")
    assert code == 0
    assert "Read again since:\n  fee (2031): reworded" in out
    assert "cites fee of undated too" in out
    code, out, _ = gate(ARTICLE, "--edition", "2031")
    assert code == 0
    assert "Read in a later edition, and different in this one:\n  fee (undated): reworded" in out
    assert gate(ARTICLE.replace("once in", "twice in"), "--edition", "2031")[0] == 1


def test_a_passage_has_to_be_found_where_it_is_cited_from_that_edition(gate: Gate) -> None:
    words = ("--record", "--edition", "undated", "--passage", "fee=3")
    cited = {"a": ruling("a", ("fee", "undated"), ("optional", "2031"))}
    code, out, err = gate(LATER, *words, **cited)
    assert (code, err) == (0, "")
    assert out.endswith(": 1 passage of undated\n")
    code, _, err = gate(LATER, *words, b=ruling("b", ("barks", "undated")))
    assert code == 1
    assert "nobody has said where these are in" in err
    assert err.endswith(": barks; say so with --passage NAME=PLACE\n")


def test_what_was_recorded_need_not_be_told_again(gate: Gate, tmp_path: Path) -> None:
    gate(ARTICLE, "--record", "--edition", "2031", *TOLD, **FIRST)
    kept = tmp_path / "corpus" / "fingerprints" / "towing" / "2031.json"
    before = kept.read_text("utf-8")
    code, out, _ = gate("A menu\n\n" + ARTICLE, "--record", "--edition", "2031")
    assert (code, kept.read_text("utf-8")) == (0, before)
    assert "8 passages of 2031" in out
    code, _, err = gate(ARTICLE.replace("three coins", "no coins"), "--record", "--edition", "2031")
    assert code == 1
    assert "where these are in" in err
    assert ": fee;" in err


def test_no_word_of_the_document_is_kept(gate: Gate, tmp_path: Path) -> None:
    gate(ARTICLE, "--record", "--edition", "2031", *TOLD, **FIRST)
    kept = (tmp_path / "corpus" / "fingerprints" / "towing" / "2031.json").read_text("utf-8").lower()
    assert not [word for word in ("towed", "coins", "quay", "crew", "owner") if word in kept]


def test_without_fingerprints_the_alarm_is_on(gate: Gate) -> None:
    code, out, _ = gate(ARTICLE, **FIRST)
    assert code == 1
    assert "nothing is recorded about this passage" in out


def test_the_outline_numbers_what_there_is(gate: Gate) -> None:
    code, out, _ = gate(ARTICLE, "--outline", **FIRST)
    assert code == 0
    assert "2.2  The ship that is towed is not sailing, and its crew may rest.\n" in out
    assert "7.1  Barks and Sloops are towed by two tugs, one before and one behind the ship." in out


def test_the_findings_are_data_too(gate: Gate) -> None:
    gate(ARTICLE, "--record", "--edition", "2031", *TOLD, **FIRST)
    told = json.loads(gate(LATER, "--edition", "undated", "--json")[1])
    assert {each["rule"]: (each["kind"], each["left_out"]) for each in told["citations"]} == {
        "fee": ("reworded", False),
        "optional": ("unchanged", False),
        "once": ("gone", True),
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--edition", "1999"], "`towing` has no edition `1999`; it has 2031, undated"),
        (["--record"], "a document does not say which edition it is; name it with --edition"),
        (["--passage", "fee=4"], "--passage says where a passage to be recorded is; add --record"),
        (["--record", "--edition", "2031", "--passage", "fees=4"], "`fees=4` names no passage"),
        (["--record", "--edition", "2031", "--passage", "fee=44"], "there is no paragraph 44"),
        (["--source", "towin"], "there is no source `towin`; the corpus has towing, tugs"),
        (["--source", "tugs"], "`tugs` is a source of cards, and not of rules"),
        (["--against", "undated"], "nothing is cited from an edition `undated`"),
    ],
)
def test_wrong_usage_is_told(gate: Gate, words: list[str], message: str) -> None:
    code, _, err = gate(ARTICLE, *words, **FIRST)
    assert code == 2
    assert message in err


def test_names_of_passages_are_not_rewritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "corpus" / "harbour").mkdir(parents=True)
    (tmp_path / "corpus" / "sources.yaml").write_text(SOURCES, "utf-8")
    (tmp_path / "article.txt").write_text(ARTICLE, "utf-8")
    words = ["rebase", str(tmp_path / "article.txt"), "--corpus", str(tmp_path / "corpus"), "--source", "towing"]
    assert main(words) == 2
    assert "`towing` has no rule numbers to rewrite; its passages have names; `rulings gate`" in capsys.readouterr().err


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"words": 3', '"words": "3"'),
        lambda text: text.replace('"parts"', '"pieces"', 1),
        lambda text: text.replace('"sketch": "', '"sketch": "!'),
    ],
)
def test_damaged_fingerprints_are_told(gate: Gate, tmp_path: Path, damage: Callable[[str], str]) -> None:
    gate(ARTICLE, "--record", "--edition", "2031", *TOLD, **FIRST)
    kept = tmp_path / "corpus" / "fingerprints" / "towing" / "2031.json"
    kept.write_text(damage(kept.read_text("utf-8")), "utf-8")
    code, _, err = gate(ARTICLE)
    assert code == 2
    assert "2031.json" in err
