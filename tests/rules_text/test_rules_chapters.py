"""
What real editions did to three chapters, once in texts of our own and once, where somebody has them, in the real ones.

The invented text has a rule for each thing that happened between 2013 and 2026 to the chapters on mana, on replacement
effects and on exchange; what became of each was worked out by hand.
"""

import os
import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from checker.rules_text import fetch
from checker.rules_text.align import Alignment, Kind, align, passages
from checker.rules_text.read import Edition
from tests.rules_text.harbour_books import LATE, NEW, OLD, TAIL, edition

OLD_CHAPTERS = """\
1. The Game

106. Coal

106.1. Coal is what ships burn. It lies in a player's bunker until it is burnt.
106.4. Coal that an effect makes is put into a bunker and may be burnt from there at once.
106.4a Whoever hands on the lantern says first how much coal the bunker holds. Coal that is left over after a payment \
has to be named aloud as well.
106.10. To "stoke a boiler for steam" is to use the ability of a boiler that has the stoking sign in front of it.
106.11. The Great Collier is the only card that moves the coal of a whole bunker to another one.

6. Effects

614. Orders Instead

614.1. Some lasting orders wait for something to happen and put another thing in its place.
614.1c Such are orders that say "[this ship] comes into the harbour with" something, or "as [this ship] comes into the \
harbour" something is done.
614.5. Each order tries once to change a thing, whatever has become of it since.
614.8. Mending is such an order: the hull is made good instead of lost. See rule 701.2.
614.12. To know how a ship comes in, look at it as it would lie in the harbour.
Example: The Gull would lie at the quay and is therefore painted grey.
614.12b Some orders let a ship come in with one of two flags, each marked by a word that its captain has to choose.
614.13b While several orders are carried out on a single ship that comes in, no crate is moved by two of them.

7. Words

701. Named Actions

701.1. Barter
701.1a Players barter as a whole or not at all: if one part of it can't be done, none is done.
701.1b If both ships belong to one captain, bartering them does nothing whatever.
701.1c Two sums are bartered by winning and losing, until each of the two players has what the other had before.
701.2. Mend
701.2a To mend a hull is to lay a shield on it until the next dawn.

"""
NEW_CHAPTERS = """\
1. The Game

106. Coal

106.1. Coal is what ships burn. It lies in a player's bunker until it is burnt.
106.4. Coal that an effect tells somebody to add is put into a bunker and may be burnt from there at once or be kept.
106.4a Coal that is left over after a payment has to be named aloud.
106.4b Whoever hands on the lantern says first how much coal the bunker holds.
106.10. Any coal that has no colour counts as black from the moment in which somebody adds it.
106.12. To "stoke [a boiler] for steam" is to use the ability of a boiler that has the stoking sign in front of it.
106.13. The Great Collier is the only card by which the coal of a whole bunker is lost and added to another one.

6. Effects

614. Orders Instead

614.1. Some lasting orders wait for something to happen and put another thing in its place.
614.1c Such are orders that say "[this ship] comes in with" something, or "as [this ship] comes in" something is done.
614.5. Each order tries once to change a thing, whatever has become of that thing since.
614.8. Mending is such an order: the hull is made good instead of lost. See rule 701.4.
614.12. To know how a ship comes in, look at it as it would lie in the harbour.
Example: The Tern would lie at the quay and is therefore painted white.
614.12b If several orders that want a choice of a player change how several ships come in together, that player can't \
choose what could not be paid for all of them.
614.12c Some orders let a ship come in with one of two flags, each marked by a word that its captain has to choose.
614.13b While several orders are carried out on one or more ships that come in, no crate is moved by two of them.

7. Words

701. Named Actions

701.1. Twice
701.1a To do a thing twice is to do it, and then to do it once more as soon as it has been done.
701.1b A number is made twice as large by adding to it as much as it was before anything was added.
701.3. Barter
701.3a Players barter as a whole or not at all: if one part of it can't be done, none is done.
701.3b If both ships belong to one captain, bartering them does nothing whatever.
701.3c Two sums are bartered by winning and losing, until each of the two players has what the other had before. Who \
can't win is left with the smaller sum.
701.4. Mend
701.4a To mend a hull is to lay a shield on it until the next dawn.

"""
BECAME = {
    "106.4": ("reworded", ["106.4"]),
    "106.4a": ("split", ["106.4a", "106.4b"]),
    "106.10": ("renumbered", ["106.12"]),
    "106.11": ("renumbered-and-reworded", ["106.13"]),
    "614.1c": ("reworded", ["614.1c"]),
    "614.5": ("reworded", ["614.5"]),
    "614.8": ("references", ["614.8"]),
    "614.12": ("examples", ["614.12"]),
    "614.12b": ("renumbered", ["614.12c"]),
    "614.13b": ("reworded", ["614.13b"]),
    "701.1": ("renumbered", ["701.3"]),
    "701.1a": ("renumbered", ["701.3a"]),
    "701.1b": ("renumbered", ["701.3b"]),
    "701.1c": ("renumbered-and-reworded", ["701.3c"]),
    "701.2": ("renumbered", ["701.4"]),
    "701.2a": ("renumbered", ["701.4a"]),
}
NEW_ONES = {"106.4b": "106.4a", "106.10": None, "614.12b": None, "701.1": None, "701.1a": None, "701.1b": None}


def text(chapters: str) -> Edition:
    spaced = chapters.replace("\n", "\n\n").replace("\n\nExample", "\nExample")
    return edition(f"Rules\n\nThese rules are effective as of May 1, 2031.\n\n{spaced}\n\n{TAIL}")


