"""What may be attached to what (301.5, 303.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.context import Context
from reference_engine.mtg.event_patterns import recipient
from reference_engine.mtg.objects import GameObject
from reference_engine.mtg.targets import protected

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def attachable(game: Game, obj: GameObject, to: Any) -> bool:
    """Say whether an object can be attached to something (301.5, 303.4)."""
    if to is obj or (isinstance(to, GameObject) and (to.gone or to.zone != "battlefield")):
        return False
    what = game.look(obj)
    if obj.zone == "battlefield" and "Creature" in what.types:
        return False
    if isinstance(to, GameObject) and "protection" in game.look(to).keywords and cannot_be_enchanted(game, to, obj):
        return False
    if "Aura" in what.subtypes:
        return can_enchant(game, obj, to)
    return "Equipment" in what.subtypes and isinstance(to, GameObject) and "Creature" in game.look(to).types


@rule("702.16c", usual=("never",))
def cannot_be_enchanted(game: Game, to: GameObject, obj: GameObject) -> bool:
    """A permanent with protection cannot be enchanted by Auras that have the quality, nor equipped (702.16d)."""
    return protected(game, to, obj)


def host_of(game: Game, aura: GameObject, told: Any) -> Any:
    """Return what an Aura that enters comes to be attached to: what is told, or what is chosen; None if nothing can."""
    if told is None:
        return chosen_as_it_enters(game, aura)
    return told if attachable(game, aura, told) else None


@rule("303.4f", usual=(), mistakes={"unattached": lambda _rule, _game, _aura: None})
def chosen_as_it_enters(game: Game, aura: GameObject) -> Any:
    """An Aura that comes of no Aura spell enchants what its controller chooses as it enters."""
    there = [thing for thing in (*game.in_turn_order(), *game.permanents) if attachable(game, aura, thing)]
    return game.choose(aura.controller, "attach", there, aura.word)[0] if there else None


@rule("303.4")
def can_enchant(game: Game, obj: GameObject, to: Any) -> bool:
    """What an Aura can be attached to is defined by its enchant ability."""
    qualities = [held.ability.data["quality"] for held in game.look(obj).abilities if held.ability.keyword == "enchant"]
    ctx = Context(obj)
    return bool(qualities) and all(recipient(each)(game, to, ctx) for each in qualities)
