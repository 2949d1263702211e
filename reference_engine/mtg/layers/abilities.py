"""Layer 6: effects that add and remove abilities (613.1f)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.abilities import Ability, Activated, ability
from reference_engine.mtg.characteristics import Held
from reference_engine.mtg.language.patterns import pattern
from reference_engine.mtg.layers.parts import others
from reference_engine.mtg.objects import GameObject
from reference_engine.mtg.spells.mana_abilities import is_mana_ability

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game
    from reference_engine.mtg.layers.layered_effect import Effect


@rule("613.1f")
def apply(game: Game, effect: Effect, obj: GameObject) -> None:
    """In layer 6, abilities are added and removed."""
    what = effect.static.data["static"]
    now = obj.characteristics.abilities
    lost = what.get("loses", {}).get("abilities")
    if lost is not None:
        now = tuple(held for held in now if not _is_lost(game, held, lost))
        obj.characteristics = obj.characteristics.but(bare=obj.characteristics.bare or isinstance(lost, str))
    barred = obj.characteristics.barred
    if "cannot have" in what:
        barred |= frozenset(what["cannot have"])
        obj.characteristics = obj.characteristics.but(barred=barred)
        now = tuple(held for held in now if not barred_from(game, held.ability, barred))
    added = [*(ability(each) for each in what.get("adds", {}).get("abilities", ())), *of_others(game, effect)]
    barred |= effect.denied.get(obj, frozenset())
    now += tuple(
        Held(each, "granted", (effect.key, place), effect.timestamp)
        for place, each in enumerate(added)
        if not barred_from(game, each, barred)
    )
    obj.characteristics = obj.characteristics.but(abilities=now)


def of_others(game: Game, effect: Effect) -> list[Ability]:
    """Return the activated abilities that other objects have at this point, where the effect adds those."""
    return [
        part
        for told in others(effect.static.data)
        for obj in pattern(told).find(game, effect.context)
        for held in obj.characteristics.abilities
        for part in held.ability.parts
        if isinstance(part, Activated)
    ]


@rule("113.11", usual=("never",))
def barred_from(_game: Game, each: Ability, barred: frozenset[str]) -> bool:
    """What can't have an ability loses it, and no effect adds it to that."""
    return each.keyword in barred


def _is_lost(game: Game, held: Held, lost: Any) -> bool:
    if lost == "all":
        return True
    if lost == "all but mana":
        return not is_mana_ability(game, held.ability)
    return held.ability.keyword in lost or held.ability.data.get("label") in lost
