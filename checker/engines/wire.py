"""Messages as bytes: the same on a pipe and over HTTP."""

import json
from typing import Any, Never

import orjson

from checker.engines import PROTOCOL, BrokenProtocol, messages
from checker.model import Json

_ENCODE_ANY = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _not_json(word: str) -> Never:
    raise ValueError(f"{word} is not JSON")


_MARK = "\ufeff"
_DECODE = json.JSONDecoder(parse_constant=_not_json).decode


def request(number: int, method: str, params: Json | None = None) -> bytes:
    """Return a request as a line; half a surrogate pair, which no encoding has, is written as its escape."""
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


def _why(line: bytes, error: ValueError) -> str:
    """Return what is wrong with a line where its text does not show it."""
    if line.startswith(_MARK.encode()):
        return " (it begins with a byte order mark)"
    return "" if isinstance(error, json.JSONDecodeError) else f" ({messages.brief(error)})"


def decode(line: bytes) -> Json:
    """Return what a line says, an object that does not nest too deeply; raises `BrokenProtocol`."""
    try:
        told = _DECODE(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BrokenProtocol(f"a line that is not UTF-8: {error.reason} at byte {error.start}") from error
    except RecursionError as error:
        raise BrokenProtocol("a message that nests too deeply") from error
    except ValueError as error:
        said = messages.brief(line.decode("utf-8", "replace").lstrip(_MARK)) or "an empty line"
        raise BrokenProtocol(f"a line that is not JSON: {said}{_why(line, error)}") from error
    if not isinstance(told, dict):
        raise BrokenProtocol(f"a response is an object; this is {messages.brief(told)}")
    if line.count(b"{") + line.count(b"[") > messages.DEEP:  # or else it cannot
        messages.check_depth(told)
    return told
