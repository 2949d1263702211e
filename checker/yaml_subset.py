"""
Reads the small YAML that the corpus allows: what every YAML library reads alike.

That is YAML 1.2 with the values of JSON: mappings with text as keys, sequences, text, whole numbers, `true`, `false`
and `null`; block and flow style, comments, quoted, folded and literal text. There are no anchors, aliases, tags, merge
keys, directives, document markers, duplicate keys, tabs, and no word or number that two libraries could
read differently: `yes`, `2020-01-01`, `007`, `614.5`.

Two readers give the same values. The strict one walks PyYAML's events and knows the line of everything; it has the
last word. The fast one is py-yaml12, which by itself would let pass much of what is forbidden; its result counts
only where `_fast` can show that nothing forbidden is there. A wrong guess costs time, never meaning.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from checker.model import Place
from checker.problems import CorpusError, Problem

MAX_BYTES: Final = 1 << 20
"""The size of a file, at most."""
MAX_DEPTH: Final = 32
"""How many mappings and sequences may lie within each other."""

JsonPath = tuple[str | int, ...]
"""The keys and indices that lead to a value."""

_FAST_MAX: Final = 1 << 16

# What may stand nowhere in a file: control characters (the tab is one), line breaks other than LF and CR LF, a byte
# order mark, surrogates, marks that turn the order of text around.
_FORBIDDEN: Final = (
    r"[^\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_STEERS: Final = re.compile(r"[^\t\n\x20-\x7e\xa0-\u2029\u202f-\u2065\u206a-\U0010ffff]")
"""What does not stand in a text even as an escape: it would be at work wherever the text is shown."""
_MARKER: Final = r"^(?:%|(?:---|\.\.\.)(?=[ \n]|\Z))"

# A plain scalar that is not text in each of YAML 1.1, YAML 1.2 and JSON alike, or is text in one of them only.
_WORDS: Final = r"(?i:yes|no|on|off|y|n|true|false|null)|~|=|<<"
_AMBIGUOUS: Final = re.compile(
    rf"(?:{_WORDS}"
    r"|[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+"
    r"|[0-9][0-9_]*(?::[0-5]?[0-9])*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+]?[0-9]+)?"
    r"|\.(?i:inf))|\.(?i:nan)"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \n].*)?)",
    re.DOTALL,
)
_INTEGER: Final = r"(?:0|-?[1-9][0-9]{0,14})"
_INTEGER_ONLY: Final = re.compile(_INTEGER)
_SHOWN: Final = 60
"""How many characters of a wrong value are shown."""
_LITERALS: Final[Mapping[str, bool | None]] = {"true": True, "false": False, "null": None}

# What the fast reader does not take: a word or number that is, or might be, forbidden, a node's property, a key with a
# question mark. Put so that the search skips from one place where a plain scalar can begin to the next;
# the text has a line break put before it.
_END: Final = r"(?=[ ]*[\n,\]}:#])"
_SURELY_END: Final = r"(?=[ ]*(?:[\n,\]}]|:[ \n])|[ ]+#)"
_SUSPECT: Final = re.compile(
    r"[\n\[{,:?-][ ]*(?=[-+.0-9~=<&*!?yYnNoOtTfF])"
    rf"(?:[&*!?]|(?!(?:true|false|null){_SURELY_END})(?:{_WORDS}){_END}"
    rf"|(?!{_INTEGER}{_SURELY_END})[-+.]*[0-9][\w.:+-]*{_END}|[-+]*\.(?i:inf|nan)|[0-9]{{4}}-[0-9])"
)
_COLON: Final = re.compile(r":(?=[ \n])")
_MARK: Final = "\ue000"
_MARKED: Final = re.compile(rf"{_MARK}\d+")
_BLOCK: Final = re.compile(r"((?:[ ]|- )*)[\w ]+: [>|][+-]?")
"""A key of a block scalar; the group ends at the key's column."""
_SINGLE_QUOTE: Final = re.compile(r"(?:^|[\[{,:-])[ ]*'")
"""Where a scalar in single quotes may begin."""
_NULL: Final = re.compile(r" +null(?:[ ]*[,}\n]|[ ]+#)")
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


