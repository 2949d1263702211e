"""
Reads the small YAML that the corpus allows: what every YAML library reads alike.

That is YAML 1.2 with the values of JSON: mappings with text as keys, sequences, text, whole numbers, `true`, `false`
and `null`; block and flow style, comments, quoted, folded and literal text. There are no anchors, aliases, tags, merge
keys, directives, document markers, duplicate keys, tabs, and no word or number that two libraries could
read differently: `yes`, `2020-01-01`, `007`, `614.5`.

Two readers give the same values. The strict one, `checker.reading.yaml_strict`, has the last word. The fast one is
py-yaml12, which by itself would let pass much of what is forbidden; its result counts only where `_fast` can show that
nothing forbidden is there. A wrong guess costs time, never meaning.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from checker.model import Place
from checker.reading.yaml_strict import AMBIGUOUS, FORBIDDEN, INTEGER, MAX_DEPTH, WORDS, Document, strict, wrong

MAX_BYTES: Final = 1 << 20
"""The size of a file, at most."""
_FAST_MAX: Final = 1 << 18

# What the fast reader does not take: a word or number that is, or might be, forbidden, a node's property, a key with a
# question mark. Put so that the search skips from one place where a plain scalar can begin to the next;
# the text has a line break put before it.
_END: Final = r"(?=[ ]*[\n,\]}:#])"
_SURELY_END: Final = r"(?=[ ]*(?:[\n,\]}]|:[ \n])|[ ]+#)"
_SUSPECT: Final = re.compile(
    r"(?:[\n\[{,:?]|-(?=[ ]))[ ]*(?=[-+.0-9~=<&*!?yYnNoOtTfF])"
    rf"(?:[&*!?]|(?!(?:true|false|null){_SURELY_END})(?:{WORDS}){_END}"
    rf"|(?!{INTEGER}{_SURELY_END})[-+.]*[0-9][\w.:+-]*{_END}|[-+]*\.(?i:inf|nan)|[0-9]{{4}}-[0-9])"
)
_COLON: Final = re.compile(r":(?=[ \n])")
_MARK: Final = "\ue000"
_MARKED: Final = re.compile(rf"{_MARK}\d+")
_BLOCK: Final = re.compile(r"((?:[ ]|- )*)[\w ]+: [>|][+-]?")
"""A key of a block scalar; the group ends at the key's column."""
_SINGLE_QUOTE: Final = re.compile(r"(?:^|[\[{,:-])[ ]*'")
"""Where a scalar in single quotes may begin."""
_NULL: Final = re.compile(r" +null(?:[ ]*[,}\n]|[ ]+#)")
_EMPTY: Final = re.compile(r' +""(?:[ ]*[,}\n]|[ ]+#)')
_SUSPECT_PARTS: Final = (
    "\n%",
    "\n---",
    "\n...",
    _MARK,
    "\\",  # an escape might make anything
    "- - - - - - - - ",  # enough of these would overflow the fast reader's stack
)
# A mapping that begins at the margin, and a line break at the end: otherwise py-yaml12 may leave out what follows a
# first value, and reads a last `|` wrongly.
_USUAL: Final = re.compile(r"(?:#.*\n|\n)*[A-Za-z](?s:.*)\n\Z")
_ASCII_TEXT: Final = bytes([10, *range(0x20, 0x7F)])


def read(content: bytes, path: Path) -> Any:
    """Return the value of a file's content; `CorpusError` says what is wrong with it, `path` names it there."""
    text = _decode(content, path)
    fast, value = _fast(text)
    return value if fast else strict(text, path).value


def read_with_lines(content: bytes, path: Path, *, most: int = MAX_BYTES) -> Document:
    """Return the value of a file of at most so many bytes, with the line of each part; raises `CorpusError`."""
    text = _decode(content, path, most)
    fast, value = _fast(text)
    return Document(path, value, lambda: strict(text, path).lines) if fast else strict(text, path)


def _decode(content: bytes, path: Path, most: int = MAX_BYTES) -> str:
    if len(content) > most:
        raise wrong(Place(path), f"the file has {len(content):,} bytes; the limit is {most:,}")
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        bad = content[error.start]
        utf16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
        hint = "the file looks like UTF-16; save it as UTF-8" if utf16 else "save the file as UTF-8"
        raise wrong(Place(path, line), f"the file is not UTF-8: byte 0x{bad:02X} does not belong here", hint) from None
    return text.replace("\r\n", "\n") if "\r" in text else text


