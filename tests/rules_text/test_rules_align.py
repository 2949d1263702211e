"""What became of each rule, against expectations worked out by hand."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.rules_text import record
from checker.rules_text.align import Alignment, Kind, align, passages
from checker.rules_text.read import Edition
from tests.rules_text.harbour_books import EXPECTED, LATE, LATE_TEXT, NEW, NEW_RULES, OLD, OLD_TEXT, edition


def told(alignment: Alignment) -> dict[str, tuple[str, list[str]]]:
    return {
        key: (str(fate.kind), list(fate.new))
        for key, fate in alignment.fates.items()
        if fate.kind is not Kind.UNCHANGED
    }


def aligned(old: Edition, new: Edition) -> Alignment:
    return align(passages(old), passages(new))


def test_every_kind_of_change_is_found() -> None:
    assert told(aligned(OLD, NEW)) == EXPECTED


def test_new_rules_are_new_even_where_their_number_is_old() -> None:
    alignment = aligned(OLD, NEW)
    assert {key: fate.source for key, fate in alignment.fresh.items()} == NEW_RULES
    assert "201.2" not in alignment.back
    assert alignment.back["201.3"] == "201.2"


def test_the_way_back_finds_the_same_pairs() -> None:
    there, back = aligned(OLD, NEW), aligned(NEW, OLD)
    pairs = {(old, fate.new[0]) for old, fate in there.fates.items() if fate.new and fate.kind is not Kind.MERGED}
    assert pairs == {
        (fate.new[0], new) for new, fate in back.fates.items() if fate.new and fate.kind is not Kind.MERGED
    }


def test_how_much_is_left_of_a_reworded_rule() -> None:
    # Three of the nineteen old words went and seven came: about half of the runs of three words are left.
    fate = aligned(OLD, NEW).fates["302.1"]
    assert 0.5 < fate.likeness < 0.9


def test_a_number_used_twice_is_two_rules() -> None:
    assert LATE.duplicates == ("302.2",)
    fates = aligned(NEW, LATE).fates
    assert fates["302.2"].new == ("302.2",)
    assert fates["302.2"].kind is Kind.UNCHANGED
    assert fates["302.3"].new == ("302.2 (2)",)
    assert fates["302.3"].kind is Kind.RENUMBERED


def test_a_text_is_unchanged_against_itself() -> None:
    for book in (OLD, NEW, LATE):
        alignment = aligned(book, book)
        assert told(alignment) == {}
        assert not alignment.fresh


ACTIONS = {
    "Ferry": "To ferry a crate means to move it from one ship to another that lies at the same quay.",
    "Trade": "If the whole of it can't be completed, no part of the trade occurs.",
    "Anchor": "To anchor a ship means to put a marker on it, so that no tide can carry it away.",
    "Signal": "To signal means to show one card of your hand to a captain of your choice.",
    "Muster": "To muster means to move all sailors of one colour to the quay with the lowest number.",
}


def actions(names: list[str]) -> Edition:
    blocks = [f"201.{at}. {name}\n\n201.{at}a {ACTIONS[name]}\n\n" for at, name in enumerate(names, start=2)]
    body = re.sub(r"201\.2\. Ferry.*(?=3\. Ships\n\n300)", "".join(blocks), OLD_TEXT, flags=re.DOTALL)
    return edition(body)


@given(st.permutations(list(ACTIONS)), st.integers(1, 5), st.permutations(list(ACTIONS)), st.integers(1, 5))
def test_a_named_action_is_found_whatever_its_number(one: list[str], few: int, other: list[str], some: int) -> None:
    before, after = one[:few], other[:some]
    alignment = aligned(actions(before), actions(after))
    for at, name in enumerate(before, start=2):
        for letter in ("", "a"):
            fate = alignment.fates[f"201.{at}{letter}"]
            if name not in after:
                assert fate.kind is Kind.GONE
            else:
                now = after.index(name) + 2
                assert fate.new == (f"201.{now}{letter}",)
                assert fate.kind is (Kind.UNCHANGED if now == at else Kind.RENUMBERED)
    fresh = {f"201.{at}{letter}" for at, name in enumerate(after, 2) if name not in before for letter in ("", "a")}
    assert set(alignment.fresh) == fresh


def test_renumbering_every_section_by_ten() -> None:
    moved = edition(re.sub(r"\b(\d)(\d)(\d)(?=\.|,)", lambda m: f"{m[1]}{int(m[2]) + 4}{m[3]}", OLD_TEXT))
    alignment = aligned(OLD, moved)
    assert {fate.kind for key, fate in alignment.fates.items() if len(key) > 1} == {Kind.RENUMBERED}
    assert all(
        fate.new == (f"{key[0]}{int(key[1]) + 4}{key[2:]}",) for key, fate in alignment.fates.items() if len(key) > 1
    )
    assert not alignment.fresh


def test_fingerprints_alone_tell_the_same_as_the_text(tmp_path: Path) -> None:
    cited = [
        "101.2",
        "102.1",
        "201.3",
        "201.3b",
        "301.2b",
        "302.1",
        "302.2",
        "303.1",
        "304.1",
        "304.2",
        "305.5",
        "100.1",
    ]
    record.write(tmp_path, "harbour", OLD.edition, passages(OLD), cited)
    kept = record.read(tmp_path, "harbour", OLD.edition)
    assert kept is not None
    full, by_prints = aligned(OLD, NEW), align(kept.passages, passages(NEW))
    assert {key: (by_prints.fates[key].kind, by_prints.fates[key].new) for key in cited} == {
        key: (full.fates[key].kind, full.fates[key].new) for key in cited
    }


def test_no_word_of_the_text_is_kept(tmp_path: Path) -> None:
    file = record.write(tmp_path, "source", OLD.edition, passages(OLD), [rule.key for rule in OLD.rules])
    words = {word for rule in OLD.rules for word in re.findall(r"[a-z]{6,}", rule.text)} - {"source"}
    assert not words & set(re.findall(r"[a-z]{6,}", file.read_text("utf-8")))


@pytest.mark.parametrize("late", [LATE_TEXT])
def test_a_wording_that_comes_back_is_the_first_again(late: str) -> None:
    assert aligned(OLD, edition(late)).fates["302.1"].kind is Kind.UNCHANGED
