"""Messages as bytes: the same on a pipe and over HTTP."""

import json
import re
from typing import Any, Never

import orjson

from checker.engines import PROTOCOL, BrokenProtocol, messages
from checker.model import Json

_ENCODE_ANY = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _not_json(word: str) -> Never:
    raise ValueError(f"{word} is not JSON")


def _finite(word: str) -> float:
    if (number := float(word)) in {float("inf"), float("-inf")}:
        raise ValueError(f"{messages.brief(word)} is more than a number can be")
    return number


class _TwiceError(ValueError):
    """An object has a key twice: of what stands there twice, JSON does not say which counts."""


def _object(pairs: list[tuple[str, Any]]) -> Json:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        raise _TwiceError(f"the key {messages.brief(json.dumps(next(n for n in names if names.count(n) > 1)))}")
    return made


_MARK = "\ufeff"
_DECODE = json.JSONDecoder(parse_constant=_not_json, parse_float=_finite, object_pairs_hook=_object).decode


def request(number: int, method: str, params: Json | None = None) -> bytes:
    """Return a request as a line; half a surrogate pair, which no encoding has, is escaped."""
    message: Json = {"jsonrpc": "2.0", "id": number, "method": method}
    if params is not None:
        message["params"] = params
    return encode(message)


def describing(*, rules: bool = False) -> Json:
    """Return the parameters of the request `describe`."""
    return {"protocol": PROTOCOL, "rules": True} if rules else {"protocol": PROTOCOL}


def encode(message: Any) -> bytes:
    """Return a message as a line."""
    try:
        return orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:  # half a surrogate pair, or a number of more than 64 bits
        return _ENCODE_ANY(message).encode("utf-8", "backslashreplace") + b"\n"


_AROUND = 20
"""How many characters are shown on each side of the place where a line stops being JSON."""


def _why(line: bytes, error: ValueError) -> str:
    """Return what is wrong with a line if its text does not show it; of a long one only the ends are shown."""
    if line.startswith(_MARK.encode()):
        return " (it begins with a byte order mark)"
    if line.startswith(b"{\0"):
        return " (it looks like UTF-16)"
    if not isinstance(error, json.JSONDecodeError):
        return f" ({messages.brief(error)})"
    if not re.match(r"\{\s*(['\"}]|$)", error.doc):  # meant for people, and no message
        return ""
    if error.pos >= len(error.doc.rstrip()):
        return " (the line ends before the message does)"
    there = error.doc[max(0, error.pos - _AROUND) : error.pos + _AROUND]
    return f" (wrong at character {error.pos + 1}, in {messages.brief(there)})"


def decode(line: bytes) -> Json:
    """Return what a line says, an object that does not nest too deeply; raises `BrokenProtocol`."""
    try:
        return _decoded(line)
    except BrokenProtocol as failure:
        failure.instead(line.decode("utf-8", "backslashreplace").rstrip("\n"))
        raise


def _decoded(line: bytes) -> Json:
    try:
        told = _DECODE(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BrokenProtocol(f"a line that is not UTF-8: {error.reason} at byte {error.start}") from error
    except RecursionError as error:
        raise BrokenProtocol("a message that nests too deeply") from error
    except _TwiceError as error:
        raise BrokenProtocol(f"an object with {error} twice") from error
    except ValueError as error:
        said = messages.brief(line.decode("utf-8", "replace").lstrip(_MARK)) or "an empty line"
        raise BrokenProtocol(f"a line that is not JSON: {said}{_why(line, error)}") from error
    if not isinstance(told, dict):
        raise BrokenProtocol(f"a response is an object; this is {messages.brief(told)}")
    if line.count(b"{") + line.count(b"[") > messages.DEEP:  # or else it cannot
        messages.check_depth(told)
    return told
