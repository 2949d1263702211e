"""Copy effects of static abilities, in layer 1 (613.2a): "enchanted creature is a copy of the chosen creature"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engine.kernel.rules import rule
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.language.context import named_on_entering
from reference_engine.mtg.layers.copiable_values import copiable_values
from reference_engine.mtg.objects import Copying

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.layers.layered_effect import Effect


def end_copies(game: Game) -> None:
    """Let no such effect apply to anything, before it is looked at anew which do."""
    for obj in game.layered.copied:
        if not (obj.gone and is_known_as_a_copy(game)):
            obj.copied_by = []
    game.layered.copied.clear()


@rule("608.2h", usual=("never",))
def is_known_as_a_copy(_game: Game) -> bool:
    """What has left is copied as it last was, by a copy effect of a static ability as well."""
    return True


def apply_copies(game: Game, effects: list[Effect]) -> bool:
    """Apply the copy effects of static abilities; say whether there are any."""
    copying = [effect for effect in effects if "1" in effect.layers]
    for effect in copying:
        for obj in effect.found(game) if effect.exists(game) else ():
            copy = _copy(game, effect)
            if copy is not None:
                obj.copied_by = [*obj.copied_by, copy]
                game.layered.copied.append(obj)
                obj.characteristics = copiable_values(game, obj)
    return bool(game.layered.copied)


def _copy(game: Game, effect: Effect) -> Copying | None:
    """Return what the effect makes of its objects; it dates from what its ability does (613.7a)."""
    assert effect.source is not None
    values = values_at_first(game, effect)
    if values is None:
        return None
    made = Copying(values, effect.timestamp)
    return effect.source.copies.setdefault((effect.key, effect.timestamp), made)


@rule("707.2c", usual=(), mistakes={"as it is now": lambda _rule, game, effect: _values(game, effect)})
def values_at_first(game: Game, effect: Effect) -> Characteristics | None:
    """What a static ability's copy effect gives is determined only once, when it first starts to apply."""
    assert effect.source is not None
    known = next((copy.values for (key, _time), copy in effect.source.copies.items() if key == effect.key), None)
    return _values(game, effect) if known is None else known


def _values(game: Game, effect: Effect) -> Characteristics | None:
    from reference_engine.mtg.layers.copying import values_of

    assert effect.source is not None
    chosen = named_on_entering(game, effect.static.data["static"]["copy of"], effect.context)
    return values_of(game, chosen[0]) if chosen else None
