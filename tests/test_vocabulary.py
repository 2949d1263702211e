"""What the checker reads from a state schema, and nothing else."""

import json
from pathlib import Path
from typing import Any

import pytest

from checker.model import Case, Expectation, Place
from checker.positions.vocabulary import Vocabulary

DOMINION = Vocabulary.of("dominion")


def test_players_sit_as_they_are_named() -> None:
    assert DOMINION.given({"carol": {}, "alice": {}})["players"] == ["carol", "alice"]
    assert DOMINION.given({"players": ["bob", "carol"], "carol": {}})["players"] == ["bob", "carol"]
    assert DOMINION.given({"turn": "bob", "alice": {}})["players"] == ["alice", "bob"]


@pytest.mark.parametrize(
    ("named", "players"),
    [
        ({}, ["alice", "bob"]),
        ({"alice": {}}, ["alice", "bob"]),
        ({"bob": {}}, ["bob", "alice"]),
        ({"carol": {}}, ["carol", "bob"]),
    ],
)
def test_a_second_player_is_added(named: dict[str, Any], players: list[str]) -> None:
    assert DOMINION.given(named)["players"] == players


def test_short_forms_are_written_out() -> None:
    written = DOMINION.given(
        {
            "alice": {
                "hand": 2,
                "in_play": {"page": "Page", "other": {"card": "Page", "as": "Champion"}},
                "discard": ["Gold"],
            }
        }
    )
    assert written["alice"]["hand"] == [{"card": "Copper"}, {"card": "Copper"}]
    assert written["alice"]["in_play"] == [
        {"id": "page", "card": "Page"},
        {"id": "other", "card": "Page", "as": "Champion"},
    ]
    assert written["alice"]["discard"] == [{"card": "Gold"}]


def test_defaults_are_filled_in_for_every_player() -> None:
    written = DOMINION.given({"alice": {"deck": [], "actions": 0}})
    assert (written["alice"]["deck"], written["alice"]["actions"], written["alice"]["buys"]) == ([], 0, 1)
    assert len(written["bob"]["deck"]) == 10
    assert written["phase"] == "action"


def test_piles_stay_as_they_are_beside_those_that_are_always_there() -> None:
    piles = {"Peasant": 9, "Knights": ["Sir Martin", "Dame Anna"], "Gold": 0}
    written = DOMINION.given({"piles": piles})["piles"]
    assert {name: written[name] for name in piles} == piles
    assert written.keys() - piles.keys() == {"Copper", "Silver", "Estate", "Duchy", "Province", "Curse"}


def test_ordinary_numbers_are_those_of_the_number_of_players() -> None:
    assert DOMINION.given({})["piles"]["Province"] == 8
    assert DOMINION.given({"players": ["alice", "bob", "carol"]})["piles"]["Province"] == 12


def test_the_first_player_has_the_turn_unless_told() -> None:
    assert DOMINION.given({"players": ["bob", "alice"]})["turn"] == "bob"
    assert DOMINION.given({"players": ["bob", "alice"], "turn": "alice"})["turn"] == "alice"


def test_an_answer_is_written_out_but_not_added_to() -> None:
    assert DOMINION.answered({"alice": {"deck": 3, "hand": {"a": "Page"}}}) == {
        "alice": {"deck": 3, "hand": [{"id": "a", "card": "Page"}]}
    }


def test_ids_and_cards() -> None:
    written = DOMINION.given(
        {
            "piles": {"Page": 3},
            "alice": {"deck": [], "in_play": {"e": {"card": "Estate", "as": "Peasant"}}},
            "bob": {"deck": []},
        }
    )
    assert DOMINION.ids(written) == {"e": "Estate"}
    assert DOMINION.cards(written) == ["Estate", "Peasant"]


def test_every_card_is_found_among_many_that_are_alike() -> None:
    written = DOMINION.given({"alice": {"deck": ["Copper", "Copper", "Page", "Copper"], "hand": 2}})
    assert set(DOMINION.cards(written)) >= {"Copper", "Page"}


def case(**told: Any) -> Case:
    return Case(
        "dominion/a/b#c", "dominion", "t", Place(Path("x")), {}, told.pop("steps", ()), (), Expectation(**told), ()
    )


def test_what_is_looked_at() -> None:
    looked = DOMINION.observed(
        case(
            expect={"trash": [], "alice": {"in_play": {"a": "Page"}, "coins": 1}},
            throughout={"piles": {"Page": 3}},
            steps=({"play": "a"}, {"expect": {"bob": {"coins": 0}}}),
        )
    )
    assert looked == [["trash"], ["alice", "in_play"], ["alice", "coins"], ["piles", "Page"], ["bob", "coins"]]


def test_another_game_needs_no_code(tmp_path: Path) -> None:
    (tmp_path / "chess").mkdir()
    schema = {
        "x-player": {"$ref": "#/$defs/side"},
        "x-default-players": ["white", "black"],
        "type": "object",
        "properties": {"board": {"$ref": "#/$defs/pieces"}},
        "$defs": {
            "side": {
                "type": "object",
                "properties": {"taken": {"$ref": "#/$defs/pieces"}, "clock": {"type": "integer", "default": 60}},
            },
            "pieces": {
                "type": ["array", "object", "integer"],
                "x-order": "bag",
                "x-filler": "Pawn",
                "items": {"$ref": "#/$defs/piece"},
            },
            # A piece that may carry pieces: schemas may refer to themselves.
            "piece": {
                "allOf": [
                    {"properties": {"card": {"type": "string"}}},
                    {"properties": {"carries": {"$ref": "#/$defs/pieces"}}},
                ]
            },
        },
    }
    (tmp_path / "chess" / "state.schema.json").write_text(json.dumps(schema))
    chess = Vocabulary.of("chess", tmp_path)
    written = chess.given({"board": {"a1": {"card": "Rook", "carries": ["Pawn"]}}, "white": {"taken": 1}})
    assert written["board"] == [{"id": "a1", "card": "Rook", "carries": [{"card": "Pawn"}]}]
    assert written["white"] == {"taken": [{"card": "Pawn"}], "clock": 60}
    assert written["players"] == ["white", "black"]


def test_a_game_without_a_schema(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match="poker"):
        Vocabulary.of("poker", tmp_path)
