"""The schemas are valid, complete and described; what they say of a wrong file is plain; their reference is fresh."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from jsonschema import Draft202012Validator

from checker.documenting import schema_docs
from checker.reading import schema
from checker.reading.corpus import load
from checker.reading.schema_errors import problems
from checker.reading.yaml_subset import read_with_lines

NAMES = sorted(schema.schemas())
_CONDITIONS = {"if", "not", "contains", "oneOf", "anyOf"}


def subschemas(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    if isinstance(value, dict):
        yield path, value
        for key, part in value.items():
            if key not in {"const", "enum", "default", "required"}:
                yield from subschemas(part, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from subschemas(part, (*path, str(index)))


def test_there_are_some() -> None:
    assert {"ruling", "sources", "protocol", "report", "dominion/state", "dominion/case"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
class TestEach:
    def test_is_valid(self, name: str) -> None:
        Draft202012Validator.check_schema(schema.schemas()[name])

    def test_says_what_it_is(self, name: str) -> None:
        document = schema.schemas()[name]
        assert document["$id"] == f"{schema.BASE}{name}.schema.json"
        assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert document["title"]
        assert document["description"].endswith((".", ":"))

    def test_every_reference_leads_somewhere(self, name: str) -> None:
        document = schema.schemas()[name]
        for _, part in subschemas(document):
            if isinstance(part.get("$ref"), str):
                assert isinstance(schema.at(urljoin(document["$id"], part["$ref"])), dict)

    def test_every_property_is_described(self, name: str) -> None:
        missing = []
        here = schema.SchemaNode(schema.schemas()[name], (schema.schemas()[name]["$id"],))
        for path, part in subschemas(schema.schemas()[name]):
            refines = "$ref" in part or _CONDITIONS.intersection(path) or "allOf" in path
            if path[-1:] == ("properties",) or refines or not isinstance(part.get("properties"), dict):
                continue
            for key, value in part["properties"].items():
                place = here.child(value)
                if value is not True and (place is None or not place.schema.get("description")):
                    missing.append("/".join((*path, key)))
        assert not missing

    def test_both_validators_can_use_it(self, name: str) -> None:
        assert schema.fits(name, []) == schema.explainer(name).is_valid([])


def test_the_reference_is_fresh() -> None:
    written = Path(__file__).parent.parent / "docs" / "formats.md"
    assert written.read_text("utf-8") == schema_docs.document(), (
        "python -m checker.documenting.schema_docs > docs/formats.md"
    )


def test_links_in_the_reference_lead_somewhere() -> None:
    import re

    text = schema_docs.document()
    anchors = re.findall(r'<a id="([^"]+)">', text)
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(anchors)


GOOD = """\
ruling: dominion/exchange/player-orders
statement: Two Travellers are exchanged one after the other.
kind: must
cites:
- {source: dominion-exchange, rule: player-orders, edition: "2019-10-01"}
cases:
- case: soldier-first
  title: A pile that the first exchange fills serves the second
  given:
    piles: {Peasant: 9, Soldier: 0}
    alice: {in_play: {peasant: Peasant, soldier: Soldier}}
  actions:
  - clean-up: alice
  choices:
  - {player: alice, about: soldier, choose: exchange}
  expect:
    piles: {Peasant: 10}
    alice: {discard: [Fugitive, Soldier]}
"""


def told(text: str) -> list[str]:
    document = read_with_lines(text.encode(), Path("x.yaml"))
    assert schema.fits("ruling", document.value) == (not problems("ruling", document))
    return [str(problem) for problem in problems("ruling", document)]


def test_every_card_fits_by_both_validators() -> None:
    """`rulings validate` asks the one that explains, and an export the quick one."""
    for (game, name), place in load().cards.items():
        document = read_with_lines(place.path.read_bytes(), place.path)
        assert schema.fits(f"{game}/card", document.value), name
        assert not problems(f"{game}/card", document), name


def test_of_what_is_not_written_as_it_should_be_the_form_is_told() -> None:
    (found,) = problems("mtg/card", read_with_lines(b"card: Fire\ncost: 3RR\n", Path("x.yaml")))
    assert str(found).startswith('x.yaml:2: `cost`: "3RR" is not written as it should be; the mana cost in symbols')


def test_a_form_of_ability_that_is_misspelt_is_told_as_such() -> None:
    text = b"card: Fire\nabilities:\n- replac: {event: damage}\n  with: {amount: doubled}\n"
    found = problems("mtg/card", read_with_lines(text, Path("x.yaml")))
    assert "x.yaml:3: `abilities[1]`: unknown key `replac`; did you mean `replace`?" in map(str, found)


def test_a_good_ruling_fits() -> None:
    assert told(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("kind: must", "kidn: must", "x.yaml:3: unknown key `kidn`; did you mean `kind`?"),
        ("kind: must", "kind: mus", 'x.yaml:3: `kind`: "mus" is not a word for this; did you mean `must`?'),
        ("kind: must\n", "", "x.yaml:1: the key `kind` is missing"),
        (
            "  expect:\n    piles",
            "  expect:\n    pile",
            "x.yaml:17: case `soldier-first`, `expect`: unknown key `pile`; did you mean `piles`?",
        ),
        ("  expect:", "  expct:", "x.yaml:16: case `soldier-first`: unknown key `expct`; did you mean `expect`?"),
        (
            "- clean-up: alice",
            "- cleanup: alice",
            "x.yaml:13: case `soldier-first`, `actions[1]`: unknown key `cleanup`; did you mean `clean-up`?",
        ),
        (
            "- clean-up: alice",
            "- {clean-up: alice, buy: Gold}",
            "x.yaml:13: case `soldier-first`, `actions[1]`: `buy` and `clean-up` exclude each other",
        ),
        (
            "- clean-up: alice",
            "- player: alice",
            "x.yaml:13: case `soldier-first`, `actions[1]`: exactly one of",
        ),
        (
            '"2019-10-01"',
            "2019",
            'x.yaml:5: `cites[1].edition`: has to be text, and is the number 2019; write "2019" in quotes',
        ),
        ("discard: [", "discrad: [", "x.yaml:18: case `soldier-first`, `expect.alice`: unknown key `discrad`; did you"),
        ("discard: [", "discard: [{crd: Gold}, ", "`expect.alice.discard[1]`: unknown key `crd`; did you mean `card`?"),
        ("Peasant: 9", "Peasant: nine", '`given.piles.Peasant`: has to be a whole number or a list, and is "nine"'),
        (
            "choose: exchange",
            "kind: exhange, choose: exchange",
            '"exhange" is not a word for this; did you mean `exchange`?',
        ),
        (
            "  expect:",
            "  possible: [{trash: []}, {trash: [Gold]}]\n  expect:",
            "`expect` and `possible` exclude each other",
        ),
        ("case: soldier-first", "case: Soldier", "is not written as it should be"),
        ("Peasant: 9", "Peasant: -1", "`given.piles.Peasant`: has to be at least 0"),
        ("statement: Two", "see: []\nstatement: Two", "`see`: is empty"),
        ("- clean-up: alice", "- expect: {trsh: []}", "`actions[1].expect`: unknown key `trsh`; did you mean `trash`?"),
    ],
)
def test_what_is_wrong_is_told_in_plain_words(old: str, new: str, message: str) -> None:
    assert old in GOOD
    found = told(GOOD.replace(old, new, 1))
    assert len(found) == 1, found
    assert message in found[0]
