"""The words of card data: what the schema lists, the engine knows, and the other way round."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reference_engine.mtg.instructions.registry import VERBS
from reference_engine.mtg.language import amounts, conditions, event_patterns, patterns
from reference_engine.mtg.layers import parts
from reference_engine.mtg.spells import costs

ROOT = Path(__file__).parent.parent.parent
DEFS: Any = json.loads((ROOT / "schemas" / "mtg" / "card.schema.json").read_text("utf-8"))["$defs"]
PAGE = (ROOT / "docs" / "mtg-cards.md").read_text("utf-8")


def mapping(name: str) -> set[str]:
    """The words of the mapping that a definition describes."""
    schema = DEFS[name]
    for branch in (schema, *schema.get("anyOf", ())):
        if "properties" in branch:
            return set(branch["properties"])
    raise AssertionError(name)


QUALIFIERS = {
    "being", "excess to",
    "to", "by", "divided", "unpreventable", "player", "on", "from", "number", "position", "under",
    "tapped", "attacking", "face down", "attached to", "counters", "random", "only", "spent", "new targets", "object",
    "except", "until", "uses", "as", "then", "else", "targets", "each time", "free", "together", "linked",
    "other than", "is", "not for", "transformed", "rest", "cost",
}  # fmt: skip
INTERNAL: set[str] = set()
"""Verbs that keyword and rule definitions use and cards do not."""


def test_event_kinds() -> None:
    listed = {each["const"] for each in DEFS["eventKind"]["oneOf"]}
    assert listed == set(event_patterns.KINDS) - {"state", "reflexive"}


def test_parts_of_events() -> None:
    assert mapping("event") - {"event", "state"} == set(event_patterns._WORDS)


def test_object_patterns() -> None:
    assert mapping("pattern") - {"in"} == set(patterns._WORDS)


def test_conditions() -> None:
    assert mapping("condition") == set(conditions._WORDS) - {"chapter"}


def test_amounts() -> None:
    assert mapping("amount") - {"of", "kind", "round", "among"} == set(amounts._READ)


def test_costs() -> None:
    known = {"generic"} | set(costs._WITH_OBJECTS) | set(costs._EVENTS) | set(costs._BESIDE)
    assert mapping("costPart") == known


def test_static() -> None:
    assert mapping("static") == set(parts._KNOWN) - {"note"}


def test_instructions() -> None:
    listed = mapping("instruction") - QUALIFIERS
    from reference_engine.mtg.instructions import changing, flow, lasting, on_objects, on_players  # noqa: F401

    assert listed == set(VERBS) - INTERNAL - QUALIFIERS


@pytest.mark.parametrize("name", ["pattern", "condition", "amount", "costPart", "static"])
def test_the_page_names_each_word(name: str) -> None:
    missing = sorted(word for word in mapping(name) if word not in PAGE)
    assert not missing
