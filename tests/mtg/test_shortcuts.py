"""What is not worked out anew, since nothing that it looks at is said to be different, would come out the same."""

import os
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from checker.editions import span
from checker.engines import Description, GameClaims
from checker.engines.spec import open_engine
from checker.fuzz.positions import of_case
from checker.fuzz.stock import gathered, grown
from checker.positions.vocabulary import Vocabulary
from checker.reading.corpus import load
from reference_engine import Engine
from reference_engine.mtg import ability_index, floating_effects, invalidation
from reference_engine.mtg.events import Event
from reference_engine.mtg.game import Game
from reference_engine.mtg.objects import GameObject
from reference_engine.mtg.replacing import cant, replacement

SLOW = bool(os.environ.get("RULINGS_SLOW"))
NEAR = 5000 if SLOW else 150
"""How many positions near those of the cases are played as well."""

ALWAYS = "mtg/type-changing/dependency#control-of-what-is-phased-out-waits-too"
"""Here something would come out otherwise if it were worked out anew with half of what happens at one time done."""

Json = dict[str, Any]
ENGINE = Engine()


def requests() -> list[Json]:
    corpus = load()
    cases = [case for case in corpus.cases.values() if case.game == "mtg"]
    engine = open_engine("reference")
    described = Description.of(engine.describe())
    some = cases if SLOW else cases[::8]
    ends = [way for case in some for way in of_case(case, engine, described, span(corpus, case))]
    stock = gathered(cases, Vocabulary.of("mtg"), [GameClaims()])
    kept = of_case(corpus.cases[ALWAYS], engine, described, span(corpus, corpus.cases[ALWAYS]))
    random = Random(613)  # noqa: S311 - not for secrets
    near = [grown(random.choice(ends), stock, random) for _ in range(NEAR)]
    return [{**each.request, "moments": True} for each in (*kept, *ends, *near)]


def played(request: Json) -> Json:
    """Return how a request ends; a variation may come to something that the engine cannot play."""
    outcome = ENGINE.run(request)
    return {key: outcome[key] for key in ("state", "moments", "refused", "choice", "unsupported") if key in outcome}


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the engine take it after every event that everything is different, and ask every rule of every event."""
    moved = Game.moved

    def all_differs(game: Game, *_: object) -> None:
        game.renew()
        game.layered.index = None
        game.unchecked.stirred = game.ephemeral = True

    def note(game: Game, happened: Sequence[Event]) -> None:
        if happened:
            all_differs(game)

    def move(game: Game, *objects: GameObject) -> None:
        moved(game, *objects)
        all_differs(game)

    monkeypatch.setattr(Game, "moved", move)
    for name in ("reconsider", "unsettle"):
        monkeypatch.setattr(Game, name, all_differs)
    monkeypatch.setattr(invalidation, "note", note)
    monkeypatch.setattr(cant, "may_be_forbidden", lambda *_: True)
    monkeypatch.setattr(floating_effects, "some_depend", lambda *_: True)
    monkeypatch.setattr(replacement, "nothing_watches", lambda *_: False)
    for name in ("may_change_objects", "is_listed"):
        monkeypatch.setattr(ability_index, name, lambda *_: True)


def test_a_shortcut_changes_nothing(request: pytest.FixtureRequest) -> None:
    wanted = requests()
    short = [played(each) for each in wanted]
    request.getfixturevalue("nothing_kept")
    for each, before in zip(wanted, short, strict=True):
        assert before == played(each), each
