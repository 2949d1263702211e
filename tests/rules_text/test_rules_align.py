"""What became of each rule, against expectations worked out by hand."""

import re
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.rules_text import record
from checker.rules_text.align import Alignment, Kind, Passage, align, passages
from checker.rules_text.read import Edition, Rule
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


# -- what decides where words alone do not


def book(*rules: tuple[str, str]) -> list[Passage]:
    return passages(Edition(date(2031, 3, 8), tuple(Rule(number, text) for number, text in rules)))


def moves(old: list[Passage], new: list[Passage]) -> dict[str, tuple[str, ...]]:
    return {key: fate.new for key, fate in align(old, new).fates.items()}


ONCE = "It can happen only once in each turn."


def test_the_same_words_under_two_headings_stay_with_their_headings() -> None:
    old = book(("201.1", "Ferry"), ("201.1a", ONCE), ("201.2", "Trade"), ("201.2a", ONCE))
    new = book(("201.1", "Trade"), ("201.1a", ONCE), ("201.2", "Ferry"), ("201.2a", ONCE))
    assert moves(old, new) == {"201.1": ("201.2",), "201.1a": ("201.2a",), "201.2": ("201.1",), "201.2a": ("201.1a",)}


def test_the_same_words_twice_under_one_heading_stay_with_their_neighbours() -> None:
    first, second = "To ferry is to move a crate.", "To tow is to move a ship."
    old = book(("201.1", "Acts"), ("201.1a", first), ("201.1b", ONCE), ("201.1c", second), ("201.1d", ONCE))
    new = book(("201.1", "Acts"), ("201.1a", second), ("201.1b", ONCE), ("201.1c", first), ("201.1d", ONCE))
    found = moves(old, new)
    assert found["201.1b"] == ("201.1d",)
    assert found["201.1d"] == ("201.1b",)


LONG = "The harbour master collects two coins from each ship that passes the chain before the lantern is lit."


def test_a_reworded_rule_is_found_in_another_section() -> None:
    old = book(("201", "Acts"), ("201.1", LONG), ("305", "Wrecks"))
    new = book(("201", "Acts"), ("305", "Wrecks"), ("305.9", LONG.replace("two coins", "three coins")))
    fate = align(old, new).fates["201.1"]
    assert (fate.kind, fate.new) == (Kind.MOVED, ("305.9",))


def test_a_rule_that_shares_but_a_phrase_is_not_found_there() -> None:
    old = book(("201", "Acts"), ("201.1", LONG), ("305", "Wrecks"))
    new = book(("201", "Acts"), ("305", "Wrecks"), ("305.9", "Each ship that passes the chain sounds its horn twice."))
    assert align(old, new).fates["201.1"].kind is Kind.GONE


def test_little_likeness_is_enough_under_the_same_heading() -> None:
    old = book(("306", "Tolls"), ("306.1", LONG))
    new = book(
        ("306", "Tolls"), ("306.1", "The harbour master collects two coins, or as many as there are ships at the quay.")
    )
    assert align(old, new).fates["306.1"].kind is Kind.REWORDED


def test_a_rule_worded_like_what_went_from_another_is_no_piece_of_it() -> None:
    lost = "No crate may be moved twice in the same turn by means of this action."
    like = "No sailor may be moved twice in the same turn by means of that muster."
    old = book(("201.1", "Ferry"), ("201.1a", f"{LONG} {lost}"), ("201.2", "Trade"))
    new = book(("201.1", "Ferry"), ("201.1a", LONG), ("201.2", "Trade"), ("201.3", "Muster"), ("201.3a", like))
    alignment = align(old, new)
    assert alignment.fates["201.1a"].kind is Kind.REWORDED
    assert alignment.fresh["201.3a"].source is None


def test_a_rule_worded_like_what_another_still_says_is_no_piece_of_it() -> None:
    more = "No crate may be moved twice in the same turn by means of this action."
    old = book(("201.1", "Ferry"), ("201.1a", f"{LONG} {more}"), ("201.2", "Trade"))
    changed = f"{LONG} {more.replace('twice', 'thrice')}"
    new = book(("201.1", "Ferry"), ("201.1a", changed), ("201.1b", LONG), ("201.2", "Trade"))
    alignment = align(old, new)
    assert alignment.fates["201.1a"].kind is Kind.REWORDED
    assert alignment.fresh["201.1b"].source is None


