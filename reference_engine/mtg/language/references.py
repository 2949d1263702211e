"""
Finds what a word of card data refers to: objects, players, or both.

A word is looked up among the names that the ability has given (targets, `as`), then among the fixed words, then among
the players and objects of the game, so that positions and instructions outright can call things by their ids.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_engine.kernel.cards import several, words
from reference_engine.kernel.rules import rule
from reference_engine.kernel.run import Unsupported
from reference_engine.mtg import mistakes
from reference_engine.mtg.cards.abilities import Static
from reference_engine.mtg.language.context import Context, link_of, linked
from reference_engine.mtg.objects import GameObject, Player, Thing

if TYPE_CHECKING:
    from reference_engine.mtg.game import Game


PLAYERS = frozenset({"you", "opponent", "each player"})
_WHOSE = frozenset({"player", "controller of", "owner of", "opponents of"})
ZONES = frozenset({"battlefield", "hand", "library", "graveyard", "exile", "stack", "command", "outside"})
HIDDEN = frozenset({"hand", "library"})
"""The zones whose cards not all players can see (400.2)."""


def things(game: Game, spec: Any, ctx: Context) -> list[Thing]:
    """Return the objects and players that a recipient, a reference, a pattern or a list of them means."""
    if isinstance(spec, list):
        found: list[Thing] = []
        for each in spec:
            found += [thing for thing in things(game, each, ctx) if thing not in found]
        return found
    if isinstance(spec, str):
        return named(game, spec, ctx)
    if isinstance(spec, dict):
        if whose(spec):
            return list(players(game, spec.get("player", spec), ctx))
        from reference_engine.mtg.language.patterns import pattern

        return list(pattern(spec).find(game, ctx))
    raise Unsupported("word", f"reference {spec!r}")


def zone(word: Any) -> str:
    """Return a zone by its name. Raises `Unsupported` for what is none."""
    if word not in tuple(ZONES):  # not every word can be looked up in a set
        raise Unsupported("word", f"zone {word!r}")
    return str(word)


def objects(game: Game, spec: Any, ctx: Context) -> list[GameObject]:
    """Return the objects among `things`."""
    return [thing for thing in things(game, spec, ctx) if isinstance(thing, GameObject)]


def the_object(game: Game, spec: Any, ctx: Context) -> GameObject | None:
    """Return the one object meant, or None if there is none."""
    found = objects(game, spec, ctx)
    return found[0] if found else None


def players(game: Game, who: Any, ctx: Context) -> list[Player]:
    """Return the players that `who` means, in turn order from the active player where they are several."""
    if isinstance(who, list):
        meant = [player for each in who for player in players(game, each, ctx)]
        return [player for player in game.in_turn_order() if player in meant]
    if isinstance(who, dict):
        if "opponents of" in who:
            rivals = players(game, who["opponents of"], ctx)
            return [each for each in game.in_turn_order() if each not in rivals]
        of = who.get("controller of") or who.get("owner of")
        if of is None:
            raise Unsupported("word", f"player {who!r}")
        found = known(game, of, ctx)
        return [each.controller if "controller of" in who else each.owner for each in found]
    return [thing for thing in named(game, who, ctx) if isinstance(thing, Player)]


def the_player(game: Game, who: Any, ctx: Context) -> Player | None:
    """Return the one player meant, or None if there is none."""
    found = players(game, who, ctx)
    return found[0] if found else None


def whose(who: Any) -> bool:
    """Say whether this means a player by an object: its controller or its owner."""
    return isinstance(who, dict) and _WHOSE.issuperset(who)


def means_players(who: Any) -> bool:
    """Say whether a word means players whatever it stands beside."""
    return isinstance(who, str) and who in PLAYERS


def is_player(game: Game, player: Player, who: Any, ctx: Context) -> bool:
    """Say whether a player is one of those meant."""
    if who == "you":
        return player is ctx.controller
    if who == "opponent":
        return player is not ctx.controller
    if who == "each player":
        return True
    return player in players(game, who, ctx)


def named(game: Game, word: str, ctx: Context) -> list[Thing]:
    """Return what a word means and is there. Raises `Unsupported` for a word that means nothing."""
    return [thing for thing in _meant(game, word, ctx) if isinstance(thing, Player) or is_there(game, thing)]


@rule("702.26b", usual=("always",))
def is_there(_game: Game, obj: GameObject) -> bool:
    """A phased-out permanent is treated as though it did not exist, by what speaks of it by name as well."""
    return not obj.phased_out


def known(game: Game, spec: Any, ctx: Context) -> list[GameObject]:
    """Return the objects about which something is asked, as they are or as they were when they were there last."""
    if not isinstance(spec, str):
        return objects(game, spec, ctx)
    found = meant(game, spec, ctx)
    if ctx.entry is not None and isinstance(ctx.entry.ability, Static):
        found = that_exist(game, found, ctx)
    return [as_it_was(game, obj) for obj in found]


@rule("604.7", usual=(), mistakes={"as last known": lambda _rule, _game, objects, _ctx: objects})
def that_exist(game: Game, objects: list[GameObject], ctx: Context) -> list[GameObject]:
    """A static ability does not use what is known last of another object, which does not exist any more."""
    return [obj for obj in objects if obj is ctx.source or (not obj.gone and is_there(game, obj))]


def the_known(game: Game, spec: Any, ctx: Context) -> GameObject | None:
    """Return the one object about which something is asked, or None if there is none."""
    found = known(game, spec, ctx)
    return found[0] if found else None


@rule("113.7a", usual=(), mistakes={"as it is": lambda _rule, _game, obj: obj})
def as_it_was(_game: Game, obj: GameObject) -> GameObject:
    """What does not exist since it has phased out (702.26b) is known, and does things, as it last existed (608.2h)."""
    return obj.last_there if obj.phased_out and obj.last_there is not None else obj


def meant(game: Game, word: str, ctx: Context) -> list[GameObject]:
    """Return the objects that a word means, phased out or not."""
    return [thing for thing in _meant(game, word, ctx) if isinstance(thing, GameObject)]


def is_meant(game: Game, word: str, obj: GameObject, ctx: Context) -> bool:
    """Say whether a word means an object, or a spell that has become it."""
    return any(is_or_becomes(each, obj) for each in named(game, word, ctx)) or (
        obj.gone and any(is_still_that(game, each, obj) for each in meant(game, word, ctx))
    )


@rule("609.7a")
def is_still_that(_game: Game, known: GameObject, obj: GameObject) -> bool:
    """What deals damage as it last existed, since it has phased out, is still the source that was chosen."""
    return known.last_there is obj


def is_or_becomes(known: Any, obj: GameObject) -> bool:
    """Say whether an object is the one known, or the permanent that a spell that is known has become (609.7a)."""
    return obj is known or (
        isinstance(known, GameObject)
        and known.zone == "stack"
        and known.casting is obj.casting  # which only what it becomes as it resolves has of it (400.7d)
        and obj.zone == "battlefield"
    )


def _meant(game: Game, word: str, ctx: Context) -> list[Thing]:
    if word in ctx.names:
        value = ctx.names[word]
        return [thing for thing in several(value) if isinstance(thing, Thing)]
    fixed = _FIXED.get(word)
    if fixed is not None:
        return [thing for thing in fixed(game, ctx) if thing is not None]
    if _calls_by_ids(ctx):
        by_name = game.player_named(word)
        if by_name is not None:
            return [by_name]
        found = game.find(word)
        if found is not None:
            return [found]
    raise Unsupported("word", f"reference {word!r}")


def _calls_by_ids(ctx: Context) -> bool:
    """Say whether something stands in a position or an instruction outright, which may call things by their ids."""
    return ctx.source is None or ctx.source.kind == "instruction"


def called(game: Game, data: Any, ctx: Context) -> dict[str, GameObject]:
    """Return the permanents that data calls by their ids, by these."""
    if not _calls_by_ids(ctx):
        return {}
    found = {word: game.by_id[word] for word in words(data) if word in game.by_id and word not in _FIXED}
    return {word: obj for word, obj in found.items() if is_permanent(game, obj)}


@rule("400.7", usual=("never",))
def is_permanent(_game: Game, obj: GameObject) -> bool:
    """What is said of a permanent is not said of what it becomes when it changes zones, though that has its id."""
    return obj.zone == "battlefield"


def _part(ctx: Context, name: str) -> list[Any]:
    try:
        return [getattr(ctx.event, name)]
    except AttributeError:
        raise Unsupported("word", f"part {name!r} of an event, where none has one") from None


def _event_part(name: str) -> Any:
    return lambda _game, ctx: _part(ctx, name)


@rule("508.5", usual=("nothing",), mistakes={"as things stand": mistakes.who_has_it_now})
def defending(_game: Game, ctx: Context) -> list[Player]:
    """The defending player is the one whom the attacker attacked, or whose planeswalker or battle, attacking or not."""
    found: list[Player] = _part(ctx, "defender")
    return found


@rule("607.2a", usual=("nothing",), mistakes={"all of exile": mistakes.all_of_exile})
def exiled_with(game: Game, ctx: Context) -> list[Thing]:
    """A linked ability that speaks of the exiled card means what the other ability of its object has exiled."""
    link = link_of(game, ctx)
    return [each for each in ctx.this.linked if not each.gone and each.exiled_for == link]


@rule("614.14", mistakes={"any pair": mistakes.of_any_pair})
def exiled_by(game: Game, obj: GameObject, source: GameObject, ctx: Context) -> bool:
    """An ability that speaks of exiled cards means those that its linked ability exiled."""
    return obj.exiled_with is source and obj.exiled_for == (
        link_of(game, ctx) if source is ctx.source else linked(source.text)
    )


_FIXED: dict[str, Any] = {
    "this": lambda _game, ctx: [ctx.this],
    "it": _event_part("subject"),  # the one that it has become, if it moved (400.7e)
    "you": lambda _game, ctx: [ctx.controller],
    "opponent": lambda game, ctx: game.opponents(ctx.controller),
    "each player": lambda game, _ctx: game.in_turn_order(),
    "active player": lambda game, _ctx: [game.active],
    "chosen player": lambda game, ctx: [game.player_named(str(ctx.chosen.get("player")))],
    "defending player": defending,
    "attached": lambda _game, ctx: [ctx.this.attached_to],
    "affected": lambda _game, ctx: [ctx.affected],
    "source": _event_part("source"),
    "recipient": _event_part("to"),
    "player": _event_part("player"),
    "exiled": exiled_with,
}
