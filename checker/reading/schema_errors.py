"""Tells in plain words why a file does not fit its schema: the most specific fault, and what would be right."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from checker.hints import did_you_mean, listing
from checker.problems import Problem
from checker.reading.schema import SchemaNode, at, explainer, node
from checker.reading.yaml_strict import Document, JsonPath

_KINDS = {"object": "a mapping", "array": "a list", "string": "text", "integer": "a whole number", "null": "`null`"}
_KINDS |= {"number": "a number", "boolean": "`true` or `false`"}
_LONG = 60
"""How many characters of a wrong text are shown."""


def problems(name: str, document: Document) -> list[Problem]:
    """Return what is wrong with a document under a schema, in the order of its lines."""
    found = {
        (fault.path, fault.message): fault
        for error in explainer(name).iter_errors(document.value)
        for fault in _faults(error, document.value, name)
    }
    misspelt = {fault.path for fault in found.values() if fault.at and fault.hint}
    result = [fault.problem(document) for fault in found.values() if not (fault.lack and fault.path in misspelt)]
    return sorted(result, key=lambda problem: problem.place.line if problem.place else 0)


def where(value: Any, path: JsonPath) -> str:
    """Put a path into words: "case `soldier-first`, `expect.alice`"."""
    parts: list[str] = []
    keys = ""
    for step in path:
        value = _step(value, step)
        if isinstance(value, dict) and isinstance(value.get("case"), str) and keys == "cases":
            parts, keys = [f"case `{value['case']}`"], ""
        elif isinstance(step, int):
            keys += f"[{step + 1}]"
        else:
            keys += f".{step}" if keys else step
    return ", ".join([*parts, f"`{keys}`"] if keys else parts)


def _step(value: Any, step: str | int) -> Any:
    try:
        return value[step]
    except (KeyError, IndexError, TypeError):
        return None


@dataclass(frozen=True, slots=True)
class _Fault:
    path: JsonPath
    """The place that the message names."""
    message: str
    hint: str | None = None
    at: JsonPath | None = None
    """Where its line is, if not at `path`."""
    lack: bool = False
    """Whether it is that something is missing, which a misspelt key explains."""

    def problem(self, document: Document) -> Problem:
        prefix = where(document.value, self.path)
        message = f"{prefix}: {self.message}" if prefix else self.message
        return Problem(document.place(self.path if self.at is None else self.at), message, self.hint)


def _faults(error: Any, document: Any, name: str) -> Iterator[_Fault]:
    path: JsonPath = tuple(error.absolute_path)
    if misspelt := _misspelt(path, document):
        yield misspelt
        return
    value, limit = error.instance, error.validator_value
    match error.validator:
        case "additionalProperties" | "unevaluatedProperties":
            yield from _unknown_keys(error, path, name)
        case "required":
            missing = next((key for key in limit if key not in value), limit[0])
            yield _Fault(path, f"the key `{missing}` is missing", lack=True)
        case "oneOf" | "anyOf":
            yield from _branches(error, path, document, name)
        case "propertyNames":
            yield _Fault(path, "a key does not fit")  # pragma: no cover - its errors are told instead
        case "not" if "required" in limit and not isinstance(value, dict):
            return  # that it is no mapping is told
        case "not":
            yield _Fault(path, _forbidden(limit))
        case _:
            yield _Fault(path, *_said(error.validator, value, limit, error.schema))


def _said(keyword: str, value: Any, limit: Any, schema: Any) -> tuple[str, str | None]:
    """Return what is wrong by one keyword that concerns the value alone, and a hint."""
    if keyword == "type":
        kinds = [limit] if isinstance(limit, str) else limit
        wanted = " or ".join(_KINDS[kind] for kind in kinds)
        quote = f'write "{value}" in quotes' if "string" in kinds and type(value) in {int, float} else None
        return f"has to be {wanted}, and is {_shown(value)}", quote
    if keyword == "enum":
        words = [str(word) for word in limit]
        listed = f"it is one of {listing(words, 'and')}"
        return f"{_shown(value)} is not a word for this", did_you_mean(str(value), words) or listed
    if keyword == "pattern":
        says = schema.get("description", "").partition(". ")[0].rstrip(".")
        form = f"{says[0].lower()}{says[1:]}: `{limit}`" if says else f"the form is `{limit}`"
        return f"{_shown(value)} is not written as it should be", form
    if keyword.startswith("min") and limit == 1 and not isinstance(value, int):
        return "is empty", None
    return _SAYINGS.get(keyword, f"does not fit `{keyword}`").format(limit=limit, shown=_shown(limit)), None


_SAYINGS = {
    "const": "has to be {shown}",
    "minimum": "has to be at least {limit}",
    "maximum": "may be at most {limit}",
    "minLength": "has to have at least {limit} characters",
    "maxLength": "may have at most {limit} characters",
    "minItems": "has to list at least {limit} things",
    "maxItems": "may list at most {limit} things",
    "minProperties": "has to have at least {limit} keys",
    "maxProperties": "may have at most {limit} keys",
    "uniqueItems": "lists something twice",
}


def _shown(value: Any) -> str:
    match value:
        case bool() | None:
            return {True: "`true`", False: "`false`", None: "`null`"}[value]
        case int() | float():
            return f"the number {value}"
        case str():
            return f'"{value}"' if len(value) < _LONG else f'"{value[:_LONG]}…"'
        case list():
            return "a list"
    return "a mapping"


def _forbidden(schema: Any) -> str:
    together = schema.get("required", []) if isinstance(schema, dict) else []
    match together:
        case []:
            return "is not allowed here"
        case [key]:
            return f"the key `{key}` does not belong here"
    return f"{listing(together, 'and')} exclude each other"


def _unknown_keys(error: Any, path: JsonPath, name: str) -> Iterator[_Fault]:
    known = list(dict.fromkeys(_known(_node_of(error, name))))
    for key in error.instance:
        if key not in known:
            hint = did_you_mean(str(key), known)
            yield _Fault(path, f"unknown key `{key}`", hint, at=(*path, key))


def _node_of(error: Any, name: str) -> SchemaNode:
    """Return the place in the schemas that an error comes from, so that its references can be followed."""
    here = node(name)
    steps = list(error.absolute_schema_path)
    return next(_descend(at(here.refs[0]), here.refs[0], steps), SchemaNode(error.schema, here.refs))


def _descend(schema: Any, base: str, steps: list[Any]) -> Iterator[SchemaNode]:
    """Follow steps in a schema; jsonschema leaves out of them that a `$ref` was followed."""
    if len(steps) == 1 and steps[0] in schema:
        yield SchemaNode(schema, (base,))
    elif isinstance(schema, list) or steps[0] in schema:
        yield from _descend(schema[steps[0]], base, steps[1:])
    if isinstance(schema, dict) and "$ref" in schema:
        address = urljoin(base, schema["$ref"])
        yield from _descend(at(address), address, steps)


def _known(place: SchemaNode) -> Iterator[str]:
    yield from place.schema.get("properties", ())
    branches = [branch for keyword in ("allOf", "anyOf", "oneOf") for branch in place.schema.get(keyword, ())]
    if "$ref" in place.schema:
        branches.append({"$ref": place.schema["$ref"]})
    for branch in branches:
        if inner := place.child(branch):
            yield from _known(inner)


def _branches(error: Any, path: JsonPath, document: Any, name: str) -> Iterator[_Fault]:
    """Say why no branch fits, or why more than one does."""
    branches = error.validator_value
    words = [branch.get("const") for branch in branches]
    keys = [branch.get("required") for branch in branches]
    if all(isinstance(word, str) for word in words):
        yield _Fault(path, *_said("enum", error.instance, words, error.schema))
    elif all(keys) and isinstance(error.instance, dict):
        first = [key[0] for key in keys]
        present = [key for key in first if key in error.instance]
        if error.validator == "oneOf" and len(present) > 1:
            yield _Fault(path, f"{listing(present, 'and')} exclude each other")
        else:
            many = "exactly one" if error.validator == "oneOf" else "at least one"
            absent = [key for key in first if key not in present]
            yield _Fault(path, f"{many} of {listing(absent, 'and')} is needed", lack=True)
    elif not error.context:
        yield _Fault(path, "fits more than one of several forms that exclude each other")
    else:
        yield from _faults(_deepest(error), document, name)


def _deepest(error: Any) -> Any:
    """Return the fault of the branch that comes nearest: it fits furthest into the value, and is of its kind."""
    by_branch: dict[Any, list[Any]] = {}
    for inner in error.context:
        by_branch.setdefault(inner.schema_path[0], []).append(inner)

    def nearness(errors: list[Any]) -> tuple[int, bool, int]:
        kind = not any(inner.validator == "type" and inner.instance is error.instance for inner in errors)
        return max(len(inner.absolute_path) for inner in errors), kind, -len(errors)

    nearest = max(by_branch.values(), key=nearness)
    return max(nearest, key=lambda inner: len(inner.absolute_path))


def _misspelt(path: JsonPath, document: Any) -> _Fault | None:
    """
    Return a better explanation for a fault in a position that takes any key for a player.

    `pile` for `piles` would make a player called `pile`, and the fault would be told of what that player has.
    """
    game = str(document.get("ruling", "")).partition("/")[0] if isinstance(document, dict) else ""
    spot = state_at(path)
    if not game or spot is None or len(path) <= spot:
        return None
    try:
        state = node(f"{game}/state").schema
    except KeyError:
        return None
    key = str(path[spot])
    players = set(state.get("x-default-players", ()))
    if path[2] != "given":
        given = _step(_step(_step(document, "cases"), path[1]), "given")
        players.update(given if isinstance(given, dict) else ())
    if key in state["properties"] or key in players:
        return None
    hint = did_you_mean(key, state["properties"])
    return _Fault(path[:spot], f"unknown key `{key}`", hint, at=path[: spot + 1]) if hint else None


def state_at(path: JsonPath) -> int | None:
    """Return how many steps of a ruling's path lead into a position; None if the path leads into none."""
    match path:
        case ("cases", int(), "given" | "expect" | "throughout", *_):
            return 3
        case ("cases", int(), "possible", int(), *_):
            return 4
        case ("cases", int(), "actions", int(), "expect", *_):
            return 5
    return None
