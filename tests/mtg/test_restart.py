"""A game of Magic can be taken up again from any position that can be said; see `tests/restarting.py`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.judging.claims import actions
from checker.model import Case
from checker.positions.vocabulary import Vocabulary
from checker.reading.corpus import load
from reference_engine.kernel.cards import Library, shipped
from reference_engine.mtg.game import Game
from reference_engine.mtg.objects import GameObject, Player, word_of
from reference_engine.mtg.spells.timing import STEPS, planned
from reference_engine.mtg.table import Table
from tests.restarting import Game as Restarts

Json = dict[str, Any]
LIBRARY = Library(shipped("corpus/cards") / "mtg")
VOCABULARY = Vocabulary.of("mtg")
SLOW = bool(os.environ.get("RULINGS_SLOW"))
OF_PLAYERS = ("life", "counters", "lands_played", "drawn", "gained", "lost_life", "cast", "lost", "won", "left")
AS_TOLD = ("tapped", "damage", "face_down", "back", "phased_out")


def position(table: Table, _given: Json) -> Json:
    """Write down what the engine tells as a position."""
    game, told = table.game, table.state()
    by_age = sorted(game.battlefield, key=lambda obj: obj.timestamp)
    made: Json = {
        key: told[key] for key in ("players", "turn", "step", "turns", "extra_turns", "monarch") if key in told
    }
    for player in game.players:
        zones = {zone: getattr(player, zone) for zone in ("library", "hand", "graveyard", "outside")}
        zones["battlefield"] = [obj for obj in by_age if base(obj) is player]
        zones |= {zone: [obj for obj in getattr(game, zone) if obj.owner is player] for zone in ("exile", "command")}
        made[player.name] = {word: told[player.name][word] for word in OF_PLAYERS}
        made[player.name] |= {zone: [facts(game, obj, player) for obj in there] for zone, there in zones.items()}
        if player.pays:
            made[player.name]["mana"] = told[player.name]["mana"]
    return json.loads(json.dumps(made))  # type: ignore[no-any-return]


def base(obj: GameObject) -> Player:
    """Whoever controls a permanent where no effect does anything about it; it is listed there."""
    return obj.base_controller or obj.owner


def facts(game: Game, obj: GameObject, player: Player) -> Json:
    made: Json = {"card": obj.card, **({} if obj.id is None else {"id": obj.id})}
    made |= {word: True for word in ("commander",) if obj.commander is not None}
    made |= {word: getattr(obj, word) for word in AS_TOLD if getattr(obj, word)}
    if obj.owner is not player:
        made["owner"] = obj.owner.name
    if obj.counters or obj.printed.loyalty is not None or obj.printed.defense is not None:
        made["counters"] = dict(obj.counters)
    made |= {} if obj.attached_to is None else {"attached_to": word_of(obj.attached_to)}
    made |= {} if obj.exiled_with is None else {"exiled_with": obj.exiled_with.word}
    made |= {} if obj.protector is None else {"protector": obj.protector.name}
    made |= {"chosen": dict(obj.chosen)} if obj.chosen else {}
    made |= {"copy_of": copied(game, obj)} if obj.copying else {}
    return made | ({"summoning_sick": True} if obj.sick and obj.zone == "battlefield" else {})


def copied(game: Game, obj: GameObject) -> str:
    """The card that something is a lasting copy of; nothing if it is one with an exception, or for a while."""
    last = obj.copying[-1]
    names = [name for name, face in game.faces.items() if face.characteristics == last.values]
    return "" if last.keeps or last.until or not names else names[0]


def listed(game: Game) -> list[GameObject]:
    """Permanents in the order in which a position takes them to have come, if each player's are listed by age."""
    by_age = sorted(game.battlefield, key=lambda obj: obj.timestamp)
    return [obj for player in game.players for obj in by_age if base(obj) is player]


