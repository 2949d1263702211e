"""The engine as a function: the same answer always, clear outcomes for what it does not know or allow."""

from __future__ import annotations

from typing import Any

import pytest

from tests.mtg.conftest import Play

ALL = {"resolve": "all"}
DUEL: dict[str, dict[str, Any]] = {
    "alice": {
        "hand": {"clone": "Clone", "bolt": "Lightning Bolt"},
        "battlefield": {"bear": "Runeclaw Bear", "warden": "Soul Warden"},
    },
    "bob": {"battlefield": {"skeletons": "Drudge Skeletons"}, "life": 20},
}


def test_the_same_request_gives_the_same_answer(play: Play) -> None:
    actions = ({"cast": "bolt", "targets": ["bob"]}, ALL, {"attack": {"bear": "bob"}}, {"pass to": "end step"})
    assert play(DUEL, *actions, trace=True) == play(DUEL, *actions, trace=True)


def test_a_refusal_leaves_the_position_as_it_was(play: Play) -> None:
    before = play(DUEL)["state"]
    refused = play(DUEL, {"cast": "bolt", "targets": ["nobody"]})
    assert refused["refused"]["action"] == 0
    assert refused["state"] == before


def test_the_order_of_unrelated_objects_means_nothing(play: Play) -> None:
    turned = {
        name: {zone: dict(reversed(each.items())) if isinstance(each, dict) else each for zone, each in player.items()}
        for name, player in DUEL.items()
    }
    actions = ({"cast": "clone"}, ALL, {"cast": "bolt", "targets": ["skeletons"]}, ALL)
    answers = ({"kind": "copy", "choose": "warden"},)
    one, other = (play(given, *actions, answers=answers)["state"] for given in (DUEL, turned))
    for player in ("alice", "bob"):
        assert one[player]["life"] == other[player]["life"]
        by_id = [sorted(each[player]["battlefield"], key=lambda obj: obj["id"]) for each in (one, other)]
        assert by_id[0] == by_id[1]


@pytest.mark.parametrize(
    ("given", "action", "outcome"),
    [
        ({"alice": {"hand": {"x": "No Such Card"}}}, None, "unsupported"),
        ({"alice": {"mood": "fine"}}, None, "unsupported"),
        ({"alice": {"battlefield": {"b": {"card": "Runeclaw Bear", "smell": "bad"}}}}, None, "unsupported"),
        (DUEL, {"dance": "bear"}, "unsupported"),
        (DUEL, {"event": {"sing": 1}}, "unsupported"),
        (DUEL, {"event": {"damage": {"count of": 1}, "to": "bob"}}, "unsupported"),
        (DUEL, {"event": {"destroy": {"flavor": "x"}}}, "unsupported"),
        (DUEL, {"pass to": "tea"}, "unsupported"),
        (DUEL, {"cast": "bear"}, "refused"),
        (DUEL, {"cast": "bolt"}, "choice"),
        (DUEL, {"cast": "bolt", "targets": ["bob", "alice"]}, "refused"),
        (DUEL, {"activate": "bear"}, "refused"),
        (DUEL, {"activate": "skeletons", "ability": "fly"}, "refused"),
        (DUEL, {"attack": {"skeletons": "bob"}}, "refused"),
        (DUEL, {"attack": {"nobody": "bob"}}, "refused"),
        (DUEL, {"block": {"skeletons": "bear"}}, "refused"),
        (DUEL, {"play": "bolt"}, "refused"),
        (DUEL, {"resolve": "top"}, "refused"),
        (DUEL, {"turn face up": "bear"}, "refused"),
        (DUEL, {"concede": "carol"}, "refused"),
    ],
)
def test_what_cannot_be_done_has_a_clear_outcome(play: Play, given: Any, action: Any, outcome: str) -> None:
    assert outcome in play(given, *([action] if action else []))


def test_an_answer_that_is_not_offered_is_refused(play: Play) -> None:
    outcome = play(DUEL, {"cast": "clone"}, ALL, answers=({"kind": "copy", "choose": "mountain"},))
    assert outcome["refused"]["answer"] == 0


