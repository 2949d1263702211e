"""
What of a request has a form that its game does not have, looked at only once something has gone wrong with it.

An engine is asked by programs of all kinds. What is sent may lack a part, or have text where a number belongs; that is
no fault of the engine's, and the answer says what does not fit. What does fit and still goes wrong is a fault.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

Json = dict[str, Any]

_ROOT = Path(__file__).resolve().parent.parent.parent
_BASE = "https://schemas.rulings.invalid/v1/"
_LONGEST = 160
"""How many characters of a complaint are given."""


def misfit(params: Json) -> tuple[str, str] | None:
    """
    Return what does not fit in a `run` request, as the word of the protocol for it and which; None if all does.

    Raises `ValueError` where it is no such request.
    """
    request = _complaint("protocol.schema.json#/$defs/runParams", params)
    if request is not None:
        raise ValueError(f"not a request{request}")
    for what, name, value, where in _parts(params):
        complaint = _complaint(name, value)
        if complaint is not None:
            return what, f"{where}{complaint}"[:_LONGEST]
    return None


def _parts(params: Json) -> Iterator[tuple[str, str, Any, str]]:
    """Yield the parts of a request with the schema of each: the word for it, the schema, the value, where it is."""
    game = params["game"]
    for card in params.get("cards", ()):
        yield "word", f"{game}/card.schema.json", card, "cards"
    given = params["given"]
    yield "state", f"{game}/state.schema.json", given, "given"
    if game == "mtg":
        yield "state", f"{game}/state.schema.json#/$defs/written", given, "given"
        for effect in given.get("effects", ()):
            yield "word", f"{game}/card.schema.json#/$defs/ability", effect["effect"], "given.effects"
            if "until" in effect:
                yield "word", f"{game}/card.schema.json#/$defs/duration", effect["until"], "given.effects.until"
    for action in params["actions"]:
        yield "action", f"{game}/action.schema.json", action, "actions"


def _complaint(name: str, value: Any) -> str | None:
    try:
        error = next(_validator(name).iter_errors(value), None)
    except ValueError as wrong:  # what JSON cannot say
        return f": {wrong}"
    if error is None:
        return None
    path = "".join(f".{step}" for step in error.instance_path)
    return f"{path}: {error.message}"


@cache
def _validator(name: str) -> Any:
    import jsonschema_rs  # late: most runs never ask

    folder = _ROOT / "schemas" if (_ROOT / "schemas").is_dir() else _ROOT / "rulings_data" / "schemas"
    schemas = [json.loads(path.read_bytes()) for path in sorted(folder.rglob("*.schema.json"))]
    registry = jsonschema_rs.Registry([(schema["$id"], schema) for schema in schemas])
    return jsonschema_rs.validator_for({"$ref": f"{_BASE}{name}"}, registry=registry)
