"""
Three editions of the rules of Harbour, a game that does not exist, with every slip that real editions have had.

The texts are in the folder `harbour`. The first has `119.1d.` with a dot, `301.5` and `305.4.` without the dot or the
blank they should have, and a line separator before an example; the third numbers a rule twice and goes back to the
first one's wording of 302.1.
"""

from pathlib import Path

from checker.rules_text.read import Edition, parse

_FOLDER = Path(__file__).parent / "harbour"

EXPECTED = {
    "101.2": ("references", ["101.2"]),
    "101.3": ("references", ["101.3"]),
    "102.1": ("examples", ["102.1"]),
    "201.2": ("renumbered", ["201.3"]),
    "201.2a": ("renumbered", ["201.3a"]),
    "201.2b": ("renumbered", ["201.3b"]),
    "201.3": ("renumbered", ["201.4"]),
    "201.3a": ("renumbered", ["201.4a"]),
    "201.3b": ("renumbered", ["201.4b"]),
    "201.3c": ("renumbered", ["201.4c"]),
    "301.2b": ("renumbered", ["301.2c"]),
    "302.1": ("reworded", ["302.1"]),
    "302.2": ("renumbered-and-reworded", ["302.3"]),
    "303.1": ("split", ["303.1", "303.1a"]),
    "304.1": ("reworded", ["304.1"]),
    "304.2": ("merged", ["304.1"]),
    "305.5": ("gone", []),
    "306": ("reworded", ["306"]),
}
"""What became of each rule from the first edition to the second, worked out by hand; all others are unchanged."""

NEW_RULES = {"201.2": None, "201.2a": None, "301.2b": None, "302.2": None, "303.1a": "303.1"}
"""Rules of the second edition that no rule of the first became, with what they were split from."""


def edition(content: str) -> Edition:
    return parse(content.encode(), "a test's text")


OLD_TEXT, NEW_TEXT, LATE_TEXT = (
    (_FOLDER / f"{name}.txt").read_bytes().decode() for name in ("2031-03-08", "2032-06-06", "2033-08-07")
)
OLD, NEW, LATE = edition(OLD_TEXT), edition(NEW_TEXT), edition(LATE_TEXT)
OLD_BODY = OLD_TEXT[OLD_TEXT.index("1. The Game\n\n100. General\n\n100.1.") : OLD_TEXT.index("Glossary\n\nBerth")]
TAIL = OLD_TEXT[OLD_TEXT.index("Glossary\n\nBerth") :]
"""The glossary and what follows."""
