"""Words that few cards have: what each does, on a card that has it; the results follow from the cards' texts."""

from __future__ import annotations

from typing import Any

from tests.mtg.conftest import Play

Json = dict[str, Any]
ALL = {"resolve": "all"}
BEAR = "Runeclaw Bear"


def field(state: Json, player: str) -> Json:
    return {each.get("id", each["card"]): each for each in state[player]["battlefield"]}


def test_only_who_attacks_or_blocks_falls_to_divine_verdict(play: Play) -> None:
    given = {
        "alice": {"hand": {"verdict": "Divine Verdict"}, "battlefield": {"bear": BEAR, "idle": BEAR}},
        "bob": {"battlefield": {"giant": "Hill Giant"}},
    }
    fight = ({"attack": {"bear": "bob"}}, {"block": {"giant": "bear"}})
    assert "refused" in play(given, *fight, {"cast": "verdict", "targets": ["idle"]})
    state = play(given, *fight, {"cast": "verdict", "targets": ["giant"]}, ALL)["state"]
    assert "giant" not in field(state, "bob")


def test_valorous_stance_destroys_what_is_tough(play: Play) -> None:
    given = {
        "alice": {"hand": {"stance": "Valorous Stance"}},
        "bob": {"battlefield": {"spider": "Giant Spider", "b": BEAR}},
    }
    cast = {"cast": "stance", "modes": ["destroy"]}
    assert "refused" in play(given, {**cast, "targets": ["b"]})
    assert "spider" not in field(play(given, {**cast, "targets": ["spider"]}, ALL)["state"], "bob")


def test_sengir_vampire_grows_when_its_victim_dies(play: Play) -> None:
    given = {
        "alice": {"battlefield": {"vampire": "Sengir Vampire"}, "hand": {"shock": "Shock"}},
        "bob": {"battlefield": {"drake": "Wind Drake", "bear": BEAR}},
    }
    kill = ({"attack": {"vampire": "bob"}}, {"block": {"drake": "vampire"}}, {"pass to": "postcombat main"}, ALL)
    assert field(play(given, *kill)["state"], "alice")["vampire"]["power"] == 5
    state = play(given, *kill, {"cast": "shock", "targets": ["bear"]}, ALL)["state"]
    assert field(state, "alice")["vampire"]["power"] == 5, "it dealt the Bear no damage"


def test_thran_golem_is_larger_while_it_is_enchanted(play: Play) -> None:
    given = {
        "alice": {"battlefield": {"golem": "Thran Golem", "wings": {"card": "Arcanum Wings", "attached_to": "golem"}}}
    }
    golem = field(play(given)["state"], "alice")["golem"]
    assert (golem["power"], golem["toughness"]) == (5, 5)
    assert sorted(set(golem["abilities"])) == ["first strike", "flying", "static", "trample"]
    bare = field(play({"alice": {"battlefield": {"golem": "Thran Golem"}}})["state"], "alice")["golem"]
    assert (bare["power"], bare["abilities"]) == (3, ["static"])


def test_historic_spells_cost_less(play: Play) -> None:
    given = {
        "alice": {
            "mana": {"C": 1, "G": 1},
            "hand": {"stone": "Mind Stone", "bear": BEAR},
            "battlefield": {"familiar": "Jhoira's Familiar"},
        }
    }
    assert play(given, {"cast": "stone"})["state"]["alice"]["mana"]["C"] + 1 == 1
    assert play(given, {"cast": "bear"})["state"]["alice"]["mana"]["C"] == 0


def test_oran_rief_is_about_this_turn(play: Play) -> None:
    given = {
        "alice": {"hand": {"new": "Llanowar Elves"}, "battlefield": {"rief": "Oran-Rief, the Vastwood", "old": BEAR}}
    }
    state = play(given, {"cast": "new"}, ALL, {"activate": "rief", "ability": "grow"}, ALL)["state"]
    assert {name: each["power"] for name, each in field(state, "alice").items() if name != "rief"} == {
        "new": 2,
        "old": 2,
    }


