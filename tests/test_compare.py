"""Comparing what a case expects with what came."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from checker.model import Json
from checker.positions.compare import MISSING, Difference, differences, project, show, unmatched
from checker.positions.vocabulary import Vocabulary

DOMINION = Vocabulary.of("dominion")
MTG = Vocabulary.of("mtg")


def diff(expected: dict[str, Any], actual: dict[str, Any]) -> list[Difference]:
    found = differences(expected, actual, DOMINION)
    assert found == differences(expected, DOMINION.answered(actual), DOMINION)
    return found


def only(expected: dict[str, Any], actual: dict[str, Any]) -> Difference:
    found = diff(expected, actual)
    assert len(found) == 1, found
    return found[0]


def test_only_what_is_named_is_compared() -> None:
    assert diff({"alice": {"coins": 2}}, {"alice": {"coins": 2, "hand": ["Copper"]}, "bob": {"coins": 9}}) == []


def test_what_reads_alike_is_told_apart() -> None:
    assert only({"turn": "1"}, {"turn": 1}).note == 'expected "1", came 1'
    assert only({"turn": "nothing"}, {}).note == 'expected "nothing", came nothing'


def test_a_list_is_the_whole_of_a_bag_in_any_order() -> None:
    state = {"alice": {"discard": ["Soldier", "Fugitive"]}}
    assert diff({"alice": {"discard": ["Fugitive", "Soldier"]}}, state) == []
    found = only({"alice": {"discard": ["Fugitive", "Fugitive"]}}, state)
    assert (found.path, found.note) == ("alice.discard", "missing: Fugitive; too many: Soldier")


def test_a_deck_is_compared_in_order() -> None:
    state = {"alice": {"deck": ["Copper", "Silver"]}}
    assert diff({"alice": {"deck": ["Copper", "Silver"]}}, state) == []
    assert only({"alice": {"deck": ["Silver", "Copper"]}}, state).note == "at place 1: Copper instead of Silver"
    assert only({"alice": {"deck": ["Copper"]}}, state).note == "too many at the end: Silver"
    assert only({"alice": {"deck": ["Copper", "Silver", "Gold"]}}, state).note == "missing at the end: Gold"


def test_a_number_counts() -> None:
    state = {"alice": {"deck": ["Copper"] * 10, "gained": ["Silver"]}, "piles": {"Peasant": 9}}
    assert diff({"alice": {"deck": 10, "gained": 1}, "piles": {"Peasant": 9, "Page": 0}}, state) == []
    assert only({"alice": {"deck": 9}}, state).note == "there are 10"
    assert only({"piles": {"Peasant": 10}}, state).actual == 9
    assert only({"alice": {"deck": 1}}, {"alice": {"deck": True}}).actual is True
    told = {"alice": {"deck": 1, "hand": 0}}
    assert only({"alice": {"deck": ["Copper"], "hand": []}}, told).note == "only their number was told"


def test_a_mapping_names_some_of_what_is_there() -> None:
    state = {"alice": {"in_play": [{"id": "page", "card": "Page", "in_effect": True}, "Copper"]}}
    assert diff({"alice": {"in_play": {"page": "Page"}}}, state) == []
    assert diff({"alice": {"in_play": {"page": {"card": "Page", "in_effect": True}, "other": None}}}, state) == []
    assert diff({"alice": {"in_play": {"page": {}}}}, state) == []
    assert only({"alice": {"in_play": {"page": None}}}, state).path == "alice.in_play.page"
    assert only({"alice": {"in_play": {"page": {"in_effect": False}}}}, state).path == "alice.in_play.page.in_effect"


def test_an_id_that_two_objects_bear_names_neither() -> None:
    twice = [{"id": "page", "card": "Silver"}, {"id": "page", "card": "Page"}]
    found = only({"alice": {"in_play": {"page": "Page"}}}, {"alice": {"in_play": twice}})
    assert (found.actual, found.note) == (twice, "2 objects bear this id")
    assert only({"alice": {"in_play": {"page": None}}}, {"alice": {"in_play": twice}}).note == "page is there"


def test_an_empty_mapping_of_kinds_says_that_there_are_none() -> None:
    none: Json = {"alice": {"counters": {}, "mana": {}, "battlefield": {"bear": {"counters": {}}}}}
    bear = {"id": "bear", "card": "Runeclaw Bear"}
    for zero in ({}, {"R": 0, "G": 0}):
        assert differences(none, {"alice": {"counters": {}, "mana": zero, "battlefield": [bear]}}, MTG) == []
    assert differences(none, {"alice": {"battlefield": [bear]}}, MTG) == []
    some = {"counters": {"poison": 1}, "mana": {"R": 0, "G": 1}, "battlefield": [{**bear, "counters": {"+1/+1": 1}}]}
    found = differences(none, {"alice": some}, MTG)
    assert [difference.path for difference in found] == [
        "alice.counters",
        "alice.mana",
        "alice.battlefield.bear.counters",
    ]
    assert {difference.note for difference in found} == {"there are some"}


def test_an_object_that_is_elsewhere_is_found() -> None:
    found = only({"alice": {"in_play": {"page": "Page"}}}, {"alice": {"discard": {"page": "Page"}}})
    assert found.actual is MISSING
    assert found.note == "page is in alice.discard"


def test_in_the_place_of_an_object_that_no_id_names_stands_what_is_there() -> None:
    expected = {"alice": {"battlefield": {"bear": {"tapped": False}}}}
    notes = {
        "no object there has the id bear; without an id there: Runeclaw Bear": ["Runeclaw Bear"],
        "no object there has the id bear; ids there: 2 same": [{"card": "Runeclaw Bear", "id": "same"}] * 2,
        "no object there has the id bear; without an id there: 2 Wastes; ids there: x 1": [
            *({"card": "Wastes", "tapped": False} for _ in range(2)),
            {"card": "Runeclaw Bear", "id": "x 1"},
        ],
        "": [],
    }
    for note, there in notes.items():
        (found,) = differences(expected, {"alice": {"battlefield": there}}, MTG)
        assert (found.actual, found.note) == (MISSING, note)


def test_of_an_object_only_facts_that_were_looked_at_are_shown() -> None:
    bear = {"card": "runeclaw bear", "id": "bear", "tapped": False, "damage": 0, "types": ["Creature"]}
    (found,) = differences({"alice": {"battlefield": ["Runeclaw Bear"]}}, {"alice": {"battlefield": [bear]}}, MTG)
    assert str(found) == (
        "alice.battlefield: expected [Runeclaw Bear], came [runeclaw bear] "
        "(missing: Runeclaw Bear; too many: runeclaw bear)"
    )
    assert found.actual == [bear]
    tapped = [{"card": "Runeclaw Bear", "tapped": True}]
    (found,) = differences({"alice": {"battlefield": tapped}}, {"alice": {"battlefield": [bear]}}, MTG)
    assert "came [{card: runeclaw bear, id: bear, tapped: false}]" in str(found)


def test_a_fact_left_out_counts_as_its_default_and_a_zone_left_out_is_empty() -> None:
    state = {"alice": {"in_play": {"page": "Page"}}}
    assert diff({"phase": "action", "trash": [], "alice": {"actions": 1, "deck": [], "hand": 0}}, state) == []
    assert diff({"alice": {"in_play": {"page": {"in_effect": False}}}}, state) == []
    assert only({"alice": {"deck": 10}}, state).actual == []


def test_a_default_that_nobody_gave_is_told_from_a_value_that_came() -> None:
    assert only({"alice": {"actions": 3}}, {"alice": {"Actions": 3}}).note == "left out: this is the default"
    assert only({"phase": "buy"}, {"alice": {}}).note == "left out: this is the default"
    assert not only({"alice": {"actions": 3}}, {"alice": {"actions": 1}}).note
    assert not only({"alice": {"hand": ["Copper"]}}, {"alice": {"hand": []}}).note.startswith("left out")


def test_a_player_left_out_is_a_difference() -> None:
    assert only({"bob": {"actions": 1}}, {"alice": {}}).note == "no such player"


def test_partial_objects_need_a_matching_not_the_first_fit() -> None:
    # The first expectation fits both; taken first for the wrong one, the second would be left over.
    expected = {"alice": {"in_play": ["Page", {"card": "Page", "in_effect": True}]}}
    state = {"alice": {"in_play": [{"card": "Page", "in_effect": True}, "Page"]}}
    assert diff(expected, state) == []


def test_values_that_read_alike_are_told_apart() -> None:
    (found,) = differences({"piles": {"Page": 9}}, {"piles": {"Page": "9"}}, DOMINION)
    assert found.note == 'expected 9, came "9"'


def test_true_is_not_one() -> None:
    assert only({"alice": {"actions": 1}}, {"alice": {"actions": True}}).actual is True
    assert only({"alice": {"in_play": {"a": {"in_effect": False}}}}, {"alice": {"in_play": {"a": {"in_effect": 0}}}})


@settings(deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["alice", "deck", "hand", "piles", "id", "card"]), inner)
        ),
    )
)
def test_no_answer_breaks_the_comparison(answer: Any) -> None:
    state = answer if isinstance(answer, dict) else {"alice": answer, "piles": answer, "trash": answer}
    expected = {"alice": {"deck": ["Copper"], "hand": {"a": "Copper"}, "in_play": 3}, "piles": {"Page": 1}, "trash": []}
    for difference in diff(expected, state):
        assert str(difference)


CARDS = st.sampled_from(["Copper", "Silver", "Page", "Peasant"])
ITEMS = CARDS | st.fixed_dictionaries({"card": CARDS}, optional={"in_effect": st.booleans(), "as": CARDS})
ZONES = st.lists(ITEMS, max_size=5) | st.dictionaries(st.sampled_from("abcdef"), ITEMS, max_size=4)
PLAYERS = st.fixed_dictionaries(
    {},
    optional={
        "hand": ZONES,
        "deck": ZONES,
        "discard": ZONES,
        "coins": st.integers(0, 5),
        "gained": st.lists(CARDS, max_size=3),
    },
)
STATES = st.fixed_dictionaries(
    {"alice": PLAYERS},
    optional={
        "bob": PLAYERS,
        "trash": ZONES,
        "piles": st.dictionaries(CARDS, st.integers(0, 9)),
        "turn": st.just("alice"),
    },
)


@settings(deadline=None)
@given(STATES)
def test_a_position_matches_itself_short_and_written_out(state: dict[str, Any]) -> None:
    written = DOMINION.answered(state)
    assert differences(state, written, DOMINION) == []
    assert differences(written, written, DOMINION) == []
    assert DOMINION.answered(written) == written


@settings(deadline=None)
@given(STATES, st.data())
def test_expecting_less_never_breaks_a_match(state: dict[str, Any], draw: st.DataObject) -> None:
    def less(part: Any) -> Any:
        if not isinstance(part, dict):
            return part
        return {key: less(inner) for key, inner in part.items() if draw.draw(st.booleans())}

    assert diff(less(state), state) == []


@settings(deadline=None)
@given(STATES, st.sampled_from(["hand", "deck", "discard"]), CARDS)
def test_one_card_more_in_a_listed_zone_never_matches(state: dict[str, Any], zone: str, card: str) -> None:
    listed = DOMINION.answered(state)["alice"].get(zone, [])
    more = {**state, "alice": {**state["alice"], zone: [*listed, card]}}
    assert diff({"alice": {zone: listed}}, more)
    assert diff(more, state)


@settings(deadline=None)
@given(st.lists(st.integers(0, 6), max_size=6), st.lists(st.integers(0, 6), max_size=6))
def test_the_matching_is_the_largest_there_is(expected: list[int], actual: list[int]) -> None:
    def fits(wanted: int, came: int) -> bool:
        return (wanted + came) % 3 != 0 and wanted <= came

    def largest(left: list[int], right: list[int]) -> int:
        if not left:
            return 0
        first, *rest = left
        best = largest(rest, right)
        for place, came in enumerate(right):
            if fits(first, came):
                best = max(best, 1 + largest(rest, right[:place] + right[place + 1 :]))
        return best

    missing, surplus = unmatched(expected, actual, fits)
    assert len(expected) - len(missing) == len(actual) - len(surplus) == largest(expected, actual)


def test_symbols_of_a_cost_may_stand_in_any_order() -> None:
    told = {"alice": {"hand": [{"id": "mantis", "card": "Mantis Rider", "mana_cost": "{U}{R}{W}"}]}}
    for cost, same in (("{W}{U}{R}", True), ("{U}{R}", False), ("{U}{R}{R}{W}", False), ("", False)):
        found = differences({"alice": {"hand": {"mantis": {"mana_cost": cost}}}}, told, MTG)
        assert (found == []) is same, cost


def test_values_are_shown_as_a_case_would_write_them() -> None:
    assert (
        show({"alice": {"hand": ["Copper"], "in_effect": True, "x": None}})
        == "{alice: {hand: [Copper], in_effect: true, x: null}}"
    )
    came = DOMINION.answered({"alice": {"hand": ["Copper"], "coins": 2}, "bob": {}})
    assert project({"alice": {"hand": 3}}, came) == {"alice": {"hand": ["Copper"]}}
