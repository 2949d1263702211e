"""Says whether `schemas/protocol.schema.json` allows a message, and if not, what is wrong with it."""

import json
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from checker.engines import PROTOCOL, BrokenProtocol, EngineFailure, error_told
from checker.model import Json
from checker.reading.locate import data

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator, ValidationError

OUTCOMES = ("state", "choice", "refused", "unsupported")
"""The four outcomes of a run; `state` may also stand beside `refused`."""

_LONG = 200


DEEP = 100
"""How deep a message may nest; no position comes near it, and what walks one need not fear for its stack."""


def outcome(told: Any, *, shallow: bool = False) -> Json:
    """Return the result of `run` if it is one; `shallow` if it is known to be; raises `BrokenProtocol`."""
    try:
        return _outcome(told, shallow=shallow)
    except BrokenProtocol as failure:
        failure.instead(_text(told))
        raise


def _outcome(told: Any, *, shallow: bool) -> Json:
    if isinstance(told, dict):
        kinds = [kind for kind in OUTCOMES if kind in told]
        if not kinds:
            has = ", ".join(map(brief, told)) or "nothing"
            raise BrokenProtocol(f"an outcome has one of {', '.join(OUTCOMES)}; this one has {has}")
        if len(kinds) > 1 and kinds != ["state", "refused"]:
            raise BrokenProtocol(f"an outcome is one thing; this one has {' and '.join(kinds)}")
    found = _valid("outcome", told, "the result of run", shallow=shallow)
    _make_whole(found)
    return found


def _make_whole(outcome: Json) -> None:
    """Make an integer of each index or count: `1.0` is one to the schema and not to Python."""
    for key in ("unused", "first"):
        if key in outcome:
            outcome[key] = [*map(int, outcome[key])]
    for passed in outcome.get("checkpoints", ()):
        passed["taken"] = [*map(int, passed["taken"])]
    questions = (*outcome.get("asked", ()), *([outcome["choice"]] if "choice" in outcome else ()))
    for part in (outcome.get("refused", {}), *questions):
        for key in ("action", "answer", "min", "max"):
            if key in part:
                part[key] = int(part[key])


def description(told: Any) -> Json:
    """Return the result of `describe` if it is one; raises `BrokenProtocol`."""
    if isinstance(told, dict) and told.get("protocol") not in [PROTOCOL, None]:  # which can be a list too
        theirs = brief(json.dumps(told["protocol"]))
        raise BrokenProtocol(f"the engine speaks version {theirs} of the protocol, this checker version {PROTOCOL}")
    return _valid("description", told, "the result of describe")


def response(told: Any) -> Json:
    """
    Return a response's result.

    Raises `BrokenProtocol` if it is no response, and `EngineError` if it bears an error.
    """
    try:
        return _result(told)
    except EngineFailure as failure:
        failure.instead(_text(told))
        raise


def odd(message: str, told: Any) -> BrokenProtocol:
    """Return a failure that says what is wrong with what came."""
    failure = BrokenProtocol(message)
    failure.instead(_text(told))
    return failure


def _text(told: Any) -> str:
    return json.dumps(told, ensure_ascii=False, default=str)


def _result(told: Any) -> Json:
    if not isinstance(told, dict):
        raise BrokenProtocol(f"a response is an object; this is {brief(told)}")
    if told.get("jsonrpc") != "2.0":
        other = {"jsonrpc": told["jsonrpc"]} if "jsonrpc" in told else list(told)
        raise BrokenProtocol(f'a response says `"jsonrpc": "2.0"`; this one has {brief(other)}')
    if ("result" in told) == ("error" in told):
        both = "both" if "result" in told else "neither"
        null = "; leave out what is null" if None in (told.get("result", 0), told.get("error", 0)) else ""
        raise BrokenProtocol(f"a response has either a result or an error; this one has {both}{null}")
    unknown = [key for key in told if key not in {"jsonrpc", "id", "result", "error"}]
    if unknown:
        raise BrokenProtocol(f"a response has no {brief(unknown[0])}")
    if "error" in told:
        error = _valid("error", told["error"], "an error")
        raise error_told(error["code"], error["message"], error.get("data"))
    result = told["result"]
    if not isinstance(result, dict):
        raise BrokenProtocol(f"a result is an object; this is {brief(result)}")
    return result