def test_the_thing_wakes_with_the_fourth_spell(play: Play) -> None:
    shocks = {f"s{n}": "Shock" for n in range(4)}
    given = {
        "alice": {"hand": shocks, "battlefield": {"thing": {"card": "Thing in the Ice", "counters": {"ice": 4}}}},
        "bob": {"battlefield": {"bear": BEAR}},
    }
    casts = [step for name in shocks for step in ({"cast": name, "targets": ["bob"]}, ALL)]
    three, four = (play(given, *casts[:number])["state"] for number in (6, 8))
    assert field(three, "alice")["thing"]["counters"] == {"ice": 1}
    thing = field(four, "alice")["thing"]
    assert (thing["back"], thing["power"], thing["toughness"]) == (True, 7, 8)
    assert [each["card"] for each in four["bob"]["hand"]] == [BEAR]


def test_an_aura_that_comes_to_bramble_elemental_brings_saprolings(play: Play) -> None:
    given = {"alice": {"hand": {"wings": "Arcanum Wings"}, "battlefield": {"elemental": "Bramble Elemental"}}}
    state = play(given, {"cast": "wings", "targets": ["elemental"]}, ALL)["state"]
    assert {"saproling_1", "saproling_2"} <= field(state, "alice").keys()


def test_risky_move_goes_round_and_costs_a_creature_if_the_flip_is_lost(play: Play) -> None:
    given = {"alice": {"battlefield": {"move": "Risky Move"}}, "bob": {"battlefield": {"bear": BEAR}}}
    lost = {"kind": "roll", "choose": "tails"}
    state = play(given, {"pass to": "draw", "of": "bob"}, answers=(lost,))["state"]
    assert (list(field(state, "bob")), list(field(state, "alice"))) == (["move"], ["bear"])
    won = play(given, {"pass to": "draw", "of": "bob"}, answers=({"kind": "roll", "choose": "heads"},))["state"]
    assert sorted(field(won, "bob")) == ["bear", "move"]


def test_who_searches_under_ob_nixilis_pays_for_it(play: Play) -> None:
    given = {
        "alice": {"battlefield": {"demon": "Ob Nixilis, Unshackled"}},
        "bob": {"life": 20, "hand": {"pact": "Summoner's Pact"}, "battlefield": {"bear": BEAR}},
    }
    state = play(given, {"cast": "pact"}, ALL)["state"]
    assert (state["bob"]["life"], field(state, "bob")) == (10, {})
    assert field(state, "alice")["demon"]["power"] == 5


def test_black_market_pays_at_the_beginning_of_the_precombat_main_phase(play: Play) -> None:
    market = {"card": "Black Market", "counters": {"charge": 3}}
    given = {"step": "upkeep", "alice": {"mana": {}, "battlefield": {"market": market}}}
    assert play(given, {"pass to": "precombat main"}, ALL)["state"]["alice"]["mana"]["B"] == 3


def test_one_opponent_with_more_lands_is_enough_for_gift_of_estates(play: Play) -> None:
    def given(bob: int, carol: int) -> Json:
        return {
            "players": ["alice", "bob", "carol"],
            "alice": {
                "library": ["Plains", "Plains", "Wastes"],
                "hand": {"gift": "Gift of Estates"},
                "battlefield": ["Forest", "Forest"],
            },
            "bob": {"battlefield": ["Forest"] * bob},
            "carol": {"battlefield": ["Forest"] * carol},
        }

    assert play(given(0, 3), {"cast": "gift"}, ALL)["choice"]["kind"] == "search"
    assert "choice" not in play(given(2, 2), {"cast": "gift"}, ALL)


