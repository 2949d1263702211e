"""How a card is drawn: its type line in the usual order, and only that marked which is not what it was."""

from checker.site.board import as_printed, plain_frame
from checker.site.layout import layout


def test_types_stand_in_their_usual_order_and_subtypes_as_printed() -> None:
    card = {"card": "x", "supertypes": ["Legendary"], "types": ["Creature"], "subtypes": ["Human", "Cleric"]}
    item = {"types": ["Artifact", "Creature", "Enchantment", "Land"], "subtypes": ["Cleric", "Dragon", "Human"]}
    frame = plain_frame(layout("mtg"), "x", "x", as_printed(card, item))
    assert frame.type_line == "Legendary Enchantment Artifact Land Creature — Human Cleric Dragon"


def test_what_has_no_usual_place_stands_as_it_is_told() -> None:
    frame = plain_frame(layout("dominion"), "x", "x", as_printed({}, {"types": ["Night", "Duration", "Action"]}))
    assert frame.type_line == "Night Duration Action"


def test_only_the_part_is_marked_that_changed() -> None:
    how = layout("mtg")
    assert how.parts({"power"}) == {"corner"}
    assert how.parts({"types", "tapped"}) == {"type line"}
    assert how.parts({"mana_cost", "name"}) == {"cost", "title"}
    assert how.parts({"tapped"}) == frozenset()
