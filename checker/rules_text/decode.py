"""Turns the bytes of a published rules text into characters, whatever program saved it."""

import re

from checker.problems import UsageError

LIMIT = 16 * 1024 * 1024
"""The most bytes that a rules text may have; the longest edition so far has 1.3 million."""

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)

_MAGIC = (
    (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive or a Word document"),
    (b"\xd0\xcf\x11\xe0", "an old Word document"),
    (b"{\\rtf", "an RTF document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
)

_HTML = re.compile(r"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b|\s*<\?xml\b", re.IGNORECASE | re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_LOST = re.compile(r"\b[^\W\d_]+[?\ufffd][^\W\d_]+\b")
"""A word with a sign in it that stands for one that an encoding does not have: `can?t`."""
_FEW = 20
_HIGH = re.compile(rb"[\x80-\xff]")

# CP1252 and CP437 give a meaning to nearly every byte, so only sense can tell them apart: in CP1252 the bytes from 80
# are quotes, dashes and signs, in CP437 accented letters.
_LETTERS_OF_437 = frozenset(range(0x80, 0x9B)) | frozenset(range(0xA1, 0xA6))
_LETTERS_OF_1252 = frozenset(range(0xC0, 0xFF)) - {0xD7, 0xF7}
_OPENING, _CLOSING = b"\x91\x93", b"\x85\x94\x95\x96"
_ALWAYS_1252 = b"\x92\x97\x99\xa9\xae"  # apostrophe, long dash, signs of ownership
_BLANK_1252, _BLANK_437 = 0xA0, 0xFF


class RulesTextError(UsageError):
    """A rules text that cannot be read; the message says what is wrong and what would be right."""


def decode(data: bytes, name: str) -> str:
    """
    Return the characters of a rules text.

    Knows UTF-8, UTF-16 and UTF-32 with or without a byte order mark, CP1252 and CP437. `name` is what messages
    call the text. Raises `RulesTextError` for what is no plain text.
    """
    if not data.strip():
        raise RulesTextError(f"{name}: the file is empty; expected the plain text of the rules")
    for start, what in _MAGIC:
        if data.startswith(start):
            raise RulesTextError(f"{name}: this is {what}; expected the plain text of the rules (.txt)")
    text = _decoded(data)
    if _HTML.match(text[:4096]):
        raise RulesTextError(f"{name}: this is a web page; expected the plain text of the rules (the .txt link on it)")
    controls = len(_CONTROL.findall(text[:65536]))
    if controls * 1000 > min(len(text), 65536):
        raise RulesTextError(f"{name}: this is binary data; expected the plain text of the rules (.txt)")
    if len(lost := _LOST.findall(text)) > _FEW:
        raise RulesTextError(
            f"{name}: quotes and dashes were lost when it was saved, as in {lost[0]!r} ({len(lost):,} like it); "
            "expected the text as it was published"
        )
    return text


def _decoded(data: bytes) -> str:
    for bom, codec in _BOMS:
        if data.startswith(bom):
            return data.decode(codec, errors="replace")
    sample = data[:4096]
    for codec, empty in (("utf-32-le", 2), ("utf-32-be", 0)):  # the half of four bytes that no letter needs
        if sample and not any(sample[empty::4]) and not any(sample[empty + 1 :: 4]):
            return data.decode(codec, errors="replace")
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if max(even, odd) * 4 > len(sample) and min(even, odd) * 8 < len(sample):  # Latin text in two bytes a character
        return data.decode("utf-16-be" if even > odd else "utf-16-le", errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(_eight_bit(data), errors="replace")


def _eight_bit(data: bytes) -> str:
    """Tell CP437 from CP1252 by what each non-ASCII byte would mean where it stands."""
    votes = sum(
        _vote(
            match[0][0],
            data[match.start() - 1 : match.start()].isalpha(),
            data[match.end() : match.end() + 1].isalpha(),
        )
        for match in _HIGH.finditer(data)
    )
    return "cp437" if votes > 0 else "cp1252"


def _vote(byte: int, after_letter: bool, before_letter: bool) -> int:
    """Return 1 for a byte that makes sense in CP437, -1 for one that does in CP1252, 0 if it does in neither."""
    inside = after_letter and before_letter
    if byte == _BLANK_437:
        return 1
    if byte == _BLANK_1252:  # an accented a in CP437
        return 0 if inside else 1 if after_letter else -1
    if byte in _ALWAYS_1252:
        return -1
    if byte in _OPENING:
        return 1 if after_letter else -1
    if byte in _CLOSING:
        return 1 if before_letter else -1
    if byte in _LETTERS_OF_437:
        return 1 if after_letter or before_letter else 0
    return -1 if byte in _LETTERS_OF_1252 and (after_letter or before_letter) else 0