def test_a_card_that_nobody_has_seen_works_from_its_data(play: Play) -> None:
    card = {
        "card": "Bear Herder",
        "cost": "{1}{G}",
        "types": ["Creature"],
        "power": 1,
        "toughness": 1,
        "abilities": [
            {
                "replace": {"event": "enters", "object": "this"},
                "with": {"counters": {"+1/+1": {"count": {"subtype": "Bear"}}}},
            },
            {
                "triggered": {"event": "attack", "object": "this"},
                "do": {"create": {"subtypes": "Bear", "power": 2, "toughness": 2}},
            },
        ],
    }
    given = {"alice": {"hand": {"herder": "Bear Herder"}, "battlefield": {"bear": "Runeclaw Bear"}}}
    state = play(given, {"cast": "herder"}, ALL, {"pass to": "precombat main", "of": "alice"},
                 {"attack": {"herder": "bob"}}, ALL, cards=[card])["state"]  # fmt: skip
    field = {each["id"]: each for each in state["alice"]["battlefield"]}
    assert field["herder"]["power"] == 2
    assert field["bear_1"]["token"]


def test_damage_divided_evenly_among_no_targets_is_none(play: Play) -> None:
    given = {"alice": {"hand": {"fire": "Fireball"}}, "bob": {"life": 20}}
    state = play(given, {"cast": "fire", "x": 3, "targets": []}, ALL)["state"]
    assert [state[player]["life"] for player in ("alice", "bob")] == [20, 20]
    assert [card["card"] for card in state["alice"]["graveyard"]] == ["Fireball"]


def test_a_card_that_is_face_down_in_exile_has_no_characteristics(play: Play) -> None:
    exile = {"hidden": {"card": "Runeclaw Bear", "face_down": True}, "open": "Runeclaw Bear"}
    told = play({"alice": {"exile": exile}})["state"]["alice"]["exile"]
    assert [card["types"] for card in told] == [[], ["Creature"]]
    told = play({"alice": {"exile": exile}}, {"event": {"move": "hidden", "to": "hand"}})["state"]["alice"]["hand"]
    assert [card["types"] for card in told] == [["Creature"]]


@pytest.mark.parametrize(
    ("facts", "loyalty"),
    [
        ({"card": "Jace Beleren"}, 3),
        ({"card": "Clone", "copy_of": "Jace Beleren"}, 3),
        ({"card": "Jace Beleren", "copy_of": "Runeclaw Bear"}, None),
        ({"card": "Jace Beleren", "face_down": True}, None),
        ({"card": "Jace Beleren", "counters": {"loyalty": 5}}, 5),
    ],
)
def test_a_permanent_given_has_the_counters_with_which_it_would_enter(play: Play, facts: Any, loyalty: Any) -> None:
    (told,) = play({"alice": {"battlefield": {"x": facts}}})["state"]["alice"]["battlefield"]
    assert told["counters"].get("loyalty") == loyalty


def test_leaving_the_game_with_three_players(play: Play) -> None:
    given = {
        "alice": {"battlefield": {"bear": "Runeclaw Bear"}},
        "bob": {"battlefield": {"warden": "Soul Warden"}},
        "carol": {},
    }
    state = play(given, {"event": {"gain control": "warden"}}, {"concede": "bob"})["state"]
    assert [each["id"] for each in state["alice"]["battlefield"]] == ["bear"]
    assert state["bob"]["left"]
    assert not state["over"]


def test_what_was_on_a_player_who_has_left_phases_in_unattached(play: Play) -> None:
    on_carol = {"card": "Curse of Bloodletting", "attached_to": "carol", "phased_out": True}
    given = {"players": ["alice", "bob", "carol"], "alice": {"battlefield": {"curse": on_carol}}, "turn": "bob"}
    (curse,) = play(given, {"concede": "carol"}, {"pass to": "untap", "of": "alice"})["state"]["alice"]["battlefield"]
    assert (curse["phased_out"], curse["attached_to"]) == (False, None)


