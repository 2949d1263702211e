"""
Writes the reference of all formats, `docs/formats.md`, from the schemas.

    python -m checker.documenting.schema_docs > docs/formats.md
"""

import json
import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urldefrag, urljoin

from checker.model import Json
from checker.prose import capital
from checker.reading.schema import BASE, schemas

_HEAD = """\
# Formats

The reference of every format of `rulings`: the files of the corpus, the vocabularies of the games, the protocol between
checker and engine, and reports. It is generated from the schemas in `schemas/`, which are authoritative; do not edit it
by hand. To generate it again: `python -m checker.documenting.schema_docs > docs/formats.md`.

Files of the corpus use a small subset of YAML that every library reads the same way: text, whole numbers, `true`,
`false`, `null`, lists and mappings; no anchors, aliases, tags, merge keys, directives or document markers, no duplicate
keys, no tabs. A word or number that some library takes for something else, such as `yes`, `2024-03-08` or `614.5`, is
quoted.
"""

_FIRST = ("ruling", "sources", "card", "protocol", "report")
_SHAPE = ("oneOf", "anyOf", "allOf")


def main() -> None:
    """Print the reference."""
    sys.stdout.write(document())


def document() -> str:
    """Return the reference as Markdown."""
    names = sorted(schemas(), key=lambda name: (_FIRST.index(name) if name in _FIRST else len(_FIRST), name))
    contents = [f"- [{schemas()[name]['title']}](#{_anchor(name)}): `schemas/{name}.schema.json`" for name in names]
    parts = [_HEAD, "\n".join(contents), *(_Page(name).text() for name in names)]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _anchor(name: str, definition: str | None = None) -> str:
    slug = name.replace("/", "-")
    return f"{slug}-{definition.lower()}" if definition else slug