UNSAID: dict[str, Callable[[Game], bool]] = {
    "what is on the stack": lambda game: bool(game.stack or game.waiting),
    "effects in force": lambda game: bool(game.floating or game.delayed),
    "who attacks and blocks": lambda game: game.combat.attackers_came,
    "how the game has ended, and who has left": lambda game: any(player.left for player in game.players),
    "steps and phases added to the turn or left out": lambda game: (
        bool(game.turn.first or game.turn.passed) or game.turn.plan != planned(STEPS[STEPS.index(game.turn.step) + 1 :])
    ),
    "that this is an extra turn": lambda game: game.turn.regular is not game.active,
    "what mana may be spent on": lambda game: any(
        player.pool and (not player.pays or any(mana.only or mana.never or mana.spent for mana in player.pool))
        for player in game.players
    ),
    "that a library has been shuffled": lambda game: any(player.unknown for player in game.players),
    "damage by commanders": lambda game: any(player.dealt_by for player in game.players),
    "whose permanents are older": lambda game: sorted(game.battlefield, key=lambda obj: obj.timestamp) != listed(game),
}
UNSAID_OF: dict[str, Callable[[Game, GameObject], bool]] = {
    "that it is a token": lambda _game, obj: obj.kind != "card",
    "how it is face down": lambda _game, obj: obj.being is not None or obj.manifested,
    "what it was cast for": lambda _game, obj: bool(
        obj.prototyped or obj.casting.paid or obj.casting.x or obj.casting.modes or obj.casting.named
    ),
    "what was done as it entered": lambda _game, obj: bool(obj.entered_as or any(obj.named_on_entering.values())),
    "that it is monstrous": lambda _game, obj: obj.monstrous,
    "with what it has phased out": lambda _game, obj: (
        obj.phased_out and (obj.phased_with or obj.controller) is not along_with(obj)
    ),
    "exceptions to what it copies": lambda game, obj: bool(obj.copying) and not copied(game, obj),
    "several choices": lambda _game, obj: bool(obj.choices) and list(obj.choices) != [obj.text],
    "by which of several abilities, or by what that has gone, it was exiled": lambda _game, obj: (
        obj.exiled_with is not None and (obj.exiled_with.gone or obj.exiled_for != (obj.exiled_with.text, None))
    ),
    "since when it has its counters": lambda _game, obj: (
        obj.zone == "battlefield" and any(time != obj.timestamp for time in obj.counter_times.values())
    ),
    "how often it was cast from the command zone": lambda _game, obj: (
        obj.commander is not None and obj.commander.casts > 0
    ),
    "what has dealt damage to it, or was activated, this turn": lambda _game, obj: bool(
        obj.damaged_by or obj.loyalty_activated
    ),
}
LOOKS_BACK = ("this turn", "bloodthirst")
"""Words of what looks back at the turn, of which a position says little."""


def along_with(obj: GameObject) -> GameObject | Player:
    """What a position takes something to have phased out with: what it is attached to, if that has; or its player."""
    host = obj.attached_to
    return host if isinstance(host, GameObject) and host.phased_out else obj.controller


def unsaid(table: Table, said: Json) -> str:
    game = table.game
    for what, applies in UNSAID.items():
        if applies(game):
            return what
    for what, applies_to in UNSAID_OF.items():
        if any(applies_to(game, obj) for obj in game.everything()):
            return what
    told = json.dumps([said["actions"], *(game.defined.get(name) or LIBRARY[name] for name in game.faces)])
    if (game.turn.history or game.turn.activated) and any(word in told for word in LOOKS_BACK):
        return "what has happened this turn"
    return ""


RESTARTS = Restarts(
    lambda run, params: Table(run, params, LIBRARY),
    position,
    unsaid,
    frozenset({"battlefield", "exile", "hand", "command"}),
    frozenset({"triggered", "classified"}),
)


@cache
def cases() -> tuple[Case, ...]:
    return tuple(case for case in load().cases.values() if case.game == "mtg")


def request(case: Case) -> Json:
    said: Json = {"given": VOCABULARY.given(case.given), "actions": actions(case), "answers": list(case.choices)}
    return said | {"cards": list(case.cards)} | ({"edition": case.until_edition} if case.until_edition else {})


def goes_on(case: Case) -> int:
    taken_up, wrong = RESTARTS.differing(request(case))
    assert not wrong, (case.id, wrong[0])
    return taken_up


def test_a_case_goes_on_from_a_position_as_it_does_without_a_break() -> None:
    if SLOW:
        assert sum(map(goes_on, cases())) > 3_500
    else:
        a_sample_goes_on()


@given(data=st.data())
@settings(max_examples=120)
def a_sample_goes_on(data: st.DataObject) -> None:
    goes_on(data.draw(st.sampled_from(cases())))


@pytest.mark.parametrize(
    "case",
    [
        "mtg/type-changing/timestamps#control-won-and-lost",  # what is under an Aura's control is not summoning sick
        "mtg/type-changing/timestamps#god-made-an-insect",  # an Aura is younger than what it is on, wherever listed
        "mtg/replacement/skipping#phased-out-along-with-a-creature",
        "mtg/replacement/state-based-actions#world-that-phases-in",
        "mtg/type-changing/full-text#choice-that-the-text-asks-for",
        "mtg/type-changing/full-text#abilities-of-the-text-that-speak-of-each-other",
    ],
)
def test_cases_that_did_not(case: str) -> None:
    assert goes_on(load().cases[case])