@dataclass(frozen=True, slots=True)
class Document:
    """A file's value, with the line where each part of it stands."""

    path: Path
    value: Any
    lines: Mapping[JsonPath, int] = field(default_factory=dict)

    def place(self, path: JsonPath = ()) -> Place:
        """Return where a part stands, or else the nearest part around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return Place(self.path, self.lines.get(path, 0))


def read(content: bytes, path: Path) -> Any:
    """Return the value of a file's content; `CorpusError` says what is wrong with it, `path` names it there."""
    text = _decode(content, path)
    fast, value = _fast(text)
    return value if fast else _strict(text, path).value


def read_with_lines(content: bytes, path: Path, *, most: int = MAX_BYTES) -> Document:
    """Return the value of a file of at most so many bytes, with the line of each part; raises `CorpusError`."""
    return _strict(_decode(content, path, most), path)


def _decode(content: bytes, path: Path, most: int = MAX_BYTES) -> str:
    if len(content) > most:
        raise _error(Place(path), f"the file has {len(content):,} bytes; the limit is {most:,}")
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        bad = content[error.start]
        utf16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
        hint = "the file looks like UTF-16; save it as UTF-8" if utf16 else "save the file as UTF-8"
        raise _error(Place(path, line), f"the file is not UTF-8: byte 0x{bad:02X} does not belong here", hint) from None
    return text.replace("\r\n", "\n") if "\r" in text else text


def _error(place: Place, message: str, hint: str | None = None) -> CorpusError:
    return CorpusError([Problem(place, message, hint)])


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
    if not plain and re.search(_FORBIDDEN, text):
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
        if item is not None:
            mapping[key] = _unmark(item, parts, depth + 1)
        elif _NULL.match(parts[index + 1]):
            mapping[key] = None
        else:
            raise ValueError(key)
    return mapping


@lru_cache(maxsize=1024)
def _is_key(key: str) -> bool:
    return key[:1].isalnum() and key[-1] != " " and not _AMBIGUOUS.fullmatch(key)


# The strict reader

_HINTS = (
    ("block mapping did not find expected key", "the keys of a mapping begin in one column, and a quote is closed"),
    ("did not find expected '-' indicator", "the items of a list begin in one column"),
    ("could not find expected ':'", "a colon and a blank come after a key"),
    ("expected ',' or", "a comma is missing, or what was opened is not closed"),
    ("mapping values are not allowed", "text with a colon and a blank in it goes in quotes"),
    ("quoted scalar found unexpected end", "the quote is not closed"),
    ("cannot start any token", "text that begins with such a character goes in quotes"),
)
"""What is mostly wrong where the parser says so."""


