"""Transforming (701.27): a double-faced permanent is turned over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.events import Event, Transform
from reference_engine.mtg.objects import GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def transform(game: Game, event: Transform) -> Event | None:
    """Turn a permanent over so that its other face is up, if it has one that it can have up."""
    obj = event.object
    other = other_face(obj)
    if other is None or hidden(game, obj) or not may_transform(game, obj) or is_no_permanent(game, other):
        return None
    obj.transformed = game.time()
    obj.back = not obj.back
    obj.printed = other
    transformed_anew(game, obj)
    return event


def other_face(obj: GameObject) -> Characteristics | None:
    """Return what is printed on the face that is not up, None if there is none."""
    if obj.face is None or obj.face.back is None:
        return None
    return obj.face.characteristics if obj.back else obj.face.back.characteristics


@rule("712.15a")
def hidden(_game: Game, obj: GameObject) -> bool:
    """A double-faced permanent that is face down can't transform."""
    return obj.face_down


@rule("712.9", usual=("always",))
def may_transform(game: Game, obj: GameObject) -> bool:
    """Until September 2025 a modal double-faced card was not one that can transform."""
    return game.edition >= "2025-09" or not (obj.face and obj.face.modal)


@rule("701.27d", usual=("never",))
def is_no_permanent(_game: Game, face: Characteristics) -> bool:
    """Nothing transforms into an instant or a sorcery."""
    return not face.types.isdisjoint({"Instant", "Sorcery"})


@rule("613.7g")
def transformed_anew(game: Game, obj: GameObject) -> None:
    """A double-faced permanent gets a new timestamp each time it transforms; in the rules of 2013 it did not."""
    if not game.of_2013:
        obj.timestamp = game.time()
