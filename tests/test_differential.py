"""Engines are held against each other: what others agree on against the reference engine is found, and nothing else."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

from checker.corpus import load
from checker.model import Json
from checker.query import find
from tests.differing.compare import Otherwise, otherwise
from tests.differing.positions import Position, permanents, positions, varied

ROOT = Path(__file__).resolve().parent.parent
BEAR = {"id": "bear", "card": "Runeclaw Bear", "power": 2, "subtypes": ["Bear"]}
LIAR = """
import reference_engine

class Liar(reference_engine.Engine):
    def run(self, params):
        outcome = super().run(params)
        outcome.get("state", {}).get("alice", {})["life"] = 7
        return outcome
"""


def position(**bear: object) -> dict[str, object]:
    return {"turn": "alice", "alice": {"life": 20, "battlefield": [{**BEAR, **bear}]}}


def test_what_all_others_have_is_told() -> None:
    others = [position(power=3), position(power=3)]
    assert [*otherwise(position(), others)] == [Otherwise(("alice", "battlefield", "bear", "power"), "2", "3")]


def test_where_the_others_differ_too_nothing_is_told() -> None:
    assert not [*otherwise(position(), [position(power=3), position(power=4)])]
    assert not [*otherwise(position(), [position(power=3), position()])]


def test_what_an_engine_does_not_tell_is_no_difference() -> None:
    silent = position()
    del silent["turn"]
    assert not [*otherwise(position(), [silent])]


def test_abilities_are_left_out_and_the_order_of_lists_does_not_count() -> None:
    ours = position(abilities=["flying"], subtypes=["Bear", "Elf"])
    assert not [*otherwise(ours, [position(abilities=["Flying."], subtypes=["Elf", "Bear"])])]


def test_objects_that_are_elsewhere_are_told() -> None:
    gone = {"turn": "alice", "alice": {"life": 20, "battlefield": [{"id": "elf", "card": "Llanowar Elves"}]}}
    assert [(each.path[-1], each.ours, each.theirs) for each in otherwise(position(), [gone, gone])] == [
        ("bear", "there", "not there"),
        ("elf", "not there", "there"),
    ]


def test_positions_are_those_after_each_action_with_every_choice_answered() -> None:
    corpus = load()
    found = [*positions(corpus, find(corpus, ["dominion/exchange/player-orders#soldier-first"]).cases)]
    assert [[*each.request["actions"]] for each in found] == [[{"clean-up": "alice"}]]
    assert [answer["choose"] for answer in found[0].request["answers"]] == ["soldier", "exchange", "exchange"]
    longer = [*positions(corpus, find(corpus, ["mtg/replacement/cant#declared-once"]).cases)]
    assert {len(each.request["actions"]) for each in longer} == {1, 2, 3, 4, 5, 6, 7, 8}


def test_variations_have_more_permanents_and_are_the_same_each_time() -> None:
    cards = permanents(ROOT / "corpus" / "cards" / "mtg")
    assert "Blood Moon" in cards
    assert not {"Lightning Bolt", "Control Magic", "Jace Beleren", "Cavern of Souls"} & {*cards}
    request: Json = {"game": "mtg", "given": {"players": ["alice"], "alice": {"battlefield": [BEAR]}}, "actions": []}
    once, again = (varied(Position("a#b", request), cards, Random(1)) for _ in range(2))
    assert once == again
    assert len(once.request["given"]["alice"]["battlefield"]) > 1
    assert request["given"]["alice"] == {"battlefield": [BEAR]}


def tried(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    (folder / "liar.py").write_text(LIAR, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"}
    command = [sys.executable, "-m", "tests.differential", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)


def test_the_command_tells_what_two_engines_say_alike(tmp_path: Path) -> None:
    case = "mtg/replacement/enters#under-blood-moon"
    done = tried(tmp_path, "--engine", "reference", case, "--vary", "3")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(" 0 places in which the others differ\n")
    assert not tried(tmp_path, "--engine", "reference", "--engine", "python:liar:Liar", case).returncode
    done = tried(tmp_path, "--engine", "python:liar:Liar", "--engine", "python:liar:Liar", case)
    assert done.returncode == 1, done.stderr
    told, request, *_ = done.stdout.splitlines()
    assert told == f"{case}: alice.life: 20, the others 7"
    assert json.loads(request)["game"] == "mtg"


def test_an_engine_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = tried(tmp_path, "--engine", "cmd:no-such-program", "mtg/exchange/zones")
    assert done.returncode == 1
    assert "no-such-program" in done.stderr
    assert "Traceback" not in done.stderr