def test_fatal_push_reaches_further_once_something_has_left(play: Play) -> None:
    given = {
        "alice": {"hand": {"push": "Fatal Push", "shock": "Shock"}, "battlefield": {"elves": "Llanowar Elves"}},
        "bob": {"battlefield": {"giant": "Hill Giant", "bear": BEAR}},
    }
    push = {"cast": "push", "targets": ["giant"]}
    assert "giant" in field(play(given, push, ALL)["state"], "bob")
    assert "giant" not in field(play(given, {"cast": "shock", "targets": ["elves"]}, ALL, push, ALL)["state"], "bob")
    assert "bear" not in field(play(given, {"cast": "push", "targets": ["bear"]}, ALL)["state"], "bob")


def test_doran_has_toughness_deal_the_damage(play: Play) -> None:
    given = {
        "alice": {"battlefield": {"doran": "Doran, the Siege Tower", "spider": "Giant Spider"}},
        "bob": {"life": 20},
    }
    state = play(given, {"attack": {"doran": "bob", "spider": "bob"}}, {"pass to": "end of combat"})["state"]
    assert state["bob"]["life"] == 20 - 5 - 4


def test_gloom_is_about_white_spells_and_abilities_of_white_enchantments(play: Play) -> None:
    circle = {"circle": "Circle of Protection: Red", "gloom": "Gloom"}
    given = {
        "alice": {"mana": {"W": 4, "R": 1}, "hand": {"salve": "Healing Salve", "shock": "Shock"}, "battlefield": circle}
    }
    salve = {"cast": "salve", "modes": ["gain"], "targets": ["alice"]}
    assert sum(play(given, salve)["state"]["alice"]["mana"].values()) == 1
    assert sum(play(given, {"cast": "shock", "targets": ["bob"]})["state"]["alice"]["mana"].values()) == 4
    assert sum(play(given, {"activate": "circle"})["state"]["alice"]["mana"].values()) == 1


def test_everybody_has_another_land_by_the_orrery(play: Play) -> None:
    hand = {"a": "Forest", "b": "Forest", "c": "Forest"}
    given = {"turn": "bob", "alice": {"battlefield": {"orrery": "Ghirapur Orrery"}}, "bob": {"hand": hand}}
    outcome = play(given, {"play": "a"}, {"play": "b"}, {"play": "c"})
    assert outcome["refused"]["action"] == 2


def test_minds_desire_lets_its_card_be_played_for_nothing(play: Play) -> None:
    given = {"alice": {"mana": {"U": 6}, "library": ["Serra Angel"], "hand": {"desire": "Mind's Desire"}}}
    state = play(given, {"cast": "desire"}, ALL, {"cast": "Serra Angel"}, ALL)["state"]
    assert [each["card"] for each in state["alice"]["battlefield"]] == ["Serra Angel"]


def test_two_heads_block_two(play: Play) -> None:
    given = {
        "alice": {"battlefield": {"one": BEAR, "two": BEAR, "three": BEAR}},
        "bob": {"battlefield": {"giant": "Two-Headed Giant of Foriys"}},
    }
    attack = {"attack": {"one": "bob", "two": "bob", "three": "bob"}}
    assert "state" in play(given, attack, {"block": {"giant": ["one", "two"]}})
    assert "refused" in play(given, attack, {"block": {"giant": ["one", "two", "three"]}})


def test_the_machinists_mana_is_for_abilities_of_artifacts(play: Play) -> None:
    here = {"machinist": "Soldevi Machinist", "pyramids": "Pyramids", "forest": "Forest"}
    given = {"alice": {"mana": {}, "hand": {"stone": "Mind Stone"}, "battlefield": here}}
    make = {"activate": "machinist"}
    assert "refused" in play(given, make, {"cast": "stone"})
    assert "refused" not in play(given, make, {"activate": "pyramids", "modes": ["spare"], "targets": ["forest"]})


