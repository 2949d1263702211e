"""What in a source file is a citation of a rule, and what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.rules_text.scan import mentions
from tests.rules_text.harbour_books import NEW, OLD


def known(number: str) -> bool:
    return number in OLD.by_key or number in NEW.by_key


def found(text: str, path: str = "x.py") -> list[str]:
    return [mention.number for mention in mentions(text.encode(), known, path)]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("// CR 301.2", ["301.2"]),
        ("CR301.2a", ["301.2a"]),
        ("see [CR#301.5].", ["301.5"]),
        ("rule 201.3b, then", ["201.3b"]),
        ("Rules 201.3a-c", ["201.3a", "201.3c"]),
        ("rules 201.3a\u2013c", ["201.3a", "201.3c"]),
        ("rules 201.3a to 201.3c", ["201.3a", "201.3c"]),
        ("CR 201.3a/b", ["201.3a", "201.3b"]),
        ("CR 201.3a, b and c.", ["201.3a", "201.3b", "201.3c"]),
        ("CR 301.2, 302.1 and CR 303.1", ["301.2", "302.1", "303.1"]),
        ("CR 301.2 + CR 302.1: ships", ["301.2", "302.1"]),
        ("(\u00a7301.2)", ["301.2"]),
        ('rule: "301.2"', ["301.2"]),
        ('@rule("301.2a")', ["301.2a"]),
        ("comprehensive rules 301.2.", ["301.2"]),
        ("rule\n    // 301.2 says", ["301.2"]),
        ("CR 301: sailing", ["301"]),
        ("CR 301/302", ["301", "302"]),
        ("CR 301-303", ["301", "303"]),
        ("rule 304 is about crews", ["304"]),
        ("CR 999.1 is none, but meant to be one", ["999.1"]),
        ("# 201.3a says", ["201.3a"]),
        ("x = 1  # as 201.3a\u2013c say", ["201.3a", "201.3c"]),
        ("cr 301.2, e.g. a tug", ["301.2"]),
        ("CR 201.3a, i.e. a card", ["201.3a"]),
        ("CR 201.3a \u2014 no part of it", ["201.3a"]),
        ("CR 201.3a - an example", ["201.3a"]),
        ("CR 201.3aa", ["201.3aa"]),
        ("CR 201.3ab", []),
    ],
)
def test_what_is_a_citation(text: str, numbers: list[str]) -> None:
    assert found(text) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "version 301.2.1",
        "v301.2",
        "10.301.2.4",
        "192.168.201.3",
        "x = 301.2",
        "x = 201.3f",
        "float y = 119.1d;",
        "took 301.2ms",
        "$301.25",
        "12.301.2031",
        "2031.301.2",
        "rule 301.2.4",
        "rule 1301.2",
        "in 301 cases",
        "rule 777 of nothing",
        "CR 2031",
        "CR 301.xx",
        "0x301.2a",
        "img-201.3a.png",
        "/201.3a/index",
        "error 403.1b",
        'new Card("Island", "cr301")',
    ],
)
def test_what_is_none(text: str) -> None:
    assert found(text) == []


def test_a_letter_alone_counts_only_beside_a_rule() -> None:
    assert found("a rule and b") == []
    assert found("CR 201.3a and boats") == ["201.3a"]
    assert found("CR 201.3b and a boat") == ["201.3b"]


@given(st.binary(max_size=300))
def test_any_bytes_can_be_scanned(data: bytes) -> None:
    for mention in mentions(data, known):
        assert data[mention.start : mention.end].isalnum() or b"." in data[mention.start : mention.end]


@given(st.lists(st.sampled_from(["CR 201.3a", "-c", "/b", ", ", " and ", "301.2", "\n", "rule ", "b", "302", "."])))
def test_citations_never_overlap(parts: list[str]) -> None:
    last = 0
    for mention in mentions("".join(parts).encode(), known):
        assert mention.start >= last
        last = mention.end


# -- the command
