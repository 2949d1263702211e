"""Card data, positions and actions in which something is wrong: each has a clear answer, and none is an exception."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yaml12 import read_yaml

from checker.positions.vocabulary import Vocabulary
from reference_engine import Engine
from reference_engine.kernel.service import respond

Json = dict[str, Any]
ENGINE = Engine()
VOCABULARY = Vocabulary.of("mtg")
EMPTY = VOCABULARY.given({})
CARDS = Path(__file__).resolve().parents[2] / "corpus" / "cards" / "mtg"
JUNK = [
    None, True, 0, -3, 7, 1.5, "", "x", "this", "it", "you", "X", "any", [], {}, [1], ["x"], {"x": 1},
    {"type": "Creature"}, {"count": {"type": "Creature"}}, {"damage": 1, "to": "it"}, {"event": "dies"},
]  # fmt: skip
OUTCOMES = {"state", "choice", "refused", "unsupported"}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, (*path, index))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


WORDS = sorted(
    {step for path in CARDS.glob("[a-f]*.yaml") for place in places(read_yaml(str(path))) for step in place}, key=str
)
WORDS = [word for word in WORDS if isinstance(word, str)]


@st.composite
def spoiled(draw: st.DrawFn, value: Any) -> Any:
    """Something with one part of it taken out, put in, or of another kind."""
    value = copy.deepcopy(value)
    *outer, last = draw(st.sampled_from(list(places(value))))
    inside = at(value, tuple(outer))
    how = draw(st.sampled_from(["other", "gone", "renamed", "more"]))
    if how == "gone":
        del inside[last]
    elif how == "renamed" and isinstance(inside, dict):
        inside[draw(st.sampled_from(WORDS))] = inside.pop(last)
    elif how == "more" and isinstance(inside, dict):
        inside[draw(st.sampled_from(WORDS))] = draw(st.sampled_from(JUNK))
    else:
        inside[last] = draw(st.sampled_from(JUNK))
    return value


def position(zone: str) -> Json:
    hers: Json = {
        "life": 20,
        "hand": {"bolt": "Lightning Bolt", "lions": "Savannah Lions"},
        "library": ["Forest", "Hill Giant", "Sol Ring", "Shock"],
        "battlefield": {"elf": "Llanowar Elves", "ring": {"card": "Sol Ring", "tapped": True}},
        "graveyard": {"dead": "Shivan Dragon"},
    }
    hers[zone]["it_is"] = "Trial"
    return {"turn": "alice", "step": "precombat main", "alice": hers, "bob": {"battlefield": {"angel": "Serra Angel"}}}


def actions(zone: str, land: bool) -> list[Json]:
    first: Json = {"play" if land else "cast": "it_is"} if zone == "hand" else {"activate": "it_is", "ability": 1}
    bolt = {"cast": "bolt", "targets": ["angel"]}
    return [first, {"resolve": "all"}, bolt, {"resolve": "all"}, {"pass to": "end step"}, {"pass to": "upkeep"}]


def is_clear(params: Json) -> None:
    """A result by the protocol; the first option is taken where something is asked."""
    answers: list[Json] = []
    for _ in range(5):
        try:
            outcome = ENGINE.run({**params, "answers": answers})
        except ValueError as wrong:
            if not str(wrong).startswith("not a request"):
                raise
            return
        assert OUTCOMES & outcome.keys()
        json.dumps(outcome)
        if "choice" not in outcome:
            return
        choice = outcome["choice"]
        options = choice["options"]
        about = {key: choice[key] for key in ("player", "kind", "about") if key in choice}
        answers.append({**about, "choose": options[: choice["min"]] if "max" in choice else options[0]})


QUICK = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
STEMS = sorted(path.stem for path in CARDS.glob("*.yaml"))


@st.composite
def requests(draw: st.DrawFn, part: str) -> Json:
    card: Any = copy.deepcopy(read_yaml(str(CARDS / f"{draw(st.sampled_from(STEMS))}.yaml")))
    card["card"] = "Trial"
    zone = draw(st.sampled_from(["hand", "battlefield"]))
    params: Json = {
        "game": "mtg",
        "cards": [card],
        "given": VOCABULARY.given(position(zone)),
        "actions": actions(zone, "Land" in card["types"]),
    }
    if part == "effects":
        abilities = [each for each in card.get("abilities", []) if isinstance(each, dict)]
        effect = {"controller": "alice", "effect": draw(st.sampled_from(abilities)) if abilities else "flying"}
        params["given"]["effects"] = [draw(spoiled({"it": effect})).get("it", "flying")]
    elif part == "cards":
        params["cards"] = [draw(spoiled(card))]
    else:
        params[part] = draw(spoiled(params[part]))
    return params


@pytest.mark.parametrize("part", ["cards", "given", "actions", "effects"])
def test_what_is_wrong_in_a_request_has_a_clear_answer(part: str) -> None:
    @QUICK
    @given(params=requests(part))
    def check(params: Json) -> None:
        is_clear(params)

    check()


@pytest.mark.parametrize(
    ("params", "what", "name"),
    [
        ({"given": {"alice": {"life": "twenty"}}}, "state", "given.alice.life"),
        ({"given": {"alice": {"hand": {"it": {"tapped": True}}}}}, "state", "given"),
        ({"given": {**EMPTY, "alice": {**EMPTY["alice"], "hand": ["Shock"]}}}, "state", "given.alice.hand"),
        ({"given": {**EMPTY, "players": ["alice", "zed"]}}, "state", "'zed'"),
        ({"given": EMPTY, "actions": [{"attack": 3}]}, "action", "actions"),
        ({"given": EMPTY, "actions": [{"event": {"draw": {}}}]}, "word", "amount"),
        ({"given": EMPTY, "actions": [{"event": {"create": 3}}]}, "action", "actions.event"),
        (
            {"given": {"alice": {"battlefield": ["T"]}}, "cards": [{"card": "T", "types": 3}]},
            "word",
            "cards.types",
        ),
        (
            {
                "given": {
                    **EMPTY,
                    "effects": [{"controller": "alice", "effect": {"static": {"affects": "x", "sets": 3}}}],
                }
            },
            "word",
            "given.effects",
        ),
    ],
)
def test_the_answer_says_what_is_wrong(params: Json, what: str, name: str) -> None:
    outcome = ENGINE.run({"game": "mtg", "actions": [], **params})
    assert outcome["unsupported"]["what"] == what
    assert name in outcome["unsupported"]["name"]


MEANINGLESS: list[Json] = [
    {"spell": {"move": {"type": "Creature"}, "to": ["hand", "exile"]}},
    {"spell": {"move": {"type": "Creature"}, "to": "any"}},
    {"spell": {"move": {"type": "Creature"}, "under": "you"}},
    {"spell": {"move": {"type": "Creature"}, "to": "battlefield", "under": "this"}},
    {"spell": {"search": {"type": "Land"}, "to": ["hand"]}},
    {"spell": {"search": {"type": "Land"}}},
    {"spell": {"search": "X", "to": "hand"}},
    {"spell": {"put counters": {"+1/+1": 1}}},
    {"spell": {"create": {"copy of": {"type": "Creature", "subtype": "Goat"}}, "number": "them"}},
    {"spell": {"exile": "this", "position": "top"}},
    {"spell": {"exchange": [{"zone": "hand"}, {"zone": "graveyard", "of": "you"}]}},
    {"spell": {"exchange": [{"control of": "this"}, {"life of": "you"}]}},
    {"spell": {"exchange": [{"of": "you"}, {"text of": "this"}]}},
    {"spell": {"become copy": {"type": "Creature"}, "object": {"type": "Creature"}, "until": "tomorrow"}},
    {"spell": {"replacing": {"replace": {"event": "damage"}, "with": {"amount": 4}}}},
    {"replace": {"event": "begin", "source": "this"}, "with": "nothing"},
    {"replace": {"event": "enters", "object": {"in": "any"}}, "with": {"kind": "R"}},
    {"replace": {"event": "enters", "object": {"in": "any"}}, "with": {"and token": {"subtypes": "Squirrel"}}},
    {"replace": {"event": "enters", "object": {"in": "any"}}, "with": {"token": {"subtypes": "Squirrel"}}},
    {"replace": {"event": "enters", "object": {"in": "any"}}, "with": {"to": "any"}},
    {"replace": {"event": "enters", "object": {"in": "any"}}, "with": {"position": "shuffled"}},
    {"static": {"affects": {"type": "Creature"}, "control": "this"}},
    {"static": {"affects": {"type": "Creature"}, "adds": {"name": "Bear"}}},
    {"static": {"affects": {"type": "Creature"}, "loses": {"colors": "W"}}},
    {"static": {"affects": {"type": "Creature"}, "sets": {"subtypes": "Bear"}}},
    {"keyword": "chapter", "n": "it", "do": {"draw": 1}},
    {"keyword": "toxic"},
]


@pytest.mark.parametrize("ability", MEANINGLESS, ids=[json.dumps(each) for each in MEANINGLESS])
def test_words_where_they_mean_nothing_are_said_to_be(ability: Json) -> None:
    first = "spell" in ability
    card = {"card": "Trial", "cost": "{1}", "types": ["Sorcery" if first else "Enchantment"], "abilities": [ability]}
    params: Json = {
        "game": "mtg",
        "cards": [card],
        "given": VOCABULARY.given(position("hand" if first else "battlefield")),
        "actions": [{"cast": "it_is"} if first else {"cast": "lions"}, {"resolve": "all"}, {"pass to": "end step"}],
    }
    outcome = ENGINE.run({**params, "answers": []})
    while "choice" in outcome:
        options = outcome["choice"]["options"]
        least = outcome["choice"].get("min")
        params.setdefault("answers", []).append({"choose": options[0] if least is None else options[:least]})
        outcome = ENGINE.run(params)
    assert "unsupported" in outcome


def test_a_target_that_differs_from_one_that_is_not_chosen_is_not_known() -> None:
    targets = {"one": "player", "two": {"target": "player", "other": "three"}}
    card = {"card": "Trial", "types": ["Sorcery"], "abilities": [{"spell": {"draw": 1}, "targets": targets}]}
    params = {"game": "mtg", "given": VOCABULARY.given(position("hand")), "cards": [card]}
    for told in ({}, {"targets": ["alice", "bob"]}):
        outcome = ENGINE.run({**params, "actions": [{"cast": "it_is", **told}]})
        assert outcome["unsupported"]["name"].startswith("another target than 'three'")


def test_a_token_that_is_to_be_a_copy_of_nothing_is_not_made() -> None:
    do = {"create": {"copy of": {"type": "Creature", "subtype": "Goat"}}}
    outcome = ENGINE.run({"game": "mtg", "given": EMPTY, "actions": [{"event": do}]})
    assert outcome["state"]["alice"]["battlefield"] == []


def test_a_player_may_be_given_more_than_hexproof() -> None:
    effect = {"controller": "bob", "effect": {"static": {"affects": "you", "adds": {"power": 1}}}}
    given_ = {**VOCABULARY.given(position("hand")), "effects": [effect]}
    params = {"game": "mtg", "given": given_, "actions": [{"cast": "bolt", "targets": ["bob"]}, {"resolve": "all"}]}
    params["cards"] = [{"card": "Trial", "cost": "{1}", "types": ["Sorcery"]}]
    assert ENGINE.run(params)["state"]["bob"]["life"] == 17


@pytest.mark.parametrize(
    "params",
    [{}, {"game": 3}, {"game": "mtg"}, {"game": "mtg", "given": [], "actions": []}, {"game": "mtg", "given": {}}],
)
def test_what_is_no_request_is_an_error_by_the_protocol(params: Json) -> None:
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "run", "params": params})
    answer, _ = respond(ENGINE, line)
    assert answer["error"]["code"] == -32602


@pytest.mark.parametrize(
    "do",
    [
        {"draw": 10**9},
        {"create": {"power": 1, "toughness": 1}, "number": 10**9},
        {"roll": 10**9},
        {"extra turn": "you", "number": 10**9},
    ],
)
def test_a_number_beyond_all_patience_is_said_to_be(do: Json) -> None:
    outcome = ENGINE.run({"game": "mtg", "given": EMPTY, "actions": [{"event": do}]})
    assert "10000 is the most" in outcome["unsupported"]["name"]


def test_mana_beyond_all_patience_is_said_to_be() -> None:
    permanents = [{"card": "Forest", "id": "forest"}, *[{"card": "Mana Reflection"}] * 14]
    given = {**EMPTY, "alice": {**EMPTY.get("alice", {}), "battlefield": permanents}}
    outcome = ENGINE.run({"game": "mtg", "given": given, "actions": [{"activate": "forest"}], "first": 40})
    assert "10000 is the most" in outcome["unsupported"]["name"]


def test_a_zone_beyond_all_patience_is_said_to_be() -> None:
    outcome = ENGINE.run({"game": "mtg", "given": {"alice": {"library": 10**12}}, "actions": []})
    assert outcome["unsupported"]["what"] == "state"


COUNTERS = {"put counters": {"+1/+1": 3}, "on": "them"}


@pytest.mark.parametrize("spell", [{"damage": 3, "to": "nobody"}, COUNTERS, {"damage": 3}])
def test_what_is_divided_is_a_number_among_targets(spell: Json) -> None:
    them = {"them": {"target": "any"}}
    card = {
        "card": "T",
        "cost": "{1}",
        "types": ["Sorcery"],
        "abilities": [{"spell": spell | {"divided": True}, "targets": them}],
    }
    given_ = VOCABULARY.given({"alice": {"hand": {"t": "T"}}})
    params = {"game": "mtg", "given": given_, "cards": [card], "actions": [{"cast": "t", "targets": ["bob"]}]}
    assert ENGINE.run(params) == {"unsupported": {"what": "word", "name": "what is divided, and among what"}}


@pytest.mark.parametrize(
    ("exceptions", "name"),
    [
        ({"keeps": ["colors"]}, "a copy that keeps its colors, of what is made as one"),
        ({"keeps": "types"}, "a copy that keeps its types"),
        ({"counters": {"+1/+1": 1}}, "an exception about counters, for what does not enter"),
    ],
)
def test_an_exception_that_a_token_cannot_have_is_unsupported(exceptions: Json, name: str) -> None:
    bear = [{"id": "bear", "card": "Runeclaw Bear"}]
    outcome = ENGINE.run(
        {
            "game": "mtg",
            "given": {**EMPTY, "alice": {**EMPTY["alice"], "battlefield": bear}},
            "actions": [{"event": {"create": {"copy of": "bear", "except": exceptions}}, "player": "alice"}],
        }
    )
    assert outcome["unsupported"] == {"what": "word", "name": name}


def test_one_characteristic_that_a_copy_keeps_needs_no_list() -> None:
    both = [{"id": "bear", "card": "Runeclaw Bear"}, {"id": "piker", "card": "Goblin Piker"}]
    outcome = ENGINE.run(
        {
            "game": "mtg",
            "given": {**EMPTY, "alice": {**EMPTY["alice"], "battlefield": both}},
            "actions": [
                {"event": {"become copy": "bear", "object": "piker", "except": {"keeps": "colors"}}, "player": "alice"}
            ],
        }
    )
    told = {each["id"]: each["colors"] for each in outcome["state"]["alice"]["battlefield"]}
    assert told == {"bear": ["G"], "piker": ["R"]}
