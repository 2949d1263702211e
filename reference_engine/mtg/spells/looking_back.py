"""Which abilities look back: those that were there right before their event trigger on what was so then (603.10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.events import Counter, Event, LoseGame, Move
from reference_engine.mtg.language.event_patterns import LEAVING, EventPattern
from reference_engine.mtg.language.references import HIDDEN
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def looks_back(game: Game, pattern: EventPattern, event: Event, name: str) -> bool:
    """Say whether an ability that waits for an event triggers if it was there right before that."""
    if pattern.losing:
        return looks_back_on_control(game)
    if isinstance(event, Counter):
        return event.object.kind != "ability" and looks_back_on_countering(game)
    if isinstance(event, LoseGame):
        return looks_back_on_loss(game)
    if looks_back_on_leaving(game, pattern, event, name):
        return True
    return isinstance(event, Move) and looks_back_on_hiding(game, pattern, event)


@rule("603.10a", usual=("never",))
def looks_back_on_leaving(game: Game, pattern: EventPattern, event: Event, name: str) -> bool:
    """Abilities that trigger on leaving the battlefield or a graveyard look back; those on going anywhere do not."""
    left = isinstance(event, Move) and event.origin in pattern.left
    return name in LEAVING or (left and not (_waits_for_entering(pattern, event, name) and sees_newcomers(game)))


def _waits_for_entering(pattern: EventPattern, event: Any, name: str) -> bool:
    """Say whether it is something entering that a pattern means by an event; it can be told as a movement, too."""
    return name == "enters" or ("to" in pattern.data and event.to == "battlefield")


@rule("603.6a", usual=("never",))
def sees_newcomers(_game: Game) -> bool:
    """What triggers on entering, from wherever that is, is looked for among the permanents that are there after it."""
    return True


@rule("603.10a", usual=("never",))
def looks_back_on_hiding(_game: Game, pattern: EventPattern, event: Move) -> bool:
    """Abilities that trigger as what all players can see is put into a hand or library look back."""
    visible = event.origin not in HIDDEN | {"outside"} and not event.object.face_down
    return pattern.hiding and event.to in HIDDEN and visible


@rule("603.10e", usual=("never",))
def looks_back_on_countering(game: Game) -> bool:
    """Abilities that trigger as a spell is countered look back; in the rules of 2013 they did not."""
    return not game.of_2013


@rule("603.10f", usual=("never",))
def looks_back_on_loss(game: Game) -> bool:
    """Abilities that trigger as a player loses the game look back; in the rules of 2013 they did not."""
    return not game.of_2013


@rule("603.10d", usual=("never",))
def looks_back_on_control(_game: Game) -> bool:
    """Abilities that trigger as a player loses control of an object look back; those on gaining control do not."""
    return True


@rule("603.10d", usual=(), mistakes={"who has it now": lambda _rule, _game, source, _lost: source.controller})
def controlled_before(_game: Game, source: GameObject, lost: Mapping[GameObject, Player]) -> Player:
    """An ability that looks back is that of the player who controlled its source before the event."""
    return lost[source]


@rule("603.10", usual=(), mistakes={"who has it now": lambda _rule, _game, source, _lost: source.controller})
def controlled_after(_game: Game, source: GameObject, lost: Mapping[GameObject, Player]) -> Player:
    """Any other is that of the player who controls it right after the event, whoever has got it since."""
    return lost[source]


@rule("603.10a", usual=(), mistakes={"nothing": lambda _rule, _game, _host: {}})
def attached_before(_game: Game, host: Any) -> dict[str, Any]:
    """An ability that looks back means by what its source is attached to what that was attached to before the event."""
    return {"attached": [host]}
