"""What cards do, where their data had it wrong; and that no card's data has a word that the engine lacks."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from yaml12 import read_yaml

Json = dict[str, Any]
Play = Callable[..., Json]

CARDS = Path(__file__).resolve().parents[2] / "corpus" / "cards" / "mtg"


def test_vigor_is_shuffled_away_from_wherever_it_comes(play: Play) -> None:
    given = {"alice": {"hand": {"vigor": "Vigor"}, "library": [], "battlefield": {"mongrel": "Wild Mongrel"}}}
    red = {"player": "alice", "choose": "R"}
    discard = {"activate": "mongrel", "costs": {"discard": ["vigor"]}}
    state = play(given, discard, {"resolve": "all"}, answers=(red,))["state"]
    assert "Vigor" in str(state["alice"]["library"])
    assert not state["alice"]["graveyard"]


def test_extort_gains_what_all_opponents_lost(play: Play) -> None:
    given = {
        "players": ["alice", "bob", "carol"],
        "alice": {"life": 20, "battlefield": {"obedience": "Blind Obedience"}, "hand": {"shock": "Shock"}},
        "bob": {"life": 20},
        "carol": {"life": 20},
    }
    paid = {"player": "alice", "choose": "pay"}
    state = play(given, {"cast": "shock", "targets": ["bob"]}, {"resolve": "all"}, answers=(paid,))["state"]
    assert [state[who]["life"] for who in ("alice", "bob", "carol")] == [22, 17, 19]


def test_a_vehicle_does_not_crew_itself(play: Play) -> None:
    given = {"alice": {"battlefield": {"copter": "Smuggler's Copter", "march": "March of the Machines"}}}
    assert "refused" in play(given, {"activate": "copter", "ability": "crew"})


def test_mossbridge_troll_asks_for_a_total_power_of_ten(play: Play) -> None:
    given = {"alice": {"battlefield": {"troll": "Mossbridge Troll", "one": "Shivan Dragon", "two": "Hill Giant"}}}
    both = {"activate": "troll", "costs": {"tap": ["one", "two"]}}
    assert "refused" in play(given, both)


@pytest.mark.parametrize(("target", "life"), [("jace", 20), ("alice", 16)])
def test_flames_of_the_blood_hand_stop_the_planeswalkers_controller_from_gaining(
    play: Play, target: str, life: int
) -> None:
    given = {
        "alice": {
            "life": 20,
            "battlefield": {"jace": {"card": "Jace Beleren", "counters": {"loyalty": 4}}},
            "hand": {"mercy": "Angel's Mercy"},
        },
        "bob": {"life": 20, "hand": {"flames": "Flames of the Blood Hand", "his": "Angel's Mercy"}},
    }
    flames = {"cast": "flames", "targets": [target]}
    rest = [{"resolve": "all"}, {"cast": "mercy"}, {"resolve": "all"}, {"cast": "his"}, {"resolve": "all"}]
    state = play(given, flames, *rest)["state"]
    assert (state["alice"]["life"], state["bob"]["life"]) == (life, 27)


def _cards() -> list[str]:
    return sorted(path.stem for path in CARDS.glob("*.yaml"))


def _position(name: str, zone: str, loyal: bool) -> Json:
    card: Any = {"card": name, "counters": {"loyalty": 12}} if loyal and zone == "battlefield" else name
    hers: Json = {
        "life": 20,
        "hand": {"bolt": "Lightning Bolt", "island": "Island", "lions": "Savannah Lions"},
        "library": ["Forest", "Hill Giant", "Sol Ring", "Shock", "Swamp", "Bad Moon", "Plains", "Erase"],
        "battlefield": {"elf": "Llanowar Elves", "ring": "Sol Ring", "waste": "Wastes", "anthem": "Glorious Anthem"},
        "graveyard": {"dead": "Shivan Dragon", "past": "Divination", "broken": "Bonesplitter"},
    }
    hers[zone]["the card"] = card
    his: Json = {
        "life": 20,
        "hand": {"spark": "Shock"},
        "library": ["Forest", "Hill Giant", "Sol Ring", "Shock"],
        "battlefield": {"angel": "Serra Angel", "copter": "Smuggler's Copter", "swamp": "Swamp", "honor": "Bad Moon"},
        "graveyard": {"gone": "Hill Giant", "vault": "Mutavault"},
    }
    return {"turn": "alice", "step": "precombat main", "alice": hers, "bob": his}


def _scripts(data: Json) -> list[tuple[str, list[Json]]]:
    """Ways to have a card do what it does: cast, activated, and there while things happen."""
    enter: Json = {"play" if "Land" in data["types"] else "cast": "the card"}
    if "{X}" in data.get("cost", ""):
        enter["x"] = 2
    end = {"resolve": "all"}
    turn = [{"pass to": "end step"}, end, {"pass to": "upkeep"}, end, {"pass to": "draw"}, end]
    found = [("hand", [enter, end, {"cast": "bolt", "targets": ["bob"]}, end, {"cast": "lions"}, end, *turn])]
    if "Aura" not in data.get("subtypes", []):
        found.append(("battlefield", [{"attack": {"the card": "bob"}}, {"pass to": "end of combat"}, end, *turn]))
        activated = [each for each in data.get("abilities", []) if isinstance(each, dict) and "activated" in each]
        for number, each in enumerate(activated, 1):
            use: Json = {"activate": "the card", "ability": each.get("label", number)}
            found.append(("battlefield", [{**use, "x": 2} if "X" in str(each["activated"]) else use, end]))
    return found


@pytest.mark.parametrize("stem", _cards())
def test_no_word_of_a_card_is_unknown_to_the_engine(play: Play, stem: str) -> None:
    data: Any = read_yaml(str(CARDS / f"{stem}.yaml"))
    chance = random.Random(stem)  # noqa: S311 - the same answers each time are all that is asked of it
    for zone, actions in _scripts(data):
        answers: list[Json] = []
        outcome = play(_position(data["card"], zone, "loyalty" in data), *actions)
        while "choice" in outcome and len(answers) < 60:
            choice = outcome["choice"]
            options = choice["options"]
            about = {key: choice[key] for key in ("player", "kind", "about") if key in choice}
            if "max" in choice:
                most = min(choice["max"], len(options))
                answers.append({**about, "choose": chance.sample(options, chance.randint(choice["min"], most))})
            else:
                answers.append({**about, "choose": options[0] if len(answers) % 2 else chance.choice(options)})
            outcome = play(_position(data["card"], zone, "loyalty" in data), *actions, answers=tuple(answers))
        assert "unsupported" not in outcome, outcome["unsupported"]