def test_arc_lightning_is_divided_among_one_to_three(play: Play) -> None:
    given = {
        "alice": {"hand": {"arc": "Arc Lightning"}},
        "bob": {"life": 20, "battlefield": {"a": "Hill Giant", "b": "Hill Giant"}},
    }
    cast = {"cast": "arc", "targets": ["a", "b"], "divide": {"a": 1, "b": 2}}
    state = play(given, cast, ALL)["state"]
    assert {name: each["damage"] for name, each in field(state, "bob").items()} == {"a": 1, "b": 2}
    assert "refused" in play(given, {"cast": "arc", "targets": []})
    assert play(given, {"cast": "arc", "targets": ["bob"]}, ALL)["state"]["bob"]["life"] == 17


def test_the_warleaders_cats_come_attacking(play: Play) -> None:
    given = {"alice": {"life": 20, "battlefield": {"leader": "Leonin Warleader"}}, "bob": {"life": 20}}
    state = play(given, {"attack": {"leader": "bob"}}, {"pass to": "end of combat"})["state"]
    assert (state["alice"]["life"], state["bob"]["life"]) == (22, 14)


def test_an_aura_is_returned_attached(play: Play) -> None:
    given = {"alice": {"graveyard": {"wings": "Arcanum Wings"}, "battlefield": {"nomad": "Nomad Mythmaker"}}}
    state = play(given, {"activate": "nomad", "targets": ["wings"]}, ALL)["state"]
    assert field(state, "alice")["wings"]["attached_to"] == "nomad"


def test_twincast_may_aim_elsewhere(play: Play) -> None:
    given = {
        "alice": {"hand": {"twin": "Twincast", "shock": "Shock"}, "life": 20},
        "bob": {"life": 20, "battlefield": {"b": BEAR}},
    }
    actions = ({"cast": "shock", "targets": ["bob"]}, {"cast": "twin", "targets": ["shock"]}, ALL)
    state = play(given, *actions, answers=({"kind": "target", "choose": "b"},))["state"]
    assert (state["bob"]["life"], field(state, "bob")) == (18, {})


def test_the_manticore_throws_what_it_was_given(play: Play) -> None:
    given = {
        "alice": {"hand": {"beast": "Heart-Piercer Manticore"}, "battlefield": {"g": "Hill Giant"}},
        "bob": {"life": 20},
    }
    answers = ({"kind": "may", "choose": "accept"}, {"kind": "target", "choose": "bob"})
    state = play(given, {"cast": "beast"}, ALL, answers=answers)["state"]
    assert (state["bob"]["life"], list(field(state, "alice"))) == (17, ["beast"])


def test_an_embalmed_manticore_is_white_and_a_zombie(play: Play) -> None:
    given = {"alice": {"graveyard": {"beast": "Heart-Piercer Manticore"}}}
    decline = ({"kind": "may", "choose": "decline"},)
    state = play(given, {"activate": "beast", "ability": "embalm"}, ALL, answers=decline)["state"]
    (token,) = field(state, "alice").values()
    assert (token["colors"], token["subtypes"], token["mana_cost"], token["token"]) == (
        ["W"],
        ["Manticore", "Zombie"],
        "",
        True,
    )
    assert [each["card"] for each in state["alice"]["exile"]] == ["Heart-Piercer Manticore"]


def test_equipment_falls_off(play: Play) -> None:
    given = {
        "alice": {"hand": {"fulgent": "Fulgent Distraction"}},
        "bob": {"battlefield": {"a": BEAR, "b": BEAR, "mace": {"card": "Bonesplitter", "attached_to": "a"}}},
    }
    here = field(play(given, {"cast": "fulgent", "targets": ["a", "b"]}, ALL)["state"], "bob")
    assert (here["mace"]["attached_to"], here["a"]["tapped"], here["b"]["tapped"]) == (None, True, True)


def test_spellskite_takes_the_spell_upon_itself(play: Play) -> None:
    given = {"alice": {"hand": {"bolt": "Lightning Bolt"}}, "bob": {"life": 20, "battlefield": {"skite": "Spellskite"}}}
    actions = ({"cast": "bolt", "targets": ["bob"]}, {"activate": "skite", "targets": ["bolt"]}, ALL)
    state = play(given, *actions)["state"]
    assert (state["bob"]["life"], field(state, "bob")["skite"]["damage"]) == (20, 3)


