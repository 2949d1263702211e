"""Positions to hold engines against each other: those that the cases come to, and others near them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import yaml12

from checker.editions import span
from checker.engines import Description, Engine
from checker.engines.spec import open_engine
from checker.judge import judge
from checker.model import Case, Corpus, Json
from checker.vocabulary import Vocabulary

KEPT = ("game", "given", "cards", "edition")
"""What stays of a request; what it looks at and how it is cut short does not matter here."""
ANSWERED = ("player", "kind", "about")


@dataclass(frozen=True)
class Position:
    """What a case comes to along one of its ways: every choice on it is answered."""

    case: str
    request: Json


class Recorder:
    """An engine that notes the requests that it plays to their end."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.played: list[Json] = []

    def describe(self, *, rules: bool = False) -> Json:
        """Return what the engine says of itself."""
        return self._engine.describe(rules=rules)

    def run(self, params: Json) -> Json:
        """Play a request, and note it if it comes to a position."""
        outcome = self._engine.run(params)
        if "state" in outcome and "refused" not in outcome:
            answers = [
                {**{key: asked[key] for key in ANSWERED if key in asked}, "choose": asked["chosen"]}
                for asked in outcome.get("asked", ())
            ]
            kept = {key: params[key] for key in KEPT if key in params}
            self.played.append({**kept, "actions": params["actions"], "answers": answers})
        return outcome

    def stderr(self) -> str:
        """Return what the engine has said."""
        return self._engine.stderr()

    def close(self) -> None:
        """End the engine."""
        self._engine.close()


def positions(corpus: Corpus, cases: Iterable[Case]) -> Iterator[Position]:
    """Yield what the reference engine plays for each case, and the positions after each action on the way there."""
    recorder = Recorder(open_engine("reference"))
    description = Description.of(recorder.describe())
    for case in cases:
        judge(case, recorder, Vocabulary.of(case.game), description, span=span(corpus, case))
        seen: list[Json] = []
        for request in recorder.played:
            for last in range(len(request["actions"]), 0, -1):
                shorter = {**request, "actions": request["actions"][:last]}
                if shorter not in seen:
                    seen.append(shorter)
                    yield Position(case.id, shorter)
        recorder.played.clear()


def permanents(folder: Path) -> Sequence[str]:
    """Return the cards of a folder that can lie on the battlefield attached to nothing and without a choice."""
    cards: list[Any] = [yaml12.read_yaml(path) for path in sorted(folder.glob("*.yaml"))]
    return [
        card["card"]
        for card in cards
        if not {"Creature", "Artifact", "Enchantment", "Land"}.isdisjoint(card.get("types", ()))
        and {"Planeswalker", "Battle"}.isdisjoint(card["types"])
        and "Aura" not in card.get("subtypes", ())
        and not any(_chooses(ability) for ability in card.get("abilities", ()))
    ]


def _chooses(told: Any) -> bool:
    if isinstance(told, Mapping):
        return "choose" in told or any(map(_chooses, told.values()))
    return isinstance(told, Sequence) and not isinstance(told, str) and any(map(_chooses, told))


def varied(position: Position, cards: Sequence[str], random: Random) -> Position:
    """Return the same position with one or two permanents more."""
    request: Any = deepcopy(dict(position.request))
    given = request["given"]
    for number in range(random.choice((1, 1, 2))):
        player = given[random.choice(given["players"])]
        player["battlefield"] = [
            *player.get("battlefield", ()),
            {"id": f"added_{number}", "card": random.choice(cards)},
        ]
    return Position(position.case, request)