def test_a_twin_that_is_not_cited_is_still_a_twin(tmp_path: Path) -> None:
    old = book(("201", "Acts"), ("201.1", "Exile"), ("201.2", "Trade"), ("305", "Exile"), ("305.1", LONG))
    new = book(("201", "Acts"), ("201.2", "Exile"), ("201.3", "Trade"), ("305.1", LONG))
    record.write(tmp_path, "source", "1", old, ["305"])
    kept = record.read(tmp_path, "source", "1")
    assert kept is not None
    assert align(kept.passages, new).fates["305"].kind is Kind.GONE  # the other one's number moved, not this one's


NUMBERS = [
    ("Pay {1} for each ship.", "Pay {2} for each ship."),
    ("Pay {W}.", "Pay {U}."),
    ("{T}: Row.", "{Q}: Row."),
    ("Draw three cards.", "Draw 3 cards."),
    ("Draw 2 cards.", "Draw 3 cards."),
    ("Pay 2.", "Pay 3."),
    ("The ship gets -2/-2.", "The ship gets 2/2."),
    ("The ship gets -2/-2.", "The ship gets +2/+2."),
    ("X is -1.", "X is 1."),
    ("It weighs a half or \u00bd.", "It weighs a half or \u00bc."),
    ("A ship of level 5 or less (see rule 301.2) rows.", "A ship of level 6 or less (see rule 301.2) rows."),
    ('As in rule 301.2, "Draw 2 cards" is said.', 'As in rule 301.2, "Draw 3 cards" is said.'),
    ("No ship has 100 sails.", "No ship has 200 sails."),
]


@pytest.mark.parametrize(("before", "after"), NUMBERS)
def test_another_number_or_symbol_is_another_wording(before: str, after: str, tmp_path: Path) -> None:
    """A number is no punctuation, and of all the words it is the one that a game turns on."""
    there = "302.2. A docked ship may be repaired by its crew once in each turn if there is timber in the warehouse."
    old, new = (edition(OLD_TEXT.replace(there, f"302.2. {text}")) for text in (before, after))
    assert told(aligned(old, new)) == {"302.2": ("reworded", ["302.2"])}
    record.write(tmp_path, "rules", "1", passages(old), {"302.2"})
    kept = record.read(tmp_path, "rules", "1")
    assert kept is not None
    # Of a rule of a few words nothing but digests is left: it is then gone, and a person has to look at it as well.
    assert align(kept.passages, passages(new)).fates["302.2"].kind in {Kind.REWORDED, Kind.GONE}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Row (see rule 301.2).", "Row (see rule 301.5)."),
        ("Row (see rules 301.2a-b).", "Row (see rules 302.2b-c)."),
        ('Row. See rule 306, "Tolls."', 'Row. See rule 305, "Duties."'),
        ("Row, and rest.", "Row and rest."),
        ("Row a well-known boat.", "Row a well known boat."),
        ("A bit: \u00bd.", "A bit: 1/2."),
        ("It gets \u22121/\u20131.", "It gets -1/-1."),
    ],
)
def test_references_and_typing_are_no_wording(before: str, after: str) -> None:
    there = "302.2. A docked ship may be repaired by its crew once in each turn if there is timber in the warehouse."
    old, new = (edition(OLD_TEXT.replace(there, f"302.2. {text}")) for text in (before, after))
    assert told(aligned(old, new)) in ({}, {"302.2": ("references", ["302.2"])})


def test_another_short_rule_in_the_same_place_is_another_rule() -> None:
    there = "302.2. A docked ship may be repaired by its crew once in each turn if there is timber in the warehouse."
    old, new = (edition(OLD_TEXT.replace(there, f"302.2. {text}")) for text in ("Pay {1}.", "Row twice."))
    assert told(aligned(old, new)) == {"302.2": ("gone", [])}
    assert list(aligned(old, new).fresh) == ["302.2"]