def test_reconnaissance_calls_an_attacker_back(play: Play) -> None:
    given = {"alice": {"battlefield": {"bear": BEAR, "recon": "Reconnaissance"}}, "bob": {"life": 20}}
    actions = (
        {"attack": {"bear": "bob"}},
        {"activate": "recon", "targets": ["bear"]},
        ALL,
        {"pass to": "end of combat"},
    )
    state = play(given, *actions)["state"]
    assert (state["bob"]["life"], field(state, "alice")["bear"]["tapped"]) == (20, False)


def test_prey_upon_makes_two_fight(play: Play) -> None:
    given = {
        "alice": {"hand": {"prey": "Prey Upon"}, "battlefield": {"g": "Hill Giant"}},
        "bob": {"battlefield": {"bear": BEAR}},
    }
    state = play(given, {"cast": "prey", "targets": ["g", "bear"]}, ALL)["state"]
    assert (field(state, "alice")["g"]["damage"], field(state, "bob")) == (2, {})


def test_the_monarchy_passes_on(play: Play) -> None:
    given = {
        "players": ["alice", "bob", "carol"],
        "alice": {"hand": {"guard": "Palace Sentinels"}},
        "bob": {},
        "carol": {},
    }
    crowned = ({"cast": "guard"}, ALL)
    assert play(given, *crowned)["state"]["monarch"] == "alice"
    assert len(play(given, *crowned, {"pass to": "cleanup"})["state"]["alice"]["hand"]) == 1
    gone = play(given, *crowned, {"pass to": "upkeep", "of": "bob"}, {"concede": "alice"})["state"]
    assert gone["monarch"] == "bob"


def test_what_is_airbent_may_be_cast_for_two_by_its_owner(play: Play) -> None:
    given = {
        "alice": {"hand": {"lesson": "Airbending Lesson"}},
        "bob": {"mana": {"C": 2}, "battlefield": {"angel": "Serra Angel"}},
    }
    bend = ({"cast": "lesson", "targets": ["angel"]}, ALL)
    state = play(given, *bend)["state"]
    assert [each["card"] for each in state["bob"]["exile"]] == ["Serra Angel"]
    given["turn"] = "bob"
    cast = play(given, *bend, {"cast": "angel"}, ALL)["state"]
    assert ("angel" in field(cast, "bob"), cast["bob"]["mana"]["C"]) == (True, 0)


def test_an_artifact_is_a_permanent_unless_a_card_says_otherwise(play: Play) -> None:
    channel = {"activate": "sniper", "ability": "channel", "targets": ["bob"]}
    given: Json = {
        "alice": {
            "mana": {"R": 1},
            "hand": {"sniper": "Twinshot Sniper"},
            "battlefield": {"machinist": "Soldevi Machinist"},
        },
        "bob": {"battlefield": {"karn": "Karn, the Great Creator"}},
    }
    assert "refused" in play(given, {"activate": "machinist"}, channel), "its mana is for abilities of artifacts"
    given["alice"]["mana"]["C"] = 1
    state = play(given, channel, ALL)["state"]
    assert state["bob"]["life"] == 18, "Karn stops abilities of artifacts, not of artifact cards"


def test_a_creature_card_in_a_graveyard_is_no_creature_that_a_spell_targets(play: Play) -> None:
    given = {
        "alice": {
            "hand": {"rise": "Rise from the Grave"},
            "battlefield": {"feather": "Feather, the Redeemed"},
            "graveyard": {"bear": BEAR},
        }
    }
    state = play(given, {"cast": "rise", "targets": ["bear"]}, ALL, {"pass to": "end step"}, ALL)["state"]
    assert [card["id"] for card in state["alice"]["graveyard"]] == ["rise"]
