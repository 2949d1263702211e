"""
Finds what a word of card data refers to: objects, players, or both.

A word is looked up among the names that the ability has given (targets, `as`), then among the fixed words, then among
the players and objects of the game, so that positions and instructions outright can call things by their ids.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg.context import Context
from reference_engine.mtg.objects import GameObject, Player

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game

Thing = GameObject | Player

PLAYERS = frozenset({"you", "opponent", "opponents", "each player", "any player"})
ZONES = frozenset({"battlefield", "hand", "library", "graveyard", "exile", "stack", "command", "outside"})


def things(game: Game, spec: Any, ctx: Context) -> list[Thing]:
    """Return the objects and players that a recipient, a reference, a pattern or a list of them means."""
    if isinstance(spec, list):
        found: list[Thing] = []
        for each in spec:
            found += [thing for thing in things(game, each, ctx) if thing not in found]
        return found
    if isinstance(spec, str):
        return named(game, spec, ctx)
    if isinstance(spec, Mapping):
        if "player" in spec and len(spec) == 1:
            return list(players(game, spec["player"], ctx))
        if "controller of" in spec or "owner of" in spec:
            return list(players(game, spec, ctx))
        from reference_engine.mtg.patterns import pattern

        return list(pattern(spec).find(game, ctx))
    raise Unsupported("word", f"reference {spec!r}")


def objects(game: Game, spec: Any, ctx: Context) -> list[GameObject]:
    """Return the objects among `things`."""
    return [thing for thing in things(game, spec, ctx) if isinstance(thing, GameObject)]


def the_object(game: Game, spec: Any, ctx: Context) -> GameObject | None:
    """Return the one object meant, or None if there is none."""
    found = objects(game, spec, ctx)
    return found[0] if found else None


def players(game: Game, who: Any, ctx: Context) -> list[Player]:
    """Return the players that `who` means, in turn order from the active player where they are several."""
    if isinstance(who, Mapping):
        of = who.get("controller of") or who.get("owner of")
        if of is None:
            raise Unsupported("word", f"player {who!r}")
        found = objects(game, of, ctx)
        return [each.controller if "controller of" in who else each.owner for each in found]
    return [thing for thing in named(game, who, ctx) if isinstance(thing, Player)]


def the_player(game: Game, who: Any, ctx: Context) -> Player | None:
    """Return the one player meant, or None if there is none."""
    if who is None or who == "you":
        return ctx.controller
    found = players(game, who, ctx)
    return found[0] if found else None


def means_players(who: Any) -> bool:
    """Say whether a word means players whatever it stands beside."""
    return isinstance(who, str) and who in PLAYERS


def is_player(game: Game, player: Player, who: Any, ctx: Context) -> bool:
    """Say whether a player is one of those meant."""
    if who == "you":
        return player is ctx.controller
    if who in ("opponent", "opponents"):
        return player is not ctx.controller
    if who in ("each player", "any player"):
        return True
    return player in players(game, who, ctx)


def named(game: Game, word: str, ctx: Context) -> list[Thing]:
    """Return what a word means. Raises `Unsupported` for a word that means nothing."""
    if word in ctx.names:
        value = ctx.names[word]
        return [thing for thing in (value if isinstance(value, list) else [value]) if isinstance(thing, Thing)]
    fixed = _FIXED.get(word)
    if fixed is not None:
        meant: list[Thing] = fixed(game, ctx)
        return meant
    if _outright(ctx):
        by_name = game.player_named(word)
        if by_name is not None:
            return [by_name]
        found = game.find(word)
        if found is not None:
            return [found]
    raise Unsupported("word", f"reference {word!r}")


def _outright(ctx: Context) -> bool:
    """Say whether these are words of a position or an instruction outright, which may call things by their ids."""
    source = ctx.source
    return source is None or (source.kind == "ability" and source.ability is None)


def _event_part(name: str) -> Any:
    def part(_game: Game, ctx: Context) -> list[Thing]:
        if ctx.event is None:
            return []
        value = getattr(ctx.event, name, None)
        return [value] if isinstance(value, Thing) else []

    return part


def _it(_game: Game, ctx: Context) -> list[Thing]:
    """Return the object of the event: the one that it has become, if it moved (400.7e)."""
    if ctx.event is None:
        return []
    subject = ctx.event.subject
    return [subject] if subject is not None else []


def _attached(_game: Game, ctx: Context) -> list[Thing]:
    if ctx.source is None or ctx.source.attached_to is None:
        return []
    return [ctx.source.attached_to]


def _this(_game: Game, ctx: Context) -> list[Thing]:
    return [] if ctx.source is None else [ctx.source]


def _chosen(kind: str) -> Any:
    def chosen(_game: Game, ctx: Context) -> list[Thing]:
        value = None if ctx.source is None else ctx.source.chosen.get(kind)
        return [value] if isinstance(value, Thing) else []

    return chosen


def _defending(game: Game, ctx: Context) -> list[Thing]:
    attacker = ctx.source
    if ctx.event is not None and isinstance(ctx.event.subject, GameObject) and ctx.event.subject.attacking:
        attacker = ctx.event.subject
    if attacker is None or attacker.attacking is None:
        return []
    return [game.defender_of(attacker.attacking)]


def _all_of_exile(_rule: Any, game: Game, _source: GameObject) -> list[Thing]:
    return list(game.exile)


@rule("607.2a", usual=("nothing",), mistakes={"all of exile": _all_of_exile})
def exiled_with(_game: Game, source: GameObject) -> list[Thing]:
    """A linked ability that speaks of the exiled card means what the other ability of its object has exiled."""
    return [each for each in source.linked if not each.gone]


_FIXED: dict[str, Any] = {
    "this": _this,
    "it": _it,
    "you": lambda _game, ctx: [ctx.controller],
    "opponent": lambda game, ctx: [each for each in game.in_turn_order() if each is not ctx.controller],
    "opponents": lambda game, ctx: [each for each in game.in_turn_order() if each is not ctx.controller],
    "each player": lambda game, _ctx: game.in_turn_order(),
    "each opponent": lambda game, ctx: [each for each in game.in_turn_order() if each is not ctx.controller],
    "any player": lambda game, _ctx: game.in_turn_order(),
    "active player": lambda game, _ctx: [game.active],
    "monarch": lambda game, _ctx: [] if game.monarch is None else [game.monarch],
    "defending player": _defending,
    "chosen player": _chosen("player"),
    "chosen object": _chosen("object"),
    "attached": _attached,
    "affected": lambda _game, ctx: [] if ctx.affected is None else [ctx.affected],
    "source": _event_part("source"),
    "recipient": _event_part("to"),
    "player": _event_part("player"),
    "exiled": lambda game, ctx: [] if ctx.source is None else exiled_with(game, ctx.source),
}
