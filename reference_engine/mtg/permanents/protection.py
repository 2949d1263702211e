"""Protection (702.16), hexproof (702.11) and shroud (702.18): what keeps spells, abilities and objects off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.mtg.language import references
from reference_engine.mtg.language.conditions import rule_changes
from reference_engine.mtg.language.context import Context
from reference_engine.mtg.language.event_patterns import recipient
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


def cannot_be_target(game: Game, thing: GameObject, obj: GameObject) -> bool:
    """Say whether a keyword keeps a permanent from being the target of a spell or ability."""
    words = game.look(thing).keywords
    return (
        ("shroud" in words and has_shroud(game))
        or ("hexproof" in words and has_hexproof(game, thing, obj.controller) and keeps_off(game, thing, obj))
        or ("protection" in words and protected_as_target(game, thing, obj.source or obj))
    )


def player_cannot_be_target(game: Game, player: Player, controller: Player) -> bool:
    """Say whether a keyword keeps a player from being the target of what a player controls."""
    return player_has_shroud(game, player) or (player is not controller and player_has_hexproof(game, player))


@rule("702.18a")
def player_has_shroud(game: Game, player: Player) -> bool:
    """A player with shroud cannot be the target of spells or abilities, their own included."""
    return _has_keyword(game, player, "shroud")


@rule("702.11c")
def player_has_hexproof(game: Game, player: Player) -> bool:
    """A player with hexproof cannot be the target of opponents' spells and abilities."""
    return _has_keyword(game, player, "hexproof")


def _has_keyword(game: Game, player: Player, word: str) -> bool:
    return any(
        word in what.get("adds", {}).get("abilities", ())
        and references.is_player(game, player, what["affects"], entry.context)
        for entry in rule_changes(game)
        if references.means_players((what := entry.ability.data["static"]).get("affects"))
    )


@rule("702.18a", usual=("never",))
def has_shroud(_game: Game) -> bool:
    """A permanent with shroud cannot be the target of spells or abilities."""
    return True


@rule("702.11b")
def has_hexproof(_game: Game, thing: GameObject, controller: Player) -> bool:
    """A permanent with hexproof cannot be the target of its controller's opponents."""
    return controller is not thing.controller


@rule("702.11d", usual=("always",))
def keeps_off(game: Game, thing: GameObject, obj: GameObject) -> bool:
    """Hexproof from a quality keeps off spells that have it and abilities whose source has it."""
    held = [each.ability.data for each in game.look(thing).abilities if each.ability.keyword == "hexproof"]
    return any("quality" not in each or _has(game, looked_at(game, obj, each), each, thing) for each in held)


@rule("702.11d", usual=(), mistakes={"the ability": lambda _rule, _game, obj, _keyword: obj})
def looked_at(_game: Game, obj: GameObject, keyword: Mapping[str, Any]) -> GameObject:
    """An ability has the quality if its source does, other than what says which kinds of abilities it is from."""
    return obj if obj.source is None or "kind" in keyword["quality"] else obj.source


def _has(game: Game, obj: GameObject, keyword: Mapping[str, Any], thing: GameObject) -> bool:
    """Say whether an object has the quality that a keyword of a permanent names."""
    return recipient(keyword["quality"])(game, obj, Context(thing))


@rule("702.16b", usual=("never",))
def protected_as_target(game: Game, thing: GameObject, source: GameObject) -> bool:
    """A permanent with protection cannot be the target of what has the quality."""
    return protected(game, thing, source)


@rule("702.16a")
def protected(game: Game, thing: GameObject, source: GameObject) -> bool:
    """Protection is from every object that has the quality named."""
    return any(
        held.ability.keyword == "protection" and _has(game, source, held.ability.data, thing)
        for held in game.look(thing).abilities
    )