def _strict(text: str, path: Path) -> Document:
    """Read with PyYAML's parser, event by event, so that nothing is expanded or guessed."""
    import yaml

    _check_characters(text, path)
    reader = _Strict(path)
    loader: Any = getattr(yaml, "CLoader", yaml.Loader)
    try:
        value = reader.document(yaml.parse(text, Loader=loader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = " ".join(filter(None, (error.context, error.problem)))
        begun = error.context_mark
        if begun is not None and mark is not None and begun.line != mark.line:
            message += f", which begins in line {begun.line + 1}"
        hint = next((hint for sign, hint in _HINTS if sign in message), None)
        reader.problems.append(Problem(Place(path, mark.line + 1 if mark else 0), f"no YAML: {message}", hint))
    except yaml.YAMLError as error:  # pragma: no cover - what characters there may be has been checked
        reader.problems.append(Problem(Place(path), f"no YAML: {error}"))
    if reader.problems:
        raise CorpusError(reader.problems)
    return Document(path, value, reader.lines)


def _check_characters(text: str, path: Path) -> None:
    if text.startswith("\ufeff"):
        raise _error(Place(path, 1), "the file begins with a byte order mark", "save it as UTF-8 without one")
    if found := re.search(_FORBIDDEN, text):
        character = found.group()
        what, hint = {
            "\t": ("a tab", "use spaces"),
            "\r": ("a carriage return that ends no line", "end lines with LF or CR LF"),
        }.get(
            character, (f"the character U+{ord(character):04X}", "it is invisible, and YAML libraries disagree on it")
        )
        raise _error(_place_at(text, path, found.start()), f"{what} stands here", hint)
    if found := re.search(_MARKER, text, re.MULTILINE):
        hint = "a file is one document, without markers and directives"
        raise _error(_place_at(text, path, found.start()), f"a line begins with `{found.group()}`", hint)


def _place_at(text: str, path: Path, offset: int) -> Place:
    return Place(path, text.count("\n", 0, offset) + 1)


class _Strict:
    """Builds a value from events; collects what is wrong with its parts and goes on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines: dict[JsonPath, int] = {}
        self.problems: list[Problem] = []

    def document(self, events: Iterator[Any]) -> Any:
        """Return the value of the only document."""
        import yaml

        next(events)  # the stream's start
        if isinstance(next(events), yaml.StreamEndEvent):
            raise _error(Place(self.path), "the file is empty")
        value = self._value(events, next(events), (), 0)
        next(events)  # the document's end; no second one can follow, for want of a marker
        if not isinstance(extra := next(events), yaml.StreamEndEvent):
            raise _error(Place(self.path, extra.start_mark.line + 1), "a second document begins here")
        return value

    def _value(self, events: Iterator[Any], event: Any, path: JsonPath, depth: int) -> Any:
        import yaml

        self.lines.setdefault(path, event.start_mark.line + 1)
        self._check_properties(event)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        if isinstance(event, yaml.AliasEvent):
            return None
        if depth >= MAX_DEPTH:
            raise _error(self._place(event), f"more than {MAX_DEPTH} mappings and sequences lie within each other")
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Any] = []
            while not isinstance(item := next(events), yaml.SequenceEndEvent):
                items.append(self._value(events, item, (*path, len(items)), depth + 1))
            return items
        mapping: dict[str, Any] = {}
        while not isinstance(item := next(events), yaml.MappingEndEvent):
            key = self._key(item)
            line = item.start_mark.line + 1
            if key in mapping:
                first = self.lines[(*path, key)]
                where = f"line {first} has it already" if first != line else "it is there already"
                self._problem(item, f"the key `{key}` stands here a second time", where)
            self.lines[(*path, key)] = line
            mapping[key] = self._value(events, next(events), (*path, key), depth + 1)
        return mapping

    def _key(self, event: Any) -> str:
        import yaml

        self._check_properties(event)
        if isinstance(event, yaml.AliasEvent):
            return ""
        if not isinstance(event, yaml.ScalarEvent):
            raise _error(self._place(event), "a key is a mapping or a sequence", "a key has to be text")
        key: str = event.value
        self._check_escapes(event)
        if not event.style:
            if not key:
                self._problem(event, "a key is missing before the colon")
            elif _AMBIGUOUS.fullmatch(key):
                self._problem(event, f"the key `{key}` is not text to every YAML library", f'write "{key}"')
        return key

    def _scalar(self, event: Any) -> str | int | bool | None:
        value: str = event.value
        if event.style:
            self._check_escapes(event)
            return value
        if value in _LITERALS:
            return _LITERALS[value]
        if _INTEGER_ONLY.fullmatch(value):
            return int(value)
        if not value:
            self._problem(event, "a value is missing", 'write `null`, `[]`, `{}` or `""` if nothing is meant')
        elif value.lower() in _LITERALS or value == "~":
            self._problem(event, f"`{value}` is not read alike everywhere", f"write `{_plain(value)}`, or quote it")
        elif _AMBIGUOUS.fullmatch(value):
            short = value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…"
            self._problem(event, f"`{short}` is not text to every YAML library", f'write "{short}"')
        return value

    def _check_escapes(self, event: Any) -> None:
        if event.style == '"' and (found := _STEERS.search(event.value)):
            self._problem(event, f"an escape stands here for the character U+{ord(found[0]):04X}", "leave it out")

    def _check_properties(self, event: Any) -> None:
        anchor = getattr(event, "anchor", None)
        if anchor is not None:
            alias = type(event).__name__ == "AliasEvent"
            what = f"the alias `*{anchor}`" if alias else f"the anchor `&{anchor}`"
            self._problem(event, f"{what} stands here", "write the value out where it is needed")
        if getattr(event, "tag", None) is not None:
            self._problem(event, f"the tag `{event.tag}` stands here", "leave it out; quotes make a value text")

    def _problem(self, event: Any, message: str, hint: str | None = None) -> None:
        self.problems.append(Problem(self._place(event), message, hint))

    def _place(self, event: Any) -> Place:
        return Place(self.path, event.start_mark.line + 1)


def _plain(value: str) -> str:
    return "null" if value == "~" else value.lower()
