"""Turns the nodes of a game's state schema into the checker's own; what they mean is told in `nodes`."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from checker.model import Json
from checker.positions.nodes import ANY, Node, Record, Value, Zone


@dataclass(slots=True)
class Reader:
    """Turns the nodes of schema files into ours; each node that has an address is turned once."""

    folder: Path
    files: dict[str, Json] = field(default_factory=dict)
    nodes: dict[tuple[str, str], Node] = field(default_factory=dict)

    def resolve(self, file: str, reference: str) -> tuple[str, str, Any]:
        """Return the file, the pointer and the schema that a `$ref` in a file leads to."""
        name, _, pointer = reference.partition("#")
        target = str(_plain(PurePosixPath(file).parent / name)) if name else file
        if target not in self.files:
            self.files[target] = json.loads((self.folder / target).read_text(encoding="utf-8"))
        schema: Any = self.files[target]
        for part in pointer.strip("/").split("/") if pointer.strip("/") else ():
            schema = schema[part.replace("~1", "/").replace("~0", "~")]
        return target, pointer, schema

    def at(self, file: str, reference: str) -> Node:
        """Return the node that a `$ref` in a file leads to."""
        target, pointer, schema = self.resolve(file, reference)
        known = self.nodes.get((target, pointer))
        if known is not None:
            return known
        return self.node(target, schema, pointer)

    def node(self, file: str, schema: Any, pointer: str | None = None) -> Node:
        """Return the node of a schema."""
        if not isinstance(schema, dict):
            return ANY
        if set(schema) <= {"$ref", "description", "title", "default", "minProperties"} and "$ref" in schema:
            return self.at(file, schema["$ref"])
        whole = dict(self.parts(file, schema))
        names = {reference.rpartition("/")[2] for reference in self.references(file, schema)}
        if pointer:
            names.add(pointer.rpartition("/")[2])
        node = self.kind(whole, names)
        if pointer is not None:
            self.nodes[file, pointer] = node
        self.fill(node, whole)
        return node

    def kind(self, whole: Mapping[str, Any], names: Iterable[str]) -> Node:
        """Return the empty node of the right kind; it is filled once it can be referred to."""
        types = whole["type"][1] if "type" in whole else ()
        if "x-order" in whole or "array" in ([types] if isinstance(types, str) else types):
            return Zone()
        if "properties" in whole or isinstance(whole.get("additionalProperties", (None, None))[1], dict):
            return Record()
        return Value("player" in names, "cardName" in names, symbols="x-symbols" in whole)

    def fill(self, node: Node, whole: Mapping[str, Any]) -> None:
        """Fill in what lies below a node."""
        if isinstance(node, Zone):
            file, items = whole.get("items", ("", None))
            node.item = self.node(file, items)
            node.ordered = whole.get("x-order", ("", "sequence"))[1] != "bag"
            node.filler = whole.get("x-filler", ("", None))[1]
            node.objects = isinstance(node.item, Record)
        elif isinstance(node, Record):
            for key, (file, part) in whole.get("properties", ("", {}))[1].items():
                node.fields[key] = self.node(file, part)
                if (default := self.default(file, part)) is not None:
                    node.defaults[key] = default
            file, rest = whole.get("additionalProperties", ("", None))
            node.rest = self.node(file, rest) if isinstance(rest, dict) else None

    def default(self, file: str, schema: Json) -> Any:
        """Return the default that a property tells, itself or by reference."""
        found = dict(self.parts(file, schema)).get("default")
        return None if found is None else found[1]

    def references(self, file: str, schema: Json) -> Iterator[str]:
        """Yield every `$ref` on the way to a schema's parts."""
        if "$ref" in schema:
            yield schema["$ref"]
            target, _, found = self.resolve(file, schema["$ref"])
            yield from self.references(target, found)

    def parts(self, file: str, schema: Json) -> dict[str, tuple[str, Any]]:
        """
        Return a schema's keywords, each with the file that it stands in, its own before those it refers to.

        What `allOf`, `anyOf`, `oneOf`, `then` and `else` hold is taken together: only the shape matters here, and
        whether a position may have it is for the schema to say.
        """
        found: dict[str, tuple[str, Any]] = {}
        properties: dict[str, tuple[str, Any]] = {}
        below: list[tuple[str, Json]] = []
        for key, value in schema.items():
            if key == "$ref":
                target, _, referred = self.resolve(file, value)
                below.append((target, referred))
            elif key in {"allOf", "anyOf", "oneOf"}:
                below += [(file, part) for part in value]
            elif key in {"then", "else"}:
                below.append((file, value))
            elif key == "properties":
                properties.update({name: (file, part) for name, part in value.items()})
            else:
                found[key] = (file, value)
        for target, part in below:
            for key, value in self.parts(target, part).items() if isinstance(part, dict) else ():
                if key == "properties":
                    properties = {**value[1], **properties}
                else:
                    found.setdefault(key, value)
        if properties:
            found["properties"] = (file, properties)
        return found


def _plain(path: PurePosixPath) -> PurePosixPath:
    """Return a relative path without its `..`."""
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        elif part not in {"..", "."}:
            parts.append(part)
    return PurePosixPath(*parts)
