"""
The schemas in `schemas/`: says quickly whether a value fits one; what is wrong where it does not, `schema_errors` says.

A schema is named by its path below `schemas/` without its ending: `ruling`, `dominion/state`. jsonschema-rs judges
every file on every run; jsonschema, which is slow to import and to run, is asked only about a file that did not fit.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin

from checker.model import Json
from checker.reading.locate import data

BASE = "https://schemas.rulings.invalid/v1/"
"""What the `$id` of each schema begins with; nothing is ever fetched from there."""
_ENDING = ".schema.json"


def files() -> Sequence[Path]:
    """Return the files of all schemas."""
    return sorted(data("schemas").rglob(f"*{_ENDING}"))


@cache
def schemas() -> Mapping[str, Json]:
    """Return every schema by name."""
    root = data("schemas")
    return {path.relative_to(root).as_posix().removesuffix(_ENDING): json.loads(path.read_bytes()) for path in files()}


def exists(name: str) -> bool:
    """Say whether there is a schema of that name."""
    return (data("schemas") / f"{name}{_ENDING}").is_file()


def fits(name: str, value: Any) -> bool:
    """Say whether a value fits a schema."""
    return bool(_validator(name).is_valid(value))


@cache
def _validator(name: str) -> Any:
    import jsonschema_rs

    registry = jsonschema_rs.Registry([(schema["$id"], schema) for schema in schemas().values()])
    return jsonschema_rs.validator_for(schemas()[name], registry=registry)


@cache
def explainer(name: str) -> Any:
    """Return jsonschema's validator for a schema, which is slow and reports all that is wrong."""
    from jsonschema import Draft202012Validator
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    registry: Any = Registry().with_resources(
        (schema["$id"], DRAFT202012.create_resource(schema)) for schema in schemas().values()
    )
    return Draft202012Validator(schemas()[name], registry=registry)


class SchemaNode:
    """
    A place in a schema, for those who walk a schema and a value side by side.

    `$ref` is followed and merged with what stands beside it, which has precedence. Branches (`oneOf`, `if`) are left
    to the caller.
    """

    __slots__ = ("refs", "schema")

    def __init__(self, schema: Json, refs: tuple[str, ...]) -> None:
        self.schema = schema
        """The keywords, with those of what `$ref` points at."""
        self.refs = refs
        """The absolute addresses that were followed to get here, from the first to the last."""

    @property
    def base(self) -> str:
        """What a relative `$ref` is relative to."""
        return self.refs[-1]

    def child(self, schema: Any) -> "SchemaNode | None":
        """Return the place that a subschema of this one is; None for `true`, `false` and what is not there."""
        return _node(schema, self.base) if isinstance(schema, dict) else None

    def property(self, key: str) -> "SchemaNode | None":
        """Return what a key of an object holds."""
        properties = self.schema.get("properties", {})
        if key in properties:
            return self.child(properties[key])
        return self.child(self.schema.get("additionalProperties"))

    def item(self) -> "SchemaNode | None":
        """Return what an item of an array is."""
        return self.child(self.schema.get("items"))


def node(name: str, pointer: str = "") -> SchemaNode:
    """Return a place in a schema by the schema's name and a JSON pointer."""
    return _target(BASE, f"{BASE}{name}{_ENDING}#{pointer}")


def _node(schema: Json, base: str) -> SchemaNode:
    if "$ref" not in schema:
        return SchemaNode(schema, (base,))
    target = _target(base, schema["$ref"])
    beside = {key: value for key, value in schema.items() if key != "$ref"}
    return SchemaNode({**target.schema, **beside}, target.refs) if beside else target


@cache  # a walk over the corpus comes by the same few hundred references a hundred thousand times
def _target(base: str, reference: str) -> SchemaNode:
    address = urljoin(base, reference)
    inner = _node(at(address), address)
    return SchemaNode(inner.schema, (address, *(ref for ref in inner.refs if ref != address)))


def at(address: str) -> Json:
    """Return the schema at an absolute address; raises `KeyError` where there is none."""
    file, pointer = urldefrag(address)
    found: Any = schemas()[file.removeprefix(BASE).removesuffix(_ENDING)]
    for part in pointer.split("/")[1:]:
        found = found[part.replace("~1", "/").replace("~0", "~")]
    return dict(found)
