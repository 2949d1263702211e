"""Makes text from an engine fit to be read and parsed."""

import re

# Controls, and what reads as one: line separators, marks of the order in which text is written, halves of a character.
_UNFIT = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)

MOST = 1_500
"""How many characters of a value a person is shown; a JSON-lines report has all of them."""


def shortened(text: str) -> str:
    """Return as much of a text, which an engine may have made endless, as anybody reads."""
    return text if len(text) <= MOST else f"{text[:MOST]} … and {len(text) - MOST:,} characters more"


FIRST, LAST = 5, 5
"""How many lines of what an engine wrote are shown: a stack trace says what it is about first in one language, last in
another, and in the fifth line where Node.js ends."""


def ends(text: str) -> list[str]:
    """Return the lines of a text; of a long one, the first and the last."""
    lines = text.strip().splitlines()
    left = len(lines) - FIRST - LAST
    return lines if left <= 1 else [*lines[:FIRST], f"… and {left} lines more", *lines[-LAST:]]


_AGAIN = re.compile(r"^\(asked again of a fresh (?:process|connection); before: (.*)\)$", re.MULTILINE)
_NOTES = ("(asked again of a fresh ", "(request ")
"""How lines begin that the checker adds to what an engine wrote to its standard error."""


def parted(stderr: str) -> tuple[list[str], str]:
    """Return the checker's own notes, and what the engine itself wrote to its standard error."""
    lines = stderr.splitlines()
    notes = [line for line in lines if line.startswith(_NOTES)]
    return notes, "\n".join(line for line in lines if line not in notes)


def why_afresh(stderr: str) -> list[str]:
    """Return why requests went to a fresh process or connection, for each that did."""
    return _AGAIN.findall(stderr)


def clean(text: str) -> str:
    """Return a text with the characters that XML cannot hold or that steer a terminal written as escapes."""
    return _UNFIT.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"  # noqa: PLR2004 - as Python writes them
