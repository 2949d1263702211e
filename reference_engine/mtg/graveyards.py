"""Graveyards (404): in which order cards come to one at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

from reference_engine.kernel.rules import rule
from reference_engine.mtg import library
from reference_engine.mtg.events import Event, Move
from reference_engine.mtg.objects import Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


@rule("404.3", usual=(), mistakes={"as they come": lambda _rule, _game, events: events})
def arranged(game: Game, events: Sequence[Event]) -> Sequence[Event]:
    """Cards that are put into a graveyard at the same time come there in their owner's order, if it matters."""
    coming: dict[Player, list[int]] = {}
    for place, event in enumerate(events):
        if _is_card_put_there(event):
            coming.setdefault(event.object.owner, []).append(place)
    if all(len(places) == 1 for places in coming.values()) or not _order_matters(game):
        return events
    new = list(events)
    for player in game.in_turn_order():
        library.by_owner(game, "graveyard", new, coming.get(player, ()))
    return new


def _is_card_put_there(event: Event) -> TypeGuard[Move]:
    return isinstance(event, Move) and event.to == "graveyard" and event.object.kind == "card"


def _order_matters(game: Game) -> bool:
    """Say whether something on a card of this game is about the top card of a graveyard."""
    faces = [each for face in game.faces.values() for each in (face, face.back) if each is not None]
    return any(_looks_at_top(ability.data) for face in faces for ability in face.abilities)


def _looks_at_top(data: Any) -> bool:
    if isinstance(data, list):
        return any(_looks_at_top(each) for each in data)
    if not isinstance(data, dict):
        return False
    return bool(data.get("in") == "graveyard" and data.get("top")) or _looks_at_top([*data.values()])