@pytest.mark.parametrize("word", ["bear", "alice", "nothing of the kind"])
def test_a_word_of_a_card_never_means_an_id(play: Play, word: str) -> None:
    card = {"card": "Trial", "cost": "{1}", "types": ["Sorcery"], "abilities": [{"spell": {"destroy": word}}]}
    given = {"alice": {"hand": {"trial": "Trial"}, "battlefield": {"bear": "Runeclaw Bear"}}}
    outcome = play(given, {"cast": "trial"}, ALL, cards=[card])
    assert outcome["unsupported"] == {"what": "word", "name": f"reference {word!r}"}


def test_an_instruction_outright_and_an_effect_in_force_call_things_by_their_ids(play: Play) -> None:
    effect = {"static": {"affects": "bear", "adds": {"power": 1}}}
    given = {"alice": {"battlefield": {"bear": "Runeclaw Bear"}}, "effects": [{"controller": "bob", "effect": effect}]}
    state = play(given, {"event": {"tap": "bear"}})["state"]
    assert state["alice"]["battlefield"][0]["power"] == 3
    assert state["alice"]["battlefield"][0]["tapped"]


def test_an_instruction_outright_can_follow_a_thing_by_its_id(play: Play) -> None:
    given = {"alice": {"battlefield": {"warden": "Soul Warden"}}, "bob": {"battlefield": {"bear": "Runeclaw Bear"}}}
    until = {"while": {"object": "warden", "is": {"in": "battlefield"}}}
    take = {"event": {"gain control": "bear", "player": "alice", "until": until}}
    bears = [
        [card["id"] for card in play(given, take, *more)["state"]["alice"]["battlefield"]]
        for more in ((), ({"event": {"destroy": "warden"}},))
    ]
    assert bears == [["warden", "bear"], []]


@pytest.mark.parametrize("kind", [{}, {"type": "Creature"}])
def test_an_exchange_that_ends_its_own_duration_has_taken_place(play: Play, kind: dict[str, str]) -> None:
    """Its first half ends it, but both halves happen at one time: the other creature has been somebody else's too."""
    given = {"alice": {"battlefield": {"warden": "Soul Warden"}}, "bob": {"battlefield": {"bear": "Runeclaw Bear"}}}
    until = {"while": {"object": "warden", "is": {"controller": "alice", **kind}}}
    exchange = {"event": {"exchange": [{"control of": "warden"}, {"control of": "bear"}], "until": until}}
    state = play(given, exchange)["state"]
    (warden,), (bear,) = state["alice"]["battlefield"], state["bob"]["battlefield"]
    assert (warden["id"], warden["summoning_sick"]) == ("warden", True)
    assert (bear["id"], bear["summoning_sick"]) == ("bear", True)


@pytest.mark.parametrize(
    ("shares", "refused"),
    [
        ({"bear": 3, "other": 4}, False),
        ({"bear": 3, "other": 3}, True),
        ({"bear": 3, "bob": 4}, True),
        ({"bear": 7}, False),
        ({"bear": 7, "elsewhere": 0}, True),
    ],
)
def test_damage_is_assigned_to_the_blockers_and_all_of_it(play: Play, shares: Any, refused: bool) -> None:
    blockers = {"bear": "Runeclaw Bear", "other": "Runeclaw Bear", "elsewhere": "Hill Giant"}
    given = {
        "alice": {"battlefield": {"big": {"card": "Big"}}},
        "bob": {"battlefield": blockers},
    }
    big = {"card": "Big", "types": ["Creature"], "power": 7, "toughness": 7}
    actions = (
        {"attack": {"big": "bob"}},
        {"block": {"bear": "big", "other": "big"}},
        {"assign damage": {"big": shares}},
    )
    outcome = play(given, *actions, cards=[big])
    assert ("refused" in outcome) is refused
    if refused:
        assert outcome["refused"]["action"] == 2
        assert outcome["refused"]["rule"] == "510.1e"


def test_who_does_not_fight_assigns_no_damage(play: Play) -> None:
    outcome = play({"alice": {"battlefield": {"bear": "Runeclaw Bear"}}}, {"assign damage": {"bear": {"bob": 2}}})
    assert outcome["refused"]["rule"] == "510.1"