def told(alignment: Alignment) -> dict[str, tuple[str, list[str]]]:
    return {
        key: (str(fate.kind), list(fate.new))
        for key, fate in alignment.fates.items()
        if fate.kind is not Kind.UNCHANGED
    }


def test_what_became_of_each_rule_of_the_three_chapters() -> None:
    alignment = align(passages(text(OLD_CHAPTERS)), passages(text(NEW_CHAPTERS)))
    assert told(alignment) == BECAME
    assert {key: fate.source for key, fate in alignment.fresh.items()} == NEW_ONES
    assert alignment.back["701.3"] == "701.1"
    assert "701.1" not in alignment.back, "what has the old number now is not taken for the old rule"


@pytest.mark.parametrize("editions", [(OLD, NEW, LATE), (LATE, NEW, OLD)])
def test_two_steps_lead_where_one_does(editions: tuple[Edition, ...]) -> None:
    first, second, third = map(passages, editions)
    there, on, whole = align(first, second), align(second, third), align(first, third)
    for key, fate in whole.fates.items():
        middle = there.fates[key].new[:1]
        if there.fates[key].kind is not Kind.MERGED:
            assert (on.fates[middle[0]].new[:1] if middle else ()) == fate.new[:1], key


# -- the real texts, where somebody has them: read rule by rule, and only numbers and kinds are told here

BETWEEN = {
    ("20130501", "20131101"): ({}, []),
    ("20131101", "20240308"): (
        {
            **dict.fromkeys(("106.3", "106.4", "106.6", "106.8"), "reworded"),
            "106.4a": "split 106.4a 106.4b",
            **dict.fromkeys(("106.5", "106.7"), "examples"),
            "106.10": "renumbered 106.12",
            "106.11": "renumbered-and-reworded 106.13",
            **dict.fromkeys(("614.5", "614.8", "614.9", "614.10a", "614.12", "614.13a", "614.15"), "reworded"),
            **{f"X{letter}": "renumbered X" + letter for letter in ("", "a", "b", "e", "f")},
            **{f"X{letter}": "renumbered-and-reworded X" + letter for letter in "cdg"},
        },
        [
            *("106.4b", "106.6a", "106.10", "106.11", "106.12a", "106.12b", "614.12b", "614.13c"),
            *("614.16", "614.17", "614.17a", "614.17b", "614.17c", "614.17d", "Xh"),
        ],
    ),
    ("20240308", "20240730"): (
        {
            **dict.fromkeys(("614.1c", "614.1d"), "reworded"),
            **dict.fromkeys(("614.12", "614.13a", "614.13c"), "examples"),
        },
        [],
    ),
    ("20240730", "20240920"): ({}, []),
    ("20240920", "20250404"): (dict.fromkeys(("614.12", "614.13a", "614.13c"), "examples"), []),
    ("20250404", "20250606"): (
        {"614.8": "references", **{f"X{letter}": "renumbered X" + letter for letter in ("", *"abcdefgh")}},
        [],
    ),
    ("20250606", "20250919"): ({"614.12b": "renumbered 614.12c", "614.13b": "reworded"}, ["614.12b"]),
    ("20250919", "20260807"): ({}, []),
}
"""From each edition to the next: what became of rules, and which are new; `X` stands for the number of Exchange."""
SECTIONS = ("106", "614")


@pytest.fixture(scope="module")
def real() -> dict[str, Edition]:
    folder = os.environ.get("RULINGS_RULES_TEXTS")
    if not folder:
        pytest.skip("RULINGS_RULES_TEXTS names no folder of official rules texts, which are not ours to ship")
    names = sorted({name for pair in BETWEEN for name in pair})
    if missing := [name for name in names if not Path(folder, f"{name}.txt").is_file()]:
        pytest.skip(f"the folder has no {missing[0]}.txt")
    return {name: fetch.read(str(Path(folder, f"{name}.txt"))) for name in names}


def short(read: Edition, key: str) -> str | None:
    """Return a rule's number with `X` for that of Exchange; None for a rule of another chapter."""
    exchange = next(rule.number for rule in read.rules if rule.text.strip() == "Exchange" and rule.number[:3] == "701")
    if re.fullmatch(re.escape(exchange) + "[a-z]?", key):
        return key.replace(exchange, "X")
    return key if key.startswith(SECTIONS) else None


def test_the_three_chapters_from_each_edition_to_the_next(real: dict[str, Edition]) -> None:
    for (before, after), (became, fresh) in BETWEEN.items():
        old, new = real[before], real[after]
        alignment = align(passages(old), passages(new))
        found = {}
        for key, fate in alignment.fates.items():
            name = short(old, key)
            if name is not None and fate.kind is not Kind.UNCHANGED:
                now = [short(new, each) or each for each in fate.new]
                moved = " ".join(["", *now]) if fate.moved or fate.kind is Kind.SPLIT else ""
                found[name] = f"{fate.kind}{moved}"
        assert found == became, (before, after)
        names = (short(new, key) for key in alignment.fresh)
        assert [name for name in names if name is not None] == fresh, (before, after)


def test_the_three_chapters_by_every_way_through_the_editions(real: dict[str, Edition]) -> None:
    known = {name: passages(read) for name, read in real.items()}
    ways = {pair: align(known[pair[0]], known[pair[1]]) for pair in combinations(known, 2)}
    for first, second, third in combinations(known, 3):
        for key, fate in ways[first, third].fates.items():
            if short(real[first], key) is None:
                continue
            middle = ways[first, second].fates[key].new[:1]
            assert (ways[second, third].fates[middle[0]].new[:1] if middle else ()) == fate.new[:1], (first, third, key)
    assert all(pair in ways for pair in pairwise(known))