class _Page:
    """One schema."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.schema = schemas()[name]

    def text(self) -> str:
        """Return the page as Markdown."""
        lines = [f'<a id="{_anchor(self.name)}"></a>', f"## {self.schema['title']}", "", *self._body(self.schema)]
        for key, definition in self.schema.get("$defs", {}).items():
            lines += ["", f'<a id="{_anchor(self.name, key)}"></a>', f"### {self.schema['title']}: {key}", ""]
            lines += self._body(definition)
        return "\n".join(lines)

    def _body(self, schema: Json) -> Iterator[str]:
        if "description" in schema:
            yield schema["description"]
            yield ""
        yield f"*{capital(self._type(schema))}.*{self._limits(schema)}"
        yield from self._properties(schema, "")
        for keyword in _SHAPE:
            yield from self._words(schema.get(keyword, ()), "")
        for branch in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
            if branch.get("type") == "object":
                yield from self._properties(branch, "")
        for keyword in ("then", "else"):
            if keyword in schema and "properties" in schema[keyword]:
                yield from self._properties(schema[keyword], "")

    def _properties(self, schema: Json, indent: str) -> Iterator[str]:
        properties = schema.get("properties", {})
        if properties and not indent:
            yield ""
        required = schema.get("required", ())
        for key, part in properties.items():
            needed = ", required" if key in required else ""
            default = f", default `{json.dumps(part['default'])}`" if "default" in part else ""
            says = f": {part['description']}" if "description" in part else ""
            yield f"{indent}- `{key}` ({self._type(part)}{needed}{default}){says}{self._limits(part)}"
            yield from self._inner(part, f"{indent}  ")
        rest = schema.get("additionalProperties")
        if isinstance(rest, dict) and properties:
            yield f"{indent}- any other key ({self._type(rest)}){self._limits(rest)}"
            yield from self._inner(rest, f"{indent}  ")

    def _inner(self, schema: Json, indent: str) -> Iterator[str]:
        """Yield what a part that is described in place holds."""
        yield from self._properties(schema, indent)
        for keyword in _SHAPE:
            yield from self._words(schema.get(keyword, ()), indent)
        for keyword in ("items", "additionalProperties"):
            inner = schema.get(keyword)
            if isinstance(inner, dict) and (keyword == "items" or "properties" not in schema):
                yield from self._inner(inner, indent)

    def _words(self, branches: Any, indent: str) -> Iterator[str]:
        alone = all("const" in branch for branch in branches)  # else its type names it already
        words = [branch for branch in branches if "const" in branch and (alone or "description" in branch)]
        if words and not indent:
            yield ""
        for branch in words:
            says = f": {branch['description']}" if "description" in branch else ""
            yield f"{indent}- `{_word(branch['const'])}`{says}"

    def _type(self, schema: Json) -> str:
        if "$ref" in schema:
            return self._link(schema["$ref"])
        if "const" in schema:
            return f"`{json.dumps(schema['const'])}`"
        if "enum" in schema:
            return "one of " + ", ".join(f"`{_word(word)}`" for word in schema["enum"])
        if "type" not in schema:
            return self._branches(schema)
        kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
        return " or ".join(self._kind(kind, schema) for kind in kinds)

    def _branches(self, schema: Json) -> str:
        for keyword in ("oneOf", "anyOf"):
            branches = schema.get(keyword, ())
            if branches and all("const" in branch for branch in branches):
                return "one of these words"
            told = [self._type(branch) for branch in branches if branch.keys() & {"$ref", "type", "const", "enum"}]
            if told:
                return " or ".join(dict.fromkeys(told))
        if "if" in schema:
            return " or ".join(self._type(schema[branch]) for branch in ("then", "else") if branch in schema)
        return "mapping" if "properties" in schema else "anything"

    def _kind(self, kind: str, schema: Json) -> str:
        items, rest = schema.get("items"), schema.get("additionalProperties")
        match kind:
            case "array" if isinstance(items, dict) and "properties" not in items:
                return f"list of {self._type(items)}"
            case "object" if isinstance(rest, dict) and "properties" not in schema and "properties" not in rest:
                return f"mapping to {self._type(rest)}"
        words = {"array": "list", "object": "mapping", "string": "text", "integer": "whole number", "null": "`null`"}
        return words.get(kind, kind)

    def _link(self, reference: str) -> str:
        file, pointer = urldefrag(urljoin(f"{BASE}{self.name}.schema.json", reference))
        name = file.removeprefix(BASE).removesuffix(".schema.json")
        parts = pointer.split("/")[1:]
        if not parts:
            return f"[{schemas()[name]['title']}](#{_anchor(name)})"
        label = parts[-1] if name == self.name else f"{name} {parts[-1]}"
        return f"[{label}](#{_anchor(name, parts[1] if parts[0] == '$defs' else None)})"

    def _limits(self, schema: Json) -> str:
        told = [words.format(schema[key]) for key, words in _LIMITS.items() if key in schema and schema[key] != 1]
        told += ["not empty" for key in ("minLength", "minItems", "minProperties") if schema.get(key) == 1]
        told += [f"{words} {schema[key]}" for key, words in _NUMBERS.items() if key in schema]
        if "pattern" in schema:
            told.append(f"of the form `{schema['pattern']}`")
        if schema.get("uniqueItems"):
            told.append("no duplicates")
        if "x-order" in schema:
            told.append("the order matters" if schema["x-order"] == "sequence" else "the order does not matter")
        if "x-symbols" in schema:
            told.append("the order of the symbols does not matter")
        return f" {capital('; '.join(told))}." if told else ""


def _word(value: Any) -> str:
    """Return a word as it is, and anything else as JSON has it."""
    return value if isinstance(value, str) else json.dumps(value)


_NUMBERS = {"minimum": "at least", "maximum": "at most"}
_LIMITS = {
    "minItems": "at least {}",
    "maxItems": "at most {}",
    "minProperties": "at least {} keys",
    "maxProperties": "at most {} keys",
}


if __name__ == "__main__":
    main()
