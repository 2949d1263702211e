"""What may be attached to what (301.5, 301.6, 303.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from reference_engine.kernel.rules import rule
from reference_engine.mtg.cards.abilities import ability
from reference_engine.mtg.characteristics import Characteristics
from reference_engine.mtg.floating_effects import begin, end
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.event_patterns import recipient
from reference_engine.mtg.language.references import is_there
from reference_engine.mtg.objects import GameObject, Player
from reference_engine.mtg.permanents.protection import protected

if TYPE_CHECKING:
    from reference_engine.mtg.events import Move
    from reference_engine.mtg.game import Game


def attachable(game: Game, obj: GameObject, to: Any, as_though: str | None = None) -> bool:
    """Say whether an object can be attached to something (301.5, 303.4), as though it were of a given type."""
    subtypes = game.look(obj).subtypes
    if "Equipment" in subtypes and not can_equip(game, to, as_though):
        return False
    if "Fortification" in subtypes and not can_fortify(game, to):
        return False
    if "Aura" in subtypes:
        return enchantable(game, obj, to)
    return not subtypes.isdisjoint({"Equipment", "Fortification"}) and _may_have(game, obj, to)


def enchantable(game: Game, aura: GameObject, to: Any) -> bool:
    """Say whether an Aura may be attached to something as an Aura, whatever else it is."""
    return _may_have(game, aura, to) and can_enchant(game, aura, to)


def _may_have(game: Game, obj: GameObject, to: Any) -> bool:
    """Say whether nothing keeps something from having an object attached, whatever that would be as."""
    if to is obj or (isinstance(to, GameObject) and (to.gone or to.zone != "battlefield" or not is_there(game, to))):
        return False
    if isinstance(to, Player) and to.left:
        return has_left(game)
    if obj.zone == "battlefield" and is_never_attached(game, game.look(obj)):
        return False
    guarded = isinstance(to, GameObject) and "protection" in game.look(to).keywords
    return not (guarded and cannot_be_enchanted(game, to, obj))


@rule("303.4c", usual=("always",))
def has_left(_game: Game) -> bool:
    """An Aura does not stay attached to a player who has left the game."""
    return False


def is_never_attached(game: Game, what: Characteristics) -> bool:
    """Say whether a permanent is what is attached to nothing, whatever else it is: a battle or a creature (704.5p)."""
    if "Battle" in what.types:
        return is_a_battle(game)
    return "Creature" in what.types and not equips_as_a_creature(game, what)


@rule("310.10", usual=("never",))
def is_a_battle(_game: Game) -> bool:
    """A battle can't be attached to anything, even if it is also an Aura or Equipment."""
    return True


@rule("301.5", usual=("always",))
def can_equip(game: Game, to: Any, as_though: str | None) -> bool:
    """An Equipment can be attached to nothing but a creature, even if it is also an Aura."""
    if not isinstance(to, GameObject):
        return False
    return "Creature" in game.look(to).types or counts_as_a_creature(game, as_though)


@rule("301.6", usual=("always",))
def can_fortify(game: Game, to: Any) -> bool:
    """A Fortification can be attached to nothing but a land."""
    return isinstance(to, GameObject) and "Land" in game.look(to).types


@rule("301.5c", usual=("never",))
def equips_as_a_creature(_game: Game, what: Characteristics) -> bool:
    """Equipment that is also a creature can be attached to a creature only if it has reconfigure."""
    return "reconfigure" in what.keywords


@rule("702.6e", usual=("never",))
def counts_as_a_creature(_game: Game, as_though: str | None) -> bool:
    """Equip planeswalker attaches an Equipment to a planeswalker as though that were a creature."""
    return as_though == "Creature"


_NO_CREATURE: Final = ability({"static": {"affects": "this", "loses": {"types": "Creature"}}})


@rule("702.151b")
def stops_being_a_creature(game: Game, equipment: GameObject) -> None:
    """Attaching an Equipment with reconfigure makes it no creature until it becomes unattached from that creature."""
    begin(game, _NO_CREATURE, Context(equipment))


def attached(game: Game, obj: GameObject) -> None:
    """Apply what follows from becoming attached to something, and so unattached from what it was attached to."""
    no_longer_attached(game, obj)
    if "reconfigure" in game.look(obj).keywords:
        stops_being_a_creature(game, obj)


@rule("702.151b")
def no_longer_attached(game: Game, obj: GameObject) -> None:
    """An Equipment that is no creature while it is attached is one again; phasing out attached is no unattaching."""
    end(game, lambda each: each.ability is _NO_CREATURE and each.affects(obj))


@rule("702.16c", usual=("never",))
def cannot_be_enchanted(game: Game, to: GameObject, obj: GameObject) -> bool:
    """A permanent with protection cannot be enchanted by Auras that have the quality, nor equipped (702.16d)."""
    return protected(game, to, obj)


def host_of(game: Game, entering: GameObject, event: Move) -> Any:
    """Return what an entering permanent becomes attached to: what is told, or what is chosen for an Aura."""
    told = event.attached_to
    if told is not None:
        return told if attachable(game, entering, told) or not enters_unattached(game, entering) else None
    if "Aura" not in entering.characteristics.subtypes or (event.attached and is_undefined(game)):
        return None
    return chosen_as_it_enters(game, entering)


@rule("303.4i", usual=("never",))
def is_undefined(_game: Game) -> bool:
    """Nothing is chosen for an Aura that is to enter attached to something undefined: it does not enter."""
    return True


@rule("301.5e", usual=("never",))
def enters_unattached(_game: Game, _entering: GameObject) -> bool:
    """What is to enter attached to what it cannot be attached to enters unattached, unless it is an Aura (303.4i)."""
    return True


@rule("303.4f", usual=(), mistakes={"unattached": lambda _rule, _game, _aura: None})
def chosen_as_it_enters(game: Game, aura: GameObject) -> Any:
    """An Aura that wasn't cast as an Aura spell enchants what its controller chooses as it enters."""
    there = hosts(game, aura)
    return game.choose(aura.controller, "attach", there, aura.word)[0] if there else None


def hosts(game: Game, aura: GameObject) -> list[Any]:
    """Return what an entering Aura could enchant."""
    return [thing for thing in (*game.in_turn_order(), *game.permanents) if attachable(game, aura, thing)]


@rule("303.4")
def can_enchant(game: Game, obj: GameObject, to: Any) -> bool:
    """What an Aura can be attached to is defined by its enchant ability."""
    qualities = [held.ability.data["quality"] for held in game.look(obj).abilities if held.ability.keyword == "enchant"]
    ctx = Context(obj)
    return bool(qualities) and all(recipient(each)(game, to, ctx) for each in qualities)
