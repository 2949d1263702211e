"""
Writes `docs/card-words.md`: every word of card data with what it means and an example from a card of the corpus.

    python -m checker.documenting.word_docs > docs/card-words.md
"""

import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin

from checker.model import Json
from checker.problems import CorpusError
from checker.prose import capital
from checker.reading import yaml_subset
from checker.reading.locate import data
from checker.reading.schema import BASE, at, schemas

_HEAD = """\
# Words of card data

Every word that a card's data can use, with its meaning and an example from a card of the corpus. The page is generated
from the schemas and the cards; do not change it by hand. To generate it anew:
`python -m checker.documenting.word_docs > docs/card-words.md`. [Magic cards](mtg-cards.md) explains how to write a
card; [formats](formats.md) lists every field.
"""
_LONGEST = 110
"""How long an example may be, in characters, before it is cut; the shortest one is taken."""

_Word = tuple[str, str]
"""A definition of the schema, and a word in it."""


def main() -> None:
    """Print the page."""
    sys.stdout.write(document())


def document() -> str:
    """Return the page as Markdown."""
    return "\n".join([_HEAD, *(line for game in _games().values() for line in game.lines())]) + "\n"


def missing() -> list[str]:
    """Return the words that no card of the corpus has an example of, as `game: definition: word`."""
    return [f"{name}: {part}: {word}" for name, game in _games().items() for part, word in game.missing()]


@cache
def _games() -> "Mapping[str, _Game]":
    """Return the words of each game's cards, whose examples are looked for once."""
    games = [name.partition("/")[0] for name in schemas() if name.endswith("/card")]
    return {game: _Game(game) for game in games}


class _Game:
    """The words of one game's cards."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._name = f"{game}/card"
        self._schema = schemas()[self._name]
        self._found: dict[_Word, str] = {}
        for path in sorted((data("corpus") / "cards" / game).glob("*.yaml")):
            card = yaml_subset.read(path.read_bytes(), Path(path.name))
            self._walk(self._schema, self._name, "a card", card, card["card"])
        self._walk_cases()

    def _walk_cases(self) -> None:
        """Note examples from cards that cases define, of words that no other card has."""
        real, self._found = self._found, {}
        for path in sorted((data("corpus") / self._game).rglob("*.yaml")):
            text = path.read_bytes()
            if b"\n  cards:" in text:
                for case in yaml_subset.read(text, Path(path.name)).get("cases", ()):
                    for card in case.get("cards", ()):
                        self._walk(self._schema, self._name, "a card", card, f"{card['card']} (of a case)")
        self._found |= real

    def lines(self) -> Iterator[str]:
        """Yield the game's part of the page."""
        yield f"## {self._schema['title']}"
        yield ""
        for part, words in self._words().items():
            yield f"### {capital(part)}"
            yield ""
            for word, meaning in words.items():
                example = self._found.get((part, word))
                shown = f"  \n  {example}" if example else ""
                yield f"- `{word}`: {meaning}{shown}"
            yield ""

    def missing(self) -> Iterator[_Word]:
        """Yield the words without an example."""
        for part, words in self._words().items():
            yield from ((part, word) for word in words if (part, word) not in self._found)

    def _words(self) -> dict[str, dict[str, str]]:
        told = {"a card": self._of(self._schema)}
        told |= {_plain(part): self._of(node) for part, node in self._schema["$defs"].items()}
        return {part: words for part, words in told.items() if words}

    def _of(self, node: Json) -> dict[str, str]:
        mappings = (node, *(each for each in node.get("anyOf", ()) if "properties" in each))
        words = {word: _meaning(each) for one in mappings for word, each in one.get("properties", {}).items()}
        for each in node.get("oneOf", []):
            if "const" in each:
                words[str(each["const"])] = _meaning(each)
        return words

    def _walk(self, node: Json, base: str, part: str, value: Any, card: str) -> None:
        """Note an example for each word of a value, following the schema."""
        if "$ref" in node:
            there, name, fragment = self._follow(node["$ref"], base)
            self._walk(there, name, fragment or part, value, card)
        for branch in (*node.get("anyOf", ()), *node.get("oneOf", ()), *node.get("allOf", ())):
            if "const" in branch and branch["const"] == value:
                self._note(part, str(value), value, card)
            elif _may_be(branch, value):
                self._walk(branch, base, part, value, card)
        if isinstance(value, Mapping):
            self._walk_mapping(node, base, part, value, card)
        elif isinstance(value, list) and isinstance(node.get("items"), dict):
            for item in value:
                self._walk(node["items"], base, part, item, card)

    def _walk_mapping(self, node: Json, base: str, part: str, value: Mapping[str, Any], card: str) -> None:
        for word, item in value.items():
            each = node.get("properties", {}).get(word, node.get("additionalProperties"))
            if word in node.get("properties", {}):
                self._note(part, word, value, card)
            if isinstance(each, dict):
                self._walk(each, base, part, item, card)

    def _follow(self, reference: str, base: str) -> tuple[Json, str, str | None]:
        address = urljoin(f"{BASE}{base}.schema.json", reference)
        target, fragment = urldefrag(address)
        name = target.removeprefix(BASE).removesuffix(".schema.json")
        keys = [key for key in fragment.split("/") if key]
        known = name == self._name and keys[:1] == ["$defs"] and len(keys) == 2  # noqa: PLR2004 - $defs and a name
        return at(address), name, _plain(keys[1]) if known else None

    def _note(self, part: str, word: str, value: Any, card: str) -> None:
        whole = _written(value)
        if len(whole) > _LONGEST and isinstance(value, Mapping):
            whole = f"{{{_scalar(word)}: {_written(value[word])}, …}}"
        example = f"{card}: `{whole if len(whole) <= _LONGEST else whole[:_LONGEST].rstrip() + '…'}`"
        known = self._found.get((part, word))
        if known is None or len(example) < len(known):
            self._found[part, word] = example


def _written(value: Any) -> str:
    """Return a value as a card has it: YAML in one line, with quotes where they are needed."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar(key)}: {_written(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_written, value)) + "]"
    return _scalar(value) if isinstance(value, str) else json.dumps(value)


@cache
def _scalar(text: str) -> str:
    """Return a word, in quotes if it would not be read as text without them: `"on"` and `"n"`, and `"{2}"`."""
    try:
        plain = yaml_subset.read(f"{{{text}: [{text}]}}".encode(), Path()) == {text: [text]}
    except CorpusError:
        plain = False
    return text if plain else json.dumps(text, ensure_ascii=False)


def _plain(part: str) -> str:
    """Return a definition's name in words: `eventKind` is a kind of event."""
    return {"eventKind": "kind of event", "costPart": "part of a cost", "costChange": "change of a cost"}.get(
        part, part
    )


def _meaning(node: Json) -> str:
    return str(node.get("description", "")).rstrip(".")


def _may_be(branch: Json, value: Any) -> bool:
    """Tell whether a branch of a schema may be the one that a value follows."""
    if isinstance(value, Mapping) and "properties" in branch:
        return branch.get("additionalProperties") is not False or value.keys() <= branch["properties"].keys()
    return True


if __name__ == "__main__":
    main()
