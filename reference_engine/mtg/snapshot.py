"""The state of a game in the vocabulary of positions (`schemas/mtg/state.schema.json`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reference_engine.kernel.observed import Observed
from reference_engine.mtg.cards.memo import Memo
from reference_engine.mtg.cards.subtypes import CREATURE_TYPES, EVERY_CREATURE_TYPE
from reference_engine.mtg.characteristics import WUBRG, Characteristics, symbols
from reference_engine.mtg.game import Game
from reference_engine.mtg.language.amounts import mana_value_of, size
from reference_engine.mtg.library import as_shown
from reference_engine.mtg.objects import GameObject, Player, word_of
from reference_engine.mtg.spells.costs import parts
from reference_engine.mtg.spells.mana_abilities import is_mana_ability

Json = dict[str, Any]
_MANA = (*WUBRG, "C")


def state(game: Game, observed: Observed) -> Json:
    """Return the position, as far as somebody looks at it."""
    if game.layered.stale:
        game.refresh()
    made: Json = {
        "players": [player.name for player in game.players],
        "turn": game.active.name,
        "step": game.turn.step,
        "turns": game.turn.number,
        "extra_turns": [extra.player.name for extra in game.turn.extra if not extra.player.left],
        "triggered": dict(game.turn.triggered),
        "over": game.over,
    }
    if observed.looks_at("stack"):
        made["stack"] = [_on_stack(game, obj) for obj in reversed(game.stack)]
    if game.monarch is not None:
        made["monarch"] = game.monarch.name
    if game.classified:
        made["classified"] = list(game.classified)
    for player in game.players:
        made[player.name] = _player(game, player, observed)
    return made


def _player(game: Game, player: Player, observed: Observed) -> Json:
    mana = dict.fromkeys(_MANA, 0)
    for each in player.pool:
        mana[each.kind] = mana[each.kind] + 1
    made: Json = {
        "life": player.life,
        "counters": dict(player.counters),
        "mana": mana,
        "lands_played": player.lands_played,
        "drawn": player.drawn,
        "gained": player.gained,
        "lost_life": player.lost_life,
        "cast": player.cast,
        "lost": player.lost,
        "won": player.won,
        "left": player.left,
    }
    for zone in observed.of(player.name, _ZONES):
        made[zone] = _ZONES[zone](game, player)
    return made


def _library(game: Game, player: Player) -> list[Json]:
    if player.unopened is not None:
        return [{"card": name} for name in player.unopened.names]
    return [_card(game, obj) for obj in as_shown(player)]


_ZONES: dict[str, Callable[[Game, Player], list[Json]]] = {
    "battlefield": lambda game, player: [_permanent(game, obj) for obj in game.battlefield if obj.controller is player],
    "hand": lambda game, player: [_card(game, obj) for obj in player.hand],
    "library": _library,
    "graveyard": lambda game, player: [_card(game, obj) for obj in player.graveyard],
    "exile": lambda game, player: [_card(game, obj) for obj in game.exile if obj.owner is player],
    "command": lambda game, player: [_card(game, obj) for obj in game.command if obj.owner is player],
    "outside": lambda game, player: [_card(game, obj) for obj in player.outside],
}


def _named(obj: GameObject) -> Json:
    return {"card": obj.card} if obj.id is None else {"id": obj.id, "card": obj.card}


def _card(game: Game, obj: GameObject) -> Json:
    made = _named(obj)
    if obj.id is not None:
        made |= _derived(game, obj, obj.characteristics)
        if obj.exiled_with is not None:
            made["exiled_with"] = obj.exiled_with.word
        if obj.face_down:
            made["face_down"] = True
        if obj.counters:
            made["counters"] = dict(obj.counters)
    if obj.commander is not None:
        made["commander"] = True
    return made


def _permanent(game: Game, obj: GameObject) -> Json:
    made = _named(obj)
    made |= {
        "owner": obj.owner.name,
        "tapped": obj.tapped,
        "damage": obj.damage,
        "counters": dict(obj.counters),
        "face_down": obj.face_down,
        "back": obj.back,
        "phased_out": obj.phased_out,
        "attached_to": None if obj.attached_to is None else word_of(obj.attached_to),
        "token": obj.kind == "token",
        "summoning_sick": obj.sick,
        "attacking": word_of(obj.attacking) if isinstance(obj.attacking, GameObject | Player) else None,
        "blocking": [each.word for each in obj.blocking],
        "chosen": dict(obj.chosen),
    }
    if obj.commander is not None:
        made["commander"] = True
    if obj.protector is not None:
        made["protector"] = obj.protector.name
    return made | _derived(game, obj, obj.characteristics)


def _derived(game: Game, obj: GameObject, what: Characteristics) -> Json:
    creature = "Creature" in what.types or obj.zone != "battlefield"  # 208.3
    as_printed = obj.face is not None and what is obj.face.characteristics
    return {
        **(_PRINTED.get(what, _in_words) if as_printed else _in_words(what)),
        "mana_value": mana_value_of(game, obj),
        "power": size(game, what, "power") if creature else None,
        "toughness": size(game, what, "toughness") if creature else None,
        "taps_for": taps_for(game, what, obj),
    }


_PRINTED: Memo[Json] = Memo()
"""What is told of the characteristics of cards, which most objects have as they are printed."""


def _in_words(what: Characteristics) -> Json:
    return {
        "name": what.name,
        "supertypes": sorted(what.supertypes),
        "types": sorted(what.types),
        "subtypes": sorted(_subtypes(what)),
        "colors": [color for color in WUBRG if color in what.colors],
        "mana_cost": what.cost,
        "abilities": [held.ability.label for held in what.abilities],
    }


def _subtypes(what: Characteristics) -> list[str]:
    """Return the subtypes; one word stands for all creature types."""
    every = EVERY_CREATURE_TYPE in what.subtypes
    return [word for word in what.subtypes if not every or word == EVERY_CREATURE_TYPE or word not in CREATURE_TYPES]


def taps_for(game: Game, what: Characteristics, obj: GameObject) -> list[str]:
    """Return the types of mana that mana abilities produce whose only cost is to tap the object."""
    found: set[str] = set()
    abilities: list[Any] = [part for held in what.abilities for part in held.ability.parts]
    for each in abilities:
        if is_mana_ability(game, each) and parts(each.cost) == ["tap"]:
            found |= _produced(each.data.get("do"))
    found = {str(obj.chosen.get("color")) if mana == "chosen" else mana for mana in found}
    return [mana for mana in _MANA if mana in found]


def _produced(do: Any) -> set[str]:
    """Return the types of mana that instructions give, whatever they make it depend on."""
    if not isinstance(do, dict):
        return set()
    told = do.get("add mana")
    if told is None:
        return {mana for each in do.values() for mana in _produced(each)}
    if told == "chosen":
        return {"chosen"}
    if told == "any color":
        return set(WUBRG)
    return set(symbols("".join(told)))


def _on_stack(game: Game, obj: GameObject) -> Json:
    made = _named(obj) if obj.ability is None else {}  # an ability is no card, and has no id
    made["controller"] = obj.controller.name
    if obj.ability is not None:
        if obj.word:
            made["ability_of"] = obj.word
        made["ability"] = obj.ability.label
    else:
        made |= _derived(game, obj, obj.characteristics)
        made["kicked"] = obj.casting.paid.count("kicker")
        made["copy"] = obj.kind == "copy"
    made["targets"] = [word_of(each) for many in obj.casting.targets.values() for each in many]
    made["x"] = obj.casting.x
    made["modes"] = list(obj.casting.modes)
    return made