def check_depth(told: Any) -> None:
    """Raise `BrokenProtocol` for a message that nests too deeply."""
    level = [told]
    for _ in range(DEEP):
        inner = [part for part in level if isinstance(part, dict | list)]
        if not inner:
            return
        level = [value for part in inner for value in (part.values() if isinstance(part, dict) else part)]
    raise BrokenProtocol("a message that nests too deeply")


def _valid(name: str, told: Any, what: str, *, shallow: bool = False) -> Json:
    if not shallow:
        check_depth(told)
    try:
        if _validator(name).is_valid(told):
            assert isinstance(told, dict)
            return told
        # The deepest error is the one that says most; those above it only repeat that something below is wrong.
        worst = max(_validator(name).iter_errors(told), key=lambda error: len(list(error.instance_path)))
    except ValueError as error:  # half a surrogate pair, which the validator cannot tell of
        raise BrokenProtocol(f"{what} is not as the protocol wants it: {brief(error)}") from error
    where = ".".join(map(str, worst.instance_path))
    raise BrokenProtocol(f"{what} is not as the protocol wants it: {where + ': ' if where else ''}{_wrong(worst)}")


def _wrong(error: "ValidationError") -> str:
    """Say what is wrong; of several possible things, which they are; of a missing key, one that is like it."""
    if list(error.schema_path)[-1:] == ["required"] and isinstance(error.instance, dict):
        lacks = error.message.split('"')[1]
        like = next((key for key in error.instance if key.lower() == lacks.lower()), None)
        return brief(error) + (f"; it has {json.dumps(like)}" if like else "")
    part: Any = {"$defs": _definitions()}
    try:
        for step in error.schema_path:
            above, part = part, part[step]
        if list(error.schema_path)[-1:] == ["additionalProperties"] and isinstance(error.instance, dict):
            return _unknown([*error.instance], above["properties"])
        one_of = [each.get("const") or each["required"][0] for each in part]
    except (KeyError, IndexError, TypeError, AttributeError):
        return brief(error)
    there = [each for each in one_of if isinstance(error.instance, dict) and each in error.instance]
    if isinstance(error.instance, dict):
        return f"one of {', '.join(one_of)} is wanted, and {' and '.join(there) or 'none'} is there"
    return f"{brief(json.dumps(error.instance))} is none of {', '.join(one_of)}"


def _unknown(keys: Sequence[str], known: Json) -> str:
    """Say which of these keys there is no place for, and what may be meant by it."""
    from checker.hints import did_you_mean, listing

    unknown = next(key for key in keys if key not in known)
    hint = did_you_mean(unknown, known) or f"there are {listing([*known], 'and')}"
    return f"unknown key {brief(json.dumps(unknown))}; {hint}"


def brief(value: Any) -> str:
    """Return a value as text that fits in a line."""
    if isinstance(value, BaseException):
        text = _said(value)
    else:
        text = value if isinstance(value, str) else json.dumps(value, default=str)
    text = " ".join(text.split())
    return text if len(text) <= _LONG else f"{text[: _LONG // 2]} … {text[-_LONG // 4 :]}"


def _said(error: BaseException) -> str:
    try:
        message = getattr(error, "message", None)
        return message if message and isinstance(message, str) else str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - an engine's own exception can do anything, and end the program too
        return "(and does not say why)"


@cache
def _validator(name: str) -> "Draft202012Validator":
    """Return the validator of one definition; the requests, which need other schemas, are left out."""
    import jsonschema_rs

    return jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": _definitions()})


@cache
def _definitions() -> Json:
    protocol = json.loads((data("schemas") / "protocol.schema.json").read_text(encoding="utf-8"))
    return {key: value for key, value in protocol["$defs"].items() if key not in {"request", "runParams"}}
