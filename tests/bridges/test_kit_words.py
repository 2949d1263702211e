"""The words of the card data that bridges go by."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
TABLE = """
import json, sys
from pathlib import Path
sys.path.insert(0, "bridges/kit/python")
from words import table
print(json.dumps(table(Path("corpus/cards/mtg"))))
"""


@pytest.fixture(scope="module")
def table() -> dict[str, Any]:
    command = [sys.executable, "-c", TABLE]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found: dict[str, Any] = json.loads(told)
    return found


def test_every_card_is_there(table: dict[str, Any]) -> None:
    assert len(table) == len(list((ROOT / "corpus" / "cards" / "mtg").glob("*.yaml")))


def test_abilities_stand_in_printed_order(table: dict[str, Any]) -> None:
    labels = [ability.get("label") for ability in table["Figure of Destiny"]["abilities"]]
    assert labels == ["spirit", "warrior", "avatar"]
    assert [ability["form"] for ability in table["Voice of All"]["abilities"]] == ["keyword", "replace", "keyword"]


def test_a_mana_ability_is_told_from_another(table: dict[str, Any]) -> None:
    assert [(a["form"], "mana" in a) for a in table["Mutavault"]["abilities"]] == [
        ("activated", True),
        ("activated", False),
    ]


def test_targets_modes_and_costs_have_their_words(table: dict[str, Any]) -> None:
    assert table["Switcheroo"]["abilities"][0]["targets"] == ["first", "second"]
    assert next(a["modes"] for a in table["Healing Salve"]["abilities"] if "modes" in a) == ["gain", "shield"]
    assert next(a["costs"] for a in table["Burst Lightning"]["abilities"] if "costs" in a) == ["kicker"]
    assert [a["loyalty"] for a in table["Mordenkainen"]["abilities"]] == ["+2", "-2", "-10"]


def test_what_is_given_to_others_and_chosen_on_entering(table: dict[str, Any]) -> None:
    assert table["Leafdrake Roost"]["grants"] == [{"form": "activated", "label": "roost"}]
    assert table["Elemental Expressionist"]["grants"] == [{"form": "replace"}, {"form": "triggered"}]
    assert table["Primal Clay"]["choices"] == ["solid", "flying", "wall"]
    assert table["Savannah Lions"]["grants"] == table["Savannah Lions"]["choices"] == []
