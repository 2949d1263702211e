"""What holds at every moment of a game, however it is played: actions at random, from the positions of some cases."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random
from typing import Any

import pytest

from checker.finding.query import find
from checker.positions.vocabulary import Vocabulary
from checker.reading.corpus import load
from reference_engine.kernel.cards import Library, shipped
from reference_engine.kernel.run import Halt, Question, Run, Word
from reference_engine.mtg import snapshot
from reference_engine.mtg.game import Game
from reference_engine.mtg.objects import GameObject
from reference_engine.mtg.spells.activating import activated_abilities
from reference_engine.mtg.state_based import checking
from reference_engine.mtg.table import Table

Json = dict[str, Any]
LIBRARY = Library(shipped("corpus/cards") / "mtg")
VOCABULARY = Vocabulary.of("mtg")
APART = 30
"""Of the cases, the position of each so many-th is played from."""
STEPS = ("upkeep", "precombat main", "declare attackers", "combat damage", "end step")


class AtRandom(Run):
    """Answers every question by chance."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.random = random

    def ask(self, question: Question) -> list[Word]:
        if question.most is None:
            return [self.random.choice(question.options)] if question.options else super().ask(question)
        number = self.random.randint(question.least, min(question.most, len(question.options)))
        return self.random.sample(question.options, number)


def something(game: Game, random: Random) -> Json:
    """Return something that could be done, allowed or not."""
    named = [obj for obj in game.everything() if obj.id is not None]
    able = [(obj, number) for obj in named for number, _ in enumerate(activated_abilities(game, obj), 1)]
    there = [obj for obj in game.permanents if obj.controller is game.active and obj.id is not None]
    others = game.opponents(game.active)
    ways: list[Json] = [{"resolve": "all"}, {"resolve": "top"}, {"pass to": random.choice(STEPS)}]
    hands = [obj for obj in named if obj.zone == "hand"]
    ways += [{"play" if "Land" in game.look(card).types else "cast": card.id} for card in hands]
    ways += [{"activate": obj.id, "ability": number} for obj, number in able]
    if there and others:
        ways.append({"attack": {random.choice(there).id: random.choice(others).name}})
        words = ("destroy", "exile", "gain control", "untap")
        ways.append({"event": {random.choice(words): random.choice(there).id}, "player": others[0].name})
        ways.append(
            {"event": [{"create": {"copy of": random.choice(there).id}}, {"move": {"token": True}, "to": "hand"}]}
        )
    return random.choice(ways)


def zones(game: Game) -> list[tuple[str, list[GameObject]]]:
    shared, own = ("battlefield", "stack", "exile", "command"), ("hand", "graveyard", "library", "outside")
    places = [(game, zone) for zone in shared] + [(player, zone) for player in game.players for zone in own]
    return [(zone, getattr(place, zone)) for place, zone in places]


def cards(game: Game) -> Counter[str]:
    """How many cards each player owns in the game."""
    there = chain.from_iterable(objects for _, objects in zones(game))
    return Counter(obj.owner.name for obj in there if obj.kind == "card" and not obj.owner.left)


def holds(game: Game, before: Counter[str]) -> None:
    """Every object is where it says, once; no card is lost or made; worked out anew, everything is as it was."""
    everything = [obj for _, objects in zones(game) for obj in objects]
    assert len(set(map(id, everything))) == len(everything)
    assert all(obj.zone == zone and not obj.gone for zone, objects in zones(game) for obj in objects)
    assert all(each == before[name] for name, each in cards(game).items())
    if game.over:
        return
    assert all(obj.zone in ("battlefield", "stack") for obj in everything if obj.kind == "token")
    told = snapshot.state(game, game.run.observed)
    game.renew()
    assert snapshot.state(game, game.run.observed) == told
    assert not checking.check(game)
    assert snapshot.state(game, game.run.observed) == told


@pytest.mark.parametrize("part", range(2))
def test_what_holds_at_every_moment(part: int) -> None:
    played = 0
    for number, case in enumerate(find(load(), ["mtg"]).cases[part * APART // 2 :: APART]):
        random = Random(number)  # noqa: S311 - nothing is to be kept secret
        params = {"given": VOCABULARY.given(case.given), "cards": list(case.cards)}
        table = Table(AtRandom(random), params, LIBRARY)
        before = cards(table.game)
        try:
            for _ in range(8):
                holds(table.game, before)
                table.perform(something(table.game, random))
                played += 1
        except Halt:  # what is refused leaves the position in need of being set up again
            continue
    assert played > 200
