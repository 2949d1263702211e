"""
The strict reader of the YAML that the corpus allows, which has the last word.

`checker.reading.yaml_subset` says what is allowed. This walks PyYAML's events and knows the line of everything, so that
it can say of all that is forbidden where it stands.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from checker.model import Place
from checker.problems import CorpusError, Problem

MAX_DEPTH: Final = 32
"""How deep mappings and sequences may nest."""

JsonPath = tuple[str | int, ...]
"""The keys and indices that lead to a value."""

# What may stand nowhere in a file: control characters (the tab is one), line breaks other than LF and CR LF, a byte
# order mark, surrogates, marks that turn the order of text around.
FORBIDDEN: Final = r"[^\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
_STEERS: Final = re.compile(r"[^\t\n\x20-\x7e\xa0-\u2029\u202f-\u2065\u206a-\U0010ffff]")
"""What may not be in a text even as an escape: it would take effect wherever the text is shown."""
_MARKER: Final = r"^(?:%|(?:---|\.\.\.)(?=[ \n]|\Z))"
_CONFLICT: Final = r"^(?:<{7}|\|{7}|={7}|>{7})(?=[ \n]|\Z)"
"""What git writes around the two sides of a conflict."""

# A plain scalar that is not text in each of YAML 1.1, YAML 1.2 and JSON alike, or is text in one of them only.
WORDS: Final = r"(?i:yes|no|on|off|y|n|true|false|null)|~|=|<<"
AMBIGUOUS: Final = re.compile(
    rf"(?:{WORDS}"
    r"|[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+"
    r"|[0-9][0-9_]*(?::[0-5]?[0-9])*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+]?[0-9]+)?"
    r"|\.(?i:inf))|\.(?i:nan)"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \n].*)?)",
    re.DOTALL,
)
INTEGER: Final = r"(?:0|-?[1-9][0-9]{0,14})"
_INTEGER_ONLY: Final = re.compile(INTEGER)
_WHOLE: Final = re.compile(rf"{INTEGER}\.0*")
_SHOWN: Final = 60
"""How many characters of a wrong value are shown."""
_LITERALS: Final[Mapping[str, bool | None]] = {"true": True, "false": False, "null": None}


@dataclass(frozen=True)
class Document:
    """A file's value, with the line where each part of it stands."""

    path: Path
    value: Any
    find: Callable[[], Mapping[JsonPath, int]] = dict
    """Finds the lines, once somebody asks for one: mostly where something is wrong."""

    @cached_property
    def lines(self) -> Mapping[JsonPath, int]:
        """The line where each part stands, by its path."""
        return self.find()

    def place(self, path: JsonPath = ()) -> Place:
        """Return where a part is, or else the nearest part around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return Place(self.path, self.lines.get(path, 0))


def wrong(place: Place, message: str, hint: str | None = None) -> CorpusError:
    """Return the error for one thing that is wrong."""
    return CorpusError([Problem(place, message, hint)])


_HINTS = (
    ("block mapping did not find expected key", "the keys of a mapping begin in one column, and a quote is closed"),
    ("did not find expected '-' indicator", "the items of a list begin in one column"),
    ("could not find expected ':'", "a colon and a blank come after a key"),
    ("expected ',' or", "a comma is missing, or what was opened is not closed"),
    ("mapping values are not allowed", "text with a colon and a blank in it goes in quotes; keys begin in one column"),
    ("quoted scalar found unexpected end", "the quote is not closed"),
    ("cannot start any token", "text that begins with such a character goes in quotes"),
)
"""What is usually wrong where the parser says so."""


def strict(text: str, path: Path) -> Document:
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
        reader.problems.append(Problem(Place(path, mark.line + 1 if mark else 0), f"not YAML: {message}", hint))
    except yaml.YAMLError as error:  # pragma: no cover - what characters there may be has been checked
        reader.problems.append(Problem(Place(path), f"not YAML: {error}"))
    if reader.problems:
        raise CorpusError(reader.problems)
    return Document(path, value, lambda: reader.lines)


def _check_characters(text: str, path: Path) -> None:
    if text.startswith("\ufeff"):
        raise wrong(Place(path, 1), "the file begins with a byte order mark", "save it as UTF-8 without one")
    if found := re.search(FORBIDDEN, text):
        character = found.group()
        what, hint = {
            "\t": ("a tab", "use spaces"),
            "\r": ("a carriage return that ends no line", "end lines with LF or CR LF"),
        }.get(
            character, (f"the character U+{ord(character):04X}", "it is invisible, and YAML libraries disagree on it")
        )
        raise wrong(_place_at(text, path, found.start()), f"{what} is not allowed here", hint)
    if found := re.search(_CONFLICT, text, re.MULTILINE):
        hint = "keep what is right of the two sides, and take the marks out"
        raise wrong(_place_at(text, path, found.start()), f"a conflict is left: `{found.group()}`", hint)
    if found := re.search(_MARKER, text, re.MULTILINE):
        hint = "a file is one document, without markers and directives"
        raise wrong(_place_at(text, path, found.start()), f"a line begins with `{found.group()}`", hint)


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
            raise wrong(Place(self.path), "the file is empty")
        value = self._value(events, next(events), (), 0)
        next(events)  # the document's end; no second one can follow, for want of a marker
        if not isinstance(extra := next(events), yaml.StreamEndEvent):
            raise wrong(Place(self.path, extra.start_mark.line + 1), "a second document begins here")
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
            raise wrong(self._place(event), f"more than {MAX_DEPTH} nested mappings and sequences")
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
                where = f"line {first} has it already" if first != line else "this line has it already"
                self._problem(item, f"the key `{key}` appears a second time", where)
            self.lines[(*path, key)] = line
            mapping[key] = self._value(events, next(events), (*path, key), depth + 1)
        return mapping

    def _key(self, event: Any) -> str:
        import yaml

        self._check_properties(event)
        if isinstance(event, yaml.AliasEvent):
            return ""
        if not isinstance(event, yaml.ScalarEvent):
            raise wrong(self._place(event), "a key is a mapping or a sequence", "a key has to be text")
        key: str = event.value
        self._check_escapes(event)
        if not event.style:
            if not key:
                self._problem(event, "a key is missing before the colon")
            elif AMBIGUOUS.fullmatch(key):
                hint = "write out what it is to bring in" if key == "<<" else f'write "{key}"'
                self._problem(event, f"the key `{key}` is not text in every YAML library", hint)
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
            self._problem(event, f"YAML libraries disagree on `{value}`", f"write `{_plain(value)}`, or quote it")
        elif AMBIGUOUS.fullmatch(value):
            short = value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…"
            whole = f" for text, or {value.partition('.')[0]} for a number" if _WHOLE.fullmatch(value) else ""
            self._problem(event, f"`{short}` is not text in every YAML library", f'write "{short}"{whole}')
        return value

    def _check_escapes(self, event: Any) -> None:
        if event.style == '"' and (found := _STEERS.search(event.value)):
            self._problem(event, f"there is an escape for the character U+{ord(found[0]):04X}", "leave it out")

    def _check_properties(self, event: Any) -> None:
        anchor = getattr(event, "anchor", None)
        if anchor is not None:
            alias = type(event).__name__ == "AliasEvent"
            what = f"the alias `*{anchor}`" if alias else f"the anchor `&{anchor}`"
            self._problem(event, f"{what} is not allowed here", "write the value out where it is needed")
        if getattr(event, "tag", None) is not None:
            self._problem(event, f"the tag `{event.tag}` is not allowed here", "leave it out; quotes make a value text")

    def _problem(self, event: Any, message: str, hint: str | None = None) -> None:
        self.problems.append(Problem(self._place(event), message, hint))

    def _place(self, event: Any) -> Place:
        return Place(self.path, event.start_mark.line + 1)


def _plain(value: str) -> str:
    return "null" if value == "~" else value.lower()
