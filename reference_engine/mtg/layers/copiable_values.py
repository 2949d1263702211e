"""Layer 1 (613.2): the copiable values of an object."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.abilities import ability
from reference_engine.mtg.characteristics import Characteristics, printed
from reference_engine.mtg.objects import Copying, GameObject

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

FACE_DOWN: Final = Characteristics(types=frozenset({"Creature"}), power=2, toughness=2)
"""What a face-down permanent is unless an effect says otherwise (708.2a)."""
DISGUISED: Final = FACE_DOWN.but(abilities=printed([ability({"keyword": "ward", "cost": "{2}"})]))
"""What a face-down permanent is that is disguised (702.168a) or cloaked (701.58a)."""


def copiable_values(game: Game, obj: GameObject) -> Characteristics:
    """Return an object's copiable values (613.2c, 707.2): printed, or copied, and as it entered."""
    if not (obj.copying or obj.copied_by or obj.entered_as or obj.face_down):
        return obj.printed
    if obj.face_down and face_down_hides(game):
        return obj.being or FACE_DOWN
    return copiable_effects(game, obj)


@rule("613.1a", usual=(), mistakes={"skipped": lambda _rule, _game, obj: obj.printed})
def copiable_effects(game: Game, obj: GameObject) -> Characteristics:
    """In layer 1, copy effects and what was set as it entered or was turned face up are applied."""
    copies: list[Change] = [(each.timestamp, _become(game, each)) for each in (*obj.copying, *obj.copied_by)]
    values = obj.printed
    for _timestamp, change in by_timestamp(game, [*copies, *obj.entered_as]):
        values = change(values)
    return values


Change = tuple[int, Callable[[Characteristics], Characteristics]]
"""A change of copiable values, with its timestamp."""


def _become(game: Game, copy: Copying) -> Callable[[Characteristics], Characteristics]:
    """Return what a copy effect makes of the values that an object has before it."""
    return lambda before: not_copied(game, before, copy)


@rule("707.9c", usual=(), mistakes={"copied": lambda _rule, _game, _before, copy: copy.values})
def not_copied(_game: Game, before: Characteristics, copy: Copying) -> Characteristics:
    """What a copy effect does not copy stays as it is without that effect, whatever an older copy effect made it."""
    return copy.values.but(**{name: getattr(before, name) for name in copy.keeps}) if copy.keeps else copy.values


@rule("613.2", usual=("reversed",))
def by_timestamp(_game: Game, changes: list[Change]) -> list[Change]:
    """Within layer 1, effects are applied in the order of their timestamps."""
    return sorted(changes, key=lambda change: change[0])


@rule("613.2b", usual=("never",))
def face_down_hides(_game: Game) -> bool:
    """A face-down permanent has only the characteristics that the rules give it (708.2)."""
    return True