# The fast reader, and why its result can be trusted


def _fast(text: str) -> tuple[bool, Any]:
    """
    Read with py-yaml12; say whether the result is what the strict reader would give.

    Nothing suspect may be in the text. What is left to rule out - duplicate keys, of which py-yaml12 keeps the last,
    and what is missing, which it takes for null - shows when each colon is marked with its number before the text
    is parsed. Then no two keys are the same; each key tells which colon it stood before, and one that tells none had no
    colon; and the text after the colon tells whether a null was written. The marks are taken out of the result.
    """
    import yaml12

    if len(text) > _FAST_MAX or not _USUAL.match(text) or _suspect(text):
        return False, None
    parts = _COLON.split(text)
    marked = "".join([_marked(part, number) for number, part in enumerate(parts[:-1])]) + parts[-1]
    try:
        value = yaml12.parse_yaml(marked)
        if not isinstance(value, dict):
            return False, None
        return True, _unmark(value, parts, 0)
    except (ValueError, RecursionError):  # of either
        return False, None


def _marked(part: str, number: int) -> str:
    """Return what stands before a colon with the colon's number, which goes within the quotes of a quoted key."""
    return f'{part[:-1]}{_MARK}{number}":' if part.endswith('"') else f"{part}{_MARK}{number}:"


def _suspect(text: str) -> bool:
    plain = text.isascii() and not text.encode().translate(None, _ASCII_TEXT)
    if not plain and re.search(FORBIDDEN, text):
        return True
    lines = f"\n{text}\n"
    if any(part in lines for part in _SUSPECT_PARTS):
        return True
    structure = _without_prose(text)
    return structure is None or bool(_SUSPECT.search(structure))


def _without_prose(text: str) -> str | None:
    """
    Return a text without the lines of its block scalars, which are prose whatever they look like.

    None if a quoted scalar may go on from one line to the next: what looks like the start of a block scalar could then
    be a part of it.
    """
    kept = [""]
    prose = -1  # the column of the key that a block scalar belongs to
    for line in text.split("\n"):
        content = line.lstrip(" ")
        if prose >= 0 and (not content or len(line) - len(content) > prose):
            continue
        prose = -1
        if line.count('"') % 2 or _SINGLE_QUOTE.search(line):
            return None
        if begins := _BLOCK.fullmatch(line):
            prose = len(begins[1])
        kept.append(line)
    kept.append("")
    return "\n".join(kept)


def _unmark(value: Any, parts: list[str], depth: int) -> Any:
    """Return a marked value without its marks; `ValueError` if only the strict reader can judge it."""
    kind = type(value)
    if kind is str:
        if _MARK in value:
            value = _MARKED.sub("", value)
        # Nothing: was it written out or left out? And py-yaml12 takes for text what cannot begin any.
        if not value.strip() or value[0] in "|>:@`%":
            raise ValueError(value)
        return value
    if kind is int or kind is bool:
        return value
    if depth >= MAX_DEPTH:
        raise ValueError(depth)
    if kind is list:
        return [_unmark(item, parts, depth + 1) for item in value]
    if kind is dict:
        return _unmark_mapping(value, parts, depth)
    raise ValueError(value)  # a null in a list, a float, a value with a tag


def _unmark_mapping(marked: dict[Any, Any], parts: list[str], depth: int) -> dict[str, Any]:
    mapping: dict[str, Any] = {}
    for name, item in marked.items():
        key, _, number = name.partition(_MARK) if type(name) is str else ("", "", "")
        index = int(number)
        quoted = parts[index].endswith(f'"{key}"') and '"' not in key
        if key in mapping or not (quoted or (parts[index].endswith(key) and _is_key(key))):
            raise ValueError(key)
        if item == "" and _EMPTY.match(parts[index + 1]):
            mapping[key] = ""
        elif item is not None:
            mapping[key] = _unmark(item, parts, depth + 1)
        elif _NULL.match(parts[index + 1]):
            mapping[key] = None
        else:
            raise ValueError(key)
    return mapping


@lru_cache(maxsize=1024)
def _is_key(key: str) -> bool:
    return (key[:1].isalnum() or key[:1] == "+") and key[-1] != " " and not AMBIGUOUS.fullmatch(key)