@pytest.mark.parametrize("fielded", [{"x": "Kill-Suit Cultist"}, {"x": {"card": "Kill-Suit Cultist", "tapped": True}}])
def test_players_do_not_pass_over_a_creature_that_has_to_attack(play: Play, fielded: Any) -> None:
    outcome = play({"alice": {"battlefield": fielded}}, {"pass to": "end of combat"})
    assert outcome.get("refused", {}).get("rule") == ("508.1d" if fielded["x"] == "Kill-Suit Cultist" else None)


def test_the_trace_tells_what_an_entering_permanent_is_judged_as(play: Play) -> None:
    given = {"alice": {"hand": {"land": "Grasslands"}, "battlefield": {"moon": "Blood Moon"}}}
    steps = play(given, {"play": "land"}, trace=True)["trace"]
    judged = [place for place, step in enumerate(steps) if step.get("rule") == "614.12"]
    moved = next(place for place, step in enumerate(steps) if step.get("rule") == "400.7")
    assert len(judged) == 1
    assert judged[0] < moved
    assert "gains the subtype Mountain" in steps[judged[0]]["text"]
    plain = play({"alice": {"hand": {"land": "Grasslands"}}}, {"play": "land"}, trace=True)["trace"]
    assert not [step for step in plain if step.get("rule") == "614.12"]


@pytest.mark.parametrize("card", ["Cavern of Souls", "Conspiracy", "Engineered Plague"])
def test_a_creature_type_that_nothing_has_can_be_chosen(play: Play, card: str) -> None:
    given = {"alice": {"hand": {"it": card}}}
    verb = "play" if card == "Cavern of Souls" else "cast"
    outcome = play(given, {verb: "it"}, {"resolve": "all"})
    (it,) = outcome["state"]["alice"]["battlefield"]
    assert it["chosen"] == {"type": "Advisor"}


def test_a_name_that_nothing_has_is_one_of_a_nonbasic_land_where_that_is_said(play: Play) -> None:
    outcome = play({"alice": {"hand": {"it": "Alpine Moon"}}}, {"cast": "it"}, {"resolve": "all"})
    (it,) = outcome["state"]["alice"]["battlefield"]
    (land,) = play({"alice": {"battlefield": {"land": it["chosen"]["name"]}}})["state"]["alice"]["battlefield"]
    assert "Land" in land["types"]
    assert "Basic" not in land["supertypes"]


def test_a_creature_type_that_cannot_be_chosen_is_not_chosen_where_nothing_has_one(play: Play) -> None:
    become = {"effect": {"static": {"affects": "it", "sets": {"creature types": "kind"}}}, "until": "end of turn"}
    change = {
        "card": "Change",
        "types": ["Sorcery"],
        "cost": "{U}",
        "abilities": [
            {
                "spell": [{"choose": "creature type", "other than": "Advisor", "as": "kind"}, become],
                "targets": {"it": {"type": "Creature"}},
            }
        ],
    }
    blank = {"card": "Blank", "types": ["Creature"], "cost": "{U}", "power": 1, "toughness": 1}
    given = {"alice": {"hand": {"change": "Change"}, "battlefield": {"blank": "Blank"}}}
    outcome = play(given, {"cast": "change", "targets": {"it": "blank"}}, {"resolve": "all"}, cards=[change, blank])
    (it,) = outcome["state"]["alice"]["battlefield"]
    assert it["subtypes"] not in ([], ["Advisor"])


def test_only_a_card_that_another_ability_refers_to_is_told_with_what_exiled_it(play: Play) -> None:
    given = {
        "alice": {"hand": {"swords": "Swords to Plowshares", "ring": "Oblivion Ring"}},
        "bob": {"battlefield": {"bear": "Runeclaw Bear", "other": "Runeclaw Bear"}},
    }
    swords = {"cast": "swords", "targets": {"it": "bear"}}
    outcome = play(given, swords, ALL, {"cast": "ring"}, ALL)
    exiled = {card["id"]: card.get("exiled_with") for card in outcome["state"]["bob"]["exile"]}
    assert exiled == {"bear": None, "other": "ring"}
