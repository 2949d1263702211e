"""A game that nobody looks at any more is freed at once, and is not left to the collector of cycles."""

import gc
from typing import Any

import pytest

from checker.positions.vocabulary import Vocabulary
from reference_engine import Engine

Json = dict[str, Any]

CAST = {
    "game": "mtg",
    "given": {
        "alice": {"hand": [{"id": "murder", "card": "Murder"}], "library": ["Forest", "Forest"]},
        "bob": {"battlefield": [{"id": "maw", "card": "Void Maw"}, {"id": "bear", "card": "Runeclaw Bear"}]},
    },
    "actions": [{"cast": "murder", "targets": ["bear"]}, {"resolve": "all"}, {"pass to": "end step"}],
}
REFUSED = {**CAST, "actions": [{"cast": "murder", "targets": ["bear"]}, {"cast": "murder", "targets": ["bear"]}]}
PLAYED = {
    "game": "dominion",
    "given": {"alice": {"hand": ["Moat", "Copper"], "deck": 9, "discard": ["Estate"]}},
    "actions": [{"play": "Moat"}, {"clean-up": "alice"}],
}


@pytest.mark.parametrize("more", [{}, {"moments": True}, {"trace": True}, {"checkpoints": [1]}], ids=str)
@pytest.mark.parametrize("asked", [CAST, REFUSED, PLAYED], ids=["cast", "refused", "played"])
def test_nothing_of_a_game_is_left_in_circles(asked: Json, more: Json) -> None:
    engine = Engine()
    request = {**asked, "answers": [], "given": Vocabulary.of(asked["game"]).given(asked["given"]), **more}
    first = engine.run(request)  # what is read once and kept is read by now
    assert ("refused" in first) == (asked is REFUSED)
    assert "state" in first
    gc.disable()
    gc.freeze()  # what is there by now is not looked through
    try:
        engine.run(request)
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left = [type(each).__qualname__ for each in gc.garbage if type(each).__module__.startswith("reference_engine")]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.unfreeze()
        gc.enable()
    assert left == []
