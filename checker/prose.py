"""Puts positions, actions and results into lines that a person can read, whatever the game."""

from collections.abc import Iterator, Mapping
from typing import Any

_WIDE = 76
"""A part that is longer than this is put on several lines."""


def many(number: int, noun: str) -> str:
    """Return a number of things, such as `1 case` or `2,187 cases`."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def capital(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def in_words(key: str) -> str:
    """Return a key as words: `commander_tax` is the commander tax."""
    return key.replace("_", " ")


def lines(value: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """Yield a position, or a part of one, with a line for each key, and more where a line would be long."""
    for key, item in value.items():
        line = f"{indent}{in_words(key)}: {inline(item)}"
        if isinstance(item, dict) and (len(line) > _WIDE or _holds_collections(item)):
            yield f"{indent}{in_words(key)}:"
            yield from lines(item, f"{indent}  ")
        elif isinstance(item, list) and len(line) > _WIDE:
            yield f"{indent}{in_words(key)}:"
            yield from (f"{indent}  - {inline(part)}" for part in item)
        else:
            yield line


def inline(value: Any) -> str:
    """Return a value on one line."""
    match value:
        case None:
            return "not there"
        case bool():
            return "yes" if value else "no"
        case []:
            return "nothing"
        case {} if not value:
            return "nothing"
        case list():
            return ", ".join(_nested(part) for part in value)
        case dict() if all(type(part) is int for part in value.values()):
            return ", ".join(f"{in_words(key)} {part}" for key, part in value.items())
        case dict():
            return ", ".join(f"{in_words(key)}: {_nested(part)}" for key, part in value.items())
    return str(value)


def _nested(value: Any) -> str:
    return f"({inline(value)})" if isinstance(value, list | dict) and value else inline(value)


def _holds_collections(value: Mapping[str, Any]) -> bool:
    return any(isinstance(part, dict | list) for part in value.values())
