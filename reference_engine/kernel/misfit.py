"""
Which part of a request does not fit the schemas: asked only once something has gone wrong.

Programs of all kinds send requests. One may lack a part, or have text where a number belongs; that is no fault of the
engine's, and the answer says what does not fit. A request that fits and still goes wrong shows a fault of the engine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from reference_engine.kernel.cards import shipped

Json = dict[str, Any]

_BASE = "https://schemas.rulings.invalid/v1/"
_LONGEST = 160
"""How many characters of a complaint are given."""


def misfit(params: Json) -> tuple[str, str] | None:
    """
    Return which part of a `run` request does not fit, as the protocol's word for it and a complaint; None if all fits.

    Raises `ValueError` where the whole is no such request.
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

    paths = sorted(shipped("schemas").rglob("*.schema.json"))
    schemas = [json.loads(path.read_bytes()) for path in paths]
    registry = jsonschema_rs.Registry([(schema["$id"], schema) for schema in schemas])
    return jsonschema_rs.validator_for({"$ref": f"{_BASE}{name}"}, registry=registry)
